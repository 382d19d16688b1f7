"""Two fixed ways to play junior set against each other, exactly and without a throw.

A way to play rates every end of a turn; who plays so keeps and uses what that rating makes best, of equals
what comes first in the order of rows and dice. One sweep from the last turn to the first carries along what
then happens.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from fivedice.bots.greedy import outlook
from fivedice.core.worth import Worth
from fivedice.games.junior import CHARACTERS, Junior, Position
from fivedice.solve.junior.board import COLUMNS, Ints, Outcomes, key_of, layout, outcomes, rows_of
from fivedice.solve.junior.levels import Level, at_the_end, solve
from fivedice.solve.junior.turn import Ends, turns_worth

Way = Callable[[Ints, int, Outcomes], Worth]
"""Rates the outcomes of the turn of m positions: (m, 5, 6), whatever the unit."""

TOLD = layout(2)


class Result(NamedTuple):
    """What the one gets who plays in a certain way: its chance to win, its columns, and the other's."""

    wins: float
    columns: float
    against: float


def levels() -> list[Level]:
    """All positions of two seats, solved for wins."""
    return solve(TOLD, np.array([key_of(Junior().start(2, 0))]))


def to_win(known: list[Level]) -> Way:
    """What is best against anybody: the chance of winning when the other plays to win too."""

    def rate(keys: Ints, turn: int, found: Outcomes) -> Worth:  # noqa: ARG001 - every way is offered the keys
        return 1 - _at(known[turn + 1].keys, known[turn + 1].worth[:, 0], found.after)

    return rate


def for_columns() -> Way:
    """The own columns, as both seats play for theirs."""
    told = layout(2, to_win=False)
    known = solve(told, np.array([key_of(Junior().start(2, 0), to_win=False)]))

    def rate(keys: Ints, turn: int, found: Outcomes) -> Worth:
        after = outcomes(told, rows_of(TOLD, keys) @ (1 << told.row_bits * np.arange(5)), turn).after
        return found.column + _at(known[turn + 1].keys, known[turn + 1].worth[:, 1], after)

    return rate


def above_par() -> Way:
    """The column over the par of its row, as greedy sees it: asked of that bot for each row there can be."""
    pars = row_pars()

    def rate(keys: Ints, turn: int, found: Outcomes) -> Worth:  # noqa: ARG001 - looks at this turn only
        taken = rows_of(TOLD, keys) >> TOLD.seats
        above: Worth = found.column - pars[taken][:, :, None]
        return above

    return rate


@cache
def row_pars() -> Worth:
    """(32,): greedy's par of a row, by which columns are taken in it, as bits."""
    return np.array(
        [
            _par([column + 1 for column in range(COLUMNS) if taken >> column & 1])
            for taken in range(1 << COLUMNS)
        ]
    )


def _par(taken: list[int]) -> float:
    others = tuple((column, None, None, None, None) for column in taken)
    return outlook(Junior(), Position(((None,) * 5, *others), 0), 0).pars[CHARACTERS[0]]


def set_against(one: Way, other: Way, known: list[Level]) -> Result:
    """What the one gets on average over who begins."""
    first, second = both(one, other, known)
    return Result(*(float(mean) for mean in (first + _turned(second)) / 2))


def both(one: Way, other: Way, known: list[Level]) -> tuple[Worth, Worth]:
    """(3,) each: what `one` gets when it begins, and what `other` gets when that one begins."""
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


def _before(way: Way, level: Level, found: Outcomes, after: Worth) -> Worth:
    """(m, 3): what the mover gets, from what the next one gets (m, 5, 6, 3) after each end of the turn."""
    gets = _turned(after)
    gets[..., 1] += found.column
    rated = way(level.keys, level.turn, found)[..., None]
    return turns_worth(Ends(found.column, np.concatenate([rated, gets], axis=-1)), deciding=1)[:, 1:]


def _turned(gets: Worth) -> Worth:
    """The same as the other seat has it."""
    return np.stack([1 - gets[..., 0], gets[..., 2], gets[..., 1]], axis=-1)


def _at(keys: Ints, worth: Worth, wanted: Ints) -> Worth:
    """The worth of the wanted keys; of what no turn leads to, any."""
    return np.asarray(worth[np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)])
