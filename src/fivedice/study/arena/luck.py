"""The luck of a match: how far above or below the mean each chance event left every seat.

A chance event's luck is the worth after it (by the game's `Knowledge`) minus the mean of that worth over all
outcomes. Its mean is zero, however the bots decide and however wrong the worths are. So a result minus its
luck has the same mean as the result. The better the worths are, the less the difference varies (control
variates: AIVAT's part about chance). Where seats steal scores, one seat's luck counts as bad luck for the
others, which only reduces the variance further.

The mean over a throw of a turn is the worth before it, because that is how worths of turns are computed. Over
red dice, roll-offs and the draw for the first seat, it is computed outcome by outcome.
"""

from collections import Counter
from functools import lru_cache

from msgspec import Struct

from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Knowing, Knowledge
from fivedice.core.dice import FACES, WAYS
from fivedice.core.rules import Hands
from fivedice.match.events import Event, First, Throw
from fivedice.match.match import EventMatch
from fivedice.match.state import State, begin, step


class MatchLuck(Struct, frozen=True):
    """The luck of a seat in a match: the gain in its share of the win and in its score."""

    wins: float
    score: float


NO_LUCK = MatchLuck(0.0, 0.0)

RED_DIE = tuple((face,) for face in FACES)


def luck_of(match: EventMatch, knowing: Knowing) -> tuple[MatchLuck, ...]:
    """The luck of all chance events of a match, for the chance to win and for the score, by seat."""
    game, seats, state = match.setup.game, len(match.setup.players), begin(match.setup)
    known_wins, known_score = (knowing(game, seats, aim) for aim in ("wins", "score"))
    wins, score = [0.0] * seats, [0.0] * seats
    for event in match.events:
        then = step(state, event)
        if isinstance(event, Throw | First):
            _add(wins, _balanced(lucks(state, event, then, known_wins), seats))
            own = lucks(state, event, then, known_score)
            _add(score, _balanced(own, seats) if game.steals else own)
        state = then
    return tuple(map(MatchLuck, wins, score))


def lucks(state: State, event: Throw | First, then: State, knowledge: Knowledge) -> dict[int, float]:
    """The luck of a chance event for each seat that it concerns; the worths of others do not change."""
    return {
        seat: evaluate.worth(then, seat, knowledge) - _mean(state, seat, knowledge)
        for seat in touched(state, event)
    }


def touched(state: State, event: Event) -> tuple[int, ...]:
    """The seats that a chance event affects: those that get the dice, or are in the roll-off or draw."""
    if state.awaited.kind == "first":
        return state.awaited.seats
    if state.rolloff is not None:
        return state.rolloff.seats
    return state.game_awaits.seats if isinstance(state.game_awaits, Hands) else (event.seat,)


def _mean(state: State, seat: int, knowledge: Knowledge) -> float:
    """The mean worth to a seat after a chance event."""
    if state.turn is not None:
        return evaluate.worth(state, seat, knowledge)
    after = _outcomes(state)
    return sum(ways * evaluate.worth(then, seat, knowledge) for then, ways in after.items()) / after.total()


@lru_cache(maxsize=8)  # needed for every seat and both aims
def _outcomes(state: State) -> Counter[State]:
    """The states that may follow outside a turn, each with its number of equally likely outcomes."""
    seats, dice = state.awaited.seats, WAYS if state.rolloff is not None else dict.fromkeys(RED_DIE, 1)
    after = Counter[State]()
    if state.awaited.kind == "first":
        after.update(step(state, First(seat)) for seat in seats)
    else:
        for thrown, ways in dice.items():
            after[step(state, Throw(seats[0], thrown))] += ways
    return after


def _balanced(lucks_: dict[int, float], seats: int) -> dict[int, float]:
    """The luck of a zero-sum result: what some gain by chance, the others lose in equal parts."""
    others = [seat for seat in range(seats) if seat not in lucks_]
    each = sum(lucks_.values()) / (len(others) or seats)
    if not others:
        return {seat: luck - each for seat, luck in lucks_.items()}
    return {**lucks_, **dict.fromkeys(others, -each)}


def _add(sums: list[float], more: dict[int, float]) -> None:
    for seat, luck in more.items():
        sums[seat] += luck
