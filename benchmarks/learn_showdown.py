"""Learns what positions of showdown promise, from matches of the networks against themselves.

Run: python benchmarks/learn_showdown.py [--aims wins,chips] [--seats 2,3,4] [--matches 20000] [--help]

Each generation plays matches with the networks as they are, then fits them to what came of the positions
(half outcome, half the estimate of the next position and so on: TD(lambda)), by Adam on minibatches. The
first generation plays by a network set by hand to "my chips less the best other's". The seed fixes everything
but the order in which a machine sums numbers. Writes the weights that `fivedice.solve.showdown_value` reads.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from rich.progress import track

from fivedice.solve import showdown_value as value
from fivedice.solve.compile import processors
from fivedice.solve.showdown_board import LEFT, NONE, SEAT
from fivedice.solve.showdown_matches import Played, features, play_matches
from fivedice.solve.showdown_value import AIMS, CHIPS_UNIT, HIDDEN, PARTS
from fivedice.solve.sweep import lattice

LAMBDA = 0.85
WANDER = 0.02
BATCH = 4096
RATES = (0.004, 0.002, 0.001, 0.0005)
"""The rates of learning, over the generations; each falls to a tenth within a generation."""
KEPT = 4
"""The matches of so many generations are learned from together."""
Weights = dict[str, np.ndarray]
TABLE = Path(value.__file__).with_name(value.WEIGHTS)


def by_hand(seats: int, aim: str, chance: np.random.Generator) -> Weights:
    """Small random weights, with units set to the lead of every seat, or to its chips."""
    marks, counts = value.mark_count(seats), value.count_count(seats)
    net = {
        "marks": chance.normal(0, 0.1, (2, marks, HIDDEN)),
        "counts": chance.normal(0, 0.1, (2, counts, HIDDEN)),
        "bias": np.zeros((2, HIDDEN)),
        "out": chance.normal(0, 0.02, (2, HIDDEN, seats)),
        "out_bias": np.zeros((2, seats)),
    }
    for seat in range(seats):
        feature = seat * (counts // seats) + (1 if aim == "wins" else 0)
        for unit, sign in ((2 * seat, 1.0), (2 * seat + 1, -1.0)):
            net["marks"][:, :, unit], net["counts"][:, :, unit], net["out"][:, unit] = 0, 0, 0
            net["counts"][:, feature, unit], net["out"][:, unit, seat] = sign, sign
    return {name: array.astype(np.float32) for name, array in net.items()}


def as_net(weights: Weights) -> np.ndarray:
    """The network as the compiled functions take it: (2, rows, HIDDEN)."""
    seats = weights["out_bias"].shape[-1]
    last = np.zeros((2, 1, HIDDEN))
    last[:, 0, :seats] = weights["out_bias"]
    middle = (weights["bias"][:, None], weights["out"].swapaxes(1, 2))
    return np.concatenate([weights["marks"], weights["counts"], *middle, last], axis=1).astype(float)


def from_net(net: np.ndarray, seats: int) -> Weights:
    """The same the other way round."""
    marks, counts = value.mark_count(seats), value.count_count(seats)
    parts = np.split(net.astype(np.float32), np.cumsum([marks, counts, 1, seats]), axis=1)
    return {
        "marks": parts[0].copy(),
        "counts": parts[1].copy(),
        "bias": parts[2][:, 0].copy(),
        "out": parts[3].swapaxes(1, 2).copy(),
        "out_bias": parts[4][:, 0, :seats].copy(),
    }


def play(
    seed: int, matches: int, nets: list[np.ndarray], aims: list[str], seats: int, jobs: int
) -> list[Played]:
    """Matches of the first network against itself, or in seat 0 against the last one everywhere else."""

    def part(job: int) -> Played:
        players = np.array([0] + [len(nets) - 1] * (seats - 1))
        goals = np.array([AIMS.index(aim) for aim in aims])
        return play_matches(
            seed * 1000 + job, matches // jobs, np.stack(nets), goals, players, WANDER, lattice()
        )

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(part, range(jobs)))


def targets(played: Played, aim: str) -> np.ndarray:
    """(positions, seats): what each position should have been estimated at, from the seat to move on."""
    results = played.results[:, AIMS.index(aim)]
    wanted = np.empty_like(played.worths)
    last = np.append(played.matches[1:] != played.matches[:-1], True)
    after = results[0]
    for place in range(len(wanted) - 1, -1, -1):
        if last[place]:
            after = results[played.matches[place]]
        wanted[place] = after
        after = LAMBDA * after + (1 - LAMBDA) * played.worths[place]
    seats = wanted.shape[1]
    turned = (played.boards[:, SEAT][:, None] + np.arange(seats)) % seats
    return np.take_along_axis(wanted, turned, axis=1) / (1 if aim == "wins" else CHIPS_UNIT)


def examples(played: Played, aim: str, rival: bool) -> tuple[np.ndarray, ...]:
    """Stage, marks, counts and targets of the positions.

    Against a rival only what the learner left it with: there it is the rival that goes on.
    """
    marks, counts = features(played.boards)
    stage = (played.boards[:, LEFT] != NONE).astype(np.int8)
    wanted = targets(played, aim).astype(np.float32)
    used = played.boards[:, SEAT] == 1 if rival else np.ones(len(stage), bool)
    return stage[used], marks[used], counts[used], wanted[used]


class Learner:
    """Adam on one stage of a network."""

    def __init__(self, weights: Weights, stage: int, aim: str) -> None:
        """The weights are changed in place."""
        self.parts = [weights[name][stage] for name in PARTS]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps, self.aim = 0, aim

    def learn(self, marks: np.ndarray, counts: np.ndarray, wanted: np.ndarray, rate: float) -> float:
        """One minibatch; gives its loss."""
        size = len(marks)
        on = np.zeros((size, len(self.parts[0])), np.float32)
        on[np.arange(size)[:, None], marks] = 1
        inner = on @ self.parts[0] + counts @ self.parts[1] + self.parts[2]
        hidden = np.maximum(inner, 0)
        told = hidden @ self.parts[3] + self.parts[4]
        if self.aim == "wins":
            told = np.exp(told - told.max(axis=1, keepdims=True))
            told /= told.sum(axis=1, keepdims=True)
        error = (told - wanted) / size
        back = (error @ self.parts[3].T) * (inner > 0)
        slopes = (on.T @ back, counts.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0))
        self._adam(slopes, rate)
        return float((error**2).sum() * size)

    def _adam(self, slopes: tuple[np.ndarray, ...], rate: float) -> None:
        self.steps += 1
        for place, slope in enumerate(slopes):
            self.means[place] += 0.1 * (slope - self.means[place])
            self.squares[place] += 0.001 * (slope**2 - self.squares[place])
            scale = np.sqrt(self.squares[place] / (1 - 0.999**self.steps)) + 1e-8
            self.parts[place] -= rate * self.means[place] / (1 - 0.9**self.steps) / scale


def fit(
    weights: Weights, data: list[tuple[np.ndarray, ...]], aim: str, rate: float, chance: np.random.Generator
) -> list[float]:
    """Goes through all examples once for each stage of the network; gives the mean squared error of each."""
    stage, marks, counts, wanted = (np.concatenate(parts) for parts in zip(*data, strict=True))
    losses = []
    for number in range(2):
        here = chance.permutation(np.flatnonzero(stage == number))
        learner = Learner(weights, number, aim)
        batch = BATCH if number == 0 else BATCH // 4
        batches = [here[place : place + batch] for place in range(0, len(here), batch)]
        rates = rate * (1 - 0.9 * np.arange(len(batches)) / len(batches))
        losses.append(
            np.mean(
                [
                    learner.learn(marks[b], counts[b], wanted[b], r)
                    for b, r in zip(batches, rates, strict=True)
                ]
            )
        )
    return losses


class Lesson(NamedTuple):
    """What is to be learned, and from what."""

    seats: int
    aim: str
    generations: int
    matches: int
    seed: int
    known: np.ndarray | None
    """The network to begin with."""
    rival: tuple[np.ndarray, str] | None
    """A network of another aim that half of the matches are played against, and its aim."""

    def games(self, generation: int, net: np.ndarray) -> Iterator[tuple[Played, bool]]:
        """The matches of a generation, a part of them on every processor, and whether they met the rival."""
        seed, jobs = self.seed + generation, processors()
        own = self.matches // 2 if self.rival else self.matches
        for played in play(seed, own, [net], [self.aim], self.seats, jobs):
            yield played, False
        if self.rival:
            nets, aims = [net, self.rival[0]], [self.aim, self.rival[1]]
            for played in play(seed + 500, self.matches - own, nets, aims, self.seats, jobs):
                yield played, True


def learn(lesson: Lesson) -> Weights:
    """The weights of one network, learned from nothing or from what is known already."""
    seats, aim, generations = lesson[:3]
    chance = np.random.default_rng(lesson.seed)
    known = lesson.known
    weights = by_hand(seats, aim, chance) if known is None else from_net(known, seats)
    schedule = RATES if known is None else RATES[1:]
    kept: list[tuple[np.ndarray, ...]] = []
    for generation in track(range(generations), f"{aim}, {seats} seats"):
        begun = perf_counter()
        games = list(lesson.games(generation, as_net(weights)))
        kept = [*kept, *(examples(played, aim, rival) for played, rival in games)][-KEPT * len(games) :]
        rate = schedule[generation * len(schedule) // generations]
        losses = fit(weights, kept, aim, rate, chance)
        print(f"{generation}: {told(games, aim)}; errors {losses[0]:.4f} {losses[1]:.4f}; ", end="")
        print(f"{perf_counter() - begun:.0f} s", flush=True)
    return weights


def told(games: list[tuple[Played, bool]], aim: str) -> str:
    """How long the matches were, and what the learner made against its rival."""
    length = sum(len(one.boards) for one, _ in games) / sum(len(one.results) for one, _ in games)
    longest = max(int(np.bincount(one.matches).max()) for one, _ in games)
    against = [one.results[:, AIMS.index(aim), 0].mean() for one, rival in games if rival]
    made = f"; {np.mean(against):.4f} {aim} against the rival" if against else ""
    return f"{length:.1f} red dice a match, at most {longest}{made}"


def main() -> None:
    """Learns the networks asked for and writes them beside those that are there."""
    ask = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    ask.add_argument("--aims", default="wins,chips")
    ask.add_argument("--seats", default="2,3,4")
    ask.add_argument("--generations", type=int, default=10)
    ask.add_argument("--matches", type=int, default=20_000)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--go-on", action="store_true", help="begin with the weights that are there")
    ask.add_argument("--rival", default="", help="play half of the matches against the network of this aim")
    ask.add_argument("--out", type=Path, default=TABLE)
    said = ask.parse_args()
    for aim in said.aims.split(","):
        for seats in map(int, said.seats.split(",")):
            table = dict(np.load(said.out)) if said.out.exists() else {}
            known = table[f"{aim}{seats}"] if said.go_on else None
            rival = (table[f"{said.rival}{seats}"].astype(float), said.rival) if said.rival else None
            lesson = Lesson(seats, aim, said.generations, said.matches, said.seed, known, rival)
            weights = learn(lesson)
            stored = dict(np.load(said.out)) if said.out.exists() else {}
            stored[f"{aim}{seats}"] = as_net(weights).astype(np.float16)
            np.savez_compressed(said.out, **dict(sorted(stored.items())))


if __name__ == "__main__":
    main()
