"""Compiled turns of showdown, called from Python: the same answers as the package, but faster."""

import numpy as np

from fivedice.solve.kernel.compile import int64
from fivedice.solve.kernel.lattice import ROLL_COUNT, lattice
from fivedice.solve.kernel.settings import LANES
from fivedice.solve.showdown.board import SEATS, Board, Boards, Ints
from fivedice.solve.showdown.last_turn import LastBoards
from fivedice.solve.showdown.network import Floats, Net
from fivedice.solve.showdown.turn import Turns
from research.showdown.compiled import ahead, turn, value
from research.showdown.compiled import ending as last_turn


def list_ends(board: Board) -> Turns:
    """The ends of a turn before the black dice."""
    room = turn.turns(int64(1))
    count = turn.list_ends(board, int64(0), int64(0), room.ends, room.offers, room.nothing, turn.unseen())
    return room._replace(ends=room.ends[:count])


def best_ends(turns: Turns, worths: Floats) -> Ints:
    """(252,): the best end for each final roll; the first among equals."""
    chosen = np.empty(ROLL_COUNT, np.int64)
    turn.best_ends(turns.offers, turns.nothing, np.ascontiguousarray(worths), chosen)
    return chosen


def estimates(boards: Boards, net: Net, aim: int) -> Floats:
    """(boards, seats): the worths of positions before a red die, or at the end, to every seat."""
    worths = np.empty((len(boards), boards[0, SEATS]))
    value.estimates(boards, len(boards), net, int64(aim), worths)
    return worths


def moving(boards: Boards, seat: int, net: Net, aim: int) -> Floats:  # noqa: ARG001 - each board names it
    """(boards,): the worths of boards to this seat, which throws the red die next on all of them."""
    room = turn.turns(int64(LANES))
    return np.array([ahead.moving(board, net, int64(aim), lattice(), room) for board in boards])


def ending(start: Board, aim: int, most_boards: int) -> LastBoards:
    """The solved boards of a last turn from this one on, if there are no more than `most_boards`."""
    boards = last_turn.ending(start, int64(aim), int64(most_boards))
    last_turn.solve(boards, int64(aim), lattice())
    return boards


def look_up(boards: Boards, known: LastBoards, aim: int) -> Floats:
    """(boards,): the worths to its seat of boards of a last turn, between two steals or at its end."""
    worths = np.empty(len(boards))
    last_turn.look_up(boards, int64(len(boards)), known, int64(aim), worths)
    return worths
