"""The steps of a turn of showdown, on many boards at once.

The game's own rules are written again here for speed; a test plays both side by side.
"""

import numpy as np
from numpy.typing import NDArray

from fivedice.games.showdown import MOST, SPACES, least_chips
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHIPS,
    CHOOSE,
    CORNERS,
    FULL,
    LEFT,
    MOST_CHIPS,
    MOVE,
    NONE,
    NUMBERS,
    OWNER,
    PAWN,
    PHASE,
    ROLL,
    SEAT,
    SEATS,
    SPACE,
    Ints,
)
from fivedice.solve.showdown.network import Boards

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
    """The pawns of the seats to play come to these spaces."""
    boards[np.arange(len(boards)), PAWN + boards[:, SEAT]] = spaces


def end_turns(boards: Boards) -> None:
    """The next seat's turn begins on each board."""
    boards[:, SEAT] = (boards[:, SEAT] + 1) % boards[:, SEATS]
    boards[:, PHASE] = MOVE
    boards[:, LEFT] -= boards[:, LEFT] > 0


def own_cards(boards: Boards) -> Mask:
    """(boards, 12): the cards of the seats to play."""
    own: Mask = boards[:, OWNER:CHIPS] == boards[:, SEAT, None]
    return own


def can_rise(boards: Boards) -> Mask:
    """(boards, 12): the number cards of the seats to play that have fewer than four chips."""
    return own_cards(boards) & NUMBER & (boards[:, CHIPS:PAWN] < MOST)


def landed(boards: Boards) -> Ints:
    """(boards, 16): the phase that comes of landing on each space; `NONE` where the turn ends at once."""
    own, rising = own_cards(boards), can_rise(boards)
    phases = np.full((len(boards), SPACES), ROLL)
    phases[np.ix_((own & ~rising).all(axis=1), WILD)] = NONE
    row, card = np.nonzero(own)
    phases[row, boards[row, SPACE + card]] = np.where(rising[row, card], CHOOSE, MOVE)
    return phases


def next_empty(boards: Boards) -> Ints:
    """(boards,): the pawn's own space if it is an empty diamond, else the next clockwise, if any is empty."""
    empty = np.tile(~WILD, (len(boards), 1))
    row, card = np.nonzero(boards[:, OWNER:CHIPS] != NONE)
    empty[row, boards[row, SPACE + card]] = False
    ring = (pawns(boards)[:, None] + RING) % SPACES
    first = np.take_along_axis(empty, ring, axis=1).argmax(axis=1)
    spaces: Ints = ring[np.arange(len(boards)), first]
    return spaces


def takings(boards: Boards) -> tuple[Mask, Mask]:
    """(boards, 12, 8): with how many chips each card may be taken where the pawn stands.

    And (boards, 12): whether it may be taken plainly, that is, with dice that are not a Yahtzee.
    """
    owner, spaces = boards[:, OWNER:CHIPS], pawns(boards)[:, None]
    lies = boards[:, SPACE:OWNER] == spaces
    wild = WILD[spaces]
    rises = can_rise(boards) & (wild | lies)
    plainly: Mask = np.where(owner == NONE, wild | ~lies.any(axis=1, keepdims=True), wild | lies)
    least = np.where(owner == NONE, 1, least_chips(boards[:, CHIPS:PAWN], rises))
    least = np.where(plainly & NUMBER, least, FULLS)
    may = rises | (owner != boards[:, SEAT, None])
    return may[:, :, None] & (least[:, :, None] <= CHIP) & (FULLS[:, None] >= CHIP), plainly


def take(boards: Boards, cards: Ints, chips: Ints, spaces: Ints) -> None:
    """On each board a card is placed, stolen or raised; it lies on that space from then on."""
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
