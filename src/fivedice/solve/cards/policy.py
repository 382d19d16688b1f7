"""What best play does with every roll of every card: a table of choices, made from the solved worths.

A choice has 16 bits: which keep with two throws left, which with one, and which box once the dice are final.
Of choices worth the same the one is taken that `ways` and `ends` take, so this is the play whose exact
distribution `distribution` gives. It takes about a second and is not kept on disk.
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
from fivedice.solve.cards import sweep
from fivedice.solve.cards.columns import Columns, columns
from fivedice.solve.cards.ends import choose_turns
from fivedice.solve.cards.landing import blocks_of, width_of
from fivedice.solve.cards.pays import Ints, Pays, pays
from fivedice.solve.cards.sweep import book
from fivedice.solve.cards.table import CardTable, Progress, levels, number_of, numbers
from fivedice.solve.kernel.compile import compiled, int64, processors
from fivedice.solve.kernel.lanes import Rows
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, lattice
from fivedice.solve.kernel.settings import LANES
from fivedice.solve.kernel.ways import Way, way

Choices = NDArray[np.uint16]

KEEP_BITS = 5
"""A keep is known by its place among the keeps inside the roll, which are 32 at most."""
BOX_SHIFT = 2 * KEEP_BITS
PLACES = 1 << KEEP_BITS

PARTS = 16
"""Into how many parts the work of each level is cut for each processor, so that progress can be shown."""


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
    """(cards, 252): the choices of each roll, by the number of the card (see `table.numbers`): from the
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
    """Work out the choices of all cards, on `jobs` processors (all that there are, if none are named)."""
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
        for block in range(blocks_of(shape, columns)):
            begin = first[shape] + block * LANES
            book(turn.bookings, moves, shape, block, worth, pays, columns)
            choose_turns(turn, shape, pays, lattice)
            write_choices(choices[begin : begin + width_of(shape, block, columns)], turn, places, pays)


@compiled
def write_choices(rows: Choices, turn: Way, places: Choices, pays: Pays) -> None:
    """Write the choices of a block of cards: the places of both keeps inside each roll, and the box."""
    for roll in range(ROLL_COUNT):
        for lane in range(len(rows)):
            two_left = places[roll, int64(turn.two_left[FIRST_ROLL + roll, lane])]
            one_left = places[roll, int64(turn.one_left[FIRST_ROLL + roll, lane])]
            box = pays.box[int64(turn.booked[roll, lane])]
            rows[lane, roll] = two_left | one_left << KEEP_BITS | box << BOX_SHIFT
