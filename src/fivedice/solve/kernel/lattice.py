"""The compiled lattice of keeps, for sixteen worths side by side: best keeps, whole turns, chances of rolls.

Of keeps worth the same it chooses the largest, then the one with the highest numbers, like `worth.best_keep`.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import FACES, FIVE, KEEPS, ROLLS
from fivedice.core.ties import SAME
from fivedice.core.worth import FIRST_ROLL, LESS_ONE, PLUS_ONE, keep_worth
from fivedice.solve.kernel.compile import inner, int64
from fivedice.solve.kernel.lanes import (
    Lanes,
    Rows,
    add,
    alike,
    larger,
    load,
    load_from,
    raised,
    store,
    store_from,
    times,
    where,
)
from fivedice.solve.kernel.settings import LANES

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]

KEEP_COUNT, ROLL_COUNT = len(KEEPS), len(ROLLS)
PART = 1 / len(FACES)


class Lattice(NamedTuple):
    """The lattice of keeps as arrays.

    The innermost loops read the offsets of rows, counted in numbers, as two bytes each. That saves a step per
    address, and space in the nearest cache, which the rows alone overfill.
    """

    plus_one: Ints
    """(210, 6): the keeps that one more die makes."""
    keeps: Ints
    """(461,): the keeps of one die and more, by number of dice and then of different faces."""
    faces: Ints
    """(461,): the number of different faces of each keep."""
    less_one: Ints
    """(461, 5): the different keeps left when a die is removed from each keep, one place per face."""
    rows_plus_one: Shorts
    """The offsets of the rows of `plus_one`."""
    rows: Shorts
    """The offsets of the rows of `keeps`."""
    rows_less_one: Shorts
    """The offsets of the rows of `less_one`."""
    chance: Rows
    """(252,): the chance of each roll of five dice."""


@cache
def lattice() -> Lattice:
    """The lattice, built at the first call."""
    less = [[one for one in dict.fromkeys(row) if one != keep] for keep, row in enumerate(LESS_ONE.tolist())]
    keeps = sorted(range(1, KEEP_COUNT), key=lambda keep: (len(KEEPS[keep]), len(less[keep])))
    faces = np.array([len(less[keep]) for keep in keeps])
    less_one = np.array([[*less[keep], *[0] * (FIVE - len(less[keep]))] for keep in keeps])
    each, chance = np.array(keeps), keep_worth(np.eye(ROLL_COUNT))[0]
    return Lattice(PLUS_ONE, each, faces, less_one, _rows(PLUS_ONE), _rows(each), _rows(less_one), chance)


def _rows(keeps: Ints) -> Shorts:
    return (keeps * LANES).astype(np.int16)


@inner
def turn(keeps: Rows, lattice: Lattice) -> None:
    """Writes the worth of a turn into the row of keeping nothing, from the worths of its final rolls."""
    for _ in range(2):
        throw(keeps, lattice)
        best_keeps(keeps, lattice)
    store(keeps, 0, mean_roll(keeps, lattice))


@inner
def throw(keeps: Rows, lattice: Lattice) -> None:
    """Writes the worth of every keep of fewer than five dice: the mean over the faces of its next die."""
    rows = lattice.rows_plus_one
    for step in range(rows.shape[0]):
        keep = rows.shape[0] - 1 - step
        total = load_from(keeps, rows[keep, 0])
        for face in range(1, 6):
            total = add(total, load_from(keeps, rows[keep, face]))
        store(keeps, keep, times(total, PART))


@inner
def best_keeps(keeps: Rows, lattice: Lattice) -> None:
    """Writes the worth of the best keep inside every keep: itself, or the best with one die removed.

    Keeps with the same number of faces are adjacent, so the processor predicts almost every branch.
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


@inner
def mean_roll(keeps: Rows, lattice: Lattice) -> Lanes:
    """The mean over the rolls of five dice."""
    total = times(load(keeps, FIRST_ROLL), lattice.chance[0])
    for roll in range(1, ROLL_COUNT):
        total = add(total, times(load(keeps, FIRST_ROLL + roll), lattice.chance[roll]))
    return total


NOT_ALL_FIVE = FIRST_ROLL
"""The number of keeps of fewer than five dice."""


@inner
def choose(keeps: Rows, choice: Rows, lattice: Lattice) -> None:
    """Writes the worth of the best keep inside every keep, and its number."""
    store(choice, 0, alike(0.0))
    for place in range(lattice.keeps.size):
        keep, faces = lattice.keeps[place], lattice.faces[place]
        own = load(keeps, keep)
        best = own
        for face in range(faces):
            best = larger(load(keeps, lattice.less_one[place, face]), best)
        store(keeps, keep, best)
        least = raised(best, -SAME)
        chosen = alike(-1.0)
        for face in range(faces):
            one = lattice.less_one[place, face]
            chosen = where(load(keeps, one), least, larger(load(choice, one), chosen), chosen)
        store(choice, keep, where(own, least, alike(float(keep)), chosen))


@inner
def follow_turns(chance: Rows, two_left: Rows, one_left: Rows, width: int, lattice: Lattice) -> None:
    """Writes the chance that the turn ends with each roll, given the chosen keeps."""
    for roll in range(ROLL_COUNT):
        store(chance, FIRST_ROLL + roll, alike(lattice.chance[roll]))
    hold(chance, two_left, width)
    throw_chance(chance, lattice)
    hold(chance, one_left, width)
    throw_chance(chance, lattice)


@inner
def hold(chance: Rows, choice: Rows, width: int) -> None:
    """Moves the chance of each roll to the chosen keep."""
    chance[:NOT_ALL_FIVE] = 0
    for roll in range(FIRST_ROLL, KEEP_COUNT):
        for lane in range(width):
            part = chance[roll, lane]
            chance[roll, lane] = 0
            chance[int64(choice[roll, lane]), lane] += part


@inner
def throw_chance(chance: Rows, lattice: Lattice) -> None:
    """Adds dice to every keep until all chance is on rolls."""
    plus_one = lattice.plus_one
    for keep in range(NOT_ALL_FIVE):
        part = times(load(chance, keep), PART)
        for face in range(6):
            roll = plus_one[keep, face]
            store(chance, roll, add(load(chance, roll), part))
