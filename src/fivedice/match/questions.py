"""Queries about a state: legal decisions, what dice pay, scores, and what a seat may see."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal, cast

from msgspec.structs import replace

from fivedice.core import rules
from fivedice.core.dice import KEEPS_OF, ROLL_OF, Dice
from fivedice.core.rules import Choice, Hands, Use, leaders
from fivedice.core.turn import EMPTY
from fivedice.match.events import Choose, Decision, Event, Keep, Spend
from fivedice.match.state import HIDDEN, Pending, State, hand

KEPT_ROLLS = 1024
"""Of so many rolls of seats the keeps are remembered: of all there are for four seats."""


def final_roll(state: State, seat: int) -> Dice:
    """The roll that a seat's full hand shows."""
    return ROLL_OF[hand(state, seat)]


def uses(state: State, seat: int) -> tuple[Use, ...]:
    """What the dice of this seat, if they were final, could be used for; nothing where it has no five."""
    return state.setup.game.uses(state.position, seat, final_roll(state, seat)) if _lie(state, seat) else ()


def explained(state: State, seat: int, used: str = "") -> str:
    """Why a use of these dice is missing or pays other than they show, as a sentence; else ""."""
    if not _lie(state, seat):
        return ""
    return rules.explained(state.setup.game, state.position, seat, final_roll(state, seat), used)


def _lie(state: State, seat: int) -> bool:
    """Whether five dice of this seat lie on the table."""
    awaits = state.game_awaits
    return isinstance(awaits, Hands) and seat in awaits.seats and EMPTY not in hand(state, seat)


def decisions(state: State, seat: int) -> tuple[Decision, ...]:
    """Every decision that this seat may make now; none if it is not asked."""
    if state.awaited.kind == "keep" and seat in state.awaited.seats:
        return _keeps(seat, final_roll(state, seat))
    decides, options = _options(state, seat)
    return tuple([decides(seat, option) for option in options])


def decision(state: State, seat: int, pick: Callable[[Sequence[Any]], Any]) -> Decision:
    """One of them, and no other is made: `pick` picks out of as many things as there are decisions."""
    decides, options = _options(state, seat)
    return decides(seat, pick(options))


def _options(state: State, seat: int) -> tuple[Callable[[int, Any], Decision], Sequence[Any]]:
    """What this seat may choose between now, and how it decides for one; nothing if it is not asked."""
    kind = state.awaited.kind if seat in state.awaited.seats else "over"
    if kind == "keep":
        return Keep, KEEPS_OF[final_roll(state, seat)]
    if kind == "use":
        return _spend, uses(state, seat)
    return Choose, cast(Choice, state.game_awaits).options if kind == "choose" else ()


@lru_cache(maxsize=KEPT_ROLLS)
def _keeps(seat: int, roll: Dice) -> tuple[Keep, ...]:
    """All that a seat may keep of a roll."""
    return tuple([Keep(seat, dice) for dice in KEEPS_OF[roll]])


def _spend(seat: int, use: Use) -> Spend:
    return Spend(seat, use.name)


def stops(state: State, seat: int) -> Keep:
    """The decision to keep all five."""
    return Keep(seat, final_roll(state, seat))


def scores(state: State) -> tuple[int, ...]:
    """What every seat has made in the match so far, over all its games."""
    games = list(state.finished)
    if state.position is not None and len(games) < state.setup.games:
        games.append(state.setup.game.scores(state.position))
    return tuple(map(sum, zip(*games, strict=True))) if games else (0,) * len(state.setup.players)


def is_over(state: State) -> bool:
    """Whether the match has ended."""
    return state.awaited.kind == "over"


def winners(state: State) -> tuple[int, ...]:
    """The seats that win the match: of one game its winners, of several the highest sums (R4, R18)."""
    if state.setup.games == 1:
        return state.setup.game.winners(state.position)
    return leaders(scores(state))


def view(state: State, seat: int | None) -> State:
    """The state as a seat (or None, an onlooker) may see it: unshown decisions of others are hidden."""
    if not any(state.pending):
        return state
    return replace(state, pending=tuple([_seen(decision, seat) for decision in state.pending]))


def _seen(decision: Pending, seat: int | None) -> Pending:
    if decision is None or decision == HIDDEN or decision.seat == seat:
        return decision
    return HIDDEN


def event_seen(event: Event, after: State, seat: int | None) -> Event | Literal["hidden"]:
    """An event as a seat (or None, an onlooker) may see it when it has just led to this state.

    A decision of another seat is covered until all have made theirs (R5).
    """
    covered = isinstance(event, Keep | Spend) and event.seat != seat and any(after.pending)
    return HIDDEN if covered else event
