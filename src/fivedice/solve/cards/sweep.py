"""The compiled backward step: the worth of cards with one more open box, and the effect of a booking."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import FIRST_ROLL, Worth
from fivedice.solve.cards.columns import Columns, columns
from fivedice.solve.cards.pays import Ints, Pays, pays
from fivedice.solve.kernel.compile import compiled, inner, int64
from fivedice.solve.kernel.lanes import Rows, blank, larger, load, lowest, raised, store
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, lattice, turn
from fivedice.solve.kernel.settings import LANES

Shorts = NDArray[np.int16]


class Rules(NamedTuple):
    """All that compiled code knows of a card."""

    pays: Pays
    columns: Columns
    lattice: Lattice


def rules(form: ScoreCard) -> Rules:
    """The rules of a card."""
    return Rules(pays(form), columns(form), lattice())


def rows(table: Worth) -> Rows:
    """A copy of a solved table as rows of lanes."""
    copy = blank(table.size // LANES)
    copy[:] = table.reshape(-1, LANES)
    return copy


# --- The cards of a shape --------------------------------------------------------------------------------


@inner
def blocks_of(shape: int, columns: Columns) -> int:
    """The number of blocks of a shape."""
    return int64((columns.number[shape & columns.counted] + LANES - 1) // LANES)


@inner
def width_of(shape: int, block: int, columns: Columns) -> int:
    """The number of columns of a block."""
    return int64(min(columns.number[shape & columns.counted] - block * LANES, LANES))


# --- The uses of a roll ----------------------------------------------------------------------------------


class Uses(NamedTuple):
    """The bookings that each roll may choose with one shape."""

    booking: Shorts
    """Roll by roll, in the order of boxes."""
    first: Ints
    """(253,): the index of each roll's first booking, and the total number."""


def new_uses(pays: Pays) -> Uses:
    """Memory for the uses of one shape."""
    return Uses(np.zeros(ROLL_COUNT * pays.boxes, np.int16), np.zeros(ROLL_COUNT + 1, np.int64))


@inner
def list_uses(uses: Uses, shape: int, pays: Pays) -> None:
    """Lists the uses of every roll, without zeros by choice, which never gain."""
    state, place = held_of(shape, pays), int64(0)
    for roll in range(ROLL_COUNT):
        boxes, further = boxes_for(shape, roll, pays), state and pays.yahtzee[roll] >= 0
        while boxes:
            box = lowest(boxes)
            uses.booking[place] = booking_of(shape, roll, box, pays) if further else pays.booking[roll, box]
            boxes &= boxes - 1
            place += 1
        uses.first[roll + 1] = place


@inner
def boxes_for(shape: int, roll: int, pays: Pays) -> int:
    """The boxes, as bits, that a roll may fill."""
    if held_of(shape, pays) and pays.yahtzee[roll] >= 0:
        return offered_boxes(shape, pays.yahtzee[roll], pays)
    return int64(pays.all_boxes & ~shape)


@inner
def booking_of(shape: int, roll: int, box: int, pays: Pays) -> int:
    """The booking of a roll in a box."""
    state, yahtzee = held_of(shape, pays), pays.yahtzee[roll]
    if not state or yahtzee < 0:
        return int64(pays.booking[roll, box])
    turned = 1 if shape & pays.turning[state, yahtzee] else 0
    return int64(pays.yahtzee_booking[state, yahtzee, turned, box])


@inner
def offered_boxes(shape: int, yahtzee: int, pays: Pays) -> int:
    """The boxes, as bits, that this Yahtzee may fill."""
    vacant, offered = pays.all_boxes & ~shape, int64(0)
    for rank in pays.ranks[held_of(shape, pays), yahtzee]:
        if not offered:
            offered = rank & vacant
    return offered


@inner
def held_of(shape: int, pays: Pays) -> int:
    """The box required for further Yahtzees: 0 open, 1 a zero or points that do not matter, 2 points."""
    if pays.follows < 0:
        return 0
    return 2 if shape & pays.proved else shape >> pays.follows & 1


@inner
def best_uses(keeps: Rows, bookings: Rows, uses: Uses) -> None:
    """Writes the worth of the best use of every roll into the rows of the keeps of five dice."""
    for roll in range(ROLL_COUNT):
        best = load(bookings, uses.booking[uses.first[roll]])
        for place in range(uses.first[roll] + 1, uses.first[roll + 1]):
            best = larger(load(bookings, uses.booking[place]), best)
        store(keeps, FIRST_ROLL + roll, best)


# --- The effect of a booking -----------------------------------------------------------------------------


class Landing(NamedTuple):
    """The effect of every booking on the cards of one mask of boxes that count towards a bonus."""

    mask: Ints
    """(1,): the current mask, with the bit `proved`, or -1."""
    column: Ints
    """(bookings, columns): the column of each card after the booking."""
    paid: Worth
    """(bookings, columns): the points of the booking and the section bonus that it earns."""


def new_landing(rules: Rules) -> Landing:
    """Memory for the effect of bookings with any mask; other boxes never change a column."""
    bookings, widest = rules.pays.box.size, rules.columns.number.max()
    column, paid = np.tile(np.arange(widest), (bookings, 1)), np.zeros((bookings, widest))
    return Landing(np.full(1, -1), column, paid + rules.pays.points[:, None])


@inner
def land(landing: Landing, shape: int, rules: Rules) -> None:
    """Computes the effect of every booking with this shape, if it is not known already."""
    pays, columns = rules.pays, rules.columns
    mask = int64(shape & (columns.counted | pays.proved))
    if landing.mask[0] != mask:
        landing.mask[0] = mask
        for booking in range(bookings_of(shape, pays)):
            if columns.section[pays.box[booking]] >= 0 and not mask >> pays.box[booking] & 1:
                for column in range(columns.number[shape & columns.counted]):
                    then, bonus = after(mask, column, booking, pays, columns)
                    landing.column[booking, column] = then
                    landing.paid[booking, column] = pays.points[booking] + bonus


@inner
def after(shape: int, column: int, booking: int, pays: Pays, columns: Columns) -> tuple[int, float]:
    """The column of a card after a booking, and the section bonus that this earns."""
    section, points = columns.section[pays.box[booking]], pays.points[booking] - pays.further[booking]
    if section < 0:
        return column, 0.0
    shift, part, goal = columns.shift[section], columns.part[section], columns.goal[section]
    own, own_after = shape >> shift & part, (shape | pays.bits[booking]) >> shift & part
    below, size = columns_below(shape, section, columns), columns.size[section, own]
    above, place = divmod(column // below, size)
    total = columns.total[section, own, place]
    then = int64(columns.column[section, own_after, min(total + points, goal)])
    bonus = columns.bonus[section] if total < goal <= total + points else 0.0
    return (above * columns.size[section, own_after] + then) * below + column % below, bonus


@inner
def columns_below(shape: int, section: int, columns: Columns) -> int:
    """The number of combined columns of the sections before this one."""
    below = int64(1)
    for other in range(section):
        below *= columns.size[other, shape >> columns.shift[other] & columns.part[other]]
    return below


@inner
def bookings_of(shape: int, pays: Pays) -> int:
    """The number of bookings that cards of this shape may make, in boxes that are open."""
    return int64(pays.box.size if shape & pays.proved else pays.plain)


@inner
def book(bookings: Rows, landing: Landing, shape: int, block: int, worth: Rows, rules: Rules) -> None:
    """Writes the worth of every booking in an open box: its points and the card after it."""
    land(landing, shape, rules)
    pays, columns, begin = rules.pays, rules.columns, block * LANES
    for booking in range(bookings_of(shape, pays)):
        box = pays.box[booking]
        if not shape >> box & 1:
            row = columns.first[shape | pays.bits[booking]]
            if columns.section[box] < 0:
                store(bookings, booking, raised(load(worth, row + block), float(pays.points[booking])))
            else:
                for lane in range(width_of(shape, block, columns)):
                    column = landing.column[booking, begin + lane]
                    there = worth[row + column // LANES, column % LANES]
                    bookings[booking, lane] = landing.paid[booking, begin + lane] + there


# --- Solving ---------------------------------------------------------------------------------------------


class SweepMemory(NamedTuple):
    """The memory of one thread."""

    bookings: Rows
    """The worth of each booking."""
    keeps: Rows
    landing: Landing
    uses: Uses


def new_memory(rules: Rules) -> SweepMemory:
    """The memory of one thread; compiling how to make it would take longer than solving."""
    memory = blank(rules.pays.box.size), blank(KEEP_COUNT), new_landing(rules), new_uses(rules.pays)
    return SweepMemory(*memory)


@compiled
def solve_shapes(shapes: Ints, worth: Rows, memory: SweepMemory, rules: Rules) -> None:
    """Fills the rows of these shapes from the rows of the shapes with one more filled box.

    Shapes with the same number of filled boxes use different rows, so threads may share a level. Solving is
    fastest if shapes of one mask are adjacent.
    """
    bookings, keeps, uses = memory.bookings, memory.keeps, memory.uses
    for shape in shapes:
        list_uses(uses, shape, rules.pays)
        for block in range(blocks_of(shape, rules.columns)):
            book(bookings, memory.landing, shape, block, worth, rules)
            best_uses(keeps, bookings, uses)
            turn(keeps, rules.lattice)
            store(worth, rules.columns.first[shape] + block, load(keeps, 0))
