"""The compiled pass backwards over the ends of turns: what comes of every card. Knows arrays, not cards.

From the full cards back, each card gets the chance of every number of points still to come, and what is
told of its boxes, from the cards its turn leads to.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.games.scorecard import BOXES
from fivedice.solve.columns import Columns
from fivedice.solve.compile import compiled, int64
from fivedice.solve.ends import Ends, column_after
from fivedice.solve.pays import FIFTY, Ints, Pays
from fivedice.solve.sweep import held_of
from fivedice.worth import Worth

BONUS, FIFTY_POINTS, FURTHER, FURTHER_COUNT = range(len(BOXES), len(BOXES) + 4)
TOLD = len(BOXES) + 4
"""What is told of a card: the mean points to come in each box, then the chances that the Upper bonus, the
points of the YAHTZEE box and any Yahtzee bonus are still to come, then the mean number of Yahtzee bonuses."""


AnyInts = NDArray[np.signedinteger[Any]]


class Tally(NamedTuple):
    """What comes of the cards of one level; a card's number is its place among them."""

    number: Ints
    """(SHAPES, WIDTH): the number of each card within its level."""
    begin: Ints
    """(cards + 1,): where the chances of each card begin, and where the last one's stop."""
    chances: Worth
    """The chance of each number of points to come, card after card."""
    told: Worth
    """(cards, TOLD)"""


def tally(shapes: AnyInts, columns: AnyInts, most: Ints, numbers: Ints) -> Tally:
    """Room for some cards, given what the cards of each shape can make at most."""
    cards = np.arange(len(shapes))
    numbers[shapes, columns] = cards
    begin = np.concatenate([[0], np.cumsum(most[shapes] + 1)])
    return Tally(numbers, begin, np.zeros(begin[-1]), np.zeros((len(shapes), TOLD)))


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
    column_then = column_after(shape & 63, column, booking, pays, columns)
    here = now.number[shape, column]
    there = after.number[shape | pays.bits[booking], column_then]
    paid = pays.points[booking] + ends.extra[place]
    bonus = upper_bonus(shape & 63, column, booking, pays, columns)
    begin, source = now.begin[here] + paid + bonus, after.begin[there]
    room = min(after.begin[there + 1] - source, now.begin[here + 1] - begin)
    chance = ends.chance[place]
    add_part(now.chances[begin : begin + room], after.chances[source : source + room], chance)
    add_part(now.told[here], after.told[there], chance)
    # With points in the YAHTZEE box every Yahtzee is paid something extra, and no other roll is.
    further = pays.further[held_of(shape)] if ends.extra[place] else 0
    now.told[here, pays.box[booking]] += chance * (paid - further)
    if bonus:
        now.told[here, BONUS] += chance
    if pays.bits[booking] & FIFTY:
        now.told[here, FIFTY_POINTS] += chance
    if further:
        now.told[here, FURTHER] += chance * (1 - after.told[there, FURTHER])
        now.told[here, FURTHER_COUNT] += chance


@compiled
def upper_bonus(mask: int, column: int, booking: int, pays: Pays, columns: Columns) -> int:
    """The Upper bonus, if this booking earns it."""
    if pays.box[booking] >= 6:
        return 0
    total = columns.total[mask, column]
    return int64(columns.bonus[total + pays.points[booking]] - columns.bonus[total])


@compiled
def add_part(sums: Worth, numbers: Worth, part: float) -> None:
    """Add a part of every number to the sum at its place."""
    for place in range(sums.size):
        sums[place] += part * numbers[place]
