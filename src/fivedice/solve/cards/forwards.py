"""The compiled forward pass over the ends of turns: the points made on the way to every card.

From the first card on, each card passes the chance of every number of points made so far to the cards after
its turn. Those are divided among the threads by shape, so that no two write to the same place: each thread
goes through all ends and skips what is not its own.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.worth import Worth
from fivedice.solve.cards.columns import Columns
from fivedice.solve.cards.ends import Ends, land_end, place_of, shape_after
from fivedice.solve.cards.landing import Landing
from fivedice.solve.cards.pays import Ints, Pays
from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.lanes import add, load_from, store_from, times
from fivedice.solve.kernel.settings import LANES

NEVER = 1 << 20
"""More points than any card makes: the fewest made on the way to a card that is not reached, and, negative,
the most."""


class Made(NamedTuple):
    """(places,) each: what best play has made when it comes to a card, and with what chance it does."""

    fewest: Ints
    most: Ints
    """Negative where the card is not reached."""
    row: Ints
    """The first row of its chances, among those of all cards with as many open boxes."""
    chance: Worth
    """That the card is reached."""
    further: Worth
    """That it is, and a bonus of a further Yahtzee was paid on the way."""


class Figures(NamedTuple):
    """What the turns that were followed have paid, in all: means, weighed by the chance of the card."""

    boxes: Worth
    """(boxes,): the mean points of each."""
    sections: Worth
    """(sections,): the chance of each bonus."""
    further: Worth
    """(1,): the mean number of bonuses of further Yahtzees."""


class Share(NamedTuple):
    """One thread's share of the cards of a level."""

    owner: NDArray[np.int16]
    """(shapes,): the thread that the cards of each shape belong to."""
    own: int
    """This thread."""
    landing: Landing
    figures: Figures


def made(columns: Columns) -> Made:
    """Before any card is reached."""
    places = columns.rows * LANES
    blank = np.zeros(places, np.int64)
    return Made(blank + NEVER, blank - NEVER, blank, np.zeros(places), np.zeros(places))


def figures(pays: Pays, columns: Columns) -> Figures:
    """Before anything is paid."""
    return Figures(np.zeros(pays.boxes), np.zeros(columns.shift.size), np.zeros(1))


def rows_of(made: Made, places: Ints) -> Ints:
    """(cards,): how many rows the chances of each card take.

    Whole rows are read and may be written from any of its points on, so there is room for a row beyond them.
    """
    size = made.most[places] - made.fewest[places] + 1
    return np.where(made.most[places] >= 0, (size + 2 * (LANES - 1)) // LANES, 0)


@compiled
def measure(ends: Ends, made: Made, share: Share, pays: Pays, columns: Columns) -> None:
    """Find the fewest and the most points made on the way to the cards after these ends."""
    for number in range(ends.shape.size):
        for end in range(ends.first[number], ends.first[number + 1]):
            if share.owner[shape_after(ends, number, end, pays)] == share.own:
                land_end(ends, number, end, share.landing, pays, columns)
                reach(ends.chance[end], place_of(ends, number, columns), share.landing, made)


@compiled
def reach(part: Worth, place: int, landing: Landing, made: Made) -> None:
    """Bound the points made on the way to the cards after an end."""
    for lane in range(LANES):
        if part[lane] > 0:
            here, there = place + lane, landing.place[lane]
            made.fewest[there] = min(made.fewest[there], made.fewest[here] + landing.paid[lane])
            made.most[there] = max(made.most[there], made.most[here] + landing.paid[lane])


@compiled
def hand_on(
    ends: Ends, made: Made, now: Worth, then: Worth, share: Share, pays: Pays, columns: Columns
) -> None:
    """Hand the chances of the cards of these ends, `now`, to the cards after them, `then`."""
    for number in range(ends.shape.size):
        place = place_of(ends, number, columns)
        for end in range(ends.first[number], ends.first[number + 1]):
            if share.owner[shape_after(ends, number, end, pays)] == share.own:
                land_end(ends, number, end, share.landing, pays, columns)
                move(ends.chance[end], place, share.landing, made, now, then)
                count(ends, end, place, share.landing, made, share.figures, pays)


@compiled
def move(part: Worth, place: int, landing: Landing, made: Made, now: Worth, then: Worth) -> None:
    """Add its part of each card's chances to those of the card after it, as many points on as it is paid."""
    for lane in range(LANES):
        if part[lane] > 0:
            here, there = place + lane, landing.place[lane]
            fewest, most = made.fewest[here], made.most[here]
            source = made.row[here] * LANES
            sums = made.row[there] * LANES + fewest + landing.paid[lane] - made.fewest[there]
            for along in range(0, most - fewest + 1, LANES):
                more = times(load_from(now, source + along), part[lane])
                store_from(then, sums + along, add(load_from(then, sums + along), more))


@compiled
def count(
    ends: Ends, end: int, place: int, landing: Landing, made: Made, figures: Figures, pays: Pays
) -> None:
    """Count what an end of a block pays, by its chance."""
    booking, further = ends.booking[end], ends.further[end] > 0
    for lane in range(LANES):
        part, here, there = ends.chance[end, lane], place + lane, landing.place[lane]
        if part > 0:
            chance = part * made.chance[here]
            made.chance[there] += chance
            made.further[there] += chance if further else part * made.further[here]
            figures.boxes[pays.box[booking]] += chance * pays.points[booking]
            figures.further[0] += chance * further
            if landing.section[lane] >= 0:
                figures.sections[landing.section[lane]] += chance
