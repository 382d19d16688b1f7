"""A network with two hidden layers. Each sample teaches it one of its outputs, by Adam."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

THREADS = ThreadPoolExecutor(2)
"""Each takes half of the samples, or of the games."""
FORGET, FORGET_SQUARES, FORGET_WEIGHTS = 0.1, 0.001, 0.001
"""The share of the newest step in Adam's moments and in the averaged weights."""


class Network:
    """Values (n, outputs) of inputs (n, inputs).

    Each output has its own weights and a bias for each kind of sample. All share one more weight vector,
    because most of what they say is the same.
    """

    def __init__(
        self, inputs: int, width: int, outputs: int, kinds: int, chance: np.random.Generator
    ) -> None:
        hidden = (inputs, width), (1, width), (width, width), (1, width)
        self.shapes = (*hidden, (outputs, width), (1, width), (kinds, outputs))
        self._use(np.zeros(sum(rows * columns for rows, columns in self.shapes), np.float32))
        for weights in (self.parts[0], self.parts[2]):
            weights[:] = chance.standard_normal(weights.shape) * np.sqrt(2 / len(weights))
        self.average = self.weights.copy()
        self.moments = np.zeros((2, len(self.weights)), np.float32)
        self.steps = 0

    def _use(self, weights: Floats) -> None:
        self.weights, self.parts = weights, self._split(weights)

    def _split(self, weights: Floats) -> list[Floats]:
        ends = np.cumsum([rows * columns for rows, columns in self.shapes])
        parts = np.split(weights, ends[:-1])
        return [part.reshape(shape) for part, shape in zip(parts, self.shapes, strict=True)]

    def having(self, weights: Floats) -> "Network":
        """The network with other weights."""
        other = object.__new__(Network)
        vars(other).update(vars(self))
        other._use(weights.astype(np.float32))  # a copy
        return other

    def hidden(self, rows: Floats) -> tuple[Floats, Floats]:
        """Both hidden layers of samples."""
        first, first_bias, second, second_bias = self.parts[:4]
        low: Floats = rows @ first
        low += first_bias
        np.maximum(low, 0, out=low)
        high: Floats = low @ second
        high += second_bias
        np.maximum(high, 0, out=high)
        return low, high

    def values(self, hidden: Floats, kinds: Ints, outputs: slice = slice(None)) -> Floats:
        """(n, outputs) of the hidden layer of samples of these kinds."""
        own, shared, bias = self.parts[4:]
        found: Floats = hidden @ (own[outputs] + shared).T
        found += bias[kinds, outputs]
        return found

    def fit(self, rows: Floats, kinds: Ints, outputs: Ints, aims: Floats, rate: float) -> None:
        """Takes a step towards the aim (n,) of one output of each sample."""
        halves = np.array_split(np.arange(len(rows)), 2)
        found = THREADS.map(
            lambda half: self.slope(rows[half], kinds[half], outputs[half], aims[half]), halves
        )
        slope = np.add(*found) / np.float32(len(rows))
        first, second = self.moments
        first += np.float32(FORGET) * (slope - first)
        slope *= slope
        second += np.float32(FORGET_SQUARES) * (slope - second)
        self.steps += 1
        unbiased = np.sqrt(1 - (1 - FORGET_SQUARES) ** self.steps) / (1 - (1 - FORGET) ** self.steps)
        self.weights -= np.float32(rate * unbiased) * first / (np.sqrt(second) + np.float32(1e-7))
        newest = np.float32(max(FORGET_WEIGHTS, 10 / (10 + self.steps)))
        self.average += newest * (self.weights - self.average)

    def slope(self, rows: Floats, kinds: Ints, outputs: Ints, aims: Floats) -> Floats:
        """The gradient of half the sum of squared errors."""
        own, shared, bias = self.parts[4:]
        low, high = self.hidden(rows)
        back = (own + shared)[outputs]
        wrong = np.einsum("ij,ij->i", high, back) + bias[kinds, outputs] - aims
        each = np.zeros((len(rows), len(own)), np.float32)
        each[np.arange(len(rows)), outputs] = wrong
        slope = np.zeros_like(self.weights)
        parts = self._split(slope)
        np.matmul(each.T, high, out=parts[4])
        parts[5][:] = parts[4].sum(axis=0)
        np.add.at(parts[6], (kinds, outputs), wrong)
        back *= wrong[:, None]
        back *= high > 0
        np.matmul(low.T, back, out=parts[2])
        parts[3][:] = back.sum(axis=0)
        back = back @ self.parts[2].T
        back *= low > 0
        np.matmul(rows.T, back, out=parts[0])
        parts[1][:] = back.sum(axis=0)
        return slope
