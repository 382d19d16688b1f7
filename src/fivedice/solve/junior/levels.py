"""Backward induction over junior's positions by keys, for two to four seats, in numpy.

A level has the positions before the same turn, each with a row of worths, one per seat. The seat to play
takes the choice worth most to it; among equals (within `SAME`), the one worth more to the next seat, then to
the seat after that. `Later` solves late turns on demand and keeps what it has solved.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from os import cpu_count
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import FIVE
from fivedice.core.ties import SAME
from fivedice.core.worth import Worth
from fivedice.games.junior import PICTURE
from fivedice.solve.junior.board import Ints, KeyLayout, Kinds, Outcomes, behind, kinds, offered, outcomes

Progress = Callable[[int, int], None]

AT_ONCE = 8192
"""The number of positions whose outcomes are in memory at once."""
SIDE_BY_SIDE = 1024
"""The number of positions solved at once: enough that calls to numpy take little of the time."""
NOT_OFFERED = -9.0
"""Less than any possible worth."""


class JuniorLevel(NamedTuple):
    """The positions before one turn, sorted by key."""

    turn: int
    keys: Ints
    worth: Worth
    """(m, seats): the worth to all seats, counted from the one to play."""


def at_the_end(layout: KeyLayout, keys: Ints) -> Worth:
    """(m, seats): no columns to come, or equal chances of the leaders in the roll-off (R17)."""
    if not layout.to_win:
        return np.zeros((len(keys), layout.seats))
    leads = behind(layout, keys) == 0
    return np.asarray(leads / leads.sum(axis=1, keepdims=True))


def next_keys(layout: KeyLayout, keys: Ints, turn: int) -> Ints:
    """The keys that may follow after one turn, sorted."""
    parts = _spread(layout, keys, turn)
    return np.unique(np.concatenate([np.unique(ends.after[offered(ends)]) for ends in parts]))


def before(layout: KeyLayout, keys: Ints, turn: int, below: JuniorLevel) -> Worth:
    """(m, seats): the worths of positions from the level below, which has all their outcomes."""
    own_first, worth = np.roll(below.worth, 1, axis=1), []
    for ends in _spread(layout, keys, turn):
        places = np.searchsorted(below.keys, ends.after)
        after = own_first[np.minimum(places, len(own_first) - 1)]
        worth.append(turns_worth(ends.column, _carried(layout, ends.column, after)))
    return completed(layout, np.concatenate(worth))


def solve(
    layout: KeyLayout, keys: Ints, turn: int = 0, turns: int | None = None, progress: Progress | None = None
) -> list[JuniorLevel]:
    """The exact levels reachable from these positions, which are the first level: those before the first
    `turns` turns of the game (default: all, with its end).

    Outcomes are computed twice and other levels dropped on the way, to save memory.
    """
    end, reached, levels = layout.turns, [keys], list[JuniorLevel]()
    for played in range(turn, end):
        reached.append(next_keys(layout, reached[-1], played))
    below = JuniorLevel(end, reached[-1], at_the_end(layout, reached[-1]))
    for played in reversed(range(turn, end + 1)):
        keys = reached.pop()
        if played < end:
            below = JuniorLevel(played, keys, before(layout, keys, played, below))
            if progress:
                progress(end - played, end - turn)
        if turns is None or played < turns:
            levels.insert(0, below)
    return levels


def _spread(layout: KeyLayout, keys: Ints, turn: int) -> Iterator[Outcomes]:
    """The outcomes of positions, in parts."""
    return (outcomes(layout, keys[begin : begin + AT_ONCE], turn) for begin in range(0, len(keys), AT_ONCE))


def _carried(layout: KeyLayout, column: Ints, after: Worth) -> Worth:
    """(m, 5, 6, n): the worths after a turn, with the mover's column; without the last seat's chance."""
    if layout.to_win:
        return after[..., :-1]
    after[..., 0] += column
    return after


def completed(layout: KeyLayout, worth: Worth) -> Worth:
    """(m, seats): the worths including the last seat's, which `worth` may omit."""
    if worth.shape[1] == layout.seats:
        return worth
    return np.concatenate([worth, 1 - worth.sum(axis=1, keepdims=True)], axis=1)


KEPT = 16
"""The number of solutions to keep; each takes two megabytes at most."""

Solver = Callable[[Ints, int], list[JuniorLevel]]
"""Solves all levels reachable from positions before a turn."""


@dataclass(slots=True, eq=False)
class Later:
    """Exact worths of late positions, solved on demand."""

    layout: KeyLayout
    solver: Solver | None = None
    """The solver; None for `solve`."""
    _solved: list[list[JuniorLevel]] = field(default_factory=list, repr=False)
    _one: Lock = field(default_factory=Lock, repr=False)

    def find(self, keys: Ints, turn: int) -> Worth:
        """(m, seats): the worths before a turn; a solution in progress usually contains these positions."""
        worth = self._known(keys, turn)
        if worth is not None:
            return worth
        with self._one:
            worth = self._known(keys, turn)
            return self._solve(keys, turn) if worth is None else worth

    def _known(self, keys: Ints, turn: int) -> Worth | None:
        for known in reversed(self._solved):
            if known[0].turn <= turn and (worth := _worths_in(known[turn - known[0].turn], keys)) is not None:
                return worth
        return None

    def _solve(self, keys: Ints, turn: int) -> Worth:
        distinct = np.unique(keys)
        solved = self.solver(distinct, turn) if self.solver else solve(self.layout, distinct, turn)
        self._solved = [*self._solved, solved][-KEPT:]
        return solved[0].worth[np.searchsorted(distinct, keys)]


def _worths_in(level: JuniorLevel, keys: Ints) -> Worth | None:
    """The worths of positions, if the level has all of them."""
    places = np.minimum(np.searchsorted(level.keys, keys), len(level.keys) - 1)
    return level.worth[places] if (level.keys[places] == keys).all() else None


# --- A turn ------------------------------------------------------------------------------------------------


def turns_worth(column: Ints, worth: Worth, deciding: int | None = None) -> Worth:
    """(m, n): the worths before the turns of m positions, from the possible ends by row and count.

    `column` (m, 5, 6) is where the token lands; -1 in closed rows, equally many in all positions. `worth`
    (m, 5, 6, n) is the worth to the seat to play, then to the others; only the first `deciding` of the n
    decide (default: all). Choices with equal worths there are taken in the order of rows and kinds of dice,
    more dice first.
    """
    starts = range(SIDE_BY_SIDE, len(column), SIDE_BY_SIDE)
    if not starts:
        return _some_turns_worth(column, worth, deciding)
    parts = np.split(column, starts), np.split(worth, starts)
    with ThreadPoolExecutor(cpu_count()) as pool:
        return np.concatenate(list(pool.map(partial(_some_turns_worth, deciding=deciding), *parts)))


def _some_turns_worth(column: Ints, worth: Worth, deciding: int | None) -> Worth:
    vacant = column[:, :, 0] >= PICTURE
    some = kinds(int(vacant[0].sum()))
    column = column[vacant].reshape(len(vacant), some.counts.shape[1], -1)
    worth = worth[vacant].reshape(*column.shape, -1)
    keeps = np.empty((some.starts[-1], worth.shape[-1], len(worth)))
    best_uses(keeps, some, column.transpose(1, 2, 0), worth.transpose(1, 2, 3, 0), deciding)
    for _ in range(2):
        throw(keeps, some)
        best_keeps(keeps, some, deciding)
    total = np.zeros(keeps.shape[1:])
    for chance, roll in zip(some.chance, keeps[some.starts[FIVE] :], strict=True):
        total += chance * roll
    return total.T


def best_uses(keeps: Worth, some: Kinds, column: Ints, worth: Worth, deciding: int | None = None) -> None:
    """Writes the worth of the best use of each roll, from the columns (rows, 6, m) and worths of ends."""
    scores = worth.copy()
    scores[:, :, 0] = np.where(column > PICTURE, worth[:, :, 0], NOT_OFFERED)
    best, zero = scores[0, some.counts[:, 0]], worth[0, 0]
    for row in range(1, len(scores)):
        best = better(scores[row, some.counts[:, row]], best, deciding)
        zero = better(worth[row, 0], zero, deciding)
    nothing = best[:, :1] == NOT_OFFERED
    keeps[some.starts[FIVE] :] = np.where(nothing, zero, best)


def throw(keeps: Worth, some: Kinds) -> None:
    """Writes the worth of every keep of fewer than five dice: the mean over the kinds of its next die."""
    for size in reversed(range(FIVE)):
        layer = slice(some.starts[size], some.starts[size + 1])
        following = some.plus_one[layer].T
        total = some.part[0] * keeps[following[0]]
        for part, after in zip(some.part[1:], following[1:], strict=True):
            total += part * keeps[after]
        keeps[layer] = total


def best_keeps(keeps: Worth, some: Kinds, deciding: int | None = None) -> None:
    """Writes the worth of the best keep inside every keep: itself, or the best with one die removed."""
    for size in range(1, FIVE + 1):
        layer = np.arange(some.starts[size], some.starts[size + 1])
        for less in some.less_one[layer].T:
            has = less != layer
            keeps[layer[has]] = better(keeps[less[has]], keeps[layer[has]], deciding)


def better(one: Worth, other: Worth, deciding: int | None = None) -> Worth:
    """(..., n, m): the better of each pair of choices, judged first by the seat to play."""
    return np.where(_is_better(one, other, deciding)[..., None, :], one, other)


def _is_better(one: Worth, other: Worth, deciding: int | None) -> NDArray[np.bool_]:
    *more, last = np.moveaxis(one - other, -2, 0)[:deciding]
    is_better = np.asarray(last > 0)
    for by in reversed(more):
        is_better = (by > SAME) | (by >= -SAME) & is_better
    return is_better
