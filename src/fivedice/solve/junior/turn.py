"""The backward step of junior in numpy: worths before a turn from the worths after it, many side by side.

The seat to play takes the choice worth most to it; among equals (within `SAME`), the one worth more to the
next seat, then to the seat after that.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from os import cpu_count

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import FIVE
from fivedice.core.ties import SAME
from fivedice.core.worth import Worth
from fivedice.games.junior import PICTURE
from fivedice.solve.junior.board import Ints, Kinds, kinds

SIDE_BY_SIDE = 1024
"""The number of positions solved at once: enough that calls to numpy take little of the time."""
NOT_OFFERED = -9.0
"""Less than any possible worth."""


def turns_worth(column: Ints, worth: Worth, deciding: int | None = None) -> Worth:
    """(m, n): the worths before the turns of m positions, from the possible ends by row and count.

    `column` (m, 5, 6) is where the token lands; -1 in closed rows, equally many in all positions. `worth`
    (m, 5, 6, n) is the worth to the seat to play, then to the others; only the first `deciding` of the n
    decide (default: all). Choices with equal worths there are taken in the order of rows and kinds of dice,
    more dice first.
    """
    starts = range(SIDE_BY_SIDE, len(column), SIDE_BY_SIDE)
    if not starts:
        return _some_turns_worth(column, worth, deciding)
    parts = np.split(column, starts), np.split(worth, starts)
    with ThreadPoolExecutor(cpu_count()) as pool:
        return np.concatenate(list(pool.map(partial(_some_turns_worth, deciding=deciding), *parts)))


def _some_turns_worth(column: Ints, worth: Worth, deciding: int | None) -> Worth:
    vacant = column[:, :, 0] >= PICTURE
    some = kinds(int(vacant[0].sum()))
    column = column[vacant].reshape(len(vacant), some.counts.shape[1], -1)
    worth = worth[vacant].reshape(*column.shape, -1)
    keeps = np.empty((some.starts[-1], worth.shape[-1], len(worth)))
    best_uses(keeps, some, column.transpose(1, 2, 0), worth.transpose(1, 2, 3, 0), deciding)
    for _ in range(2):
        throw(keeps, some)
        best_keeps(keeps, some, deciding)
    total = np.zeros(keeps.shape[1:])
    for chance, roll in zip(some.chance, keeps[some.starts[FIVE] :], strict=True):
        total += chance * roll
    return total.T


def best_uses(keeps: Worth, some: Kinds, column: Ints, worth: Worth, deciding: int | None = None) -> None:
    """Writes the worth of the best use of each roll, from the columns (rows, 6, m) and worths of ends."""
    scores = worth.copy()
    scores[:, :, 0] = np.where(column > PICTURE, worth[:, :, 0], NOT_OFFERED)
    best, zero = scores[0, some.counts[:, 0]], worth[0, 0]
    for row in range(1, len(scores)):
        best = better(scores[row, some.counts[:, row]], best, deciding)
        zero = better(worth[row, 0], zero, deciding)
    nothing = best[:, :1] == NOT_OFFERED
    keeps[some.starts[FIVE] :] = np.where(nothing, zero, best)


def throw(keeps: Worth, some: Kinds) -> None:
    """Writes the worth of every keep of fewer than five dice: the mean over the kinds of its next die."""
    for size in reversed(range(FIVE)):
        layer = slice(some.starts[size], some.starts[size + 1])
        following = some.plus_one[layer].T
        total = some.part[0] * keeps[following[0]]
        for part, after in zip(some.part[1:], following[1:], strict=True):
            total += part * keeps[after]
        keeps[layer] = total


def best_keeps(keeps: Worth, some: Kinds, deciding: int | None = None) -> None:
    """Writes the worth of the best keep inside every keep: itself, or the best with one die removed."""
    for size in range(1, FIVE + 1):
        layer = np.arange(some.starts[size], some.starts[size + 1])
        for less in some.less_one[layer].T:
            has = less != layer
            keeps[layer[has]] = better(keeps[less[has]], keeps[layer[has]], deciding)


def better(one: Worth, other: Worth, deciding: int | None = None) -> Worth:
    """(..., n, m): the better of each pair of choices, judged first by the seat to play."""
    return np.where(_is_better(one, other, deciding)[..., None, :], one, other)


def _is_better(one: Worth, other: Worth, deciding: int | None) -> NDArray[np.bool_]:
    *more, last = np.moveaxis(one - other, -2, 0)[:deciding]
    is_better = np.asarray(last > 0)
    for by in reversed(more):
        is_better = (by > SAME) | (by >= -SAME) & is_better
    return is_better
