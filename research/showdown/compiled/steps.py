"""The compiled steps of a turn of showdown, on one row of integers.

The moves of pawns, cards and turns are written a second time here for speed. A test compares them with the
game, event by event.
"""

from fivedice.games.showdown_board import MOST, SPACES
from fivedice.solve.kernel.compile import compiled
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHIPS,
    CHOOSE,
    CORNERS,
    LEFT,
    MOVE,
    NO_ACT,
    NONE,
    NUMBERS,
    OWNER,
    PAWN,
    PHASE,
    PLACE,
    RAISE,
    ROLL,
    SEAT,
    SEATS,
    SPACE,
    STEAL,
    Board,
)


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
    """Begins the next seat's turn."""
    board[SEAT] = (board[SEAT] + 1) % board[SEATS]
    board[PHASE] = MOVE
    if board[LEFT] > 0:
        board[LEFT] -= 1


@compiled
def offers_anything(board: Board) -> bool:
    """Whether a Wild space offers anything (R12)."""
    offered = 0
    for card in range(CARD_COUNT):
        offered += board[OWNER + card] != board[SEAT] or can_rise(board, card)
    return offered > 0


@compiled
def land(board: Board, space: int) -> None:
    """Moves the pawn of the seat to play to a space, and sets what comes next there."""
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
    """What the seat may do with a card from its pawn's space.

    Returns the act, the fewest chips that it takes, and whether dice without a Yahtzee may do it.
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
    """Places, steals or raises a card, depending on its state."""
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
