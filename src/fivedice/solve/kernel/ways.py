"""Following best play through a turn: with what chance it ends in each roll. Knows no card.

From the worths of keeps it works out which are chosen, and sends the chance of the 252 rolls along them
through the lattice, one die at a time. Of keeps worth the same the largest is chosen, and of these the one
with the highest numbers, as `worth.best_keep` does.
"""

from typing import NamedTuple

import numpy as np

from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.lanes import Rows, blank
from fivedice.solve.kernel.lattice import KEEP_COUNT, PART, ROLL_COUNT, Ints, Lattice
from fivedice.worth import FIRST_ROLL, SAME, Worth

NOT_ALL_FIVE = FIRST_ROLL
"""The number of keeps of fewer than five dice."""


class Way(NamedTuple):
    """The scratch of one thread: the worths of a shape, and the choices and chances of one column."""

    bookings: Rows
    one_left: Rows
    two_left: Rows
    best: Worth
    """(462,): the worth of the best keep inside each keep."""
    choice: Ints
    """(462,): that keep."""
    chance: Worth
    """(462,): with what chance each keep is held, or each roll lies."""
    spent: Worth
    """(bookings,): with what chance a roll that is no Yahtzee is spent on each."""


def way(bookings: int) -> Way:
    """The scratch for one thread."""
    rows = blank(bookings), blank(KEEP_COUNT), blank(KEEP_COUNT)
    choices = np.zeros(KEEP_COUNT), np.zeros(KEEP_COUNT, np.int64)
    return Way(*rows, *choices, np.zeros(KEEP_COUNT), np.zeros(bookings))


@compiled
def follow_turn(way: Way, lane: int, lattice: Lattice) -> None:
    """The chance of ending the turn with each roll, into `way.chance`, along the best keeps."""
    for roll in range(ROLL_COUNT):
        way.chance[FIRST_ROLL + roll] = lattice.chance[roll]
    choose(way, way.two_left, lane, lattice)
    throw_chance(way, lattice)
    choose(way, way.one_left, lane, lattice)
    throw_chance(way, lattice)


@compiled
def choose(way: Way, keeps: Rows, lane: int, lattice: Lattice) -> None:
    """Find the best keep inside every keep, and move the chance of each roll to the keep chosen for it."""
    best, choice, chance = way.best, way.choice, way.chance
    for keep in range(KEEP_COUNT):
        best[keep], choice[keep] = keeps[keep, lane], keep
    for place in range(lattice.keeps.size):
        keep = lattice.keeps[place]
        for face in range(lattice.faces[place]):
            less = lattice.less_one[place, face]
            if is_better(best[less], choice[less], best[keep], choice[keep]):
                best[keep], choice[keep] = best[less], choice[less]
    for keep in range(NOT_ALL_FIVE):
        chance[keep] = 0
    for roll in range(FIRST_ROLL, KEEP_COUNT):
        if choice[roll] != roll:
            chance[choice[roll]] += chance[roll]
            chance[roll] = 0


@compiled
def is_better(worth: float, keep: int, than_worth: float, than_keep: int) -> bool:
    """Whether a keep is worth more than another, or the same and comes later in `KEEPS`."""
    gain = worth - than_worth
    return gain > SAME or (gain >= -SAME and keep > than_keep)


@compiled
def throw_chance(way: Way, lattice: Lattice) -> None:
    """Every keep takes its next die, until all the chance is on rolls."""
    chance, plus_one = way.chance, lattice.plus_one
    for keep in range(NOT_ALL_FIVE):
        part = chance[keep] * PART
        if part > 0:
            for face in range(6):
                chance[plus_one[keep, face]] += part
