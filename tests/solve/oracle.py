"""A naive solver to hold against the compiled one: dice in their order, every way to hold them, no lattice.

It asks the card itself for every use, zeros by choice included, and shares nothing else with the solver.
"""

from collections.abc import Callable
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.dice import FACES, ROLL_OF, ROLLS, Dice

ORDERS = tuple(product(FACES, repeat=5))
HOLDS = tuple(product((False, True), repeat=5))
NUMBERS = np.array([ROLLS.index(ROLL_OF[dice]) for dice in ORDERS])
"""Which roll the dice make, by their order."""


@cache
def worth(card: Card, form: ScoreCard) -> float:
    """The mean of the points still to come with a card that has few open boxes."""
    if filling.is_full(card):
        return 0.0
    return turn(lambda roll: ending(card, roll, form))


def ending(card: Card, roll: Dice, form: ScoreCard) -> float:
    """The best use of the final dice."""
    return max(
        use.pays + worth(filling.book(form, card, roll, use.name), form)
        for use in filling.uses(form, card, roll)
    )


@cache
def reach(card: Card, target: int, form: ScoreCard) -> float:
    """The best chance to end with a total or more."""
    if filling.is_full(card):
        return float(filling.total(form, card) >= target)
    return turn(lambda roll: max(reached(card, target, roll, form)))


def reached(card: Card, target: int, roll: Dice, form: ScoreCard) -> list[float]:
    """The best chance after each use of a roll, zeros by choice included."""
    uses = filling.uses(form, card, roll)
    return [reach(filling.book(form, card, roll, use.name), target, form) for use in uses]


def turn(ends: Callable[[Dice], float]) -> float:
    """What a turn is worth from what each of its final rolls is."""
    dice = np.array([ends(roll) for roll in ROLLS])[NUMBERS].reshape((6,) * 5)
    return float(holding(holding(dice)).mean())


def holding(dice: NDArray[np.float64]) -> NDArray[np.float64]:
    """For all five dice in their order, the best of the 32 ways to hold some and throw the others."""
    best = np.full(dice.shape, -np.inf)
    for hold in HOLDS:
        thrown = tuple(place for place, held in enumerate(hold) if not held)
        best = np.maximum(best, dice.mean(axis=thrown, keepdims=True) if thrown else dice)
    return best
