"""The compiled backward pass that computes the chance of every number of points still to come, for all cards.

A card's chances are a mixture of the chances of the cards after its turn. A tail of less than `NOTHING` is
added to the last point before it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import Worth
from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.ends import Ends, land_end, place_of
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.cards.sweep import Landing, width_of
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.settings import LANES

Chances = NDArray[np.float32]

NEVER = 1 << 20
"""More than any card's points: the initial minimum of a card."""
NOTHING = 1e-6
"""The chance below which a tail is added to the point before it."""


class Level(NamedTuple):
    """The points to come of the cards with the same number of open boxes; a card's number is its place."""

    number: Ints
    """(places,): the number of each card among the cards of all levels."""
    first: int
    """The number of the first card of the level."""
    low: Ints
    """(cards,): the fewest points."""
    size: Ints
    """(cards,): the number of chances, one for each number of points from the fewest on."""
    begin: Ints
    """(cards,): the index of each card's first chance."""
    chances: Chances
    """The chances of all the cards."""


def full_cards(number: Ints, cards: int) -> Level:
    """The level of the full cards, with nothing to come."""
    ones = np.ones(cards, np.int64)
    return Level(number, 0, 0 * ones, ones, np.arange(cards), np.ones(cards, np.float32))


@compiled
def measure(ends: Ends, now: Level, then: Level, landing: Landing, pays: Pays, columns: Columns) -> None:
    """Finds the fewest and the most points of the cards whose turns have these ends."""
    for number in range(ends.shape.size):
        for end in range(ends.first[number], ends.first[number + 1]):
            land_end(ends, number, end, landing, pays, columns)
            bound(ends.chance[end], place_of(ends, number, columns), landing, now, then)


@compiled
def bound(part: Worth, place: int, landing: Landing, now: Level, then: Level) -> None:
    """Updates the bounds of a block's cards by one end."""
    for lane in range(LANES):
        if part[lane] > 0:
            here, there = now.number[place + lane] - now.first, then.number[landing.place[lane]] - then.first
            low = landing.paid[lane] + then.low[there]
            high = low + then.size[there]
            reach = max(high, now.low[here] + now.size[here])
            now.low[here] = min(now.low[here], low)
            now.size[here] = reach - now.low[here]


@compiled
def mix(ends: Ends, now: Level, then: Level, landing: Landing, pays: Pays, columns: Columns) -> None:
    """Writes the chances of the cards whose turns have these ends."""
    for number in range(ends.shape.size):
        place = place_of(ends, number, columns)
        for end in range(ends.first[number], ends.first[number + 1]):
            land_end(ends, number, end, landing, pays, columns)
            add_end(ends.chance[end], place, landing, now, then)
        for lane in range(width_of(int64(ends.shape[number]), int64(ends.block[number]), columns)):
            trim(now, now.number[place + lane] - now.first)


@compiled
def add_end(part: Worth, place: int, landing: Landing, now: Level, then: Level) -> None:
    """Adds the chances after one end, weighted by its own chance, to the cards of a block."""
    for lane in range(LANES):
        if part[lane] > 0:
            here, there = now.number[place + lane] - now.first, then.number[landing.place[lane]] - then.first
            begin = now.begin[here] + landing.paid[lane] + then.low[there] - now.low[here]
            add_part(now.chances, begin, then.chances, then.begin[there], then.size[there], part[lane])


@compiled
def add_part(sums: Chances, begin: int, numbers: Chances, source: int, size: int, part: float) -> None:
    """Adds these numbers, multiplied by `part`, to the sums."""
    small = np.float32(part)
    for along in range(size):
        sums[begin + along] += small * numbers[source + along]


@compiled
def trim(level: Level, card: int) -> None:
    """Adds the tails of a card's chances to the points before them."""
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
def mean_of_slices(level: Level, means: Worth) -> None:
    """(cards, slices): writes the means of equally likely slices of each card's distribution."""
    slices = means.shape[1]
    for card in range(level.low.size):
        begin, last = level.begin[card], level.begin[card] + level.size[card] - 1
        whole = 0.0
        for place in range(begin, last + 1):
            whole += level.chances[place]
        share, place = slices / whole, begin
        here = level.chances[place] * share
        for number in range(slices):
            room, points = 1.0, 0.0
            while here < room and place < last:
                points += here * (place - begin)
                room -= here
                place += 1
                here = level.chances[place] * share
            means[card, number] = level.low[card] + points + room * (place - begin)
            here -= room
