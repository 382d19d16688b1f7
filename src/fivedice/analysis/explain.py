"""Explains the worth of a choice: of a keep by the likely ends, of a use by its points and those to come.

Other figures, such as the chance of the Upper bonus, are shown beside it.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from fivedice.analysis import evaluate
from fivedice.analysis.evaluate import RatedDecision
from fivedice.analysis.solver_api import Beside, Knowledge, fewest, is_chance
from fivedice.cards.boxes import ZERO
from fivedice.core.dice import FIVE, ROLLS
from fivedice.core.rules import Game, Hands, Use, title
from fivedice.core.ties import best_first, best_named
from fivedice.core.turn import Turn
from fivedice.core.worth import KEEP_NUMBER, TurnWorth, Worth, best_keep, follow, keep_worth
from fivedice.games.cardgame import card_of
from fivedice.language import clauses, decimal, mark, one_of, percent, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.state import State

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


class UseAtEnd(NamedTuple):
    """A use at the end of a turn, and whether it is a zero."""

    use: str
    zero: bool
    card: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The way for display: "Full House", "a zero in Full House"."""
        box = title(self.use, self.card)
        return tr("a zero in {box}", box=box) if self.zero else box

    @property
    def phrase(self) -> str:
        """The way within a sentence: "a Full House", "Fours"."""
        has_article = not self.zero and self.use.rpartition("-")[2] in WITH_ARTICLE
        return tr("a {pattern}", pattern=self.title) if has_article else self.title


class End(Struct, frozen=True):
    """One way a turn may end, with its chance, mean points and mean worth."""

    way: UseAtEnd
    chance: float
    pays: float
    worth: float


class Used(NamedTuple):
    """The best use of each roll."""

    names: tuple[str, ...]
    """(252,): the uses."""
    place: NDArray[np.intp]
    """(252,): the index of the position after each use."""
    positions: tuple[Any, ...]


def ends(state: State, seat: int, keep: Keep, knowledge: Knowledge) -> tuple[End, ...]:
    """The possible ends of the turn after this keep and best play, the likeliest end first."""
    known = evaluate.spanning(state, knowledge)
    ways, two_left, one_left = _ends(state.setup.game, state.position, seat, known)
    early = state.turn is not None and state.turn.step == 1 and not _stops(state, keep)
    return _likeliest_first(ways, (two_left if early else one_left)[KEEP_NUMBER[keep.dice]])


def turn_ends(state: State, position: Any, seat: int, knowledge: Knowledge) -> tuple[End, ...]:
    """The possible ends of a turn before its first throw, at a position that a choice leads to."""
    known = evaluate.spanning(state, knowledge)
    ways, two_left, _ = _ends(state.setup.game, position, seat, known)
    kept = best_keep(evaluate.outlook(known, position, seat)[1].two_left)
    return _likeliest_first(ways, keep_worth(two_left[kept])[0])


def _stops(state: State, keep: Keep) -> bool:
    """Whether the keep ends the turn: a single hand keeps all five."""
    return len(keep.dice) == FIVE and state.turn is not None and len(state.turn.hands) == 1


def _likeliest_first(ways: tuple[UseAtEnd, ...], each: Worth) -> tuple[End, ...]:
    """The ends from their chances, and points and worths weighted by them: (3, ways)."""
    chances = each[0]
    order = best_first(np.flatnonzero(chances > 1e-12).tolist(), lambda way: float(chances[way]))
    means = (each[1:] / np.where(chances, chances, 1.0)).T.tolist()
    return tuple(End(ways[way], float(chances[way]), *means[way]) for way in order)


def beside(
    state: State, seat: int, decision: Decision, knowledge: Knowledge, others: tuple[Beside, ...]
) -> dict[str, float]:
    """Other figures of a decision, by aim, if the rest of the turn follows the knowledge."""
    if not others:
        return {}
    game, position = state.setup.game, state.position
    known = evaluate.spanning(state, knowledge)
    counting = tuple([evaluate.spanning(state, other) for other in others])
    match decision:
        case Keep(dice=dice):
            two_left, one_left = _beside_keeps(game, position, seat, known, counting, state.turn)
            early = state.turn is not None and state.turn.step == 1 and not _stops(state, decision)
            worths = (two_left if early else one_left)[KEEP_NUMBER[dice]].tolist()
        case Spend(use=use):
            after = game.use(position, seat, questions.final_roll(state, seat), use)
            turn = state.turn
            worths = [
                other.after_use(position, seat, after, turn) if turn else other.worth(after, seat)
                for other in counting
            ]
        case Choose(option=option):
            after = game.choose(position, option)
            worths = [other.worth(after, seat) for other in counting]
    return {other.aim: worth for other, worth in zip(others, worths, strict=True)}


def why(
    state: State, seat: int, rated: RatedDecision, knowledge: Knowledge, to_name: Collection[UseAtEnd] = ()
) -> str:
    """A line on the gains and losses of a choice; it includes the ends `to_name` of a keep."""
    match rated.decision:
        case Keep() as keep if _stops(state, keep):
            return _stopping_for(state, seat, knowledge)
        case Keep() as keep:
            return _ends_in(state.setup.game, ends(state, seat, keep, knowledge), to_name)
        case Spend():
            return _why_use(state, seat, rated, knowledge)
        case Choose():
            return _why_choice(state, seat, rated.decision, knowledge)


def advise(state: State, seat: int, decision: Decision, cost: float, knowledge: Knowledge) -> str:
    """A sentence without figures that gives the reason for a decision; `cost` compares it with the best."""
    game = state.setup.game
    match decision:
        case Keep() as keep if _stops(state, keep):
            use = _best_use(state, seat, knowledge)
            return tr("These dice are already good for {use}.", use=use.title)
        case Keep() as keep:
            return _most_likely(game, ends(state, seat, keep, knowledge))
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
                return _most_likely(game, turn_ends(state, after, seat, knowledge))
            return tr("The red die may take you to a better space.")


def _most_likely(game: Game, ends: tuple[End, ...]) -> str:
    ways = [end.way for end in ends[:2] if end.chance >= ends[0].chance * CLOSE]
    if game.fills_boxes:
        return tr("So you will most likely get {ends}.", ends=one_of(way.phrase for way in ways))
    return tr("Most likely then: {acts}.", acts=one_of(game.act_phrase(way.use) for way in ways))


def amount(worth: float, aim: str) -> str:
    """A worth for display: a chance as a percentage, points with two decimals."""
    return percent(worth, 2) if is_chance(aim) else decimal(worth, 2)


def _why_choice(state: State, seat: int, choice: Choose, knowledge: Knowledge) -> str:
    game = state.setup.game
    after = game.choose(state.position, choice.option)
    if not isinstance(game.awaits(after), Hands):
        return tr(game.option_words(choice.option).next)
    return _ends_in(game, turn_ends(state, after, seat, knowledge))


def _ends_in(game: Game, ends: tuple[End, ...], to_name: Collection[UseAtEnd] = ()) -> str:
    """The likeliest ends, and those to name: "17% chance of Fours (mean 8.0), 10% of Chance (mean 21.3)"."""
    listed = [end for place, end in enumerate(ends) if place < SHOWN_ENDS or end.way in to_name]
    return clauses(_outcome(game, end, not place) for place, end in enumerate(listed))


def _outcome(game: Game, end: End, is_first: bool) -> str:
    """For example "17% chance of Fours (mean 8.0)", on a board "10% to raise Fours (mean 1.3)"."""
    form, figures = (is_first, end.pays != 0), {"chance": percent(end.chance), "points": decimal(end.pays)}
    if game.fills_boxes:
        return tr(LIKELY[form], end=end.way.phrase, **figures)
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


@lru_cache(maxsize=64)
def _ends(
    game: Game, position: Any, seat: int, knowledge: Knowledge
) -> tuple[tuple[UseAtEnd, ...], Worth, Worth]:
    """The ends of a turn; and for each keep with two throws left and with one, (462, 3, ways): their chances,
    and points and worths weighted by them.
    """
    worths, ahead = evaluate.outlook(knowledge, position, seat)
    used = _used(game, position, seat, knowledge)
    before = game.scores(position)[seat]
    paid = np.array([game.scores(after)[seat] - before for after in used.positions])[used.place]
    each = _ways(game, used.names, paid.tolist())
    ways = tuple(sorted(set(each)))
    ends_in = np.array(list(map(ways.index, each)))[:, None] == np.arange(len(ways))
    rows = np.stack([ends_in, ends_in * paid[:, None], ends_in * worths[:, None]], axis=1).astype(np.float64)
    return ways, *follow(ahead, rows)


def _ways(game: Game, names: tuple[str, ...], paid: list[int]) -> list[UseAtEnd]:
    """The end of the turn with each roll; only boxes have zeros."""
    zeros = [game.fills_boxes and not pays for pays in paid]
    pairs = zip(names, zeros, strict=True)
    card = form.names if (form := card_of(game)) else ()
    return [UseAtEnd(name.removeprefix(ZERO) if zero else name, zero, card) for name, zero in pairs]


@lru_cache(maxsize=64)
def _beside_keeps(
    game: Game, position: Any, seat: int, knowledge: Knowledge, others: tuple[Beside, ...], turn: Turn | None
) -> tuple[Worth, Worth]:
    """(462, others) with two throws left and with one: the other figures after the best uses."""
    _, ahead = evaluate.outlook(knowledge, position, seat)
    used = _used(game, position, seat, knowledge)
    pairs = [_beside_keep(other, position, seat, ahead, used, turn) for other in others]
    two_left, one_left = zip(*pairs, strict=True)
    return np.stack(two_left, axis=1), np.stack(one_left, axis=1)


def _beside_keep(
    other: Beside, position: Any, seat: int, ahead: TurnWorth, used: Used, turn: Turn | None
) -> tuple[Worth, Worth]:
    """(462,) with two throws left and with one; the same array twice if hands are visible."""
    if turn is not None:
        after = tuple([used.positions[place] for place in used.place])
        keeps = other.keeps(position, seat, turn, ahead, after)
        if keeps is not None:
            return keeps, keeps
    counted = np.array([other.worth(after, seat) for after in used.positions])
    two_left, one_left = follow(ahead, counted[used.place])
    return two_left, one_left


@lru_cache(maxsize=64)
def _used(game: Game, position: Any, seat: int, knowledge: Knowledge) -> Used:
    names = knowledge.best_uses(position, seat)
    after = [game.use(position, seat, roll, name) for roll, name in zip(ROLLS, names, strict=True)]
    numbers: dict[Any, int] = {}
    place = np.array([numbers.setdefault(position, len(numbers)) for position in after])
    return Used(names, place, tuple(numbers))
