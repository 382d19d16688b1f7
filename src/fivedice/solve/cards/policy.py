"""The choices of best play for every roll of every card, made from the solved worths.

A choice has 16 bits: the keep with two throws left, the keep with one, and the box for final dice. Ties are
broken as in `lattice` and `ends`, so `distribution` gives the exact distribution of this play. Computing the
choices takes about a second, so they are not stored on disk.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import KEEPS, Dice
from fivedice.core.worth import FIRST_ROLL, INSIDE, ROLL_NUMBER
from fivedice.solve.cards.columns import columns
from fivedice.solve.cards.ends import ThreadMemory, choose_turns, new_way
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import Rules, blocks_of, book, list_uses, rows, rules, width_of
from fivedice.solve.cards.table import CardTable, Progress, levels, number_of, numbers
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import Rows
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT
from fivedice.solve.kernel.settings import LANES, processors

Choices = NDArray[np.uint16]

KEEP_BITS = 5
"""A keep is stored as its place among the keeps inside the roll, at most 32."""
BOX_SHIFT = 2 * KEEP_BITS
PLACES = 1 << KEEP_BITS

PARTS = 16
"""The parts of the work per processor, for showing progress."""


class Chosen(NamedTuple):
    """The choice of best play for a roll, by throws left; the box by its bit in `layout`."""

    two_left: Dice
    one_left: Dice
    box: int


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """The choices of best play with one score card."""

    form: ScoreCard
    choices: Choices
    """(cards, 252): the choices of each roll, by card number (see `table.numbers`): from the lowest bit on,
    the places of both keeps in `INSIDE`, and the box."""
    seconds: float
    """The seconds spent on computing it."""

    @property
    def memory(self) -> int:
        """The size of the table in bytes."""
        return int(self.choices.nbytes)

    def chosen(self, card: Card, roll: Dice) -> Chosen:
        """The choice of best play for a roll; ValueError for an impossible or full card."""
        number, place = number_of(self.form, card), ROLL_NUMBER[roll]
        if number < numbers(self.form)[1][1]:
            raise ValueError("The card is full: there is nothing left to choose.")
        choice = int(self.choices[number, place])
        two_left, one_left = choice % PLACES, choice // PLACES % PLACES
        return Chosen(KEEPS[INSIDE[two_left, place]], KEEPS[INSIDE[one_left, place]], choice >> BOX_SHIFT)


def work_out(table: CardTable, jobs: int | None = None, progress: Progress | None = None) -> Policy:
    """Computes the choices of all cards, on `jobs` processors (default: all)."""
    begin = time.perf_counter()
    jobs = jobs or processors()
    shapes = np.concatenate(levels(table.form)[1:])
    parts = [np.ascontiguousarray(shapes[part :: jobs * PARTS]) for part in range(jobs * PARTS)]
    number, first = numbers(table.form)
    choices = np.zeros((first[-1], ROLL_COUNT), np.uint16)
    first_card = number[np.maximum(columns(table.form).first, 0) * LANES]
    worths, known = rows(table.worths), rules(table.form)
    table_ = PolicyChoices(choices, first_card, _places())

    def fill(part: Ints) -> int:
        choose_all(part, table_, worths, new_way(known), known)
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
    """(252, 462): the place of each keep inside each roll that contains it."""
    places = np.zeros((ROLL_COUNT, KEEP_COUNT), np.uint16)
    for place in reversed(range(PLACES)):
        places[np.arange(ROLL_COUNT), INSIDE[place]] = place
    return places


class PolicyChoices(NamedTuple):
    """The table to fill."""

    choices: Choices
    first: Ints
    """(shapes,): the number of each shape's first card."""
    places: Choices
    """(252, 462): the place of each keep inside each roll that contains it."""


@compiled
def choose_all(shapes: Ints, table: PolicyChoices, worth: Rows, way: ThreadMemory, rules: Rules) -> None:
    """Writes the choices of all cards of these shapes."""
    for shape in shapes:
        list_uses(way.uses, shape, rules.pays)
        for block in range(blocks_of(shape, rules.columns)):
            begin = table.first[shape] + block * LANES
            book(way.bookings, way.landing, shape, block, worth, rules)
            choose_turns(way, rules.lattice)
            width = width_of(shape, block, rules.columns)
            write_choices(table.choices[begin : begin + width], way, table.places, rules.pays)


@compiled
def write_choices(rows: Choices, way: ThreadMemory, places: Choices, pays: Pays) -> None:
    """Writes the choices of a block of cards."""
    for roll in range(ROLL_COUNT):
        for lane in range(len(rows)):
            two_left = places[roll, int64(way.two_left[FIRST_ROLL + roll, lane])]
            one_left = places[roll, int64(way.one_left[FIRST_ROLL + roll, lane])]
            box = pays.box[int64(way.booked[roll, lane])]
            rows[lane, roll] = two_left | one_left << KEEP_BITS | box << BOX_SHIFT
