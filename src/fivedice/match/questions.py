"""Queries about a state: legal decisions, possible uses, scores, and the view of a seat."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from fivedice.cards import filling
from fivedice.core import texts
from fivedice.core.dice import KEEPS_OF, ROLL_OF, Dice
from fivedice.core.rules import Choice, Hands, IllegalMove, Use, leaders, quoted
from fivedice.core.turn import EMPTY
from fivedice.games.cardgame import card_of
from fivedice.language import mark, tr
from fivedice.match.events import Choose, Decision, Entry, Event, Final, Keep, Score, Spend
from fivedice.match.state import HIDDEN, Pending, State, hand, may_enter, scorable, used_roll

KEPT_ROLLS = 1024
"""Size of the cache of keeps: all rolls of four seats."""
_SHOWN_LATER = (Keep, Spend, Final, Score)
_PAYS = attrgetter("pays")


def seat_of(state: State, seat: Any) -> int:
    """The seat if the match has it. Raises `IllegalMove`."""
    seats = len(state.setup.players)
    if type(seat) is int and 0 <= seat < seats:
        return seat
    unknown = mark("There is no seat {seat}: seats are numbers from 0 to {last}.")
    raise IllegalMove(tr(unknown, seat=quoted(seat), last=seats - 1))


def final_roll(state: State, seat: int) -> Dice:
    """The roll of a seat's full hand."""
    return ROLL_OF[hand(state, seat)]


def uses(state: State, seat: int) -> tuple[Use, ...]:
    """The possible uses of this seat's dice if they were final; empty without five dice."""
    return state.setup.game.uses(state.position, seat, final_roll(state, seat)) if _lie(state, seat) else ()


def used(state: State, decision: Spend | Score) -> Use:
    """The use that a decision or a score names, with its points."""
    offers = state.setup.game.uses(state.position, decision.seat, used_roll(state, decision))
    return next(use for use in offers if use.name == decision.use)


def given_up(offered: Sequence[Use], chosen: Use) -> Use | None:
    """The use that a needless zero gives up; None if `chosen` scores, or if no other use does."""
    if chosen.waives:
        return next(use for use in offered if use.name == chosen.waives)
    best = max(offered, key=_PAYS)
    return best if best.pays > 0 >= chosen.pays else None


class PossibleScore(Struct, frozen=True, gc=False):
    """A score that a turn can have."""

    score: Score
    """The event that enters it."""
    box: str
    """The name of the box that it fills."""
    cell: str
    """The text that the sheet then shows in this box."""


def possible_scores(state: State, seat: int) -> tuple[PossibleScore, ...]:
    """The scores that the seat's turn can have, box by box in the order of the card. Two scores of
    a box show the same cell only if five of a kind makes a difference. Empty unless a score can be entered.
    """
    card, position = card_of(state.setup.game), cast(Any, state.position)
    if card is None or seat not in may_enter(state):
        return ()
    scores = filling.possible_scores(card, position.cards[seat])
    return tuple([PossibleScore(Score(seat, *score), box, str(points)) for box, points, score in scores])


def score(state: State, seat: int, use: str, pays: int, *, five: bool | None = None) -> Score:
    """The score of this use. With `five` left open, it takes five of a kind only if no other dice pay it."""
    if five is None and seat in may_enter(state) and isinstance(use, str) and type(pays) is int:
        possible = scorable(state, seat)
        use = texts.meant(use, list(dict.fromkeys(name for name, *_ in possible)))
        five = (use, pays, False) not in possible and (use, pays, True) in possible
    return Score(seat, use, pays, False if five is None else five)


def explained(state: State, seat: int, used: str = "") -> str:
    """Explains why a use is missing or does not pay what the dice show, or returns ""."""
    if not _lie(state, seat):
        return ""
    return state.setup.game.explain(state.position, seat, final_roll(state, seat), used)


def _lie(state: State, seat: int) -> bool:
    awaits = state.game_awaits
    return isinstance(awaits, Hands) and seat in awaits.seats and EMPTY not in hand(state, seat)


def decisions(state: State, seat: int) -> tuple[Decision, ...]:
    """The legal decisions of this seat; empty if the match does not wait for it."""
    if state.awaited.kind == "keep" and seat in state.awaited.seats:
        return _keeps(seat, final_roll(state, seat))
    decides, options = _options(state, seat)
    return tuple([decides(seat, option) for option in options])


def options(state: State, seat: int) -> tuple[str, ...]:
    """The options of a plain choice; empty if the match does not wait for this seat to choose."""
    decides, found = _options(state, seat)
    return tuple(found) if decides is Choose else ()


def decision(state: State, seat: int, pick: Callable[[Sequence[Any]], Any]) -> Decision:
    """One legal decision, chosen by `pick`."""
    if state.awaited.kind == "keep":
        return cast(Decision, pick(decisions(state, seat)))
    decides, options = _options(state, seat)
    return decides(seat, pick(options))


def _options(state: State, seat: int) -> tuple[Callable[[int, Any], Decision], Sequence[Any]]:
    """The options of this seat, and the type of decision that takes one."""
    kind = state.awaited.kind if seat in state.awaited.seats else "over"
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
    """The seats that lead, or win: the winners of a single game, or the highest sums of several (R4, R18)."""
    if state.setup.games == 1:
        return state.setup.game.winners(state.position)
    return leaders(scores(state))


def view(state: State, seat: int | None) -> State:
    """The state as a seat may see it, or a spectator (None), without others' hidden decisions."""
    if not any(state.pending):
        return state
    return replace(state, pending=tuple([_visible(decision, seat) for decision in state.pending]))


def _visible(decision: Pending, seat: int | None) -> Pending:
    if decision is None or decision == HIDDEN or decision.seat == seat:
        return decision
    return HIDDEN


def event_seen(event: Event, after: State, seat: int | None) -> Event | Literal["hidden"]:
    """The event that led to this state, as a seat or a spectator (None) may see it (R5)."""
    return HIDDEN if event.seat != seat and is_covered(event, after) else event


def is_covered(event: Event, after: State) -> bool:
    """Whether the event that led to this state is hidden: until all have decided or entered final dice."""
    if isinstance(event, Final):
        return after.awaited.kind == "final"
    return isinstance(event, Keep | Spend | Score) and any(after.pending)


def revealed(before: State, happened: Event) -> tuple[Keep | Spend | Entry, ...]:
    """The decisions and entries that this event reveals: hidden ones are revealed with the last (R5)."""
    left = may_enter(before) if isinstance(happened, Entry) else before.awaited.seats
    if not isinstance(happened, _SHOWN_LATER) or left != (happened.seat,):
        return ()
    unseen = [one for one in before.pending if isinstance(one, _SHOWN_LATER)]
    made = sorted([*unseen, happened], key=lambda one: one.seat)
    finals = [one for one in made if isinstance(one, Final)]
    return tuple(finals or made)
