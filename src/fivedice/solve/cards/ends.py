"""The compiled turn under best play: the chance of each booking at the end of a turn.

Sixteen columns of a shape are followed side by side. Among equal boxes (see `ties.SAME`) the first in the
order of `layout` is filled.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.ties import SAME
from fivedice.core.worth import FIRST_ROLL
from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.sweep import (
    Landing,
    Rules,
    Shorts,
    Uses,
    best_uses,
    blocks_of,
    book,
    list_uses,
    new_landing,
    new_uses,
    width_of,
)
from fivedice.solve.kernel.compile import compiled, inner, int64
from fivedice.solve.kernel.lanes import Rows, alike, blank, load, raised, store, where
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, choose, follow_turns, throw
from fivedice.solve.kernel.settings import LANES

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int32]


class TurnEnds(NamedTuple):
    """The ends of the turns of some cards, block by block of sixteen columns."""

    shape: Numbers
    """(blocks,): the shape of each block."""
    block: Numbers
    """(blocks,): the number of each block among the blocks of its shape."""
    first: Ints
    """(blocks + 1,): the index of each block's first end, and the total number of ends."""
    booking: Shorts
    """(ends,): the number of the booking."""
    chance: Rows
    """(ends, LANES): the chance of the end for each card; zeros for a card that is not reached."""


class ThreadMemory(NamedTuple):
    """The memory of one thread: the worths, choices and chances of sixteen columns of a shape."""

    landing: Landing
    uses: Uses
    bookings: Rows
    """(bookings, LANES): the worth of each booking."""
    keeps: Rows
    """(462, LANES): the worth of the best keep inside each keep."""
    two_left: Rows
    """(462, LANES): the number of that best keep with two throws left."""
    one_left: Rows
    """(462, LANES): the number of that best keep with one throw left."""
    booked: Rows
    """(252, LANES): the number of the best booking of each final roll."""
    chance: Rows
    """(462, LANES): the chance of each keep, or of each roll."""
    spent: Rows
    """(bookings, LANES): the chance of each booking."""


def new_way(rules: Rules) -> ThreadMemory:
    """The memory of one thread."""
    sizes = rules.pays.box.size, *3 * (KEEP_COUNT,), ROLL_COUNT, KEEP_COUNT, rules.pays.box.size
    return ThreadMemory(new_landing(rules), new_uses(rules.pays), *map(blank, sizes))


def find_ends(shapes: Ints, worth: Rows, reached: Flags, rules: Rules, kind: type) -> TurnEnds:
    """The ends of all cards of these shapes that are marked as reached; `kind` is that of chances."""
    blocks = count_blocks(shapes, reached, rules.columns)
    most = blocks * rules.pays.box.size
    ends = TurnEnds(
        np.empty(blocks, np.int32),
        np.empty(blocks, np.int32),
        np.zeros(blocks + 1, np.int64),
        np.empty(most, np.int16),
        np.empty((most, LANES)),
    )
    write_ends(shapes, worth, reached, ends, new_way(rules), rules)
    used = slice(ends.first[-1])
    return TurnEnds(*ends[:3], ends.booking[used].copy(), ends.chance[used].astype(kind))


@compiled
def count_blocks(shapes: Ints, reached: Flags, columns: Columns) -> int:
    """The number of blocks of these shapes with a reached card."""
    count = 0
    for shape in shapes:
        for block in range(blocks_of(shape, columns)):
            place = (columns.first[shape] + block) * LANES
            count += is_any(reached[place : place + width_of(shape, block, columns)])
    return count


@inner
def is_any(reached: Flags) -> bool:
    """Whether any of these cards is reached; numpy's own would take longer to compile."""
    marked = False
    for card in reached:
        marked |= card
    return marked


@compiled
def write_ends(
    shapes: Ints, worth: Rows, reached: Flags, ends: TurnEnds, memory: ThreadMemory, rules: Rules
) -> None:
    """Writes the ends of the reached cards of these shapes."""
    columns, number = rules.columns, int64(0)
    for shape in shapes:
        listed = False
        for block in range(blocks_of(shape, columns)):
            place, width = (columns.first[shape] + block) * LANES, width_of(shape, block, columns)
            here = reached[place : place + width]
            if is_any(here):
                if not listed:
                    list_uses(memory.uses, shape, rules.pays)
                    listed = True
                book(memory.bookings, memory.landing, shape, block, worth, rules)
                choose_turns(memory, rules.lattice)
                follow_turns(memory.chance, memory.two_left, memory.one_left, width, rules.lattice)
                ends.shape[number], ends.block[number] = shape, block
                write_spent(memory, here, number, ends)
                number += 1


@inner
def choose_turns(memory: ThreadMemory, lattice: Lattice) -> None:
    """Finds the best booking of each final roll, and the best keeps with one and two throws left."""
    best_uses(memory.keeps, memory.bookings, memory.uses)
    choose_bookings(memory)
    throw(memory.keeps, lattice)
    choose(memory.keeps, memory.one_left, lattice)
    throw(memory.keeps, lattice)
    choose(memory.keeps, memory.two_left, lattice)


@inner
def choose_bookings(memory: ThreadMemory) -> None:
    """Finds the best booking of each final roll from its worth."""
    for roll in range(ROLL_COUNT):
        least = raised(load(memory.keeps, FIRST_ROLL + roll), -SAME)
        first, end = memory.uses.first[roll], memory.uses.first[roll + 1]
        best = alike(0.0)
        for place in range(end - first):
            booking = memory.uses.booking[end - 1 - place]
            best = where(load(memory.bookings, booking), least, alike(float(booking)), best)
        store(memory.booked, roll, best)


@inner
def spend(memory: ThreadMemory, width: int) -> None:
    """Adds up the chances of bookings."""
    memory.spent[:] = 0
    for roll in range(ROLL_COUNT):
        for lane in range(width):
            memory.spent[int64(memory.booked[roll, lane]), lane] += memory.chance[FIRST_ROLL + roll, lane]


@inner
def write_spent(memory: ThreadMemory, reached: Flags, number: int, ends: TurnEnds) -> None:
    """Writes the chances of bookings of a block's reached cards as its ends."""
    spend(memory, len(reached))
    place = ends.first[number]
    for booking in range(len(memory.spent)):
        here = False
        for lane in range(LANES):
            chance = memory.spent[booking, lane] if lane < len(reached) and reached[lane] else 0.0
            ends.chance[place, lane] = chance
            here |= chance > 0
        if here:
            ends.booking[place] = booking
            place += 1
    ends.first[number + 1] = place
