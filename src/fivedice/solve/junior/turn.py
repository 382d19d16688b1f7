"""The backward step of junior: from what positions after a turn are worth to what they are before it.

Many positions lie side by side. The seat to play takes what is worth most to it; whatever else a position is
worth, such as the chances of the other seats, follows along (of choices worth the same to it the first
is taken, which may matter to them). Knows neither what a worth counts nor what comes after the turn.
"""

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.dice import FIVE, KEEPS
from fivedice.games.junior import PICTURE
from fivedice.solve.junior.board import COUNTS, ROWS, Ints, roll_counts
from fivedice.worth import FIRST_ROLL, LESS_ONE, SIZE_STARTS, Worth, keep_worth, turn_worth

SIDE_BY_SIDE = 128
"""How many positions are worked on at once: so many that they stay in the processor's cache."""


class Ends(NamedTuple):
    """How the turns of m positions may end, by row and count, and what that is worth."""

    column: Ints
    """(m, 5, 6): where the token lands; -1 where there is none to place."""
    worth: Worth
    """(m, 5, 6, n): what that is worth: first to the seat to play, then whatever follows along."""


def turns_worth(ends: Ends) -> Worth:
    """(m, n): the same before the turn."""
    starts = range(0, len(ends.column), SIDE_BY_SIDE)
    parts = [Ends(ends.column[s : s + SIDE_BY_SIDE], ends.worth[s : s + SIDE_BY_SIDE]) for s in starts]
    with ThreadPoolExecutor(cpu_count()) as pool:
        return np.concatenate(list(pool.map(_some_turns_worth, parts)))


def _some_turns_worth(ends: Ends) -> Worth:
    rolls = roll_worth(ends)
    carried = turn_worth(rolls[:, 0]).turn[None] if rolls.shape[1] == 1 else _follow(rolls)
    return carried.T


def roll_worth(ends: Ends) -> Worth:
    """(252, n, m): what the best use of each roll is worth."""
    number, carried = len(ends.column), ends.worth.shape[-1]
    column = ends.column.reshape(number, ROWS * COUNTS).T
    worth = ends.worth.reshape(number, ROWS * COUNTS, carried).transpose(1, 2, 0)
    scoring = np.where(column > PICTURE, worth[:, 0], -np.inf)
    booking = roll_counts() + COUNTS * np.arange(ROWS)
    best = booking[np.arange(len(booking))[:, None], scoring[booking].argmax(axis=1)]
    zero = np.where(column == PICTURE, worth[:, 0], -np.inf)[::COUNTS].argmax(axis=0) * COUNTS
    best = np.where(np.isneginf(np.take_along_axis(scoring, best, axis=0)), zero, best)
    return np.take_along_axis(worth, best[:, None], axis=0)


def _follow(rolls: Worth) -> Worth:
    """(n, m): the worth before the first throw when the seat to play keeps what is best for it."""
    for _ in range(2):
        keeps = keep_worth(rolls)
        rolls = np.take_along_axis(keeps, best_keeps(keeps[:, 0])[:, None], axis=0)
    mean: Worth = keep_worth(rolls)[0]
    return mean


def best_keeps(keeps: Worth) -> NDArray[np.intp]:
    """(252, m): the number of the best keep inside each roll, from the worth (462, m) of all keeps."""
    best = keeps.copy()
    number = np.repeat(np.arange(len(KEEPS))[:, None], keeps.shape[1], axis=1)
    for size in range(1, FIVE + 1):
        layer = slice(SIZE_STARTS[size], SIZE_STARTS[size + 1])
        for less in LESS_ONE[layer].T[:size]:
            better = best[less] > best[layer]
            best[layer] = np.where(better, best[less], best[layer])
            number[layer] = np.where(better, number[less], number[layer])
    return number[FIRST_ROLL:]
