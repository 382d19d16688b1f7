"""Fast whole matches of showdown between networks, for training.

Every seat plays the best choice by its network, as the bots do: the worths of choices in `showdown` are
computed by the same functions.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import FIRST_ROLL, INSIDE
from fivedice.games.showdown_board import SPACES, WILD_SPACES
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, best_keeps, throw
from fivedice.solve.kernel.settings import LANES
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHIPS,
    CHOOSE,
    LEFT,
    MOVE,
    NONE,
    OWN,
    PAWN,
    PHASE,
    ROLL,
    SEAT,
    SEATS,
    SIZE,
    YAHTZEE,
    Board,
    Ints,
)
from fivedice.solve.showdown.last_turn import MOST_BOARDS, LastBoards
from fivedice.solve.showdown.network import Floats, Net
from fivedice.solve.showdown.turn import LUCKY, Turns
from research.showdown.compiled.ahead import end_worths, going_on
from research.showdown.compiled.ending import ending, solve
from research.showdown.compiled.steps import land
from research.showdown.compiled.turn import MOST_ENDS, best_end, list_ends, roll_worths, turns, unseen
from research.showdown.compiled.value import result
from research.showdown.turns import copy_board

CORNERS_OF_SEATS = np.array(WILD_SPACES)
LONGEST = 400
"""A match is stopped after this many red dice and counts as it stands."""


class Played(NamedTuple):
    """Played matches: the positions before every red die, and the results."""

    boards: NDArray[np.int8]
    """(positions, SIZE)"""
    matches: Ints
    """(positions,): the number of the match."""
    results: Floats
    """(matches, 2, seats): the result of every seat, by each of `AIMS`."""


@compiled
def start(seats: int, first: int) -> Board:
    """The board before the first red die."""
    board = np.full(SIZE, NONE)
    for card in range(CARD_COUNT):
        board[CHIPS + card] = 0
    for seat in range(seats):
        board[PAWN + seat] = CORNERS_OF_SEATS[seat]
    board[SEATS], board[SEAT], board[PHASE], board[LEFT] = seats, first, MOVE, NONE
    return board


@compiled
def play_matches(
    seed: int, matches: int, nets: Floats, aims: Ints, players: Ints, wander: float, lattice: Lattice
) -> Played:
    """Plays matches; the first seat rotates. For each match, the same seed gives the same dice.

    `nets` are networks side by side, `aims` their aims, and `players` the network of each seat. With the
    chance `wander`, a final roll is used for any allowed card, so that training sees more of the game.
    """
    seats = players.size
    room = matches * LONGEST
    boards, numbers = np.empty((room, SIZE), np.int8), np.empty(room, np.int64)
    results = np.empty((matches, 2, seats))
    ahead, count = turns(int64(LANES)), 0
    for match in range(matches):
        np.random.seed(seed + match)
        board = start(seats, match % seats)
        solved = ending(board, int64(0), int64(0))
        begun = count
        while board[LEFT] != 0 and count < begun + LONGEST:
            player = players[board[SEAT]]
            if board[PHASE] == MOVE:
                copy_board(board, boards[count])
                numbers[count] = match
                count += 1
                land(board, (board[PAWN + board[SEAT]] + np.random.randint(1, 7)) % SPACES)
            else:
                if not solved.known:
                    solved = ending(board, aims[player], int64(MOST_BOARDS))
                    solve(solved, aims[player], lattice)
                play_turn(board, nets[player], aims[player], wander, solved, lattice, ahead)
        for seat in range(seats):
            for aim in range(2):
                results[match, aim, seat] = result(board, seat, aim)
    return Played(boards[:count].copy(), numbers[:count].copy(), results)


@compiled
def play_turn(
    board: Board, net: Net, aim: int, wander: float, solved: LastBoards, lattice: Lattice, room: Turns
) -> None:
    """Plays the choice on an own card, or the black dice."""
    seat = board[SEAT]
    choosing = board[PHASE] == CHOOSE
    board[PHASE] = ROLL
    ends = np.empty((MOST_ENDS, SIZE), np.int64)
    offers, nothing = np.full((1, CARD_COUNT, LUCKY + 1), NONE), np.full(1, NONE)
    count = list_ends(board, int64(0), int64(0), ends, offers, nothing, unseen())
    own = end_worths(ends, count, seat, net, aim, solved, lattice, room)[:, seat].copy()
    second = np.zeros((KEEP_COUNT, LANES))
    roll_worths(offers, nothing, int64(0), own, second, int64(0))
    throw(second, lattice)
    first = second.copy()
    best_keeps(first, lattice)
    throw(first, lattice)
    if choosing:
        board[PHASE] = MOVE
        if moves_on(first, going_on(board, net, aim, solved, lattice, room), lattice):
            return
        board[PHASE] = ROLL
    roll = best_throw(best_throw(thrown(int64(0), lattice), first, lattice), second, lattice) - FIRST_ROLL
    end = best_end(offers, nothing, int64(0), roll, own)
    copy_board(ends[wandering(offers, roll, end) if np.random.random() < wander else end], board)


@compiled
def moves_on(first: Floats, moving: float, lattice: Lattice) -> bool:
    """Whether moving on from an own card is worth more than throwing the black dice there."""
    keeps = first.copy()
    best_keeps(keeps, lattice)
    staying = 0.0
    for roll in range(ROLL_COUNT):
        staying += lattice.chance[roll] * keeps[FIRST_ROLL + roll, 0]
    return moving > staying


@compiled
def thrown(keep: int, lattice: Lattice) -> int:
    """The roll after throwing the dice that a keep leaves."""
    while keep < FIRST_ROLL:
        keep = lattice.plus_one[keep, np.random.randint(0, 6)]
    return keep


@compiled
def best_throw(roll: int, worths: Floats, lattice: Lattice) -> int:
    """The roll after making the best keep of a roll and throwing the rest."""
    best = roll
    for keep in INSIDE[:, roll - FIRST_ROLL]:
        if worths[keep, 0] > worths[best, 0]:
            best = keep
    return thrown(best, lattice)


@compiled
def wandering(offers: Ints, roll: int, end: int) -> int:
    """A random end among those that the roll allows; the given one if the drawn card is not allowed."""
    card = np.random.randint(0, CARD_COUNT)
    other = offers[0, card, LUCKY] if YAHTZEE[roll] else offers[0, card, OWN[roll, card]]
    return end if other == NONE else other
