"""The learned networks of showdown: their inputs, sizes and weights.

Their input is a position before a red die, seen from the seat to move: `_marks` and `_counts`. Their output
is a number for every seat: its chance of winning, or its chips at the end. There is one network before the
Showdown Round and one for it; `research/showdown/learn.py` trained them. Sums are computed in the order of
the compiled code there, with `exp` of the C library, so that ties between choices are broken alike.
"""

from functools import cache
from math import exp
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import FACES
from fivedice.games.showdown_board import MOST, SPACES
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHIPS,
    LEFT,
    MADE,
    MOST_CHIPS,
    NONE,
    NUMBER,
    NUMBERS,
    OWNER,
    PAWN,
    RING,
    SEAT,
    SEATS,
    SPACE,
    WILD,
    Boards,
    Ints,
)

Floats = NDArray[np.float64]

HIDDEN = 32
CLOCK = CARD_COUNT + 1
"""The number of values of the clock: cards off the board, or turns left."""
MARKS = CARD_COUNT + 1
"""The number of binary features that are 1 in any position: one per card, and the clock."""
WINS, CHIPS_AIM = 0, 1
AIMS = ("wins", "chips")
CHIPS_UNIT = 10.0
"""Chips are counted in tens inside the network."""
WEIGHTS = Path(__file__).with_name("weights.npz")


Net = NDArray[np.float64]
"""(2, rows, HIDDEN): the weights before the Showdown Round and in it. The rows are those of the binary
features, of the numeric features, the bias of the units, the output weights of each seat, and the output
biases (at the beginning of the last row)."""
PARTS = ("marks", "counts", "bias", "out", "out_bias")


def card_start(card: int, seats: int) -> int:
    """The first binary feature of a card."""
    numbers = min(card, NUMBERS)
    return numbers * (1 + MOST * seats) + (card - numbers) * (1 + seats)


def mark_count(seats: int) -> int:
    """The number of binary features."""
    return card_start(CARD_COUNT, seats) + CLOCK


def count_count(seats: int) -> int:
    """The number of numeric features."""
    return seats * (7 + seats)


@cache
def load(seats: int, aim: str) -> Net:
    """The trained network. Raises ValueError if there is none for this aim and number of seats."""
    with np.load(WEIGHTS) as weights:
        if f"{aim}{seats}" not in weights:
            raise ValueError(f"There is no network of showdown for {seats} seats and the aim {aim!r}.")
        return np.ascontiguousarray(weights[f"{aim}{seats}"], float)


CARD = np.arange(CARD_COUNT)[:, None, None]
FACE = np.array(FACES)
SIXTHS = np.cumsum([0.0, *[1 / 6] * CARD_COUNT])
"""(13,): multiples of 1/6, summed one by one."""
WILD_AHEAD = WILD[(RING[:, None] + FACE) % SPACES].sum(axis=1)
"""(16,): how many of the six spaces after each are Wild."""
EXPOSED = MADE * np.arange(MOST_CHIPS + 1)
STOLEN = EXPOSED / 12
RAISED = MADE / 6


def estimates(boards: Boards, net: Net, aim: int) -> Floats:
    """(boards, seats): the worths of boards: estimates before a red die, results at the end."""
    left, worths = boards[:, LEFT], np.empty((len(boards), boards[0, SEATS]))
    for some, weights in ((left == NONE, net[0]), (left > 0, net[1])):
        if some.any():
            seats, each = int(boards[0, SEATS]), boards[some]
            hidden = _hidden_units(weights, seats, _marks(each, seats), _counts(each, seats))
            worths[some] = _outputs(each, weights, seats, hidden, aim)
    if (left == 0).any():
        worths[left == 0] = results(boards[left == 0], aim)
    return worths


def results(boards: Boards, aim: int) -> Floats:
    """(boards, seats): the results if the match ends here: chips, or shares of the win."""
    chips = _chips(boards, np.arange(boards[0, SEATS]))
    if aim != WINS:
        return chips.astype(float)
    first = chips == chips.max(axis=1, keepdims=True)
    return first * (1.0 / first.sum(axis=1, keepdims=True))


def _chips(boards: Boards, seats: Ints) -> Ints:
    """(boards, seats): their chips on the board; `seats` has one row for all boards or one each."""
    own = boards[:, OWNER:CHIPS, None] == np.broadcast_to(seats, (len(boards), seats.shape[-1]))[:, None]
    return (own * boards[:, CHIPS:PAWN, None]).sum(axis=1)


def _after(boards: Boards, seats: int) -> Ints:
    """(boards, seats): the seats, from the one to move on."""
    return (boards[:, SEAT, None] + np.arange(seats)) % seats


def _marks(boards: Boards, seats: int) -> Ints:
    """(13, boards): the binary features that are 1."""
    owner, left = boards[:, OWNER:CHIPS], boards[:, LEFT]
    after_mover = (owner - boards[:, SEAT, None]) % seats
    mark = np.where(NUMBER, after_mover * MOST + boards[:, CHIPS:PAWN], 1 + after_mover)
    cards = np.where(owner == NONE, 0, mark) + [card_start(card, seats) for card in range(CARD_COUNT)]
    clock = np.where(left == NONE, (owner == NONE).sum(axis=1), left) + card_start(CARD_COUNT, seats)
    return np.vstack([cards.T, clock])


def _counts(boards: Boards, seats: int) -> Floats:
    """(counts, boards): the numeric features."""
    counts = np.empty((seats, 7 + seats, len(boards)))
    after = _after(boards, seats)
    counts[:, :3] = _standing(boards, after)
    reached = (boards[:, LEFT, None] == NONE) | (np.arange(seats) < boards[:, LEFT, None])
    counts[:, 3:] = np.where(reached.T[:, None], _reach(boards, after), 0.0)
    return counts.reshape(-1, len(boards))


def _standing(boards: Boards, after: Ints) -> Floats:
    """(seats, 3, boards): chips, lead and exposure of every seat."""
    chips = _chips(boards, after)
    others = np.where(np.eye(after.shape[1], dtype=bool), 0, chips[:, None]).max(axis=2)
    cards, on_card = boards[:, OWNER:CHIPS].T[:, None], boards[:, CHIPS:PAWN].T[:, None]
    exposed = _in_order(np.where(cards == after.T, EXPOSED[CARD, on_card], 0.0))
    return np.stack([chips.T / 10.0, (chips - others).T / 10.0, exposed / 10.0], axis=1)


def _reach(boards: Boards, after: Ints) -> Floats:
    """(seats, 4 + seats, boards): the contents of the six spaces that each pawn may reach next."""
    seats = after.shape[1]
    pawns = np.take_along_axis(boards[:, PAWN:SEATS], after, axis=1).T
    owner, on_card = boards[:, OWNER:CHIPS].T[:, None], boards[:, CHIPS:PAWN].T[:, None]
    near = (owner != NONE) & ((boards[:, SPACE:OWNER].T[:, None] - pawns - 1) % SPACES < len(FACES))
    own = owner == after.T
    rising = own & NUMBER[:, None, None] & (on_card < MOST)
    gains = np.where(rising, RAISED[CARD, np.minimum(on_card + 1, MOST_CHIPS)], STOLEN[CARD, on_card])
    gains = np.where(near & (rising | ~own), gains, 0.0)
    whose = (owner - after.T) % seats
    wild = WILD_AHEAD[pawns]
    features = [
        SIXTHS[wild],
        (len(FACES) - wild - near.sum(axis=0)) / 6,
        SIXTHS[(near & rising).sum(axis=0)],
        SIXTHS[(near & own & ~rising).sum(axis=0)],
        *(_in_order(np.where(whose == other, gains, 0.0)) for other in range(seats)),
    ]
    return np.stack(features, axis=1)


def _hidden_units(weights: Floats, seats: int, marks: Ints, counts: Floats) -> Floats:
    """(boards, 32): the units, before the activation function."""
    first, bias = mark_count(seats), mark_count(seats) + count_count(seats)
    hidden = np.tile(weights[bias], (marks.shape[1], 1))
    for mark in marks:
        hidden += weights[mark]
    for count, row in zip(counts, weights[first:bias], strict=True):
        hidden += count[:, None] * row
    return hidden


def _outputs(boards: Boards, weights: Floats, seats: int, hidden: Floats, aim: int) -> Floats:
    """The outputs, (boards, seats): chances that sum to one, or chips."""
    terms = np.empty((1 + HIDDEN, len(boards), seats))
    terms[0] = weights[-1, :seats]
    terms[1:] = np.maximum(hidden, 0.0).T[:, :, None] * weights[-1 - seats : -1].T[:, None]
    totals = _in_order(terms)
    worths = np.empty((len(boards), seats))
    np.put_along_axis(worths, _after(boards, seats), totals, axis=1)
    if aim != WINS:
        return worths * CHIPS_UNIT
    above = worths - worths.max(axis=1, keepdims=True)
    chances = np.array([exp(each) for each in above.ravel().tolist()]).reshape(above.shape)
    return chances / chances.sum(axis=1, keepdims=True)


def _in_order(terms: Floats) -> Floats:
    """The sum over the first axis in order; numpy's own sum may use another order."""
    return np.add.accumulate(terms)[-1]
