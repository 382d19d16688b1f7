"""The last turn of a showdown match, solved exactly: every possible board, from the end backwards.

Each steal adds to the seat's cards. Boards are numbered so that a steal always leads to a higher number, and
solved from the highest down. For wins, a board on which the seat leads needs no search, because nothing after
it can reduce the lead.
"""

import numpy as np

from fivedice.games.showdown_board import MOST, SPACES
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lattice import Lattice
from fivedice.solve.kernel.settings import LANES
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHIPS,
    LEFT,
    MOST_CHIPS,
    NONE,
    NUMBERS,
    OWNER,
    PAWN,
    SEAT,
    SIZE,
    Board,
    Boards,
    Ints,
)
from fivedice.solve.showdown.last_turn import MOST_NUMBERS, LastBoards
from fivedice.solve.showdown.network import WINS, Floats
from research.showdown.compiled.turn import clear, list_landings, move_worths, turns
from research.showdown.compiled.value import result


@compiled
def ending(start: Board, aim: int, most_boards: int) -> LastBoards:
    """The unsolved boards of a last turn from this one on; none if there are more than `most_boards`."""
    radix = np.zeros((CARD_COUNT, MOST_CHIPS + 1), np.int64)
    numbers = radices(start, radix) if start[LEFT] == 1 else 0
    most_numbers = MOST_NUMBERS if aim == WINS else most_boards
    place = np.empty(numbers if numbers <= most_numbers else 0, np.int64)
    boards = open_boards(start, radix, aim, place)
    known = place.size > 0 and boards <= most_boards
    return LastBoards(start.copy(), radix, place, np.empty((boards if known else 0, LANES)), known)


@compiled
def solve(boards: LastBoards, aim: int, lattice: Lattice) -> None:
    """Writes the worths of all boards, the highest number first."""
    if len(boards.moves) == 0:
        return
    board, room, stays = np.empty(SIZE, np.int64), turns(int64(LANES)), np.empty((1, LANES))
    worths = np.empty(len(room.ends))
    for step in range(boards.place.size):
        number = boards.place.size - 1 - step
        if boards.place[number] == NONE:
            continue
        board_of(boards.start, boards.radix, number, board)
        clear(room)
        count = list_landings(board, int64(SPACES), room.ends, room.offers, room.nothing, room.landed)
        look_up(room.ends, count, boards, aim, worths)
        moves = boards.moves[boards.place[number]]
        move_worths(room.offers, room.nothing, room.landed, worths, lattice, moves, stays)


@compiled
def radices(start: Board, radix: Ints) -> int:
    """Writes what each stolen card and its chips add to a board's number; returns the number of boards."""
    numbers = 1
    for card in range(CARD_COUNT):
        if start[OWNER + card] != start[SEAT]:
            held = start[CHIPS + card]
            most = MOST if card < NUMBERS else held
            for chips in range(held, most + 1):
                radix[card, chips] = numbers * (chips - held + 1)
            numbers *= most - held + 2
    return numbers


@compiled
def board_of(start: Board, radix: Ints, number: int, board: Board) -> None:
    """Writes the board of a number: for each card, whether it was stolen and with how many chips."""
    for place in range(SIZE):
        board[place] = start[place]
    for card in range(CARD_COUNT - 1, -1, -1):
        for chips in range(MOST_CHIPS, 0, -1):
            if 0 < radix[card, chips] <= number:
                number -= radix[card, chips]
                board[OWNER + card], board[CHIPS + card] = start[SEAT], chips
                break


@compiled
def open_boards(start: Board, radix: Ints, aim: int, place: Ints) -> int:
    """Numbers the boards that must be solved in `place`, and counts them."""
    count = 0
    board = np.empty(SIZE, np.int64)
    for number in range(place.size):
        place[number] = NONE
        board_of(start, radix, number, board)
        if aim != WINS or result(board, start[SEAT], int64(WINS)) < 1.0:
            place[number] = count
            count += 1
    return count


@compiled
def look_up(boards: Boards, count: int, known: LastBoards, aim: int, worths: Floats) -> None:
    """(count,): writes the worths to the seat of the first boards, between two steals or at the end."""
    seat = known.start[SEAT]
    for row in range(count):
        board = boards[row]
        if board[LEFT] == 0 or (aim == WINS and result(board, seat, int64(WINS)) == 1.0):
            worths[row] = result(board, seat, aim)
            continue
        number = 0
        for card in range(CARD_COUNT):
            if board[OWNER + card] != known.start[OWNER + card]:
                number += known.radix[card, board[CHIPS + card]]
        worths[row] = known.moves[known.place[number], board[PAWN + seat]]
