"""Positions of showdown as rows of integers (boards), and what dice are good for, as tables.

The tables come out of the game's own functions. How pawns, cards and turns move on boards is in `steps`.
"""

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import ROLLS, YAHTZEES
from fivedice.core.worth import turn_worth
from fivedice.games.showdown import (
    CARDS,
    FULL_VALUE,
    NUMBER_CARDS,
    SPACES,
    WILD_SPACES,
    Position,
    chips_for,
    combination,
)

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
    taken = np.array([[chips_for(card, roll) for card in range(CARD_COUNT)] for roll in ROLLS])
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
