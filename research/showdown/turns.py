"""The worths to all seats of a showdown turn that is played for the best worth to its own seat.

The sweep over the lattice of keeps follows the playing seat, as in `compiled.turn`. It also computes what
these choices are worth to each other seat.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import FIRST_ROLL
from fivedice.games.showdown_board import SPACES
from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.lanes import Rows, larger, load, store, where
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, mean_roll, throw
from fivedice.solve.kernel.settings import LANES
from fivedice.solve.showdown.board import CHOOSE, MOVE, NONE, ROLL, SIZE, Ints
from fivedice.solve.showdown.network import Floats
from fivedice.solve.showdown.turn import PRECISE, Turns
from research.showdown.compiled.turn import best_end


@compiled
def landing_worths(room: Turns, worths: Floats, seat: int, lattice: Lattice) -> Floats:
    """(1 + seats, 16): the worths of reaching each space, to this seat and then to every seat.

    `worths` is (ends, seats). Only spaces that `list_landings` has listed have a worth.
    """
    seats = worths.shape[1]
    own, others = np.zeros((KEEP_COUNT, LANES)), np.zeros((seats, KEEP_COUNT, LANES))
    for space in range(SPACES):
        if room.landed[space] == ROLL or room.landed[space] == CHOOSE:
            write_rolls(room.offers, room.nothing, space, worths, seat, own, others, space)
    for _ in range(2):
        throw_all(own, others, lattice)
        follow(own, others, lattice)
    stays = mean_rolls(own, others, lattice)
    follow_moves(room, worths, seat, stays)
    return stays


@compiled
def write_rolls(
    offers: Ints, nothing: Ints, space: int, worths: Floats, seat: int, own: Rows, others: Floats, lane: int
) -> None:
    """Writes the worths of every final roll, with its best use for this seat, to it and to every seat."""
    for roll in range(ROLL_COUNT):
        end = best_end(offers, nothing, space, roll, worths[:, seat])
        own[FIRST_ROLL + roll, lane] = worths[end, seat]
        for other in range(len(others)):
            others[other, FIRST_ROLL + roll, lane] = worths[end, other]


@compiled
def throw_all(own: Rows, others: Floats, lattice: Lattice) -> None:
    """The worth of every keep of fewer than five dice: the mean over its next throw."""
    throw(own, lattice)
    for other in range(len(others)):
        throw(others[other], lattice)


@compiled
def mean_rolls(own: Rows, others: Floats, lattice: Lattice) -> Floats:
    """The mean over the rolls of five dice: (1 + seats, 16)."""
    means = np.empty((1 + len(others), LANES))
    store(means, 0, mean_roll(own, lattice))
    for other in range(len(others)):
        store(means, 1 + other, mean_roll(others[other], lattice))
    return means


@compiled
def follow(own: Rows, others: Floats, lattice: Lattice) -> None:
    """Writes the worth of the best keep within every keep, and its worths to the other seats."""
    for place in range(lattice.keeps.size):
        keep = lattice.keeps[place]
        for other in range(len(others)):
            best, after = load(own, keep), load(others[other], keep)
            for less in lattice.less_one[place, : lattice.faces[place]]:
                after = where(best, load(own, less), after, load(others[other], less))
                best = larger(best, load(own, less))
            store(others[other], keep, after)
        best = load(own, keep)
        for less in lattice.less_one[place, : lattice.faces[place]]:
            best = larger(best, load(own, less))
        store(own, keep, best)


@compiled
def follow_moves(room: Turns, worths: Floats, seat: int, stays: Floats) -> None:
    """Writes the worth of reaching each space, instead of staying there; row 0 is the worth to this seat."""
    for space in range(SPACES):
        if room.landed[space] == NONE and room.nothing[space] != NONE:
            stays[0, space] = worths[room.nothing[space], seat]
            for other in range(len(stays) - 1):
                stays[1 + other, space] = worths[room.nothing[space], other]
    at, change = stays.copy(), 1.0
    while change > PRECISE:
        change = 0.0
        for space in range(SPACES):
            if room.landed[space] != MOVE and room.landed[space] != CHOOSE:
                continue
            moving = mean_after(at[0], space)
            stay = room.landed[space] == CHOOSE and stays[0, space] >= moving
            for row in range(len(stays)):
                worth = stays[row, space] if stay else mean_after(at[row], space)
                change = max(change, abs(worth - at[row, space]) / max(1.0, abs(worth)))
                at[row, space] = worth
    for row in range(len(stays)):
        for space in range(SPACES):
            stays[row, space] = at[row, space]


@compiled
def copy_board(board: NDArray[Any], there: NDArray[Any]) -> None:
    """Copies a board. A slice assignment would add three seconds of compiling, for its error message."""
    for place in range(SIZE):
        there[place] = board[place]


@compiled
def mean_after(at: Floats, space: int) -> float:
    """The mean over the six spaces after one."""
    total = 0.0
    for face in range(1, 7):
        total += at[(space + face) % SPACES]
    return total / 6
