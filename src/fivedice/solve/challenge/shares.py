"""The share of the win of each seat, from the chances of each two of them on common dice.

Who beats one on common dice is likely to beat all, so chances must not simply be multiplied: the seat that is
hardest to beat counts in full, any other by a part, and all seats share one win. Seats that are level for
good are one among the others, and share what that one wins. Against one rival it is the chance itself.
"""

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import Worth

PART_OF_OTHERS = 0.3
"""How much a seat counts that is not the hardest to beat; fitted by `research/challenge/calibrate.py`."""


def shares(ahead: Worth, level: NDArray[np.bool_], part: float = PART_OF_OTHERS) -> Worth:
    """(n, …): the share of the win of each seat, a tie counted as its part.

    `ahead` (n, n, …) is the chance of each seat to end ahead of each other, `level` whether the two are sure
    to end level, as each is with itself.
    """
    copies = level.sum(axis=1)
    with np.errstate(divide="ignore"):
        logs = np.where(level, 0.0, np.log(ahead))
    others = (logs / copies[None]).sum(axis=1)
    strength = np.exp(part * others + (1 - part) * logs.min(axis=1)) / copies
    share: Worth = strength / strength.sum(axis=0)
    return share
