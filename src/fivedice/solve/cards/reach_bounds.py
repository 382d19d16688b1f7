"""The compiled passes that bound how many points a card may still need. Knows arrays, not cards.

From one card on they mark the cards that can come of it, with the fewest and the most points made on the way
there, and find what each can still make at most.
"""

from typing import NamedTuple

import numpy as np

from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import bonus_earned, column_after, held_of, offered_boxes, yahtzee_booking
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.width import LANES

NEVER = -1
"""The most points made on the way to a card that cannot come about."""


class Bounds(NamedTuple):
    """(places,) each: the points on the way from the first card to each card, and from there on."""

    fewest: Ints
    """Made on the way, or fewer."""
    most: Ints
    """Made on the way at most; `NEVER` where the card does not come about."""
    to_come: Ints
    """Still to be made at most."""


def bounds(columns: Columns) -> Bounds:
    """Bounds before any card has come about."""
    blank = np.zeros(columns.rows * LANES, np.int64)
    return Bounds(blank, blank + NEVER, blank.copy())


@compiled
def place_after(shape: int, column: int, booking: int, pays: Pays, columns: Columns) -> int:
    """The place of the card after a booking."""
    after = column_after(shape, column, booking, pays, columns)
    return int64(columns.first[shape | pays.bits[booking]] * LANES + after)


@compiled
def follow(shapes: Ints, bounds: Bounds, pays: Pays, columns: Columns) -> None:
    """Mark what can come of the cards of these shapes, with the points made on the way."""
    fewest, most = bounds.fewest, bounds.most
    for shape in shapes:
        paid = most_paid(shape, pays, columns)
        ways = np.flatnonzero(paid >= 0)
        for column in range(columns.number[shape & columns.counted]):
            here = columns.first[shape] * LANES + column
            if most[here] < 0:
                continue
            for way in ways:
                booking = int64(way)
                there = place_after(shape, column, booking, pays, columns)
                bonus = bonus_earned(shape, column, booking, pays, columns)
                least = fewest[here] + bonus + least_paid(booking, pays, columns)
                fewest[there] = min(fewest[there], least) if most[there] >= 0 else least
                most[there] = max(most[there], most[here] + bonus + paid[booking])


@compiled
def look_ahead(shapes: Ints, bounds: Bounds, pays: Pays, columns: Columns) -> None:
    """Find what the cards of these shapes can still make at most."""
    for shape in shapes:
        paid = most_paid(shape, pays, columns)
        ways = np.flatnonzero(paid >= 0)
        for column in range(columns.number[shape & columns.counted]):
            here = columns.first[shape] * LANES + column
            if bounds.most[here] < 0:
                continue
            found = int64(0)
            for way in ways:
                booking = int64(way)
                there = place_after(shape, column, booking, pays, columns)
                bonus = bonus_earned(shape, column, booking, pays, columns)
                ahead = bounds.to_come[there]
                found = max(found, paid[booking] + bonus + ahead)
            bounds.to_come[here] = found


@compiled
def most_paid(shape: int, pays: Pays, columns: Columns) -> Ints:
    """(bookings,): the most points that each may pay, Yahtzee bonus included, or -1.

    That stands for a filled box, and for a booking that leads to the same card as the one after it and pays
    no more: where no bonus hangs on a box, all that differs is whether it proves a Yahtzee.
    """
    paid = np.empty(pays.box.size, np.int64)
    for booking in range(paid.size):
        paid[booking] = -1 if shape >> pays.box[booking] & 1 else pays.points[booking]
    further = pays.further[held_of(shape, pays)]
    for yahtzee in range(6):
        offered = offered_boxes(shape, yahtzee, pays)
        for box in range(pays.boxes):
            if offered >> box & 1:
                booking = yahtzee_booking(shape, yahtzee, box, pays)
                paid[booking] = max(paid[booking], pays.points[booking] + further)
    for booking in range(paid.size - 1):
        if columns.section[pays.box[booking]] < 0 and pays.bits[booking] == pays.bits[booking + 1]:
            paid[booking + 1] = max(paid[booking], paid[booking + 1])
            paid[booking] = -1
    return paid


@compiled
def least_paid(booking: int, pays: Pays, columns: Columns) -> int:
    """The fewest points that lead to the same card: a zero by choice where no bonus hangs on the box."""
    if columns.section[pays.box[booking]] >= 0 or pays.bits[booking] & pays.proved:
        return int64(pays.points[booking])
    return int64(0)
