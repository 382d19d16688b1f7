"""The luck of a match: what every chance event gave each seat beyond its mean.

What is known of a game (`Knowledge`) says what a state is worth. A chance event's luck is the worth after it
less the mean of that worth over all that might have happened: whoever decides how, and however wrong the
worths are, it is nil on average. So a result less its luck has the mean of the result, and varies less the
better the worths are (control variates; of AIVAT that is the part about chance). Where seats steal scores,
the luck of one is bad luck of the others: that too is only about how much less it varies.

The mean over a throw of a turn is the worth before it (`coach.judge`), by the way in which worths of turns
are made; over red dice, roll-offs and the draw of who starts it is taken outcome by outcome.
"""

from collections import Counter
from functools import lru_cache

from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Knowing, Knowledge
from fivedice.arena.played import MatchLuck
from fivedice.core.dice import FACES, WAYS
from fivedice.core.rules import Hands
from fivedice.match.events import Event, First, Throw
from fivedice.match.match import Match
from fivedice.match.setup import Setup
from fivedice.match.state import State, begin, step

RED_DIE = tuple((face,) for face in FACES)


class Luck:
    """Tells the luck of matches of one kind, by what is known of the chance to win and of the score."""

    def __init__(self, setup: Setup, knowing: Knowing) -> None:
        """Raises `IllegalMove` for a game that nothing is known of."""
        game, self._seats = setup.game, len(setup.players)
        self._wins = knowing(game, self._seats, "wins")
        self._score = knowing(game, self._seats, "score")
        self._steals = game.steals

    def of(self, match: Match) -> tuple[MatchLuck, ...]:
        """By seat, the luck of all chance events of a match."""
        wins, score = [0.0] * self._seats, [0.0] * self._seats
        state = begin(match.setup)
        for event in match.events:
            then = step(state, event)
            if isinstance(event, Throw | First):
                _add(wins, _balanced(lucks(state, event, then, self._wins), self._seats))
                own = lucks(state, event, then, self._score)
                _add(score, _balanced(own, self._seats) if self._steals else own)
            state = then
        return tuple(map(MatchLuck, wins, score))


def lucks(state: State, event: Throw | First, then: State, knowledge: Knowledge) -> dict[int, float]:
    """What a chance event gave beyond its mean to each seat whose luck it was; the others' worths rest."""
    return {
        seat: evaluate.worth(then, seat, knowledge) - _mean(state, seat, knowledge)
        for seat in touched(state, event)
    }


def touched(state: State, event: Event) -> tuple[int, ...]:
    """The seats whose luck it is: all whose dice they are, and all who are in a roll-off or a draw."""
    if state.awaited.kind == "first":
        return state.awaited.seats
    if state.rolloff is not None:
        return state.rolloff.seats
    return state.game_awaits.seats if isinstance(state.game_awaits, Hands) else (event.seat,)


def _mean(state: State, seat: int, knowledge: Knowledge) -> float:
    """The worth to a seat after a chance event, on average."""
    if state.turn is not None:
        return evaluate.worth(state, seat, knowledge)
    after = _outcomes(state)
    return sum(ways * evaluate.worth(then, seat, knowledge) for then, ways in after.items()) / after.total()


@lru_cache(maxsize=8)  # asked for every seat and both aims at once
def _outcomes(state: State) -> Counter[State]:
    """The states that may follow where no turn is under way, and in how many ways each comes about."""
    seats, dice = state.awaited.seats, WAYS if state.rolloff is not None else dict.fromkeys(RED_DIE, 1)
    after = Counter[State]()
    if state.awaited.kind == "first":
        after.update(step(state, First(seat)) for seat in seats)
    else:
        for thrown, ways in dice.items():
            after[step(state, Throw(seats[0], thrown))] += ways
    return after


def _balanced(lucks_: dict[int, float], seats: int) -> dict[int, float]:
    """As of shares of one win: what some gain by chance the others lose, in equal parts."""
    others = [seat for seat in range(seats) if seat not in lucks_]
    each = sum(lucks_.values()) / (len(others) or seats)
    if not others:
        return {seat: luck - each for seat, luck in lucks_.items()}
    return {**lucks_, **dict.fromkeys(others, -each)}


def _add(sums: list[float], more: dict[int, float]) -> None:
    for seat, luck in more.items():
        sums[seat] += luck
