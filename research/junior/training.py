"""Training of the networks for junior with four seats; see `fivedice.solve.junior.network`."""

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import Worth
from fivedice.solve.junior.board import BEHIND_BITS, Ints, KeyLayout, offered, outcomes
from fivedice.solve.junior.levels import JuniorLevel, Progress
from fivedice.solve.junior.network import (
    EARLY,
    LATE,
    PARTS,
    Floats,
    JuniorNetwork,
    codes_of,
    forward,
    most,
    name_of,
    unit,
)

WIDTH, SECOND = 128, 64
"""The sizes of the two hidden layers."""

BATCH, PACE = 512, 0.004
"""Positions per minibatch, and the initial learning rate."""

SAMPLES, EPOCHS = 600_000, 12
"""Positions drawn to train each network, and how often it sees each of them."""

HELD_OUT = 17
"""One position in this many is held out to measure the error."""

COUNT_CHANCE = np.array([0.01, 0.05, 0.16, 0.34, 0.3, 0.14])
"""The approximate share of each count in played turns, to draw realistic positions."""


def shapes(layout: KeyLayout) -> tuple[tuple[int, int], ...]:
    """The shapes of the arrays of a network."""
    codes = (1 << layout.row_bits) + (layout.seats << BEHIND_BITS)
    return (codes, WIDTH), (WIDTH + 1, SECOND), (SECOND + 1, layout.seats)


def fresh(layout: KeyLayout, chance: np.random.Generator) -> JuniorNetwork:
    """An untrained network."""
    return JuniorNetwork(*(_draw(chance, shape) for shape in shapes(layout)))


def fit(
    layout: KeyLayout,
    net: JuniorNetwork,
    keys: Ints,
    aims: Worth,
    chance: np.random.Generator,
    epochs: int = 24,
) -> JuniorNetwork:
    """The network fitted to the targets (m, seats), starting from its weights; other codes are forgotten.

    Each epoch uses every position once.
    """
    codes = codes_of(layout, keys)
    used, places = np.unique(codes, return_inverse=True)
    small = [net.vectors[used], net.inner.copy(), net.outer.copy()]
    order = np.concatenate([chance.permutation(len(keys)) for _ in range(epochs)])
    _descend(layout, small, places.reshape(codes.shape), (aims / unit(layout)).astype(np.float32), order)
    vectors = np.zeros_like(net.vectors)
    vectors[used] = small[0]
    return JuniorNetwork(vectors, small[1], small[2])


def _descend(layout: KeyLayout, arrays: list[Floats], codes: Ints, aims: Floats, order: Ints) -> None:
    """Adam (Kingma and Ba, 2015) with a learning rate that falls to zero along half a cosine."""
    first = [np.zeros_like(array) for array in arrays]
    second = [np.zeros_like(array) for array in arrays]
    steps = -(-len(order) // BATCH)
    for step in range(steps):
        batch = order[step * len(order) // steps : (step + 1) * len(order) // steps]
        pace = PACE * (1 + np.cos(np.pi * step / steps)) / 2
        ones = _ones(codes[batch], len(arrays[0]))
        slopes = _slopes(layout, JuniorNetwork(*arrays), ones, aims[batch])
        for place, slope in enumerate(slopes):
            first[place] += 0.1 * (slope - first[place])
            second[place] += 0.002 * (slope**2 - second[place])
            unbiased = np.sqrt(second[place] / (1 - 0.998 ** (step + 1))) * (1 - 0.9 ** (step + 1))
            arrays[place] = arrays[place] - pace * first[place] / (unbiased + 1e-8)


def _ones(codes: Ints, number: int) -> Floats:
    """(m, number): how often each position adds each vector."""
    ones = np.zeros((len(codes), number), dtype=np.float32)
    np.add.at(ones, (np.arange(len(codes))[:, None], codes), 1)
    return ones


def _slopes(
    layout: KeyLayout, net: JuniorNetwork, ones: Floats, aims: Floats
) -> tuple[Floats, Floats, Floats]:
    """The gradient of the mean cross entropy of chances, or of half the squared error."""
    first = np.maximum(ones @ net.vectors, 0)
    second, worth = forward(layout, first, net.inner, net.outer)
    wrong: Floats = (worth - aims) / np.float32(len(aims))
    back_second: Floats = (wrong @ net.outer[:-1].T) * (second > 0)
    back_first: Floats = (back_second @ net.inner[:-1].T) * (first > 0)
    slope: Floats = ones.T @ back_first
    return slope, _with_one(first).T @ back_second, _with_one(second).T @ wrong


def _with_one(array: Floats) -> Floats:
    return np.concatenate([array, np.ones((len(array), 1), np.float32)], axis=1)


def _draw(chance: np.random.Generator, shape: tuple[int, int]) -> Floats:
    inputs = min(shape[0], WIDTH + 1)
    return np.asarray(chance.standard_normal(shape) / np.sqrt(inputs), dtype=np.float32)


def arrays(
    layout: KeyLayout, nets: dict[int, JuniorNetwork], early: list[JuniorLevel]
) -> dict[str, np.ndarray]:
    """The shipped arrays by name: networks in half precision, and the worths of the first turns."""
    worth = np.concatenate([level.worth for level in early])
    found = {
        name_of(layout, f"{turn}-{part}"): array.astype(np.float16)
        for turn, net in nets.items()
        for part, array in net._asdict().items()
    }
    return found | {name_of(layout, "first"): _in_parts(layout, worth).astype(np.uint16)}


def learn(
    layout: KeyLayout, start: int, levels: list[JuniorLevel], progress: Progress | None = None, seed: int = 1
) -> dict[int, JuniorNetwork]:
    """Trains the networks on solved levels, from the last level to the first."""
    chance = np.random.default_rng(seed)
    nets, net = dict[int, JuniorNetwork](), fresh(layout, chance)
    for turn in reversed(range(EARLY, LATE)):
        keys = positions(layout, start, turn, SAMPLES, chance)
        keys = keys[~held_out(keys)]
        aims = levels[turn].worth[np.searchsorted(levels[turn].keys, keys)]
        net = fit(layout, net, keys, aims, chance, EPOCHS)
        nets[turn] = net
        if progress:
            progress(LATE - turn, LATE - EARLY)
    return nets


def held_out(keys: Ints) -> NDArray[np.bool_]:
    """Which positions are held out."""
    return np.asarray(keys % HELD_OUT == 0)


def positions(layout: KeyLayout, start: int, turn: int, number: int, chance: np.random.Generator) -> Ints:
    """Different positions before a turn, at most `number`, drawn as random turns lead to them."""
    keys = np.full(number, start)
    for played in range(turn):
        distinct, places = np.unique(keys, return_inverse=True)
        ends = outcomes(layout, distinct, played)
        weight = np.where(offered(ends), COUNT_CHANCE, 0).reshape(len(distinct), -1).cumsum(axis=1)
        drawn = chance.random(number) * weight[places, -1]
        end = np.zeros(number, dtype=np.int64)
        for reached in weight.T:
            end += reached[places] <= drawn
        keys = ends.after.reshape(len(distinct), -1)[places, end]
    return np.unique(keys)


def _in_parts(layout: KeyLayout, worth: Worth) -> Worth:
    """Worths in whole steps of their maximum. Chances add up to the number of steps, so the last one can be
    left out; those with the largest remainders are rounded up.
    """
    exactly = worth * (PARTS / most(layout))
    if not layout.to_win:
        return np.round(exactly)
    parts = np.floor(exactly)
    lacking = np.round(PARTS - parts.sum(axis=1, keepdims=True))
    furthest = np.argsort(np.argsort(parts - exactly, axis=1), axis=1)
    return np.asarray(parts + (furthest < lacking))[:, :-1]
