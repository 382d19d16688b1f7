"""The cards that an ordinary roll may make of one card, as arrays: no Joker, no zero. Knows no worth."""

from typing import NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.solve.cards.columns import columns
from fivedice.solve.cards.layout import layout, shape_of
from fivedice.solve.cards.pays import Ints, pays
from fivedice.solve.kernel.width import LANES


class Booked(NamedTuple):
    """A card after each booking in a box that is open."""

    bookings: Ints
    """(n,): their numbers in `pays`."""
    shapes: Ints
    columns: Ints
    places: Ints
    """(n,): where the cards after them stand in a table; see `columns.place_of`."""
    gains: Ints
    """(n,): the points that each adds to the total, bonuses of sections included."""


def booked(form: ScoreCard, card: Card) -> Booked:
    """What comes of a card with an open box."""
    rules, columns_ = pays(form), columns(form)
    shape = shape_of(form, card)
    vacant = np.flatnonzero(shape >> rules.box & 1 == 0)
    after, points = shape | rules.bits[vacant], rules.points[vacant]
    column = np.zeros(len(vacant), np.int64)
    gains, times = points.copy(), np.ones(len(vacant), np.int64)
    for at, (place, _) in enumerate(layout(form).sections):
        sum_now = filling.section_total(form, card, place)
        sum_after = sum_now + np.where(columns_.section[rules.box[vacant]] == at, points, 0)
        own = after >> columns_.shift[at] & columns_.part[at]
        column += times * columns_.column[at, own, np.minimum(sum_after, columns_.goal[at])]
        times *= columns_.size[at, own]
        earned = (sum_now < columns_.goal[at]) & (sum_after >= columns_.goal[at])
        gains += np.where(earned, columns_.bonus[at], 0)
    return Booked(vacant, after, column, columns_.first[after] * LANES + column, gains)
