"""Solves many zero-sum matrix games at once, exactly, by the simplex method.

The pivot rule is the largest coefficient, which may cycle. Games that are not solved after some steps start
again with Bland's rule, which cannot.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.ties import SAME
from fivedice.core.worth import Worth

Flags = NDArray[np.bool_]
Numbers = NDArray[np.intp]

EASY = 30
"""The steps of the fast rule; few games of 32 rows and columns were seen to need more than 17."""
NOTHING = 1e-11
"""Smaller coefficients are rounding errors."""
PIVOT = 1e-7
"""Smaller numbers are not used as pivots, because they may be rounding errors."""


class Mixed(NamedTuple):
    """Solved games."""

    value: Worth
    """(games,): the value, which both sides secure."""
    first: Worth
    """(games, rows): the strategy of the first side."""
    second: Worth
    """(games, columns): the strategy of the second side."""


def mixed(games: Worth, rows: Flags, columns: Flags) -> Mixed:
    """Solves games (games, rows, columns) of numbers from 0 to 1 with the flagged choices only."""
    solved = _solved(games, rows, columns, careful=False)
    low = np.where(columns, np.einsum("gr,grc->gc", solved.first, games), np.inf).min(axis=1)
    high = np.where(rows, np.einsum("grc,gc->gr", games, solved.second), -np.inf).max(axis=1)
    open_ = np.flatnonzero(~(high - low <= SAME))
    if len(open_):
        again = _solved(games[open_], rows[open_], columns[open_], careful=True)
        for numbers, anew in zip(solved, again, strict=True):
            numbers[open_] = anew
    return solved


def _solved(games: Worth, rows: Flags, columns: Flags, *, careful: bool) -> Mixed:
    """Solves games; NaN for those that take too many steps of the fast rule."""
    number, m, n = games.shape
    there = rows[:, :, None] & columns[:, None, :]
    table = np.zeros((number, m + 1, n + 1))
    table[:, :m, :n] = np.where(there, games + 1, 0)
    table[:, :m, n], table[:, m, :n] = 1, -columns.astype(np.float64)
    result, whole = np.zeros((number, 2, n + m)), np.full(number, np.nan)
    names = np.tile(np.arange(n + m), (number, 1))
    """The choice that each column and then each row of a table represents."""
    left, steps = np.arange(number), 0
    while len(left) and (careful or steps < EASY):
        column = _column(table[:, m, :n], names[:, :n], careful=careful)
        done = table[np.arange(len(left)), m, column] >= -NOTHING
        ended = left[done]
        whole[ended] = table[done, m, n]
        result[ended[:, None], 0, names[done, n:]] = table[done, :m, n]
        result[ended[:, None], 1, names[done, :n]] = table[done, m, :n]
        table, names, left, column = table[~done], names[~done], left[~done], column[~done]
        if len(left):
            _step(table, names, column, _row(table, names[:, n:], column, careful=careful))
        steps += 1
    second, first = result[:, 0, :n] / whole[:, None], result[:, 1, n:] / whole[:, None]
    return Mixed(1 / whole - 1, first, second)


def _column(promises: Worth, names: Numbers, *, careful: bool) -> Numbers:
    """(games,): the entering column."""
    if careful:
        promises = np.where(promises < -NOTHING, names, np.inf)
    return promises.argmin(axis=1)


def _row(table: Worth, names: Numbers, column: Numbers, *, careful: bool) -> Numbers:
    """(games,): the leaving row, by the ratio test."""
    at = np.arange(len(table))
    takes = table[at, :-1, column]
    lasts = np.full(takes.shape, np.inf)
    np.divide(table[:, :-1, -1], takes, out=lasts, where=takes > PIVOT)
    if careful:
        lasts = np.where(lasts <= lasts.min(axis=1, keepdims=True) + NOTHING, names, np.inf)
    return lasts.argmin(axis=1)


def _step(table: Worth, names: Numbers, column: Numbers, row: Numbers) -> None:
    """Exchanges the row and the column in each table."""
    at, end = np.arange(len(table)), table.shape[2] - 1
    pivot = table[at, row, column]
    along, down = table[at, row] / pivot[:, None], table[at, :, column]
    table -= down[:, :, None] * along[:, None, :]
    table[at, row] = along
    table[at, :, column] = -down / pivot[:, None]
    table[at, row, column] = 1 / pivot
    names[at, column], names[at, end + row] = names[at, end + row], names[at, column]
