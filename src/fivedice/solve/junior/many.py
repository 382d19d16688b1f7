"""Junior for four seats, every seat playing for its own worth. Knows keys and the learned networks.

The last turns are solved exactly. In the middle of the game there are too many positions, so a network for
each turn has learned, from positions that turns drawn at random lead to, what a turn of best play makes of
what is known of the next turn. `benchmarks/learn_junior.py` learned them.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from fivedice.solve.junior.board import Ints, Layout, offered, outcomes
from fivedice.solve.junior.later import Later
from fivedice.solve.junior.levels import Progress, worths
from fivedice.solve.junior.net import Net, estimate, fit, fresh
from fivedice.worth import Worth

EARLY, LATE = 5, 8
"""From the first of these turns to before the second are networks."""
SAMPLES = {5: 60_000, 6: 60_000, 7: 60_000}
"""From how many positions each network learns; the last learns exact worths, which take longest."""
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


def digest() -> str:
    """One text for the networks that come with the package."""
    return sha256(WEIGHTS.read_bytes()).hexdigest()


def arrays(middle: Middle) -> dict[str, np.ndarray]:
    """The networks by the names under which they are stored, in half precision."""
    return {
        _name(middle.layout, turn, part): array.astype(np.float16)
        for turn, net in middle.nets.items()
        for part, array in net._asdict().items()
    }


def learn(layout: Layout, start: int, progress: Progress | None = None, seed: int = 1) -> Middle:
    """The networks, fitted from the last to the first."""
    chance = np.random.default_rng(seed)
    middle = Middle(layout, {}, Later(layout))
    net = fresh(layout, chance)
    for turn in reversed(range(EARLY, LATE)):
        keys = positions(layout, start, turn, SAMPLES[turn], chance)
        ahead = 1 if middle.nets else layout.turns
        net = fit(layout, net, keys, worths(layout, keys, turn, ahead, middle.leaf), chance)
        middle.nets[turn] = net
        if progress:
            progress(LATE - turn, LATE - EARLY)
    return middle


def positions(layout: Layout, start: int, turn: int, number: int, chance: np.random.Generator) -> Ints:
    """Different positions before a turn, at most so many, as turns drawn at random lead to them."""
    keys = np.full(number, start)
    for played in range(turn):
        ends = outcomes(layout, keys, played)
        weight = np.where(offered(ends), COUNT_CHANCE, 0).reshape(number, -1).cumsum(axis=1)
        drawn = chance.random((number, 1)) * weight[:, -1:]
        keys = ends.after.reshape(number, -1)[np.arange(number), (weight <= drawn).sum(axis=1)]
    return np.unique(keys)


def _net(stored: "np.lib.npyio.NpzFile", layout: Layout, turn: int) -> Net:
    return Net(*(stored[_name(layout, turn, part)].astype(np.float32) for part in Net._fields))


def _name(layout: Layout, turn: int, part: str) -> str:
    return f"{'wins' if layout.to_win else 'columns'}{layout.seats}-{turn}-{part}"
