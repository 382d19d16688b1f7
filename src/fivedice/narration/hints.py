"""The choices of a hint, with their reasons in words, and mixed strategies in a sentence."""

from collections.abc import Collection
from typing import Any

from msgspec import Struct

from fivedice.analysis import ends, evaluate
from fivedice.analysis.ends import End, UseAtEnd
from fivedice.analysis.evaluate import RatedDecision, Share
from fivedice.analysis.solver_api import Beside, Knowing, Knowledge, fewest, is_chance
from fivedice.core.dice import FIVE
from fivedice.core.faces import dice_text
from fivedice.core.rules import Game, Hands, Use, title
from fivedice.core.ties import best_named
from fivedice.language import clauses, comma, decimal, mark, one_of, percent, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.state import State
from fivedice.notation import write

SHOWN_ENDS = 3
CLOSE = 0.5
"""A second end is named beside the likeliest if it is at least this likely, compared with it."""
LITTLE = 0.005
"""Smaller amounts are printed as zero."""
WHOLE_FROM = 100
"""Points to come are rounded to whole numbers from this value on, and to three digits below it."""
WITH_ARTICLE = "straight", "house", "yahtzee"
"""Endings of the names of patterns that take an article in a sentence."""
LIKELY = {
    (True, True): mark("{chance} chance of {end} (mean {points})"),
    (True, False): mark("{chance} chance of {end}"),
    (False, True): mark("{chance} of {end} (mean {points})"),
    (False, False): mark("{chance} of {end}"),
}
"""An end of a turn with its chance, by whether it is the first, and whether it pays."""
LIKELY_ON_BOARD = {
    (True, True): mark("{chance} chance to {act} (mean {points})"),
    (True, False): mark("{chance} chance to {act}"),
    (False, True): mark("{chance} to {act} (mean {points})"),
    (False, False): mark("{chance} to {act}"),
}
"""The same on a board."""


class Hint(Struct, frozen=True):
    """One choice with its worth, and its cost compared with the best choice."""

    decision: Decision
    """The choice, as `match.step` accepts it."""
    worth: float
    """The worth after this choice, in the unit of `Hints.aim`."""
    cost: float
    """The loss compared with the best choice; 0 for the best."""
    why: str
    """The reason, as a phrase."""
    beside: dict[str, float]
    """Other figures by name, such as the chance of the bonus."""


def choices(
    state: State, seat: int, rated: tuple[RatedDecision, ...], known: Knowledge, others: tuple[Beside, ...]
) -> tuple[Hint, ...]:
    """The rated choices of a seat with their reasons."""

    def hint(one: RatedDecision) -> Hint:
        beside = ends.beside(state, seat, one.decision, known, others)
        if state.setup.game.for_children:
            why = advise(state, seat, one.decision, one.cost, known)
        else:
            why = describe(state, seat, one, known)
        return Hint(one.decision, one.worth, one.cost, why, beside)

    return tuple(map(hint, rated))


def mixed(shares: tuple[Share, ...]) -> list[dict[str, Any]]:
    """A mixed strategy as plain values: each part with its chance and the opponent's gain."""
    return [{**write.fields(share.decision), "chance": share.chance, "gain": share.gain} for share in shares]


# --- Reasons ---------------------------------------------------------------------------------------------


def phrase(way: UseAtEnd) -> str:
    """A way within a sentence: "a Full House", "Fours", "a zero in Full House"."""
    box = title(way.use, way.card)
    if way.zero:
        return tr("a zero in {box}", box=box)
    return tr("a {pattern}", pattern=box) if way.use.rpartition("-")[2] in WITH_ARTICLE else box


def describe(
    state: State, seat: int, rated: RatedDecision, knowledge: Knowledge, to_name: Collection[UseAtEnd] = ()
) -> str:
    """A line on the gains and losses of a choice; it includes the ends `to_name` of a keep."""
    match rated.decision:
        case Keep() as keep if ends.is_stop(state, keep):
            return _stopping_for(state, seat, knowledge)
        case Keep() as keep:
            return _ends_in(state.setup.game, ends.after_keep(state, seat, keep, knowledge), to_name)
        case Spend():
            return _why_use(state, seat, rated, knowledge)
        case Choose():
            return _why_choice(state, seat, rated.decision, knowledge)


def advise(state: State, seat: int, decision: Decision, cost: float, knowledge: Knowledge) -> str:
    """A sentence without figures that gives the reason for a decision; `cost` compares it with the best."""
    game = state.setup.game
    match decision:
        case Keep() as keep if ends.is_stop(state, keep):
            use = _best_use(state, seat, knowledge)
            return tr("These dice are already good for {use}.", use=use.title)
        case Keep() as keep:
            return _most_likely(game, ends.after_keep(state, seat, keep, knowledge))
        case Spend(use=name):
            pays = {use.name: use.pays for use in questions.uses(state, seat)}
            sentence = mark("Something else brings more now, but this is better in the end.")
            if cost > LITTLE:
                sentence = mark("Something else is better in the end.")
            elif pays[name] == max(pays.values()):
                sentence = mark("Nothing else brings more now.")
            return tr(sentence)
        case Choose(option=option):
            after = game.choose(state.position, option)
            if isinstance(game.awaits(after), Hands):
                return _most_likely(game, ends.of_turn(state, after, seat, knowledge))
            return tr("The red die may take you to a better space.")


def _most_likely(game: Game, likely: tuple[End, ...]) -> str:
    ways = [end.way for end in likely[:2] if end.chance >= likely[0].chance * CLOSE]
    if game.fills_boxes:
        return tr("So you will most likely get {ends}.", ends=one_of(map(phrase, ways)))
    return tr("Most likely then: {acts}.", acts=one_of(game.act_phrase(way.use) for way in ways))


def amount(worth: float, aim: str) -> str:
    """A worth for display: a chance as a percentage, points with two decimals."""
    return percent(worth, 2) if is_chance(aim) else decimal(worth, 2)


def _why_choice(state: State, seat: int, choice: Choose, knowledge: Knowledge) -> str:
    game = state.setup.game
    after = game.choose(state.position, choice.option)
    if not isinstance(game.awaits(after), Hands):
        return tr(game.option_words(choice.option).next)
    return _ends_in(game, ends.of_turn(state, after, seat, knowledge))


def _ends_in(game: Game, likely: tuple[End, ...], to_name: Collection[UseAtEnd] = ()) -> str:
    """The likeliest ends, and those to name: "17% chance of Fours (mean 8.0), 10% of Chance (mean 21.3)"."""
    listed = [end for place, end in enumerate(likely) if place < SHOWN_ENDS or end.way in to_name]
    return clauses(_outcome(game, end, not place) for place, end in enumerate(listed))


def _outcome(game: Game, end: End, is_first: bool) -> str:
    """For example "17% chance of Fours (mean 8.0)", on a board "10% to raise Fours (mean 1.3)"."""
    form, figures = (is_first, end.pays != 0), {"chance": percent(end.chance), "points": decimal(end.pays)}
    if game.fills_boxes:
        return tr(LIKELY[form], end=phrase(end.way), **figures)
    return tr(LIKELY_ON_BOARD[form], act=game.act_phrase(end.way.use), **figures)


def _stopping_for(state: State, seat: int, knowledge: Knowledge) -> str:
    """The best use of the dice: "stop here for Large Straight 40", "stop here and place Aces for 1 chip"."""
    use = _best_use(state, seat, knowledge)
    if act := state.setup.game.gain_phrase(use):
        return tr("stop here and {act}", act=act)
    return tr("stop here for {use}", use=use.text)  # Translators: such as Sixes 18


def _best_use(state: State, seat: int, knowledge: Knowledge) -> Use:
    worths = evaluate.spanning(state, knowledge).uses(state.position, seat, questions.final_roll(state, seat))
    best = best_named(worths)
    return next(offered for offered in questions.uses(state, seat) if offered.name == best)


def _why_use(state: State, seat: int, rated: RatedDecision, knowledge: Knowledge) -> str:
    assert isinstance(rated.decision, Spend)
    offered = {use.name: use for use in questions.uses(state, seat)}
    use = offered[rated.decision.use]
    now = mark("{points} now ({note})") if use.note else mark("{points} now")
    pays = tr(now, points=use.pays, note=use.note)
    if is_chance(knowledge.aim):
        return pays
    to_come = rated.worth - state.setup.game.scores(state.position)[seat] - use.pays
    if abs(to_come) < LITTLE:
        return clauses([pays, tr("nothing more to come")])
    rounded = abs(to_come) if abs(to_come) >= WHOLE_FROM else float(f"{abs(to_come):.3g}")
    about = decimal(rounded, 0 if rounded >= WHOLE_FROM else fewest(rounded, 4))
    if to_come > 0:
        return clauses([pays, tr("about {points} more to come", points=about)])
    return clauses([pays, tr("about {points} lost later", points=about)])


# --- Mixed decisions ---------------------------------------------------------------------------------------


def mixture(state: State, seat: int, knowing: Knowing) -> tuple[Share, ...]:
    """The mixed strategy of a seat that plays to win, if several seats decide at once and it is known."""
    if state.awaited.kind != "keep" or state.turn is None or len(state.turn.hands) == 1:
        return ()
    return evaluate.mixture(state, seat, knowing(state.setup.game, len(state.setup.players), "wins"))


def describe_mix(mixed: tuple[Share, ...], face_set: str) -> str:
    """A mixed strategy in a sentence, or ""."""
    kept = [_kept(share, face_set) for share in mixed]
    if not kept:
        return ""
    if len(kept) == 1:
        return tr("Best to win: keep {dice}; an opponent gains nothing by knowing it.", dice=kept[0])
    gain, dice = mark("{text} ({note})"), zip(mixed, kept, strict=True)
    gains = comma(tr(gain, text=keep, note=percent(share.gain, 1)) for share, keep in dice)
    several = mark("Best to win: {parts}; an opponent who knows what you always keep gains: {gains}.")
    return tr(several, parts=comma(mix_parts(mixed, face_set)), gains=gains)


def mix_parts(mixed: tuple[Share, ...], face_set: str) -> list[str]:
    """Each part of a mixed strategy: "80% keep 6 6"."""
    part = mark("{chance} keep {dice}")
    return [tr(part, chance=share_text(share.chance), dice=_kept(share, face_set)) for share in mixed]


def share_text(chance: float) -> str:
    """A chance for display; a small one is not shown as 0%."""
    return percent(chance) if chance >= 0.005 else tr("under {chance}", chance=percent(0.01))


def _kept(share: Share, face_set: str) -> str:
    assert isinstance(share.decision, Keep)
    dice = share.decision.dice
    return tr("all five") if len(dice) == FIVE else dice_text(dice, face_set)
