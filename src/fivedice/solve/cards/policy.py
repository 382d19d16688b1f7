"""What best play does with every roll of every card: a table of choices, worked out from the solved worths.

A choice is told in 16 bits: which keep with two throws left, which with one, and which box once the dice are
final. Of choices worth the same the one is taken that `ways` and `ends` take, so this is the play whose
exact distribution `distribution` gives. It takes a second or so and is not kept on disk. Knows one card at a
time; throws no dice.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards.filling import Card
from fivedice.cards.scorecard import MOST_BOXES, ScoreCard
from fivedice.dice import KEEPS, Dice
from fivedice.solve.cards import sweep
from fivedice.solve.cards.columns import Columns, columns
from fivedice.solve.cards.ends import prepare
from fivedice.solve.cards.pays import Ints, Pays, pays
from fivedice.solve.cards.spread import number_of, numbers
from fivedice.solve.cards.sweep import best_uses
from fivedice.solve.cards.table import CardTable, Progress, levels
from fivedice.solve.kernel.compile import compiled, int64, processors
from fivedice.solve.kernel.lanes import Lanes, Rows, load, raised, store
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, best_keeps, lattice
from fivedice.solve.kernel.ways import Way, way
from fivedice.solve.kernel.width import LANES
from fivedice.worth import FIRST_ROLL, INSIDE, ROLL_NUMBER

Choices = NDArray[np.uint16]

KEEP_BITS = 5
"""A keep is told by its place among the keeps inside the roll, which are 32 at most."""
BOX_SHIFT = 2 * KEEP_BITS
PLACES = 1 << KEEP_BITS

TAG = 2.0**-40
MOST_TAGS = 512
COARSE = 1.5 * 2.0**22
"""A number in [2^22, 2^23) has nothing below 2^-30, so adding this to a worth rounds it there."""
LAST_BOX = MOST_BOXES - 1

PARTS = 16
"""Into how many parts the work of each level is cut for each processor, so that progress can be told."""


class Chosen(NamedTuple):
    """What best play does with a roll, by how many throws are left; the box by its bit in `layout`."""

    two_left: Dice
    one_left: Dice
    box: int


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """The choices of best play with one score card."""

    form: ScoreCard
    choices: Choices
    """(cards, 252): the choices of each roll, by the number of the card (see `spread.numbers`): from the
    lowest bit on the places of both keeps, as in `INSIDE`, and the box."""
    seconds: float
    """How long it took to work out."""

    @property
    def memory(self) -> int:
        """The size of the table in bytes."""
        return int(self.choices.nbytes)

    def chosen(self, card: Card, roll: Dice) -> Chosen:
        """What best play does with a roll; a card that cannot be, or a full one, is a ValueError."""
        number, place = number_of(self.form, card), ROLL_NUMBER[roll]
        if number < numbers(self.form)[1][1]:
            raise ValueError("The card is full: there is nothing left to choose.")
        choice = int(self.choices[number, place])
        two_left, one_left = choice % PLACES, choice // PLACES % PLACES
        return Chosen(KEEPS[INSIDE[two_left, place]], KEEPS[INSIDE[one_left, place]], choice >> BOX_SHIFT)


def work_out(table: CardTable, jobs: int | None = None, progress: Progress | None = None) -> Policy:
    """Work out the choices of all cards, on `jobs` processors (all that there are, if not told)."""
    begin = time.perf_counter()
    jobs = jobs or processors()
    shapes = np.concatenate(levels(table.form)[1:])
    parts = [np.ascontiguousarray(shapes[part :: jobs * PARTS]) for part in range(jobs * PARTS)]
    number, first = numbers(table.form)
    choices = np.zeros((first[-1], ROLL_COUNT), np.uint16)
    columns_ = columns(table.form)
    first_card = number[np.maximum(columns_.first, 0) * LANES]
    worths, rules, keeps = sweep.rows(table.worths), pays(table.form), lattice()

    def fill(part: Ints) -> int:
        own = way(len(rules.box)), sweep.moves(rules, columns_)
        choose_all(part, first_card, _places(), choices, *own, worths, rules, columns_, keeps)
        return len(part)

    done = 0
    with ThreadPoolExecutor(jobs) as pool:
        for size in pool.map(fill, parts):
            done += size
            if progress:
                progress(done, len(shapes))
    return Policy(table.form, choices, time.perf_counter() - begin)


@cache
def _places() -> Choices:
    """(252, 462): the place of each keep inside each roll, where it lies inside."""
    places = np.zeros((ROLL_COUNT, KEEP_COUNT), np.uint16)
    for place in reversed(range(PLACES)):
        places[np.arange(ROLL_COUNT), INSIDE[place]] = place
    return places


@compiled
def choose_all(
    shapes: Ints,
    first: Ints,
    places: Choices,
    choices: Choices,
    turn: Way,
    moves: sweep.Moves,
    worth: Rows,
    pays: Pays,
    columns: Columns,
    lattice: Lattice,
) -> None:
    """Write the choices of all the cards of these shapes; `first` is the number of each shape's first."""
    for shape in shapes:
        number = columns.number[shape & columns.counted]
        for block in range((number + LANES - 1) // LANES):
            begin = first[shape] + block * LANES
            rows = choices[begin : begin + min(LANES, number - block * LANES)]
            sweep.book(turn.bookings, moves, shape, block, worth, pays, columns)
            prepare(turn, shape, pays, lattice)
            choose_keeps(rows, turn.one_left, places, KEEP_BITS, lattice)
            choose_keeps(rows, turn.two_left, places, 0, lattice)
            choose_boxes(rows, turn.one_left, turn.bookings, shape, pays)


@compiled
def choose_keeps(rows: Choices, keeps: Rows, places: Choices, shift: int, lattice: Lattice) -> None:
    """Add the place of the best keep inside each roll to the choices, from the worths of all keeps."""
    for keep in range(KEEP_COUNT):
        store(keeps, keep, tagged(load(keeps, keep), keep))
    best_keeps(keeps, lattice)
    for lane in range(len(rows)):
        for roll in range(ROLL_COUNT):
            rows[lane, roll] |= places[roll, tag_of(keeps[FIRST_ROLL + roll, lane])] << shift


@compiled
def choose_boxes(rows: Choices, keeps: Rows, bookings: Rows, shape: int, pays: Pays) -> None:
    """Add the box that each final roll fills; of boxes worth the same the first in the order of `layout`."""
    for booking in range(pays.box.size):
        store(bookings, booking, tagged(load(bookings, booking), LAST_BOX - pays.box[booking]))
    best_uses(keeps, bookings, shape, pays)
    for lane in range(len(rows)):
        for roll in range(ROLL_COUNT):
            rows[lane, roll] |= (LAST_BOX - tag_of(keeps[FIRST_ROLL + roll, lane])) << BOX_SHIFT


@compiled
def tagged(worths: Lanes, tag: int) -> Lanes:
    """Worths told at every 2^-30 only, with a tag in the bits below: the largest of them says which it is.

    Of worths that are the same, rounding apart, the one with the highest tag is the largest.
    """
    return raised(raised(raised(worths, COARSE), -COARSE), tag * TAG)


@compiled
def tag_of(worth: float) -> int:
    """The tag of a worth."""
    return int64(worth / TAG) & MOST_TAGS - 1
