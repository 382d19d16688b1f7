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
    rules, told = pays(form), columns(form)
    shape = shape_of(form, card)
    vacant = np.flatnonzero(shape >> rules.box & 1 == 0)
    after, points = shape | rules.bits[vacant], rules.points[vacant]
    column = np.zeros(len(vacant), np.int64)
    gains, times = points.copy(), np.ones(len(vacant), np.int64)
    for at, (place, _) in enumerate(layout(form).sections):
        sum_now = filling.section_total(form, card, place)
        sum_after = sum_now + np.where(told.section[rules.box[vacant]] == at, points, 0)
        own = after >> told.shift[at] & told.part[at]
        column += times * told.column[at, own, np.minimum(sum_after, told.goal[at])]
        times *= told.size[at, own]
        gains += np.where((sum_now < told.goal[at]) & (sum_after >= told.goal[at]), told.bonus[at], 0)
    return Booked(vacant, after, column, told.first[after] * LANES + column, gains)
