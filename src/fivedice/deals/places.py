"""The place of each die in a match, as text: `SEAT/VISIT/OPENING/NUMBER/THROW/SLOT` (docs/reference/dice.md).

Players of the same deal soon keep different dice, but each seat should meet the same throws. So turns are
counted by visits: a visit of a seat lasts until another seat throws. Red dice are counted apart from black
ones, and a kept slot leaves its die unused. In a solo match on the dice of one seat of another match
(`Promise.opens`), every turn opens where that seat's turn opened.
"""

from msgspec import Struct

from fivedice.core.turn import EMPTY, NO_DICE
from fivedice.match.events import Event, Throw
from fivedice.match.match import EventMatch, begin
from fivedice.match.state import State, step

FIRST = "first"
"""The place of the draw of the first seat."""
SLOTS = "01234"
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


def thrown(trail: Trail, state: State) -> tuple[Trail, list[str]]:
    """The trail after the throw that this state awaits, and the places of its dice."""
    (seat,), number, turn = state.awaited.seats, state.awaited.dice, state.turn
    is_opening = turn is None or (turn.step == 1 and turn.hands.count(NO_DICE) == len(turn.hands))
    promise = state.setup.dice
    if promise and promise.opens:
        seat, trail = _alone(trail, promise.opens, is_opening=is_opening)
    elif seat != trail.seat:
        trail = _visiting(trail, seat)
    visit = dict(trail.visits)[seat]
    if turn is None or is_opening:
        trail = _opened(trail, number)
        throw = f"{seat}/{visit}/{KINDS[number]}/{trail.ones if number == 1 else trail.fives}/1/"
        return trail, [throw + slot for slot in SLOTS[:number]]
    before = trail.thrown if trail.step == turn.step else 0
    throw = f"{seat}/{visit}/five/{trail.fives}/{turn.step}/"
    after = Trail(seat, trail.visits, trail.ones, trail.fives, turn.step, before + number)
    if len(turn.hands) > 1:
        return after, [f"{throw}{slot}" for slot in range(before, before + number)]
    return after, [throw + slot for slot, die in zip(SLOTS, turn.hands[0], strict=True) if die == EMPTY]


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


def trail(match: EventMatch) -> Trail:
    """The trail of a match so far; replays it."""
    now, so_far = begin(match.setup).state, Trail()
    for event in match.events:
        so_far, now = so_far.after(now, event), step(now, event)
    return so_far
