"""The compiled turn under best play: the chance of each booking, and the forward pass to later cards.

Sixteen columns of a shape are followed side by side. Among equal boxes (see `ties.SAME`) the first in the
order of `layout` is filled.

In the forward pass each card hands the chance of every number of points so far to the cards after its turn.
Those cards are divided among threads by shape, so that no two threads write to the same place. Each thread
goes through all ends and skips the ends that belong to other threads.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.ties import SAME
from fivedice.core.worth import FIRST_ROLL, Worth
from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import (
    Landing,
    Moves,
    best_uses,
    blocks_of,
    book,
    held_of,
    land,
    moves,
    offered_boxes,
    vacant_boxes,
    width_of,
    yahtzee_booking,
)
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import (
    Rows,
    add,
    alike,
    load,
    load_from,
    raised,
    store,
    store_from,
    times,
    where,
)
from fivedice.solve.kernel.lattice import ROLL_COUNT, Lattice, Way, choose, follow_turns, throw, way
from fivedice.solve.kernel.settings import LANES

Flags = NDArray[np.bool_]
Shorts = NDArray[np.int16]
Numbers = NDArray[np.int32]


class Ends(NamedTuple):
    """The ends of the turns of some cards, block by block of sixteen columns."""

    shape: Numbers
    """(blocks,): the shape of each block."""
    block: Numbers
    """(blocks,): the number of each block among the blocks of its shape."""
    first: Ints
    """(blocks + 1,): the index of each block's first end, and the total number of ends."""
    booking: Shorts
    """(ends,): the number of the booking."""
    further: Shorts
    """(ends,): the bonus of a further Yahtzee, added to the points of the booking."""
    chance: Rows
    """(ends, LANES): the chance of the end for each card; they sum to one, or to zero for a card that is
    not reached."""


def find_ends(
    shapes: Ints, worth: Rows, reached: Flags, pays: Pays, columns: Columns, lattice: Lattice
) -> Ends:
    """The ends of all cards of these shapes that are marked as reached, by place."""
    blocks = count_blocks(shapes, reached, columns)
    most = blocks * 2 * len(pays.box)
    ends = Ends(
        np.empty(blocks, np.int32),
        np.empty(blocks, np.int32),
        np.zeros(blocks + 1, np.int64),
        np.empty(most, np.int16),
        np.empty(most, np.int16),
        np.empty((most, LANES)),
    )
    own = way(len(pays.box)), moves(pays, columns)
    write_ends(shapes, worth, reached, ends, *own, pays, columns, lattice)
    used = slice(ends.first[-1])
    return Ends(*ends[:3], ends.booking[used].copy(), ends.further[used].copy(), ends.chance[used].copy())


@compiled
def count_blocks(shapes: Ints, reached: Flags, columns: Columns) -> int:
    """The number of blocks of these shapes with a reached card."""
    count = 0
    for shape in shapes:
        for block in range(blocks_of(shape, columns)):
            place = (columns.first[shape] + block) * LANES
            if reached[place : place + width_of(shape, block, columns)].any():
                count += 1
    return count


@compiled
def write_ends(
    shapes: Ints,
    worth: Rows,
    reached: Flags,
    ends: Ends,
    way: Way,
    moves: Moves,
    pays: Pays,
    columns: Columns,
    lattice: Lattice,
) -> None:
    """Writes the ends of the reached cards of these shapes."""
    number = int64(0)
    for shape in shapes:
        for block in range(blocks_of(shape, columns)):
            place, width = (columns.first[shape] + block) * LANES, width_of(shape, block, columns)
            here = reached[place : place + width]
            if not here.any():
                continue
            book(way.bookings, moves, shape, block, worth, pays, columns)
            choose_turns(way, shape, pays, lattice)
            follow_turns(way, width, lattice)
            spend(way, shape, width, pays)
            ends.shape[number], ends.block[number] = shape, block
            write_spent(way.spent, here, number, ends, shape, pays)
            number += 1


@compiled
def choose_turns(way: Way, shape: int, pays: Pays, lattice: Lattice) -> None:
    """Finds the best booking of each final roll, and the best keeps with one and two throws left."""
    best_uses(way.keeps, way.bookings, shape, pays)
    choose_bookings(way, shape, pays)
    throw(way.keeps, lattice)
    choose(way.keeps, way.one_left, lattice)
    throw(way.keeps, lattice)
    choose(way.keeps, way.two_left, lattice)


@compiled
def choose_bookings(way: Way, shape: int, pays: Pays) -> None:
    """Finds the best booking of each final roll from its worth."""
    vacant = vacant_boxes(shape, pays)
    for roll in range(ROLL_COUNT):
        least = raised(load(way.keeps, FIRST_ROLL + roll), -SAME)
        best = alike(0.0)
        for place in range(vacant.size):
            booking = pays.booking[roll, vacant[vacant.size - 1 - place]]
            best = where(load(way.bookings, booking), least, alike(float(booking)), best)
        store(way.booked, roll, best)
    for yahtzee in range(6):
        choose_for_yahtzee(way, shape, yahtzee, pays)


@compiled
def choose_for_yahtzee(way: Way, shape: int, yahtzee: int, pays: Pays) -> None:
    """Finds the best booking of a Yahtzee, which Joker rules may restrict and which may earn a bonus."""
    offered, roll = offered_boxes(shape, yahtzee, pays), pays.yahtzees[yahtzee]
    further = float(pays.further[held_of(shape, pays)])
    least = raised(load(way.keeps, FIRST_ROLL + roll), -SAME - further)
    best = alike(0.0)
    for place in range(pays.boxes):
        box = pays.boxes - 1 - place
        if offered >> box & 1:
            booking = yahtzee_booking(shape, yahtzee, box, pays)
            best = where(load(way.bookings, booking), least, alike(float(booking)), best)
    store(way.booked, roll, best)


@compiled
def spend(way: Way, shape: int, width: int, pays: Pays) -> None:
    """Writes the chance of every booking into `way.spent`."""
    way.spent[:] = 0
    further = pays.further[held_of(shape, pays)]
    if further:
        for yahtzee in range(6):
            spend_roll(way, pays.yahtzees[yahtzee], pays.box.size, width)
    for roll in range(ROLL_COUNT):
        spend_roll(way, roll, int64(0), width)


@compiled
def spend_roll(way: Way, roll: int, on_top: int, width: int) -> None:
    """Moves the chance of one roll to its booking."""
    for lane in range(width):
        way.spent[on_top + int64(way.booked[roll, lane]), lane] += way.chance[FIRST_ROLL + roll, lane]
        way.chance[FIRST_ROLL + roll, lane] = 0


@compiled
def write_spent(spent: Rows, reached: Flags, number: int, ends: Ends, shape: int, pays: Pays) -> None:
    """Writes the bookings of a block's reached cards as its ends."""
    place = ends.first[number]
    further = pays.further[held_of(shape, pays)]
    for row in range(len(spent)):
        here = False
        for lane in range(LANES):
            chance = spent[row, lane] if lane < len(reached) and reached[lane] else 0.0
            ends.chance[place, lane] = chance
            here |= chance > 0
        if here:
            ends.booking[place] = row % pays.box.size
            ends.further[place] = further if row >= pays.box.size else 0
            place += 1
    ends.first[number + 1] = place


@compiled
def place_of(ends: Ends, number: int, columns: Columns) -> int:
    """The place of the first card of a block."""
    return int64(columns.first[ends.shape[number]] + ends.block[number]) * LANES


@compiled
def shape_after(ends: Ends, number: int, end: int, pays: Pays) -> int:
    """The shape of the cards after an end of a block."""
    return int64(ends.shape[number]) | int64(pays.bits[ends.booking[end]])


@compiled
def land_end(ends: Ends, number: int, end: int, landing: Landing, pays: Pays, columns: Columns) -> None:
    """Finds the effect of an end on its cards."""
    booking = int64(ends.booking[end])
    paid = pays.points[booking] + ends.further[end]
    land(int64(ends.shape[number]), int64(ends.block[number]), booking, paid, landing, pays, columns)


NEVER = 1 << 20
"""More points than any card has: the bounds of an unreached card are this and its negative."""


class Made(NamedTuple):
    """(places,) each: the points of best play on the way to a card, and the chance to reach it."""

    fewest: Ints
    most: Ints
    """Negative if the card is not reached."""
    row: Ints
    """The first row of the card's chances, among the rows of its level."""
    chance: Worth
    """The chance to reach the card."""
    further: Worth
    """The chance to reach it after a bonus for a further Yahtzee."""


class Figures(NamedTuple):
    """The mean payments of the followed turns, weighted by the chance of each card."""

    boxes: Worth
    """(boxes,): the mean points of each box."""
    sections: Worth
    """(sections,): the chance of each bonus."""
    further: Worth
    """(1,): the mean number of bonuses of further Yahtzees."""


class Share(NamedTuple):
    """One thread's share of the cards of a level."""

    owner: NDArray[np.int16]
    """(shapes,): the thread of each shape."""
    own: int
    """The number of this thread."""
    landing: Landing
    figures: Figures


def made(columns: Columns) -> Made:
    """The state before any card is reached."""
    places = columns.rows * LANES
    blank = np.zeros(places, np.int64)
    return Made(blank + NEVER, blank - NEVER, blank, np.zeros(places), np.zeros(places))


def figures(pays: Pays, columns: Columns) -> Figures:
    """The figures before anything is paid."""
    return Figures(np.zeros(pays.boxes), np.zeros(columns.shift.size), np.zeros(1))


def rows_of(made: Made, places: Ints) -> Ints:
    """(cards,): the number of rows that the chances of each card take.

    Whole rows are read and written from any of a card's points on, so there is room for one more row.
    """
    size = made.most[places] - made.fewest[places] + 1
    return np.where(made.most[places] >= 0, (size + 2 * (LANES - 1)) // LANES, 0)


@compiled
def measure(ends: Ends, made: Made, share: Share, pays: Pays, columns: Columns) -> None:
    """Finds the fewest and the most points on the way to the cards after these ends."""
    for number in range(ends.shape.size):
        for end in range(ends.first[number], ends.first[number + 1]):
            if share.owner[shape_after(ends, number, end, pays)] == share.own:
                land_end(ends, number, end, share.landing, pays, columns)
                reach(ends.chance[end], place_of(ends, number, columns), share.landing, made)


@compiled
def reach(part: Worth, place: int, landing: Landing, made: Made) -> None:
    """Updates the bounds for the cards after an end."""
    for lane in range(LANES):
        if part[lane] > 0:
            here, there = place + lane, landing.place[lane]
            made.fewest[there] = min(made.fewest[there], made.fewest[here] + landing.paid[lane])
            made.most[there] = max(made.most[there], made.most[here] + landing.paid[lane])


@compiled
def hand_on(
    ends: Ends, made: Made, now: Worth, then: Worth, share: Share, pays: Pays, columns: Columns
) -> None:
    """Hands the chances of the cards, `now`, to the cards after these ends, `then`."""
    for number in range(ends.shape.size):
        place = place_of(ends, number, columns)
        for end in range(ends.first[number], ends.first[number + 1]):
            if share.owner[shape_after(ends, number, end, pays)] == share.own:
                land_end(ends, number, end, share.landing, pays, columns)
                move(ends.chance[end], place, share.landing, made, now, then)
                count(ends, end, place, share.landing, made, share.figures, pays)


@compiled
def move(part: Worth, place: int, landing: Landing, made: Made, now: Worth, then: Worth) -> None:
    """Adds the end's part of each card's chances to the next card, shifted by the points that it pays."""
    for lane in range(LANES):
        if part[lane] > 0:
            here, there = place + lane, landing.place[lane]
            fewest, most = made.fewest[here], made.most[here]
            source = made.row[here] * LANES
            sums = made.row[there] * LANES + fewest + landing.paid[lane] - made.fewest[there]
            for along in range(0, most - fewest + 1, LANES):
                more = times(load_from(now, source + along), part[lane])
                store_from(then, sums + along, add(load_from(then, sums + along), more))


@compiled
def count(
    ends: Ends, end: int, place: int, landing: Landing, made: Made, figures: Figures, pays: Pays
) -> None:
    """Adds the payments of an end to the figures, weighted by the end's chance."""
    booking, further = ends.booking[end], ends.further[end] > 0
    for lane in range(LANES):
        part, here, there = ends.chance[end, lane], place + lane, landing.place[lane]
        if part > 0:
            chance = part * made.chance[here]
            made.chance[there] += chance
            made.further[there] += chance if further else part * made.further[here]
            figures.boxes[pays.box[booking]] += chance * pays.points[booking]
            figures.further[0] += chance * further
            if landing.section[lane] >= 0:
                figures.sections[landing.section[lane]] += chance
