"""Best play followed through a turn: the chance that it ends in each roll.

From the worths of keeps it works out which are chosen, and sends the chance of the 252 rolls along them
through the lattice, one die at a time, for sixteen columns side by side. Of keeps worth the same the largest
is chosen, and of these the one with the highest numbers, as `worth.best_keep` does.
"""

from typing import NamedTuple

from fivedice.core.ties import SAME
from fivedice.core.worth import FIRST_ROLL
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import Rows, add, alike, blank, larger, load, raised, store, times, where
from fivedice.solve.kernel.lattice import KEEP_COUNT, PART, ROLL_COUNT, Lattice

NOT_ALL_FIVE = FIRST_ROLL
"""The number of keeps of fewer than five dice."""


class Way(NamedTuple):
    """The scratch of one thread: the worths, choices and chances of sixteen columns of a shape."""

    bookings: Rows
    """(bookings, LANES): the worth of each."""
    keeps: Rows
    """(462, LANES): the worth of the best keep inside each."""
    two_left: Rows
    """(462, LANES): the number of that keep with two throws left."""
    one_left: Rows
    """(462, LANES): and with one."""
    booked: Rows
    """(252, LANES): the number of the best booking of each final roll."""
    chance: Rows
    """(462, LANES): with what chance each keep is held, or each roll lies."""
    spent: Rows
    """(2 bookings, LANES): with what chance a roll is spent on each; then on each with something on top."""


def way(bookings: int) -> Way:
    """The scratch for one thread."""
    return Way(*map(blank, (bookings, *3 * (KEEP_COUNT,), ROLL_COUNT, KEEP_COUNT, 2 * bookings)))


@compiled
def choose(keeps: Rows, choice: Rows, lattice: Lattice) -> None:
    """The worth of the best keep inside every keep, from the worth of each; and the number of that keep."""
    store(choice, 0, alike(0.0))
    for place in range(lattice.keeps.size):
        keep, faces = lattice.keeps[place], lattice.faces[place]
        own = load(keeps, keep)
        best = own
        for face in range(faces):
            best = larger(load(keeps, lattice.less_one[place, face]), best)
        store(keeps, keep, best)
        least = raised(best, -SAME)
        chosen = alike(-1.0)
        for face in range(faces):
            one = lattice.less_one[place, face]
            chosen = where(load(keeps, one), least, larger(load(choice, one), chosen), chosen)
        store(choice, keep, where(own, least, alike(float(keep)), chosen))


@compiled
def follow_turns(way: Way, width: int, lattice: Lattice) -> None:
    """The chance of ending the turn with each roll, into `way.chance`, for so many columns."""
    for roll in range(ROLL_COUNT):
        store(way.chance, FIRST_ROLL + roll, alike(lattice.chance[roll]))
    hold(way.chance, way.two_left, width)
    throw_chance(way.chance, lattice)
    hold(way.chance, way.one_left, width)
    throw_chance(way.chance, lattice)


@compiled
def hold(chance: Rows, choice: Rows, width: int) -> None:
    """The chance of each roll goes to the keep that is chosen for it."""
    chance[:NOT_ALL_FIVE] = 0
    for roll in range(FIRST_ROLL, KEEP_COUNT):
        for lane in range(width):
            part = chance[roll, lane]
            chance[roll, lane] = 0
            chance[int64(choice[roll, lane]), lane] += part


@compiled
def throw_chance(chance: Rows, lattice: Lattice) -> None:
    """Every keep takes its next die, until all the chance is on rolls."""
    plus_one = lattice.plus_one
    for keep in range(NOT_ALL_FIVE):
        part = times(load(chance, keep), PART)
        for face in range(6):
            roll = plus_one[keep, face]
            store(chance, roll, add(load(chance, roll), part))
