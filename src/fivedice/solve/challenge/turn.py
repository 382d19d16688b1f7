"""A round on common throws for two hands: exact, given the worth of each pair of final rolls.

Both hands take the next die of one row, so keeps are considered in pairs. In a `CommonTurn` the other hand's
choice for every roll is known. In a `HiddenTurn` both choose in secret: a decision is a zero-sum game between
the keeps of both, in which some keeps are drawn at random (`kernel.mixed`). Among keeps that secure the same
value, the preferred one is chosen, otherwise the one with the most dice and then the highest numbers.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.analysis.solver_api import Mix
from fivedice.core.dice import FACES, FIVE, KEEPS
from fivedice.core.ties import SAME, best_first
from fivedice.core.worth import (
    FIRST_ROLL,
    INSIDE,
    MOST_KEEPS,
    PLUS_ONE,
    SIZE_STARTS,
    TurnWorth,
    Worth,
    best_keep_worth,
    keep_worth,
)
from fivedice.solve.kernel.mixed import Flags, mixed

Numbers = NDArray[np.intp]

NEXT = np.concatenate([PLUS_ONE, np.repeat(np.arange(FIRST_ROLL, len(KEEPS))[:, None], len(FACES), axis=1)])
"""(462, 6): the keep that one more die makes; a full keep stays the same."""


Outlook = tuple[Worth, TurnWorth]
"""The worths of final rolls and of keeps."""


class VisibleHands(NamedTuple):
    """The hands of both sides."""

    own: int
    """The number of this hand's dice among all keeps."""
    other: int
    """The number of the other hand's dice."""
    step: int
    full: bool
    """Whether all hands are full, so that all decide."""


@dataclass(frozen=True, eq=False)
class CommonTurn:
    """The worths of this hand's keeps and rolls for each of the other hand's: (…, 252) or (…, 462)."""

    rolls: Worth
    """(252, 252): the worths of pairs of final rolls."""
    one_left: Worth
    """(462, 462): the worths of pairs of keeps with one throw left."""
    two_left: Worth
    """(462, 462): the worths of pairs of keeps with two throws left."""
    kept_of_two: Numbers
    """(252,): the other hand's keep of each roll with two throws left."""
    kept_of_one: Numbers
    """(252,): the other hand's keep of each roll with one throw left."""
    first: Worth
    """(252,): the worth of each first roll, which is the same for both."""

    def beside(self, hands: VisibleHands, plain: Outlook) -> Outlook:
        """The worths given the other's hand; those that do not belong to this step stay as in `plain`."""
        rolls, ahead = plain
        first = keep_worth(self.first)
        ahead = ahead.but(three_left=first)
        if hands.step == 1:
            return rolls, ahead.but(two_left=self.against(hands)) if hands.full else ahead
        if hands.step == 2:
            return rolls, self._second(hands, ahead)
        if hands.full:
            return self.rolls[:, hands.other - FIRST_ROLL], ahead
        one_left = self.one_left[:, hands.other]
        return one_left[FIRST_ROLL:], ahead.but(one_left=one_left)

    def against(self, hands: VisibleHands) -> Worth:
        """(462,): the worths of keeps against the other's keep of its roll, at this decision."""
        roll = hands.other - FIRST_ROLL
        if hands.step == 1:
            return self.two_left[:, self.kept_of_two[roll]]
        return self.one_left[:, self.kept_of_one[roll]]

    def _second(self, hands: VisibleHands, ahead: TurnWorth) -> TurnWorth:
        """The worths at the second step; a hand that is full first may still change at the third."""
        if hands.full:
            return ahead.but(one_left=self.against(hands))
        two_left = self.two_left[:, hands.other]
        waits = np.where(np.arange(len(KEEPS)) < FIRST_ROLL, -np.inf, two_left)
        return ahead.but(two_left=two_left, one_left=waits)


def common_turn(rolls: Worth, kept_of_two: Numbers, kept_of_one: Numbers) -> CommonTurn:
    """The whole round, from the worths of pairs of final rolls (252, 252) and the other's keeps."""
    one_left = throw(rolls)
    two_left = throw(_best(one_left, kept_of_one))
    first = two_left[INSIDE, kept_of_two].max(axis=0)
    return CommonTurn(rolls, one_left, two_left, kept_of_two, kept_of_one, first)


def _best(keeps: Worth, kept: Numbers) -> Worth:
    """(252, 252): the worths of pairs of rolls, where the other keeps `kept`."""
    apart, place = np.unique(kept, return_inverse=True)
    return best_keep_worth(keeps[:, apart])[:, place]


def throw(rolls: Worth) -> Worth:
    """(462, 462): the worths of pairs of keeps before a throw, from those of pairs of rolls, (252, 252)."""
    keeps = np.empty((len(KEEPS), len(KEEPS)))
    keeps[:, FIRST_ROLL:] = keep_worth(rolls)
    for size in range(FIVE - 1, -1, -1):
        layer = slice(SIZE_STARTS[size], SIZE_STARTS[size + 1])
        ways = [keeps[np.ix_(NEXT[:, face], PLUS_ONE[layer, face])] for face in range(len(FACES))]
        keeps[:, layer] = sum(ways[1:], ways[0]) / len(FACES)
    return keeps


DISTINCT: Flags = np.stack([(INSIDE[:place] != INSIDE[place]).all(axis=0) for place in range(MOST_KEEPS)])
"""(32, 252): whether a place of `INSIDE` has a keep that does not occur before it."""
SIZES = DISTINCT.sum(axis=0)
EVERY = np.arange(INSIDE.shape[1])
"""All rolls."""
EQUAL = 1e-12
"""A difference of worths up to this is a rounding error."""
AT_ONCE = 256
"""The number of games solved at once; more would not fit in the processor's cache."""


class Settled(NamedTuple):
    """Optimal decisions of both sides for n pairs of rolls."""

    value: Worth
    """(n,): the value, which both sides secure."""
    own: Worth
    """(n, 32): the chance of this hand's keeps in `INSIDE`."""
    other: Worth
    """(n, 32): the chance of the other hand's keeps in `INSIDE`."""


def settle(
    keeps: Worth, rolls: tuple[Numbers, Numbers], preferred: tuple[Numbers, Numbers] | None = None
) -> Settled:
    """The decisions for pairs of rolls, from pairs of keeps (462, 462), and a preferred keep of each roll."""
    mine, theirs = rolls
    chances = np.zeros((2, len(mine), MOST_KEEPS))
    settled = Settled(np.empty(len(mine)), *chances)
    similar = np.lexsort((SIZES[theirs], SIZES[mine]))
    for part in np.split(similar, range(AT_ONCE, len(similar), AT_ONCE)):
        at = mine[part], theirs[part]
        own, other = INSIDE.T[at[0]], INSIDE.T[at[1]]
        wanted = [
            inside == kept[roll, None]
            for inside, kept, roll in zip((own, other), preferred or (), at, strict=False)
        ]
        solved = _settled(keeps[own[:, :, None], other[:, None, :]], at, wanted)
        for numbers, some in zip(settled, solved, strict=True):
            numbers[part] = some
    return settled


def values(keeps: Worth) -> Worth:
    """(252, 252): the value of each pair of rolls."""
    low = keeps[:, INSIDE].min(axis=1)[INSIDE].max(axis=0)
    high = keeps[INSIDE].max(axis=0)[:, INSIDE].min(axis=1)
    mine, theirs = np.nonzero(high - low > EQUAL)
    low[mine, theirs] = settle(keeps, (mine, theirs)).value
    return np.asarray(low)


def _settled(games: Worth, rolls: tuple[Numbers, Numbers], wanted: list[Flags]) -> Settled:
    """The decisions of games (n, 32, 32)."""
    secured, left = games.min(axis=2), games.max(axis=1)
    low, high = secured.max(axis=1, keepdims=True), left.min(axis=1, keepdims=True)
    own, other = _one(secured >= low - EQUAL, wanted[:1]), _one(left <= high + EQUAL, wanted[1:])
    value = low[:, 0]
    mixes = np.flatnonzero((high - low)[:, 0] > EQUAL)
    if len(mixes):
        some = games[mixes]
        rows = DISTINCT.T[rolls[0][mixes]] & (some.max(axis=2) > low[mixes] + EQUAL)
        columns = DISTINCT.T[rolls[1][mixes]] & (some.min(axis=1) < high[mixes] - EQUAL)
        rows, columns = rows | (own[mixes] > 0), columns | (other[mixes] > 0)
        value[mixes], own[mixes], other[mixes] = _mixed(some, rows, columns)
    return Settled(value, own, other)


def _one(secure: Flags, wanted: list[Flags]) -> Worth:
    """(n, 32): a chance of one for one of the keeps that secure most."""
    first = secure.argmax(axis=1)
    for each in wanted:
        both = secure & each
        first = np.where(both.any(axis=1), both.argmax(axis=1), first)
    return np.asarray(np.eye(MOST_KEEPS)[first])


def _mixed(games: Worth, rows: Flags, columns: Flags) -> Settled:
    """Solves games in which keeps are drawn at random; dominated keeps are not flagged."""
    at = np.arange(len(games))[:, None]
    row, column = _flagged(rows), _flagged(columns)
    small = games[at[:, :, None], row[:, :, None], column[:, None, :]]
    solved = mixed(small, rows[at, row], columns[at, column])
    own, other = np.zeros(rows.shape), np.zeros(columns.shape)
    own[at, row], other[at, column] = solved.first, solved.second
    return Settled(solved.value, own, other)


def _flagged(flags: Flags) -> Numbers:
    """(n, most): the flagged places, followed by others up to the largest number."""
    return np.argsort(~flags, axis=1, kind="stable")[:, : int(flags.sum(axis=1).max())]


@dataclass(frozen=True, eq=False)
class HiddenTurn(CommonTurn):
    """The worths of this hand's keeps and rolls for each of the other hand's, if both play optimally.

    The fields for the keeps of both hands hold the preferred keeps.
    """

    own_of_two: Numbers
    own_of_one: Numbers

    @cached_property
    def turned(self) -> "HiddenTurn":
        """This turn as the other hand sees it."""
        rolls, one_left, two_left = (1 - worths.T for worths in (self.rolls, self.one_left, self.two_left))
        kept = self.own_of_two, self.own_of_one, 1 - self.first, self.kept_of_two, self.kept_of_one
        return HiddenTurn(rolls, one_left, two_left, *kept)

    def against(self, hands: VisibleHands) -> Worth:
        """(462,): the worths of keeps against the other's optimal decision."""
        keeps, settled = self._settled(hands)
        return keeps[:, INSIDE[:, hands.other - FIRST_ROLL]] @ settled.other[0]

    def mix(self, hands: VisibleHands) -> Mix:
        """This hand's optimal decision, likeliest keep first."""
        keeps, settled = self._settled(hands)
        kept, theirs = INSIDE[:, hands.own - FIRST_ROLL], INSIDE[:, hands.other - FIRST_ROLL]
        gains = settled.value[0] - keeps[np.ix_(kept, theirs)].min(axis=1)
        places = np.flatnonzero(settled.own[0] > SAME)
        parts = [(KEEPS[kept[at]], float(settled.own[0, at]), max(0.0, float(gains[at]))) for at in places]
        return tuple(best_first(parts, lambda part: part[1]))

    def _settled(self, hands: VisibleHands) -> tuple[Worth, Settled]:
        """The worths of pairs of keeps at a decision, and the optimal decision."""
        first = hands.step == 1
        keeps = self.two_left if first else self.one_left
        preferred = (self.own_of_two, self.kept_of_two) if first else (self.own_of_one, self.kept_of_one)
        rolls = np.array([hands.own - FIRST_ROLL]), np.array([hands.other - FIRST_ROLL])
        return keeps, settle(keeps, rolls, preferred)


def hidden_turn(rolls: Worth, own: tuple[Numbers, Numbers], other: tuple[Numbers, Numbers]) -> HiddenTurn:
    """The whole round, from the worths of pairs of final rolls (252, 252).

    `own` and `other` are the preferred keeps of both hands, with two throws left and with one.
    """
    one_left = throw(rolls)
    two_left = throw(values(one_left))
    first = settle(two_left, (EVERY, EVERY)).value
    return HiddenTurn(rolls, one_left, two_left, *other, first, *own)
