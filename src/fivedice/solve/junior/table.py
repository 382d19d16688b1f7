"""Tables of junior: worths by key, for one aim.

With two seats a table has all positions. With three and four it has the first turns; late turns are solved on
demand, in numpy or compiled. With four seats the turns in between are estimated.
"""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from fivedice.core.worth import Worth
from fivedice.games.junior import Junior
from fivedice.solve.junior import network
from fivedice.solve.junior.board import Ints, KeyLayout, key_of, layout
from fivedice.solve.junior.levels import JuniorLevel, Later, Progress, Solver, completed, next_keys, solve
from fivedice.solve.kernel import tables

SHIPPED_TURNS = 6
"""The turns of three seats in the package; one more would take ten times the space."""


@dataclass(frozen=True, slots=True, eq=False)
class WorthTable:
    """Worths of all seats, counted from the one to play."""

    layout: KeyLayout
    keys: Ints = field(repr=False)
    """(n,): the positions in the table, sorted."""
    worth: Worth = field(repr=False)
    """(n, seats): their worths; chances may omit the last seat, which gets the rest."""
    turns: int
    """The number of turns in the table."""
    later: Later = field(repr=False)
    """The solver of late positions that are not in the table."""

    @property
    def exact(self) -> bool:
        """Whether all worths are exact."""
        return self.layout.seats <= 3

    @property
    def positions(self) -> int:
        """The number of positions in the table."""
        return len(self.keys)

    def find(self, keys: Ints, turn: int) -> Worth:
        """(m, seats): the worths of positions before a turn that is not the end."""
        if not self.exact and turn in range(network.EARLY, network.LATE):
            return network.estimate(self.layout, network.learned(self.layout)[turn], keys)
        if turn >= self.turns:
            return self.later.find(keys, turn)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        if (self.keys[places] != keys).any():
            raise ValueError("No turns of junior lead to this position.")
        return completed(self.layout, self.worth[places])


def solve_table(layout: KeyLayout, start: int, progress: Progress | None = None) -> WorthTable:
    """The table of the positions reachable from a start."""
    if layout.seats > 3:
        return of_levels(layout, _shipped_levels(layout, start, progress))
    turns = SHIPPED_TURNS if layout.seats == THREE else layout.turns
    return of_levels(layout, solve(layout, np.array([start]), 0, turns, progress))


def _shipped_levels(layout: KeyLayout, start: int, progress: Progress | None) -> list[JuniorLevel]:
    """The first levels of four seats, with the worths from the package."""
    keys, levels, worth = np.array([start]), list[JuniorLevel](), network.first(layout)
    for turn in range(network.EARLY):
        keys = next_keys(layout, keys, turn - 1) if turn else keys
        levels.append(JuniorLevel(turn, keys, worth[: len(keys)]))
        worth = worth[len(keys) :]
        if progress:
            progress(turn + 1, network.EARLY)
    return levels


def of_levels(layout: KeyLayout, levels: list[JuniorLevel], solver: Solver | None = None) -> WorthTable:
    """The table of the first levels; the solver is for later levels."""
    keys = np.concatenate([level.keys for level in levels])
    order = np.argsort(keys)
    worth = np.concatenate([level.worth for level in levels])[order]
    return WorthTable(layout, keys[order], worth, len(levels), Later(layout, solver))


def as_numbers(table: WorthTable) -> Worth:
    """(n, 1 + seats): the table as rows of a key (its bits as a float) and worths."""
    return np.column_stack([table.keys.view(np.float64), table.worth])


def from_numbers(layout: KeyLayout, numbers: Worth, turns: int, solver: Solver | None = None) -> WorthTable:
    """The table of this many turns from `as_numbers`."""
    keys = np.ascontiguousarray(numbers[:, 0]).view(np.int64)
    return WorthTable(layout, keys, numbers[:, 1:], turns, Later(layout, solver))


THREE = 3
TO_WIN, FOR_COLUMNS = "junior-3-first.table", "junior-3-columns.table"
"""The names of the tables in the package."""
WHOLE = "junior-3-whole.table"
"""The name of the table that is kept after solving everything."""
KEPT_TURNS = 8
"""The turns in that table; one more would take four times the space."""
SOURCES = (
    *(
        "core/dice.py",
        "core/worth.py",
        "games/junior.py",
        "solve/kernel/lanes.py",
        "solve/kernel/settings.py",
    ),
    *(f"solve/junior/{name}.py" for name in ("board", "compiled", "levels", "table")),
)
"""The sources that this table depends on."""


def three_to_win(
    folder: Path | None, progress: Progress | None = None, *, whole: bool, many: bool
) -> WorthTable:
    """The chances to win; solves everything and keeps it in the folder if `whole` is wanted."""
    path, layout_ = folder / WHOLE if folder else None, layout(THREE)
    solver = solve_compiled if many else None
    made_from = tables.fingerprint(SOURCES) if path and path.exists() else ""
    numbers = tables.read(path, made_from) if path and made_from else None
    if numbers is not None:
        return from_numbers(layout_, numbers, KEPT_TURNS, solver)
    numbers = None if whole else tables.shipped_numbers(TO_WIN)
    if numbers is not None:
        return from_numbers(layout_, numbers, SHIPPED_TURNS, solver)
    table = of_levels(layout_, solve_compiled(np.array([_start()]), 0, KEPT_TURNS, progress), solver)
    if path:
        tables.write(path, tables.fingerprint(SOURCES), as_numbers(table)[:, :THREE])
    return table


def three_for_columns(progress: Progress | None = None, *, whole: bool = False) -> WorthTable:
    """The columns to come if everybody plays for columns. Solving everything takes just under a minute."""
    layout_ = layout(THREE, to_win=False)
    numbers = None if whole else tables.shipped_numbers(FOR_COLUMNS)
    return (
        solve_table(layout_, _start(to_win=False), progress)
        if numbers is None
        else from_numbers(layout_, numbers, SHIPPED_TURNS)
    )


def solve_compiled(
    keys: Ints, turn: int, turns: int = 12, progress: Progress | None = None
) -> list[JuniorLevel]:
    """The levels before `turns` turns that these lead to, to win. Raises `Lacking` without numba."""
    from fivedice.solve.junior.compiled import solve  # noqa: PLC0415 - loaded only where needed

    return solve(THREE, keys, turn, turns, progress)


def _start(*, to_win: bool = True) -> int:
    return key_of(Junior().start(THREE, 0), to_win)
