"""The compiled pass forwards: which cards best play reaches, and in which bookings their turns end.

Of boxes worth the same (see `worth.SAME`) the first on the card is filled. Knows arrays, not cards.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.solve.columns import Columns
from fivedice.solve.compile import compiled, int64
from fivedice.solve.lanes import LANES, Rows
from fivedice.solve.pays import Ints, Pays
from fivedice.solve.sweep import ROLL_COUNT, Lattice, book, held_of, offered_boxes, vacant_boxes
from fivedice.solve.ways import Way, follow_turn, prepare, way
from fivedice.worth import FIRST_ROLL, SAME, Worth

Flags = NDArray[np.bool_]
Shorts = NDArray[np.int16]


class Ends(NamedTuple):
    """How the turns of some cards end: card after card, for each the bookings made and their chances."""

    shape: Shorts
    """(cards,)"""
    column: Shorts
    """(cards,)"""
    first: Ints
    """(cards + 1,): where the ends of each card begin, and where the last one's stop."""
    booking: Shorts
    """(ends,)"""
    extra: Shorts
    """(ends,): what is paid above the points of the booking."""
    chance: Worth
    """(ends,): the chance of the end; those of a card add up to one."""


def find_ends(
    shapes: Ints, worth: Rows, reached: Flags, pays: Pays, columns: Columns, lattice: Lattice
) -> Ends:
    """The ends of all cards of these shapes that are marked as reached; what they lead to is marked too."""
    cards = int(reached[shapes].sum())
    most = cards * (len(pays.box) + len(pays.yahtzees))
    ends = Ends(_shorts(cards), _shorts(cards), np.zeros(cards + 1, np.int64), *_room(most))
    write_ends(shapes, worth, reached, ends, way(len(pays.box)), pays, columns, lattice)
    found = slice(ends.first[-1])
    cut = ends.booking[found].copy(), ends.extra[found].copy(), ends.chance[found].copy()
    return Ends(ends.shape, ends.column, ends.first, *cut)


def _shorts(size: int) -> Shorts:
    return np.empty(size, np.int16)


def _room(ends: int) -> tuple[Shorts, Shorts, Worth]:
    return _shorts(ends), _shorts(ends), np.empty(ends)


@compiled
def write_ends(
    shapes: Ints,
    worth: Rows,
    reached: Flags,
    ends: Ends,
    way: Way,
    pays: Pays,
    columns: Columns,
    lattice: Lattice,
) -> None:
    """Write the ends of the reached cards of these shapes, and mark the cards after them."""
    card = int64(0)
    for shape in shapes:
        number = columns.number[shape & 63]
        for block in range((number + LANES - 1) // LANES):
            begin, end = block * LANES, min(number, (block + 1) * LANES)
            if not any_reached(reached, shape, begin, end):
                continue
            book(way.bookings, shape, block, worth, pays, columns)
            prepare(way, shape, pays, lattice)
            for column in range(begin, end):
                if reached[shape, column]:
                    follow_turn(way, column - begin, lattice)
                    ends.shape[card], ends.column[card] = shape, column
                    end_turn(way, card, column - begin, ends, pays)
                    mark_after(card, ends, reached, pays, columns)
                    card += 1


@compiled
def any_reached(reached: Flags, shape: int, begin: int, end: int) -> bool:
    """Whether a card in these columns is reached."""
    found = False
    for column in range(begin, end):
        found |= reached[shape, column]
    return found


@compiled
def end_turn(way: Way, card: int, lane: int, ends: Ends, pays: Pays) -> None:
    """Write what the final rolls are spent on: the Yahtzees one by one, then the others by booking."""
    shape = int64(ends.shape[card])
    place = ends.first[card]
    for yahtzee in range(6):
        keep = FIRST_ROLL + pays.yahtzees[yahtzee]
        ends.booking[place], ends.extra[place] = best_for_yahtzee(way.bookings, shape, yahtzee, lane, pays)
        ends.chance[place] = way.chance[keep]
        way.chance[keep] = 0
        place += 1
    spend(way, shape, lane, pays)
    for booking in range(way.spent.size):
        if way.spent[booking] > 0:
            ends.booking[place], ends.extra[place], ends.chance[place] = booking, 0, way.spent[booking]
            place += 1
    ends.first[card + 1] = place


@compiled
def spend(way: Way, shape: int, lane: int, pays: Pays) -> None:
    """The chance of every booking by the rolls, each free to fill any open box, into `way.spent`."""
    vacant = vacant_boxes(shape)
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
    """The booking that is worth most to a Yahtzee, and what it pays there above its ordinary points."""
    held = held_of(shape)
    turned = 1 if shape & pays.turning[held, yahtzee] else 0
    offered = offered_boxes(shape, yahtzee, pays)
    best, best_extra = -1, 0
    for box in range(13):
        if offered >> box & 1:
            booking = pays.booking[pays.yahtzees[yahtzee], box]
            extra = pays.extra[held, yahtzee, turned, box]
            if best < 0 or bookings[booking, lane] + extra > bookings[best, lane] + best_extra + SAME:
                best, best_extra = booking, extra
    return best, best_extra


@compiled
def mark_after(card: int, ends: Ends, reached: Flags, pays: Pays, columns: Columns) -> None:
    """Mark the cards that the ends of a card lead to."""
    shape, column = int64(ends.shape[card]), int64(ends.column[card])
    for place in range(ends.first[card], ends.first[card + 1]):
        if ends.chance[place] > 0:
            booking = int64(ends.booking[place])
            after = column_after(shape & 63, column, booking, pays, columns)
            reached[shape | pays.bits[booking], after] = True


@compiled
def column_after(mask: int, column: int, booking: int, pays: Pays, columns: Columns) -> int:
    """The column of a card once a booking is made."""
    if pays.box[booking] >= 6:
        return column
    total = columns.total[mask, column] + pays.points[booking]
    return int64(columns.column[mask | pays.bits[booking], total])
