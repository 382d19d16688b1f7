"""The last turns of junior, solved from the positions that are asked about.

Once half of the turns are played, little enough can still become of a position of three seats. All that is
asked later in the same match is part of it, so recent solutions are looked up first.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

import numpy as np

from fivedice.core.worth import Worth
from fivedice.solve.junior import levels
from fivedice.solve.junior.board import Ints, Layout
from fivedice.solve.junior.levels import Level

KEPT = 16
"""So many matches are remembered; each takes some two megabytes at most."""

Solver = Callable[[Ints, int], list[Level]]
"""All levels that can come about from positions before a turn."""


@dataclass(slots=True, eq=False)
class Later:
    """Exact worths of positions so late that they are solved when they are needed."""

    layout: Layout
    solver: Solver | None = None
    """What solves them, if not numpy."""
    _solved: list[list[Level]] = field(default_factory=list, repr=False)
    _one: Lock = field(default_factory=Lock, repr=False)

    def find(self, keys: Ints, turn: int) -> Worth:
        """(m, seats): the worths of positions before a turn that is not the end.

        A caller waits while something is being solved: mostly it is what that caller needs, too.
        """
        worth = self._known(keys, turn)
        if worth is not None:
            return worth
        with self._one:
            worth = self._known(keys, turn)
            return self._solve(keys, turn) if worth is None else worth

    def _known(self, keys: Ints, turn: int) -> Worth | None:
        for known in reversed(self._solved):
            if known[0].turn <= turn and (worth := _held(known[turn - known[0].turn], keys)) is not None:
                return worth
        return None

    def _solve(self, keys: Ints, turn: int) -> Worth:
        asked = np.unique(keys)
        solved = self.solver(asked, turn) if self.solver else levels.solve(self.layout, asked, turn)
        self._solved = [*self._solved, solved][-KEPT:]
        return solved[0].worth[np.searchsorted(asked, keys)]


def _held(level: Level, keys: Ints) -> Worth | None:
    """The worths of positions that are all in a level."""
    places = np.minimum(np.searchsorted(level.keys, keys), len(level.keys) - 1)
    return level.worth[places] if (level.keys[places] == keys).all() else None
