"""Junior for three seats, to win or for columns: exact.

The first turns come with the package. The later ones are solved when they are needed, in numpy, or compiled
for callers with many questions. Whoever solves all of it keeps two turns more on disk, and then next to
nothing has to be solved.
"""

from pathlib import Path

import numpy as np

from fivedice.core.worth import Worth
from fivedice.games.junior import Junior
from fivedice.solve.junior.board import Ints, key_of, layout
from fivedice.solve.junior.levels import Level, Progress
from fivedice.solve.junior.table import (
    EARLY,
    FINE,
    Table,
    as_numbers,
    from_numbers,
    of_levels,
    solved,
)
from fivedice.solve.kernel import shipped, tables

SEATS = 3
TO_WIN, FOR_COLUMNS = "junior-3-first.table", "junior-3-columns.table"
"""The names of what comes with the package."""
WHOLE = "junior-3-whole.table"
"""The name of what is kept where all of it was solved."""
KEPT = 8
"""The turns in that; one more would be four times as much."""
SOURCES = (
    *(
        "core/dice.py",
        "core/worth.py",
        "games/junior.py",
        "solve/kernel/lanes.py",
        "solve/kernel/settings.py",
    ),
    *(
        f"solve/junior/{name}.py"
        for name in ("board", "compiled", "kinds", "levels", "table", "three", "whole")
    ),
)
"""The modules that it depends on."""


def to_win(folder: Path | None, progress: Progress | None = None, *, whole: bool, many: bool) -> Table:
    """The chances to win; all solved, and kept in the folder, if that is asked for and has not been done."""
    path, told = folder / WHOLE if folder else None, layout(SEATS)
    solver = compiled if many else None
    made_from = tables.fingerprint(SOURCES) if path and path.exists() else ""
    numbers = tables.read(path, made_from) if path and made_from else None
    if numbers is not None:
        return from_numbers(told, numbers, KEPT, solver)
    numbers = None if whole else shipped.numbers(TO_WIN)
    if numbers is not None:
        return from_numbers(told, numbers, EARLY, solver)
    table = of_levels(told, compiled(np.array([_start()]), 0, KEPT, progress), solver)
    if path:
        tables.write(path, tables.fingerprint(SOURCES), as_numbers(table)[:, :SEATS])
    return table


def for_columns(progress: Progress | None = None, *, whole: bool = False) -> Table:
    """The columns still to come if all play for them. Solving all of it takes just under a minute."""
    told = layout(SEATS, to_win=False)
    numbers = None if whole else shipped.numbers(FOR_COLUMNS)
    return (
        solved(told, _start(to_win=False), progress)
        if numbers is None
        else from_numbers(told, numbers, EARLY)
    )


def compiled(keys: Ints, turn: int, turns: int = 12, progress: Progress | None = None) -> list[Level]:
    """All levels before so many turns that can come about from positions before a turn, played to win.

    Raises `Lacking` where nothing can be compiled.
    """
    from fivedice.solve.junior.whole import solve  # noqa: PLC0415 - loaded only where needed

    return solve(SEATS, keys, turn, turns, progress)


def to_ship(*, to_win: bool) -> Worth:
    """What comes with the package, solved here: worths finely rounded, so that they can be packed."""
    if to_win:
        table = of_levels(layout(SEATS), compiled(np.array([_start()]), 0, EARLY))
    else:
        table = for_columns(whole=True)
    keys, worths = as_numbers(table)[:, :1], table.worth[:, : SEATS - to_win]
    return np.column_stack([keys, np.round(worths * FINE) / FINE])


def _start(*, to_win: bool = True) -> int:
    return key_of(Junior().start(SEATS, 0), to_win)
