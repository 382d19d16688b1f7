"""The compiled solver of junior to win, for three or four seats.

A position is a structure (its rows) and a gap (how far seats are behind); a level stores a bit for each gap
of each structure. The structures come from `board.outcomes` on the way down. On the way up, sixteen positions
are solved side by side, because the seat to play has the same number of open rows in all of them. Worths
begin with the seat to play and omit the last one, which gets the rest.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.ties import SAME
from fivedice.core.worth import Worth
from fivedice.solve.junior.board import (
    COUNTS,
    ROWS,
    Ints,
    KeyLayout,
    Kinds,
    gaps_after,
    kinds,
    layout,
    offered,
    outcomes,
)
from fivedice.solve.junior.levels import AT_ONCE, JuniorLevel, Progress, at_the_end, completed
from fivedice.solve.kernel.compile import compiled, inner, int64
from fivedice.solve.kernel.lanes import (
    Lanes,
    Rows,
    add,
    alike,
    better_of,
    blank,
    load,
    load_each,
    ones,
    store,
    store_each,
    times,
    where,
)
from fivedice.solve.kernel.settings import LANES, processors

Shorts = NDArray[np.int32]

WORD = 64
NOT_OFFERED = -9.0


class JuniorMoves(NamedTuple):
    """The possible ends of the turns of a level's structures; e is their number, six for each open row."""

    column: NDArray[np.int8]
    """(structures, e): the column where the token lands."""
    after: Shorts
    """(structures, e): the structure in the next level; -1 for a zero that no roll leads to."""
    gap: Ints
    """(6, gaps): the gap after each column made."""


class JuniorStage(NamedTuple):
    """The positions before one turn: keys of structures and gaps, and the bits."""

    structures: Ints
    gaps: Ints
    bits: Ints
    """(structures, words): the bits of the gaps that occur."""
    first: Ints
    """(structures + 1,): the place of the first position of each structure, and the total number."""


class LevelStep(NamedTuple):
    """The positions before a turn, and the level below them."""

    stage: JuniorStage
    moves: JuniorMoves
    below: JuniorStage
    after: Worth
    """(n, seats - 1): the worths of the positions below."""


Worths = tuple[Rows, ...]
"""(n, LANES) for each seat but the last, beginning with the seat to play."""


class TurnMemory(NamedTuple):
    """The memory of one thread."""

    ends: Worths
    """The worths of each end of the turn; an end without a score is worth the least to its seat."""
    zeros: Worths
    """The worths of a zero in each open row."""
    keeps: Worths


def new_memory(carried: int, ends: int, kinds: Kinds) -> TurnMemory:
    """Memory for this number of seats and of ends of a turn."""
    sizes = (ends, ends // COUNTS, len(kinds.less_one))
    return TurnMemory(*(tuple(blank(size) for _ in range(carried)) for size in sizes))


@compiled
def reach(bits: Ints, moves: JuniorMoves, after: Ints) -> None:
    """Sets the bits of all successors in the next level."""
    for structure in range(len(bits)):
        for end in range(moves.column.shape[1]):
            there, column = moves.after[structure, end], moves.column[structure, end]
            if there >= 0:
                for word in range(bits.shape[1]):
                    rest = bits[structure, word]
                    while rest != 0:
                        gap = moves.gap[column, word * WORD + ones((rest & -rest) - 1)]
                        after[there, gap // WORD] |= int64(1) << gap % WORD
                        rest &= rest - 1


@compiled
def list_keys(stage: JuniorStage) -> Ints:
    """The keys of all positions in order."""
    keys, place = np.empty(stage.first[-1], np.int64), 0
    for structure in range(len(stage.structures)):
        for gap in range(len(stage.gaps)):
            if stage.bits[structure, gap // WORD] >> gap % WORD & 1:
                keys[place] = stage.structures[structure] | stage.gaps[gap]
                place += 1
    return keys


@inner
def place_of(stage: JuniorStage, structure: int, gap: int) -> int:
    """The place of a position among those of its level."""
    place = stage.first[structure]
    for word in range(gap // WORD):
        place += ones(stage.bits[structure, word])
    return int64(place + ones(stage.bits[structure, gap // WORD] & (int64(1) << gap % WORD) - 1))


@compiled
def solve_some(begin: int, end: int, step: LevelStep, worth: Worth, kinds: Kinds, memory: TurnMemory) -> None:
    """Writes the worths (n, seats - 1) of positions of these structures, from the worths one level below."""
    stage = step.stage
    lane, place = int64(0), stage.first[begin]
    for structure in range(begin, end):
        for word in range(stage.bits.shape[1]):
            rest = stage.bits[structure, word]
            while rest != 0:
                gap = word * WORD + ones((rest & -rest) - 1)
                rest &= rest - 1
                list_ends(memory, lane, structure, gap, step)
                lane += 1
                if lane == LANES:
                    turn(memory, kinds)
                    write(worth, place, lane, memory.keeps)
                    place += lane
                    lane = 0
    turn(memory, kinds)
    write(worth, place, lane, memory.keeps)


@inner
def list_ends(memory: TurnMemory, lane: int, structure: int, gap: int, step: LevelStep) -> None:
    """Writes the worths of the ends of a turn; its seat, which is last in the next turn, gets the rest."""
    ends, zeros, moves, after = memory.ends, memory.zeros, step.moves, step.after
    for end in range(moves.column.shape[1]):
        there, column = moves.after[structure, end], moves.column[structure, end]
        if end % COUNTS and column == moves.column[structure, end - 1]:
            for rows in ends:
                rows[end, lane] = rows[end - 1, lane]
        elif there >= 0:
            place, others, seat = place_of(step.below, there, moves.gap[column, gap]), 0.0, 0
            for rows in ends[1:]:
                rows[end, lane] = after[place, seat]
                others += after[place, seat]
                seat += 1
            ends[0][end, lane] = 1 - (others + after[place, seat])
        else:
            for rows in ends[1:]:
                rows[end, lane] = 0.0
            ends[0][end, lane] = NOT_OFFERED
        if end % COUNTS == 0:
            for seat in range(len(ends)):
                zeros[seat][end // COUNTS, lane] = ends[seat][end, lane]
            ends[0][end, lane] = NOT_OFFERED


@inner
def write(worth: Worth, place: int, lanes: int, keeps: Worths) -> None:
    """Writes the worths of the first lanes from a place on."""
    for seat in range(len(keeps)):
        for lane in range(lanes):
            worth[place + lane, seat] = keeps[seat][0, lane]


@inner
def turn(memory: TurnMemory, kinds: Kinds) -> None:
    """Writes the worths of sixteen turns, from the worths of their ends, into the first row of keeps."""
    best_uses(memory.ends, memory.zeros, memory.keeps, kinds)
    for _ in range(2):
        for keeps in memory.keeps:
            throw(keeps, kinds)
        best_keeps(memory.keeps, kinds)
    for keeps in memory.keeps:
        store(keeps, 0, mean_roll(keeps, kinds))


@inner
def best_uses(ends: Worths, zeros: Worths, keeps: Worths, kinds: Kinds) -> None:
    """Writes the worth of the best use of each roll, or of the best zero if nothing scores."""
    zero = load_each(zeros, 0)
    for row in range(1, kinds.counts.shape[1]):
        zero = better_of(load_each(zeros, row), zero, SAME)
    first, something = kinds.starts[5], alike(NOT_OFFERED / 2)
    for roll in range(kinds.counts.shape[0]):
        best = load_each(ends, kinds.counts[roll, 0])
        for row in range(1, kinds.counts.shape[1]):
            best = better_of(load_each(ends, row * COUNTS + kinds.counts[roll, row]), best, SAME)
        for seat in range(len(keeps)):
            store(keeps[seat], first + roll, where(best[0], something, best[seat], zero[seat]))


@inner
def throw(keeps: Rows, kinds: Kinds) -> None:
    """Writes the worth of every keep of fewer than five dice: the mean over the kinds of its next die."""
    for step in range(kinds.plus_one.shape[0]):
        keep = kinds.plus_one.shape[0] - 1 - step
        total = times(load(keeps, kinds.plus_one[keep, 0]), kinds.part[0])
        for kind in range(1, kinds.part.size):
            total = add(total, times(load(keeps, kinds.plus_one[keep, kind]), kinds.part[kind]))
        store(keeps, keep, total)


@inner
def best_keeps(keeps: Worths, kinds: Kinds) -> None:
    """Writes the worth of the best keep inside every keep: itself, or the best with one die removed."""
    for keep in range(1, kinds.less_one.shape[0]):
        best = load_each(keeps, keep)
        for kind in range(kinds.part.size):
            less = kinds.less_one[keep, kind]
            if less != keep:
                best = better_of(load_each(keeps, less), best, SAME)
        store_each(keeps, keep, best)


@inner
def mean_roll(keeps: Rows, kinds: Kinds) -> Lanes:
    """The mean over the rolls of five dice."""
    total = times(load(keeps, kinds.starts[5]), kinds.chance[0])
    for roll in range(1, kinds.chance.size):
        total = add(total, times(load(keeps, kinds.starts[5] + roll), kinds.chance[roll]))
    return total


PARTS = 64
"""The parts of a level's structures that threads take."""


def solve(
    seats: int, keys: Ints, turn: int, turns: int, progress: Progress | None = None
) -> list[JuniorLevel]:
    """The exact levels up to a turn that are reachable from these positions."""
    layout_ = layout(seats)
    with ThreadPoolExecutor(processors()) as pool:
        stages, moves = [_begin(layout_, keys)], list[JuniorMoves]()
        for played in range(turn, layout_.turns):
            stages.append(_follow(layout_, stages[-1], played, moves, pool))
        worth, levels = at_the_end(layout_, list_keys(stages[-1]))[:, :-1], list[JuniorLevel]()
        for played in reversed(range(turn, layout_.turns)):
            stage, below = stages[played - turn : played - turn + 2]
            worth = _before(stage, moves[played - turn], below, worth, pool)
            if played < turns:
                levels.insert(0, _level(layout_, played, stage, worth))
            if progress:
                progress(layout_.turns - played, layout_.turns - turn)
    return levels


def _begin(layout_: KeyLayout, keys: Ints) -> JuniorStage:
    """The stage of these positions."""
    rows = keys & (1 << ROWS * layout_.row_bits) - 1
    structures, at = np.unique(rows, return_inverse=True)
    gaps, gap = np.unique(keys - rows, return_inverse=True)
    bits = _no_bits(structures, gaps)
    np.bitwise_or.at(bits, (at, gap // WORD), 1 << gap % WORD)
    return _stage(structures, gaps, bits)


def _follow(
    layout_: KeyLayout, stage: JuniorStage, turn: int, moves: list[JuniorMoves], pool: ThreadPoolExecutor
) -> JuniorStage:
    """The stage after a turn; appends the moves that lead to it."""
    rows_only = layout_._replace(to_win=False)
    after_gaps = gaps_after(layout_, stage.gaps, turn)
    gaps = np.unique(after_gaps)
    parts = [stage.structures[begin : begin + AT_ONCE] for begin in range(0, len(stage.structures), AT_ONCE)]

    def spread(part: Ints) -> tuple[NDArray[np.int8], Ints, Ints]:
        ends = outcomes(rows_only, part, turn)
        vacant = ends.column[:, :, 0] >= 0
        after: Ints = np.where(offered(ends), ends.after, -1)[vacant].reshape(len(part), -1)
        column = ends.column[vacant].reshape(len(part), -1).astype(np.int8)
        return column, after, np.unique(after)

    column, after, reached = zip(*pool.map(spread, parts), strict=True)
    structures = np.unique(np.concatenate(reached))
    structures = structures[structures >= 0]
    there = list(pool.map(lambda part: _find(structures, part), after))
    moves.append(
        JuniorMoves(np.concatenate(column), np.concatenate(there), np.searchsorted(gaps, after_gaps).T.copy())
    )
    bits = _no_bits(structures, gaps)
    reach(stage.bits, moves[-1], bits)
    return _stage(structures, gaps, bits)


def _find(structures: Ints, after: Ints) -> np.ndarray:
    return np.where(after < 0, -1, np.searchsorted(structures, after)).astype(np.int32)


def _no_bits(structures: Ints, gaps: Ints) -> Ints:
    return np.zeros((len(structures), -(-len(gaps) // WORD)), np.int64)


def _stage(structures: Ints, gaps: Ints, bits: Ints) -> JuniorStage:
    positions = np.bitwise_count(bits.view(np.uint64)).sum(axis=1, dtype=np.int64)
    return JuniorStage(structures, gaps, bits, np.concatenate([[0], positions.cumsum()]))


def _before(
    stage: JuniorStage, moves: JuniorMoves, below: JuniorStage, after: Worth, pool: ThreadPoolExecutor
) -> Worth:
    """(n, seats - 1): the worths of positions to all seats but the last."""
    worth = np.empty((stage.first[-1], after.shape[1]))
    after = np.ascontiguousarray(after)  # another memory order would be compiled again
    ends = moves.column.shape[1]
    some, step = kinds(ends // COUNTS), LevelStep(stage, moves, below, after)

    def solved(part: tuple[int, int]) -> None:
        memory = new_memory(after.shape[1], ends, some)
        solve_some(*part, step, worth, some, memory)

    list(pool.map(solved, _parts(len(stage.structures))))
    return worth


def _parts(number: int) -> Iterator[tuple[int, int]]:
    ends = [number * part // PARTS for part in range(PARTS + 1)]
    return ((begin, end) for begin, end in pairwise(ends) if begin < end)


def _level(layout_: KeyLayout, turn: int, stage: JuniorStage, worth: Worth) -> JuniorLevel:
    keys = list_keys(stage)
    order = np.argsort(keys)
    return JuniorLevel(turn, keys[order], completed(layout_, worth)[order])
