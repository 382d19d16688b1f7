"""The compiled backward pass to the best chance of making the points still needed.

The needs that a card has to tell apart are its window. Level by level from the full cards back, sixteen needs
of a card lie side by side and a turn is worked out for all of them at once, as `sweep` does it for totals. A
booking reads the window of the card after it, shifted by what it pays.
"""

from typing import NamedTuple

import numpy as np

from fivedice.core.worth import FIRST_ROLL, Worth
from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.landing import Landing, blocks_of, land, landing, width_of
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.reach.reach_needs import YAHTZEES, Flags, Windows
from fivedice.solve.cards.sweep import Boxes, held_of, offered_boxes, vacant_boxes, yahtzee_booking
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import (
    Rows,
    alike,
    blank,
    larger,
    load,
    load_from,
    store,
    store_from,
    where,
)
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, turn
from fivedice.solve.kernel.settings import LANES


class Workspace(NamedTuple):
    """The arrays that one thread works in, and what it knows of a shape and of a block of its cards.

    A turn ends in a booking, or with a Yahtzee in a box, where that pays something extra: those, Yahtzee
    after Yahtzee, follow the bookings. The last end is the best of all zeros: any roll may take one (R19).
    """

    chances: Rows
    """The chance after each end, for the needs at hand."""
    keeps: Rows
    along: Rows
    """(1, LANES): 0, 1, 2, …"""
    offered: Ints
    """The numbers of the ends that the shape offers, that of the zeros aside."""
    zeros: Ints
    """Which of them are zeros."""
    uses: Ints
    """The ends that each roll may choose among, roll after roll."""
    first: Ints
    """(253,): where those of each roll begin, and where the last one's stop."""
    source: Ints
    """(LANES, ends): where the chances of the card after each begin, for the cards of a block."""
    size: Ints
    """(LANES, ends): how many they are."""
    start: Ints
    """(LANES, ends): the place there, if need be beyond them, of the fewest points that the card itself
    needs."""
    landing: Landing


def workspace(pays: Pays) -> Workspace:
    """The arrays that one thread works in."""
    ends = pays.box.size + YAHTZEES * pays.boxes + 1
    along = blank(1)
    along[0] = np.arange(LANES)
    offered, zeros, uses = (np.zeros(size, np.int64) for size in (ends, pays.boxes, ROLL_COUNT * pays.boxes))
    source, size, start = (np.zeros((LANES, ends), np.int64) for _ in range(3))
    first = np.zeros(ROLL_COUNT + 1, np.int64)
    return Workspace(
        blank(ends),
        blank(KEEP_COUNT),
        along,
        offered,
        zeros,
        uses,
        first,
        source,
        size,
        start,
        landing(),
    )


@compiled
def solve_shapes(
    shapes: Ints,
    windows: Windows,
    wanted: Flags,
    now: Worth,
    then: Worth,
    work: Workspace,
    pays: Pays,
    columns: Columns,
    lattice: Lattice,
) -> None:
    """Fill the windows of the cards of these shapes in `now`, from `then`, those with one box more filled.

    Only needs that come about are sure to be solved for. Cards of one level do not touch each other's
    windows, so several threads may share it.
    """
    for shape in shapes:
        find_uses(shape, work, pays)
        offered, zeros = find_offered(shape, work, pays)
        for block in range(blocks_of(shape, columns)):
            place, width = (columns.first[shape] + block) * LANES, width_of(shape, block, columns)
            if windows.blocks[place : place + width].any():
                find_sources(shape, block, offered, windows, work, pays, columns)
                for lane in range(width):
                    begin, size = windows.begin[place + lane], windows.blocks[place + lane] * LANES
                    need = next_wanted(begin, int64(0), size, wanted)
                    while need < size:
                        need = min(need, size - LANES)
                        read_ends(lane, need, offered, then, work)
                        best_zero(work.chances, work.zeros, zeros)
                        best_uses(work.keeps, work.chances, work.uses, work.first)
                        turn(work.keeps, lattice)
                        store_from(now, begin * LANES + need, load(work.keeps, 0))
                        need = next_wanted(begin, need + LANES, size, wanted)


@compiled
def next_wanted(begin: int, need: int, size: int, wanted: Flags) -> int:
    """The next need of a card from one on, both as places in its window of so many."""
    while need < size and not wanted[begin + need // LANES] >> need % LANES & 1:
        need += 1
    return need


@compiled
def find_offered(shape: int, work: Workspace, pays: Pays) -> tuple[int, int]:
    """Find which ends the shape offers, and which are zeros; give how many of both there are."""
    offered, zeros = int64(0), int64(0)
    for end in range(work.chances.shape[0] - 1):
        if is_offered(end, shape, pays):
            work.offered[offered] = end
            offered += 1
            if end < pays.box.size and not pays.points[end]:
                work.zeros[zeros] = end
                zeros += 1
    return offered, zeros


@compiled
def is_offered(end: int, shape: int, pays: Pays) -> bool:
    """Whether a turn of a card of this shape may end so."""
    if end < pays.box.size:
        return not shape >> pays.box[end] & 1
    yahtzee, box = divmod(end - pays.box.size, pays.boxes)
    if shape >> box & 1 or not pays.further[held_of(shape, pays)]:
        return False
    return bool(offered_boxes(shape, yahtzee, pays) >> box & 1)


@compiled
def find_uses(shape: int, work: Workspace, pays: Pays) -> None:
    """Find the ends that each roll may choose among: bookings that pay, and the best of all zeros."""
    vacant, held, yahtzee = vacant_boxes(shape, pays), held_of(shape, pays), int64(0)
    for roll in range(ROLL_COUNT):
        work.first[roll + 1] = work.first[roll]
        if held and roll == pays.yahtzees[yahtzee]:
            use_yahtzee(shape, yahtzee, work, pays)
        else:
            use(roll, vacant, work, pays)
        yahtzee = min(yahtzee + (roll == pays.yahtzees[yahtzee]), YAHTZEES - 1)


@compiled
def use(roll: int, vacant: Boxes, work: Workspace, pays: Pays) -> None:
    """The ends of an ordinary roll."""
    place, nothing = work.first[roll], False
    for box in vacant:
        booking = pays.booking[roll, box]
        if pays.points[booking]:
            work.uses[place] = booking
            place += 1
        else:
            nothing = True
    if nothing:
        work.uses[place] = work.chances.shape[0] - 1
    work.first[roll + 1] = place + nothing


@compiled
def use_yahtzee(shape: int, yahtzee: int, work: Workspace, pays: Pays) -> None:
    """The ends of a Yahtzee, which may be bound and may be paid something extra."""
    roll, offered = pays.yahtzees[yahtzee], offered_boxes(shape, yahtzee, pays)
    place, further = work.first[roll], pays.further[held_of(shape, pays)]
    for box in range(pays.boxes):
        if offered >> box & 1:
            on_top = pays.box.size + yahtzee * pays.boxes + box
            work.uses[place] = on_top if further else yahtzee_booking(shape, yahtzee, box, pays)
            place += 1
    work.first[roll + 1] = place


@compiled
def find_sources(
    shape: int, block: int, offered: int, windows: Windows, work: Workspace, pays: Pays, columns: Columns
) -> None:
    """Find where the chances after each end lie for the cards of a block."""
    for number in range(offered):
        end = work.offered[number]
        booking, paid = booking_of(end, shape, pays)
        land(shape, block, booking, paid, work.landing, pays, columns)
        place = (columns.first[shape] + block) * LANES
        for lane in range(width_of(shape, block, columns)):
            there = work.landing.place[lane]
            work.source[lane, end] = windows.begin[there] * LANES
            work.size[lane, end] = windows.blocks[there] * LANES
            work.start[lane, end] = windows.low[place + lane] - work.landing.paid[lane] - windows.low[there]


@compiled
def booking_of(end: int, shape: int, pays: Pays) -> tuple[int, int]:
    """The booking of an end and all that it pays, bonuses of sections aside."""
    booking, further = int64(end), int64(0)
    if end >= pays.box.size:
        yahtzee, box = divmod(end - pays.box.size, pays.boxes)
        booking = yahtzee_booking(shape, yahtzee, box, pays)
        further = int64(pays.further[held_of(shape, pays)])
    return booking, pays.points[booking] + further


@compiled
def read_ends(card: int, further: int, offered: int, then: Worth, work: Workspace) -> None:
    """Read the chances after each end for the sixteen needs that lie so much further in a card's window.

    Before the window of the card after it the points needed are sure, behind it they cannot be. To ask that
    of all sixteen takes less than to guess wrong where some are outside.
    """
    along = load(work.along, 0)
    for number in range(offered):
        end = work.offered[number]
        source, size = work.source[card, end], work.size[card, end]
        start = work.start[card, end] + further
        chances = load_from(then, source + max(min(start, size), -LANES))
        possible = where(along, alike(float(size - start)), alike(0.0), chances)
        store(work.chances, end, where(along, alike(float(-start)), possible, alike(1.0)))


@compiled
def best_zero(chances: Rows, zeros: Ints, number: int) -> None:
    """The best of so many zeros, into the last row; nothing is offered for less than a chance of 0."""
    best = alike(0.0)
    for place in range(number):
        best = larger(load(chances, zeros[place]), best)
    store(chances, chances.shape[0] - 1, best)


@compiled
def best_uses(keeps: Rows, chances: Rows, uses: Ints, first: Ints) -> None:
    """The chance after the best use of every roll, into the rows of the keeps of five dice."""
    for roll in range(ROLL_COUNT):
        best = load(chances, uses[first[roll]])
        for place in range(first[roll] + 1, first[roll + 1]):
            best = larger(load(chances, uses[place]), best)
        store(keeps, FIRST_ROLL + roll, best)
