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
"""Size of the cache of keeps: all rolls of four seats."""


def final_roll(state: State, seat: int) -> Dice:
    """The roll of a seat's full hand."""
    return ROLL_OF[hand(state, seat)]


def uses(state: State, seat: int) -> tuple[Use, ...]:
    """The possible uses of this seat's dice if they were final; empty without five dice."""
    return state.setup.game.uses(state.position, seat, final_roll(state, seat)) if _lie(state, seat) else ()


def used(state: State, spend: Spend) -> Use:
    """The use that a decision names, with what it pays."""
    return next(use for use in uses(state, spend.seat) if use.name == spend.use)


def explained(state: State, seat: int, used: str = "") -> str:
    """Explains why a use is missing or does not pay what the dice show, or returns ""."""
    if not _lie(state, seat):
        return ""
    return rules.explained(state.setup.game, state.position, seat, final_roll(state, seat), used)


def _lie(state: State, seat: int) -> bool:
    awaits = state.game_awaits
    return isinstance(awaits, Hands) and seat in awaits.seats and EMPTY not in hand(state, seat)


def decisions(state: State, seat: int) -> tuple[Decision, ...]:
    """The legal decisions of this seat; empty if the match does not wait for it."""
    if state.awaited.kind == "keep" and seat in state.awaited.seats:
        return _keeps(seat, final_roll(state, seat))
    decides, options = _options(state, seat)
    return tuple([decides(seat, option) for option in options])


def decision(state: State, seat: int, pick: Callable[[Sequence[Any]], Any]) -> Decision:
    """One legal decision, chosen by `pick` without building all the others."""
    decides, options = _options(state, seat)
    return decides(seat, pick(options))


def _options(state: State, seat: int) -> tuple[Callable[[int, Any], Decision], Sequence[Any]]:
    """The options of this seat, and the type of decision that takes one."""
    kind = state.awaited.kind if seat in state.awaited.seats else "over"
    if kind == "keep":
        return Keep, KEEPS_OF[final_roll(state, seat)]
    if kind == "use":
        return _spend, uses(state, seat)
    return Choose, cast(Choice, state.game_awaits).options if kind == "choose" else ()


@lru_cache(maxsize=KEPT_ROLLS)
def _keeps(seat: int, roll: Dice) -> tuple[Keep, ...]:
    return tuple([Keep(seat, dice) for dice in KEEPS_OF[roll]])


def _spend(seat: int, use: Use) -> Spend:
    return Spend(seat, use.name)


def stops(state: State, seat: int) -> Keep:
    """The decision to keep all five."""
    return Keep(seat, final_roll(state, seat))


def scores(state: State) -> tuple[int, ...]:
    """Every seat's score over all games of the match so far."""
    games = list(state.finished)
    if state.position is not None and len(games) < state.setup.games:
        games.append(state.setup.game.scores(state.position))
    return tuple(map(sum, zip(*games, strict=True))) if games else (0,) * len(state.setup.players)


def is_over(state: State) -> bool:
    """Whether the match has ended."""
    return state.awaited.kind == "over"


def winners(state: State) -> tuple[int, ...]:
    """The seats that lead or win: of one game its winners, of several games the highest sums (R4, R18)."""
    if state.setup.games == 1:
        return state.setup.game.winners(state.position)
    return leaders(scores(state))


def view(state: State, seat: int | None) -> State:
    """The state as a seat (or None, an onlooker) may see it, without others' hidden decisions."""
    if not any(state.pending):
        return state
    return replace(state, pending=tuple([_seen(decision, seat) for decision in state.pending]))


def _seen(decision: Pending, seat: int | None) -> Pending:
    if decision is None or decision == HIDDEN or decision.seat == seat:
        return decision
    return HIDDEN


def event_seen(event: Event, after: State, seat: int | None) -> Event | Literal["hidden"]:
    """The event that led to this state, as a seat (or None, an onlooker) may see it. Decisions of others stay
    hidden until all have decided (R5).
    """
    covered = isinstance(event, Keep | Spend) and event.seat != seat and any(after.pending)
    return HIDDEN if covered else event
