"""The compiled pass backwards over the ends of turns: what comes of every card. Knows arrays, not cards.

From the full cards back, each card gets the chance of every number of points still to come, and what is
said of its boxes, from the cards its turn leads to.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.ends import Ends
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import column_after, section_earned
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.width import LANES
from fivedice.worth import Worth

FURTHER, FURTHER_COUNT = 0, 1
"""The figures of a card: the chance that any bonus of a further Yahtzee is still to come and the mean number
of them, then the mean points to come in each box, then for each section the chance of its bonus."""
FIRST_BOX = 2


AnyInts = NDArray[np.signedinteger[Any]]


class Tally(NamedTuple):
    """What comes of the cards of one level; a card's number is its place among them."""

    number: Ints
    """(places,): the number of each card within its level."""
    begin: Ints
    """(cards + 1,): where the chances of each card begin, and where the last one's stop."""
    chances: Worth
    """The chance of each number of points to come, card after card."""
    figures: Worth
    """(cards, FIRST_BOX + boxes + sections)"""


def tally(shapes: AnyInts, places: AnyInts, most: Ints, numbers: Ints, pays: Pays, columns: Columns) -> Tally:
    """Room for some cards, by shape and place, given what the cards of each shape can make at most."""
    numbers[places] = np.arange(len(shapes))
    begin = np.concatenate([[0], np.cumsum(most[shapes] + 1)])
    figures = FIRST_BOX + pays.boxes + len(columns.shift)
    return Tally(numbers, begin, np.zeros(begin[-1]), np.zeros((len(shapes), figures)))


@compiled
def add_up(ends: Ends, now: Tally, after: Tally, pays: Pays, columns: Columns) -> None:
    """Fill in the cards of these ends."""
    for card in range(ends.shape.size):
        for place in range(ends.first[card], ends.first[card + 1]):
            if ends.chance[place] > 0:
                add_end(ends, card, place, now, after, pays, columns)


@compiled
def add_end(
    ends: Ends, card: int, place: int, now: Tally, after: Tally, pays: Pays, columns: Columns
) -> None:
    """Add what comes of one end of a turn, by its chance."""
    shape, column = int64(ends.shape[card]), int64(ends.column[card])
    booking = int64(ends.booking[place])
    after_shape, after_column = (
        shape | pays.bits[booking],
        column_after(shape, column, booking, pays, columns),
    )
    here = now.number[columns.first[shape] * LANES + column]
    there = after.number[columns.first[after_shape] * LANES + after_column]
    further, chance = int64(ends.further[place]), ends.chance[place]
    paid = pays.points[booking] + further
    section = section_earned(shape, column, booking, pays, columns)
    bonus = columns.bonus[section] if section >= 0 else 0
    begin, source = now.begin[here] + paid + bonus, after.begin[there]
    room = min(after.begin[there + 1] - source, now.begin[here + 1] - begin)
    add_part(now.chances[begin : begin + room], after.chances[source : source + room], chance)
    add_part(now.figures[here], after.figures[there], chance)
    now.figures[here, FIRST_BOX + pays.box[booking]] += chance * pays.points[booking]
    if section >= 0:
        now.figures[here, FIRST_BOX + pays.boxes + section] += chance
    if further:
        now.figures[here, FURTHER] += chance * (1 - after.figures[there, FURTHER])
        now.figures[here, FURTHER_COUNT] += chance


@compiled
def add_part(sums: Worth, numbers: Worth, part: float) -> None:
    """Add a part of every number to the sum at its place."""
    for place in range(sums.size):
        sums[place] += part * numbers[place]
