"""The compiled pass backwards to the chance of every number of points still to come, for all cards.

From the full cards back, a card's chances are a mixture of those of the cards its turn leads to. A tail
of less than `NOTHING` is folded into the last point before it. Knows arrays, not cards.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.ends import Ends
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import bonus_earned, column_after
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.width import LANES

Chances = NDArray[np.float32]

NOTHING = 1e-6
"""A tail of this chance is not told apart from the point before it."""


class Level(NamedTuple):
    """The points to come of the cards with the same number of open boxes; a card's number is its place."""

    number: Ints
    """(places,): the number of each card among the cards of all levels."""
    first: int
    """The number of the first card of the level."""
    low: Ints
    """(cards,): the fewest points."""
    size: Ints
    """(cards,): how many numbers of points there are from there on."""
    begin: Ints
    """(cards,): where their chances begin."""
    chances: Chances
    """The chances of all the cards."""


def full_cards(number: Ints, cards: int) -> Level:
    """The level of the full cards, to which nothing more comes."""
    ones = np.ones(cards, np.int64)
    return Level(number, 0, 0 * ones, ones, np.arange(cards), np.ones(cards, np.float32))


@compiled
def after(ends: Ends, card: int, place: int, pays: Pays, columns: Columns) -> tuple[int, int]:
    """The place of the card after an end of a turn, and all that the end pays."""
    shape, column = int64(ends.shape[card]), int64(ends.column[card])
    booking = int64(ends.booking[place])
    paid = pays.points[booking] + int64(ends.further[place])
    paid += bonus_earned(shape, column, booking, pays, columns)
    then = column_after(shape, column, booking, pays, columns)
    return columns.first[shape | pays.bits[booking]] * LANES + then, paid


@compiled
def place_of(ends: Ends, card: int, columns: Columns) -> int:
    """The place of a card."""
    return int64(columns.first[ends.shape[card]] * LANES + ends.column[card])


@compiled
def measure(ends: Ends, now: Level, then: Level, pays: Pays, columns: Columns) -> None:
    """Find the fewest and the most points of the cards of these ends."""
    for card in range(ends.shape.size):
        low, high = 1 << 20, 0
        for place in range(ends.first[card], ends.first[card + 1]):
            if ends.chance[place] > 0:
                at, paid = after(ends, card, place, pays, columns)
                there = then.number[at] - then.first
                low = min(low, paid + then.low[there])
                high = max(high, paid + then.low[there] + then.size[there])
        here = now.number[place_of(ends, card, columns)] - now.first
        now.low[here], now.size[here] = low, high - low


@compiled
def mix(ends: Ends, now: Level, then: Level, pays: Pays, columns: Columns) -> None:
    """Fill in the chances of the cards of these ends."""
    for card in range(ends.shape.size):
        here = now.number[place_of(ends, card, columns)] - now.first
        for place in range(ends.first[card], ends.first[card + 1]):
            if ends.chance[place] > 0:
                at, paid = after(ends, card, place, pays, columns)
                there = then.number[at] - then.first
                begin = now.begin[here] + paid + then.low[there] - now.low[here]
                source, size = then.begin[there], then.size[there]
                part = np.float32(ends.chance[place])
                add_part(now.chances[begin : begin + size], then.chances[source : source + size], part)
        trim(now, here)


@compiled
def add_part(sums: Chances, numbers: Chances, part: np.float32) -> None:
    """Add a part of every number to the sum at its place."""
    for place in range(sums.size):
        sums[place] += part * numbers[place]


@compiled
def trim(level: Level, card: int) -> None:
    """Fold the tails of a card's chances into the points before them."""
    chances = level.chances
    begin, last = level.begin[card], level.begin[card] + level.size[card] - 1
    while begin < last and chances[begin] < NOTHING:
        chances[begin + 1] += chances[begin]
        begin += 1
    while begin < last and chances[last] < NOTHING:
        chances[last - 1] += chances[last]
        last -= 1
    level.low[card] += begin - level.begin[card]
    level.begin[card], level.size[card] = begin, last - begin + 1


@compiled
def thin_out(level: Level, step: int, begin: Ints, thinned: Chances) -> None:
    """Tell the chances of every card at each `step` points only, from its fewest on.

    A chance in between is shared by its two neighbours so that the mean stays what it was.
    """
    for card in range(level.low.size):
        for place in range(level.size[card]):
            chance = level.chances[level.begin[card] + place]
            here, rest = begin[card] + place // step, place % step
            thinned[here] += chance * np.float32((step - rest) / step)
            if rest:
                thinned[here + 1] += chance * np.float32(rest / step)
