"""What positions of junior before the same turn are worth, by key, for one aim.

For one or two seats a table holds them all. For three and four it holds the first turns, and late ones are
solved when they are needed; of four seats those in between are estimated.
"""

from dataclasses import dataclass, field

import numpy as np

from fivedice.core.worth import Worth
from fivedice.solve.junior import many
from fivedice.solve.junior.board import Ints, Layout
from fivedice.solve.junior.later import Later, Solver
from fivedice.solve.junior.levels import Level, Progress, ended, first_levels, next_keys, solve

EARLY = 6
"""So many turns of three seats come with the package; one turn more would be ten times as much."""
FINE = 2.0**32
"""In those tables worths are kept to the nearest of so many parts of one, 1.2e-10 off at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Worths of all seats, counted from the one to play."""

    layout: Layout
    keys: Ints = field(repr=False)
    """(n,): the positions in the table, sorted."""
    worth: Worth = field(repr=False)
    """(n, seats): what they are worth; for the last seat only where that does not follow from the others."""
    turns: int
    """The positions before so many turns are in it."""
    later: Later = field(repr=False)
    """What solves those of three seats that are not."""

    @property
    def exact(self) -> bool:
        """Whether nothing in it is estimated."""
        return self.layout.seats <= 3

    @property
    def positions(self) -> int:
        """The positions in the table."""
        return len(self.keys)

    def find(self, keys: Ints, turn: int) -> Worth:
        """(m, seats): the worths of positions before a turn that is not the end."""
        if turn >= self.turns:
            return self.later.find(keys, turn) if self.exact else many.learned(self.layout).leaf(keys, turn)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        if (self.keys[places] != keys).any():
            raise ValueError("No turns of junior lead to this position.")
        return completed(self.layout, self.worth[places])


def completed(layout: Layout, worth: Worth) -> Worth:
    """(m, seats): worths with that of the last seat, which may have been left out."""
    if worth.shape[1] == layout.seats:
        return worth
    return np.concatenate([worth, 1 - worth.sum(axis=1, keepdims=True)], axis=1)


def solved(layout: Layout, start: int, progress: Progress | None = None) -> Table:
    """The table of all positions that can come about from a start, as far as there is one."""
    if layout.seats > 3:
        return of_levels(layout, _brought(layout, start, progress))
    if layout.seats == 3:
        return of_levels(layout, first_levels(layout, start, EARLY, layout.turns, ended(layout), progress))
    return of_levels(layout, solve(layout, np.array([start]), progress=progress)[:-1])


def _brought(layout: Layout, start: int, progress: Progress | None) -> list[Level]:
    """The first levels of four seats: the positions there are, with the worths that come with the package."""
    keys, levels, worth = np.array([start]), list[Level](), many.first(layout)
    for turn in range(many.EARLY):
        keys = next_keys(layout, keys, turn - 1) if turn else keys
        levels.append(Level(turn, keys, worth[: len(keys)]))
        worth = worth[len(keys) :]
        if progress:
            progress(turn + 1, many.EARLY)
    return levels


def of_levels(layout: Layout, levels: list[Level], solver: Solver | None = None) -> Table:
    """The table of the first levels; the solver is for those that are not among them."""
    keys = np.concatenate([level.keys for level in levels])
    order = np.argsort(keys)
    worth = np.concatenate([level.worth for level in levels])[order]
    return Table(layout, keys[order], worth, len(levels), Later(layout, solver))


def as_numbers(table: Table) -> Worth:
    """(n, 1 + seats): the table as rows of key, as its bits stand, and worths."""
    return np.column_stack([table.keys.view(np.float64), table.worth])


def from_numbers(layout: Layout, numbers: Worth, turns: int, solver: Solver | None = None) -> Table:
    """What `as_numbers` made of a table of so many turns."""
    keys = np.ascontiguousarray(numbers[:, 0]).view(np.int64)
    return Table(layout, keys, numbers[:, 1:], turns, Later(layout, solver))
