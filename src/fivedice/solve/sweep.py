"""The compiled backward step: the worth of cards with one box more open. Knows arrays, not cards.

One card shape at a time, sixteen of its Upper totals side by side: first the worth of every booking, then
of the best use of each of the 252 rolls, then two throws back over the lattice of the 462 keeps, one die
at a time (as `fivedice.worth` does it), and the mean over the first throw.
"""

from itertools import chain
from typing import NamedTuple

import numpy as np

from fivedice.dice import FACES, KEEPS, ROLLS
from fivedice.solve.columns import WIDTH, Columns
from fivedice.solve.compile import compiled
from fivedice.solve.lanes import LANES, Lanes, Rows, add, larger, load, raised, store, times
from fivedice.solve.pays import ALL_BOXES, FIFTY, SHAPES, Ints, Pays
from fivedice.worth import FIRST_ROLL, LESS_ONE, PLUS_ONE, keep_worth

KEEP_COUNT, ROLL_COUNT = len(KEEPS), len(ROLLS)
PART = 1 / len(FACES)
BLOCKS = WIDTH // LANES
"""How many rows of lanes hold the columns of a shape."""


def blank_table() -> Rows:
    """The table before solving: every full card is worth nothing more."""
    return np.zeros((SHAPES * BLOCKS, LANES))


def rows(table: Rows) -> Rows:
    """A solved table as rows of lanes, in memory of its own."""
    return np.array(table).reshape(-1, LANES)


class Lattice(NamedTuple):
    """The lattice of keeps as arrays."""

    plus_one: Ints
    """(210, 6): the keeps that one more die makes."""
    first: Ints
    """(463,): where the part of each keep starts in `less_one`, and where the last one ends."""
    less_one: Ints
    """(1260,): the different keeps that are left when one die is taken away, keep after keep."""
    chance: Rows
    """(252,): the chance of each roll of five dice."""


def lattice() -> Lattice:
    """The lattice of keeps."""
    less = [[one for one in dict.fromkeys(row) if one != keep] for keep, row in enumerate(LESS_ONE.tolist())]
    first = np.cumsum([0, *map(len, less)])
    return Lattice(PLUS_ONE, first, np.array([*chain(*less)]), keep_worth(np.eye(ROLL_COUNT))[0])


@compiled
def solve_shapes(shapes: Ints, worth: Rows, pays: Pays, columns: Columns, lattice: Lattice) -> None:
    """Fill the rows of these shapes from those of the shapes with one box more filled.

    `worth` holds `BLOCKS` rows for each shape. Shapes of equal number of filled boxes do not touch
    each other's rows, so several threads may share a level.
    """
    bookings = np.empty((pays.box.size, LANES))
    keeps = np.empty((KEEP_COUNT, LANES))
    for shape in shapes:
        for block in range((columns.number[shape & 63] + LANES - 1) // LANES):
            book(bookings, shape, block, worth, pays, columns)
            best_uses(keeps, bookings, shape, pays)
            throw(keeps, lattice)
            best_keeps(keeps, lattice)
            throw(keeps, lattice)
            best_keeps(keeps, lattice)
            store(worth, shape * BLOCKS + block, mean_roll(keeps, lattice))


@compiled
def book(bookings: Rows, shape: int, block: int, worth: Rows, pays: Pays, columns: Columns) -> None:
    """The worth of every booking in an open box: its points, and the card after it."""
    for booking in range(pays.box.size):
        box = pays.box[booking]
        if shape >> box & 1:
            continue
        after = (shape | pays.bits[booking]) * BLOCKS
        if box >= 6:
            store(bookings, booking, raised(load(worth, after + block), float(pays.points[booking])))
        else:
            book_upper(bookings, booking, shape & 63, block, after, worth, pays, columns)


@compiled
def book_upper(
    bookings: Rows, booking: int, mask: int, block: int, after: int, worth: Rows, pays: Pays, columns: Columns
) -> None:
    """The same for an Upper box, which moves every total to another column and may earn the bonus."""
    points = pays.points[booking]
    column_after = columns.column[mask | pays.bits[booking]]
    for lane in range(min(LANES, columns.number[mask] - block * LANES)):
        total = columns.total[mask, block * LANES + lane]
        column = column_after[total + points]
        gain = points + columns.bonus[total + points] - columns.bonus[total]
        bookings[booking, lane] = gain + worth[after + column // LANES, column % LANES]


@compiled
def best_uses(keeps: Rows, bookings: Rows, shape: int, pays: Pays) -> None:
    """The worth of the best use of every roll, into the rows of the keeps of five dice."""
    vacant = vacant_boxes(shape)
    for roll in range(ROLL_COUNT):
        best = load(bookings, pays.booking[roll, vacant[0]])
        for place in range(1, vacant.size):
            best = larger(load(bookings, pays.booking[roll, vacant[place]]), best)
        store(keeps, FIRST_ROLL + roll, best)
    for yahtzee in range(6):
        best_yahtzee(keeps, bookings, shape, yahtzee, pays)


@compiled
def vacant_boxes(shape: int) -> Ints:
    """The open boxes."""
    vacant = np.empty(13, np.int64)
    count = 0
    for box in range(13):
        if not shape >> box & 1:
            vacant[count] = box
            count += 1
    return vacant[:count]


@compiled
def offered_boxes(shape: int, yahtzee: int, pays: Pays) -> int:
    """The boxes, as bits, that this Yahtzee may fill."""
    held = held_of(shape)
    vacant = ALL_BOXES & ~shape
    offered = 0
    for rank in pays.ranks[held, yahtzee]:
        if not offered:
            offered = rank & vacant
    return offered


@compiled
def held_of(shape: int) -> int:
    """What the YAHTZEE box holds: 0 open, 1 zero, 2 points."""
    if shape & FIFTY:
        return 2
    return shape >> 11 & 1


@compiled
def best_yahtzee(keeps: Rows, bookings: Rows, shape: int, yahtzee: int, pays: Pays) -> None:
    """The worth of the best use of a Yahtzee."""
    held = held_of(shape)
    turned = 1 if shape & pays.turning[held, yahtzee] else 0
    offered = offered_boxes(shape, yahtzee, pays)
    roll = pays.yahtzees[yahtzee]
    row = FIRST_ROLL + roll
    first = True
    for box in range(13):
        if offered >> box & 1:
            extra = float(pays.extra[held, yahtzee, turned, box])
            value = raised(load(bookings, pays.booking[roll, box]), extra)
            store(keeps, row, value if first else larger(value, load(keeps, row)))
            first = False


@compiled
def throw(keeps: Rows, lattice: Lattice) -> None:
    """The worth of every keep of fewer than five dice: the mean over the six faces of its next die."""
    plus_one = lattice.plus_one
    for step in range(plus_one.shape[0]):
        keep = plus_one.shape[0] - 1 - step
        total = load(keeps, plus_one[keep, 0])
        for face in range(1, 6):
            total = add(total, load(keeps, plus_one[keep, face]))
        store(keeps, keep, times(total, PART))


@compiled
def best_keeps(keeps: Rows, lattice: Lattice) -> None:
    """The worth of the best keep inside every keep: itself, or what is best with one die taken away."""
    for keep in range(1, KEEP_COUNT):
        best = load(keeps, keep)
        for place in range(lattice.first[keep], lattice.first[keep + 1]):
            best = larger(load(keeps, lattice.less_one[place]), best)
        store(keeps, keep, best)


@compiled
def mean_roll(keeps: Rows, lattice: Lattice) -> Lanes:
    """The mean over the rolls of five dice."""
    total = times(load(keeps, FIRST_ROLL), lattice.chance[0])
    for roll in range(1, ROLL_COUNT):
        total = add(total, times(load(keeps, FIRST_ROLL + roll), lattice.chance[roll]))
    return total
