"""Learns what positions of showdown promise, from matches of the networks against themselves.

Run: python benchmarks/learn_showdown.py [--aims wins,chips] [--seats 2,3,4] [--matches 20000] [--help]
then, for the champion of two seats:
     python benchmarks/learn_showdown.py --aims wins --seats 2 --ahead --generations 6 --matches 4000

Each generation plays matches with the networks as they are, then fits them by Adam on minibatches to what
came of the positions (half outcome, half the estimate of the next position and so on: TD(lambda)). The first
generation plays by a network set by hand to "my chips less the best other's".

With `--ahead` a network goes on learning, not from what chance brought but from what a whole turn ahead is
worth by it, and from last turns solved to the end (`showdown_lessons`): free of the noise of dice. Half of
these matches are played against the network that plays for chips.

The seed fixes everything but the order in which a machine sums numbers. Writes the weights that
`fivedice.solve.showdown.network` reads.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from rich.progress import track

from fivedice.solve.kernel.compile import processors
from fivedice.solve.kernel.lattice import lattice
from fivedice.solve.showdown import network
from fivedice.solve.showdown.board import LEFT, NONE, SEAT
from fivedice.solve.showdown.compiled.value import estimates
from fivedice.solve.showdown.network import AIMS, CHIPS_AIM, CHIPS_UNIT, HIDDEN, PARTS, WINS
from showdown_lessons import features, lessons
from showdown_pairs import Played, play_matches

LAMBDA = 0.85
WANDER, WANDER_FAR = 0.02, 0.2
"""How often a roll is used for anything, and in two of eight matches when looking ahead."""
BATCH = 4096
RATES = (0.004, 0.002, 0.001, 0.0005)
RATES_AHEAD = (0.002, 0.001, 0.0005, 0.0002)
"""The rates of learning, over the generations; each falls to a tenth within a generation."""
KEPT, KEPT_AHEAD = 4, 2
"""The matches of so many generations are learned from together."""
MORE = 30
"""So many boards are learned from for every last turn that is solved."""
Weights = dict[str, np.ndarray]
TABLE = network.WEIGHTS


def by_hand(seats: int, aim: str, chance: np.random.Generator) -> Weights:
    """Small random weights, with units set to the lead of every seat, or to its chips."""
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
    """The same the other way round."""
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
    """What is to be learned, and from what."""

    seats: int
    aim: str
    generations: int
    matches: int
    seed: int
    known: np.ndarray | None
    """The network to begin with."""
    rival: np.ndarray | None
    """When looking ahead, the network for chips that half of the matches are played against."""


Examples = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Stage, marks, counts and targets of positions."""


def generation(lesson: Lesson, number: int, net: np.ndarray) -> tuple[list[Examples], str]:
    """The examples of one generation, in eight parts, and how its matches went."""

    def part(job: int) -> tuple[Examples, Played]:
        seed = lesson.seed * 10**8 + (number * 8 + job) * lesson.matches
        played = play(lesson, seed, job, net)
        return (outcomes if lesson.rival is None else looks_ahead)(played, net, lesson.aim), played

    with ThreadPoolExecutor(processors()) as pool:
        parts = list(pool.map(part, range(8)))
    how = told([played for _, played in parts], lesson.rival is not None)
    return [learned for learned, _ in parts], how


def play(lesson: Lesson, seed: int, job: int, net: np.ndarray) -> Played:
    """Matches of the network against itself or, in every other part, from one seat against the rival."""
    players = np.zeros(lesson.seats, int)
    nets, goals = [net], [AIMS.index(lesson.aim)]
    if lesson.rival is not None:
        nets, goals = [net, lesson.rival], [*goals, CHIPS_AIM]
        players[:] = job % 2
        players[job // 2 % lesson.seats] = 0
    wander = WANDER_FAR if lesson.rival is not None and job >= 6 else WANDER
    return play_matches(
        seed, lesson.matches // 8, np.stack(nets), np.array(goals), players, wander, lattice()
    )


def looks_ahead(played: Played, net: np.ndarray, aim: str) -> Examples:
    """Positions with what a look ahead makes of them; of two seats one has what the other has not."""
    found = lessons(played.boards, played.matches, net, AIMS.index(aim), MORE, lattice())
    return examples(found.boards, np.stack([found.worths, 1 - found.worths], axis=1))


def outcomes(played: Played, net: np.ndarray, aim: str) -> Examples:
    """Positions with what came of them."""
    return examples(played.boards, targets(played, net, aim))


def examples(boards: np.ndarray, wanted: np.ndarray) -> Examples:
    """What there is to learn from positions with their targets, from the seat to move on."""
    stage = (boards[:, LEFT] != NONE).astype(np.int8)
    return (stage, *features(boards), wanted.astype(np.float32))


def targets(played: Played, net: np.ndarray, aim: str) -> np.ndarray:
    """(positions, seats): what each position should have been estimated at, from the seat to move on."""
    results = played.results[:, AIMS.index(aim)]
    estimated = np.empty((len(played.boards), results.shape[1]))
    estimates(played.boards.astype(np.int64), len(estimated), net, AIMS.index(aim), estimated)
    wanted = np.empty_like(estimated)
    last = np.append(played.matches[1:] != played.matches[:-1], True)
    after = results[0]
    for place in range(len(wanted) - 1, -1, -1):
        if last[place]:
            after = results[played.matches[place]]
        wanted[place] = after
        after = LAMBDA * after + (1 - LAMBDA) * estimated[place]
    turned = (played.boards[:, SEAT][:, None] + np.arange(wanted.shape[1])) % wanted.shape[1]
    return np.take_along_axis(wanted, turned, axis=1) / (1 if aim == "wins" else CHIPS_UNIT)


def told(games: list[Played], rival: bool) -> str:
    """How long the matches were, and what the learner won against its rival."""
    length = sum(len(one.boards) for one in games) / sum(len(one.results) for one in games)
    longest = max(int(np.bincount(one.matches).max()) for one in games)
    against = np.mean([games[job].results[:, WINS, job // 2].mean() for job in (1, 3)])
    won = f"; {against:.4f} won against the rival" if rival else ""
    return f"{length:.1f} red dice a match, at most {longest}{won}"


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
    weights: Weights, data: list[Examples], aim: str, rate: float, chance: np.random.Generator
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
        told = [learner.learn(marks[b], counts[b], wanted[b], r) for b, r in zip(batches, rates, strict=True)]
        losses.append(sum(told) / len(told))
    return losses


def learn(lesson: Lesson) -> Weights:
    """The weights of one network, learned from nothing or from what is known already."""
    seats, aim, generations = lesson[:3]
    chance = np.random.default_rng(lesson.seed)
    known, ahead = lesson.known, lesson.rival is not None
    weights = by_hand(seats, aim, chance) if known is None else from_net(known, seats)
    schedule = RATES_AHEAD if ahead else RATES if known is None else RATES[1:]
    kept: list[Examples] = []
    for number in track(range(generations), f"{aim}, {seats} seats"):
        begun = perf_counter()
        found, how = generation(lesson, number, as_net(weights))
        kept = [*kept, *found][-8 * (KEPT_AHEAD if ahead else KEPT) :]
        rate = schedule[number * len(schedule) // generations]
        losses = fit(weights, kept, aim, rate, chance)
        print(f"{number}: {how}; errors {losses[0]:.5f} {losses[1]:.5f}; ", end="")
        print(f"{perf_counter() - begun:.0f} s", flush=True)
    return weights


def main() -> None:
    """Learns the networks asked for and writes them beside those that are there."""
    ask = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    ask.add_argument("--aims", default="wins,chips")
    ask.add_argument("--seats", default="2,3,4")
    ask.add_argument("--generations", type=int, default=10)
    ask.add_argument("--matches", type=int, default=20_000)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--go-on", action="store_true", help="begin with the weights that are there")
    ask.add_argument("--ahead", action="store_true", help="go on learning chances to win by looking ahead")
    ask.add_argument("--out", type=Path, default=TABLE)
    said = ask.parse_args()
    if said.ahead and (said.aims, said.seats) != ("wins", "2"):
        ask.error("looking ahead learns chances to win of two seats only")
    for aim in said.aims.split(","):
        for seats in map(int, said.seats.split(",")):
            table = dict(np.load(said.out)) if said.out.exists() else {}
            known = table[f"{aim}{seats}"] if said.go_on or said.ahead else None
            rival = table[f"chips{seats}"].astype(float) if said.ahead else None
            lesson = Lesson(seats, aim, said.generations, said.matches, said.seed, known, rival)
            weights = learn(lesson)
            stored = dict(np.load(said.out)) if said.out.exists() else {}
            stored[f"{aim}{seats}"] = as_net(weights).astype(np.float16)
            np.savez_compressed(said.out, **dict(sorted(stored.items())))


if __name__ == "__main__":
    main()
