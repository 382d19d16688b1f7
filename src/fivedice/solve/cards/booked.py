"""The cards that an ordinary roll may make of one card, as arrays: no Joker, no zero. Knows no worth."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.solve.cards.columns import columns
from fivedice.solve.cards.layout import layout, shape_of
from fivedice.solve.cards.pays import Ints, pays
from fivedice.solve.kernel.width import LANES


class Booked(NamedTuple):
    """A card after each booking in a box that is open."""

    shape: int
    """The card's own shape, before any of them."""
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
    (vacant,) = (shape & rules.bits == 0).nonzero()
    after, gains = shape | rules.bits[vacant], rules.points[vacant]
    column: Ints = np.zeros(len(vacant), np.int64)
    for at, (place, _) in reversed(tuple(enumerate(layout(form).sections))):
        sum_now, goal = filling.section_total(form, card, place), columns_.goal.item(at)
        own = after >> columns_.shift[at] & columns_.part[at]
        sum_after = np.minimum(sum_now + _counted(form, at)[vacant], goal)
        column = column * columns_.size[at][own] + columns_.column[at][own, sum_after]
        if sum_now < goal:
            gains += (sum_after == goal) * form.sections[place].bonus
    return Booked(shape, vacant, after, column, columns_.first[after] * LANES + column, gains)


@lru_cache(maxsize=KEPT_CARDS)
def _counted(form: ScoreCard, at: int) -> Ints:
    """(bookings,): the points that each adds to a section with a bonus."""
    rules = pays(form)
    return np.where(columns(form).section[rules.box] == at, rules.points, 0)
