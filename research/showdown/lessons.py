"""Targets for training on positions of showdown, from the network in training.

A target is the worth to every seat one whole turn ahead, by the network. In the last turn, it is the worth at
the end to the seat that plays it. No dice are thrown, so targets have no noise.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.games.showdown_board import SPACES
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lattice import Lattice
from fivedice.solve.kernel.settings import LANES
from fivedice.solve.showdown.board import NONE, PAWN, SEAT, SEATS, SIZE, Board, Ints
from fivedice.solve.showdown.last_turn import MOST_BOARDS, LastBoards
from fivedice.solve.showdown.network import MARKS, WINS, Floats, Net
from fivedice.solve.showdown.turn import RED, Turns
from research.showdown.compiled.ending import board_of, ending, look_up, solve
from research.showdown.compiled.turn import clear, list_landings, turns
from research.showdown.compiled.value import count_features, estimates, mark_features
from research.showdown.turns import copy_board, landing_worths, mean_after


class Lessons(NamedTuple):
    """Positions before a red die, and their worths to every seat: (positions, seats)."""

    boards: NDArray[np.int8]
    """(positions, SIZE): the given positions, and then some of every solved last turn."""
    estimated: Floats
    """The network's estimates of these positions."""
    worths: Floats
    """The network's worths one turn ahead."""


@compiled
def lessons(
    asked: NDArray[np.int8], matches: Ints, net: Net, aim: int, more: int, lattice: Lattice
) -> Lessons:
    """Lessons for the positions of matches, in order, then for `more` positions of every solved last turn."""
    size, seats = len(asked), asked[0, SEATS]
    most = size + more * (matches[size - 1] + 1)
    boards = np.empty((most, SIZE), np.int8)
    found = Lessons(boards, np.empty((most, seats)), np.empty((most, seats)))
    here, room, count = np.empty(SIZE, np.int64), turns(int64(LANES)), size
    solved = ending(here, aim, int64(0))
    for place in range(size):
        copy_board(asked[place], here)
        begins = place == 0 or matches[place] != matches[place - 1]
        begun = count
        if begins or not solved.known:
            solved = ending(here, aim, int64(MOST_BOARDS))
            solve(solved, aim, lattice)
            count = add_boards(boards, count, solved, more)
        copy_board(asked[place], boards[place])
        write(found, place, net, aim, solved, lattice, room)
        for added in range(begun, count):
            write(found, added, net, aim, solved, lattice, room)
    return Lessons(boards[:count].copy(), found.estimated[:count].copy(), found.worths[:count].copy())


@compiled
def add_boards(boards: NDArray[np.int8], count: int, solved: LastBoards, more: int) -> int:
    """Adds boards of a solved last turn, with all pawns at random places; returns the new count."""
    here = np.empty(SIZE, np.int64)
    for _ in range(more if len(solved.moves) else 0):
        number = np.random.randint(0, solved.place.size)
        if solved.place[number] != NONE:
            board_of(solved.start, solved.radix, number, here)
            for seat in range(here[SEATS]):
                here[PAWN + seat] = np.random.randint(0, SPACES)
            copy_board(here, boards[count])
            count += 1
    return count


@compiled
def write(
    found: Lessons, place: int, net: Net, aim: int, solved: LastBoards, lattice: Lattice, room: Turns
) -> None:
    """Writes the worths of a position to every seat: estimated, and one turn ahead or at the end."""
    board = np.empty((1, SIZE), np.int64)
    copy_board(found.boards[place], board[0])
    estimates(board, int64(1), net, aim, found.estimated[place : place + 1])
    worths, seat = found.worths[place], board[0, SEAT]
    turn_ahead(board[0], net, aim, lattice, room, worths)
    if solved.known:
        own = np.empty(1)
        look_up(board, int64(1), solved, aim, own)
        if aim == WINS:
            others = 1.0 - worths[seat]
            share = (1.0 - own[0]) / others if others > 0.0 else 0.0
            for other in range(worths.size):
                worths[other] *= share
        worths[seat] = own[0]


@compiled
def turn_ahead(board: Board, net: Net, aim: int, lattice: Lattice, room: Turns, found: Floats) -> None:
    """Writes the worths of a position to every seat if the one to move plays its turn by the network."""
    clear(room)
    count = list_landings(board, int64(RED), room.ends, room.offers, room.nothing, room.landed)
    worths = np.empty((count, found.size))
    estimates(room.ends, count, net, aim, worths)
    landing = landing_worths(room, worths, board[SEAT], lattice)
    for seat in range(found.size):
        found[seat] = mean_after(landing[1 + seat], board[PAWN + board[SEAT]])


@compiled
def features(boards: NDArray[np.int8]) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """The features of the networks: (positions, marks) and (positions, counts)."""
    seats = boards[0, SEATS]
    marks: NDArray[np.int16] = np.empty((len(boards), MARKS), np.int16)
    counts: NDArray[np.float32] = np.empty((len(boards), seats * (7 + seats)), np.float32)
    here, mark, count = np.empty(SIZE, np.int64), np.empty(MARKS, np.int64), np.empty(counts.shape[1])
    for place in range(len(boards)):
        copy_board(boards[place], here)
        mark_features(here, mark)
        count_features(here, count)
        marks[place], counts[place] = mark, count
    return marks, counts
