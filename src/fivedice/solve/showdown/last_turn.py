"""The last turn of a match of showdown: what boards are worth where it can be solved. Estimates nothing.

Solved is the turn as a whole, or else what is left of it after a steal, wherever that means no more than
`MOST_BOARDS` boards.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import cast

import numpy as np

from fivedice.core.worth import Worth
from fivedice.solve.showdown.board import CHIPS, LEFT, MOVE, NONE, OWNER, PAWN, PHASE, SEATS, Board
from fivedice.solve.showdown.network import WINS, Boards
from fivedice.solve.showdown.parts import MOST_BOARDS, Ending, Works


def solved(works: Works, aim: int, board: Board, boards: Boards) -> Worth:
    """(boards,): to the seat about to throw the red die on boards that its turn on this one leads to.

    Not a number where it is not the last turn, or too much is left of it. Boards after a steal have most of
    what follows in common, so it is worked out for all of them together where that is less.
    """
    if board[LEFT] != 1:
        return np.full(len(boards), np.nan)
    whole = ending(works, aim, board, MOST_BOARDS)
    if whole.known:
        return works.look_up(boards, whole, aim)
    worths, counted = np.full(len(boards), np.nan), aim != WINS or len(whole.place) > 0
    each, in_all = [left(whole, one) for one in boards], left(whole, board)
    short = [place for place, number in enumerate(each) if number <= MOST_BOARDS or not counted]
    together = counted and sum(each[place] for place in short) > in_all
    for place in short:
        start, most = (board, in_all) if together else (boards[place], MOST_BOARDS)
        known = ending(works, aim, start, most)
        if known.known:
            worths[place] = works.look_up(boards[place : place + 1], known, aim)[0]
    return worths


def ending(works: Works, aim: int, board: Board, most_boards: int) -> Ending:
    """The boards that can still come of this one, worked out if there are no more than that."""
    bare = board.copy()
    bare[PAWN : PAWN + board[SEATS]], bare[PHASE] = 0, MOVE  # wherever the pawns stand
    return _ending(cast(Hashable, works), aim, bare.tobytes(), most_boards)


@lru_cache(maxsize=64)
def _ending(works: Hashable, aim: int, board: bytes, most_boards: int) -> Ending:
    return cast(Works, works).ending(np.frombuffer(board, np.int64).copy(), aim, most_boards)


def left(whole: Ending, board: Board) -> int:
    """How many boards have to be worked out for what is left of a last turn, at its start or a steal later.

    Where they were too many to be looked through, it is how many there are; for chips that is the same.
    """
    ways, start = 1 + np.count_nonzero(whole.radix, axis=1), whole.start
    stolen = np.flatnonzero(board[OWNER:CHIPS] != start[OWNER:CHIPS])
    after = np.arange(len(whole.place))
    for card in stolen:
        least, taken = whole.radix[card, start[CHIPS + card]], whole.radix[card, board[CHIPS + card]]
        after = after[after // least % ways[card] == taken // least]
    if len(whole.place):
        return int(np.count_nonzero(whole.place[after] != NONE))
    return int(ways.prod() // ways[stolen].prod())
