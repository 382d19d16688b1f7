"""Backward induction over junior's positions by keys, for two to four seats, in numpy.

A level is all positions of interest before the same turn of the game. Going down, every position leads to its
outcomes, each key once; coming up, every level gets its worths from the one below. A worth is a row of one
number a seat: its chance to win, or the mean of the columns that it will still make.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from fivedice.core.worth import Worth
from fivedice.solve.junior.board import Ints, Layout, Outcomes, behind, offered, outcomes
from fivedice.solve.junior.turn import Ends, turns_worth

Progress = Callable[[int, int], None]
Leaf = Callable[[Ints, int], Worth]
"""An estimate: (m, seats) worths of m keys before a turn of the game."""

AT_ONCE = 8192
"""How many positions are spread out in memory at the same time."""


class Level(NamedTuple):
    """The positions before one turn, sorted by key."""

    turn: int
    keys: Ints
    worth: Worth
    """(m, seats): what it is worth to all seats, counted from the one to play."""


def at_the_end(layout: Layout, keys: Ints) -> Worth:
    """(m, seats): no columns are to come; those who lead are equally likely to win the roll-off (R17)."""
    if not layout.to_win:
        return np.zeros((len(keys), layout.seats))
    leads = behind(layout, keys) == 0
    return np.asarray(leads / leads.sum(axis=1, keepdims=True))


def ended(layout: Layout) -> Leaf:
    """The same as an estimate, which it is not: of positions before the end of the game."""
    return lambda keys, _: at_the_end(layout, keys)


def before(layout: Layout, keys: Ints, turn: int, below: Level) -> Worth:
    """(m, seats): the worth of positions from that of the level below, which holds all their outcomes."""
    return _worth_before(layout, _spread(layout, keys, turn), below)


def next_keys(layout: Layout, keys: Ints, turn: int) -> Ints:
    """The keys that can come after one turn, sorted."""
    return _keys_after(_spread(layout, keys, turn))


def worths(layout: Layout, keys: Ints, turn: int, depth: int, leaf: Leaf) -> Worth:
    """(m, seats): looking `depth` turns ahead, to the estimate there or to the end of the game."""
    if turn == layout.turns:
        return at_the_end(layout, keys)
    if not depth:
        return leaf(keys, turn)
    after = next_keys(layout, keys, turn)
    below = Level(turn + 1, after, worths(layout, after, turn + 1, depth - 1, leaf))
    return before(layout, keys, turn, below)


def solve(layout: Layout, keys: Ints, turn: int = 0, progress: Progress | None = None) -> list[Level]:
    """All levels that can come about from positions before a turn, exactly; the first is these alone."""
    found, ends = [keys], list[list[Outcomes]]()
    for played in range(turn, layout.turns):
        ends.append(list(_spread(layout, found[-1], played)))
        found.append(_keys_after(ends[-1]))
    levels = [Level(layout.turns, found[-1], at_the_end(layout, found[-1]))]
    for played in reversed(range(turn, layout.turns)):
        worth = _worth_before(layout, ends[played - turn], levels[0])
        levels.insert(0, Level(played, found[played - turn], worth))
        if progress:
            progress(layout.turns - played, layout.turns - turn)
    return levels


def first_levels(
    layout: Layout, start: int, turns: int, end: int, leaf: Leaf, progress: Progress | None = None
) -> list[Level]:
    """The levels of the first so many turns, from what positions are worth before the turn `end`.

    Other levels are forgotten on the way, and spread twice, so that many positions take little memory.
    """
    keys, levels = [np.array([start])], list[Level]()
    for turn in range(end):
        keys.append(next_keys(layout, keys[turn], turn))
    below = Level(end, keys[end], leaf(keys.pop(), end))
    for turn in reversed(range(end)):
        below = Level(turn, keys[turn], before(layout, keys.pop(), turn, below))
        if turn < turns:
            levels.insert(0, below)
        if progress:
            progress(end - turn, end)
    return levels


def _spread(layout: Layout, keys: Ints, turn: int) -> Iterator[Outcomes]:
    """The outcomes of positions, part by part."""
    return (outcomes(layout, keys[begin : begin + AT_ONCE], turn) for begin in range(0, len(keys), AT_ONCE))


def _keys_after(parts: Iterable[Outcomes]) -> Ints:
    """The keys of all that can be, sorted."""
    return np.unique(np.concatenate([np.unique(ends.after[offered(ends)]) for ends in parts]))


def _worth_before(layout: Layout, parts: Iterable[Outcomes], below: Level) -> Worth:
    """(m, seats): what positions are worth that have these outcomes."""
    own_first, worth = np.roll(below.worth, 1, axis=1), []
    for ends in parts:
        places = np.searchsorted(below.keys, ends.after)
        after = own_first[np.minimum(places, len(own_first) - 1)]
        worth.append(turns_worth(Ends(ends.column, _carried(layout, ends.column, after))))
    return _of_all_seats(layout, np.concatenate(worth))


def _carried(layout: Layout, column: Ints, after: Worth) -> Worth:
    """(m, 5, 6, n): the worth of a turn's ends from that of what comes after, the mover's column counted.

    The last seat's chance to win is what the others leave of one, so it need not be carried.
    """
    if layout.to_win:
        return after[..., :-1]
    after[..., 0] += column
    return after


def _of_all_seats(layout: Layout, carried: Worth) -> Worth:
    if not layout.to_win:
        return carried
    return np.concatenate([carried, 1 - carried.sum(axis=1, keepdims=True)], axis=1)
