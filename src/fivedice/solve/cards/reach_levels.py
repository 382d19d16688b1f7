"""The compiled pass backwards to the best chance of so many points still needed. Knows arrays, not cards.

The needs that a card has to tell apart are its window. Level by level from the full cards back, sixteen needs
of a card lie side by side and a turn is worked out for all of them at once, as `sweep` does it for totals. A
booking reads the window of the card after it, moved by what it pays.
"""

from typing import NamedTuple

import numpy as np

from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.landing import Landing, blocks_of, land, landing, width_of
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import held_of, offered_boxes, vacant_boxes, yahtzee_booking
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import Rows, larger, load, load_from, store
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, best_keeps, mean_roll, throw
from fivedice.solve.kernel.width import LANES
from fivedice.worth import FIRST_ROLL, Worth


class Windows(NamedTuple):
    """(places,) each: which needs of each card are distinguished.

    Where fewer points than `low` are needed, none are: that is sure. More than the window holds cannot be.
    """

    low: Ints
    """The fewest points needed."""
    blocks: Ints
    """How many rows of `LANES` needs there are from there on."""
    begin: Ints
    """The first of these rows among those of all cards with as many open boxes."""


class Room(NamedTuple):
    """The working room of one thread for one card.

    A turn ends in a booking, or with a Yahtzee in a box, which may pay something extra: those, Yahtzee
    after Yahtzee, follow the bookings.
    """

    chances: Rows
    """The chance after each end, for the needs at hand."""
    keeps: Rows
    offered: Ints
    """The numbers of the ends that the card offers."""
    source: Ints
    """(ends, LANES): where the chances of the card after each begin, for the cards of a block."""
    size: Ints
    """(ends, LANES): how many they are."""
    start: Ints
    """(ends, LANES): the place there, if need be beyond them, of the fewest points that the card itself
    needs."""
    landing: Landing


YAHTZEES = 6


def room(pays: Pays) -> Room:
    """The working room of one thread."""
    ends = pays.box.size + YAHTZEES * pays.boxes
    rows = np.zeros((ends, LANES)), np.zeros((KEEP_COUNT, LANES))
    source, size, start = (np.zeros((ends, LANES), np.int64) for _ in range(3))
    return Room(*rows, np.zeros(ends, np.int64), source, size, start, landing())


@compiled
def solve_shapes(
    shapes: Ints,
    windows: Windows,
    now: Rows,
    then: Worth,
    room: Room,
    pays: Pays,
    columns: Columns,
    lattice: Lattice,
) -> None:
    """Fill the windows of the cards of these shapes in `now`, from `then`, those with one box more filled.

    Cards of one level do not touch each other's windows, so several threads may share it.
    """
    for shape in shapes:
        for block in range(blocks_of(shape, columns)):
            place, width = (columns.first[shape] + block) * LANES, width_of(shape, block, columns)
            if windows.blocks[place : place + width].any():
                offered = find_ends(shape, block, windows, room, pays, columns)
                for lane in range(width):
                    solve_card(shape, place + lane, lane, offered, windows, now, then, room, pays, lattice)


@compiled
def solve_card(
    shape: int,
    place: int,
    lane: int,
    offered: int,
    windows: Windows,
    now: Rows,
    then: Worth,
    room: Room,
    pays: Pays,
    lattice: Lattice,
) -> None:
    """Fill the window of one card of a block."""
    for row in range(windows.blocks[place]):
        for number in range(offered):
            read(room.offered[number], lane, row * LANES, then, room)
        best_uses(shape, room, pays)
        throw(room.keeps, lattice)
        best_keeps(room.keeps, lattice)
        throw(room.keeps, lattice)
        best_keeps(room.keeps, lattice)
        store(now, windows.begin[place] + row, mean_roll(room.keeps, lattice))


@compiled
def find_ends(shape: int, block: int, windows: Windows, room: Room, pays: Pays, columns: Columns) -> int:
    """Find where the chances after each end lie, and give the number of ends offered."""
    count = int64(0)
    place = (columns.first[shape] + block) * LANES
    for end in range(pays.box.size + YAHTZEES * pays.boxes):
        booking, further = end_of(end, shape, pays)
        if booking >= 0:
            room.offered[count] = end
            count += 1
            paid = pays.points[booking] + further
            land(shape, block, booking, paid, room.landing, pays, columns)
            note(end, place, width_of(shape, block, columns), windows, room)
    return count


@compiled
def note(end: int, place: int, width: int, windows: Windows, room: Room) -> None:
    """Note where the chances after an end lie for each card of a block."""
    for lane in range(width):
        there = room.landing.place[lane]
        room.source[end, lane] = windows.begin[there] * LANES
        room.size[end, lane] = windows.blocks[there] * LANES
        room.start[end, lane] = windows.low[place + lane] - room.landing.paid[lane] - windows.low[there]


@compiled
def end_of(end: int, shape: int, pays: Pays) -> tuple[int, int]:
    """The booking of an end and what it pays above that; -1 if the card does not offer it."""
    if end < pays.box.size:
        return (-1 if shape >> pays.box[end] & 1 else int64(end)), int64(0)
    yahtzee, box = divmod(end - pays.box.size, pays.boxes)
    if not offered_boxes(shape, yahtzee, pays) >> box & 1:
        return int64(-1), int64(0)
    return yahtzee_booking(shape, yahtzee, box, pays), int64(pays.further[held_of(shape, pays)])


@compiled
def read(end: int, card: int, further: int, then: Worth, room: Room) -> None:
    """Read the chances after an end for the sixteen needs that lie so much further in a card's window.

    Before the window of the card after it the points needed are sure, behind it they cannot be.
    """
    source, size, start = room.source[end, card], room.size[end, card], room.start[end, card] + further
    if 0 <= start <= size - LANES:
        store(room.chances, end, load_from(then, source + start))
    else:
        for lane in range(LANES):
            along = start + lane
            room.chances[end, lane] = 1.0 if along < 0 else then[source + along] if along < size else 0.0


@compiled
def best_uses(shape: int, room: Room, pays: Pays) -> None:
    """The chance after the best use of every roll, into the rows of the keeps of five dice."""
    vacant, chances, keeps = vacant_boxes(shape, pays), room.chances, room.keeps
    for roll in range(ROLL_COUNT):
        best = load(chances, pays.booking[roll, vacant[0]])
        for place in range(1, vacant.size):
            best = larger(load(chances, pays.booking[roll, vacant[place]]), best)
        store(keeps, FIRST_ROLL + roll, best)
    for yahtzee in range(6):
        best_yahtzee(shape, yahtzee, room, pays)


@compiled
def best_yahtzee(shape: int, yahtzee: int, room: Room, pays: Pays) -> None:
    """The same for a Yahtzee, which may be bound and may be paid something extra."""
    offered = offered_boxes(shape, yahtzee, pays)
    row = FIRST_ROLL + pays.yahtzees[yahtzee]
    first = True
    for box in range(pays.boxes):
        if offered >> box & 1:
            chance = load(room.chances, pays.box.size + yahtzee * pays.boxes + box)
            store(room.keeps, row, chance if first else larger(chance, load(room.keeps, row)))
            first = False
