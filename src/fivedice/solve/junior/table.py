"""What positions of junior before the same turn are worth, by key, for one aim. Knows keys and no position.

For one or two seats a table holds them all. With more seats it holds the first turns, worked out from what
is estimated of the turns in the middle; the last turns are solved when they are needed.
"""

from dataclasses import dataclass, field

import numpy as np

from fivedice.solve.junior import many
from fivedice.solve.junior.board import Ints, Layout
from fivedice.solve.junior.levels import Level, Progress, before, next_keys, solve
from fivedice.worth import Worth


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Worths of all seats, counted from the one to play."""

    layout: Layout
    keys: Ints = field(repr=False)
    """(n,): the positions in the table, sorted."""
    worth: Worth = field(repr=False)
    """(n, seats): what they are worth."""

    @property
    def exact(self) -> bool:
        """Whether nothing in it is estimated."""
        return self.layout.seats <= 2

    @property
    def positions(self) -> int:
        """The positions in the table."""
        return len(self.keys)

    def find(self, keys: Ints, turn: int) -> Worth:
        """(m, seats): the worths of positions before a turn that is not the end."""
        if not self.exact and turn >= many.EARLY:
            return many.learned(self.layout).leaf(keys, turn)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        if (self.keys[places] != keys).any():
            raise ValueError("No turns of junior lead to this position.")
        return self.worth[places]


def solved(layout: Layout, start: int, progress: Progress | None = None) -> Table:
    """The table of all positions that can come about from a start, as far as there is one."""
    levels = solve(layout, start, progress) if layout.seats <= 2 else _early(layout, start, progress)
    keys = np.concatenate([level.keys for level in levels[:-1]])
    order = np.argsort(keys)
    return Table(layout, keys[order], np.concatenate([level.worth for level in levels[:-1]])[order])


def as_numbers(table: Table) -> Worth:
    """(n, 1 + seats): the table as rows of key, as its bits stand, and worths."""
    return np.column_stack([table.keys.view(np.float64), table.worth])


def from_numbers(layout: Layout, numbers: Worth) -> Table:
    """What `as_numbers` made."""
    return Table(layout, np.ascontiguousarray(numbers[:, 0]).view(np.int64), numbers[:, 1:])


def _early(layout: Layout, start: int, progress: Progress | None) -> list[Level]:
    """All positions up to the turns in the middle, worked out from what is estimated there."""
    keys = [np.array([start])]
    for turn in range(many.EARLY):
        keys.append(next_keys(layout, keys[turn], turn))
    middle = many.learned(layout)
    levels = [Level(many.EARLY, keys[-1], middle.leaf(keys[-1], many.EARLY))]
    for turn in reversed(range(many.EARLY)):
        levels.insert(0, Level(turn, keys[turn], before(layout, keys[turn], turn, levels[0])))
        if progress:
            progress(many.EARLY - turn, many.EARLY)
    return levels
