"""A round on common throws, for one hand beside another: exact, given what each pair of final rolls is worth.

The other hand's choices are known for every roll. Both take the same dice, so what this hand holds tells
what the other will get: keeps are looked at in pairs, and a pair of keeps is worth the mean over the faces
of the next die, which each takes that still has an empty slot (so a hand that throws n dice takes the first n
of the common row). Otherwise as `fivedice.core.worth`.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import FACES, FIVE, KEEPS
from fivedice.core.worth import (
    FIRST_ROLL,
    INSIDE,
    PLUS_ONE,
    SIZE_STARTS,
    TurnWorth,
    Worth,
    best_keep_worth,
    keep_worth,
)

Numbers = NDArray[np.intp]

NEXT = np.concatenate([PLUS_ONE, np.repeat(np.arange(FIRST_ROLL, len(KEEPS))[:, None], len(FACES), axis=1)])
"""(462, 6): the keep that one more die makes; a full one stays as it is."""


Outlook = tuple[Worth, TurnWorth]
"""What final rolls are worth, and keeps."""


class Seen(NamedTuple):
    """How the hands lie."""

    own: int
    """The number of what this hand holds among all keeps."""
    other: int
    """The same of the other."""
    step: int
    full: bool
    """Whether all slots of all hands are filled, so that all decide."""


@dataclass(frozen=True, eq=False)
class CommonTurn:
    """What this hand's keeps and rolls are worth beside each of the other's: (…, 252) or (…, 462)."""

    rolls: Worth
    """(252, 252): final rolls beside final rolls."""
    one_left: Worth
    """(462, 462): keeps beside keeps, with one throw left."""
    two_left: Worth
    """(462, 462): the same with two left."""
    kept_of_two: Numbers
    """(252,): what the other keeps of each roll with two throws left."""
    kept_of_one: Numbers
    """(252,): the same with one left."""
    first: Worth
    """(252,): what each first roll, which is the same for both, is worth."""

    def beside(self, seen: Seen, plain: Outlook) -> Outlook:
        """What final rolls, and keeps, are worth beside the other's hand as it lies.

        What is not decided at this step stays as `plain` tells it, for who does not see the other's hand.
        """
        rolls, ahead = plain
        first = keep_worth(self.first)
        ahead = ahead.but(three_left=first)
        if seen.step == 1:
            return rolls, ahead.but(two_left=self.against(seen)) if seen.full else ahead
        if seen.step == 2:
            return rolls, self._second(seen, ahead)
        if seen.full:
            return self.rolls[:, seen.other - FIRST_ROLL], ahead
        one_left = self.one_left[:, seen.other]
        return one_left[FIRST_ROLL:], ahead.but(one_left=one_left)

    def against(self, seen: Seen) -> Worth:
        """(462,): what keeps are worth against what the other keeps of its roll, at the decision at hand."""
        roll = seen.other - FIRST_ROLL
        if seen.step == 1:
            return self.two_left[:, self.kept_of_two[roll]]
        return self.one_left[:, self.kept_of_one[roll]]

    def _second(self, seen: Seen, ahead: TurnWorth) -> TurnWorth:
        """The second step; a hand that is full before the other is may still be changed at the third."""
        if seen.full:
            return ahead.but(one_left=self.against(seen))
        two_left = self.two_left[:, seen.other]
        waits = np.where(np.arange(len(KEEPS)) < FIRST_ROLL, -np.inf, two_left)
        return ahead.but(two_left=two_left, one_left=waits)


def common_turn(rolls: Worth, kept_of_two: Numbers, kept_of_one: Numbers) -> CommonTurn:
    """The whole round, from what final rolls are worth beside the other's (252, 252) and what it keeps."""
    one_left = throw(rolls)
    two_left = throw(_best(one_left, kept_of_one))
    first = two_left[INSIDE, kept_of_two].max(axis=0)
    return CommonTurn(rolls, one_left, two_left, kept_of_two, kept_of_one, first)


def _best(keeps: Worth, kept: Numbers) -> Worth:
    """(252, 252): what each roll is worth beside each roll of the other, which keeps what `kept` says."""
    apart, place = np.unique(kept, return_inverse=True)
    return best_keep_worth(keeps[:, apart])[:, place]


def throw(rolls: Worth) -> Worth:
    """(462, 462): what each pair of keeps is worth that is filled up, from pairs of rolls (252, 252)."""
    keeps = np.empty((len(KEEPS), len(KEEPS)))
    keeps[:, FIRST_ROLL:] = keep_worth(rolls)
    for size in range(FIVE - 1, -1, -1):
        layer = slice(SIZE_STARTS[size], SIZE_STARTS[size + 1])
        ways = [keeps[np.ix_(NEXT[:, face], PLUS_ONE[layer, face])] for face in range(len(FACES))]
        keeps[:, layer] = sum(ways[1:], ways[0]) / len(FACES)
    return keeps
