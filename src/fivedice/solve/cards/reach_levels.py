"""The compiled passes that find the best chance of making the points still needed.

The first pass follows a card and finds the needs of later cards. The second finds the most points that each
card can still make: a need above that is hopeless. The other needs are the card's window. The backward pass
then goes back from the full cards: sixteen needs of a card are solved side by side, as `sweep` solves sums.
A booking reads the window of the next card, shifted by the points that it pays.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import FIRST_ROLL, Worth
from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import (
    Boxes,
    Landing,
    blocks_of,
    held_of,
    land,
    landing,
    offered_boxes,
    vacant_boxes,
    width_of,
    yahtzee_booking,
)
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import (
    Rows,
    alike,
    blank,
    larger,
    load,
    load_from,
    ones,
    store,
    store_from,
    where,
)
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, turn
from fivedice.solve.kernel.settings import LANES

WORD = 64
"""The number of needs in a word, one bit each."""

Sets = NDArray[np.uint64]
"""(words, places): the needs of each card, a bit each from 0 on; the last word is empty."""
Numbers = NDArray[np.int32]
"""The type of numbers of points and rows; narrow, because there are hundreds of thousands."""
Flags = NDArray[np.uint16]
"""(rows,): sixteen needs each, as bits."""

YAHTZEES = 6
ONE = np.uint64(1)
ROW = (1 << LANES) - 1
"""All needs of a row."""


class Windows(NamedTuple):
    """(places,) each: the chances of each card, by points needed.

    A need below `low` is 0 or less, which is certain. A need above the window is hopeless. In between some
    needs may not occur.
    """

    low: Numbers
    """The smallest need; 1 for an empty window."""
    blocks: Numbers
    """The number of rows of `LANES` needs from `low` on."""
    begin: Numbers
    """The first of these rows in the level. One extra row precedes all rows and one follows them."""


def needs_of(place: int, need: int, columns: Columns) -> Sets:
    """The sets with only this need of this card."""
    needs = np.zeros((need // WORD + 2, columns.rows * LANES), np.uint64)
    needs[need // WORD, place] = ONE << np.uint64(need % WORD)
    return needs


@compiled
def follow(shapes: Ints, needs: Sets, landing: Landing, pays: Pays, columns: Columns) -> None:
    """Finds the needs of the cards that follow the cards of these shapes."""
    bookings, paid = most_uses(pays)
    for shape in shapes:
        here, width = columns.first[shape] * LANES, columns.number[shape & columns.counted]
        low, high = words_of(here, width, needs)
        if low <= high:
            for use in range(list_uses(shape, bookings, paid, pays)):
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
    """The first and the last word in which any of these cards has a need."""
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
    """Memory for all uses of a turn: their bookings and payments."""
    most = pays.box.size + pays.boxes + 2 * YAHTZEES * pays.boxes
    return np.empty(most, np.int64), np.empty(most, np.int64)


@compiled
def list_uses(shape: int, bookings: Ints, paid: Ints, pays: Pays) -> int:
    """Finds each use's booking and its points without section bonuses; returns the number of uses.

    A zero may be chosen where the dice would score (R19). Such a zero has a booking only in boxes that count
    towards a bonus (see `pays`); elsewhere the lowest booking leads to the same card.
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
    """Passes the needs of adjacent cards, less the points, to other adjacent cards.

    Unsigned indices cannot count from the end, so the compiler can vectorize the loop.
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
    """Passes the needs of adjacent cards, less the points, to arbitrary other cards."""
    for lane in range(width):
        there, paid = landing.place[lane], landing.paid[lane]
        for word in range(max(low - 1 - paid // WORD, 0), high + 1 - paid // WORD):
            above = word + paid // WORD
            moved = lowered(needs[above, here + lane], needs[above + 1, here + lane], np.uint64(paid % WORD))
            needs[word, there] |= moved


@compiled
def lowered(low: np.uint64, high: np.uint64, by: np.uint64) -> np.uint64:
    """A word of needs lowered by fewer than `WORD` points; bits of the word above move into it."""
    return low >> by | high << ONE << np.uint64(WORD - 1) - by


@compiled
def look_ahead(shapes: Ints, to_come: Numbers, landing: Landing, pays: Pays, columns: Columns) -> None:
    """Finds the most points that the cards of these shapes can still make."""
    bookings, paid = most_uses(pays)
    for shape in shapes:
        for use in range(list_uses(shape, bookings, paid, pays)):
            for block in range(blocks_of(shape, columns)):
                land(shape, block, bookings[use], paid[use], landing, pays, columns)
                width = width_of(shape, block, columns)
                raise_up((columns.first[shape] + block) * LANES, width, landing, to_come)


@compiled
def raise_up(place: int, width: int, landing: Landing, to_come: Numbers) -> None:
    """Raises the most points of a block of cards by one booking."""
    for lane in range(width):
        ahead = landing.paid[lane] + to_come[landing.place[lane]]
        to_come[place + lane] = max(to_come[place + lane], ahead)


@compiled
def find_windows(needs: Sets, to_come: Numbers, windows: Windows) -> int:
    """Reduces needs to positive ones that are not hopeless, and counts them.

    Writes all fields of the windows except `begin`.
    """
    count = int64(0)
    for place in range(to_come.size):
        low, high = int64(1), int64(0)  # an empty window, unless a need is found
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
    """The mask of the needs in a word up to this one."""
    if need >= WORD - 1:
        return ~np.uint64(0)
    return (ONE << np.uint64(max(need, -1) + 1)) - ONE


@compiled
def lowest(bits: np.uint64) -> int:
    """The lowest need in a word."""
    return int64(ones((bits & ~bits + ONE) - ONE))


@compiled
def highest(bits: np.uint64) -> int:
    """The highest need in a word."""
    below = bits
    for by in (1, 2, 4, 8, 16, 32):
        below |= below >> np.uint64(by)
    return int64(ones(below)) - 1


@compiled
def wanted_of(places: Ints, needs: Sets, windows: Windows) -> Flags:
    """The needs of these cards by row of their windows, with one more row before and after."""
    rows = windows.blocks[places].sum()
    wanted = np.zeros(rows + 2, np.uint16)
    for place in places:
        for row in range(windows.blocks[place]):
            first = windows.low[place] + row * LANES
            word, by = first // WORD, np.uint64(first % WORD)
            bits = lowered(needs[word, place], needs[word + 1, place], by)
            wanted[windows.begin[place] + row] = bits & np.uint64(ROW)
    return wanted


class Workspace(NamedTuple):
    """The memory of one thread: data of a shape and of a block of its cards.

    A turn ends in a booking, or in a further Yahtzee in a box with its bonus; the latter follow the bookings,
    Yahtzee by Yahtzee. The last end is the best of all zeros: any roll may take one (R19).
    """

    chances: Rows
    """The chance after each end, for the current needs."""
    keeps: Rows
    along: Rows
    """(1, LANES): 0, 1, 2, …"""
    offered: Ints
    """The ends that the shape offers, without the best zero."""
    zeros: Ints
    """The offered ends that are zeros."""
    uses: Ints
    """The ends that each roll may choose, roll by roll."""
    first: Ints
    """(253,): the index of each roll's first use, and the total number of uses."""
    source: Ints
    """(LANES, ends): the index of the next card's first chance, for each card of a block."""
    size: Ints
    """(LANES, ends): the number of the next card's chances."""
    start: Ints
    """(LANES, ends): the index of the card's own smallest need among those chances; may be out of range."""
    landing: Landing


def workspace(pays: Pays) -> Workspace:
    """The memory of one thread."""
    ends = pays.box.size + YAHTZEES * pays.boxes + 1
    along = blank(1)
    along[0] = np.arange(LANES)
    offered, zeros, uses = (np.zeros(size, np.int64) for size in (ends, pays.boxes, ROLL_COUNT * pays.boxes))
    source, size, start = (np.zeros((LANES, ends), np.int64) for _ in range(3))
    first = np.zeros(ROLL_COUNT + 1, np.int64)
    return Workspace(
        blank(ends),
        blank(KEEP_COUNT),
        along,
        offered,
        zeros,
        uses,
        first,
        source,
        size,
        start,
        landing(),
    )


@compiled
def solve_shapes(
    shapes: Ints,
    windows: Windows,
    wanted: Flags,
    now: Worth,
    then: Worth,
    work: Workspace,
    pays: Pays,
    columns: Columns,
    lattice: Lattice,
) -> None:
    """Fills the windows of the cards of these shapes in `now`, from the next level, `then`.

    Only needs that occur are sure to be solved. Cards of one level do not touch each other's windows, so
    several threads may share a level.
    """
    for shape in shapes:
        find_uses(shape, work, pays)
        offered, zeros = find_offered(shape, work, pays)
        for block in range(blocks_of(shape, columns)):
            place, width = (columns.first[shape] + block) * LANES, width_of(shape, block, columns)
            if windows.blocks[place : place + width].any():
                find_sources(shape, block, offered, windows, work, pays, columns)
                for lane in range(width):
                    begin, size = windows.begin[place + lane], windows.blocks[place + lane] * LANES
                    need = next_wanted(begin, int64(0), size, wanted)
                    while need < size:
                        need = min(need, size - LANES)
                        read_ends(lane, need, offered, then, work)
                        best_zero(work.chances, work.zeros, zeros)
                        best_uses(work.keeps, work.chances, work.uses, work.first)
                        turn(work.keeps, lattice)
                        store_from(now, begin * LANES + need, load(work.keeps, 0))
                        need = next_wanted(begin, need + LANES, size, wanted)


@compiled
def next_wanted(begin: int, need: int, size: int, wanted: Flags) -> int:
    """The first wanted need from this one on, both as indices in the card's window."""
    while need < size and not wanted[begin + need // LANES] >> need % LANES & 1:
        need += 1
    return need


@compiled
def find_offered(shape: int, work: Workspace, pays: Pays) -> tuple[int, int]:
    """Finds the ends that the shape offers, and its zeros; returns the numbers of both."""
    offered, zeros = int64(0), int64(0)
    for end in range(work.chances.shape[0] - 1):
        if is_offered(end, shape, pays):
            work.offered[offered] = end
            offered += 1
            if end < pays.box.size and not pays.points[end]:
                work.zeros[zeros] = end
                zeros += 1
    return offered, zeros


@compiled
def is_offered(end: int, shape: int, pays: Pays) -> bool:
    """Whether the shape offers this end."""
    if end < pays.box.size:
        return not shape >> pays.box[end] & 1
    yahtzee, box = divmod(end - pays.box.size, pays.boxes)
    if shape >> box & 1 or not pays.further[held_of(shape, pays)]:
        return False
    return bool(offered_boxes(shape, yahtzee, pays) >> box & 1)


@compiled
def find_uses(shape: int, work: Workspace, pays: Pays) -> None:
    """Finds the ends that each roll may choose: bookings that pay, and the best zero."""
    vacant, held, yahtzee = vacant_boxes(shape, pays), held_of(shape, pays), int64(0)
    for roll in range(ROLL_COUNT):
        work.first[roll + 1] = work.first[roll]
        if held and roll == pays.yahtzees[yahtzee]:
            use_yahtzee(shape, yahtzee, work, pays)
        else:
            use(roll, vacant, work, pays)
        yahtzee = min(yahtzee + (roll == pays.yahtzees[yahtzee]), YAHTZEES - 1)


@compiled
def use(roll: int, vacant: Boxes, work: Workspace, pays: Pays) -> None:
    """Lists the ends of an ordinary roll."""
    place, nothing = work.first[roll], False
    for box in vacant:
        booking = pays.booking[roll, box]
        if pays.points[booking]:
            work.uses[place] = booking
            place += 1
        else:
            nothing = True
    if nothing:
        work.uses[place] = work.chances.shape[0] - 1
    work.first[roll + 1] = place + nothing


@compiled
def use_yahtzee(shape: int, yahtzee: int, work: Workspace, pays: Pays) -> None:
    """Lists the ends of a Yahtzee, which Joker rules may bind and which may earn a bonus."""
    roll, offered = pays.yahtzees[yahtzee], offered_boxes(shape, yahtzee, pays)
    place, further = work.first[roll], pays.further[held_of(shape, pays)]
    for box in range(pays.boxes):
        if offered >> box & 1:
            on_top = pays.box.size + yahtzee * pays.boxes + box
            work.uses[place] = on_top if further else yahtzee_booking(shape, yahtzee, box, pays)
            place += 1
    work.first[roll + 1] = place


@compiled
def find_sources(
    shape: int, block: int, offered: int, windows: Windows, work: Workspace, pays: Pays, columns: Columns
) -> None:
    """Finds where the chances after each end are stored for the cards of a block."""
    for number in range(offered):
        end = work.offered[number]
        booking, paid = booking_of(end, shape, pays)
        land(shape, block, booking, paid, work.landing, pays, columns)
        place = (columns.first[shape] + block) * LANES
        for lane in range(width_of(shape, block, columns)):
            there = work.landing.place[lane]
            work.source[lane, end] = windows.begin[there] * LANES
            work.size[lane, end] = windows.blocks[there] * LANES
            work.start[lane, end] = windows.low[place + lane] - work.landing.paid[lane] - windows.low[there]


@compiled
def booking_of(end: int, shape: int, pays: Pays) -> tuple[int, int]:
    """The booking of an end and its points without section bonuses."""
    booking, further = int64(end), int64(0)
    if end >= pays.box.size:
        yahtzee, box = divmod(end - pays.box.size, pays.boxes)
        booking = yahtzee_booking(shape, yahtzee, box, pays)
        further = int64(pays.further[held_of(shape, pays)])
    return booking, pays.points[booking] + further


@compiled
def read_ends(card: int, further: int, offered: int, then: Worth, work: Workspace) -> None:
    """Reads the chances after each end for sixteen needs of a card's window, from the index `further` on.

    Below the next card's window the points are certain, above it they are impossible. Checking that for all
    sixteen is cheaper than mispredicted branches.
    """
    along = load(work.along, 0)
    for number in range(offered):
        end = work.offered[number]
        source, size = work.source[card, end], work.size[card, end]
        start = work.start[card, end] + further
        chances = load_from(then, source + max(min(start, size), -LANES))
        possible = where(along, alike(float(size - start)), alike(0.0), chances)
        store(work.chances, end, where(along, alike(float(-start)), possible, alike(1.0)))


@compiled
def best_zero(chances: Rows, zeros: Ints, number: int) -> None:
    """Writes the best of these zeros, or 0, into the last row."""
    best = alike(0.0)
    for place in range(number):
        best = larger(load(chances, zeros[place]), best)
    store(chances, chances.shape[0] - 1, best)


@compiled
def best_uses(keeps: Rows, chances: Rows, uses: Ints, first: Ints) -> None:
    """Writes the chance after the best use of every roll into the rows of the keeps of five dice."""
    for roll in range(ROLL_COUNT):
        best = load(chances, uses[first[roll]])
        for place in range(first[roll] + 1, first[roll + 1]):
            best = larger(load(chances, uses[place]), best)
        store(keeps, FIRST_ROLL + roll, best)
