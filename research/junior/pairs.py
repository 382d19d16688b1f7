"""Compares two fixed strategies in junior exactly, without throwing dice.

A strategy rates every end of a turn. Its player makes the best keeps and uses by that rating; ties go to the
first in the order of rows and dice. One sweep from the last turn to the first also computes the outcomes of
these choices.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from fivedice.bots.greedy import outlook
from fivedice.core.worth import Worth
from fivedice.games.junior import CHARACTERS, Junior, JuniorPosition
from fivedice.solve.junior.board import COLUMNS, Ints, Outcomes, key_of, layout, outcomes, rows_of
from fivedice.solve.junior.levels import JuniorLevel, at_the_end, solve, turns_worth

Way = Callable[[Ints, int, Outcomes], Worth]
"""Rates the outcomes of the turn for m positions: (m, 5, 6), in any unit."""

TOLD = layout(2)


class Result(NamedTuple):
    """The results of one strategy: its chance to win, its columns, and the columns of the other."""

    wins: float
    columns: float
    against: float


def levels() -> list[JuniorLevel]:
    """All positions of two seats, solved for wins."""
    return solve(TOLD, np.array([key_of(Junior().start(2, 0))]))


def to_win(known: list[JuniorLevel]) -> Way:
    """The best strategy against any opponent: the chance to win if the other also plays to win."""

    def rate(keys: Ints, turn: int, found: Outcomes) -> Worth:  # noqa: ARG001 - every way is offered the keys
        return 1 - _at(known[turn + 1].keys, known[turn + 1].worth[:, 0], found.after)

    return rate


def for_columns() -> Way:
    """Maximises the seat's own columns; assumes that the other seat does the same."""
    told = layout(2, to_win=False)
    known = solve(told, np.array([key_of(Junior().start(2, 0), to_win=False)]))

    def rate(keys: Ints, turn: int, found: Outcomes) -> Worth:
        after = outcomes(told, rows_of(TOLD, keys) @ (1 << told.row_bits * np.arange(5)), turn).after
        return found.column + _at(known[turn + 1].keys, known[turn + 1].worth[:, 1], after)

    return rate


def above_par() -> Way:
    """The column above the par of its row, as greedy rates it: that bot is asked about each possible row."""
    pars = row_pars()

    def rate(keys: Ints, turn: int, found: Outcomes) -> Worth:  # noqa: ARG001 - looks at this turn only
        taken = rows_of(TOLD, keys) >> TOLD.seats
        above: Worth = found.column - pars[taken][:, :, None]
        return above

    return rate


@cache
def row_pars() -> Worth:
    """(32,): greedy's par of a row, by the bits of its taken columns."""
    return np.array(
        [
            _par([column + 1 for column in range(COLUMNS) if taken >> column & 1])
            for taken in range(1 << COLUMNS)
        ]
    )


def _par(taken: list[int]) -> float:
    others = tuple((column, None, None, None, None) for column in taken)
    return outlook(Junior(), JuniorPosition(((None,) * 5, *others), 0), 0).pars[CHARACTERS[0]]


def set_against(one: Way, other: Way, known: list[JuniorLevel]) -> Result:
    """The mean result of the first strategy over both starting seats."""
    first, second = both(one, other, known)
    return Result(*(float(mean) for mean in (first + _turned(second)) / 2))


def both(one: Way, other: Way, known: list[JuniorLevel]) -> tuple[Worth, Worth]:
    """(3,) each: the result of `one` when it begins, and of `other` when that begins."""
    ended = known[-1].keys
    share = at_the_end(TOLD, ended)[:, :1]
    mine = theirs = np.concatenate([share, np.zeros((len(ended), 2))], axis=1)
    for level, below in zip(known[-2::-1], known[:0:-1], strict=True):
        found = outcomes(TOLD, level.keys, level.turn)
        mine, theirs = (
            _before(one, level, found, _at(below.keys, theirs, found.after)),
            _before(other, level, found, _at(below.keys, mine, found.after)),
        )
    return mine[0], theirs[0]


def _before(way: Way, level: JuniorLevel, found: Outcomes, after: Worth) -> Worth:
    """(m, 3): the results of the seat to play, from those of the next seat (m, 5, 6, 3) after each end."""
    gets = _turned(after)
    gets[..., 1] += found.column
    rated = way(level.keys, level.turn, found)[..., None]
    return turns_worth(found.column, np.concatenate([rated, gets], axis=-1), deciding=1)[:, 1:]


def _turned(gets: Worth) -> Worth:
    """The same results from the other seat's view."""
    return np.stack([1 - gets[..., 0], gets[..., 2], gets[..., 1]], axis=-1)


def _at(keys: Ints, worth: Worth, wanted: Ints) -> Worth:
    """The worth of the wanted keys; arbitrary for keys that no turn leads to."""
    return np.asarray(worth[np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)])
