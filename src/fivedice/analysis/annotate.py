"""Annotates a match: every throw with its luck and every choice with its cost, as each seat saw them.

Luck is the worth a throw gains; cost is the worth a choice loses compared with the best.
"""

from collections.abc import Iterator, Set
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from fivedice.analysis import evaluate
from fivedice.analysis.evaluate import Share
from fivedice.analysis.solver_api import Knowledge, as_printed, unit_for
from fivedice.core.rules import Hands, Use
from fivedice.core.ties import SAME
from fivedice.match import questions
from fivedice.match.events import Decision, Entry, Event, First, HintTaken, Keep, Score, Spend, Throw
from fivedice.match.match import EventMatch
from fivedice.match.state import State, begin, step
from fivedice.match.turn_numbers import TurnNumbers

KINDS = ("first keep", "second keep", "use", "choice")
"""The kinds of decisions, in the order of a turn."""

ROUNDING = SAME
"""Smaller differences of worths are rounding errors."""


class Moment(Struct, frozen=True):
    """One event as a seat saw it, with its luck or cost."""

    number: int
    """The event's number in the match, from 1."""
    game: int
    """The number of the game, from 1."""
    turn: int
    """The number of the seat's turn in that game, from 1; 0 before the first."""
    seat: int
    """The number of the seat, from 0."""
    event: Event
    """The event."""
    state: State
    """The state before the event."""
    then: State
    """The state after the event."""
    before: float
    """The worth to the seat before the event."""
    after: float
    """The worth to the seat after the event."""
    luck: float = 0.0
    """The gain of a throw; negative for a loss."""
    cost: float = 0.0
    """The loss of a choice compared with the best; 0 for the best."""
    kind: str = ""
    """One of `KINDS`; empty for a throw."""
    best: Decision | None = None
    """The best decision, if another was made."""
    mark: str = ""
    """?!, ? or ?? for a costly choice."""
    mixed: tuple[Share, ...] = ()
    """The best mix of keeps, likeliest first, if it has several; none of these keeps is a mistake."""
    by_game: bool = False
    """Whether the game decided for an absent player (R6); such a choice has no mark."""
    joint: float = 0.0
    """The gain of a turn entered without throws: luck and choices together."""

    @property
    def own_cost(self) -> float:
        """The cost if the player decided, else 0."""
        return 0.0 if self.by_game else self.cost

    @property
    def weight(self) -> float:
        """The size of the luck or cost, or of both together."""
        return max(abs(self.luck), self.cost, abs(self.joint))

    def __repr__(self) -> str:
        """The event with its luck or cost, without the states."""
        moved = f"cost {self.cost:z.4f}" if self.kind else f"luck {self.luck:z.4f}"
        moved = f"luck and choices {self.joint:z.4f}" if isinstance(self.event, Entry) else moved
        return f"<Moment {self.number}, {self.event}: {moved}{self.mark and f' {self.mark}'}>"


def unrated_moments(match: EventMatch, by_game: Set[int] = frozenset()) -> Iterator[Moment]:
    """Every event as the seats concerned saw it, without hints and without worths. The game made the
    decisions numbered in `by_game` for absent players.
    """
    state = begin(match.setup)
    turns = TurnNumbers(len(match.setup.players))
    for number, event in enumerate(match.events, start=1):
        if isinstance(event, HintTaken):
            continue
        turns.come_to(state)
        then = step(state, event)
        game = len(state.finished) + 1
        for seat in _touched(state, event):
            decided = number in by_game
            yield Moment(number, game, turns.of[seat], seat, event, state, then, 0.0, 0.0, by_game=decided)
        state = then


def each_moment(match: EventMatch, knowledge: Knowledge, by_game: Set[int] = frozenset()) -> Iterator[Moment]:
    """Every event with its luck or cost; worths carry over, unless others reveal decisions in between."""
    worths = dict[int, float]()
    for _, together in groupby(unrated_moments(match, by_game), key=lambda moment: moment.number):
        now = dict[int, float]()
        for bare in together:
            state, seat, event = bare.state, bare.seat, bare.event
            before = worths[seat] if seat in worths else evaluate.worth(state, seat, knowledge)
            after = now[seat] = evaluate.worth(bare.then, seat, knowledge)
            if isinstance(event, Keep | Spend | Entry) and decides_last(state):
                after = evaluate.handed_in(state, seat, event, knowledge)
            yield _judged(replace(bare, before=before, after=after), knowledge)
        worths = now


def alone(state: State, decision: Decision, knowledge: Knowledge) -> Moment:
    """A decision as its seat saw it, without the rest of the match: numbers and turns are 0."""
    rated = next(one for one in evaluate.rate(state, decision.seat, knowledge) if one.decision == decision)
    before = rated.worth + rated.cost
    return _judged(Moment(0, 0, 0, decision.seat, decision, state, state, before, rated.worth), knowledge)


def decides_last(state: State) -> bool:
    """Whether only one of several seats has still to decide: its decision reveals all decisions."""
    awaited = state.awaited
    return several_decide(state) and awaited.kind in ("keep", "use", "final") and len(awaited.seats) == 1


def several_decide(state: State) -> bool:
    """Whether several seats play this turn at once."""
    hands = state.game_awaits
    return isinstance(hands, Hands) and len(hands.seats) > 1


def mark(cost: float, aim: str) -> str:
    """The mark of a choice, ?!, ? or ??, by its printed cost."""
    doubtful, bad, blunder = unit_for(aim).mistakes
    printed = as_printed(cost, aim)
    return "??" if printed >= blunder else "?" if printed >= bad else "?!" if printed >= doubtful else ""


def is_little(worth: float, aim: str) -> bool:
    """Whether luck or cost is too small to mention: less than any marked cost."""
    return not mark(abs(worth), aim)


def used(moment: Moment) -> Use:
    """The use that a moment made of the dice."""
    assert isinstance(moment.event, Spend | Score)
    return questions.used(moment.state, moment.event)


def _touched(state: State, event: Event) -> tuple[int, ...]:
    """The seats concerned: all seats for a common throw or the draw for who starts."""
    if isinstance(event, First):
        return tuple(range(len(state.setup.players)))
    if isinstance(event, Throw) and isinstance(state.game_awaits, Hands) and state.rolloff is None:
        return state.game_awaits.seats
    return (event.seat,)


def _judged(bare: Moment, knowledge: Knowledge) -> Moment:
    """The moment with its luck, or its cost and the best decision."""
    gain = bare.after - bare.before
    if isinstance(bare.event, Throw | First):
        return replace(bare, luck=gain)
    if isinstance(bare.event, Entry):
        return replace(bare, joint=gain)
    drawn = evaluate.mixture(bare.state, bare.seat, knowledge)
    good = -gain <= ROUNDING or bare.event in [share.decision for share in drawn]
    best = None if good else evaluate.best(bare.state, bare.seat, knowledge)
    sign, mixed = "" if bare.by_game else mark(-gain, knowledge.aim), drawn if len(drawn) > 1 else ()
    return replace(bare, cost=0.0 - gain, kind=_kind(bare.state), best=best, mark=sign, mixed=mixed)


def _kind(state: State) -> str:
    if state.awaited.kind == "keep" and state.turn is not None:
        return KINDS[state.turn.step - 1]
    return {"use": "use", "choose": "choice"}[state.awaited.kind]
