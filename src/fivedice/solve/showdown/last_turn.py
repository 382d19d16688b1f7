"""Exact solutions of the last turn of a showdown match, or of its rest after a steal, if few boards follow.

Each steal adds to the seat's cards, so boards are solved in descending order of steals. For winning, a board
on which the seat leads needs no search: nothing that is left can lower its lead.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from fivedice.core.worth import Worth
from fivedice.games.showdown_board import MOST, SPACES
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHIP,
    CHIPS,
    LEFT,
    MOVE,
    NONE,
    NUMBERS,
    OWNER,
    PAWN,
    PHASE,
    SEAT,
    SEATS,
    Board,
    Boards,
    Ints,
    Mask,
    pawns,
)
from fivedice.solve.showdown.network import WINS, Floats, results
from fivedice.solve.showdown.turn import moves

MOST_BOARDS = 400
"""The most boards of a last turn that is solved exactly: some 70 microseconds each."""

MOST_NUMBERS = 1 << 14
"""The most board numbers that are searched for boards to solve."""


class LastBoards(NamedTuple):
    """The boards of a last turn."""

    start: Board
    """The board before any steal, the seat about to throw the red die."""
    radix: Ints
    """(12, 8): the amount that a card stolen with this many chips adds to the number of a board."""
    place: Ints
    """(numbers,): the index of each board in `moves`; -1 if the seat leads already."""
    moves: Floats
    """(boards, 16): the worth to the seat of moving on from each space."""
    known: bool
    """Whether this is a last turn with few enough boards; otherwise `moves` is empty."""


def worths_of(aim: int, board: Board, boards: Boards) -> Worth:
    """(boards,): the worths of boards that follow `board` to the seat about to throw the red die.

    NaN if it is not the last turn, or if too many boards are left. Boards after a steal share most of their
    successors, so they are solved together if that is less work.
    """
    if board[LEFT] != 1:
        return np.full(len(boards), np.nan)
    whole = ending_of(aim, board, MOST_BOARDS)
    if whole.known:
        return look_up(boards, whole, aim)
    worths, counted = np.full(len(boards), np.nan), aim != WINS or len(whole.place) > 0
    each, in_all = [boards_left(whole, one) for one in boards], boards_left(whole, board)
    short = [place for place, number in enumerate(each) if number <= MOST_BOARDS or not counted]
    together = counted and sum(each[place] for place in short) > in_all
    for place in short:
        start, most = (board, in_all) if together else (boards[place], MOST_BOARDS)
        known = ending_of(aim, start, most)
        if known.known:
            worths[place] = look_up(boards[place : place + 1], known, aim)[0]
    return worths


def ending_of(aim: int, board: Board, most_boards: int) -> LastBoards:
    """The boards that can follow this one, solved if there are few enough; cached."""
    bare = board.copy()
    bare[PAWN : PAWN + board[SEATS]], bare[PHASE] = 0, MOVE  # the same for all pawn positions
    return _ending(aim, bare.tobytes(), most_boards)


def boards_left(whole: LastBoards, board: Board) -> int:
    """The number of boards to solve for the rest of a last turn, at its start or after a steal.

    If there are too many to search, it is the number of all boards; for chips the two are equal.
    """
    ways, start = 1 + np.count_nonzero(whole.radix, axis=1), whole.start
    stolen = np.flatnonzero(board[OWNER:CHIPS] != start[OWNER:CHIPS])
    after = np.arange(len(whole.place))
    for card in stolen:
        least, way = whole.radix[card, start[CHIPS + card]], whole.radix[card, board[CHIPS + card]]
        after = after[after // least % ways[card] == way // least]
    if len(whole.place):
        return int(np.count_nonzero(whole.place[after] != NONE))
    return int(ways.prod() // ways[stolen].prod())


@lru_cache(maxsize=64)
def _ending(aim: int, board: bytes, most_boards: int) -> LastBoards:
    return ending(np.frombuffer(board, np.int64).copy(), aim, most_boards)


def ending(start: Board, aim: int, most_boards: int = MOST_BOARDS) -> LastBoards:
    """The boards of a last turn from this one on, solved unless there are more than `most_boards`."""
    radix, numbers = _radix(start)
    if start[LEFT] != 1 or numbers > (MOST_NUMBERS if aim == WINS else most_boards):
        return LastBoards(start, radix, np.empty(0, np.int64), np.empty((0, SPACES)), False)
    boards, steals = _boards(start, radix, numbers)
    undecided = ~_won(boards, start[SEAT], aim)
    place = np.where(undecided, np.cumsum(undecided) - 1, NONE)
    known = bool(undecided.sum() <= most_boards)
    last = LastBoards(start, radix, place, np.empty((undecided.sum() if known else 0, SPACES)), known)
    if known:
        _solve(last, boards[undecided], steals[undecided], aim)
    return last


def look_up(boards: Boards, known: LastBoards, aim: int) -> Floats:
    """(boards,): the worths of boards, between two steals or at the end, to the seat."""
    start = known.start
    decided = (boards[:, LEFT] == 0) | _won(boards, start[SEAT], aim)
    worths = np.empty(len(boards))
    if decided.any():
        worths[decided] = results(boards[decided], aim)[:, start[SEAT]]
    on = boards[~decided]
    stolen = on[:, OWNER:CHIPS] != start[OWNER:CHIPS]
    numbers = np.where(stolen, known.radix[np.arange(CARD_COUNT), on[:, CHIPS:PAWN]], 0).sum(axis=1)
    worths[~decided] = known.moves[known.place[numbers], pawns(on)]
    return worths


def _radix(start: Board) -> tuple[Ints, int]:
    """`LastBoards.radix`, and the total number of board numbers."""
    chips = start[CHIPS:PAWN]
    most = np.where(np.arange(CARD_COUNT) < NUMBERS, MOST, chips)
    ways = np.where(start[OWNER:CHIPS] == start[SEAT], 1, most - chips + 2)
    factor = np.cumprod(ways)
    radix = (factor // ways)[:, None] * (CHIP - chips[:, None] + 1)
    within = (chips[:, None] <= CHIP) & (most[:, None] >= CHIP) & (ways > 1)[:, None]
    return np.where(within, radix, 0), int(factor[-1])


def _boards(start: Board, radix: Ints, numbers: int) -> tuple[Boards, Ints]:
    """(numbers, SIZE): the boards of all numbers; and (numbers,): the cards stolen on each."""
    boards, steals, left = np.tile(start, (numbers, 1)), np.zeros(numbers, np.int64), np.arange(numbers)
    for card in range(CARD_COUNT - 1, -1, -1):
        if not radix[card].any():
            continue
        one, chips = radix[card, start[CHIPS + card]], start[CHIPS + card]
        way, left = np.divmod(left, one)
        boards[way > 0, OWNER + card] = start[SEAT]
        boards[way > 0, CHIPS + card] = chips + way[way > 0] - 1
        steals += way > 0
    return boards, steals


def _won(boards: Boards, seat: int, aim: int) -> Mask:
    """(boards,): whether the seat is certain to win alone."""
    if aim != WINS or not len(boards):
        return np.zeros(len(boards), bool)
    return results(boards, aim)[:, seat] == 1.0


def _solve(last: LastBoards, boards: Boards, steals: Ints, aim: int) -> None:
    """Writes the worths of the boards into `last.moves`."""
    for count in range(steals.max(initial=0), -1, -1):
        now = steals == count
        if now.any():
            last.moves[now] = moves(boards[now], SPACES, lambda ends: look_up(ends, last, aim))
