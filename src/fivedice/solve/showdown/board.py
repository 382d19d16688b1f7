"""Positions of showdown as rows of integers (boards), and the steps of a turn on many boards at once.

The game's own functions compute the tables of combinations. This module repeats the rules of movement for
speed; a test plays both versions side by side.
"""

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import ROLLS, YAHTZEES
from fivedice.core.worth import turn_worth
from fivedice.games.showdown import chips_for, combination, least_chips
from fivedice.games.showdown_board import (
    CARDS,
    FULL_VALUE,
    MOST,
    NUMBER_CARDS,
    SPACES,
    WILD_SPACES,
    ShowdownPosition,
)

Ints = NDArray[np.int64]
Board = Ints
"""A row of `SIZE` integers: the fields of a `ShowdownPosition`, at the places named below."""
Boards = Ints
"""(boards, SIZE)"""

CARD_COUNT, NUMBERS = len(CARDS), len(NUMBER_CARDS)
MOST_CHIPS = max(FULL_VALUE)
SPACE, OWNER, CHIPS, PAWN = 0, CARD_COUNT, 2 * CARD_COUNT, 3 * CARD_COUNT
"""The indices of a card's space, owner and chips (-1, -1 and 0 off the board), and of the seats' pawns."""
SEATS, SEAT, PHASE, LEFT = PAWN + 4, PAWN + 5, PAWN + 6, PAWN + 7
SIZE = LEFT + 1
MOVE, CHOOSE, ROLL = 0, 1, 2
PHASES = ("move", "choose", "roll")
NONE = -1
"""No space or owner; as the number of turns left: before the Showdown Round."""
NO_ACT, PLACE, STEAL, RAISE = 0, 1, 2, 3
CORNERS = SPACES // len(WILD_SPACES)
"""Every fourth space is a Wild one."""


OWN = np.array([[combination(card, roll) for card in range(CARD_COUNT)] for roll in ROLLS])
"""(252, 12): the chips of each final roll on each card, by the card's own combination."""
YAHTZEE = np.array([roll in YAHTZEES for roll in ROLLS])
"""(252,): the rolls that take any card at its full value."""
FULL = FULL_VALUE


def _chances_of_chips() -> NDArray[np.float64]:
    chips = np.array([[chips_for(card, roll) for card in range(CARD_COUNT)] for roll in ROLLS])
    enough = chips[:, :, None] >= np.arange(MOST_CHIPS + 1)
    return turn_worth(enough.reshape(len(ROLLS), -1).astype(float)).turn.reshape(CARD_COUNT, -1)


MADE = _chances_of_chips()
"""(12, 8): the chance of at least this many chips on a card in a turn that tries for nothing else."""


def pack(position: ShowdownPosition) -> Board:
    """The row of integers of a position."""
    board = np.full(SIZE, NONE)
    board[CHIPS:PAWN] = 0
    for card, owned in enumerate(position.cards):
        if owned:
            board[[SPACE + card, OWNER + card, CHIPS + card]] = owned.space, owned.owner, owned.chips
    seats = len(position.pawns)
    board[PAWN : PAWN + seats] = position.pawns
    left = NONE if position.left is None else position.left
    board[SEATS:] = seats, position.seat, PHASES.index(position.phase), left
    return board


Mask = NDArray[np.bool_]

RING = np.arange(SPACES)
WILD = RING % CORNERS == 0
NUMBER = np.arange(CARD_COUNT) < NUMBERS
FULLS = np.array(FULL)
CHIP = np.arange(MOST_CHIPS + 1)


def pawns(boards: Boards) -> Ints:
    """(boards,): the spaces of the pawns of the seats to play."""
    return boards[np.arange(len(boards)), PAWN + boards[:, SEAT]]


def put_pawns(boards: Boards, spaces: Ints) -> None:
    """Moves the pawns of the seats to play to these spaces."""
    boards[np.arange(len(boards)), PAWN + boards[:, SEAT]] = spaces


def end_turns(boards: Boards) -> None:
    """Begins the next seat's turn on each board."""
    boards[:, SEAT] = (boards[:, SEAT] + 1) % boards[:, SEATS]
    boards[:, PHASE] = MOVE
    boards[:, LEFT] -= boards[:, LEFT] > 0


def own_cards(boards: Boards) -> Mask:
    """(boards, 12): the cards of the seats to play."""
    return boards[:, OWNER:CHIPS] == boards[:, SEAT, None]


def can_steal(boards: Boards) -> Mask:
    """(boards, 12): the cards of other seats than those to play."""
    owners = boards[:, OWNER:CHIPS]
    return (owners != NONE) & (owners != boards[:, SEAT, None])


def can_rise(boards: Boards) -> Mask:
    """(boards, 12): the number cards of the seats to play that have fewer than four chips."""
    return own_cards(boards) & NUMBER & (boards[:, CHIPS:PAWN] < MOST)


def landed(boards: Boards) -> Ints:
    """(boards, 16): the phase after landing on each space; `NONE` if the turn ends at once."""
    own, rising = own_cards(boards), can_rise(boards)
    phases = np.full((len(boards), SPACES), ROLL)
    phases[np.ix_((own & ~rising).all(axis=1), WILD)] = NONE
    row, card = np.nonzero(own)
    phases[row, boards[row, SPACE + card]] = np.where(rising[row, card], CHOOSE, MOVE)
    return phases


def next_empty(boards: Boards) -> Ints:
    """(boards,): the pawn's space if that is an empty diamond, else the next empty one clockwise."""
    empty = np.tile(~WILD, (len(boards), 1))
    row, card = np.nonzero(boards[:, OWNER:CHIPS] != NONE)
    empty[row, boards[row, SPACE + card]] = False
    ring = (pawns(boards)[:, None] + RING) % SPACES
    first = np.take_along_axis(empty, ring, axis=1).argmax(axis=1)
    return ring[np.arange(len(boards)), first]


def takings(boards: Boards) -> tuple[Mask, Mask]:
    """(boards, 12, 8): with how many chips each card may be taken from the pawn's space.

    Also (boards, 12): whether each card may be taken without a Yahtzee.
    """
    owner, spaces = boards[:, OWNER:CHIPS], pawns(boards)[:, None]
    lies = boards[:, SPACE:OWNER] == spaces
    wild = WILD[spaces]
    rises = can_rise(boards) & (wild | lies)
    plainly: Mask = np.where(owner == NONE, wild | ~lies.any(axis=1, keepdims=True), wild | lies)
    least = np.where(owner == NONE, 1, least_chips(boards[:, CHIPS:PAWN], rises))
    least = np.where(plainly & NUMBER, least, FULLS)
    may = rises | can_steal(boards) | (owner == NONE)
    return may[:, :, None] & (least[:, :, None] <= CHIP) & (FULLS[:, None] >= CHIP), plainly


def take(boards: Boards, cards: Ints, chips: Ints, spaces: Ints) -> None:
    """Places, steals or raises a card on each board, which puts it on that space."""
    row, seat = np.arange(len(boards)), boards[:, SEAT]
    owner = boards[row, OWNER + cards]
    boards[row, SPACE + cards] = spaces
    boards[row, OWNER + cards] = seat
    boards[row, CHIPS + cards] = chips
    put_pawns(boards, spaces)
    last = (owner == NONE) & (boards[:, OWNER:CHIPS] != NONE).all(axis=1)
    boards[last, LEFT] = boards[last, SEATS] + 1
    goes_on = (owner != NONE) & (owner != seat) & (boards[:, LEFT] != NONE)
    boards[goes_on, PHASE] = MOVE
    ended = boards[~goes_on]
    end_turns(ended)
    boards[~goes_on] = ended
