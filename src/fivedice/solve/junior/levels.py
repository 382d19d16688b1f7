"""Backward induction over junior's positions by keys, for two to four seats, in numpy.

A level is a set of positions before the same turn. On the way down, positions lead to their outcomes, each
key once. On the way up, every level gets its worths from the level below. A worth is a row of one number per
seat: its chance to win, or the mean of its columns to come.

`Later` solves late turns on demand: once half of the turns are played, few positions can follow with three
seats. Later questions about the same match are part of that solution, so recent solutions are searched first.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple

import numpy as np

from fivedice.core.worth import Worth
from fivedice.solve.junior.board import Ints, KeyLayout, Outcomes, behind, offered, outcomes
from fivedice.solve.junior.turn import turns_worth

Progress = Callable[[int, int], None]

AT_ONCE = 8192
"""The number of positions whose outcomes are in memory at once."""


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


def before(layout: KeyLayout, keys: Ints, turn: int, below: JuniorLevel) -> Worth:
    """(m, seats): the worths of positions from the level below, which has all their outcomes."""
    return _worth_before(layout, _spread(layout, keys, turn), below)


def next_keys(layout: KeyLayout, keys: Ints, turn: int) -> Ints:
    """The keys that may follow after one turn, sorted."""
    return _keys_after(_spread(layout, keys, turn))


def solve(
    layout: KeyLayout, keys: Ints, turn: int = 0, progress: Progress | None = None
) -> list[JuniorLevel]:
    """All levels reachable from these positions, exactly; the first level is the positions themselves."""
    found, ends = [keys], list[list[Outcomes]]()
    for played in range(turn, layout.turns):
        ends.append(list(_spread(layout, found[-1], played)))
        found.append(_keys_after(ends[-1]))
    levels = [JuniorLevel(layout.turns, found[-1], at_the_end(layout, found[-1]))]
    for played in reversed(range(turn, layout.turns)):
        worth = _worth_before(layout, ends[played - turn], levels[0])
        levels.insert(0, JuniorLevel(played, found[played - turn], worth))
        if progress:
            progress(layout.turns - played, layout.turns - turn)
    return levels


def first_levels(
    layout: KeyLayout, start: int, turns: int, progress: Progress | None = None
) -> list[JuniorLevel]:
    """The levels of the first turns from a start, exactly.

    Outcomes are computed twice and other levels dropped on the way, to save memory.
    """
    end, keys, levels = layout.turns, [np.array([start])], list[JuniorLevel]()
    for turn in range(end):
        keys.append(next_keys(layout, keys[turn], turn))
    below = JuniorLevel(end, keys[end], at_the_end(layout, keys.pop()))
    for turn in reversed(range(end)):
        below = JuniorLevel(turn, keys[turn], before(layout, keys.pop(), turn, below))
        if turn < turns:
            levels.insert(0, below)
        if progress:
            progress(end - turn, end)
    return levels


def _spread(layout: KeyLayout, keys: Ints, turn: int) -> Iterator[Outcomes]:
    """The outcomes of positions, in parts."""
    return (outcomes(layout, keys[begin : begin + AT_ONCE], turn) for begin in range(0, len(keys), AT_ONCE))


def _keys_after(parts: Iterable[Outcomes]) -> Ints:
    return np.unique(np.concatenate([np.unique(ends.after[offered(ends)]) for ends in parts]))


def _worth_before(layout: KeyLayout, parts: Iterable[Outcomes], below: JuniorLevel) -> Worth:
    """(m, seats): the worths of the positions with these outcomes."""
    own_first, worth = np.roll(below.worth, 1, axis=1), []
    for ends in parts:
        places = np.searchsorted(below.keys, ends.after)
        after = own_first[np.minimum(places, len(own_first) - 1)]
        worth.append(turns_worth(ends.column, _carried(layout, ends.column, after)))
    return _of_all_seats(layout, np.concatenate(worth))


def _carried(layout: KeyLayout, column: Ints, after: Worth) -> Worth:
    """(m, 5, 6, n): the worths of a turn's ends: the worths after it plus the mover's column.

    The last seat's chance to win is the rest, so it is omitted.
    """
    if layout.to_win:
        return after[..., :-1]
    after[..., 0] += column
    return after


def _of_all_seats(layout: KeyLayout, carried: Worth) -> Worth:
    if not layout.to_win:
        return carried
    return np.concatenate([carried, 1 - carried.sum(axis=1, keepdims=True)], axis=1)


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
        """(m, seats): the worths of positions before a turn that is not the end.

        Waits for a solution in progress, which usually contains these positions.
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
        solved = self.solver(asked, turn) if self.solver else solve(self.layout, asked, turn)
        self._solved = [*self._solved, solved][-KEPT:]
        return solved[0].worth[np.searchsorted(asked, keys)]


def _held(level: JuniorLevel, keys: Ints) -> Worth | None:
    """The worths of positions, if the level has all of them."""
    places = np.minimum(np.searchsorted(level.keys, keys), len(level.keys) - 1)
    return level.worth[places] if (level.keys[places] == keys).all() else None
