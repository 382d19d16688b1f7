"""How a turn may end after a choice, and other figures of it, such as the chance of the Upper bonus."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Beside, Knowledge
from fivedice.cards.boxes import ZERO
from fivedice.core.dice import FIVE, ROLLS
from fivedice.core.rules import Game
from fivedice.core.ties import best_first
from fivedice.core.turn import Turn
from fivedice.core.worth import KEEP_NUMBER, TurnWorth, Worth, best_keep, follow, keep_worth
from fivedice.games.cardgame import card_of
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.state import State


class UseAtEnd(NamedTuple):
    """A use at the end of a turn, and whether it is a zero."""

    use: str
    zero: bool
    card: tuple[str, ...] = ()


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


def after_keep(state: State, seat: int, keep: Keep, knowledge: Knowledge) -> tuple[End, ...]:
    """The possible ends of the turn after this keep and best play, the likeliest end first."""
    known = evaluate.spanning(state, knowledge)
    ways, two_left, one_left = _ends(state.setup.game, state.position, seat, known)
    early = state.turn is not None and state.turn.step == 1 and not is_stop(state, keep)
    return _likeliest_first(ways, (two_left if early else one_left)[KEEP_NUMBER[keep.dice]])


def of_turn(state: State, position: Any, seat: int, knowledge: Knowledge) -> tuple[End, ...]:
    """The possible ends of a turn before its first throw, at a position that a choice leads to."""
    known = evaluate.spanning(state, knowledge)
    ways, two_left, _ = _ends(state.setup.game, position, seat, known)
    kept = best_keep(evaluate.outlook(known, position, seat)[1].two_left)
    return _likeliest_first(ways, keep_worth(two_left[kept])[0])


def is_stop(state: State, keep: Keep) -> bool:
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
            early = state.turn is not None and state.turn.step == 1 and not is_stop(state, decision)
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
