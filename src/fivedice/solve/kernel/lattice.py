"""The compiled lattice of keeps: throws and best keeps, sixteen worths side by side. Knows no game.

One die at a time, as `fivedice.worth` does it.
"""

from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.dice import FACES, KEEPS, ROLLS
from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.lanes import Lanes, Rows, add, larger, load, store, times
from fivedice.worth import FIRST_ROLL, LESS_ONE, PLUS_ONE, keep_worth

Ints = NDArray[np.int64]

KEEP_COUNT, ROLL_COUNT = len(KEEPS), len(ROLLS)
PART = 1 / len(FACES)


class Lattice(NamedTuple):
    """The lattice of keeps as arrays."""

    plus_one: Ints
    """(210, 6): the keeps that one more die makes."""
    first: Ints
    """(463,): where the part of each keep starts in `less_one`, and where the last one ends."""
    less_one: Ints
    """(1260,): the different keeps that are left when one die is taken away, keep after keep."""
    chance: Rows
    """(252,): the chance of each roll of five dice."""


def lattice() -> Lattice:
    """The lattice of keeps."""
    less = [[one for one in dict.fromkeys(row) if one != keep] for keep, row in enumerate(LESS_ONE.tolist())]
    first = np.cumsum([0, *map(len, less)])
    return Lattice(PLUS_ONE, first, np.array([*chain(*less)]), keep_worth(np.eye(ROLL_COUNT))[0])


@compiled
def throw(keeps: Rows, lattice: Lattice) -> None:
    """The worth of every keep of fewer than five dice: the mean over the six faces of its next die."""
    plus_one = lattice.plus_one
    for step in range(plus_one.shape[0]):
        keep = plus_one.shape[0] - 1 - step
        total = load(keeps, plus_one[keep, 0])
        for face in range(1, 6):
            total = add(total, load(keeps, plus_one[keep, face]))
        store(keeps, keep, times(total, PART))


@compiled
def best_keeps(keeps: Rows, lattice: Lattice) -> None:
    """The worth of the best keep inside every keep: itself, or what is best with one die taken away."""
    for keep in range(1, KEEP_COUNT):
        best = load(keeps, keep)
        for place in range(lattice.first[keep], lattice.first[keep + 1]):
            best = larger(load(keeps, lattice.less_one[place]), best)
        store(keeps, keep, best)


@compiled
def mean_roll(keeps: Rows, lattice: Lattice) -> Lanes:
    """The mean over the rolls of five dice."""
    total = times(load(keeps, FIRST_ROLL), lattice.chance[0])
    for roll in range(1, ROLL_COUNT):
        total = add(total, times(load(keeps, FIRST_ROLL + roll), lattice.chance[roll]))
    return total
