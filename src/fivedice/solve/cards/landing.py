"""The compiled step of a booking: what it does to sixteen cards of a shape.

A block is sixteen columns of a shape, the last one as many as are left. Numba counts references to arrays in
functions that return early or branch towards two arrays; these functions, in the innermost loops, do not.
"""

from typing import NamedTuple

import numpy as np

from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import own_column
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.settings import LANES


class Landing(NamedTuple):
    """What a booking does to the cards of a block, side by side."""

    place: Ints
    """(LANES,): the place of the card after it."""
    paid: Ints
    """(LANES,): all that it pays, bonuses included."""
    section: Ints
    """(LANES,): the section whose bonus it earns, or -1."""


def landing() -> Landing:
    """Room for what a booking does."""
    return Landing(*(np.zeros(LANES, np.int64) for _ in range(3)))


@compiled
def blocks_of(shape: int, columns: Columns) -> int:
    """How many blocks of sixteen columns a shape has."""
    return int64((columns.number[shape & columns.counted] + LANES - 1) // LANES)


@compiled
def width_of(shape: int, block: int, columns: Columns) -> int:
    """How many columns a block has."""
    return int64(min(columns.number[shape & columns.counted] - block * LANES, LANES))


@compiled
def land(
    shape: int, block: int, booking: int, paid: int, landing: Landing, pays: Pays, columns: Columns
) -> None:
    """Find what a booking does that pays so much, bonuses of sections aside."""
    place = (columns.first[shape | pays.bits[booking]] + block) * LANES
    for lane in range(LANES):
        landing.place[lane], landing.paid[lane], landing.section[lane] = place + lane, paid, -1
    if columns.section[pays.box[booking]] >= 0:
        land_counted(shape, block, booking, landing, pays, columns)


@compiled
def land_counted(
    shape: int, block: int, booking: int, landing: Landing, pays: Pays, columns: Columns
) -> None:
    """The same for a box on which a bonus hangs: every sum moves to another column."""
    section, points = columns.section[pays.box[booking]], pays.points[booking]
    mask = shape >> columns.shift[section] & columns.part[section]
    mask_after = (shape | pays.bits[booking]) >> columns.shift[section] & columns.part[section]
    size, size_after = columns.size[section, mask], columns.size[section, mask_after]
    _, below = own_column(shape, int64(0), section, columns)
    place = columns.first[shape | pays.bits[booking]] * LANES
    for lane in range(width_of(shape, block, columns)):
        column = block * LANES + lane
        total = int64(columns.total[section, mask, column // below % size])
        then = min(total + points, columns.goal[section])
        own, above = columns.column[section, mask_after, then], column // (below * size)
        landing.place[lane] = place + column % below + below * (own + size_after * above)
        if total < columns.goal[section] == then:
            landing.section[lane] = section
            landing.paid[lane] += int64(columns.bonus[section])
