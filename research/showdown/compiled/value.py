"""Estimates of showdown positions by a trained network; compiled."""

import numpy as np

from fivedice.games.showdown_board import MOST, SPACES
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import add, load_from, store_from, times
from fivedice.solve.kernel.settings import LANES
from fivedice.solve.showdown import network
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
    Boards,
    Ints,
)
from fivedice.solve.showdown.network import CHIPS_AIM, CHIPS_UNIT, CLOCK, HIDDEN, MARKS, WINS, Floats, Net
from research.showdown.compiled.steps import chips_of

card_start = compiled(network.card_start)


@compiled
def mark_features(board: Board, marks: Ints) -> None:
    """(13,): writes the places of the binary features that are 1."""
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
    """(seats * (7 + seats),): writes the numeric features."""
    seats = board[SEATS]
    for place in range(counts.size):
        counts[place] = 0.0
    standing(board, counts)
    for after_mover in range(seats):
        if board[LEFT] == NONE or after_mover < board[LEFT]:
            reach(board, (board[SEAT] + after_mover) % seats, counts, after_mover * (7 + seats) + 3)


@compiled
def standing(board: Board, counts: Floats) -> None:
    """Writes chips, lead and exposure of every seat."""
    seats = board[SEATS]
    each = 7 + seats
    for card in range(CARD_COUNT):
        owner, held = board[OWNER + card], board[CHIPS + card]
        if owner != NONE:
            start = (owner - board[SEAT]) % seats * each
            counts[start] += held
            counts[start + 2] += MADE[card, held] * held
    for start in range(0, counts.size, each):
        best = 0.0
        for other in range(0, counts.size, each):
            if other != start:
                best = max(best, counts[other])
        counts[start + 1], counts[start + 2] = (counts[start] - best) / 10.0, counts[start + 2] / 10.0
    for start in range(0, counts.size, each):
        counts[start] /= 10.0


@compiled
def reach(board: Board, seat: int, counts: Floats, start: int) -> None:
    """Writes what lies on the six spaces that a seat's pawn can reach next."""
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
    """(boards, seats): writes the worths of the first boards to every seat.

    Positions before a red die are estimated; at the end, worths are known.
    """
    seats = worths.shape[1]
    marks, hidden = np.empty(MARKS, np.int64), np.empty(HIDDEN)
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
    """Writes the outputs of the hidden units for these features, sixteen units side by side."""
    units = hidden.size
    flat = weights.reshape(weights.size)
    first = (card_start(int64(CARD_COUNT), seats) + CLOCK) * units
    for unit in range(0, units, LANES):
        total = load_from(flat, first + counts.size * units + unit)
        for mark in marks:
            total = add(total, load_from(flat, mark * units + unit))
        for place in range(counts.size):
            if counts[place] != 0.0:
                total = add(total, times(load_from(flat, first + place * units + unit), counts[place]))
        store_from(hidden, unit, total)


@compiled
def outputs(board: Board, weights: Floats, aim: int, hidden: Floats, worths: Floats) -> None:
    """(seats,): writes the outputs for every seat, which are chances that sum to one, or chips."""
    seats = worths.size
    last = weights.shape[0] - 1
    most = -np.inf
    for after_mover in range(seats):
        total = weights[last, after_mover]
        for unit in range(hidden.size):
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
    """The seat's result if the match ends here: its chips, or its share of the win."""
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
