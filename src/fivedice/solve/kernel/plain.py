"""The lattice of keeps in numpy, any number of turns side by side: to the last bit the same as `lattice`.

So results do not depend on whether numba is installed.
"""

from itertools import pairwise

import numpy as np

from fivedice.core.dice import FACES, KEEPS, ROLLS
from fivedice.core.worth import FIRST_ROLL, LESS_ONE, PLUS_ONE, SIZE_STARTS, Worth, keep_worth

KEEP_COUNT, ROLL_COUNT = len(KEEPS), len(ROLLS)
PART = 1 / len(FACES)
CHANCE = keep_worth(np.eye(ROLL_COUNT))[0][:, None]
"""(252, 1): the chance of each roll of five dice."""
TOGETHER = 256
"""So many turns at a time stay in the processor's cache."""

_LAYERS = [slice(first, end) for first, end in pairwise(SIZE_STARTS)]
_NEXT = [PLUS_ONE[layer].T.copy() for layer in _LAYERS[:-1]]
_LESS = [LESS_ONE[layer, :size].T.copy() for size, layer in enumerate(_LAYERS)]


def turn_means(rolls: Worth) -> Worth:
    """(n,): what turns are worth before the first throw, from the worth of their final rolls (252, n)."""
    parts = [rolls[:, begin : begin + TOGETHER] for begin in range(0, rolls.shape[1], TOGETHER)]
    return np.concatenate([_means(part) for part in parts]) if parts else np.empty(0)


def _means(rolls: Worth) -> Worth:
    keeps = np.empty((KEEP_COUNT, rolls.shape[1]))
    keeps[FIRST_ROLL:] = rolls
    for _ in range(2):
        throw(keeps)
        best_keeps(keeps)
    means: Worth = np.add.accumulate(CHANCE * keeps[FIRST_ROLL:])[-1]
    return means


def throw(keeps: Worth) -> None:
    """Writes the worth of every keep of fewer than five dice: the mean over the faces of its next die."""
    for layer, following in zip(_LAYERS[-2::-1], _NEXT[::-1], strict=True):
        keeps[layer] = np.add.reduce(keeps[following], axis=0) * PART


def best_keeps(keeps: Worth) -> None:
    """Writes the worth of the best keep inside every keep: itself, or the best with one die taken away."""
    for layer, left in zip(_LAYERS[1:], _LESS[1:], strict=True):
        np.maximum(keeps[layer], np.maximum.reduce(keeps[left], axis=0), out=keeps[layer])
