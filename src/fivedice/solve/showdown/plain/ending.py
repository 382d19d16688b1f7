"""The last turn of a showdown match, exactly, in numpy: all boards with equally many steals side by side.

Each steal adds to the seat's cards, so boards are worked out from those with the most cards stolen to the
board as it stands. To win, a board on which the seat leads needs no search: nothing that is left can lower
its lead. Knows no network.
"""

import numpy as np

from fivedice.games.showdown import MOST, SPACES
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHIPS,
    LEFT,
    NONE,
    NUMBERS,
    OWNER,
    PAWN,
    SEAT,
    Board,
    Ints,
)
from fivedice.solve.showdown.network import WINS, Boards, Floats
from fivedice.solve.showdown.parts import MOST_BOARDS, MOST_NUMBERS, Ending
from fivedice.solve.showdown.plain.steps import CHIP, Mask, pawns
from fivedice.solve.showdown.plain.turn import moves
from fivedice.solve.showdown.plain.value import results


def ending(start: Board, aim: int, most_boards: int = MOST_BOARDS) -> Ending:
    """The boards of a last turn from this one on, worked out; none of them if there are more than that."""
    radix, numbers = _radix(start)
    if start[LEFT] != 1 or numbers > (MOST_NUMBERS if aim == WINS else most_boards):
        return Ending(start, radix, np.empty(0, np.int64), np.empty((0, SPACES)), False)
    boards, steals = _boards(start, radix, numbers)
    undecided = ~_won(boards, start[SEAT], aim)
    place = np.where(undecided, np.cumsum(undecided) - 1, NONE)
    known = bool(undecided.sum() <= most_boards)
    found = Ending(start, radix, place, np.empty((undecided.sum() if known else 0, SPACES)), known)
    if known:
        _solve(found, boards[undecided], steals[undecided], aim)
    return found


def look_up(boards: Boards, known: Ending, aim: int) -> Floats:
    """(boards,): what boards, between two steals or at the end, are worth to the seat."""
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
    """(12, 8): what a card stolen with so many chips adds to a board's number; and how many numbers are."""
    held = start[CHIPS:PAWN]
    most = np.where(np.arange(CARD_COUNT) < NUMBERS, MOST, held)
    ways = np.where(start[OWNER:CHIPS] == start[SEAT], 1, most - held + 2)
    factor = np.cumprod(ways)
    radix = (factor // ways)[:, None] * (CHIP - held[:, None] + 1)
    within = (held[:, None] <= CHIP) & (most[:, None] >= CHIP) & (ways > 1)[:, None]
    return np.where(within, radix, 0), int(factor[-1])


def _boards(start: Board, radix: Ints, numbers: int) -> tuple[Boards, Ints]:
    """(numbers, SIZE): the boards of all numbers; and on each how many cards were stolen: (numbers,)."""
    boards, steals, left = np.tile(start, (numbers, 1)), np.zeros(numbers, np.int64), np.arange(numbers)
    for card in range(CARD_COUNT - 1, -1, -1):
        if not radix[card].any():
            continue
        one, held = radix[card, start[CHIPS + card]], start[CHIPS + card]
        way, left = np.divmod(left, one)
        boards[way > 0, OWNER + card] = start[SEAT]
        boards[way > 0, CHIPS + card] = held + way[way > 0] - 1
        steals += way > 0
    return boards, steals


def _won(boards: Boards, seat: int, aim: int) -> Mask:
    """(boards,): whether nothing that the seat can still do changes that it wins alone."""
    if aim != WINS or not len(boards):
        return np.zeros(len(boards), bool)
    won: Mask = results(boards, aim)[:, seat] == 1.0
    return won


def _solve(found: Ending, boards: Boards, steals: Ints, aim: int) -> None:
    """Writes the worths of the boards."""
    for count in range(steals.max(initial=0), -1, -1):
        now = steals == count
        if now.any():
            found.moves[now] = moves(boards[now], SPACES, lambda ends: look_up(ends, found, aim))
