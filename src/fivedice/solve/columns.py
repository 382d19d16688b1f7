"""Which Upper totals a card has to tell apart: the columns of its row of worths. Knows no turn.

Two totals may share a column when every way of filling the Upper boxes still open earns the bonus from
both or from neither; all that is still to come is then the same. Of some 40 totals a shape on average
tells 25 apart, and with one box open at most six.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.games.scorecard import POINTS, UPPER_BOXES, UPPER_GOAL, Card, upper_bonus

Ints = NDArray[np.int64]

MASKS = 1 << len(UPPER_BOXES)
WIDTH = 48
"""The room for columns: 43 is the most that any mask needs."""


class Columns(NamedTuple):
    """The columns of every set of filled Upper boxes, as a mask of bits."""

    column: Ints
    """(64, 106): the column of each Upper total; -1 for a total that cannot come about."""
    total: Ints
    """(64, WIDTH): the smallest total of each column; -1 where there is none."""
    number: Ints
    """(64,): how many columns there are."""
    bonus: Ints
    """(106,): the Upper bonus at each total."""
    reachable: int
    """How many masks and totals can come about, the totals from the goal up counted as one."""


@cache
def columns() -> Columns:
    """The columns of all 64 masks."""
    most = sum(max(_values(box)) for box in UPPER_BOXES)
    bonus = np.array([upper_bonus(Card((total, *(0,) * 12))) for total in range(most + 1)])
    column = np.full((MASKS, most + 1), -1)
    total = np.full((MASKS, WIDTH), -1)
    number = np.zeros(MASKS, dtype=np.int64)
    reachable = 0
    for mask in range(MASKS):
        totals = _sums(mask)
        reachable += len({min(UPPER_GOAL, t) for t in totals})
        told_apart: dict[bytes, int] = {}
        to_come = np.array(_sums(MASKS - 1 - mask))
        for t in totals:
            gains = (bonus[t + to_come] - bonus[t]).tobytes()
            if gains not in told_apart:
                total[mask, len(told_apart)] = t
            column[mask, t] = told_apart.setdefault(gains, len(told_apart))
        number[mask] = len(told_apart)
    return Columns(column, total, number, bonus, reachable)


@cache
def _values(box: int) -> tuple[int, ...]:
    return tuple(sorted({paid[box] for paid in POINTS.values()}))


def _sums(mask: int) -> list[int]:
    """Every total of the boxes of a mask."""
    sums = {0}
    for box in UPPER_BOXES:
        if mask >> box & 1:
            sums = {total + value for total in sums for value in _values(box)}
    return sorted(sums)
