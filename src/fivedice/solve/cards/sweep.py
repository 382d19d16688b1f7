"""The compiled backward step: the worth of cards with one more open box, and the effect of a booking.

It takes one shape at a time, sixteen of its columns (a block) side by side. It computes the worth of every
booking, then of the best use of each of the 252 rolls. Then it goes two throws back over the lattice of the
462 keeps and takes the mean over the first throw.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import FIRST_ROLL
from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import Rows, blank, larger, load, raised, store
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, turn
from fivedice.solve.kernel.settings import LANES

Boxes = NDArray[np.uint64]


class Moves(NamedTuple):
    """The effect of the b bookings in boxes that count towards a bonus on the cards of one mask."""

    mask: Ints
    """(1,): the current mask, or -1."""
    column: Ints
    """(b, columns): the column of each card after the booking."""
    gain: NDArray[np.float64]
    """(b, columns): the points of the booking and the bonus that it earns."""


def blank_table(columns: Columns) -> Rows:
    """The table before solving: full cards are worth nothing more."""
    return blank(columns.rows)


def rows(table: Rows) -> Rows:
    """A copy of a solved table as rows of lanes."""
    copy = blank(table.size // LANES)
    copy[:] = np.asarray(table).reshape(-1, LANES)
    return copy


@compiled
def moves(pays: Pays, columns: Columns) -> Moves:
    """Room for the moves of any mask."""
    counted, widest = (columns.section[pays.box] >= 0).sum(), columns.number.max()
    return Moves(np.full(1, -1), np.zeros((counted, widest), np.int64), np.zeros((counted, widest)))


@compiled
def solve_shapes(shapes: Ints, worth: Rows, pays: Pays, columns: Columns, lattice: Lattice) -> None:
    """Fills the rows of these shapes from the rows of the shapes with one more filled box.

    Shapes with the same number of filled boxes use different rows, so threads may share a level. Solving is
    fastest if shapes of one mask are adjacent.
    """
    bookings, keeps, known = blank(pays.box.size), blank(KEEP_COUNT), moves(pays, columns)
    for shape in shapes:
        for block in range((columns.number[shape & columns.counted] + LANES - 1) // LANES):
            book(bookings, known, shape, block, worth, pays, columns)
            best_uses(keeps, bookings, shape, pays)
            turn(keeps, lattice)
            store(worth, columns.first[shape] + block, load(keeps, 0))


@compiled
def learn(moves: Moves, mask: int, pays: Pays, columns: Columns) -> None:
    """Computes the moves of all cards with this mask."""
    moves.mask[0] = mask
    for booking in range(len(moves.gain)):
        if not mask >> pays.box[booking] & 1:
            learn_booking(moves, booking, mask, pays, columns)


@compiled
def learn_booking(moves: Moves, booking: int, mask: int, pays: Pays, columns: Columns) -> None:
    """Computes the moves of one booking: its section's part of every column changes."""
    section, points = columns.section[pays.box[booking]], pays.points[booking]
    shift, part, goal = columns.shift[section], columns.part[section], columns.goal[section]
    own, after = mask >> shift & part, (mask | pays.bits[booking]) >> shift & part
    size, size_after = columns.size[section, own], columns.size[section, after]
    below = columns_below(mask, section, columns)
    for column in range(columns.number[mask]):
        above, place = divmod(column // below, size)
        total = columns.total[section, own, place]
        then = int64(columns.column[section, after, min(total + points, goal)])
        moves.column[booking, column] = (above * size_after + then) * below + column % below
        bonus = columns.bonus[section] if total < goal <= total + points else 0
        moves.gain[booking, column] = points + bonus


@compiled
def book(
    bookings: Rows, moves: Moves, shape: int, block: int, worth: Rows, pays: Pays, columns: Columns
) -> None:
    """Writes the worth of every booking in an open box: its points and the card after it."""
    if moves.mask[0] != shape & columns.counted:
        learn(moves, shape & columns.counted, pays, columns)
    for booking in range(pays.box.size):
        if not shape >> pays.box[booking] & 1:
            after = columns.first[shape | pays.bits[booking]]
            if booking < len(moves.gain):
                book_moved(bookings, moves, booking, block, after, worth, columns)
            else:
                store(bookings, booking, raised(load(worth, after + block), float(pays.points[booking])))


@compiled
def book_moved(
    bookings: Rows, moves: Moves, booking: int, block: int, after: int, worth: Rows, columns: Columns
) -> None:
    """Writes the worth of a booking that counts towards a bonus: cards move to different columns."""
    begin = block * LANES
    for lane in range(min(LANES, columns.number[moves.mask[0]] - begin)):
        column = moves.column[booking, begin + lane]
        there = worth[after + column // LANES, column % LANES]
        bookings[booking, lane] = moves.gain[booking, begin + lane] + there


@compiled
def columns_below(shape: int, section: int, columns: Columns) -> int:
    """The number of combined columns of the sections before this one."""
    below = int64(1)
    for other in range(section):
        below *= columns.size[other, shape >> columns.shift[other] & columns.part[other]]
    return below


@compiled
def best_uses(keeps: Rows, bookings: Rows, shape: int, pays: Pays) -> None:
    """Writes the worth of the best use of every roll into the rows of the keeps of five dice."""
    vacant = vacant_boxes(shape, pays)
    for roll in range(ROLL_COUNT):
        best = load(bookings, pays.booking[roll, vacant[0]])
        for place in range(1, vacant.size):
            best = larger(load(bookings, pays.booking[roll, vacant[place]]), best)
        store(keeps, FIRST_ROLL + roll, best)
    held = held_of(shape, pays)
    if held:
        for yahtzee in range(6):
            best_yahtzee(keeps, bookings, shape, held, yahtzee, pays)


@compiled
def vacant_boxes(shape: int, pays: Pays) -> Boxes:
    """The open boxes; unsigned, because such indices are cheaper."""
    vacant = np.empty(pays.boxes, np.uint64)
    count = 0
    for box in range(pays.boxes):
        if not shape >> box & 1:
            vacant[count] = box
            count += 1
    return vacant[:count]


@compiled
def offered_boxes(shape: int, yahtzee: int, pays: Pays) -> int:
    """The boxes, as bits, that this Yahtzee may fill."""
    held = held_of(shape, pays)
    vacant = pays.all_boxes & ~shape
    offered = 0
    for rank in pays.ranks[held, yahtzee]:
        if not offered:
            offered = rank & vacant
    return offered


@compiled
def held_of(shape: int, pays: Pays) -> int:
    """The state of the box required for further Yahtzees: 0 open, 1 zero, 2 points.

    Points that do not matter count as a zero.
    """
    if pays.follows < 0:
        return 0
    return 2 if shape & pays.proved else shape >> pays.follows & 1


@compiled
def yahtzee_booking(shape: int, yahtzee: int, box: int, pays: Pays) -> int:
    """The booking of a Yahtzee in a box, without the bonus of a further one."""
    held = held_of(shape, pays)
    turned = 1 if shape & pays.turning[held, yahtzee] else 0
    return int64(pays.yahtzee_booking[held, yahtzee, turned, box])


@compiled
def best_yahtzee(keeps: Rows, bookings: Rows, shape: int, held: int, yahtzee: int, pays: Pays) -> None:
    """Writes the worth of the best use of a further Yahtzee."""
    further, turned = float(pays.further[held]), 1 if shape & pays.turning[held, yahtzee] else 0
    offered = offered_boxes(shape, yahtzee, pays)
    row = FIRST_ROLL + pays.yahtzees[yahtzee]
    first = True
    for box in range(pays.boxes):
        if offered >> box & 1:
            booking = pays.yahtzee_booking[held, yahtzee, turned, box]
            value = raised(load(bookings, booking), further)
            store(keeps, row, value if first else larger(value, load(keeps, row)))
            first = False


class Landing(NamedTuple):
    """The effect of a booking on the cards of a block."""

    place: Ints
    """(LANES,): the place of the card after the booking."""
    paid: Ints
    """(LANES,): the points that the booking pays, bonuses included."""
    section: Ints
    """(LANES,): the section whose bonus the booking earns, or -1."""


def landing() -> Landing:
    """Memory for the effect of a booking."""
    return Landing(*(np.zeros(LANES, np.int64) for _ in range(3)))


@compiled
def blocks_of(shape: int, columns: Columns) -> int:
    """The number of blocks of a shape."""
    return int64((columns.number[shape & columns.counted] + LANES - 1) // LANES)


@compiled
def width_of(shape: int, block: int, columns: Columns) -> int:
    """The number of columns of a block."""
    return int64(min(columns.number[shape & columns.counted] - block * LANES, LANES))


@compiled
def land(
    shape: int, block: int, booking: int, paid: int, landing: Landing, pays: Pays, columns: Columns
) -> None:
    """Finds the effect of a booking that pays this much without section bonuses."""
    place = (columns.first[shape | pays.bits[booking]] + block) * LANES
    for lane in range(LANES):
        landing.place[lane], landing.paid[lane], landing.section[lane] = place + lane, paid, -1
    if columns.section[pays.box[booking]] >= 0:
        land_counted(shape, block, booking, landing, pays, columns)


@compiled
def land_counted(
    shape: int, block: int, booking: int, landing: Landing, pays: Pays, columns: Columns
) -> None:
    """Finds the effect of a booking that counts towards a bonus: sums move to other columns."""
    section, points = columns.section[pays.box[booking]], pays.points[booking]
    mask = shape >> columns.shift[section] & columns.part[section]
    mask_after = (shape | pays.bits[booking]) >> columns.shift[section] & columns.part[section]
    size, size_after = columns.size[section, mask], columns.size[section, mask_after]
    below = columns_below(shape, section, columns)
    place = columns.first[shape | pays.bits[booking]] * LANES
    for lane in range(width_of(shape, block, columns)):
        column = block * LANES + lane
        total = int64(columns.total[section, mask, column // below % size])
        then = min(total + points, columns.goal[section])
        own, above = columns.column[section, mask_after, then], column // (below * size)
        landing.place[lane] = place + column % below + below * (own + size_after * above)
        if total < columns.goal[section] == then:
            landing.section[lane] = section
            landing.paid[lane] += int64(columns.bonus[section])
