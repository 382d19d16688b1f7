"""All positions of junior for three or four seats that can come about, solved by compiled code, by levels.

Going down, structures (who may still place where, which columns are taken) come from `board.outcomes`, and
which gaps each has from compiled code; coming up, a level's worths need those of the next one only. Only
levels that are asked for are kept, as positions by their keys.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import Worth
from fivedice.solve.junior.board import (
    COUNTS,
    ROWS,
    Ints,
    Layout,
    gaps_after,
    layout,
    offered,
    outcomes,
)
from fivedice.solve.junior.compiled import WORD, Moves, Stand, count, list_keys, reach, scratch, solve_some
from fivedice.solve.junior.kinds import kinds
from fivedice.solve.junior.levels import AT_ONCE, Level, Progress, at_the_end
from fivedice.solve.kernel.compile import processors

PARTS = 64
"""Into so many parts the structures of a level are shared out among threads."""


class Stage(NamedTuple):
    """The positions before one turn, as rows and gaps by their keys, and as bits."""

    structures: Ints
    gaps: Ints
    stand: Stand


def solve(seats: int, keys: Ints, turn: int, turns: int, progress: Progress | None = None) -> list[Level]:
    """The levels before so many turns that can come about from positions before a turn, exactly."""
    told = layout(seats)
    with ThreadPoolExecutor(processors()) as pool:
        stages, moves = [_begin(told, keys)], list[Moves]()
        for played in range(turn, told.turns):
            stages.append(_follow(told, stages[-1], played, moves, pool))
        worth, levels = at_the_end(told, _keys(stages[-1]))[:, :-1], list[Level]()
        for played in reversed(range(turn, told.turns)):
            stage, below = stages[played - turn : played - turn + 2]
            worth = _before(stage, moves[played - turn], below, worth, pool)
            if played < turns:
                levels.insert(0, _level(played, stage, worth))
            if progress:
                progress(told.turns - played, told.turns - turn)
    return levels


def _begin(told: Layout, keys: Ints) -> Stage:
    """The stage of these positions alone."""
    rows = keys & (1 << ROWS * told.row_bits) - 1
    structures, at = np.unique(rows, return_inverse=True)
    gaps, gap = np.unique(keys - rows, return_inverse=True)
    bits = _no_bits(structures, gaps)
    np.bitwise_or.at(bits, (at, gap // WORD), 1 << gap % WORD)
    return Stage(structures, gaps, _stand(bits))


def _follow(told: Layout, stage: Stage, turn: int, moves: list[Moves], pool: ThreadPoolExecutor) -> Stage:
    """The stage after a turn; how one leads to the other is added to the moves."""
    rows_only = told._replace(to_win=False)
    after_gaps = gaps_after(told, stage.gaps, turn)
    gaps = np.unique(after_gaps)
    parts = [stage.structures[begin : begin + AT_ONCE] for begin in range(0, len(stage.structures), AT_ONCE)]

    def spread(part: Ints) -> tuple[NDArray[np.int8], Ints, Ints]:
        ends = outcomes(rows_only, part, turn)
        vacant = ends.column[:, :, 0] >= 0
        after: Ints = np.where(offered(ends), ends.after, -1)[vacant].reshape(len(part), -1)
        column = ends.column[vacant].reshape(len(part), -1).astype(np.int8)
        return column, after, np.unique(after)

    column, after, found = zip(*pool.map(spread, parts), strict=True)
    structures = np.unique(np.concatenate(found))
    structures = structures[structures >= 0]
    there = list(pool.map(lambda part: _find(structures, part), after))
    moves.append(
        Moves(np.concatenate(column), np.concatenate(there), np.searchsorted(gaps, after_gaps).T.copy())
    )
    bits = _no_bits(structures, gaps)
    reach(stage.stand.bits, moves[-1], bits)
    return Stage(structures, gaps, _stand(bits))


def _find(structures: Ints, after: Ints) -> np.ndarray:
    """The places of structures, and -1 for none."""
    return np.where(after < 0, -1, np.searchsorted(structures, after)).astype(np.int32)


def _no_bits(structures: Ints, gaps: Ints) -> Ints:
    return np.zeros((len(structures), -(-len(gaps) // WORD)), np.int64)


def _stand(bits: Ints) -> Stand:
    return Stand(bits, np.concatenate([[0], count(bits).cumsum()]))


def _keys(stage: Stage) -> Ints:
    """The keys of the positions, in the order of their bits."""
    return list_keys(stage.stand, stage.structures, stage.gaps)


def _before(stage: Stage, moves: Moves, below: Stage, after: Worth, pool: ThreadPoolExecutor) -> Worth:
    """(n, seats - 1): what positions are worth to all seats but the last to play."""
    worth = np.empty((stage.stand.first[-1], after.shape[1]))
    after = np.ascontiguousarray(after)  # for numbers that lie otherwise all would be compiled once more
    ends = moves.column.shape[1]
    some = kinds(ends // COUNTS)

    def solved(part: tuple[int, int]) -> None:
        room = scratch(after.shape[1], ends, some)
        solve_some(*part, stage.stand, worth, moves, below.stand, after, some, room)

    list(pool.map(solved, _parts(len(stage.structures))))
    return worth


def _parts(number: int) -> Iterator[tuple[int, int]]:
    """From where to where each part goes."""
    ends = [number * part // PARTS for part in range(PARTS + 1)]
    return ((begin, end) for begin, end in pairwise(ends) if begin < end)


def _level(turn: int, stage: Stage, worth: Worth) -> Level:
    keys = _keys(stage)
    order = np.argsort(keys)
    others = 1 - worth.sum(axis=1, keepdims=True)
    return Level(turn, keys[order], np.concatenate([worth, others], axis=1)[order])
