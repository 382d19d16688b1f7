"""A naive solver to hold against the compiled one: dice in their order, every way to hold them, no lattice.

It asks the game itself for every use, zeros by choice included, and shares nothing else with the solver.
"""

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.dice import FACES, Dice

ORDERS = tuple(product(FACES, repeat=5))
HOLDS = tuple(product((False, True), repeat=5))


@cache
def worth(card: Card, form: ScoreCard) -> float:
    """The mean of the points still to come with a card that has few open boxes."""
    if filling.is_full(card):
        return 0.0
    rolls = {roll: ending(card, roll, form) for roll in {tuple(sorted(dice)) for dice in ORDERS}}
    dice = np.array([rolls[tuple(sorted(dice))] for dice in ORDERS]).reshape((6,) * 5)
    return float(holding(holding(dice)).mean())


def ending(card: Card, roll: Dice, form: ScoreCard) -> float:
    """The best use of the final dice."""
    return max(
        use.pays + worth(filling.book(form, card, roll, use.name), form)
        for use in filling.uses(form, card, roll)
    )


def holding(dice: NDArray[np.float64]) -> NDArray[np.float64]:
    """For all five dice in their order, the best of the 32 ways to hold some and throw the others."""
    best = np.full(dice.shape, -np.inf)
    for hold in HOLDS:
        thrown = tuple(place for place, held in enumerate(hold) if not held)
        best = np.maximum(best, dice.mean(axis=thrown, keepdims=True) if thrown else dice)
    return best
