"""Junior for three and four seats: every seat plays for its own chance to win. Knows keys and no file.

The last turns are solved exactly. In the middle of the game there are too many positions, so a network for
each turn learns, from positions that turns drawn at random lead to, what a turn of best play makes of what is
known of the next turn. From there back to the start all positions are solved again.
"""

from dataclasses import dataclass

import numpy as np

from fivedice.solve.junior_board import Ints, Layout, offered, outcomes
from fivedice.solve.junior_levels import Level, Progress, before, next_keys, worths
from fivedice.solve.junior_net import Net, estimate, fit, fresh
from fivedice.worth import Worth

EARLY, LATE = 6, 9
"""Before the first of these turns all positions are in a table; from there to the second are networks."""
SAMPLES = {6: 60_000, 7: 60_000, 8: 30_000}
"""From how many positions each network learns; the last learns exact worths, which take longest."""
COUNT_CHANCE = np.array([0.01, 0.05, 0.16, 0.34, 0.3, 0.14])
"""About how often a played turn shows each count, to draw positions that look like play."""


@dataclass(frozen=True, slots=True, eq=False)
class Middle:
    """The networks of the turns in the middle."""

    told: Layout
    nets: dict[int, Net]

    def leaf(self, keys: Ints, turn: int) -> Worth:
        """(m, seats): the chances before a turn: estimated in the middle, exact in the last turns."""
        if turn in self.nets:
            return estimate(self.told, self.nets[turn], keys)
        return self.exact(keys, turn)

    def exact(self, keys: Ints, turn: int) -> Worth:
        """(m, seats): the same without any estimate; the more turns are left, the longer it takes."""
        return worths(self.told, keys, turn, self.told.turns, self.leaf)


def learn(told: Layout, start: int, progress: Progress | None = None, seed: int = 1) -> Middle:
    """The networks, fitted from the last to the first."""
    chance = np.random.default_rng(seed)
    middle = Middle(told, {})
    net = fresh(told, chance)
    for turn in reversed(range(EARLY, LATE)):
        keys = positions(told, start, turn, SAMPLES[turn], chance)
        net = fit(told, net, keys, worths(told, keys, turn, 1, middle.leaf), chance)
        middle.nets[turn] = net
        if progress:
            progress(LATE - turn, LATE)
    return middle


def solve_early(middle: Middle, start: int, progress: Progress | None = None) -> list[Level]:
    """All positions before the turns in the middle, worked out from what the networks say."""
    told = middle.told
    keys = [np.array([start])]
    for turn in range(EARLY):
        keys.append(next_keys(told, keys[turn], turn))
    levels = [Level(EARLY, keys[-1], middle.leaf(keys[-1], EARLY))]
    for turn in reversed(range(EARLY)):
        levels.insert(0, Level(turn, keys[turn], before(told, keys[turn], turn, levels[0])))
        if progress:
            progress(LATE - turn, LATE)
    return levels[:-1]


def positions(told: Layout, start: int, turn: int, number: int, chance: np.random.Generator) -> Ints:
    """Different positions before a turn, at most so many, as turns drawn at random lead to them."""
    keys = np.full(number, start)
    for played in range(turn):
        ends = outcomes(told, keys, played)
        weight = np.where(offered(ends), COUNT_CHANCE, 0).reshape(number, -1).cumsum(axis=1)
        drawn = chance.random((number, 1)) * weight[:, -1:]
        keys = ends.after.reshape(number, -1)[np.arange(number), (weight <= drawn).sum(axis=1)]
    return np.unique(keys)
