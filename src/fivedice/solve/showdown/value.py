"""What a position of showdown promises, estimated: a small learned network. Knows no dice and no turn.

It looks at positions before a red die, as the seat to move sees them, and gives a number for every seat:
its chance of winning (they sum to one), or the chips it will end with. The features are

* for each card, one of: off the board; held by this seat, counted from the one to move, with so many chips;
* how many cards are off the board, or turns left in the Showdown Round;
* for each seat: its chips, its lead over the best other, how much of what it holds can be stolen; of the
  six spaces its pawn may reach next, how many are Wild, empty, or its own (to be raised or not), and what
  it could steal there from each other seat, or raise.

They feed one layer of `HIDDEN` units and from these one number a seat; there is one such network before the
Showdown Round and one in it. `benchmarks/learn_showdown.py` learned the weights.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivedice.games.showdown import MOST, SPACES
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHIPS,
    CORNERS,
    LEFT,
    MADE,
    NONE,
    NUMBERS,
    OWNER,
    PAWN,
    SEAT,
    SEATS,
    SPACE,
    Board,
    Ints,
    chips_of,
)

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


def mark_count(seats: int) -> int:
    """How many features that are 0 or 1 there are."""
    return card_start(int64(CARD_COUNT), seats) + CLOCK


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


@compiled
def card_start(card: int, seats: int) -> int:
    """The first mark of a card."""
    numbers = min(card, NUMBERS)
    return numbers * (1 + MOST * seats) + (card - numbers) * (1 + seats)


@compiled
def mark_features(board: Board, marks: Ints) -> None:
    """Writes which of the features that are 0 or 1 are 1: (13,)."""
    seats = board[SEATS]
    off = 0
    for card in range(CARD_COUNT):
        mark = card_start(card, seats)
        owner = board[OWNER + card]
        if owner == NONE:
            off += 1
        else:
            after_mover = (owner - board[SEAT]) % seats
            mark += 1 + (after_mover * MOST + board[CHIPS + card] - 1 if card < NUMBERS else after_mover)
        marks[card] = mark
    marks[CARD_COUNT] = card_start(int64(CARD_COUNT), seats) + (off if board[LEFT] == NONE else board[LEFT])


@compiled
def count_features(board: Board, counts: Floats) -> None:
    """Writes the features that are numbers: (seats * (7 + seats),)."""
    seats = board[SEATS]
    for place in range(counts.size):
        counts[place] = 0.0
    for after_mover in range(seats):
        seat = (board[SEAT] + after_mover) % seats
        start = after_mover * (7 + seats)
        standing(board, seat, counts, start)
        if board[LEFT] == NONE or after_mover < board[LEFT]:
            reach(board, seat, counts, start + 3)


@compiled
def standing(board: Board, seat: int, counts: Floats, start: int) -> None:
    """Chips, lead and exposure of a seat."""
    chips = chips_of(board, seat)
    best = 0
    for other in range(board[SEATS]):
        if other != seat:
            best = max(best, chips_of(board, other))
    exposed = 0.0
    for card in range(CARD_COUNT):
        if board[OWNER + card] == seat:
            held = board[CHIPS + card]
            exposed += MADE[card, held] * held
    counts[start], counts[start + 1], counts[start + 2] = chips / 10.0, (chips - best) / 10.0, exposed / 10.0


@compiled
def reach(board: Board, seat: int, counts: Floats, start: int) -> None:
    """What lies on the six spaces that the pawn of a seat may come to next."""
    pawn = board[PAWN + seat]
    empty = 0
    for face in range(1, 7):
        if (pawn + face) % CORNERS == 0:
            counts[start] += 1 / 6
        else:
            empty += 1
    for card in range(CARD_COUNT):
        owner, held = board[OWNER + card], board[CHIPS + card]
        if owner == NONE or (board[SPACE + card] - pawn - 1) % SPACES >= 6:
            continue
        empty -= 1
        if owner != seat:
            counts[start + 4 + (owner - seat) % board[SEATS]] += MADE[card, held] * held / 12
        elif card < NUMBERS and held < MOST:
            counts[start + 2] += 1 / 6
            counts[start + 4] += MADE[card, held + 1] / 6
        else:
            counts[start + 3] += 1 / 6
    counts[start + 1] = empty / 6


@compiled
def estimates(boards: Boards, count: int, net: Net, aim: int, worths: Floats) -> None:
    """Writes what the first boards are worth to every seat, by seat: (boards, seats).

    They are positions before a red die, which are estimated, or the end, which is known.
    """
    marks, hidden = np.empty(MARKS, np.int64), np.empty(HIDDEN)
    seats = worths.shape[1]
    counts = np.empty(seats * (7 + seats))
    for place in range(count):
        board = boards[place]
        if board[LEFT] == 0:
            for seat in range(seats):
                worths[place, seat] = result(board, seat, aim)
            continue
        mark_features(board, marks)
        count_features(board, counts)
        weights = net[0 if board[LEFT] == NONE else 1]
        hidden_units(weights, seats, marks, counts, hidden)
        outputs(board, weights, aim, hidden, worths[place])


@compiled
def hidden_units(weights: Floats, seats: int, marks: Ints, counts: Floats, hidden: Floats) -> None:
    """Writes what the units make of the features."""
    bias = card_start(int64(CARD_COUNT), seats) + CLOCK + counts.size
    for unit in range(HIDDEN):
        hidden[unit] = weights[bias, unit]
    for mark in marks:
        for unit in range(HIDDEN):
            hidden[unit] += weights[mark, unit]
    for place in range(counts.size):
        if counts[place] != 0.0:
            for unit in range(HIDDEN):
                hidden[unit] += counts[place] * weights[bias - counts.size + place, unit]


@compiled
def outputs(board: Board, weights: Floats, aim: int, hidden: Floats, worths: Floats) -> None:
    """Writes what the units make of every seat: (seats,), chances that sum to one, or chips."""
    seats = worths.size
    last = weights.shape[0] - 1
    most = -np.inf
    for after_mover in range(seats):
        total = weights[last, after_mover]
        for unit in range(HIDDEN):
            total += max(hidden[unit], 0.0) * weights[last - seats + after_mover, unit]
        worths[(board[SEAT] + after_mover) % seats] = total
        most = max(most, total)
    whole = 0.0
    for seat in range(seats):
        worths[seat] = np.exp(worths[seat] - most) if aim == WINS else worths[seat] * CHIPS_UNIT
        whole += worths[seat]
    if aim == WINS:
        for seat in range(seats):
            worths[seat] /= whole


@compiled
def result(board: Board, seat: int, aim: int) -> float:
    """What the seat has made if the match ends here: its chips, or its share of the win."""
    own = chips_of(board, seat)
    if aim == CHIPS_AIM:
        return float(own)
    level = 0
    for other in range(board[SEATS]):
        chips = chips_of(board, other)
        if chips > own:
            return 0.0
        level += chips == own
    return 1.0 / level
