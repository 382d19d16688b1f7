"""What the score card pays, asked of `games.scorecard` and written down in arrays for compiled code.

It restates no rule. A booking is a box with the points it gets; there are some 130 different ones. A
Yahtzee may be bound by the Joker rules: which boxes it may fill is learnt by asking with everything open,
filling what is offered and asking again. Each answer is a rank, and a card offers what it has open of the
first rank that has anything open. That the game has no other rule than these arrays say is a test.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.dice import ROLLS, Dice
from fivedice.games import scorecard
from fivedice.games.scorecard import BOXES, POINTS, YAHTZEE, Card, Joker
from fivedice.patterns import YAHTZEES

Ints = NDArray[np.int64]

ALL_BOXES = (1 << len(BOXES)) - 1
FIFTY = 1 << len(BOXES)
"""The bit of a shape that says that the YAHTZEE box holds its points."""
SHAPES = 2 * FIFTY
"""A card's shape: a bit for each filled box, and `FIFTY`. What else matters is the Upper total alone."""

YAHTZEE_ROLLS: tuple[Dice, ...] = tuple(roll for roll in ROLLS if roll in YAHTZEES)
RANKS = 3


class Pays(NamedTuple):
    """The rules of filling boxes as arrays; s is what the YAHTZEE box holds: 0 open, 1 zero, 2 points."""

    booking: Ints
    """(252, 13): the booking that each roll makes in each box as an ordinary roll."""
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
    extra: Ints
    """(3 s, 6, 2, 13): what a Yahtzee pays above its ordinary points, before and after that turn."""
    further: Ints
    """(3 s,): the Yahtzee bonus, which is part of `extra`."""


def shape_of(card: Card) -> int:
    """The shape of a card."""
    bits = sum(1 << box for box, points in enumerate(card.boxes) if points is not None)
    return bits | (FIFTY if card.boxes[YAHTZEE] else 0)


@cache
def pays(joker: Joker) -> Pays:
    """The arrays for one reading of the Joker rules."""
    bookings = sorted({(box, POINTS[roll][box]) for roll in ROLLS for box in range(len(BOXES))})
    number = {booking: place for place, booking in enumerate(bookings)}
    table = [[number[box, POINTS[roll][box]] for box in range(len(BOXES))] for roll in ROLLS]
    held = (None, 0, POINTS[YAHTZEE_ROLLS[0]][YAHTZEE])
    return Pays(
        np.array(table),
        np.array([points for _, points in bookings]),
        np.array([box for box, _ in bookings]),
        np.array([shape_of(_card(None, {box: points})) for box, points in bookings]),
        np.array([ROLLS.index(roll) for roll in YAHTZEE_ROLLS]),
        np.array([[_ranks(s, roll, joker) for roll in YAHTZEE_ROLLS] for s in held]),
        np.array([[_turning(s, roll, joker) for roll in YAHTZEE_ROLLS] for s in held]),
        np.array([[_extra(s, roll, joker) for roll in YAHTZEE_ROLLS] for s in held]),
        np.array([_further(_card(s, {}), YAHTZEE_ROLLS[0], joker) for s in held]),
    )


def _card(held: int | None, filled: dict[int, int]) -> Card:
    """A card with these boxes filled, and the YAHTZEE box as told unless it is among them."""
    boxes = {YAHTZEE: held, **filled}
    return Card(tuple(boxes.get(box) for box in range(len(BOXES))))


def _ranks(held: int | None, roll: Dice, joker: Joker) -> list[int]:
    filled: dict[int, int] = {}
    ranks = []
    while not scorecard.is_full(card := _card(held, filled)):
        offered = scorecard.open_boxes(card, roll, joker)
        filled |= dict.fromkeys(offered, 0)
        ranks.append(sum(1 << box for box in offered))
    return ranks + [0] * (RANKS - len(ranks))


def _turning(held: int | None, roll: Dice, joker: Joker) -> int:
    plain = scorecard.box_points(_card(held, {}), roll, joker)
    others = [box for box in range(len(BOXES)) if box != YAHTZEE]
    turned = [box for box in others if scorecard.box_points(_card(held, {box: 0}), roll, joker) != plain]
    return sum(1 << box for box in turned)


def _extra(held: int | None, roll: Dice, joker: Joker) -> list[list[int]]:
    turning = _turning(held, roll, joker)
    turned = {box: 0 for box in range(len(BOXES)) if turning >> box & 1}
    return [_above_ordinary(_card(held, filled), roll, joker) for filled in ({}, turned)]


def _above_ordinary(card: Card, roll: Dice, joker: Joker) -> list[int]:
    further = _further(card, roll, joker)
    paid = scorecard.box_points(card, roll, joker)
    return [further + now - ordinary for now, ordinary in zip(paid, POINTS[roll], strict=True)]


def _further(card: Card, roll: Dice, joker: Joker) -> int:
    return scorecard.YAHTZEE_BONUS if scorecard.earns_bonus(card, roll, joker) else 0
