"""The dice of a turn as a seat's open rows see them.

A die shows the wild one, a character whose row is open to the seat, or another character; which of the others
makes no difference. So of five dice there are 252 rolls while four or five rows are open, 126 with three, 56
with two and 21 with one, and as many fewer keeps to weigh.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import FACES, FIVE
from fivedice.games.junior import CHARACTERS

Ints = NDArray[np.int64]
Chances = NDArray[np.float64]


class Kinds(NamedTuple):
    """The lattice of keeps of so many kinds of dice: the wild one, a kind for each open row, the others."""

    part: Chances
    """(kinds,): the chance of each kind on one die."""
    starts: Ints
    """(7,): the number of the first keep of none to five dice, and how many keeps there are."""
    plus_one: Ints
    """(keeps of fewer than five, kinds): the keep that one more die of each kind makes."""
    less_one: Ints
    """(keeps, kinds): what is left when a die of each kind is taken away; the keep itself if it has none."""
    counts: Ints
    """(rolls, rows): the count that each roll of five dice makes in each open row, wild dice included."""
    chance: Chances
    """(rolls,): the chance of each roll in one throw of five."""


@cache
def kinds(rows: int) -> Kinds:
    """The kinds of dice for so many open rows."""
    others = len(CHARACTERS) - rows
    part = [1] * (1 + rows) + [others] * (others > 0)
    names = range(len(part))
    keeps = [keep for size in range(FIVE + 1) for keep in combinations_with_replacement(names, size)]
    number = {keep: place for place, keep in enumerate(keeps)}
    starts = [sum(len(keep) < size for keep in keeps) for size in range(FIVE + 2)]
    rolls = keeps[starts[FIVE] :]
    return Kinds(
        np.array(part) / len(FACES),
        np.array(starts),
        np.array(
            [[number[tuple(sorted((*keep, kind)))] for kind in names] for keep in keeps[: starts[FIVE]]]
        ),
        np.array([[number[_without(keep, kind)] for kind in names] for keep in keeps]),
        np.array([[roll.count(0) + roll.count(row + 1) for row in range(rows)] for roll in rolls]),
        np.array([_ways(roll, part) for roll in rolls]) / len(FACES) ** FIVE,
    )


def _without(keep: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """The keep with one die of a kind taken away, if it has one."""
    if kind not in keep:
        return keep
    at = keep.index(kind)
    return (*keep[:at], *keep[at + 1 :])


def _ways(roll: tuple[int, ...], part: list[int]) -> int:
    """In how many orders of five dice a roll comes about."""
    alike = prod(factorial(roll.count(kind)) for kind in set(roll))
    return factorial(FIVE) // alike * prod(part[kind] for kind in roll)
