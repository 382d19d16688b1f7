"""Learns which of two players on common dice ends ahead, from pairs of cards played to the end.

Run: python -m research.challenge.learn [PAIRS] [EPOCHS]

For each number of open boxes, pairs of cards are made and played on some common dice (`common_matches`). Adam
fits a network on minibatches, starting with the network for one box fewer. Each time a pair is used, its lead
is shifted at random: the same games show who ends ahead from any lead. The seed fixes everything except the
order in which a machine sums numbers. Writes the weights that `fivedice.solve.challenge.value` reads, and
prints the error of estimates for held-out pairs, without the noise of their few games.
"""

import sys
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np
from rich.progress import track

from fivedice.games.thirteen import CARDS
from fivedice.solve.cards.table import CardTable, solve
from fivedice.solve.challenge import value
from fivedice.solve.challenge.value import FEATURES, LAYERS, ValueNetwork, features, logits
from research.challenge import best_choices
from research.challenge.common_matches import Pairs, pairs, with_means

PAIRS, EPOCHS = 250_000, 10
PLAYS = 4
HELD_BACK = 20
"""One pair in this many is held out."""
SHIFT = 20.0
"""The standard deviation of the random shift of a lead, for every other pair."""
BATCH = 1024
RATE = 0.004
SEED = 71
TABLE = value.WEIGHTS

Floats = np.ndarray


def main() -> None:
    """Trains all networks and writes them."""
    number, epochs = map(int, (*sys.argv[1:], str(PAIRS), str(EPOCHS))[:2])
    table = solve(CARDS["forced"])
    known = best_choices.known(table)
    chance = np.random.default_rng(SEED)
    net, weights = fresh(chance), dict[str, Any]()
    for vacant in track(range(1, 13), "Learning", transient=True):
        begun = perf_counter()
        made = apart(pairs(SEED + vacant, number, PLAYS, vacant, known))
        learned, held = split(made)
        rate = RATE
        net = fit(net, learned, table, epochs, rate, chance)
        print(f"{vacant}: {told(net, held, table)}; {perf_counter() - begun:.0f} s", flush=True)
        weights |= {f"{name}{vacant}": part.astype(np.float16) for name, part in net._asdict().items()}
    np.savez_compressed(TABLE, **weights)


def fresh(chance: np.random.Generator) -> ValueNetwork:
    """Small random weights."""
    sizes = (FEATURES, *LAYERS, 1)
    parts = list[Floats]()
    for size, units in pairwise(sizes):
        parts += [chance.normal(0, (2 / size) ** 0.5, (size, units)), np.zeros(units)]
    return ValueNetwork(*(part.astype(np.float32) for part in parts))


def apart(made: Pairs) -> Pairs:
    """The pairs whose cards differ in their open boxes; the outcome of the others is known."""
    one, other = made.cards[:, :2]
    differ = (one != other).any(axis=0)
    return Pairs(made.cards[:, :, differ], made.gains[differ])


def split(made: Pairs) -> tuple[Pairs, Pairs]:
    """The pairs to learn from, and the held-out pairs."""
    held = np.arange(len(made.gains)) % HELD_BACK == 0
    learned, kept = (Pairs(made.cards[:, :, part], made.gains[part]) for part in (~held, held))
    return learned, kept


def shown(made: Pairs, table: CardTable, shift: Floats) -> tuple[Floats, Floats, Floats]:
    """The features of both sides, and the first side's share of the win, with shifted leads."""
    one, other = (with_means(table, cards) for cards in made.cards)
    one = one._replace(total=one.total + shift, expected=one.expected + shift)
    ahead = np.sign((one.total - other.total)[:, None] + made.gains)
    return features(one, other), features(other, one), ((ahead + 1) / 2).mean(axis=1).astype(np.float32)


def fit(
    net: ValueNetwork, made: Pairs, table: CardTable, epochs: int, rate: float, chance: np.random.Generator
) -> ValueNetwork:
    """The network after it has seen all pairs so many times."""
    parts = [part.copy() for part in net]
    means, squares = ([np.zeros_like(part) for part in parts] for _ in range(2))
    size = len(made.gains)
    steps, step = epochs * (size // BATCH), 0
    for _ in range(epochs):
        shift = np.round(chance.normal(0, SHIFT, size) * chance.integers(0, 2, size)).astype(np.int64)
        one, other, wanted = shown(made, table, shift)
        for batch in chance.permutation(size)[: size // BATCH * BATCH].reshape(-1, BATCH):
            step += 1
            now = rate * (1 - 0.98 * step / steps)
            for place, slope in enumerate(
                slopes(ValueNetwork(*parts), one[batch], other[batch], wanted[batch])
            ):
                means[place] += 0.1 * (slope - means[place])
                squares[place] += 0.001 * (slope**2 - squares[place])
                scale = np.sqrt(squares[place] / (1 - 0.999**step)) + 1e-8
                parts[place] -= now * means[place] / (1 - 0.9**step) / scale
    return ValueNetwork(*parts)


def slopes(net: ValueNetwork, one: Floats, other: Floats, wanted: Floats) -> list[Floats]:
    """The gradient of the loss for each part of the network."""
    seen = np.concatenate([one, other])
    inner = seen @ net.first + net.first_bias
    first = np.maximum(inner, 0)
    deeper = first @ net.second + net.second_bias
    second = np.maximum(deeper, 0)
    out = (second @ net.last + net.last_bias)[:, 0]
    size = len(wanted)
    error = (1 / (1 + np.exp((out[size:] - out[:size]) / 2)) - wanted) / size / 2
    back = np.concatenate([error, -error])[:, None].astype(np.float32)
    back_second = (back @ net.last.T) * (deeper > 0)
    back_first = (back_second @ net.second.T) * (inner > 0)
    return [
        seen.T @ back_first,
        back_first.sum(axis=0),
        first.T @ back_second,
        back_second.sum(axis=0),
        second.T @ back,
        back.sum(axis=0),
    ]


def told(net: ValueNetwork, held: Pairs, table: CardTable) -> str:
    """The error of the estimates, as text."""
    one, other, wanted = shown(held, table, np.zeros(len(held.gains), np.int64))
    found = 1 / (1 + np.exp((logits(net, other) - logits(net, one)) / 2))
    noise = (found * (1 - found)).mean() / PLAYS
    error = ((found - wanted) ** 2).mean()
    return f"{len(wanted)} pairs, error {error**0.5:.4f}, without noise {max(error - noise, 0) ** 0.5:.4f}"


if __name__ == "__main__":
    main()
