"""Whole matches of showdown between networks, fast, to learn from them. Keeps no record of keeps and throws.

Every seat plays what its network calls best: this turn exactly, the positions after it as estimated.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.dice import KEEPS_OF, ROLLS
from fivedice.games.showdown import SPACES, WILD_SPACES
from fivedice.solve.compile import compiled
from fivedice.solve.lanes import LANES
from fivedice.solve.showdown_board import (
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
    land,
)
from fivedice.solve.showdown_turn import (
    LUCKY,
    MOST_ENDS,
    best_end,
    list_ends,
    roll_worths,
    unseen,
)
from fivedice.solve.showdown_value import (
    MARKS,
    Floats,
    Net,
    count_features,
    estimates,
    mark_features,
    result,
)
from fivedice.solve.sweep import KEEP_COUNT, ROLL_COUNT, Lattice, best_keeps, throw
from fivedice.worth import FIRST_ROLL, KEEP_NUMBER

CORNERS_OF_SEATS = np.array(WILD_SPACES)
LONGEST = 400
"""After so many red dice a match is broken off and counts as it stands."""


def _padded(keeps: list[int]) -> list[int]:
    return keeps + keeps[-1:] * (32 - len(keeps))


KEEPS_IN = np.array([_padded([KEEP_NUMBER[keep] for keep in KEEPS_OF[roll]]) for roll in ROLLS])
"""(252, 32): the keeps inside each roll, padded with the last one."""


class Played(NamedTuple):
    """Matches played: the positions before every red die, what they were estimated at, what came of them."""

    boards: NDArray[np.int8]
    """(positions, SIZE)"""
    matches: Ints
    """(positions,): the number of the match."""
    worths: Floats
    """(positions, seats): the estimate by the first network."""
    results: Floats
    """(matches, 2, seats): what every seat made, by each of `AIMS`."""


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
    """Plays matches; the first seat goes round. The same seed gives the same matches.

    `nets` are networks side by side, `aims` what each plays for, `players` the network of each seat; with a
    chance of `wander` a final roll is used for any card it may be used for, so that more of the game is seen.
    """
    np.random.seed(seed)
    seats = players.size
    room = matches * LONGEST
    boards, numbers = np.empty((room, SIZE), np.int8), np.empty(room, np.int64)
    worths, results = np.empty((room, seats)), np.empty((matches, 2, seats))
    count = 0
    for match in range(matches):
        board = start(seats, match % seats)
        begun = count
        while board[LEFT] != 0 and count < begun + LONGEST:
            player = players[board[SEAT]]
            if board[PHASE] == MOVE:
                boards[count], numbers[count] = board, match
                estimates(board.reshape(1, SIZE), 1, nets[0], aims[0], worths[count : count + 1])
                count += 1
                land(board, (board[PAWN + board[SEAT]] + np.random.randint(1, 7)) % SPACES)
            else:
                play_turn(board, nets[player], aims[player], wander, lattice)
        for seat in range(seats):
            for aim in range(2):
                results[match, aim, seat] = result(board, seat, aim)
    return Played(boards[:count].copy(), numbers[:count].copy(), worths[:count].copy(), results)


@compiled
def play_turn(board: Board, net: Net, aim: int, wander: float, lattice: Lattice) -> None:
    """The choice on an own card, or the black dice."""
    seat = board[SEAT]
    choosing = board[PHASE] == CHOOSE
    board[PHASE] = ROLL
    ends = np.empty((MOST_ENDS + 1, SIZE), np.int64)
    offers, nothing = np.full((1, CARD_COUNT, LUCKY + 1), NONE), np.full(1, NONE)
    count = list_ends(board, 0, 0, ends, offers, nothing, unseen())
    ends[count] = board
    ends[count, PHASE] = MOVE
    worths = np.empty((count + 1, board[SEATS]))
    estimates(ends, count + 1, net, aim, worths)
    own = worths[:, seat].copy()
    second, first = np.zeros((KEEP_COUNT, LANES)), np.zeros((KEEP_COUNT, LANES))
    roll_worths(offers, nothing, 0, own, second, 0)
    throw(second, lattice)
    first[:] = second
    best_keeps(first, lattice)
    throw(first, lattice)
    if choosing and moves_on(first, own[count], lattice):
        board[PHASE] = MOVE
        return
    roll = best_throw(best_throw(thrown(0, lattice), first, lattice), second, lattice) - FIRST_ROLL
    end = best_end(offers, nothing, 0, roll, own)
    board[:] = ends[wandering(offers, roll, end) if np.random.random() < wander else end]


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
    """The roll that comes of throwing the dice that a keep leaves."""
    while keep < FIRST_ROLL:
        keep = lattice.plus_one[keep, np.random.randint(0, 6)]
    return keep


@compiled
def best_throw(roll: int, worths: Floats, lattice: Lattice) -> int:
    """The roll after keeping what is worth most of a roll and throwing the rest."""
    best = roll
    for keep in KEEPS_IN[roll - FIRST_ROLL]:
        if worths[keep, 0] > worths[best, 0]:
            best = keep
    return thrown(best, lattice)


@compiled
def wandering(offers: Ints, roll: int, end: int) -> int:
    """Any end that the roll may be used for; the given one where chance names a card that it may not."""
    card = np.random.randint(0, CARD_COUNT)
    other = offers[0, card, LUCKY] if YAHTZEE[roll] else offers[0, card, OWN[roll, card]]
    return end if other == NONE else other


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
