"""Why another decision was better, in words and figures.

The difference between two keeps is divided among the ways the turn may end, which become more or less
frequent or worth more. The way with the largest share is named, and the next one too if that share is under
half.
"""

from typing import Literal, NamedTuple, cast

from fivedice.analysis import ends, evaluate
from fivedice.analysis.annotate import Moment
from fivedice.analysis.ends import End, UseAtEnd
from fivedice.analysis.solver_api import Knowledge
from fivedice.core.ties import best_first
from fivedice.language import all_of, decimal, mark, percent, tr
from fivedice.match import questions
from fivedice.match.events import Decision, Keep, Spend
from fivedice.narration import reviews
from fivedice.narration.hints import phrase

PLAIN = 0.02
"""The smallest difference in chances that a reason mentions."""
ALIKE = mark("The chances are almost the same, but it is worth more overall.")
UNTOLD = mark("It is worth more overall.")
Change = Literal["richer", "often", "rarer"]
"""How a better keep changes a way to end the turn: it pays more, or comes more or less often."""
CHANGES: dict[tuple[Change, ...], str] = {
    ("richer",): mark("It makes more of {end}."),
    ("often",): mark("It leads to {end} more often."),
    ("rarer",): mark("It leads to {end} less often."),
    ("richer", "often"): mark("It makes more of {end}, and leads to {other} more often."),
    ("richer", "rarer"): mark("It makes more of {end}, and leads to {other} less often."),
    ("often", "richer"): mark("It leads to {end} more often, and makes more of {other}."),
    ("often", "rarer"): mark("It leads to {end} more often, and to {other} less often."),
    ("rarer", "richer"): mark("It leads to {end} less often, and makes more of {other}."),
    ("rarer", "often"): mark("It leads to {end} less often, and to {other} more often."),
}


class Reason(NamedTuple):
    """Why the best decision was better than the chosen one."""

    words: str
    chosen: str
    """The choice with its figures."""
    best: str
    """The best decision with its figures."""


class Gain(NamedTuple):
    """The contribution of one end of the turn to the worth of the better keep."""

    after: End
    """The end with the better keep; its chance is 0 if it is impossible."""
    before: End
    """The end with the chosen keep."""
    by_chance: float
    """The worth gained because this way becomes more or less likely."""
    by_worth: float
    """The worth gained because this way itself becomes worth more."""

    @property
    def way(self) -> UseAtEnd:
        """How the turn ends."""
        return self.after.way

    @property
    def worth(self) -> float:
        """The worth gained in total."""
        return self.by_chance + self.by_worth

    @property
    def oftener(self) -> float:
        """The rise of its chance."""
        return self.after.chance - self.before.chance


class ReasonText(NamedTuple):
    """A reason in words, with the ways to end the turn that it names."""

    words: str
    ways: tuple[UseAtEnd, ...] = ()


def reason(moment: Moment, knowledge: Knowledge) -> Reason:
    """The reason why a choice was not the best."""
    text = reason_text(moment, knowledge)
    return Reason(text.words, *reviews.why(moment, knowledge, text.ways))


def gains(best: tuple[End, ...], choice: tuple[End, ...]) -> tuple[Gain, ...]:
    """What each way adds to the lead of the best keep, the largest first; they add up to the difference."""
    level = sum(end.chance * end.worth for end in choice)
    after, before = ({end.way: end for end in ends} for ends in (best, choice))
    never = {way: End(way, 0.0, 0.0, level) for way in {**after, **before}}
    each = [_gain(after.get(way, none), before.get(way, none), level) for way, none in never.items()]
    return tuple(best_first(each, lambda gain: gain.worth))


def _gain(after: End, before: End, level: float) -> Gain:
    """The gain of one way: the chance common to both keeps as one of worth, the rest as one of chance."""
    less, more = sorted((after, before), key=lambda end: end.chance)
    by_chance = (after.chance - before.chance) * (more.worth - level)
    return Gain(after, before, by_chance, less.chance * (after.worth - before.worth))


def reason_text(moment: Moment, knowledge: Knowledge) -> ReasonText:
    """The reason in words only."""
    match moment.event, moment.best:
        case Keep() as choice, Keep() as best:
            both = [ends.after_keep(moment.state, moment.seat, keep, knowledge) for keep in (best, choice)]
            return _of_keeps(gains(*both), moment.cost)
        case Spend() as choice, Spend() as best:
            return ReasonText(_of_uses(moment, choice, best, knowledge))
    return ReasonText(tr(UNTOLD))


def _of_keeps(gains: tuple[Gain, ...], cost: float) -> ReasonText:
    """Names the ends of the turn that make the difference between two keeps. With shared throws and chances
    to win, most of the difference may come from the turns of other seats.
    """
    first, *others = gains
    if sum(gain.worth for gain in gains) < cost / 2 or not _is_visible(first):
        return ReasonText(tr(ALIKE if all(abs(gain.oftener) < PLAIN for gain in gains) else UNTOLD))
    next_most = [one for one in others[:1] if one.worth > 0 and first.worth < cost / 2 and _is_visible(one)]
    changes = [(_change(gain), gain.way) for gain in (first, *next_most)]
    if not next_most and not _is_richer(first):
        changes += [(_oftener(gain), gain.way) for gain in _instead(first, others)]
    return ReasonText(_sentence(changes), tuple(way for _, way in changes))


def _is_richer(gain: Gain) -> bool:
    return gain.by_worth > gain.by_chance


def _is_visible(gain: Gain) -> bool:
    """Whether the displayed figures show it."""
    after, before = gain.after, gain.before
    if _is_richer(gain):
        return after.pays > before.pays and decimal(after.pays) != decimal(before.pays)
    return percent(after.chance) != percent(before.chance)


def _instead(first: Gain, others: list[Gain]) -> list[Gain]:
    """Rolls that become rarer while the first one becomes more frequent, or the reverse."""
    most, *_ = best_first(others, lambda gain: -gain.oftener if first.oftener > 0 else gain.oftener)
    return [most] if abs(most.oftener) >= PLAIN else []


def _change(gain: Gain) -> Change:
    return "richer" if _is_richer(gain) else _oftener(gain)


def _oftener(gain: Gain) -> Change:
    return "often" if gain.oftener > 0 else "rarer"


def _sentence(changes: list[tuple[Change, UseAtEnd]]) -> str:
    """For example: It leads to Fours more often, and to a Full House less often."""
    kinds, named = tuple(dict.fromkeys(kind for kind, _ in changes)), [phrase(way) for _, way in changes]
    return tr(CHANGES[kinds], end=all_of(named) if len(kinds) == 1 else named[0], other=named[-1])


def _of_uses(moment: Moment, choice: Spend, best: Spend, knowledge: Knowledge) -> str:
    """Compares the points now with those to come."""
    uses = {use.name: use for use in questions.uses(moment.state, moment.seat)}
    now = uses[best.use].pays - uses[choice.use].pays
    worths = {one.decision: one.worth for one in evaluate.rate(moment.state, moment.seat, knowledge)}
    later = worths[cast(Decision, best)] - worths[cast(Decision, choice)] - now
    if now > 0:
        return tr("It pays more now.") if later < 0 else tr("It pays more now and leaves no less for later.")
    box = uses[choice.use].box
    if now < 0:
        return tr("It pays less now, and {box}, left open, is worth more later.", box=box)
    return tr("It pays as much now, and {box}, left open, is worth more later.", box=box)
