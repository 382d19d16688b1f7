"""The compiled passes that bound how many points a card may still need. Knows arrays, not cards.

From one card on they mark the cards that can come of it, with the fewest and the most points made on the way
there, and find what each can still make at most.
"""

from typing import NamedTuple

import numpy as np

from fivedice.solve.columns import WIDTH, Columns
from fivedice.solve.compile import compiled, int64
from fivedice.solve.ends import column_after
from fivedice.solve.pays import FIFTY, SHAPES, Ints, Pays
from fivedice.solve.sweep import held_of, offered_boxes
from fivedice.solve.tally import upper_bonus

NEVER = -1
"""The most points made on the way to a card that cannot come about."""


class Bounds(NamedTuple):
    """(SHAPES, WIDTH) each: the points on the way from the first card to each card, and from there on."""

    fewest: Ints
    """Made on the way, or fewer."""
    most: Ints
    """Made on the way at most; `NEVER` where the card does not come about."""
    to_come: Ints
    """Still to be made at most."""


def bounds() -> Bounds:
    """Bounds before any card has come about."""
    blank = np.zeros((SHAPES, WIDTH), np.int64)
    return Bounds(blank, blank + NEVER, blank.copy())


@compiled
def follow(shapes: Ints, bounds: Bounds, pays: Pays, columns: Columns) -> None:
    """Mark what can come of the cards of these shapes, with the points made on the way."""
    fewest, most = bounds.fewest, bounds.most
    for shape in shapes:
        paid = most_paid(shape, pays)
        ways = np.flatnonzero(paid >= 0)
        for column in range(columns.number[shape & 63]):
            if most[shape, column] < 0:
                continue
            for way in ways:
                booking = int64(way)
                after = shape | pays.bits[booking]
                there = column_after(shape & 63, column, booking, pays, columns)
                bonus = upper_bonus(shape & 63, column, booking, pays, columns)
                least = fewest[shape, column] + bonus + least_paid(booking, pays)
                fewest[after, there] = min(fewest[after, there], least) if most[after, there] >= 0 else least
                most[after, there] = max(most[after, there], most[shape, column] + bonus + paid[booking])


@compiled
def look_ahead(shapes: Ints, bounds: Bounds, pays: Pays, columns: Columns) -> None:
    """Find what the cards of these shapes can still make at most."""
    for shape in shapes:
        paid = most_paid(shape, pays)
        ways = np.flatnonzero(paid >= 0)
        for column in range(columns.number[shape & 63]):
            if bounds.most[shape, column] < 0:
                continue
            found = int64(0)
            for way in ways:
                booking = int64(way)
                there = column_after(shape & 63, column, booking, pays, columns)
                bonus = upper_bonus(shape & 63, column, booking, pays, columns)
                ahead = bounds.to_come[shape | pays.bits[booking], there]
                found = max(found, paid[booking] + bonus + ahead)
            bounds.to_come[shape, column] = found


@compiled
def most_paid(shape: int, pays: Pays) -> Ints:
    """(bookings,): the most points that each may pay, Yahtzee bonus included, or -1.

    That stands for a filled box, and for a booking that leads to the same card as the one after it and pays
    no more: all that differs in a Lower box is whether it is YAHTZEE with its points.
    """
    paid = np.empty(pays.box.size, np.int64)
    for booking in range(paid.size):
        paid[booking] = -1 if shape >> pays.box[booking] & 1 else pays.points[booking]
    for yahtzee in range(6):
        offered = offered_boxes(shape, yahtzee, pays)
        for box in range(13):
            if offered >> box & 1:
                booking = pays.booking[pays.yahtzees[yahtzee], box]
                points = pays.points[booking] + yahtzee_extra(shape, yahtzee, box, pays)
                paid[booking] = max(paid[booking], points)
    for booking in range(paid.size - 1):
        if pays.box[booking] >= 6 and pays.bits[booking] == pays.bits[booking + 1]:
            paid[booking + 1] = max(paid[booking], paid[booking + 1])
            paid[booking] = -1
    return paid


@compiled
def least_paid(booking: int, pays: Pays) -> int:
    """The fewest points that lead to the same card: a zero by choice does so in a Lower box."""
    if pays.box[booking] < 6 or pays.bits[booking] & FIFTY:
        return int64(pays.points[booking])
    return int64(0)


@compiled
def yahtzee_extra(shape: int, yahtzee: int, box: int, pays: Pays) -> int:
    """What a Yahtzee pays in a box above its ordinary points."""
    held = held_of(shape)
    turned = 1 if shape & pays.turning[held, yahtzee] else 0
    return int64(pays.extra[held, yahtzee, turned, box])
