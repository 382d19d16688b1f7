"""The choices of best play for every roll of every card as a table, and turns played by it.

A choice has 16 bits: the keep with two throws left, the keep with one, and the box for final dice. Ties are
broken as in `lattice` and `ends`. A throw is a number below 6^5, whose lowest digits in base 6 are the dice.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.actions import ALL_FIVE, KEPT
from fivedice.core.dice import FACES, FIVE
from fivedice.core.worth import FIRST_ROLL
from fivedice.solve.cards.batch import rolls_after
from fivedice.solve.cards.columns import Columns, columns
from fivedice.solve.cards.ends import ThreadMemory, choose_turns, new_way
from fivedice.solve.cards.pays import Ints, Pays, pays
from fivedice.solve.cards.sweep import Rules, blocks_of, book, list_uses, rows, rules, width_of
from fivedice.solve.cards.table import CardTable, levels, numbers
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import Rows
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT
from fivedice.solve.kernel.settings import LANES, processors

Choices = NDArray[np.uint16]
Throw = NDArray[np.uint16]

ORDERS = len(FACES) ** FIVE
"""The number of ordered throws of five dice."""
TOGETHER = 64
"""The number of games that advance together: while one waits for memory, others are computed."""
KEEP_BITS = FIVE
"""A keep is stored as the bits of its dice in the sorted roll."""
BOX_SHIFT = 2 * KEEP_BITS


class PlayoutArrays(NamedTuple):
    """The precomputed arrays that games need."""

    choices: Choices
    """(cards, 252): the choices of each roll, by card number (see `table.numbers`): from the lowest bit on,
    both keeps, and the box."""
    number: Ints
    """(shapes,): the number of each shape's first card."""
    kept: NDArray[np.int16]
    """(252, 32): the number of the keep that the bits of a choice make of each roll."""
    rolls: NDArray[np.uint8]
    """The roll that each ordered throw makes of each keep, keep by keep."""
    first: Ints
    """(462,): the index in `rolls` of the first throw of each keep."""
    pays: Pays
    columns: Columns


class ToFill(NamedTuple):
    """The table to fill."""

    choices: Choices
    first: Ints
    """(shapes,): the number of each shape's first card."""
    actions: Choices
    """(252, 462): the bits of each keep inside each roll that contains it."""


def known(table: CardTable) -> PlayoutArrays:
    """Computes the choices of all cards, on all processors; takes about a second."""
    shapes, form = np.concatenate(levels(table.form)[1:]), table.form
    parts = [np.ascontiguousarray(shapes[part :: processors()]) for part in range(processors())]
    number, first = numbers(form)
    first_card = number[np.maximum(columns(form).first, 0) * LANES]
    to_fill = ToFill(np.zeros((first[-1], ROLL_COUNT), np.uint16), first_card, _actions())
    worths, card = rows(table.worths), rules(form)
    with ThreadPoolExecutor(processors()) as pool:
        list(pool.map(lambda part: choose_all(part, to_fill, worths, new_way(card), card), parts))
    return PlayoutArrays(to_fill.choices, first_card, KEPT, *rolls_after(), pays(form), columns(form))


def _actions() -> Choices:
    actions = np.zeros((ROLL_COUNT, KEEP_COUNT), np.uint16)
    for action in range(ALL_FIVE + 1):
        actions[np.arange(ROLL_COUNT), KEPT[:, action]] = action
    return actions


@compiled
def choose_all(shapes: Ints, table: ToFill, worth: Rows, way: ThreadMemory, rules: Rules) -> None:
    """Writes the choices of all cards of these shapes."""
    for shape in shapes:
        list_uses(way.uses, shape, rules.pays)
        for block in range(blocks_of(shape, rules.columns)):
            begin = table.first[shape] + block * LANES
            book(way.bookings, way.landing, shape, block, worth, rules)
            choose_turns(way, rules.lattice)
            width = width_of(shape, block, rules.columns)
            write_choices(table.choices[begin : begin + width], way, table.actions, rules.pays)


@compiled
def write_choices(rows: Choices, way: ThreadMemory, actions: Choices, pays: Pays) -> None:
    """Writes the choices of a block of cards."""
    for roll in range(ROLL_COUNT):
        for lane in range(len(rows)):
            two_left = actions[roll, int64(way.two_left[FIRST_ROLL + roll, lane])]
            one_left = actions[roll, int64(way.one_left[FIRST_ROLL + roll, lane])]
            box = pays.box[int64(way.booked[roll, lane])]
            rows[lane, roll] = two_left | one_left << KEEP_BITS | box << BOX_SHIFT


@compiled
def play_turns(rolls: Ints, cards: Ints, dice: Throw, known: PlayoutArrays) -> None:
    """Best play of a turn for each of these cards, throw by throw, up to the final roll."""
    for place in range(rolls.size):
        rolls[place] = known.rolls[known.first[0] + dice[0, place]]
    for throw, shift in ((1, 0), (2, KEEP_BITS)):
        for place in range(rolls.size):
            roll = rolls[place]
            keep = known.kept[roll, known.choices[cards[place], roll] >> shift & ALL_FIVE]
            begin, end = known.first[keep], known.first[keep + 1]
            rolls[place] = known.rolls[begin + dice[throw, place] % (end - begin)]
