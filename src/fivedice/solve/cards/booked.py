"""The cards that can follow one card, as arrays; without Jokers and zeros by choice."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.solve.cards.columns import columns, layout, shape_of
from fivedice.solve.cards.pays import Ints, pays
from fivedice.solve.kernel.settings import LANES


class Booked(NamedTuple):
    """A card after each booking in a box that is open."""

    shape: int
    """The card's own shape."""
    bookings: Ints
    """(n,): the numbers of the bookings in `pays`."""
    shapes: Ints
    columns: Ints
    places: Ints
    """(n,): the place of the card after each booking; see `columns.place_of`."""
    gains: Ints
    """(n,): the points that each booking adds to the total, section bonuses included."""


class _Section(NamedTuple):
    """The effect of bookings on a section with a bonus; masks of its boxes are shifted down from a shape."""

    place: int
    """The place of the section on the card."""
    goal: int
    bonus: int
    most: int
    """The most points that a booking adds to the section's sum."""
    shift: int
    part: int
    """The mask of all boxes."""
    adds: Ints
    """(bookings,): the points that each booking adds to the section's sum."""
    fills: Ints
    """(bookings,): the mask of the box that each booking fills."""
    ahead: Ints
    """(bookings,): the distance in `column` by which each booking moves the card."""
    column: Ints
    """(masks * width,): the column of each mask and sum, also beyond the goal; -1 for none."""
    width: int
    """The number of sums per mask in `column`."""
    size: Ints
    """(masks,): the number of columns."""


def booked(form: ScoreCard, card: Card) -> Booked:
    """The bookings that can follow a card with an open box."""
    shape = shape_of(form, card)
    (vacant,) = (shape & pays(form).bits == 0).nonzero()
    return Booked(shape, vacant, *(each[vacant] for each in every(form, card, shape)))


def every(form: ScoreCard, card: Card, shape: int) -> tuple[Ints, Ints, Ints, Ints]:
    """(bookings,) each: the shapes, columns, places and gains after all bookings, open or not.

    The values for filled boxes are meaningless. Hints wait for this function, so it calls numpy rarely: every
    call takes a microsecond.
    """
    rules, column = pays(form), None
    shapes, gains = shape | rules.bits, rules.points
    for each in _sections(form):
        own = shape >> each.shift & each.part
        sum_now = min(filling.section_total(form, card, each.place), each.goal)
        own_column = each.column.take(each.ahead + (own * each.width + sum_now), mode="clip")
        if column is None:
            column = own_column
        else:
            column = column * each.size.take(each.fills + own, mode="clip") + own_column
        if each.goal - each.most <= sum_now < each.goal:
            gains = gains + (each.adds >= each.goal - sum_now) * each.bonus
    if column is None:
        column = np.zeros(len(shapes), np.int64)
    return shapes, column, _first(form).take(shapes) + column, gains


@lru_cache(maxsize=KEPT_CARDS)
def _first(form: ScoreCard) -> Ints:
    """(shapes,): the first place of each shape."""
    return columns(form).first * LANES


@lru_cache(maxsize=KEPT_CARDS)
def _sections(form: ScoreCard) -> tuple[_Section, ...]:
    """The sections with a bonus, last section first: the order in which their columns combine."""
    return tuple(_section(form, at) for at in reversed(range(len(layout(form).sections))))


def _section(form: ScoreCard, at: int) -> _Section:
    rules, told, (place, _) = pays(form), columns(form), layout(form).sections[at]
    shift, part, goal = told.shift.item(at), told.part.item(at), told.goal.item(at)
    mine = told.section[rules.box] == at
    adds = np.where(mine, rules.points, 0)
    fills = np.where(mine, rules.bits >> shift & part, 0)
    most = int(adds.max())
    column = told.column[at].take(np.minimum(np.arange(goal + most + 1), goal), axis=1)
    return _Section(
        place,
        goal,
        form.sections[place].bonus,
        most,
        shift,
        part,
        adds,
        fills,
        fills * column.shape[1] + adds,
        column.astype(np.int64).ravel(),
        column.shape[1],
        told.size[at],
    )
