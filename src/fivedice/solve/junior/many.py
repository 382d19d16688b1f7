"""Junior for four seats, every seat playing for its own worth: tables, and networks in between.

All of it was solved once, by `research/junior/learn.py`. The worths of the first turns come with the package,
and the last turns are solved when they are asked about. In between there are too many positions, so a network
for each turn has learned the worths of positions drawn at random.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import Worth
from fivedice.games.junior import TURNS
from fivedice.solve.junior.board import COLUMNS, Ints, Layout, offered, outcomes
from fivedice.solve.junior.later import Later
from fivedice.solve.junior.levels import Level, Progress, worths
from fivedice.solve.junior.net import Net, estimate, fit, fresh

EARLY, LATE = 6, 8
"""From the first of these turns to before the second are networks."""
SAMPLES, EPOCHS = 600_000, 12
"""So many positions are drawn for each network to learn from, and so often it sees each of them."""
HELD_OUT = 17
"""One of so many positions is not learned from, to measure by."""
PARTS = 65_535
"""The worths of the first turns are kept in so many parts of the most that they can be."""
COUNT_CHANCE = np.array([0.01, 0.05, 0.16, 0.34, 0.3, 0.14])
"""About how often a played turn shows each count, to draw positions that look like play."""
WEIGHTS = Path(__file__).with_name("weights.npz")


@dataclass(frozen=True, slots=True, eq=False)
class Middle:
    """The networks of the turns in the middle."""

    layout: Layout
    nets: dict[int, Net]
    later: Later

    def leaf(self, keys: Ints, turn: int) -> Worth:
        """(m, seats): the worths before a turn: estimated in the middle, exact in the last turns."""
        if turn in self.nets:
            return estimate(self.layout, self.nets[turn], keys)
        return self.later.find(keys, turn)

    def exact(self, keys: Ints, turn: int) -> Worth:
        """(m, seats): the same without any estimate; the more turns are left, the longer it takes."""
        return worths(self.layout, keys, turn, self.layout.turns, self.leaf)


@cache
def learned(layout: Layout) -> Middle:
    """The networks that come with the package."""
    with np.load(WEIGHTS) as stored:
        return Middle(
            layout, {turn: _net(stored, layout, turn) for turn in range(EARLY, LATE)}, Later(layout)
        )


def first(layout: Layout) -> Worth:
    """(n, seats): what positions before the first turns are worth, turn by turn and by key, as solved.

    For chances without the last seat, whose chance the others leave.
    """
    with np.load(WEIGHTS) as stored:
        return np.asarray(stored[_name(layout, "first")] * (_most(layout) / PARTS))


def digest() -> str:
    """One text for what comes with the package."""
    return sha256(WEIGHTS.read_bytes()).hexdigest()


def arrays(middle: Middle, early: list[Level]) -> dict[str, np.ndarray]:
    """What comes with the package, by name: networks in half precision, and the worths of the first turns."""
    layout = middle.layout
    worth = np.concatenate([level.worth for level in early])
    nets = {
        _name(layout, f"{turn}-{part}"): array.astype(np.float16)
        for turn, net in middle.nets.items()
        for part, array in net._asdict().items()
    }
    return nets | {_name(layout, "first"): _in_parts(layout, worth).astype(np.uint16)}


def learn(
    layout: Layout, start: int, levels: list[Level], progress: Progress | None = None, seed: int = 1
) -> Middle:
    """The networks, fitted to solved levels from the last to the first."""
    chance = np.random.default_rng(seed)
    middle, net = Middle(layout, {}, Later(layout)), fresh(layout, chance)
    for turn in reversed(range(EARLY, LATE)):
        keys = positions(layout, start, turn, SAMPLES, chance)
        keys = keys[~held_out(keys)]
        aims = levels[turn].worth[np.searchsorted(levels[turn].keys, keys)]
        net = fit(layout, net, keys, aims, chance, EPOCHS)
        middle.nets[turn] = net
        if progress:
            progress(LATE - turn, LATE - EARLY)
    return middle


def held_out(keys: Ints) -> NDArray[np.bool_]:
    """Which positions no network has learned from."""
    return np.asarray(keys % HELD_OUT == 0)


def positions(layout: Layout, start: int, turn: int, number: int, chance: np.random.Generator) -> Ints:
    """Different positions before a turn, at most so many, as turns drawn at random lead to them."""
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


def _in_parts(layout: Layout, worth: Worth) -> Worth:
    """Worths in whole parts of the most. Those of chances are together as many as there are, so that the last
    can be left out: rounded up are those that are furthest below their chance.
    """
    exactly = worth * (PARTS / _most(layout))
    if not layout.to_win:
        return np.round(exactly)
    parts = np.floor(exactly)
    lacking = np.round(PARTS - parts.sum(axis=1, keepdims=True))
    furthest = np.argsort(np.argsort(parts - exactly, axis=1), axis=1)
    return np.asarray(parts + (furthest < lacking))[:, :-1]


def _net(stored: "np.lib.npyio.NpzFile", layout: Layout, turn: int) -> Net:
    return Net(*(stored[_name(layout, f"{turn}-{part}")].astype(np.float32) for part in Net._fields))


def _name(layout: Layout, part: str) -> str:
    return f"{'wins' if layout.to_win else 'columns'}{layout.seats}-{part}"


def _most(layout: Layout) -> int:
    """What no worth is more than: a chance of one, or the highest column in every turn."""
    return 1 if layout.to_win else COLUMNS * TURNS[layout.seats]
