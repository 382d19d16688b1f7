"""The compiled lattice of keeps: throws, best keeps and whole turns, for sixteen worths side by side.

It adds one die at a time, as `fivedice.core.worth` does.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import FACES, FIVE, KEEPS, ROLLS
from fivedice.core.worth import FIRST_ROLL, LESS_ONE, PLUS_ONE, keep_worth
from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.lanes import Lanes, Rows, add, larger, load, load_from, store, store_from, times
from fivedice.solve.kernel.settings import LANES

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]

KEEP_COUNT, ROLL_COUNT = len(KEEPS), len(ROLLS)
PART = 1 / len(FACES)


class Lattice(NamedTuple):
    """The lattice of keeps as arrays.

    The innermost loops read where rows of keeps begin, counted in numbers and in two bytes each. So an
    address takes one step less, and tables take less of the nearest cache, which the rows alone overfill.
    """

    plus_one: Ints
    """(210, 6): the keeps that one more die makes."""
    keeps: Ints
    """(461,): the keeps of one die and more: of few dice first, and among those of few faces."""
    faces: Ints
    """(461,): how many different faces each of them has."""
    less_one: Ints
    """(461, 5): the different keeps that are left of each when a die is taken away, a place for each face."""
    rows_plus_one: Shorts
    """Where the rows of `plus_one` begin."""
    rows: Shorts
    """Where those of `keeps` begin."""
    rows_less_one: Shorts
    """And those of `less_one`."""
    chance: Rows
    """(252,): the chance of each roll of five dice."""


@cache
def lattice() -> Lattice:
    """The lattice of keeps."""
    less = [[one for one in dict.fromkeys(row) if one != keep] for keep, row in enumerate(LESS_ONE.tolist())]
    keeps = sorted(range(1, KEEP_COUNT), key=lambda keep: (len(KEEPS[keep]), len(less[keep])))
    faces = np.array([len(less[keep]) for keep in keeps])
    less_one = np.array([[*less[keep], *[0] * (FIVE - len(less[keep]))] for keep in keeps])
    each, chance = np.array(keeps), keep_worth(np.eye(ROLL_COUNT))[0]
    return Lattice(PLUS_ONE, each, faces, less_one, _rows(PLUS_ONE), _rows(each), _rows(less_one), chance)


def _rows(keeps: Ints) -> Shorts:
    """Where the rows of keeps begin."""
    return (keeps * LANES).astype(np.int16)


@compiled
def turn(keeps: Rows, lattice: Lattice) -> None:
    """Write the worth of a whole turn into the row of keeping nothing, from those of its final rolls."""
    for _ in range(2):
        throw(keeps, lattice)
        best_keeps(keeps, lattice)
    store(keeps, 0, mean_roll(keeps, lattice))


@compiled
def throw(keeps: Rows, lattice: Lattice) -> None:
    """The worth of every keep of fewer than five dice: the mean over the six faces of its next die."""
    rows = lattice.rows_plus_one
    for step in range(rows.shape[0]):
        keep = rows.shape[0] - 1 - step
        total = load_from(keeps, rows[keep, 0])
        for face in range(1, 6):
            total = add(total, load_from(keeps, rows[keep, face]))
        store(keeps, keep, times(total, PART))


@compiled
def best_keeps(keeps: Rows, lattice: Lattice) -> None:
    """The worth of the best keep inside every keep: itself, or what is best with one die taken away.

    As keeps of equally many faces follow each other, the processor guesses right at almost every branch.
    """
    less = lattice.rows_less_one
    for place in range(lattice.rows.size):
        row, faces = lattice.rows[place], lattice.faces[place]
        best = larger(load_from(keeps, less[place, 0]), load_from(keeps, row))
        if faces > 1:
            best = larger(load_from(keeps, less[place, 1]), best)
        if faces > 2:
            best = larger(load_from(keeps, less[place, 2]), best)
        if faces > 3:
            best = larger(load_from(keeps, less[place, 3]), best)
        if faces > 4:
            best = larger(load_from(keeps, less[place, 4]), best)
        store_from(keeps, row, best)


@compiled
def mean_roll(keeps: Rows, lattice: Lattice) -> Lanes:
    """The mean over the rolls of five dice."""
    total = times(load(keeps, FIRST_ROLL), lattice.chance[0])
    for roll in range(1, ROLL_COUNT):
        total = add(total, times(load(keeps, FIRST_ROLL + roll), lattice.chance[roll]))
    return total
