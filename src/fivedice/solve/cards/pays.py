"""The uses of every roll on a score card as arrays, found by asking `fivedice.cards.filling`.

A booking is a box with the points that it pays, without section bonuses; a further Yahtzee that earns a bonus
has its own. Jokers rank boxes: a card offers the open boxes of the first rank that has any. A test checks
that cards have no rule beyond these arrays.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.dice import ROLLS, YAHTZEES, Dice
from fivedice.solve.cards.columns import card_with, layout, shape_of

Ints = NDArray[np.int64]

YAHTZEE_ROLLS: tuple[Dice, ...] = tuple(roll for roll in ROLLS if roll in YAHTZEES)
RANKS = 3


class Pays(NamedTuple):
    """The rules of filling boxes, numbered by their bits in `layout`; s: see `sweep.held_of`."""

    boxes: int
    """The number of boxes."""
    all_boxes: int
    """The bits of all boxes."""
    follows: int
    """The box required for further Yahtzees, or -1."""
    proved: int
    """The bit of a shape that says that this box holds points, or 0."""
    five: int
    """The box for five alike with fixed points, or -1."""
    booking: Ints
    """(252, boxes): the booking that each roll makes in each box as an ordinary roll."""
    plain: int
    """The number of bookings without the bonus of a further Yahtzee; those with it follow."""
    points: Ints
    """(bookings,): the points of each booking; both parts are ordered by box."""
    further: Ints
    """(bookings,): the bonus of a further Yahtzee in these points."""
    box: Ints
    """(bookings,): the box of each booking."""
    bits: Ints
    """(bookings,): the bits that each booking adds to the shape."""
    yahtzees: Ints
    """(6,): which of the 252 rolls are the Yahtzees."""
    yahtzee: Ints
    """(252,): which of the six Yahtzees each roll is, or -1."""
    ranks: Ints
    """(3 s, 6, RANKS): the boxes that a Yahtzee may fill, as bits, in order of precedence."""
    turning: Ints
    """(3 s, 6): the boxes, as bits, that make a Yahtzee a Joker once any of them is filled."""
    yahtzee_booking: Ints
    """(3 s, 6, 2, boxes): the booking of a Yahtzee in each box, before and after it becomes a Joker."""


@lru_cache(maxsize=KEPT_CARDS)
def pays(form: ScoreCard) -> Pays:
    """The arrays of a card."""
    known, states = layout(form), _further_states(form)
    ordinary = [_bookings(form, 0, filling.scoring(form).points[roll]) for roll in ROLLS]
    yahtzees = [[_as_yahtzee(form, s, roll) for roll in YAHTZEE_ROLLS] for s in states]
    distinct = {each for row in ordinary for each in row}
    distinct |= {each for ways in yahtzees for both in ways for row in both for each in row}
    distinct |= {Booking(further, box, 0) for further, box, _ in distinct}
    bookings = sorted(distinct)
    number = {booking: place for place, booking in enumerate(bookings)}
    further, box, points = np.array(bookings).T
    return Pays(
        len(known.order),
        known.all_boxes,
        known.further,
        known.proved,
        known.five,
        np.array([[number[each] for each in row] for row in ordinary]),
        int((further == 0).sum()),
        points + further,
        further.copy(),
        box.copy(),
        np.array([shape_of(form, card_with(form, {each.box: each.points})) for each in bookings]),
        np.array([ROLLS.index(roll) for roll in YAHTZEE_ROLLS]),
        np.array([YAHTZEE_ROLLS.index(roll) if roll in YAHTZEES else -1 for roll in ROLLS]),
        np.array([[_ranks(form, s, roll) for roll in YAHTZEE_ROLLS] for s in states]),
        np.array([[_turning(form, s, roll) for roll in YAHTZEE_ROLLS] for s in states]),
        np.array([[[[number[each] for each in row] for row in both] for both in ways] for ways in yahtzees]),
    )


def _further_states(form: ScoreCard) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """The box required for further Yahtzees, if any: open, with a zero, with points."""
    follows = layout(form).further
    if follows < 0:
        return {}, {}, {}
    return {}, {follows: 0}, {follows: 1}


class Booking(NamedTuple):
    """A booking before it has a number; bookings sort so that those of further Yahtzees come last."""

    further: int
    box: int
    points: int
    """The points without the bonus of a further Yahtzee."""


def _bookings(form: ScoreCard, further: int, paid: tuple[int, ...]) -> list[Booking]:
    """The booking of each box, in the order of bits."""
    return [Booking(further, box, paid[place]) for box, place in enumerate(layout(form).order)]


def _offered(form: ScoreCard, card: Card, roll: Dice) -> list[int]:
    """The bits of the boxes that a roll may fill."""
    order = layout(form).order
    return sorted(order.index(place) for place in filling.open_boxes(form, card, roll))


def _ranks(form: ScoreCard, state: dict[int, int], roll: Dice) -> list[int]:
    filled = dict(state)
    ranks = []
    while not filling.is_full(card := card_with(form, filled)):
        offered = _offered(form, card, roll)
        filled |= dict.fromkeys(offered, 0)
        ranks.append(sum(1 << box for box in offered))
    return ranks + [0] * (RANKS - len(ranks))


def _turning(form: ScoreCard, state: dict[int, int], roll: Dice) -> int:
    plain = _paid(form, state, roll)
    others = [box for box in range(len(layout(form).order)) if box not in state]
    return sum(1 << box for box in others if _paid(form, {**state, box: 0}, roll) != plain)


def _as_yahtzee(form: ScoreCard, state: dict[int, int], roll: Dice) -> list[list[Booking]]:
    """The booking of a Yahtzee in each box, before and after it becomes a Joker."""
    turning = _turning(form, state, roll)
    turned = {box: 0 for box in range(len(layout(form).order)) if turning >> box & 1}
    return [_paid(form, filled, roll) for filled in (state, {**state, **turned})]


def _paid(form: ScoreCard, filled: dict[int, int], roll: Dice) -> list[Booking]:
    card = card_with(form, filled)
    return _bookings(form, filling.further_bonus(form, card, roll), filling.box_points(form, card, roll))
