"""A small network that estimates the worths of junior from keys.

Every code of a row and every gap to the leader has a vector of its own; their sum passes one more layer and
becomes a worth for each seat: chances that sum to one, or columns to come, which the last layer counts in
fives. Because rows are only summed, it makes no difference which row is which.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import Worth
from fivedice.solve.junior.board import BEHIND_BITS, COLUMNS, Ints, Layout, behind, rows_of

Floats = NDArray[np.float32]

WIDTH, SECOND = 128, 64
"""The sizes of the two hidden layers."""
BATCH, PACE = 512, 0.004
"""How many positions at a time, and how fast the fit goes at first."""


class Net(NamedTuple):
    """The numbers of a network for one turn of the game."""

    vectors: Floats
    """(codes, WIDTH): of each row code, then of each gap of each seat."""
    inner: Floats
    """(WIDTH + 1, SECOND): the last row is added as it is, here and below."""
    outer: Floats
    """(SECOND + 1, seats)"""


def shapes(layout: Layout) -> tuple[tuple[int, int], ...]:
    """The shapes of the arrays of a network."""
    codes = (1 << layout.row_bits) + (layout.seats << BEHIND_BITS)
    return (codes, WIDTH), (WIDTH + 1, SECOND), (SECOND + 1, layout.seats)


def fresh(layout: Layout, chance: np.random.Generator) -> Net:
    """A network that has learnt nothing."""
    return Net(*(_draw(chance, shape) for shape in shapes(layout)))


def estimate(layout: Layout, net: Net, keys: Ints) -> Worth:
    """(m, seats): the worths of all seats, counted from the one to play.

    In float64, so that a position's worth does not depend on how many are estimated together.
    """
    codes = _codes(layout, keys)
    total = np.zeros((len(keys), net.vectors.shape[1]))
    for place in range(codes.shape[1]):
        total += net.vectors[codes[:, place]]
    inner, outer = net.inner.astype(np.float64), net.outer.astype(np.float64)
    worth: Worth = _forward(layout, np.maximum(total, 0), inner, outer)[1] * _unit(layout)
    return worth


def fit(
    layout: Layout, net: Net, keys: Ints, aims: Worth, chance: np.random.Generator, epochs: int = 24
) -> Net:
    """The network fitted to the aims (m, seats), starting from what it knows; other codes are forgotten.

    It sees each position in so many epochs.
    """
    codes = _codes(layout, keys)
    used, places = np.unique(codes, return_inverse=True)
    small = [net.vectors[used], net.inner.copy(), net.outer.copy()]
    order = np.concatenate([chance.permutation(len(keys)) for _ in range(epochs)])
    _descend(layout, small, places.reshape(codes.shape), (aims / _unit(layout)).astype(np.float32), order)
    vectors = np.zeros_like(net.vectors)
    vectors[used] = small[0]
    return Net(vectors, small[1], small[2])


def _descend(layout: Layout, arrays: list[Floats], codes: Ints, aims: Floats, order: Ints) -> None:
    """Adam (Kingma and Ba, 2015) with a pace that falls to nothing along half a cosine."""
    first = [np.zeros_like(array) for array in arrays]
    second = [np.zeros_like(array) for array in arrays]
    steps = -(-len(order) // BATCH)
    for step in range(steps):
        batch = order[step * len(order) // steps : (step + 1) * len(order) // steps]
        pace = PACE * (1 + np.cos(np.pi * step / steps)) / 2
        ones = _ones(codes[batch], len(arrays[0]))
        slopes = _slopes(layout, Net(*arrays), ones, aims[batch])
        for place, slope in enumerate(slopes):
            first[place] += 0.1 * (slope - first[place])
            second[place] += 0.002 * (slope**2 - second[place])
            unbiased = np.sqrt(second[place] / (1 - 0.998 ** (step + 1))) * (1 - 0.9 ** (step + 1))
            arrays[place] = arrays[place] - pace * first[place] / (unbiased + 1e-8)


def _ones(codes: Ints, number: int) -> Floats:
    """(m, number): how often each position adds up each vector."""
    ones = np.zeros((len(codes), number), dtype=np.float32)
    np.add.at(ones, (np.arange(len(codes))[:, None], codes), 1)
    return ones


def _slopes(layout: Layout, net: Net, ones: Floats, aims: Floats) -> tuple[Floats, Floats, Floats]:
    """How the mean cross entropy of chances, or half the squared error, changes with each number."""
    first = np.maximum(ones @ net.vectors, 0)
    second, worth = _forward(layout, first, net.inner, net.outer)
    wrong: Floats = (worth - aims) / np.float32(len(aims))
    back_second: Floats = (wrong @ net.outer[:-1].T) * (second > 0)
    back_first: Floats = (back_second @ net.inner[:-1].T) * (first > 0)
    slope: Floats = ones.T @ back_first
    return slope, _with_one(first).T @ back_second, _with_one(second).T @ wrong


def _unit(layout: Layout) -> int:
    return 1 if layout.to_win else COLUMNS


def _forward(layout: Layout, first: Any, inner: Any, outer: Any) -> tuple[Any, Any]:
    """The second hidden layer, and the worths that it gives; in the precision of what goes in."""
    second = np.maximum(first @ inner[:-1] + inner[-1], 0)
    strength = second @ outer[:-1] + outer[-1]
    if not layout.to_win:
        return second, strength
    power = np.exp(strength - strength.max(axis=1, keepdims=True))
    return second, power / power.sum(axis=1, keepdims=True)


def _codes(layout: Layout, keys: Ints) -> Ints:
    """(m, 5 + seats): which vectors a position adds up."""
    gaps = behind(layout, keys) + (np.arange(layout.seats) << BEHIND_BITS) + (1 << layout.row_bits)
    return np.concatenate([rows_of(layout, keys), gaps], axis=1)


def _with_one(array: Floats) -> Floats:
    return np.concatenate([array, np.ones((len(array), 1), np.float32)], axis=1)


def _draw(chance: np.random.Generator, shape: tuple[int, int]) -> Floats:
    inputs = min(shape[0], WIDTH + 1)
    return np.asarray(chance.standard_normal(shape) / np.sqrt(inputs), dtype=np.float32)
