"""A round on common throws that two hands play against each other, each choice unseen: exact.

What one hand gains the other loses. Both see all dice before each decision, so a decision is a game of the
keeps of the one against the keeps of the other: with the last throw to come a game for every pair of rolls,
and before that, where both hold the same dice, one for every roll. In most of them one keep of each side
secures all that can be secured; in the others keeps are drawn at random (`kernel.mixed`). Of keeps that
secure as much the preferred one is made, else the one of most dice, and of these that with the highest
numbers.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from fivedice.core.ties import SAME, best_first
from fivedice.core.worth import FIRST_ROLL, INSIDE, MOST_KEEPS, Worth
from fivedice.solve.challenge.turn import CommonTurn, Numbers, Seen, throw
from fivedice.solve.kernel.mixed import Flags, mixed

DISTINCT: Flags = np.stack([(INSIDE[:place] != INSIDE[place]).all(axis=0) for place in range(MOST_KEEPS)])
"""(32, 252): whether a place of `INSIDE` has a keep that stands nowhere before it."""
SIZES = DISTINCT.sum(axis=0)
EVERY = np.arange(INSIDE.shape[1])
"""All rolls."""
EQUAL = 1e-12
"""Worths that differ by no more than this differ by rounding."""
AT_ONCE = 256
"""So many games take their steps together; more would not stay in the processor's cache."""


class Settled(NamedTuple):
    """Decisions as both sides should take them, for n pairs of rolls."""

    value: Worth
    """(n,): what both sides secure."""
    own: Worth
    """(n, 32): with which chance this hand makes each of the keeps in `INSIDE`."""
    other: Worth
    """(n, 32): the same of the other hand."""


def settle(
    keeps: Worth, rolls: tuple[Numbers, Numbers], preferred: tuple[Numbers, Numbers] | None = None
) -> Settled:
    """The decisions between pairs of rolls, from what each pair of keeps is worth (462, 462).

    `preferred` names for both hands a keep of each of the 252 rolls.
    """
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
        found = _settled(keeps[own[:, :, None], other[:, None, :]], at, wanted)
        for numbers, some in zip(settled, found, strict=True):
            numbers[part] = some
    return settled


def values(keeps: Worth) -> Worth:
    """(252, 252): what both sides secure with each pair of rolls."""
    low = keeps[:, INSIDE].min(axis=1)[INSIDE].max(axis=0)
    high = keeps[INSIDE].max(axis=0)[:, INSIDE].min(axis=1)
    mine, theirs = np.nonzero(high - low > EQUAL)
    low[mine, theirs] = settle(keeps, (mine, theirs)).value
    return np.asarray(low)


def _settled(games: Worth, rolls: tuple[Numbers, Numbers], wanted: list[Flags]) -> Settled:
    """The decisions of some games (n, 32, 32)."""
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
    """(n, 32): all the chance for one of the keeps that secure most."""
    first = secure.argmax(axis=1)
    for each in wanted:
        both = secure & each
        first = np.where(both.any(axis=1), both.argmax(axis=1), first)
    return np.asarray(np.eye(MOST_KEEPS)[first])


def _mixed(games: Worth, rows: Flags, columns: Flags) -> Settled:
    """Games in which keeps are drawn; those are left out than which the best single one is never worse."""
    at = np.arange(len(games))[:, None]
    row, column = _flagged(rows), _flagged(columns)
    small = games[at[:, :, None], row[:, :, None], column[:, None, :]]
    solved = mixed(small, rows[at, row], columns[at, column])
    own, other = np.zeros(rows.shape), np.zeros(columns.shape)
    own[at, row], other[at, column] = solved.first, solved.second
    return Settled(solved.value, own, other)


def _flagged(flags: Flags) -> Numbers:
    """(n, most): the places that are flagged, and as many others behind them as some have more."""
    return np.argsort(~flags, axis=1, kind="stable")[:, : int(flags.sum(axis=1).max())]


class Part(NamedTuple):
    """A keep that is part of how a decision should be taken."""

    keep: int
    """Its number among all keeps."""
    chance: float
    gain: float
    """What the other gains who knows that this keep is always made."""


@dataclass(frozen=True, eq=False)
class HiddenTurn(CommonTurn):
    """What this hand's keeps and rolls are worth beside each of the other's, when both are played for most.

    The keeps that are named for the other's rolls, and for this hand's, are those that are preferred.
    """

    own_of_two: Numbers
    own_of_one: Numbers

    @cached_property
    def turned(self) -> "HiddenTurn":
        """The same for the other hand."""
        rolls, one_left, two_left = (1 - worths.T for worths in (self.rolls, self.one_left, self.two_left))
        kept = self.own_of_two, self.own_of_one, 1 - self.first, self.kept_of_two, self.kept_of_one
        return HiddenTurn(rolls, one_left, two_left, *kept)

    def against(self, seen: Seen) -> Worth:
        """(462,): what keeps are worth against what the other should keep of its roll."""
        keeps, settled = self._settled(seen)
        worths: Worth = keeps[:, INSIDE[:, seen.other - FIRST_ROLL]] @ settled.other[0]
        return worths

    def parts(self, seen: Seen) -> tuple[Part, ...]:
        """How this hand should decide, the likeliest keep first."""
        keeps, settled = self._settled(seen)
        kept, theirs = INSIDE[:, seen.own - FIRST_ROLL], INSIDE[:, seen.other - FIRST_ROLL]
        gains = settled.value[0] - keeps[np.ix_(kept, theirs)].min(axis=1)
        places = np.flatnonzero(settled.own[0] > SAME)
        found = [Part(int(kept[at]), float(settled.own[0, at]), max(0.0, float(gains[at]))) for at in places]
        return tuple(best_first(found, lambda part: part.chance))

    def _settled(self, seen: Seen) -> tuple[Worth, Settled]:
        """What pairs of keeps are worth at a decision, and how it should be taken."""
        first = seen.step == 1
        keeps = self.two_left if first else self.one_left
        preferred = (self.own_of_two, self.kept_of_two) if first else (self.own_of_one, self.kept_of_one)
        rolls = np.array([seen.own - FIRST_ROLL]), np.array([seen.other - FIRST_ROLL])
        return keeps, settle(keeps, rolls, preferred)


def hidden_turn(rolls: Worth, own: tuple[Numbers, Numbers], other: tuple[Numbers, Numbers]) -> HiddenTurn:
    """The whole round, from what final rolls are worth beside the other's (252, 252).

    With it come the keeps of both hands that are preferred, with two throws left and with one.
    """
    one_left = throw(rolls)
    two_left = throw(values(one_left))
    first = settle(two_left, (EVERY, EVERY)).value
    return HiddenTurn(rolls, one_left, two_left, *other, first, *own)
