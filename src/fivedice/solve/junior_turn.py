"""The backward step of junior: from what positions after a turn are worth to what they are before it.

Many positions lie side by side. The seat to play takes what is worth most to it; the chances of the other
seats follow along (of choices worth the same to it the first found is taken, which may matter to them).
Seats are counted from the one to play.
"""

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.dice import FIVE, KEEPS
from fivedice.games.junior import PICTURE
from fivedice.solve.junior_board import COUNTS, ROWS, Ints, roll_counts
from fivedice.worth import FIRST_ROLL, LESS_ONE, SIZE_STARTS, Worth, keep_worth, turn_worth

SIDE_BY_SIDE = 128
"""How many positions are worked on at once: so many that they stay in the processor's cache."""


class Ends(NamedTuple):
    """How the turns of m positions may end, by row and count, and what that is worth."""

    column: Ints
    """(m, 5, 6): where the token lands; -1 where there is none to place."""
    worth: Worth
    """(m, 5, 6, seats): the chances of all seats after it."""


def turns_worth(ends: Ends) -> Worth:
    """(m, seats): the chances of all seats before the turn."""
    starts = range(0, len(ends.column), SIDE_BY_SIDE)
    parts = [Ends(ends.column[s : s + SIDE_BY_SIDE], ends.worth[s : s + SIDE_BY_SIDE]) for s in starts]
    with ThreadPoolExecutor(cpu_count()) as pool:
        return np.concatenate(list(pool.map(_some_turns_worth, parts)))


def _some_turns_worth(ends: Ends) -> Worth:
    """The last seat's chance is what the others leave of one, so it is not carried along."""
    rolls = _roll_worth(ends)
    carried = turn_worth(rolls[:, 0]).turn[None] if rolls.shape[1] == 1 else _follow(rolls)
    return np.concatenate([carried, 1 - carried.sum(axis=0, keepdims=True)]).T


def _roll_worth(ends: Ends) -> Worth:
    """(252, seats - 1, m): the chances after the best use of each roll."""
    number, seats = len(ends.column), ends.worth.shape[-1]
    column = ends.column.reshape(number, ROWS * COUNTS).T
    chances = ends.worth.reshape(number, ROWS * COUNTS, seats)[..., :-1].transpose(1, 2, 0)
    scoring = np.where(column > PICTURE, chances[:, 0], -1.0)
    booking = roll_counts() + COUNTS * np.arange(ROWS)
    best = booking[np.arange(len(booking))[:, None], scoring[booking].argmax(axis=1)]
    zero = np.where(column == PICTURE, chances[:, 0], -1.0)[::COUNTS].argmax(axis=0) * COUNTS
    best = np.where(np.take_along_axis(scoring, best, axis=0) < 0, zero, best)
    return np.take_along_axis(chances, best[:, None], axis=0)


def _follow(rolls: Worth) -> Worth:
    """(seats - 1, m): the chances before the first throw when the first of them keeps what is best for it."""
    for _ in range(2):
        keeps = keep_worth(rolls)
        rolls = np.take_along_axis(keeps, _best_keeps(keeps[:, 0])[:, None], axis=0)
    mean: Worth = keep_worth(rolls)[0]
    return mean


def _best_keeps(keeps: Worth) -> NDArray[np.intp]:
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
