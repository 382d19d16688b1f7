"""The waist: from what each final roll is worth to what every keep is worth, for one turn. Knows no game.

`worth` holds a number for each of the 252 rolls in the order of `ROLLS`, or a row of numbers: its shape
is (252,) or (252, n), in points, chances or any unit. The lattice of keeps is walked one die at a time:
the worth of a keep is the mean over the six faces of the next die, and the best keep inside a roll is
the best among the dice themselves and what is left after taking any one of them away.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.dice import FACES, FIVE, KEEPS, ROLLS, Dice

Worth = NDArray[np.float64]

KEEP_NUMBER: dict[Dice, int] = {keep: number for number, keep in enumerate(KEEPS)}
ROLL_NUMBER: dict[Dice, int] = {roll: number for number, roll in enumerate(ROLLS)}
FIRST_ROLL = len(KEEPS) - len(ROLLS)
SIZE_STARTS = [sum(len(k) < size for k in KEEPS) for size in range(FIVE + 2)]

PLUS_ONE = np.array(
    [[KEEP_NUMBER[tuple(sorted((*k, face)))] for face in FACES] for k in KEEPS if len(k) < FIVE]
)
"""(210, 6): the keep that one more die makes of each keep of fewer than five dice."""

LESS_ONE = np.array(
    [
        [KEEP_NUMBER[k[:i] + k[i + 1 :]] for i in range(len(k))] + [n] * (FIVE - len(k))
        for n, k in enumerate(KEEPS)
    ]
)
"""(462, 5): the keeps that are left when one die is taken away, padded with the keep itself."""


class TurnWorth(NamedTuple):
    """What a turn is worth for given worths of its final rolls; keeps are in the order of `KEEPS`."""

    turn: Worth
    """Before the first throw: a number, or a row of them."""
    three_left: Worth
    """(462, …): of the dice already lying while the first throw is still being made."""
    two_left: Worth
    """(462, …): of every keep with two throws still to come."""
    one_left: Worth
    """(462, …): of every keep with one throw still to come."""


def keep_worth(worth: Worth) -> Worth:
    """The worth of throwing the other dice once, for all 462 keeps, from the worth of the 252 rolls."""
    keeps = np.empty((len(KEEPS), *worth.shape[1:]))
    keeps[FIRST_ROLL:] = worth
    for size in range(FIVE - 1, -1, -1):
        layer = slice(SIZE_STARTS[size], SIZE_STARTS[size + 1])
        keeps[layer] = keeps[PLUS_ONE[layer]].mean(axis=1)
    return keeps


def best_keep_worth(keeps: Worth) -> Worth:
    """The worth of the best keep inside each of the 252 rolls, from the worth of all 462 keeps."""
    best = keeps.copy()
    for size in range(1, FIVE + 1):
        layer = slice(SIZE_STARTS[size], SIZE_STARTS[size + 1])
        best[layer] = np.maximum(best[layer], best[LESS_ONE[layer]].max(axis=1))
    return best[FIRST_ROLL:]


def turn_worth(worth: Worth) -> TurnWorth:
    """The worth of every keep with one and with two throws left, and of the whole turn."""
    one_left = keep_worth(worth)
    two_left = keep_worth(best_keep_worth(one_left))
    first = keep_worth(best_keep_worth(two_left))
    return TurnWorth(first[0], first, two_left, one_left)


def best_keep(keeps: Worth) -> NDArray[np.intp]:
    """(252,): the number of the best keep inside each roll, from the worth (462,) of all keeps.

    Of keeps that are worth the same the largest is taken.
    """
    number = np.arange(len(KEEPS))
    best = keeps.copy()
    for size in range(1, FIVE + 1):
        layer = slice(SIZE_STARTS[size], SIZE_STARTS[size + 1])
        less = LESS_ONE[layer]
        place = np.take_along_axis(less, best[less].argmax(axis=1)[:, None], axis=1)[:, 0]
        better = best[place] > best[layer]
        best[layer] = np.where(better, best[place], best[layer])
        number[layer] = np.where(better, number[place], number[layer])
    return number[FIRST_ROLL:]


def follow(turn: TurnWorth, rows: Worth) -> tuple[Worth, Worth]:
    """Rows of anything (252, n) at the final rolls, carried back along the best keeps of a turn.

    Gives (462, n) for every keep with two throws left and (462, n) with one left: for rows that mark how a
    turn ends, the chance of each end when the best keeps are made from there on.
    """
    one_left = keep_worth(rows)
    two_left = keep_worth(one_left[best_keep(turn.one_left)])
    return two_left, one_left
