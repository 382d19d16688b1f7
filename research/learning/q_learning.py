"""Learns a score card by Q-learning, from the observations, masks and rewards of `SoloVector` alone.

Run: OPENBLAS_NUM_THREADS=1 python -m research.learning.q_learning [--rung full] [--millions 110] [--out FILE]

Many games are played at once, mostly by the best known action. What follows an action is the aim of its
worth: the reward and, as far as the play stays best, a mixture of the estimates on the way and the points
that came (Watkins's Q(lambda)). Old play is not stored. A run ends after `--millions` of steps, so that a
slow machine learns the same; 110 take some 20 minutes on two cores. `--start FILE` goes on from a file.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice import study
from fivedice.core.actions import KEEP_ACTIONS, KEPT
from fivedice.core.turn import THROWS
from fivedice.study.vector import SoloVector
from research.learning.network import THREADS, Floats, Ints
from research.learning.values import POINTS, Values, output, seen


class Settings(NamedTuple):
    """How to learn; each is an option."""

    card: str = "traditional"
    rung: str = "full"
    millions: float = 110.0
    seed: int = 0
    games: int = 1024
    steps: int = 16
    batch: int = 512
    width: int = 256
    rate: float = 1e-3
    trace: float = 0.9
    heat: float = 1.0
    cool: float = 0.1
    rash: float = 0.08
    checks: int = 20


class Played(NamedTuple):
    """Decisions in games that were not over, and what was found to follow them, in units of `POINTS`."""

    observed: Floats
    actions: Ints
    gain: Floats
    """Of the action."""
    worth: Floats
    """Of the position; `before`: of its card, before the first throw of the turn."""
    before: Floats


class Table:
    """The games that are played to learn from."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.chance = settings, np.random.default_rng(settings.seed)
        self.env = SoloVector(settings.games, settings.card, settings.rung)
        self.observed, _ = self.env.reset(seed=settings.seed)
        self.over = np.zeros(settings.games, np.bool_)

    def play(self, values: Values, heat: float, rash: float, trace: float) -> Played:
        """Some steps of all games. An action is less likely the further it is below the best one, in units
        of `heat`; a share `rash` of actions is almost random.
        """
        games, steps = self.settings.games, self.settings.steps
        shape = steps + 1, games
        observed = np.empty((*shape, self.observed["observation"].shape[1]), np.float32)
        actions = np.zeros(shape, np.int64)
        rewards, worth, before, gain = np.zeros((4, *shape), np.float32)
        best, alive = np.zeros((2, *shape), np.bool_)
        for step in range(steps + 1):
            found, before[step] = self._rate(values)
            observed[step], worth[step] = self.observed["observation"], found.max(axis=1)
            alive[step] = ~self.over
            if step < steps:
                actions[step] = self._choose(found, heat, rash)
                best[step] = found[np.arange(games), actions[step]] == worth[step]
                self.observed, reward, self.over, _, _ = self.env.step(actions[step])
                rewards[step] = reward / POINTS
        worth[~alive] = before[~alive] = 0
        for step in reversed(range(steps)):
            sure = (1 - trace) * (actions[step] >= KEEP_ACTIONS)
            gain[step] = rewards[step] + worth[step + 1] + sure * (before[step + 1] - worth[step + 1])
            worth[step] += trace * (best[step] & alive[step]) * (gain[step] - worth[step])
        arrays: Any = (observed, actions, gain, worth, before)
        return Played(*(array[:-1][alive[:-1]] for array in arrays))

    def _rate(self, values: Values) -> tuple[Floats, Floats]:
        sides = slice(0, self.settings.games // 2), slice(self.settings.games // 2, None)
        halves = [{name: part[side] for name, part in self.observed.items()} for side in sides]
        found, before = zip(*THREADS.map(values.actions, halves), strict=True)
        return np.concatenate(found), np.concatenate(before)

    def _choose(self, found: Floats, heat: float, rash: float) -> Ints:
        noise = np.log(self.chance.standard_exponential(found.shape, np.float32) + np.float32(1e-9))
        wild = self.chance.random((len(found), 1)) < rash
        return (found - np.where(wild, POINTS, heat / POINTS).astype(np.float32) * noise).argmax(axis=1)


def improve(values: Values, played: Played, batch: int, rate: float, chance: np.random.Generator) -> None:
    """Fits each network once to the decisions that concern it."""
    known = seen(played.observed, values.boxes)
    threw, used = (
        np.flatnonzero(side) for side in (played.actions < KEEP_ACTIONS, played.actions >= KEEP_ACTIONS)
    )
    begun = np.flatnonzero(known.left == THROWS - 1)
    keeps = output(known.left[threw], KEPT[known.roll[threw], played.actions[threw]].astype(np.int64))
    rows, kinds = np.concatenate([threw, begun]), np.zeros(len(threw) + len(begun), np.int64)
    outputs = np.concatenate([keeps, 0 * begun])
    aims = np.concatenate([played.gain[threw], played.worth[begun]])
    for part in _parts(len(rows), batch, chance):
        values.opening.fit(known.card[rows[part]], kinds[part], outputs[part], aims[part], rate)
    both = np.concatenate([known.card, known.dice], axis=1)
    for part in _parts(len(used), batch, chance):
        at = used[part]
        boxes, aims = played.actions[at] - KEEP_ACTIONS, played.gain[at] - played.before[at]
        values.closing.fit(both[at], known.roll[at], boxes, aims, rate)


def _parts(number: int, size: int, chance: np.random.Generator) -> list[Ints]:
    return np.array_split(chance.permutation(number), max(1, number // size))


def learn(
    settings: Settings, out: Path | None = None, start: Path | None = None
) -> tuple[Values, NDArray[np.float64]]:
    """Learns, or goes on from a file, prints progress, and saves it. The curve (checks, 5) has for each check
    the seconds of processor time, steps, mean, median and regret.
    """
    chance, table = np.random.default_rng(settings.seed + 1), Table(settings)
    values, earlier = Values(table.env.task, settings.width, chance), np.zeros((0, 5))
    if start:
        values, _, earlier = load(start)
    budget, used, steps, curve = settings.millions * 1e6, 0.0, 0, earlier
    while steps < budget:
        began, left = process_time(), 1 - steps / budget
        heat = settings.cool * (settings.heat / settings.cool) ** left
        played = table.play(values, heat, settings.rash * left, settings.trace * left)
        improve(values, played, settings.batch, settings.rate * left**2, chance)
        used, steps = used + process_time() - began, steps + settings.games * settings.steps
        if steps >= budget * min(1, (len(curve) - len(earlier) + 1) / settings.checks):
            found = study.regret(values.averaged(), settings.card, 2000, rung=settings.rung, seed=99)
            score = found.total.value, found.median, found.regret.value
            curve = np.vstack([curve, earlier[-1:].sum(axis=0) * (1, 1, 0, 0, 0) + (used, steps, *score)])
            print(
                "{:6.0f} s {:12,.0f} steps: mean {:.2f}, median {:.0f}, regret {:.3f}".format(*curve[-1]),
                flush=True,
            )
            if out:
                save(out, values, settings, curve)
    return values.averaged(), curve


def save(path: Path, values: Values, settings: Settings, curve: NDArray[np.float64]) -> None:
    """Writes the averaged weights in half precision, with the settings and the curve."""
    opening, closing = (net.average.astype(np.float16) for net in (values.opening, values.closing))
    texts = np.array([*map(str, settings)])
    np.savez_compressed(path, opening=opening, closing=closing, settings=texts, curve=curve)


def load(path: Path) -> tuple[Values, Settings, NDArray[np.float64]]:
    """What `save` wrote."""
    with np.load(path) as file:
        kinds: list[Callable[[str], Any]] = [type(default) for default in Settings()]
        texts = file["settings"].tolist()
        settings = Settings(*(kind(text) for kind, text in zip(kinds, texts, strict=True)))
        task = study.task(settings.card, settings.rung)
        blank = Values(task, settings.width, np.random.default_rng(0))
        return blank.having(file["opening"], file["closing"]), settings, file["curve"]


def main() -> None:
    """Learns as the options say."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, default in Settings()._asdict().items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--start", type=Path)
    options = vars(parser.parse_args())
    files = {name: options.pop(name) for name in ("out", "start")}
    learn(Settings(**options), **files)


if __name__ == "__main__":
    main()
