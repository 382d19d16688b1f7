"""The compiled steps of junior to win for three seats: which positions there are, and what they are worth.

Positions with the same rows (a structure) lead to the same structures; by how much seats are behind (a gap)
after a turn depends on the gap before it and the column made. So the positions of a level are bits: a word or
more for each structure, a bit for each gap; the worths of a level follow each other in the order of the bits.
Sixteen positions, of whatever structures, are worked on side by side, for the seat to play has equally many
rows open in all of them. The tie rule is that of `turn.py`. Knows arrays, no key and no board.
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
    blank,
    load,
    ones,
    preferred,
    store,
    times,
    where,
)
from fivedice.solve.kernel.width import LANES

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


class Scratch(NamedTuple):
    """What one thread works on: worths to the seat to play, and to the next one."""

    own_end: Rows
    """(ends, LANES): of each end of the turn; of one that scores nothing less than of any other."""
    next_end: Rows
    own_zero: Rows
    """(rows, LANES): of a zero in each open row."""
    next_zero: Rows
    own: Rows
    """(keeps, LANES): of each keep."""
    next: Rows


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
    begin: int, end: int, stand: Stand, worth: Worth, moves: Moves, below: Stand, after: Worth, kinds: Kinds
) -> None:
    """Writes the worths (n, 2), to the seat to play and to the next one, of positions of these structures."""
    ends, keeps = moves.column.shape[1], kinds.less_one.shape[0]
    rows = ends // COUNTS
    scratch = Scratch(blank(ends), blank(ends), blank(rows), blank(rows), blank(keeps), blank(keeps))
    lane, place = int64(0), stand.first[begin]
    for structure in range(begin, end):
        for word in range(stand.bits.shape[1]):
            rest = stand.bits[structure, word]
            while rest != 0:
                gap = word * WORD + ones((rest & -rest) - 1)
                rest &= rest - 1
                list_ends(scratch, lane, structure, gap, moves, below, after)
                lane += 1
                if lane == LANES:
                    turn(scratch, kinds)
                    write(worth, place, lane, scratch)
                    place += lane
                    lane = 0
    turn(scratch, kinds)
    write(worth, place, lane, scratch)


@compiled
def list_ends(
    scratch: Scratch, lane: int, structure: int, gap: int, moves: Moves, below: Stand, after: Worth
) -> None:
    """What the ends of a turn are worth to the seat to play, whose turn is over then, and to the next one."""
    for end in range(moves.column.shape[1]):
        there, column = moves.after[structure, end], moves.column[structure, end]
        own, following = NOT_OFFERED, 0.0
        if end % COUNTS and column == moves.column[structure, end - 1]:
            own, following = scratch.own_end[end - 1, lane], scratch.next_end[end - 1, lane]
        elif there >= 0:
            place = place_of(below, there, moves.gap[column, gap])
            own, following = 1 - (after[place, 0] + after[place, 1]), after[place, 0]
        if end % COUNTS == 0:
            scratch.own_zero[end // COUNTS, lane] = own
            scratch.next_zero[end // COUNTS, lane] = following
            own = NOT_OFFERED
        scratch.own_end[end, lane], scratch.next_end[end, lane] = own, following


@compiled
def write(worth: Worth, place: int, lanes: int, scratch: Scratch) -> None:
    """Writes the worths of the first so many lanes from a place on."""
    for lane in range(lanes):
        worth[place + lane, 0] = scratch.own[0, lane]
        worth[place + lane, 1] = scratch.next[0, lane]


@compiled
def turn(scratch: Scratch, kinds: Kinds) -> None:
    """What sixteen turns are worth from the worth of their ends, into the first row of keeps."""
    best_uses(scratch, kinds)
    for _ in range(2):
        throw(scratch.own, kinds)
        throw(scratch.next, kinds)
        best_keeps(scratch.own, scratch.next, kinds)
    store(scratch.own, 0, mean_roll(scratch.own, kinds))
    store(scratch.next, 0, mean_roll(scratch.next, kinds))


@compiled
def best_uses(scratch: Scratch, kinds: Kinds) -> None:
    """The worth of the best use of each roll; of the best zero where nothing scores."""
    own_zero, next_zero = load(scratch.own_zero, 0), load(scratch.next_zero, 0)
    for row in range(1, kinds.counts.shape[1]):
        one, other = load(scratch.own_zero, row), load(scratch.next_zero, row)
        more, following = own_zero, next_zero
        own_zero = preferred(one, other, more, following, one, more, SAME)
        next_zero = preferred(one, other, more, following, other, following, SAME)
    first = kinds.starts[5]
    for roll in range(kinds.counts.shape[0]):
        own, then = (
            load(scratch.own_end, kinds.counts[roll, 0]),
            load(scratch.next_end, kinds.counts[roll, 0]),
        )
        for row in range(1, kinds.counts.shape[1]):
            end = row * COUNTS + kinds.counts[roll, row]
            one, other = load(scratch.own_end, end), load(scratch.next_end, end)
            more, following = own, then
            own = preferred(one, other, more, following, one, more, SAME)
            then = preferred(one, other, more, following, other, following, SAME)
        something = alike(NOT_OFFERED / 2)
        store(scratch.next, first + roll, where(own, something, then, next_zero))
        store(scratch.own, first + roll, where(own, something, own, own_zero))


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
def best_keeps(keeps: Rows, follows: Rows, kinds: Kinds) -> None:
    """The worth of the best keep inside every keep: itself, or what is best with one die taken away."""
    for keep in range(1, kinds.less_one.shape[0]):
        own, then = load(keeps, keep), load(follows, keep)
        for kind in range(kinds.part.size):
            less = kinds.less_one[keep, kind]
            if less != keep:
                one, other = load(keeps, less), load(follows, less)
                more, following = own, then
                own = preferred(one, other, more, following, one, more, SAME)
                then = preferred(one, other, more, following, other, following, SAME)
        store(keeps, keep, own)
        store(follows, keep, then)


@compiled
def mean_roll(keeps: Rows, kinds: Kinds) -> Lanes:
    """The mean over the rolls of five dice."""
    total = times(load(keeps, kinds.starts[5]), kinds.chance[0])
    for roll in range(1, kinds.chance.size):
        total = add(total, times(load(keeps, kinds.starts[5] + roll), kinds.chance[roll]))
    return total
