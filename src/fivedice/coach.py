"""Looks back at a match: what every choice cost and every throw brought. Knows no game, draws nothing.

For each seat the sums hold to the last digit (`Account.result`): what it made is its worth at the start, plus
luck, minus cost, plus what changed while others acted.
"""

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from fivedice import judge
from fivedice.knowledge import Knowledge
from fivedice.play.events import Decision, Event, First, Hint, Spend, Throw
from fivedice.play.match import Match
from fivedice.play.state import State, begin, step
from fivedice.rules import Hands

MARKS: dict[str, tuple[float, float, float]] = {
    "points": (1.0, 3.0, 8.0),
    "columns": (0.05, 0.2, 0.5),
    "chips": (0.3, 1.0, 2.0),
    "wins": (0.01, 0.03, 0.08),
}
"""From which cost on a choice is marked ?!, ? and ??, by what a worth counts."""


class Moment(Struct, frozen=True):
    """One event as a seat saw it: what it was worth before and after, as luck or as cost."""

    number: int
    """The event's number in the match, from 1."""
    game: int
    """The game of the match it belongs to, from 1."""
    seat: int
    event: Event
    before: float
    after: float
    luck: float = 0.0
    cost: float = 0.0
    kind: str = ""
    """What was decided: "first keep", "second keep", "use" or "choice"; empty for a throw."""
    best: Decision | None = None
    """The decision that was worth most, where another was made."""
    mark: str = ""
    """?!, ? or ?? where a choice cost much."""


class Account(Struct, frozen=True):
    """What a match came to for one seat."""

    seat: int
    start: float
    luck: float
    cost: float
    others: float
    """What changed while others acted."""
    result: float
    by_kind: dict[str, float]
    """The cost of its choices by kind of decision."""
    by_box: dict[str, float]
    """The cost of a turn's choices by what the turn was used for."""


class Review(Struct, frozen=True):
    """A match looked back at: every moment, an account a seat, and the moments that decided most."""

    aim: str
    exact: bool
    moments: tuple[Moment, ...]
    accounts: tuple[Account, ...]
    decisive: tuple[Moment, ...]
    """The costliest choices and the greatest strokes of luck, the weightiest first."""


def review(match: Match, knowledge: Knowledge) -> Review:
    """Looks back at a match, finished or not."""
    moments = tuple(_moments(match, knowledge))
    seats = range(len(match.setup.players))
    accounts = tuple(_account(match, knowledge, moments, seat) for seat in seats)
    weighty = sorted(moments, key=lambda moment: -max(abs(moment.luck), moment.cost))
    return Review(knowledge.aim, knowledge.exact, moments, accounts, tuple(weighty[:5]))


def mark(cost: float, aim: str) -> str:
    """?!, ? or ?? by what a choice cost."""
    doubtful, bad, blunder = MARKS[aim]
    return "??" if cost >= blunder else "?" if cost >= bad else "?!" if cost >= doubtful else ""


def _moments(match: Match, knowledge: Knowledge) -> Iterator[Moment]:
    state = begin(match.setup)
    for number, event in enumerate(match.events, start=1):
        after = step(state, event)
        for seat in () if isinstance(event, Hint) else _touched(state, event):
            yield _moment(number, state, event, after, seat, knowledge)
        state = after


def _touched(state: State, event: Event) -> tuple[int, ...]:
    """The seats whose own luck or choice the event is: a common throw is the luck of all who use it."""
    if isinstance(event, Throw) and isinstance(state.game_awaits, Hands) and state.rolloff is None:
        return state.game_awaits.seats
    return (event.seat,)


def _moment(number: int, state: State, event: Event, after: State, seat: int, knowledge: Knowledge) -> Moment:
    game = len(state.finished) + 1
    before, then = judge.worth(state, seat, knowledge), judge.worth(after, seat, knowledge)
    if isinstance(event, Throw | First):
        return Moment(number, game, seat, event, before, then, luck=then - before)
    cost = before - then
    better = judge.best(state, seat, knowledge) if cost > 1e-9 else None
    return Moment(
        number, game, seat, event, before, then, 0.0, cost, _kind(state), better, mark(cost, knowledge.aim)
    )


def _kind(state: State) -> str:
    if state.awaited.kind == "keep" and state.turn is not None:
        return ("first keep", "second keep")[state.turn.step - 1]
    return {"use": "use", "choose": "choice"}[state.awaited.kind]


def _account(match: Match, knowledge: Knowledge, moments: tuple[Moment, ...], seat: int) -> Account:
    own = [moment for moment in moments if moment.seat == seat]
    start = judge.worth(begin(match.setup), seat, knowledge)
    result = judge.worth(match.state, seat, knowledge)
    luck, cost = sum(moment.luck for moment in own), sum(moment.cost for moment in own)
    by_kind, by_box = defaultdict[str, float](float), defaultdict[str, float](float)
    turn = 0.0
    for moment in own:
        turn += moment.cost
        if moment.kind:
            by_kind[moment.kind] += moment.cost
        if isinstance(moment.event, Spend):
            by_box[moment.event.use] += turn
            turn = 0.0
    others = result - start - luck + cost
    return Account(seat, start, luck, cost, others, result, dict(by_kind), dict(by_box))
