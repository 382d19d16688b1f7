"""The compiled steps of junior to win, for three or four seats: which positions there are and their worths.

Positions with the same rows (a structure) lead to the same structures; by how much seats are behind (a gap)
after a turn depends on the gap before it and the column made. So the positions of a level are bits: a word or
more for each structure, a bit for each gap; the worths of a level follow each other in the order of the bits.
Sixteen positions, of whatever structures, are worked on side by side, for the seat to play has equally many
rows open in all of them. Worths are carried to all seats but the last, whose share is the rest: to the seat
to play first, then to those after it. Ties are broken in that order, as in `turn.py`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.ties import SAME
from fivedice.core.worth import Worth
from fivedice.solve.junior.kinds import Kinds
from fivedice.solve.kernel.compile import compiled, int64
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
from fivedice.solve.kernel.settings import LANES

Ints = NDArray[np.int64]
Shorts = NDArray[np.int32]

COUNTS = 6
WORD = 64
NOT_OFFERED = -9.0


class Moves(NamedTuple):
    """How the turns of a level's structures may end; e ends, six for each row open to the seat to play."""

    column: NDArray[np.int8]
    """(structures, e): where the token lands."""
    after: Shorts
    """(structures, e): the structure of the next level; -1 for a zero that no roll leads to."""
    gap: Ints
    """(6, gaps): the gap after each column made."""


class Stand(NamedTuple):
    """The positions of a level."""

    bits: Ints
    """(structures, words): which gaps there are."""
    first: Ints
    """(structures + 1,): the place of the first position of each structure, and how many there are in all."""


Worths = tuple[Rows, ...]
"""(n, LANES) to each seat but the last: to the one to play, to the next one, and so on."""


class Scratch(NamedTuple):
    """What one thread works on."""

    ends: Worths
    """Of each end of the turn; to its seat one that scores nothing is worth less than any other."""
    zeros: Worths
    """Of a zero in each open row."""
    keeps: Worths


def scratch(carried: int, ends: int, kinds: Kinds) -> Scratch:
    """Memory for so many worths, and so many ends of a turn."""
    sizes = (ends, ends // COUNTS, len(kinds.less_one))
    return Scratch(*(tuple(blank(size) for _ in range(carried)) for size in sizes))


@compiled
def reach(bits: Ints, moves: Moves, after: Ints) -> None:
    """Sets the bits of all positions of the next level that these lead to."""
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
def count(bits: Ints) -> Ints:
    """(structures,): how many positions each has."""
    number = np.zeros(len(bits), np.int64)
    for structure in range(len(bits)):
        for word in range(bits.shape[1]):
            number[structure] += ones(bits[structure, word])
    return number


@compiled
def list_keys(stand: Stand, structures: Ints, gaps: Ints) -> Ints:
    """The keys of all positions in their order, from those of structures and of gaps."""
    keys, place = np.empty(stand.first[-1], np.int64), 0
    for structure in range(len(structures)):
        for gap in range(len(gaps)):
            if stand.bits[structure, gap // WORD] >> gap % WORD & 1:
                keys[place] = structures[structure] | gaps[gap]
                place += 1
    return keys


@compiled
def place_of(stand: Stand, structure: int, gap: int) -> int:
    """The place of a position among those of its level."""
    place = stand.first[structure]
    for word in range(gap // WORD):
        place += ones(stand.bits[structure, word])
    return int64(place + ones(stand.bits[structure, gap // WORD] & (int64(1) << gap % WORD) - 1))


@compiled
def solve_some(
    begin: int,
    end: int,
    stand: Stand,
    worth: Worth,
    moves: Moves,
    below: Stand,
    after: Worth,
    kinds: Kinds,
    scratch: Scratch,
) -> None:
    """Write the worths (n, seats - 1) of positions of these structures, from those of the level below."""
    lane, place = int64(0), stand.first[begin]
    for structure in range(begin, end):
        for word in range(stand.bits.shape[1]):
            rest = stand.bits[structure, word]
            while rest != 0:
                gap = word * WORD + ones((rest & -rest) - 1)
                rest &= rest - 1
                list_ends(scratch.ends, scratch.zeros, lane, structure, gap, moves, below, after)
                lane += 1
                if lane == LANES:
                    turn(scratch, kinds)
                    write(worth, place, lane, scratch.keeps)
                    place += lane
                    lane = 0
    turn(scratch, kinds)
    write(worth, place, lane, scratch.keeps)


@compiled
def list_ends(
    ends: Worths,
    zeros: Worths,
    lane: int,
    structure: int,
    gap: int,
    moves: Moves,
    below: Stand,
    after: Worth,
) -> None:
    """Write what the ends of a turn are worth: to its seat, which is the last to play then, what is left."""
    for end in range(moves.column.shape[1]):
        there, column = moves.after[structure, end], moves.column[structure, end]
        if end % COUNTS and column == moves.column[structure, end - 1]:
            for rows in ends:
                rows[end, lane] = rows[end - 1, lane]
        elif there >= 0:
            place, others, seat = place_of(below, there, moves.gap[column, gap]), 0.0, 0
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


@compiled
def write(worth: Worth, place: int, lanes: int, keeps: Worths) -> None:
    """Write the worths of the first so many lanes from a place on."""
    for seat in range(len(keeps)):
        for lane in range(lanes):
            worth[place + lane, seat] = keeps[seat][0, lane]


@compiled
def turn(scratch: Scratch, kinds: Kinds) -> None:
    """Write what sixteen turns are worth, from the worth of their ends, into the first row of keeps."""
    best_uses(scratch.ends, scratch.zeros, scratch.keeps, kinds)
    for _ in range(2):
        for keeps in scratch.keeps:
            throw(keeps, kinds)
        best_keeps(scratch.keeps, kinds)
    for keeps in scratch.keeps:
        store(keeps, 0, mean_roll(keeps, kinds))


@compiled
def best_uses(ends: Worths, zeros: Worths, keeps: Worths, kinds: Kinds) -> None:
    """Write the worth of the best use of each roll; of the best zero where nothing scores."""
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


@compiled
def throw(keeps: Rows, kinds: Kinds) -> None:
    """The worth of every keep of fewer than five dice: the mean over the kinds of its next die."""
    for step in range(kinds.plus_one.shape[0]):
        keep = kinds.plus_one.shape[0] - 1 - step
        total = times(load(keeps, kinds.plus_one[keep, 0]), kinds.part[0])
        for kind in range(1, kinds.part.size):
            total = add(total, times(load(keeps, kinds.plus_one[keep, kind]), kinds.part[kind]))
        store(keeps, keep, total)


@compiled
def best_keeps(keeps: Worths, kinds: Kinds) -> None:
    """Write the worth of the best keep inside every keep: itself, or the best with one die taken away."""
    for keep in range(1, kinds.less_one.shape[0]):
        best = load_each(keeps, keep)
        for kind in range(kinds.part.size):
            less = kinds.less_one[keep, kind]
            if less != keep:
                best = better_of(load_each(keeps, less), best, SAME)
        store_each(keeps, keep, best)


@compiled
def mean_roll(keeps: Rows, kinds: Kinds) -> Lanes:
    """The mean over the rolls of five dice."""
    total = times(load(keeps, kinds.starts[5]), kinds.chance[0])
    for roll in range(1, kinds.chance.size):
        total = add(total, times(load(keeps, kinds.starts[5] + roll), kinds.chance[roll]))
    return total
