"""The compiled turn: in which bookings the turns of cards end under best play, and with what chance.

Sixteen columns of a shape are followed side by side. Of boxes worth the same (see `ties.SAME`) the first in
the order of `layout` is filled.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.ties import SAME
from fivedice.core.worth import FIRST_ROLL
from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.landing import Landing, blocks_of, land, width_of
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import (
    Moves,
    best_uses,
    book,
    held_of,
    moves,
    offered_boxes,
    vacant_boxes,
    yahtzee_booking,
)
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import Rows, alike, load, raised, store, where
from fivedice.solve.kernel.lattice import ROLL_COUNT, Lattice, throw
from fivedice.solve.kernel.settings import LANES
from fivedice.solve.kernel.ways import Way, choose, follow_turns, way

Flags = NDArray[np.bool_]
Shorts = NDArray[np.int16]
Numbers = NDArray[np.int32]


class Ends(NamedTuple):
    """How the turns of some cards end: block after block of sixteen columns, and for each its ends."""

    shape: Numbers
    """(blocks,)"""
    block: Numbers
    """(blocks,): which sixteen of the shape's columns."""
    first: Ints
    """(blocks + 1,): where the ends of each block begin, and where the last one's stop."""
    booking: Shorts
    """(ends,)"""
    further: Shorts
    """(ends,): the bonus of a further Yahtzee, paid above the points of the booking."""
    chance: Rows
    """(ends, LANES): the chance of the end for each card; those of a card add up to one, or to nothing
    where it is not reached."""


def find_ends(
    shapes: Ints, worth: Rows, reached: Flags, pays: Pays, columns: Columns, lattice: Lattice
) -> Ends:
    """The ends of all cards of these shapes that are marked as reached, by their place."""
    blocks = count_blocks(shapes, reached, columns)
    most = blocks * 2 * len(pays.box)
    ends = Ends(
        np.empty(blocks, np.int32),
        np.empty(blocks, np.int32),
        np.zeros(blocks + 1, np.int64),
        np.empty(most, np.int16),
        np.empty(most, np.int16),
        np.empty((most, LANES)),
    )
    own = way(len(pays.box)), moves(pays, columns)
    write_ends(shapes, worth, reached, ends, *own, pays, columns, lattice)
    used = slice(ends.first[-1])
    return Ends(*ends[:3], ends.booking[used].copy(), ends.further[used].copy(), ends.chance[used].copy())


@compiled
def count_blocks(shapes: Ints, reached: Flags, columns: Columns) -> int:
    """How many blocks of these shapes have a card that is reached."""
    count = 0
    for shape in shapes:
        for block in range(blocks_of(shape, columns)):
            place = (columns.first[shape] + block) * LANES
            if reached[place : place + width_of(shape, block, columns)].any():
                count += 1
    return count


@compiled
def write_ends(
    shapes: Ints,
    worth: Rows,
    reached: Flags,
    ends: Ends,
    way: Way,
    moves: Moves,
    pays: Pays,
    columns: Columns,
    lattice: Lattice,
) -> None:
    """Write the ends of the reached cards of these shapes."""
    number = int64(0)
    for shape in shapes:
        for block in range(blocks_of(shape, columns)):
            place, width = (columns.first[shape] + block) * LANES, width_of(shape, block, columns)
            here = reached[place : place + width]
            if not here.any():
                continue
            book(way.bookings, moves, shape, block, worth, pays, columns)
            choose_turns(way, shape, pays, lattice)
            follow_turns(way, width, lattice)
            spend(way, shape, width, pays)
            ends.shape[number], ends.block[number] = shape, block
            write_spent(way.spent, here, number, ends, shape, pays)
            number += 1


@compiled
def choose_turns(way: Way, shape: int, pays: Pays, lattice: Lattice) -> None:
    """Find the best booking of each final roll, and the best keeps with one and with two throws left."""
    best_uses(way.keeps, way.bookings, shape, pays)
    choose_bookings(way, shape, pays)
    throw(way.keeps, lattice)
    choose(way.keeps, way.one_left, lattice)
    throw(way.keeps, lattice)
    choose(way.keeps, way.two_left, lattice)


@compiled
def choose_bookings(way: Way, shape: int, pays: Pays) -> None:
    """Find the best booking of each final roll, given what it is worth."""
    vacant = vacant_boxes(shape, pays)
    for roll in range(ROLL_COUNT):
        least = raised(load(way.keeps, FIRST_ROLL + roll), -SAME)
        best = alike(0.0)
        for place in range(vacant.size):
            booking = pays.booking[roll, vacant[vacant.size - 1 - place]]
            best = where(load(way.bookings, booking), least, alike(float(booking)), best)
        store(way.booked, roll, best)
    for yahtzee in range(6):
        choose_for_yahtzee(way, shape, yahtzee, pays)


@compiled
def choose_for_yahtzee(way: Way, shape: int, yahtzee: int, pays: Pays) -> None:
    """The same for a Yahtzee, which may be bound and may be paid something extra."""
    offered, roll = offered_boxes(shape, yahtzee, pays), pays.yahtzees[yahtzee]
    further = float(pays.further[held_of(shape, pays)])
    least = raised(load(way.keeps, FIRST_ROLL + roll), -SAME - further)
    best = alike(0.0)
    for place in range(pays.boxes):
        box = pays.boxes - 1 - place
        if offered >> box & 1:
            booking = yahtzee_booking(shape, yahtzee, box, pays)
            best = where(load(way.bookings, booking), least, alike(float(booking)), best)
    store(way.booked, roll, best)


@compiled
def spend(way: Way, shape: int, width: int, pays: Pays) -> None:
    """The chance of every booking by the final rolls, into `way.spent`."""
    way.spent[:] = 0
    further = pays.further[held_of(shape, pays)]
    if further:
        for yahtzee in range(6):
            spend_roll(way, pays.yahtzees[yahtzee], pays.box.size, width)
    for roll in range(ROLL_COUNT):
        spend_roll(way, roll, int64(0), width)


@compiled
def spend_roll(way: Way, roll: int, on_top: int, width: int) -> None:
    """Spend one roll, and its chance is gone."""
    for lane in range(width):
        way.spent[on_top + int64(way.booked[roll, lane]), lane] += way.chance[FIRST_ROLL + roll, lane]
        way.chance[FIRST_ROLL + roll, lane] = 0


@compiled
def write_spent(spent: Rows, reached: Flags, number: int, ends: Ends, shape: int, pays: Pays) -> None:
    """Write the bookings on which any card that is reached spends a roll, as the ends of a block."""
    place = ends.first[number]
    further = pays.further[held_of(shape, pays)]
    for row in range(len(spent)):
        here = False
        for lane in range(LANES):
            chance = spent[row, lane] if lane < len(reached) and reached[lane] else 0.0
            ends.chance[place, lane] = chance
            here |= chance > 0
        if here:
            ends.booking[place] = row % pays.box.size
            ends.further[place] = further if row >= pays.box.size else 0
            place += 1
    ends.first[number + 1] = place


@compiled
def place_of(ends: Ends, number: int, columns: Columns) -> int:
    """The place of the first card of a block."""
    return int64(columns.first[ends.shape[number]] + ends.block[number]) * LANES


@compiled
def shape_after(ends: Ends, number: int, end: int, pays: Pays) -> int:
    """The shape of the cards after an end of a block."""
    return int64(ends.shape[number]) | int64(pays.bits[ends.booking[end]])


@compiled
def land_end(ends: Ends, number: int, end: int, landing: Landing, pays: Pays, columns: Columns) -> None:
    """Find what an end of a block does to its cards."""
    booking = int64(ends.booking[end])
    paid = pays.points[booking] + ends.further[end]
    land(int64(ends.shape[number]), int64(ends.block[number]), booking, paid, landing, pays, columns)
