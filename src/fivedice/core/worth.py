"""Computes the worth of every keep of one turn from the worths of its final rolls.

`worth` has a number for each of the 252 rolls in the order of `ROLLS`, or a row of numbers: its shape is
(252,) or (252, n), in points, chances or any unit. The worth of a keep is the mean over the six faces of the
next die. The best keep of a roll is all its dice, or the best keep of the roll without one die.
"""

from collections.abc import Sequence
from copy import copy
from functools import cached_property
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import FACES, FIVE, KEEPS, KEEPS_OF, ROLLS, Dice, keeps_of
from fivedice.core.ties import SAME

Worth = NDArray[np.float64]

KEEP_NUMBER: dict[Dice, int] = {keep: number for number, keep in enumerate(KEEPS)}
ROLL_NUMBER: dict[Dice, int] = {roll: number for number, roll in enumerate(ROLLS)}
FIRST_ROLL = len(KEEPS) - len(ROLLS)
SIZE_STARTS = [sum(len(k) < size for k in KEEPS) for size in range(FIVE + 2)]

PLUS_ONE = np.array(
    [[KEEP_NUMBER[tuple(sorted((*keep, face)))] for face in FACES] for keep in KEEPS if len(keep) < FIVE]
)
"""(210, 6): the keep after adding a die of each face to each keep of fewer than five dice."""

LESS_ONE = np.array(
    [
        [KEEP_NUMBER[keep[:i] + keep[i + 1 :]] for i in range(len(keep))] + [number] * (FIVE - len(keep))
        for number, keep in enumerate(KEEPS)
    ]
)
"""(462, 5): the keeps after removing one die, padded with the keep itself."""

MOST_KEEPS = 2**FIVE

KEEPS_INSIDE: dict[Dice, NDArray[np.intp]] = {
    roll: np.array([KEEP_NUMBER[keep] for keep in sorted(keeps, key=lambda keep: (-len(keep), keep))])
    for roll, keeps in KEEPS_OF.items()
}
"""The numbers of the keeps of each roll, in order of preference among equals: most dice first, then lowest
faces.
"""


def _inside(dice: Sequence[Dice]) -> NDArray[np.intp]:
    """(most, dice): the keeps of each roll, highest number first, padded with the first one."""
    inside = [sorted(map(KEEP_NUMBER.__getitem__, keeps_of(each)), reverse=True) for each in dice]
    most = max(map(len, inside))
    return np.array([keeps + keeps[:1] * (most - len(keeps)) for keeps in inside]).T.copy()


INSIDE = _inside(ROLLS)
"""(32, 252): the keeps of each roll."""

_FOURS = slice(SIZE_STARTS[FIVE - 1], FIRST_ROLL)
_INSIDE_FOURS = _inside(KEEPS[_FOURS])
_FOURS_INSIDE = (LESS_ONE[FIRST_ROLL:].T - _FOURS.start).copy()
"""(5, 252): the keeps of four dice in each roll."""
_LAYERS = [slice(first, end) for first, end in pairwise(SIZE_STARTS[: FIVE + 1])][::-1]
_SIDES = np.array(float(len(FACES)))
"""The number of faces as an array, because numpy needs a microsecond to convert a plain number."""
_NEXT_KEEPS = [PLUS_ONE[layer].T.copy() for layer in _LAYERS]


def fixed(worths: Worth) -> Worth:
    """Makes worths read-only, because many callers share them."""
    worths.flags.writeable = False
    return worths


class TurnWorth:
    """The worths of a turn, given the worths (252, …) of its final rolls; keeps are in the order of `KEEPS`.
    Each throw is computed when first needed, as keeping dice may not need the whole turn. All arrays are
    read-only.
    """

    def __init__(self, worth: Worth) -> None:
        """Computes the last throw at once, as `worth` may change afterwards."""
        self.one_left = fixed(keep_worth(worth))
        """(462, …): the worth of every keep with one throw left."""

    @cached_property
    def two_left(self) -> Worth:
        """(462, …): the worth of every keep with two throws left."""
        return fixed(keep_worth(best_keep_worth(self.one_left)))

    @cached_property
    def three_left(self) -> Worth:
        """(462, …): the worth of the dice thrown so far while the first throw is being made."""
        return fixed(keep_worth(best_keep_worth(self.two_left)))

    @property
    def turn(self) -> Worth:
        """The worth before the first throw: a number or a row of numbers."""
        worth: Worth = self.three_left[0]
        return worth

    def but(self, **throws: Worth) -> Self:
        """A copy with other worths for the keeps of some throws, given by name."""
        other = copy(self)
        vars(other).update(two_left=self.two_left, three_left=self.three_left)
        vars(other).update({name: fixed(worths) for name, worths in throws.items()})
        return other


def keep_worth(worth: Worth) -> Worth:
    """The worth of each of the 462 keeps with one throw left, from the worths of the 252 rolls."""
    keeps = np.empty((len(KEEPS), *worth.shape[1:]))
    keeps[FIRST_ROLL:] = worth
    for layer, following in zip(_LAYERS, _NEXT_KEEPS, strict=True):
        means = keeps[layer]
        np.add.reduce(_rows(keeps, following), axis=0, out=means)
        np.divide(means, _SIDES, out=means)
    return keeps


def best_keep_worth(keeps: Worth) -> Worth:
    """The worth of the best keep of each of the 252 rolls: the roll itself or the best keep of four of its
    dice.
    """
    fours = np.maximum.reduce(_rows(keeps, _INSIDE_FOURS), axis=0)
    best: Worth = np.maximum.reduce(_rows(fours, _FOURS_INSIDE), axis=0)
    return np.maximum(best, keeps[FIRST_ROLL:], out=best)


def _rows(keeps: Worth, places: NDArray[np.intp]) -> Worth:
    """Rows of keeps; "clip" skips numpy's bounds check."""
    rows: Worth = keeps.take(places, axis=0, mode="clip")
    return rows


def turn_worth(worth: Worth) -> TurnWorth:
    """The worth of every keep with one and with two throws left, and of the whole turn."""
    return TurnWorth(worth)


def best_keep(keeps: Worth) -> NDArray[np.intp]:
    """(252,): the number of the best keep of each roll, from the worths (462,) of all keeps. Among equals,
    the largest keep wins, then the one with the highest faces.
    """
    best: NDArray[np.intp] = INSIDE[first_best_along(keeps[INSIDE], axis=0), np.arange(len(ROLLS))]
    return best


def first_best_along(worths: Worth, axis: int) -> NDArray[np.intp]:
    """Along an axis, the index of the first worth that no other exceeds: `ties.first_best` for arrays."""
    best: NDArray[np.intp] = (worths >= worths.max(axis=axis, keepdims=True) - SAME).argmax(axis=axis)
    return best


def follow(turn: TurnWorth, rows: Worth) -> tuple[Worth, Worth]:
    """Carries rows (252, n) at the final rolls back along the best keeps of a turn. Returns (462, n) for
    every keep with two throws left and (462, n) with one left. Where the rows mark how a turn ends, these
    are the chances of each end.
    """
    one_left = keep_worth(rows)
    two_left = keep_worth(one_left[best_keep(turn.one_left)])
    return two_left, one_left
