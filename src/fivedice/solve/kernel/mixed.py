"""Games of two sides that choose at once, many side by side, by linear programming: exact. Knows no dice.

The first side chooses a row and wants the most, the second a column and wants the least. By which chances
each should choose is a linear program, and its dual is that of the other side; so the simplex method ends
with both, and what they secure against every choice proves the value. All games of a call take their steps
together. A step takes the column that promises most; after many, the first that promises anything and the
first of the rows that allow it (Bland's rule), which cannot go round in a circle.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.worth import Worth

Flags = NDArray[np.bool_]
Numbers = NDArray[np.intp]

EASY = 60
"""So many steps are taken the quick way; games of 32 rows and columns were seen to take 17."""
NOTHING = 1e-11
"""A promise below this is rounding."""
PIVOT = 1e-9
"""Numbers below this are not divided by."""


class Mixed(NamedTuple):
    """Solved games."""

    value: Worth
    """(games,): what both sides secure."""
    first: Worth
    """(games, rows): with which chances the first side chooses."""
    second: Worth
    """(games, columns): the same of the second side."""


def mixed(games: Worth, rows: Flags, columns: Flags) -> Mixed:
    """Solve games (games, rows, columns) of numbers from 0 to 1 in which only flagged choices are allowed."""
    number, m, n = games.shape
    there = rows[:, :, None] & columns[:, None, :]
    table = np.zeros((number, m + 1, n + 1))
    table[:, :m, :n] = np.where(there, games + 1, 0)
    table[:, :m, n], table[:, m, :n] = 1, -columns.astype(np.float64)
    result = np.zeros((number, 2, n + m))
    whole = np.empty(number)
    names = np.tile(np.arange(n + m), (number, 1))
    """Of each column and then of each row of a table, the choice that it stands for."""
    left, steps = np.arange(number), 0
    while len(left):
        column = _column(table[:, m, :n], names[:, :n], steps)
        done = table[np.arange(len(left)), m, column] >= -NOTHING
        ended = left[done]
        whole[ended] = table[done, m, n]
        result[ended[:, None], 0, names[done, n:]] = table[done, :m, n]
        result[ended[:, None], 1, names[done, :n]] = table[done, m, :n]
        table, names, left, column = table[~done], names[~done], left[~done], column[~done]
        if len(left):
            _step(table, names, column, _row(table, names[:, n:], column, steps))
        steps += 1
    second, first = result[:, 0, :n] / whole[:, None], result[:, 1, n:] / whole[:, None]
    return Mixed(1 / whole - 1, first, second)


def _column(promises: Worth, names: Numbers, steps: int) -> Numbers:
    """(games,): the column to bring in."""
    if steps >= EASY:
        promises = np.where(promises < -NOTHING, names, np.inf)
    column: Numbers = promises.argmin(axis=1)
    return column


def _row(table: Worth, names: Numbers, column: Numbers, steps: int) -> Numbers:
    """(games,): the row that goes out for it, which is the first to be used up."""
    at = np.arange(len(table))
    takes = table[at, :-1, column]
    lasts = np.full(takes.shape, np.inf)
    np.divide(table[:, :-1, -1], takes, out=lasts, where=takes > PIVOT)
    if steps >= EASY:
        lasts = np.where(lasts <= lasts.min(axis=1, keepdims=True) + NOTHING, names, np.inf)
    row: Numbers = lasts.argmin(axis=1)
    return row


def _step(table: Worth, names: Numbers, column: Numbers, row: Numbers) -> None:
    """In each table the row and the column change places."""
    at, end = np.arange(len(table)), table.shape[2] - 1
    pivot = table[at, row, column]
    along, down = table[at, row] / pivot[:, None], table[at, :, column]
    table -= down[:, :, None] * along[:, None, :]
    table[at, row] = along
    table[at, :, column] = -down / pivot[:, None]
    table[at, row, column] = 1 / pivot
    names[at, column], names[at, end + row] = names[at, end + row], names[at, column]
