"""The compiled pass forwards: which cards best play reaches, and in which bookings their turns end.

Of boxes worth the same (see `worth.SAME`) the first in the order of `layout` is filled.
Knows arrays, not cards.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import (
    Moves,
    best_uses,
    book,
    column_after,
    held_of,
    moves,
    offered_boxes,
    vacant_boxes,
    yahtzee_booking,
)
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import Rows, load, store
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, best_keeps, throw
from fivedice.solve.kernel.ways import Way, follow_turn, way
from fivedice.solve.kernel.width import LANES
from fivedice.worth import FIRST_ROLL, SAME, Worth

Flags = NDArray[np.bool_]
Shorts = NDArray[np.int16]
Numbers = NDArray[np.int32]


class Ends(NamedTuple):
    """How the turns of some cards end: card after card, for each the bookings made and their chances."""

    shape: Numbers
    """(cards,)"""
    column: Numbers
    """(cards,)"""
    first: Ints
    """(cards + 1,): where the ends of each card begin, and where the last one's stop."""
    booking: Shorts
    """(ends,)"""
    further: Shorts
    """(ends,): the bonus of a further Yahtzee, paid above the points of the booking."""
    chance: Worth
    """(ends,): the chance of the end; those of a card add up to one."""


def find_ends(
    shapes: Ints, worth: Rows, reached: Flags, pays: Pays, columns: Columns, lattice: Lattice
) -> Ends:
    """The ends of all cards of these shapes that are marked as reached; what they lead to is marked too."""
    cards = count_reached(shapes, reached, columns)
    most = cards * (len(pays.box) + len(pays.yahtzees))
    card = np.empty(cards, np.int32), np.empty(cards, np.int32)
    ends = Ends(card[0], card[1], np.zeros(cards + 1, np.int64), *_room(most))
    own = way(len(pays.box)), moves(pays, columns)
    write_ends(shapes, worth, reached, ends, *own, pays, columns, lattice)
    found = slice(ends.first[-1])
    cut = ends.booking[found].copy(), ends.further[found].copy(), ends.chance[found].copy()
    return Ends(ends.shape, ends.column, ends.first, *cut)


@compiled
def count_reached(shapes: Ints, reached: Flags, columns: Columns) -> int:
    """How many cards of these shapes are reached."""
    count = int64(0)
    for shape in shapes:
        place = columns.first[shape] * LANES
        count += reached[place : place + columns.number[shape & columns.counted]].sum()
    return count


def _room(ends: int) -> tuple[Shorts, Shorts, Worth]:
    return np.empty(ends, np.int16), np.empty(ends, np.int16), np.empty(ends)


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
    """Write the ends of the reached cards of these shapes, and mark the cards after them."""
    card = int64(0)
    for shape in shapes:
        number, place = columns.number[shape & columns.counted], columns.first[shape] * LANES
        for block in range((number + LANES - 1) // LANES):
            begin, end = block * LANES, min(number, (block + 1) * LANES)
            if not reached[place + begin : place + end].any():
                continue
            book(way.bookings, moves, shape, block, worth, pays, columns)
            prepare(way, shape, pays, lattice)
            for column in range(begin, end):
                if reached[place + column]:
                    follow_turn(way, column - begin, lattice)
                    ends.shape[card], ends.column[card] = shape, column
                    end_turn(way, card, column - begin, ends, pays)
                    mark_after(card, ends, reached, pays, columns)
                    card += 1


@compiled
def prepare(way: Way, shape: int, pays: Pays, lattice: Lattice) -> None:
    """The worth of every keep with one and with two throws left."""
    best_uses(way.one_left, way.bookings, shape, pays)
    throw(way.one_left, lattice)
    for keep in range(KEEP_COUNT):
        store(way.two_left, keep, load(way.one_left, keep))
    best_keeps(way.two_left, lattice)
    throw(way.two_left, lattice)


@compiled
def end_turn(way: Way, card: int, lane: int, ends: Ends, pays: Pays) -> None:
    """Write what the final rolls are spent on: the Yahtzees one by one, then the others by booking."""
    shape = int64(ends.shape[card])
    place = ends.first[card]
    for yahtzee in range(6):
        keep = FIRST_ROLL + pays.yahtzees[yahtzee]
        ends.booking[place], ends.further[place] = best_for_yahtzee(way.bookings, shape, yahtzee, lane, pays)
        ends.chance[place] = way.chance[keep]
        way.chance[keep] = 0
        place += 1
    spend(way, shape, lane, pays)
    for booking in range(way.spent.size):
        if way.spent[booking] > 0:
            ends.booking[place], ends.further[place], ends.chance[place] = booking, 0, way.spent[booking]
            place += 1
    ends.first[card + 1] = place


@compiled
def spend(way: Way, shape: int, lane: int, pays: Pays) -> None:
    """The chance of every booking by the rolls, each free to fill any open box, into `way.spent`."""
    vacant = vacant_boxes(shape, pays)
    spent, chance, bookings = way.spent, way.chance, way.bookings
    for booking in range(spent.size):
        spent[booking] = 0
    for roll in range(ROLL_COUNT):
        best = pays.booking[roll, vacant[0]]
        for place in range(1, vacant.size):
            booking = pays.booking[roll, vacant[place]]
            if bookings[booking, lane] > bookings[best, lane] + SAME:
                best = booking
        spent[best] += chance[FIRST_ROLL + roll]


@compiled
def best_for_yahtzee(bookings: Rows, shape: int, yahtzee: int, lane: int, pays: Pays) -> tuple[int, int]:
    """The booking that is worth most to a Yahtzee, and its bonus as a further one."""
    offered = offered_boxes(shape, yahtzee, pays)
    best = -1
    for box in range(pays.boxes):
        if offered >> box & 1:
            booking = yahtzee_booking(shape, yahtzee, box, pays)
            if best < 0 or bookings[booking, lane] > bookings[best, lane] + SAME:
                best = booking
    return best, pays.further[held_of(shape, pays)]


@compiled
def mark_after(card: int, ends: Ends, reached: Flags, pays: Pays, columns: Columns) -> None:
    """Mark the cards that the ends of a card lead to."""
    shape, column = int64(ends.shape[card]), int64(ends.column[card])
    for place in range(ends.first[card], ends.first[card + 1]):
        if ends.chance[place] > 0:
            booking = int64(ends.booking[place])
            after = column_after(shape, column, booking, pays, columns)
            reached[columns.first[shape | pays.bits[booking]] * LANES + after] = True
