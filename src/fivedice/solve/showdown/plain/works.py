"""All that is asked of who works turns of showdown out (`parts.Works`), in numpy. Compiles nothing."""

import numpy as np

from fivedice.solve.showdown.board import Board
from fivedice.solve.showdown.network import Boards, Floats, Net
from fivedice.solve.showdown.parts import RED, Turns
from fivedice.solve.showdown.plain import turn
from fivedice.solve.showdown.plain.ending import ending, look_up
from fivedice.solve.showdown.plain.steps import pawns
from fivedice.solve.showdown.plain.turn import best_ends
from fivedice.solve.showdown.plain.value import estimates

__all__ = ["best_ends", "ending", "estimates", "list_ends", "look_up", "moving"]


def list_ends(board: Board) -> Turns:
    """What the turn of a pawn about to throw the black dice leads to."""
    return turn.list_ends(board[None], np.zeros(1, np.int64))


def moving(boards: Boards, seat: int, net: Net, aim: int) -> Floats:
    """(boards,): what boards are worth to this seat, which is about to throw the red die on all of them."""
    moves = turn.moves(boards, RED, lambda ends: estimates(ends, net, aim)[:, seat])
    worths: Floats = moves[np.arange(len(boards)), pawns(boards)]
    return worths
