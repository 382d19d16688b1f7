"""The learned networks of showdown: what they look at, how large they are, their weights.

They look at positions before a red die, as the seat to move sees them, and give a number for every seat:
its chance of winning (they sum to one), or the chips it will end with. The features are

* for each card, one of: off the board; held by this seat, counted from the one to move, with so many chips;
* how many cards are off the board, or turns left in the Showdown Round;
* for each seat: its chips, its lead over the best other, how much of what it holds can be stolen; of the
  six spaces its pawn may reach next, how many are Wild, empty, or its own (to be raised or not), and what
  it could steal there from each other seat, or raise.

They feed one layer of `HIDDEN` units and from these one number a seat; there is one such network before the
Showdown Round and one in it. `research/showdown/learn.py` learned the weights.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivedice.games.showdown import MOST
from fivedice.solve.showdown.board import CARD_COUNT, NUMBERS, Ints

Floats = NDArray[np.float64]
Boards = Ints
"""(boards, SIZE)"""

HIDDEN = 32
CLOCK = CARD_COUNT + 1
"""How many values the number of cards off the board has."""
MARKS = CARD_COUNT + 1
"""How many of the features that are 0 or 1 are 1 in any position: one a card, and the clock."""
WINS, CHIPS_AIM = 0, 1
AIMS = ("wins", "chips")
CHIPS_UNIT = 10.0
"""Chips are counted in tens inside the network."""
WEIGHTS = Path(__file__).with_name("weights.npz")


Net = NDArray[np.float64]
"""(2, rows, HIDDEN): the weights of one network before the Showdown Round and in it, row by row those of

the features that are 0 or 1, of the features that are numbers, the bias of the units, the weights from
the units to the number of each seat, and the bias of these (in the first places of the last row).
"""
PARTS = ("marks", "counts", "bias", "out", "out_bias")


def card_start(card: int, seats: int) -> int:
    """The first mark of a card."""
    numbers = min(card, NUMBERS)
    return numbers * (1 + MOST * seats) + (card - numbers) * (1 + seats)


def mark_count(seats: int) -> int:
    """How many features that are 0 or 1 there are."""
    return card_start(CARD_COUNT, seats) + CLOCK


def count_count(seats: int) -> int:
    """How many features that are numbers there are."""
    return seats * (7 + seats)


def row_count(seats: int) -> int:
    """How many rows of weights a network has."""
    return mark_count(seats) + count_count(seats) + seats + 2


@cache
def load(seats: int, aim: str) -> Net:
    """The learned network. Raises ValueError for an aim or a number of seats that there is none for."""
    with np.load(WEIGHTS) as weights:
        if f"{aim}{seats}" not in weights:
            raise ValueError(f"Showdown is not known for {seats} seats and the aim {aim!r}.")
        return np.ascontiguousarray(weights[f"{aim}{seats}"], float)
