"""The compiled passes that find which points a card may still need.

One follows from a first card on which needs come about with which cards. The other finds what each card can
still make at most: a need above that is hopeless. Neither reads what the other writes.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.landing import Landing, blocks_of, land, width_of
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import held_of, offered_boxes, yahtzee_booking
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import ones
from fivedice.solve.kernel.settings import LANES

WORD = 64
"""How many needs a word tells of, a bit of it for each."""

Sets = NDArray[np.uint64]
"""(words, places): the needs of each card, a bit for each from 0 on; the last word of each is empty."""
Numbers = NDArray[np.int32]
"""Numbers of points and of rows, of which a card has hundreds of thousands: half as wide as others."""
Flags = NDArray[np.uint16]
"""(rows,): sixteen needs each, a bit for each."""

YAHTZEES = 6
ONE = np.uint64(1)
ROW = (1 << LANES) - 1
"""All needs of a row."""


class Windows(NamedTuple):
    """(places,) each: where the chances of each card lie, by the points needed.

    Where fewer points than `low` are needed, none are: that is sure. More than the window holds are hopeless.
    In between some needs may not come about.
    """

    low: Numbers
    """The fewest points needed; 1 where the window is empty."""
    blocks: Numbers
    """How many rows of `LANES` needs there are from there on."""
    begin: Numbers
    """The first of these rows among those of all cards with as many open boxes; one row lies before them
    all, and one behind."""


def needs_of(place: int, need: int, columns: Columns) -> Sets:
    """What is known when a card needs so many points, and no other has come about."""
    needs = np.zeros((need // WORD + 2, columns.rows * LANES), np.uint64)
    needs[need // WORD, place] = ONE << np.uint64(need % WORD)
    return needs


@compiled
def follow(shapes: Ints, needs: Sets, landing: Landing, pays: Pays, columns: Columns) -> None:
    """Find what the cards after those of these shapes may need."""
    bookings, paid = most_uses(pays)
    for shape in shapes:
        here, width = columns.first[shape] * LANES, columns.number[shape & columns.counted]
        low, high = words_of(here, width, needs)
        if low <= high:
            for use in range(find_uses(shape, bookings, paid, pays)):
                booking = bookings[use]
                if columns.section[pays.box[booking]] < 0:
                    there = columns.first[shape | pays.bits[booking]] * LANES
                    lower_together(here, there, width, paid[use], low, high, needs)
                else:
                    for block in range(blocks_of(shape, columns)):
                        land(shape, block, booking, paid[use], landing, pays, columns)
                        begin = here + block * LANES
                        lower_each(begin, width_of(shape, block, columns), landing, low, high, needs)


@compiled
def words_of(here: int, width: int, needs: Sets) -> tuple[int, int]:
    """The first and the last word in which any of the cards side by side has a need."""
    low, high = needs.shape[0], -1
    for word in range(needs.shape[0]):
        some = np.uint64(0)
        for place in range(here, here + width):
            some |= needs[word, place]
        if some:
            low, high = min(low, word), word
    return low, high


@compiled
def most_uses(pays: Pays) -> tuple[Ints, Ints]:
    """Room for all uses of a turn: their bookings, and what is paid."""
    most = pays.box.size + pays.boxes + 2 * YAHTZEES * pays.boxes
    return np.empty(most, np.int64), np.empty(most, np.int64)


@compiled
def find_uses(shape: int, bookings: Ints, paid: Ints, pays: Pays) -> int:
    """Find what is booked by each use of a turn of a shape, and what is paid for it, bonuses of sections
    aside; give the number of uses.

    A zero may be chosen where the dice would score (R19), so also where all dice do. As a booking it is known
    only in boxes on which a bonus hangs (see `pays`); elsewhere the lowest booking leads to the same card.
    """
    count, lowest = 0, np.zeros(pays.boxes, np.int64)
    for booking in range(pays.box.size - 1, -1, -1):
        lowest[pays.box[booking]] = booking
        if not shape >> pays.box[booking] & 1:
            bookings[count], paid[count] = booking, pays.points[booking]
            count += 1
    for box in range(pays.boxes):
        if not shape >> box & 1:
            bookings[count], paid[count] = lowest[box], 0
            count += 1
    further = pays.further[held_of(shape, pays)]
    for yahtzee in range(YAHTZEES if further else 0):
        offered = offered_boxes(shape, yahtzee, pays)
        for box in range(pays.boxes):
            if offered >> box & 1:
                booking = yahtzee_booking(shape, yahtzee, box, pays)
                bookings[count], paid[count] = booking, pays.points[booking] + further
                bookings[count + 1], paid[count + 1] = lowest[box], further
                count += 2
    return count


@compiled
def lower_together(here: int, there: int, width: int, paid: int, low: int, high: int, needs: Sets) -> None:
    """Cards side by side lead to others that lie side by side, which need so much less.

    Numbers without a sign cannot count from the end, so the loop is one of whole vectors.
    """
    first, then = np.uint64(here), np.uint64(there)
    skipped, by = np.uint64(paid // WORD), np.uint64(paid % WORD)
    begin, end = max(low - 1 - paid // WORD, 0), max(high + 1 - paid // WORD, 0)
    for word in range(np.uint64(begin), np.uint64(end)):
        above = word + skipped
        for lane in range(np.uint64(width)):
            moved = lowered(needs[above, first + lane], needs[above + ONE, first + lane], by)
            needs[word, then + lane] |= moved


@compiled
def lower_each(here: int, width: int, landing: Landing, low: int, high: int, needs: Sets) -> None:
    """Cards side by side lead each to another one, which needs so much less."""
    for lane in range(width):
        there, paid = landing.place[lane], landing.paid[lane]
        for word in range(max(low - 1 - paid // WORD, 0), high + 1 - paid // WORD):
            above = word + paid // WORD
            moved = lowered(needs[above, here + lane], needs[above + 1, here + lane], np.uint64(paid % WORD))
            needs[word, there] |= moved


@compiled
def lowered(low: np.uint64, high: np.uint64, by: np.uint64) -> np.uint64:
    """A word of needs, each less by fewer than `WORD` points, from it and the one above it."""
    return low >> by | high << ONE << np.uint64(WORD - 1) - by


@compiled
def look_ahead(shapes: Ints, to_come: Numbers, landing: Landing, pays: Pays, columns: Columns) -> None:
    """Find what the cards of these shapes can still make at most."""
    bookings, paid = most_uses(pays)
    for shape in shapes:
        for use in range(find_uses(shape, bookings, paid, pays)):
            for block in range(blocks_of(shape, columns)):
                land(shape, block, bookings[use], paid[use], landing, pays, columns)
                width = width_of(shape, block, columns)
                raise_up((columns.first[shape] + block) * LANES, width, landing, to_come)


@compiled
def raise_up(place: int, width: int, landing: Landing, to_come: Numbers) -> None:
    """Raise what a block of cards can still make at most to what one booking leads to."""
    for lane in range(width):
        ahead = landing.paid[lane] + to_come[landing.place[lane]]
        to_come[place + lane] = max(to_come[place + lane], ahead)


@compiled
def find_windows(needs: Sets, to_come: Numbers, windows: Windows) -> int:
    """Find which needs of a point or more are not hopeless, leave only these, and count them.

    Of the windows, all is found but where each begins among those of other cards.
    """
    count = int64(0)
    for place in range(to_come.size):
        low, high = int64(1), int64(0)  # a window of no rows, unless a need is found
        for word in range(needs.shape[0]):
            bits = needs[word, place]
            if bits:
                bits &= up_to(to_come[place] - word * WORD) & ~up_to(-word * WORD)
                needs[word, place] = bits
            if bits:
                low = low if high else word * WORD + lowest(bits)
                high = word * WORD + highest(bits)
                count += ones(bits)
        windows.low[place], windows.blocks[place] = low, (high - low) // LANES + 1
    return count


@compiled
def up_to(need: int) -> np.uint64:
    """The needs of a word up to this one, if there are any."""
    if need >= WORD - 1:
        return ~np.uint64(0)
    return (ONE << np.uint64(max(need, -1) + 1)) - ONE


@compiled
def lowest(bits: np.uint64) -> int:
    """The lowest need of a word that has one."""
    return int64(ones((bits & ~bits + ONE) - ONE))


@compiled
def highest(bits: np.uint64) -> int:
    """The highest need of a word that has one."""
    below = bits
    for by in (1, 2, 4, 8, 16, 32):
        below |= below >> np.uint64(by)
    return int64(ones(below)) - 1


@compiled
def wanted_of(places: Ints, needs: Sets, windows: Windows) -> Flags:
    """The needs of these cards in the rows of their windows, one row before them and one behind."""
    rows = windows.blocks[places].sum()
    wanted = np.zeros(rows + 2, np.uint16)
    for place in places:
        for row in range(windows.blocks[place]):
            first = windows.low[place] + row * LANES
            word, by = first // WORD, np.uint64(first % WORD)
            bits = lowered(needs[word, place], needs[word + 1, place], by)
            wanted[windows.begin[place] + row] = bits & np.uint64(ROW)
    return wanted
