"""What positions of showdown should be estimated at, from a network that is to learn. Changes no weights.

Before the last turn that is their worth by the network one whole turn ahead; in the last turn it is solved.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.games.showdown import SPACES
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lattice import Lattice
from fivedice.solve.kernel.width import LANES
from fivedice.solve.showdown.board import NONE, PAWN, SEAT, SEATS, SIZE, Ints
from fivedice.solve.showdown.compiled.ahead import going_on
from fivedice.solve.showdown.compiled.ending import board_of, ending, solve
from fivedice.solve.showdown.compiled.turn import turns
from fivedice.solve.showdown.compiled.value import count_features, mark_features
from fivedice.solve.showdown.network import MARKS, Floats, Net
from fivedice.solve.showdown.parts import MOST_BOARDS, Ending

SMALL = np.dtype(np.int8)


class Lessons(NamedTuple):
    """Positions before a red die, and their worth to the seat that throws it."""

    boards: NDArray[np.int8]
    """(positions, SIZE)"""
    worths: Floats
    """(positions,)"""


@compiled
def lessons(
    boards: NDArray[np.int8], matches: Ints, net: Net, aim: int, more: int, lattice: Lattice
) -> Lessons:
    """Lessons of the positions of matches, in order, and after them `more` of every solved last turn."""
    size = len(boards)
    room = size + more * (matches[size - 1] + 1)
    found = Lessons(np.empty((room, SIZE), np.int8), np.empty(room))
    here, ahead, count = np.empty(SIZE, np.int64), turns(int64(LANES)), size
    solved = ending(here, aim, int64(0))
    for place in range(size):
        here[:] = boards[place]
        begins = place == 0 or matches[place] != matches[place - 1]
        if begins or not solved.known:
            solved = ending(here, aim, int64(MOST_BOARDS))
            if solved.known:
                solve(solved, aim, lattice)
                count = add_boards(found, count, solved, more)
        found.boards[place] = boards[place]
        found.worths[place] = going_on(here, net, aim, solved, lattice, ahead)
    return Lessons(found.boards[:count].copy(), found.worths[:count].copy())


@compiled
def add_boards(found: Lessons, count: int, solved: Ending, more: int) -> int:
    """Writes some boards of a solved last turn, all pawns anywhere; counts on."""
    here = np.empty(SIZE, np.int64)
    for _ in range(more if len(solved.moves) else 0):
        number = np.random.randint(0, solved.place.size)
        if solved.place[number] != NONE:
            board_of(solved.start, solved.radix, number, here)
            for seat in range(here[SEATS]):
                here[PAWN + seat] = np.random.randint(0, SPACES)
            found.boards[count] = here
            found.worths[count] = solved.moves[solved.place[number], here[PAWN + here[SEAT]]]
            count += 1
    return count


@compiled
def features(boards: NDArray[np.int8]) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """What the networks look at: (positions, 13) marks and (positions, counts) counts."""
    seats = boards[0, SEATS]
    marks: NDArray[np.int16] = np.empty((len(boards), MARKS), np.int16)
    counts: NDArray[np.float32] = np.empty((len(boards), seats * (7 + seats)), np.float32)
    here, mark, count = np.empty(SIZE, np.int64), np.empty(MARKS, np.int64), np.empty(counts.shape[1])
    for place in range(len(boards)):
        here[:] = boards[place]
        mark_features(here, mark)
        count_features(here, count)
        marks[place], counts[place] = mark, count
    return marks, counts
