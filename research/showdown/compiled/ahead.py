"""The worths of the ends of a showdown turn to the seat that plays it.

The network estimates an end that passes the turn on. Within a chain of steals, where the seat continues, an
end is rated by looking ahead one red die and one turn. A last turn is solved if it is short as a whole. The
rest of a long one after a steal could also be solved, as in `own_turn`, but whole matches would then take
three to five times as long.
"""

import numpy as np

from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lattice import Lattice
from fivedice.solve.kernel.settings import LANES
from fivedice.solve.showdown.board import LEFT, PAWN, SEAT, SEATS, Board, Boards
from fivedice.solve.showdown.last_turn import LastBoards
from fivedice.solve.showdown.network import Floats, Net
from fivedice.solve.showdown.turn import RED, Turns
from research.showdown.compiled.ending import look_up
from research.showdown.compiled.turn import clear, list_landings, move_worths
from research.showdown.compiled.value import estimates


@compiled
def end_worths(
    ends: Boards, count: int, seat: int, net: Net, aim: int, solved: LastBoards, lattice: Lattice, room: Turns
) -> Floats:
    """(ends, seats): the worths of the first ends of a turn of this seat."""
    worths = np.empty((count, ends[0, SEATS]))
    estimates(ends, count, net, aim, worths)
    for end in range(count):
        if ends[end, SEAT] == seat and ends[end, LEFT] != 0:
            worths[end, seat] = going_on(ends[end], net, aim, solved, lattice, room)
    return worths


@compiled
def going_on(board: Board, net: Net, aim: int, solved: LastBoards, lattice: Lattice, room: Turns) -> float:
    """The worth to the seat before its red die: from the solved last turn if it contains this board."""
    if solved.known and board[LEFT] == 1:
        worths = np.empty(1)
        look_up(board.reshape(1, board.size), int64(1), solved, aim, worths)
        return float(worths[0])
    return moving(board, net, aim, lattice, room)


@compiled
def moving(board: Board, net: Net, aim: int, lattice: Lattice, room: Turns) -> float:
    """The worth to the seat before its red die: one turn is exact, positions after it are estimates."""
    clear(room)
    seat = board[SEAT]
    count = list_landings(board, int64(RED), room.ends, room.offers, room.nothing, room.landed)
    worths, own, moves = np.empty((count, board[SEATS])), np.empty(count), np.empty(LANES)
    estimates(room.ends, count, net, aim, worths)
    for end in range(count):
        own[end] = worths[end, seat]
    move_worths(room.offers, room.nothing, room.landed, own, lattice, moves, np.empty((1, LANES)))
    return float(moves[board[PAWN + seat]])
