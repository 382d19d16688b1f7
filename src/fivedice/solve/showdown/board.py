"""Positions of showdown as rows of integers, and the steps of a turn on them, compiled. Knows no worth.

What dice are good for comes out of the game's own functions as tables; how pawns, cards and turns move is
written again here for speed, and a test plays it event by event beside the game.
"""

import numpy as np
from numpy.typing import NDArray

from fivedice.dice import ROLLS
from fivedice.games.showdown import (
    CARDS,
    FULL_VALUE,
    MOST,
    NUMBER_CARDS,
    SPACES,
    WILD_SPACES,
    Position,
    combination,
)
from fivedice.patterns import YAHTZEES
from fivedice.solve.kernel.compile import compiled
from fivedice.worth import turn_worth

Ints = NDArray[np.int64]
Board = Ints
"""A row of `SIZE` integers: the fields of a `Position`, at the places named below."""

CARD_COUNT, NUMBERS = len(CARDS), len(NUMBER_CARDS)
MOST_CHIPS = max(FULL_VALUE)
SPACE, OWNER, CHIPS, PAWN = 0, CARD_COUNT, 2 * CARD_COUNT, 3 * CARD_COUNT
"""Where a card's space, owner and chips stand (-1, -1 and 0 off the board), and the pawns of the seats."""
SEATS, SEAT, PHASE, LEFT = PAWN + 4, PAWN + 5, PAWN + 6, PAWN + 7
SIZE = LEFT + 1
MOVE, CHOOSE, ROLL = 0, 1, 2
PHASES = ("move", "choose", "roll")
NONE = -1
"""No space, no owner, and in the place of the turns left: before the Showdown Round."""
NO_ACT, PLACE, STEAL, RAISE = 0, 1, 2, 3
CORNERS = SPACES // len(WILD_SPACES)
"""Every fourth space is a Wild one."""


OWN = np.array([[combination(card, roll) for card in range(CARD_COUNT)] for roll in ROLLS])
"""(252, 12): the chips that each final roll is worth on each card by its own combination."""
YAHTZEE = np.array([roll in YAHTZEES for roll in ROLLS])
"""(252,): the rolls that take any card, at its full value."""
FULL = FULL_VALUE


def _made() -> NDArray[np.float64]:
    taken = np.where(YAHTZEE[:, None], FULL, OWN)
    enough = taken[:, :, None] >= np.arange(MOST_CHIPS + 1)
    return turn_worth(enough.reshape(len(ROLLS), -1).astype(float)).turn.reshape(CARD_COUNT, -1)


MADE = _made()
"""(12, 8): the chance to put at least so many chips on a card in a turn that tries for nothing else."""


def pack(position: Position) -> Board:
    """The row of integers of a position."""
    board = np.full(SIZE, NONE)
    board[CHIPS:PAWN] = 0
    for card, held in enumerate(position.cards):
        if held:
            board[[SPACE + card, OWNER + card, CHIPS + card]] = held.space, held.owner, held.chips
    seats = len(position.pawns)
    board[PAWN : PAWN + seats] = position.pawns
    left = NONE if position.left is None else position.left
    board[SEATS:] = seats, position.seat, PHASES.index(position.phase), left
    return board


@compiled
def card_at(board: Board, space: int) -> int:
    """The card that covers a space, or `NONE`."""
    for card in range(CARD_COUNT):
        if board[SPACE + card] == space:
            return card
    return NONE


@compiled
def can_rise(board: Board, card: int) -> bool:
    """Whether the card is a number card of the seat to play with fewer than four chips."""
    return card < NUMBERS and board[OWNER + card] == board[SEAT] and board[CHIPS + card] < MOST


@compiled
def next_empty(board: Board, space: int) -> int:
    """The space itself if it is an empty diamond, else the next one clockwise; `NONE` if all are covered."""
    for step in range(SPACES):
        here = (space + step) % SPACES
        if here % CORNERS and card_at(board, here) == NONE:
            return here
    return NONE


@compiled
def end_turn(board: Board) -> None:
    """The next seat's turn begins."""
    board[SEAT] = (board[SEAT] + 1) % board[SEATS]
    board[PHASE] = MOVE
    if board[LEFT] > 0:
        board[LEFT] -= 1


@compiled
def offers_anything(board: Board) -> bool:
    """Whether a Wild space offers anything at all (R12)."""
    offered = 0
    for card in range(CARD_COUNT):
        offered += board[OWNER + card] != board[SEAT] or can_rise(board, card)
    return offered > 0


@compiled
def land(board: Board, space: int) -> None:
    """The pawn of the seat to play comes to a space; what lies there decides what comes next."""
    board[PAWN + board[SEAT]] = space
    if space % CORNERS == 0:
        if offers_anything(board):
            board[PHASE] = ROLL
        else:
            end_turn(board)
        return
    card = card_at(board, space)
    if card == NONE or board[OWNER + card] != board[SEAT]:
        board[PHASE] = ROLL
    else:
        board[PHASE] = CHOOSE if can_rise(board, card) else MOVE


@compiled
def may_take(board: Board, card: int) -> tuple[int, int, bool]:
    """What the seat may do with a card where its pawn stands.

    Gives the act, the fewest chips it takes, and whether dice without a Yahtzee may do it.
    """
    seat = board[SEAT]
    space = board[PAWN + seat]
    wild = space % CORNERS == 0
    owner = board[OWNER + card]
    here = wild or board[SPACE + card] == space
    if owner == NONE:
        return PLACE, 1, wild or card_at(board, space) == NONE
    if owner != seat:
        return STEAL, board[CHIPS + card], here
    if here and can_rise(board, card):
        return RAISE, board[CHIPS + card] + 1, True
    return NO_ACT, 0, False


@compiled
def take(board: Board, card: int, chips: int) -> None:
    """A card is placed, stolen or raised, as it lies."""
    seat, owner = board[SEAT], board[OWNER + card]
    if owner == NONE:
        board[SPACE + card] = next_empty(board, board[PAWN + seat])
    board[OWNER + card], board[CHIPS + card] = seat, chips
    board[PAWN + seat] = board[SPACE + card]
    if owner == NONE and next_off(board) == NONE:
        board[LEFT] = board[SEATS] + 1
    if owner not in (NONE, seat) and board[LEFT] != NONE:
        board[PHASE] = MOVE
    else:
        end_turn(board)


@compiled
def next_off(board: Board) -> int:
    """A card that is off the board, or `NONE`."""
    for card in range(CARD_COUNT):
        if board[OWNER + card] == NONE:
            return card
    return NONE


@compiled
def chips_of(board: Board, seat: int) -> int:
    """The chips of a seat on the board."""
    chips = 0
    for card in range(CARD_COUNT):
        if board[OWNER + card] == seat:
            chips += board[CHIPS + card]
    return chips
