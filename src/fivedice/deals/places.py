"""The place of each die in a match, as text: `SEAT/VISIT/OPENING/NUMBER/THROW/SLOT` (docs/reference/dice.md).

Players of the same deal soon keep different dice, but each seat should meet the same throws. So turns are
counted by visits: a visit of a seat lasts until another seat throws. Red dice are counted apart from black
ones, and a kept slot leaves its die unused. In a solo match on the dice of one seat of another match
(`Promise.opens`), every turn opens where that seat's turn opened.
"""

from msgspec import Struct
from msgspec.structs import replace

from fivedice.core.turn import EMPTY, NO_DICE, Turn
from fivedice.match.events import Event, Throw
from fivedice.match.match import EventMatch, begin
from fivedice.match.state import State, step

FIRST = "first"
"""The place of the draw of the first seat."""
KINDS = {1: "one", 5: "five"}
"""Throws that open something, by number of dice: "one" for a red die, "five" for a turn or a roll-off."""


class Trail(Struct, frozen=True, gc=False):
    """The progress of a match's throws: everything that the next place depends on besides the state."""

    seat: int = -1
    visits: tuple[tuple[int, int], ...] = ()
    """Seats with the number of their visits."""
    ones: int = 0
    fives: int = 0
    """Openings of the current visit, by kind."""
    step: int = 1
    thrown: int = 0
    """The number of the last throw in the turn, and the number of its dice that shared hands have thrown."""

    def after(self, state: State, event: Event) -> "Trail":
        """The trail after an event in this state."""
        return thrown(self, state)[0] if isinstance(event, Throw) else self


def thrown(trail: Trail, state: State) -> tuple[Trail, tuple[str, ...]]:
    """The trail after the throw that this state awaits, and the places of its dice."""
    (seat,), number, turn = state.awaited.seats, state.awaited.dice, state.turn
    is_opening = turn is None or (turn.step == 1 and set(turn.hands) == {NO_DICE})
    promise = state.setup.dice
    if promise and promise.opens:
        seat, trail = _alone(trail, promise.opens, is_opening=is_opening)
    elif seat != trail.seat:
        trail = _visiting(trail, seat)
    visit = dict(trail.visits)[seat]
    if turn is None or is_opening:
        trail = _opened(trail, number)
        kind, opened = KINDS[number], trail.ones if number == 1 else trail.fives
        return trail, tuple(f"{seat}/{visit}/{kind}/{opened}/1/{slot}" for slot in range(number))
    before = trail.thrown if trail.step == turn.step else 0
    slots = _empty(turn) if len(turn.hands) == 1 else range(before, before + number)
    after = replace(trail, step=turn.step, thrown=before + number)
    return after, tuple(f"{seat}/{visit}/five/{trail.fives}/{turn.step}/{slot}" for slot in slots)


def _visiting(trail: Trail, seat: int) -> Trail:
    visits = dict(trail.visits)
    visits[seat] = visits.get(seat, 0) + 1
    return Trail(seat, tuple(visits.items()))


def _alone(trail: Trail, opens: str, *, is_opening: bool) -> tuple[int, Trail]:
    """The seat whose dice one player meets alone, and the trail in its visit."""
    seat, visit, number = map(int, opens.split("/"))
    if trail.seat < 0:
        return seat, Trail(seat, ((seat, visit),), fives=number - 1)
    return seat, _visiting(trail, seat) if is_opening else trail


def _opened(trail: Trail, number: int) -> Trail:
    ones, fives = trail.ones + (number == 1), trail.fives + (number > 1)
    return Trail(trail.seat, trail.visits, ones, fives, 1, number)


def _empty(turn: Turn) -> list[int]:
    return [slot for slot, die in enumerate(turn.hands[0]) if die == EMPTY]


def trail(match: EventMatch) -> Trail:
    """The trail of a match so far; replays it."""
    now, so_far = begin(match.setup).state, Trail()
    for event in match.events:
        so_far, now = so_far.after(now, event), step(now, event)
    return so_far
