"""A naive solver to hold against the compiled one: dice in their order, every way to hold them, no lattice.

It asks the card itself for every use, zeros by choice included, and shares nothing else with the solver.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import FACES, FIVE, ROLL_OF, ROLLS, Dice

ORDERS = tuple(product(FACES, repeat=FIVE))
THROWN = tuple(thrown for number in range(FIVE + 1) for thrown in combinations(range(FIVE), number))
"""The 32 ways to throw some of five dice and hold the others, those with the fewest thrown first."""
NUMBERS = np.array([ROLLS.index(ROLL_OF[dice]) for dice in ORDERS])
"""Which roll the dice make, by their order."""

Ends = tuple[tuple[int, Card], ...]
"""What each use of a roll pays, and the card after it."""


@cache
def uses(card: Card, form: ScoreCard) -> tuple[tuple[Ends, ...], NDArray[np.int64]]:
    """All that rolls may be used for, told once where it is the same for many, and the place of each roll."""
    found: dict[Ends, int] = {}
    places = [found.setdefault(used(card, roll, form), len(found)) for roll in ROLLS]
    return tuple(found), np.array(places)


def used(card: Card, roll: Dice, form: ScoreCard) -> Ends:
    """The same for one roll."""
    offered = filling.uses(form, card, roll)
    return tuple((use.pays, filling.book(form, card, roll, use.name)) for use in offered)


@cache
def worth(card: Card, form: ScoreCard) -> float:
    """The mean of the points still to come with a card that has few open boxes."""
    if filling.is_full(card):
        return 0.0
    return turn(card, form, lambda ends: _best(ends, form))


def ending(card: Card, roll: Dice, form: ScoreCard) -> float:
    """The best use of the final dice."""
    return _best(used(card, roll, form), form)


def _best(ends: Ends, form: ScoreCard) -> float:
    return max(pays + worth(after, form) for pays, after in ends)


@cache
def reach(card: Card, target: int, form: ScoreCard) -> float:
    """The best chance to end with a total or more."""
    if filling.is_full(card):
        return float(filling.total(form, card) >= target)
    return turn(card, form, lambda ends: max(reach(after, target, form) for _, after in ends))


def reached(card: Card, target: int, roll: Dice, form: ScoreCard) -> list[float]:
    """The best chance after each use of a roll, zeros by choice included."""
    return [reach(after, target, form) for _, after in used(card, roll, form)]


def turn(card: Card, form: ScoreCard, worth: Callable[[Ends], float]) -> float:
    """What a turn is worth from what it is worth to have these uses of the final dice."""
    ends, places = uses(card, form)
    dice = np.array([worth(each) for each in ends])[places][NUMBERS].reshape((6,) * FIVE)
    return float(holding(holding(dice)).mean())


def holding(dice: NDArray[np.float64]) -> NDArray[np.float64]:
    """For all five dice in their order, the best of the 32 ways to hold some and throw the others."""
    best = dice
    for way in ways(dice):
        best = np.maximum(best, way)
    return best


def ways(dice: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """What each way to throw some comes to, from what dice in their order are worth: a mean of means."""
    means: dict[tuple[int, ...], NDArray[np.float64]] = {(): dice}
    for thrown in THROWN[1:]:
        means[thrown] = means[thrown[:-1]].mean(axis=thrown[-1], keepdims=True)
    return [means[thrown] for thrown in THROWN]


def turn_of_all(
    card: Card, form: ScoreCard, shares: Callable[[Ends], list[tuple[float, ...]]]
) -> tuple[float, ...]:
    """Everybody's shares of the win before a turn, from those after each use of the final dice.

    The first share is that of who plays; where it is the same, the next one decides, and so on.
    """
    ends, places = uses(card, form)
    rolls = np.array([taken([*np.array(shares(each))]) for each in ends])
    dice = rolls[places][NUMBERS].reshape(*(6,) * FIVE, -1)
    mean = holding_of_all(holding_of_all(dice)).mean(axis=(0, 1, 2, 3, 4))
    return tuple(mean.tolist())


def holding_of_all(dice: NDArray[np.float64]) -> NDArray[np.float64]:
    return taken([np.broadcast_to(way, dice.shape) for way in ways(dice)])


def taken(choices: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The choice that is best for the first share; of those, to 1e-9, the best for the second; and so on."""
    best = choices[0]
    for other in choices[1:]:
        best = np.where(is_better(other, best)[..., None], other, best)
    return best


def is_better(one: NDArray[np.float64], two: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether the first difference that counts is in favour of the first."""
    counts = abs(one - two) > 1e-9
    first = counts.argmax(axis=-1)[..., None]
    better: NDArray[np.bool_] = np.take_along_axis((one > two) & counts, first, axis=-1)[..., 0]
    return better
