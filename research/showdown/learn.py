"""Trains the showdown networks on matches against themselves.

Run: python -m research.showdown.learn [--aims wins,chips] [--seats 2,3,4] [--go-on] [--help]

A network begins with weights set by hand: "my chips minus those of the best opponent". Each generation plays
matches with the current network. Adam then fits it to its own worths one turn ahead, and to solved last turns
(`showdown_lessons`). The error of the position after a turn corrects the position before it, and with
decreasing weight the earlier ones: TD(lambda), but without the noise of dice.

The seed fixes everything except the order in which a machine sums numbers. Writes the weights that
`fivedice.solve.showdown.network` reads after every generation.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from fivedice.solve.kernel.lattice import lattice
from fivedice.solve.kernel.settings import processors
from fivedice.solve.showdown import network
from fivedice.solve.showdown.board import LEFT, NONE, PAWN, SEAT
from fivedice.solve.showdown.network import AIMS, CHIPS_UNIT, HIDDEN, PARTS
from research.showdown.lessons import Lessons, features, lessons
from research.showdown.pairs import Played, play_matches

LAMBDA = 0.8
WANDERS = (0.0, 0.0, 0.0, 0.0, 0.02, 0.02, 0.1, 0.2)
"""The chance to use a roll for any card, in each part of the matches of a generation."""
BATCH = 1024
RATE, LAST_RATE = 0.002, 0.0001
"""The first and the last learning rate; it falls linearly."""
KEPT = 5
"""The number of generations whose matches are used together."""
MORE = 10
"""Boards that are used from every solved last turn."""
Weights = dict[str, np.ndarray]


def by_hand(seats: int, aim: str, chance: np.random.Generator) -> Weights:
    """Small random weights, with units set to the lead or the chips of every seat."""
    marks, counts = network.mark_count(seats), network.count_count(seats)
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
    """The weights of a network in compiled form."""
    marks, counts = network.mark_count(seats), network.count_count(seats)
    parts = np.split(net.astype(np.float32), np.cumsum([marks, counts, 1, seats]), axis=1)
    return {
        "marks": parts[0].copy(),
        "counts": parts[1].copy(),
        "bias": parts[2][:, 0].copy(),
        "out": parts[3].swapaxes(1, 2).copy(),
        "out_bias": parts[4][:, 0, :seats].copy(),
    }


class Lesson(NamedTuple):
    """A network to train, with its settings."""

    seats: int
    aim: str
    generations: int
    matches: int
    seed: int
    known: np.ndarray | None
    """The network to start with."""


Examples = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Stage, marks, counts and targets of positions."""


def generation(lesson: Lesson, number: int, net: np.ndarray) -> tuple[list[Examples], str]:
    """The examples of one generation in parts, and the errors of the estimates."""
    aim, parts = AIMS.index(lesson.aim), len(WANDERS)

    def part(job: int) -> tuple[Examples, np.ndarray]:
        count = lesson.matches // parts
        seed = lesson.seed * 10**8 + (number * parts + job) * count
        players, goals = np.zeros(lesson.seats, int), np.array([aim])
        played = play_matches(seed, count, net[None], goals, players, WANDERS[job], lattice())
        found = lessons(played.boards, played.matches, net, aim, MORE, lattice())
        wanted = targets(played, found)
        return examples(found.boards, wanted, lesson.aim), missed(played, found, wanted)

    with ThreadPoolExecutor(processors()) as pool:
        learned = list(pool.map(part, range(parts)))
    before, within, last = np.sqrt(np.mean([error for _, error in learned], axis=0))
    return [one for one, _ in learned], f"errors {before:.4f}, {within:.4f}, in the last turn {last:.4f}"


def targets(played: Played, found: Lessons) -> np.ndarray:
    """(positions, seats): the target of each position."""
    wanted, boards = found.worths.copy(), played.boards
    for place in range(len(boards) - 2, -1, -1):
        here, after = boards[place], boards[place + 1]
        if played.matches[place] != played.matches[place + 1] or here[LEFT] == 1:
            continue
        moved_on = here[SEAT] == after[SEAT] and (here[:PAWN] == after[:PAWN]).all()
        said = found.worths if moved_on else found.estimated
        wanted[place] += LAMBDA * (wanted[place + 1] - said[place + 1])
    return wanted


def missed(played: Played, found: Lessons, wanted: np.ndarray) -> np.ndarray:
    """The mean squared error for the seat to move: before the Showdown Round, in it, in the last turn."""
    places, seat, left = np.arange(len(played.boards)), played.boards[:, SEAT], played.boards[:, LEFT]
    errors = (found.estimated[places, seat] - wanted[places, seat]) ** 2
    return np.array([errors[left == NONE].mean(), errors[left > 1].mean(), errors[left == 1].mean()])


def examples(boards: np.ndarray, wanted: np.ndarray, aim: str) -> Examples:
    """Training examples of positions and their targets, in the order of seats from the seat to move."""
    turned = (boards[:, SEAT][:, None] + np.arange(wanted.shape[1])) % wanted.shape[1]
    unit = 1 if aim == "wins" else CHIPS_UNIT
    stage = (boards[:, LEFT] != NONE).astype(np.int8)
    return (stage, *features(boards), (np.take_along_axis(wanted, turned, axis=1) / unit).astype(np.float32))


class Learner:
    """Adam on one stage of a network."""

    def __init__(self, weights: Weights, stage: int, aim: str) -> None:
        """Trains these weights in place."""
        self.parts = [weights[name][stage] for name in PARTS]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps, self.aim = 0, aim

    def learn(self, marks: np.ndarray, counts: np.ndarray, wanted: np.ndarray, rate: float) -> float:
        """Trains on one minibatch and returns its loss."""
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


def fit(learners: list[Learner], data: list[Examples], rate: float, chance: np.random.Generator) -> None:
    """Uses all examples once, for each stage of the network."""
    stage, marks, counts, wanted = (np.concatenate(parts) for parts in zip(*data, strict=True))
    for number, learner in enumerate(learners):
        here = chance.permutation(np.flatnonzero(stage == number))
        for place in range(0, len(here), BATCH):
            batch = here[place : place + BATCH]
            learner.learn(marks[batch], counts[batch], wanted[batch], rate)


def learn(lesson: Lesson) -> Iterator[Weights]:
    """The weights of one network after every generation; training starts with `known` or with `by_hand`."""
    chance, known = np.random.default_rng(lesson.seed), lesson.known
    weights = by_hand(lesson.seats, lesson.aim, chance) if known is None else from_net(known, lesson.seats)
    learners = [Learner(weights, stage, lesson.aim) for stage in range(2)]
    kept: list[Examples] = []
    for number in range(lesson.generations):
        begun, gone = perf_counter(), (number + 1) / lesson.generations
        found, how = generation(lesson, number, as_net(weights))
        kept = [*kept, *found][-KEPT * len(WANDERS) :]
        fit(learners, kept, RATE + (LAST_RATE - RATE) * gone, chance)
        print(
            f"{lesson.aim}, {lesson.seats} seats, {number}: {how}; {perf_counter() - begun:.0f} s", flush=True
        )
        yield weights


def main() -> None:
    """Trains the networks for the given aims and writes them beside the existing ones."""
    ask = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    ask.add_argument("--aims", default="wins,chips")
    ask.add_argument("--seats", default="2,3,4")
    ask.add_argument("--generations", type=int, default=30)
    ask.add_argument("--matches", type=int, default=1600, help="in a generation")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--go-on", action="store_true", help="begin with the weights that are there")
    ask.add_argument("--out", type=Path, default=network.WEIGHTS)
    said = ask.parse_args()
    for aim in said.aims.split(","):
        for seats in map(int, said.seats.split(",")):
            name = f"{aim}{seats}"
            known = table(said.out)[name] if said.go_on else None
            for weights in learn(Lesson(seats, aim, said.generations, said.matches, said.seed, known)):
                stored = table(said.out) | {name: as_net(weights).astype(np.float16)}
                np.savez_compressed(said.out, **dict(sorted(stored.items())))


def table(path: Path) -> dict[str, Any]:
    """The weights of a file, if there is one."""
    return dict(np.load(path)) if path.exists() else {}


if __name__ == "__main__":
    main()
