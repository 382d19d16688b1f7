"""The cards that an ordinary roll may make of one card, as arrays: no Joker, no zero. Knows no worth."""

from typing import NamedTuple

import numpy as np

from fivedice.games import scorecard
from fivedice.games.scorecard import UPPER_BOXES, Card, Joker
from fivedice.solve.columns import MASKS, columns
from fivedice.solve.pays import Ints, pays, shape_of


class Booked(NamedTuple):
    """A card after each booking in a box that is open, by shape and column as `columns` counts them."""

    bookings: Ints
    """(n,): their numbers in `pays`."""
    shapes: Ints
    columns: Ints
    gains: Ints
    """(n,): the points that each adds to the total, the Upper bonus included."""


def booked(card: Card, joker: Joker) -> Booked:
    """What comes of a card with an open box."""
    rules, told = pays(joker), columns()
    shape, upper = shape_of(card), scorecard.upper_total(card)
    vacant = np.flatnonzero(shape >> rules.box & 1 == 0)
    after, points = shape | rules.bits[vacant], rules.points[vacant]
    upper_after = upper + np.where(rules.box[vacant] < len(UPPER_BOXES), points, 0)
    gains = points + told.bonus[upper_after] - told.bonus[upper]
    return Booked(vacant, after, told.column[after % MASKS, upper_after], gains)
