"""The chance to end ahead of an opponent on common dice if both play for the mean, by a small network.

Equal cards gain the same in every round, so between them the leader stays ahead. There is one network for
each number of open boxes; `research/challenge/learn.py` trained it on playouts. Its output is symmetrized.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import Worth
from fivedice.games.thirteen import CARDS
from fivedice.solve.cards.columns import columns, layout
from fivedice.solve.cards.pays import Ints

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("weights.npz")
LAYERS = (64, 32)
CARD = CARDS["forced"]
"""The card that the network was trained for."""
KNOWN = (CARD, CARDS["free"])
"""The cards that it rates; with the free Joker, only rare turns differ."""
BOXES = len(CARD.names)
BITS = layout(CARD).shapes.bit_length() - 1
"""A bit for each box, and one for points in the YAHTZEE box."""
GLASSES = (3, 10, 30, 80)
"""The scales in points at which an expected lead is squashed."""
APART = (6, 15)
"""The scales in points per differing box."""


class Cards(NamedTuple):
    """Cards as arrays; points booked so far are only in `total`."""

    shape: Ints
    column: Ints
    total: Ints
    """The points on the card."""
    expected: Worth
    """The mean of the card's final total."""


class ValueNetwork(NamedTuple):
    """The weights and biases of the two layers and of the output."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats


@cache
def load(vacant: int) -> ValueNetwork:
    """The network for cards with 1 to 12 open boxes."""
    with np.load(WEIGHTS) as weights:
        return ValueNetwork(
            *(np.asarray(weights[f"{name}{vacant}"], np.float32) for name in ValueNetwork._fields)
        )


def chances(one: Cards, other: Cards, vacant: int) -> Worth:
    """(n,): the chance that `one` ends ahead, with half for ties; all have `vacant` open boxes."""
    lead = one.total - other.total
    level: Worth = (np.sign(lead) + 1) / 2
    if vacant in (0, BOXES):
        return level
    net = load(vacant)
    ahead, behind = logits(net, features(one, other)), logits(net, features(other, one))
    equal = (one.shape == other.shape) & (one.column == other.column)
    return np.where(equal, level, 1 / (1 + np.exp((behind - ahead).astype(np.float64) / 2)))


def logits(net: ValueNetwork, features: Floats) -> Floats:
    """(n,): the output of a network, before it is turned into a chance."""
    hidden = np.maximum(features @ net.first + net.first_bias, 0)
    hidden = np.maximum(hidden @ net.second + net.second_bias, 0)
    return (hidden @ net.last + net.last_bias)[:, 0]


def features(one: Cards, other: Cards) -> Floats:
    """(n, FEATURES): the input of the network."""
    mine, theirs = _filled(one.shape), _filled(other.shape)
    differ = np.abs(mine - theirs)
    upper, upper_of_other = _upper(one), _upper(other)
    gap = upper - upper_of_other
    lead = (one.total - other.total).astype(np.float32)
    ahead = (one.expected - other.expected).astype(np.float32)
    boxes = differ[:, :BOXES].sum(axis=1)
    numbers = [upper, upper_of_other, gap, np.abs(gap), gap == 0, boxes / 4, boxes == 0]
    numbers += [np.sign(lead) * (boxes == 0), np.tanh(lead / 4), ahead / 50]
    numbers += [np.tanh(ahead / glass) for glass in GLASSES]
    numbers += [np.tanh(ahead / (1 + glass * boxes)) for glass in APART]
    return np.concatenate([mine, theirs, differ, np.stack(numbers, axis=1)], axis=1).astype(np.float32)


FEATURES = 3 * BITS + 10 + len(GLASSES) + len(APART)


def _filled(shape: Ints) -> Floats:
    """(n, BITS): the bits of shapes."""
    return (shape[:, None] >> np.arange(BITS) & 1).astype(np.float32)


def _upper(cards: Cards) -> Floats:
    """(n,): the lead of the Upper Section over three of each number, in tens of points."""
    columns_, numbers = columns(CARD), np.array([box.face for box in layout(CARD).boxes if box.face])
    mask = cards.shape & columns_.counted
    three = (mask[:, None] >> np.arange(len(numbers)) & 1) @ (3 * numbers)
    return ((columns_.total[0, mask, cards.column] - three) / 10).astype(np.float32)
