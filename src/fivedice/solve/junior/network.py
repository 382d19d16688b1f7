"""Networks for the middle of junior with four seats, every seat playing for its own worth.

`research/junior/learn.py` solved the whole game once and trained one for each turn that is neither shipped
nor solved on demand. Every code of a row and every gap has its own vector; their sum passes one more layer
and becomes a worth for each seat.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import Worth
from fivedice.games.junior import TURNS
from fivedice.solve.junior.board import BEHIND_BITS, COLUMNS, Ints, KeyLayout, behind, rows_of

Floats = NDArray[np.float32]


class JuniorNetwork(NamedTuple):
    """The weights of a network for one turn of the game."""

    vectors: Floats
    """(codes, WIDTH): the vector of each row code, then of each gap of each seat."""
    inner: Floats
    """(WIDTH + 1, SECOND): the last row is the bias, here and below."""
    outer: Floats
    """(SECOND + 1, seats): the weights of the outputs."""


def estimate(layout: KeyLayout, net: JuniorNetwork, keys: Ints) -> Worth:
    """(m, seats): the worths of all seats, counted from the one to play.

    Computed in float64, so that a worth does not depend on how many positions are estimated together.
    """
    codes = codes_of(layout, keys)
    total = np.zeros((len(keys), net.vectors.shape[1]))
    for place in range(codes.shape[1]):
        total += net.vectors[codes[:, place]]
    inner, outer = net.inner.astype(np.float64), net.outer.astype(np.float64)
    return forward(layout, np.maximum(total, 0), inner, outer)[1] * unit(layout)


def unit(layout: KeyLayout) -> int:
    """The unit of the last layer."""
    return 1 if layout.to_win else COLUMNS


def forward(layout: KeyLayout, first: Any, inner: Any, outer: Any) -> tuple[Any, Any]:
    """The second hidden layer and the resulting worths, in the precision of the input."""
    second = np.maximum(first @ inner[:-1] + inner[-1], 0)
    strength = second @ outer[:-1] + outer[-1]
    if not layout.to_win:
        return second, strength
    power = np.exp(strength - strength.max(axis=1, keepdims=True))
    return second, power / power.sum(axis=1, keepdims=True)


def codes_of(layout: KeyLayout, keys: Ints) -> Ints:
    """(m, 5 + seats): the vectors that each position sums."""
    gaps = behind(layout, keys) + (np.arange(layout.seats) << BEHIND_BITS) + (1 << layout.row_bits)
    return np.concatenate([rows_of(layout, keys), gaps], axis=1)


EARLY, LATE = 6, 8
"""Networks estimate the turns from `EARLY` to the one before `LATE`."""
PARTS = 65_535
"""The worths of the first turns are stored as fractions of the maximum with this denominator."""
WEIGHTS = Path(__file__).with_name("weights.npz")


@cache
def learned(layout: KeyLayout) -> dict[int, JuniorNetwork]:
    """The networks that come with the package, by turn."""
    with np.load(WEIGHTS) as stored:
        return {turn: _net(stored, layout, turn) for turn in range(EARLY, LATE)}


def first(layout: KeyLayout) -> Worth:
    """(n, seats): the solved worths before the first turns, sorted by turn and key; chances omit a seat."""
    with np.load(WEIGHTS) as stored:
        return np.asarray(stored[name_of(layout, "first")] * (most(layout) / PARTS))


def digest() -> str:
    """A fingerprint of the networks."""
    return sha256(WEIGHTS.read_bytes()).hexdigest()


def _net(stored: "np.lib.npyio.NpzFile", layout: KeyLayout, turn: int) -> JuniorNetwork:
    return JuniorNetwork(
        *(stored[name_of(layout, f"{turn}-{part}")].astype(np.float32) for part in JuniorNetwork._fields)
    )


def name_of(layout: KeyLayout, part: str) -> str:
    """The name of an array among the weights."""
    return f"{'wins' if layout.to_win else 'columns'}{layout.seats}-{part}"


def most(layout: KeyLayout) -> int:
    """The maximum of a worth: a chance of one, or the highest column in every turn."""
    return 1 if layout.to_win else COLUMNS * TURNS[layout.seats]
