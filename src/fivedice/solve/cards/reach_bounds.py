"""The compiled passes that bound how many points a card may still need. Knows arrays, not cards.

From one card on they mark the cards that can come of it, with the fewest and the most points made on the way
there, and find what each card can still make at most. Neither reads what the other writes.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.landing import Landing, blocks_of, land, width_of
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import held_of, offered_boxes, yahtzee_booking
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.width import LANES

NEVER = -1
"""The most points made on the way to a card that cannot come about."""


Words = NDArray[np.int32]
"""Numbers of points and of rows, of which a card has hundreds of thousands: half as wide as others."""


class Bounds(NamedTuple):
    """(places,) each: the points on the way from the first card to each card, and from there on."""

    fewest: Words
    """Made on the way, or fewer."""
    most: Words
    """Made on the way at most; `NEVER` where the card does not come about."""
    to_come: Words
    """Still to be made at most."""


def bounds(columns: Columns) -> Bounds:
    """Bounds before any card has come about."""
    blank = np.zeros(columns.rows * LANES, np.int32)
    return Bounds(blank, blank + NEVER, blank.copy())


@compiled
def follow(shapes: Ints, bounds: Bounds, landing: Landing, pays: Pays, columns: Columns) -> None:
    """Mark what can come of the cards of these shapes, with the points made on the way."""
    for shape in shapes:
        paid = most_paid(shape, pays, columns)
        for way in np.flatnonzero(paid >= 0):
            booking = int64(way)
            spared = paid[booking] - least_paid(booking, pays, columns)
            for block in range(blocks_of(shape, columns)):
                land(shape, block, booking, paid[booking], landing, pays, columns)
                width = width_of(shape, block, columns)
                mark((columns.first[shape] + block) * LANES, width, spared, landing, bounds)


@compiled
def mark(place: int, width: int, spared: int, landing: Landing, bounds: Bounds) -> None:
    """Mark the cards after a block of cards, which may be paid as much less as is spared."""
    fewest, most = bounds.fewest, bounds.most
    for lane in range(width):
        here, there, paid = place + lane, landing.place[lane], landing.paid[lane]
        if most[here] >= 0:
            least = fewest[here] + paid - spared
            fewest[there] = min(fewest[there], least) if most[there] >= 0 else least
            most[there] = max(most[there], most[here] + paid)


@compiled
def look_ahead(shapes: Ints, bounds: Bounds, landing: Landing, pays: Pays, columns: Columns) -> None:
    """Find what the cards of these shapes can still make at most."""
    for shape in shapes:
        paid = most_paid(shape, pays, columns)
        for way in np.flatnonzero(paid >= 0):
            booking = int64(way)
            for block in range(blocks_of(shape, columns)):
                land(shape, block, booking, paid[booking], landing, pays, columns)
                width = width_of(shape, block, columns)
                raise_up((columns.first[shape] + block) * LANES, width, landing, bounds)


@compiled
def raise_up(place: int, width: int, landing: Landing, bounds: Bounds) -> None:
    """Raise what a block of cards can still make at most to what one booking leads to."""
    for lane in range(width):
        ahead = landing.paid[lane] + bounds.to_come[landing.place[lane]]
        bounds.to_come[place + lane] = max(bounds.to_come[place + lane], ahead)


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
    """The fewest points that lead to the same card: a zero by choice where no bonus hangs on the box.

    Only what proves a Yahtzee is no zero; it may pay more or less, as "all dice" does.
    """
    least = int64(pays.points[booking])
    if columns.section[pays.box[booking]] >= 0:
        return least
    if not pays.bits[booking] & pays.proved:
        return int64(0)
    for other in range(pays.box.size):
        if pays.box[other] == pays.box[booking] and pays.bits[other] == pays.bits[booking]:
            least = min(least, int64(pays.points[other]))
    return least
