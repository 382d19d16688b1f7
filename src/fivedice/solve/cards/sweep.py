"""The compiled backward step: the worth of cards with one box more open. Knows arrays, not cards.

One card shape at a time, sixteen of its columns side by side: first the worth of every booking, then
of the best use of each of the 252 rolls, then two throws back over the lattice of the 462 keeps, and the mean
over the first throw.
"""

from typing import Any

import numpy as np

from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import Rows, larger, load, raised, store
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, best_keeps, mean_roll, throw
from fivedice.solve.kernel.width import LANES
from fivedice.worth import FIRST_ROLL


def blank_table(columns: Columns) -> Rows:
    """The table before solving: every full card is worth nothing more."""
    return np.zeros((columns.rows, LANES))


def rows(table: Rows) -> Rows:
    """A solved table as rows of lanes, in memory of its own."""
    return np.array(table).reshape(-1, LANES)


@compiled
def solve_shapes(shapes: Ints, worth: Rows, pays: Pays, columns: Columns, lattice: Lattice) -> None:
    """Fill the rows of these shapes from those of the shapes with one box more filled.

    Shapes of equal number of filled boxes do not touch each other's rows, so several threads may share a
    level.
    """
    bookings = np.empty((pays.box.size, LANES))
    keeps = np.empty((KEEP_COUNT, LANES))
    for shape in shapes:
        for block in range((columns.number[shape & columns.counted] + LANES - 1) // LANES):
            book(bookings, shape, block, worth, pays, columns)
            best_uses(keeps, bookings, shape, pays)
            throw(keeps, lattice)
            best_keeps(keeps, lattice)
            throw(keeps, lattice)
            best_keeps(keeps, lattice)
            store(worth, columns.first[shape] + block, mean_roll(keeps, lattice))


@compiled
def book(bookings: Rows, shape: int, block: int, worth: Rows, pays: Pays, columns: Columns) -> None:
    """The worth of every booking in an open box: its points, and the card after it."""
    for booking in range(pays.box.size):
        box = pays.box[booking]
        if shape >> box & 1:
            continue
        after = columns.first[shape | pays.bits[booking]]
        if columns.section[box] < 0:
            store(bookings, booking, raised(load(worth, after + block), float(pays.points[booking])))
        elif columns.shift.size == 1:
            book_counted(bookings, booking, shape, block, after, worth, pays, columns)
        else:
            book_apart(bookings, booking, shape, block, after, worth, pays, columns)


@compiled
def book_counted(
    bookings: Rows,
    booking: int,
    shape: int,
    block: int,
    after: int,
    worth: Rows,
    pays: Pays,
    columns: Columns,
) -> None:
    """The same for a box of the only section with a bonus: every sum moves to another column."""
    mask, points, goal = shape & columns.counted, pays.points[booking], columns.goal[0]
    totals = columns.total[0, mask]
    column_after = columns.column[0, (shape | pays.bits[booking]) & columns.counted]
    for lane in range(min(LANES, columns.number[mask] - block * LANES)):
        total = int64(totals[block * LANES + lane])
        then = min(total + points, goal)
        column = int64(column_after[then])
        gain = points + (columns.bonus[0] if total < goal and then == goal else 0)
        bookings[booking, lane] = gain + worth[after + column // LANES, column % LANES]


@compiled
def book_apart(
    bookings: Rows,
    booking: int,
    shape: int,
    block: int,
    after: int,
    worth: Rows,
    pays: Pays,
    columns: Columns,
) -> None:
    """The same where several sections have a bonus."""
    for lane in range(min(LANES, columns.number[shape & columns.counted] - block * LANES)):
        column = int64(block * LANES + lane)
        then = column_after(shape, column, booking, pays, columns)
        gain = pays.points[booking] + bonus_earned(shape, column, booking, pays, columns)
        bookings[booking, lane] = gain + worth[after + then // LANES, then % LANES]


@compiled
def own_column(shape: int, column: int, section: int, columns: Columns) -> tuple[int, int]:
    """A section's part of a column, and how many columns those of the sections before it make together."""
    below = int64(1)
    for other in range(section):
        below *= columns.size[other, shape >> columns.shift[other] & columns.part[other]]
    own = shape >> columns.shift[section] & columns.part[section]
    return column // below % columns.size[section, own], below


@compiled
def column_after(shape: int, column: int, booking: int, pays: Pays, columns: Columns) -> int:
    """The column of a card once a booking is made."""
    section = columns.section[pays.box[booking]]
    if section < 0:
        return column
    own, below = own_column(shape, column, section, columns)
    mask = shape >> columns.shift[section] & columns.part[section]
    mask_after = (shape | pays.bits[booking]) >> columns.shift[section] & columns.part[section]
    total = min(columns.total[section, mask, own] + pays.points[booking], columns.goal[section])
    above = column // (below * columns.size[section, mask])
    then = int64(columns.column[section, mask_after, total])
    return int64(column % below + below * (then + columns.size[section, mask_after] * above))


@compiled
def section_earned(shape: int, column: int, booking: int, pays: Pays, columns: Columns) -> int:
    """The section whose bonus this booking earns, or -1."""
    section = columns.section[pays.box[booking]]
    if section < 0:
        return int64(-1)
    own, _ = own_column(shape, column, section, columns)
    total = columns.total[section, shape >> columns.shift[section] & columns.part[section], own]
    earned = total < columns.goal[section] <= total + pays.points[booking]
    return int64(section) if earned else int64(-1)


@compiled
def bonus_earned(shape: int, column: int, booking: int, pays: Pays, columns: Columns) -> Any:
    """The bonus of a section, if this booking earns it; whole or not, as the columns have it."""
    section = section_earned(shape, column, booking, pays, columns)
    return columns.bonus[section] if section >= 0 else 0


@compiled
def best_uses(keeps: Rows, bookings: Rows, shape: int, pays: Pays) -> None:
    """The worth of the best use of every roll, into the rows of the keeps of five dice."""
    vacant = vacant_boxes(shape, pays)
    for roll in range(ROLL_COUNT):
        best = load(bookings, pays.booking[roll, vacant[0]])
        for place in range(1, vacant.size):
            best = larger(load(bookings, pays.booking[roll, vacant[place]]), best)
        store(keeps, FIRST_ROLL + roll, best)
    for yahtzee in range(6):
        best_yahtzee(keeps, bookings, shape, yahtzee, pays)


@compiled
def vacant_boxes(shape: int, pays: Pays) -> Ints:
    """The open boxes."""
    vacant = np.empty(pays.boxes, np.int64)
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
    """What the box holds that further Yahtzees follow: 0 open, 1 zero, 2 points.

    Where points there decide nothing, they count as a zero.
    """
    if pays.follows < 0:
        return 0
    return 2 if shape & pays.proved else shape >> pays.follows & 1


@compiled
def yahtzee_booking(shape: int, yahtzee: int, box: int, pays: Pays) -> int:
    """The booking that a Yahtzee makes in a box; its bonus as a further one is paid above that."""
    held = held_of(shape, pays)
    turned = 1 if shape & pays.turning[held, yahtzee] else 0
    return int64(pays.yahtzee_booking[held, yahtzee, turned, box])


@compiled
def best_yahtzee(keeps: Rows, bookings: Rows, shape: int, yahtzee: int, pays: Pays) -> None:
    """The worth of the best use of a Yahtzee."""
    further = float(pays.further[held_of(shape, pays)])
    offered = offered_boxes(shape, yahtzee, pays)
    row = FIRST_ROLL + pays.yahtzees[yahtzee]
    first = True
    for box in range(pays.boxes):
        if offered >> box & 1:
            value = raised(load(bookings, yahtzee_booking(shape, yahtzee, box, pays)), further)
            store(keeps, row, value if first else larger(value, load(keeps, row)))
            first = False
