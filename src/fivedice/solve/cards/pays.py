"""What a score card pays, asked of `fivedice.cards.filling` and written down in arrays for compiled code.

A booking is a box with the points it gets, bonuses aside; every box that counts towards a bonus also has one
for a zero, which may be chosen. The thirteen boxes have some 130. Joker rules may restrict a further Yahtzee:
which boxes it may fill is found by asking with everything open, filling what is offered, and asking again.
Each answer is a rank, and a card offers the open boxes of the first rank that has any. A test checks that the
card has no rule beyond these arrays.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.dice import ROLLS, YAHTZEES, Dice
from fivedice.solve.cards.layout import card_with, layout, shape_of

Ints = NDArray[np.int64]

YAHTZEE_ROLLS: tuple[Dice, ...] = tuple(roll for roll in ROLLS if roll in YAHTZEES)
RANKS = 3


class Pays(NamedTuple):
    """The rules of filling boxes as arrays; boxes are numbered by their bits in `layout`.

    s is what the box holds that further Yahtzees follow: 0 open, 1 zero, 2 points.
    """

    boxes: int
    """How many boxes there are."""
    all_boxes: int
    """The bits of all boxes."""
    follows: int
    """The box that further Yahtzees follow, or -1."""
    proved: int
    """The bit of a shape for points in it, or 0."""
    five: int
    """The box for five alike at a fixed number of points, or -1."""
    booking: Ints
    """(252, boxes): the booking that each roll makes in each box as an ordinary roll."""
    points: Ints
    """(bookings,): its points; bookings are in the order of their boxes."""
    box: Ints
    """(bookings,): its box."""
    bits: Ints
    """(bookings,): what it adds to the shape."""
    yahtzees: Ints
    """(6,): which of the 252 rolls are the Yahtzees."""
    ranks: Ints
    """(3 s, 6, RANKS): the boxes that a Yahtzee may fill, as bits, in the order in which they bind."""
    turning: Ints
    """(3 s, 6): the boxes, as bits, of which any one filled turns the Yahtzee into a Joker."""
    yahtzee_booking: Ints
    """(3 s, 6, 2, boxes): the booking that a Yahtzee makes in each box, before and after that turn."""
    further: Ints
    """(3 s,): the bonus of a further Yahtzee."""


@lru_cache(maxsize=KEPT_CARDS)
def pays(form: ScoreCard) -> Pays:
    """The arrays of a card."""
    known, held = layout(form), _held(form)
    ordinary = [_in_bits(form, filling.scoring(form).points[roll]) for roll in ROLLS]
    yahtzees = [[_as_yahtzee(form, s, roll) for roll in YAHTZEE_ROLLS] for s in held]
    paid = [*ordinary, *(each for ways in yahtzees for both in ways for each in both)]
    zeros = [(box, 0) for box in range(known.counted)]
    bookings = sorted({*zeros, *(booking for each in paid for booking in enumerate(each))})
    number = {booking: place for place, booking in enumerate(bookings)}
    return Pays(
        len(known.order),
        known.all_boxes,
        known.further,
        known.proved,
        known.five,
        np.array([_numbers(number, each) for each in ordinary]),
        np.array([points for _, points in bookings]),
        np.array([box for box, _ in bookings]),
        np.array([shape_of(form, card_with(form, {box: points})) for box, points in bookings]),
        np.array([ROLLS.index(roll) for roll in YAHTZEE_ROLLS]),
        np.array([[_ranks(form, s, roll) for roll in YAHTZEE_ROLLS] for s in held]),
        np.array([[_turning(form, s, roll) for roll in YAHTZEE_ROLLS] for s in held]),
        np.array([[[_numbers(number, each) for each in both] for both in ways] for ways in yahtzees]),
        np.array([filling.further_bonus(form, card_with(form, s), YAHTZEE_ROLLS[0]) for s in held]),
    )


def _numbers(number: dict[tuple[int, int], int], paid: list[int]) -> list[int]:
    """The booking in each box, from what is paid there."""
    return [number[booking] for booking in enumerate(paid)]


def _held(form: ScoreCard) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """The box that further Yahtzees follow, if there is one: open, with a zero, with points."""
    follows = layout(form).further
    if follows < 0:
        return {}, {}, {}
    return {}, {follows: 0}, {follows: 1}


def _in_bits(form: ScoreCard, paid: tuple[int, ...]) -> list[int]:
    """What each box pays, by the bits of the boxes."""
    return [paid[place] for place in layout(form).order]


def _offered(form: ScoreCard, card: Card, roll: Dice) -> list[int]:
    """The bits of the boxes that a roll may fill."""
    order = layout(form).order
    return sorted(order.index(place) for place in filling.open_boxes(form, card, roll))


def _ranks(form: ScoreCard, held: dict[int, int], roll: Dice) -> list[int]:
    filled = dict(held)
    ranks = []
    while not filling.is_full(card := card_with(form, filled)):
        offered = _offered(form, card, roll)
        filled |= dict.fromkeys(offered, 0)
        ranks.append(sum(1 << box for box in offered))
    return ranks + [0] * (RANKS - len(ranks))


def _turning(form: ScoreCard, held: dict[int, int], roll: Dice) -> int:
    plain = _paid(form, held, roll)
    others = [box for box in range(len(layout(form).order)) if box not in held]
    return sum(1 << box for box in others if _paid(form, {**held, box: 0}, roll) != plain)


def _as_yahtzee(form: ScoreCard, held: dict[int, int], roll: Dice) -> list[list[int]]:
    """What a Yahtzee pays in each box, before and after it turns into a Joker."""
    turning = _turning(form, held, roll)
    turned = {box: 0 for box in range(len(layout(form).order)) if turning >> box & 1}
    return [_paid(form, filled, roll) for filled in (held, {**held, **turned})]


def _paid(form: ScoreCard, filled: dict[int, int], roll: Dice) -> list[int]:
    return _in_bits(form, filling.box_points(form, card_with(form, filled), roll))
