"""The compiled step of junior to win for four seats: what positions are worth, from those of the next turn.

As in `compiled.py`, which has all that does not hang on the number of seats; here three worths are carried,
to the seat to play and to the two after it, for of choices that are the same to two seats the third one's
counts. Knows arrays, no key and no board.
"""

from typing import NamedTuple

from fivedice.core.ties import SAME
from fivedice.core.worth import Worth
from fivedice.solve.junior.compiled import (
    COUNTS,
    NOT_OFFERED,
    WORD,
    Moves,
    Stand,
    mean_roll,
    place_of,
    throw,
)
from fivedice.solve.junior.kinds import Kinds
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import Lanes, Rows, alike, blank, load, ones, preferred, store, where
from fivedice.solve.kernel.width import LANES

HALF = 0.5


class Three(NamedTuple):
    """(n, LANES): worths to the seat to play, to the next one, and to the one after that."""

    own: Rows
    next: Rows
    then: Rows


class Scratch(NamedTuple):
    """What one thread works on."""

    ends: Three
    """Of each end of the turn; to its seat one that scores nothing is worth less than any other."""
    zeros: Three
    """Of a zero in each open row."""
    keeps: Three


@compiled
def solve_some(
    begin: int, end: int, stand: Stand, worth: Worth, moves: Moves, below: Stand, after: Worth, kinds: Kinds
) -> None:
    """Writes the worths (n, 3), to the seat to play and to the two next, of positions of these structures."""
    ends, keeps = moves.column.shape[1], kinds.less_one.shape[0]
    scratch = Scratch(blank_three(ends), blank_three(ends // COUNTS), blank_three(keeps))
    lane, place = 0, stand.first[begin]
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
def blank_three(count: int) -> Three:
    """So many rows of each."""
    return Three(blank(count), blank(count), blank(count))


@compiled
def list_ends(
    ends: Three,
    zeros: Three,
    lane: int,
    structure: int,
    gap: int,
    moves: Moves,
    below: Stand,
    after: Worth,
) -> None:
    """What the ends of a turn are worth to the seat to play, whose turn is over then, and to the two next."""
    for end in range(moves.column.shape[1]):
        there, column = moves.after[structure, end], moves.column[structure, end]
        own, following, then = NOT_OFFERED, 0.0, 0.0
        if end % COUNTS and column == moves.column[structure, end - 1]:
            own, following, then = (
                ends.own[end - 1, lane],
                ends.next[end - 1, lane],
                ends.then[end - 1, lane],
            )
        elif there >= 0:
            place = place_of(below, there, moves.gap[column, gap])
            following, then = after[place, 0], after[place, 1]
            own = 1 - (following + then + after[place, 2])
        if end % COUNTS == 0:
            row = int64(end // COUNTS)
            zeros.own[row, lane], zeros.next[row, lane], zeros.then[row, lane] = own, following, then
            own = NOT_OFFERED
        ends.own[end, lane], ends.next[end, lane], ends.then[end, lane] = own, following, then


@compiled
def write(worth: Worth, place: int, lanes: int, keeps: Three) -> None:
    """Writes the worths of the first so many lanes from a place on."""
    for lane in range(lanes):
        worth[place + lane, 0] = keeps.own[0, lane]
        worth[place + lane, 1] = keeps.next[0, lane]
        worth[place + lane, 2] = keeps.then[0, lane]


@compiled
def turn(scratch: Scratch, kinds: Kinds) -> None:
    """What sixteen turns are worth from the worth of their ends, into the first row of keeps."""
    keeps = scratch.keeps
    best_uses(scratch.ends, scratch.zeros, keeps, kinds)
    for _ in range(2):
        throw(keeps.own, kinds)
        throw(keeps.next, kinds)
        throw(keeps.then, kinds)
        best_keeps(keeps, kinds)
    store(keeps.own, 0, mean_roll(keeps.own, kinds))
    store(keeps.next, 0, mean_roll(keeps.next, kinds))
    store(keeps.then, 0, mean_roll(keeps.then, kinds))


@compiled
def best_uses(ends: Three, zeros: Three, keeps: Three, kinds: Kinds) -> None:
    """The worth of the best use of each roll; of the best zero where nothing scores."""
    zero, next_zero, then_zero = load(zeros.own, 0), load(zeros.next, 0), load(zeros.then, 0)
    for row in range(1, kinds.counts.shape[1]):
        one, other, rest = load(zeros.own, row), load(zeros.next, row), load(zeros.then, row)
        better = is_better(one, other, rest, zero, next_zero, then_zero)
        zero = either(better, one, zero)
        next_zero = either(better, other, next_zero)
        then_zero = either(better, rest, then_zero)
    first, something = kinds.starts[5], alike(NOT_OFFERED / 2)
    for roll in range(kinds.counts.shape[0]):
        end = kinds.counts[roll, 0]
        own, following, then = load(ends.own, end), load(ends.next, end), load(ends.then, end)
        for row in range(1, kinds.counts.shape[1]):
            end = row * COUNTS + kinds.counts[roll, row]
            one, other, rest = load(ends.own, end), load(ends.next, end), load(ends.then, end)
            better = is_better(one, other, rest, own, following, then)
            own = either(better, one, own)
            following = either(better, other, following)
            then = either(better, rest, then)
        store(keeps.then, first + roll, where(own, something, then, then_zero))
        store(keeps.next, first + roll, where(own, something, following, next_zero))
        store(keeps.own, first + roll, where(own, something, own, zero))


@compiled
def best_keeps(keeps: Three, kinds: Kinds) -> None:
    """The worth of the best keep inside every keep: itself, or what is best with one die taken away."""
    for keep in range(1, kinds.less_one.shape[0]):
        own, following, then = load(keeps.own, keep), load(keeps.next, keep), load(keeps.then, keep)
        for kind in range(kinds.part.size):
            less = kinds.less_one[keep, kind]
            if less != keep:
                one, other, rest = load(keeps.own, less), load(keeps.next, less), load(keeps.then, less)
                better = is_better(one, other, rest, own, following, then)
                own = either(better, one, own)
                following = either(better, other, following)
                then = either(better, rest, then)
        store(keeps.own, keep, own)
        store(keeps.next, keep, following)
        store(keeps.then, keep, then)


@compiled
def is_better(one: Lanes, other: Lanes, rest: Lanes, own: Lanes, following: Lanes, then: Lanes) -> Lanes:
    """One where the first choice is better than the second, and nought elsewhere."""
    yes, no = alike(1.0), alike(0.0)
    follows = preferred(other, rest, following, then, yes, no, SAME)
    return preferred(one, follows, own, alike(HALF), yes, no, SAME)


@compiled
def either(better: Lanes, one: Lanes, other: Lanes) -> Lanes:
    """The one where it is better, and elsewhere the other."""
    return where(better, alike(HALF), one, other)
