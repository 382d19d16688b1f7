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


def turn_of_all(ends: Callable[[Dice], list[tuple[float, ...]]]) -> tuple[float, ...]:
    """Everybody's shares of the win before a turn, from the choices that each final roll has.

    The first share is that of who plays; where it is the same, the next one decides, and so on.
    """
    rolls = np.array([_taken(np.array(ends(roll))) for roll in ROLLS])
    dice = rolls[NUMBERS].reshape(*(6,) * 5, -1)
    mean = _holding_of_all(_holding_of_all(dice)).mean(axis=(0, 1, 2, 3, 4))
    return tuple(mean.tolist())


def _holding_of_all(dice: NDArray[np.float64]) -> NDArray[np.float64]:
    ways = [
        np.broadcast_to(dice.mean(axis=thrown, keepdims=True) if thrown else dice, dice.shape)
        for hold in HOLDS
        for thrown in [tuple(place for place, held in enumerate(hold) if not held)]
    ]
    return _taken(np.array(ways))


def _taken(choices: NDArray[np.float64]) -> NDArray[np.float64]:
    """The choice that is best for the first share; of those, to 1e-9, the best for the second; and so on."""
    best = choices[0]
    for other in choices[1:]:
        best = np.where(_is_better(other, best)[..., None], other, best)
    return best


def _is_better(one: NDArray[np.float64], two: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether the first difference that counts is in favour of the first."""
    counts = abs(one - two) > 1e-9
    first = counts.argmax(axis=-1)[..., None]
    better: NDArray[np.bool_] = np.take_along_axis((one > two) & counts, first, axis=-1)[..., 0]
    return better
