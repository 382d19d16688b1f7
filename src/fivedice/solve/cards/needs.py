"""Compiled turns of players who need points: sixteen needs of a card side by side, as `sweep` solves sums.

The needs of a card that are possible and open form a window: below it the points are certain, above it they
are impossible. A booking reads the window of the next card, shifted by the points that it pays.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import Worth
from fivedice.solve.cards.columns import place_of, shape_of
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.sweep import (
    Landing,
    Rules,
    Uses,
    best_uses,
    bookings_of,
    land,
    list_uses,
    new_landing,
    new_uses,
    rules,
)
from fivedice.solve.cards.table import levels
from fivedice.solve.kernel.compile import compiled, inner, int64
from fivedice.solve.kernel.lanes import Rows, alike, blank, load, load_from, store, store_from, times, where
from fivedice.solve.kernel.lattice import KEEP_COUNT, Lattice, turn
from fivedice.solve.kernel.settings import LANES

Numbers = NDArray[np.int32]
"""The type of numbers of points and rows; narrow, because there are hundreds of thousands."""

NEVER = 1 << 20
"""More points than any card has."""


class Points(NamedTuple):
    """(places,) each: the points of all ways to play."""

    fewest: Numbers
    most: Numbers
    """The points made on the way to each card; the most are negative if no way leads there."""
    to_come: Numbers
    """The most points that each card can still make."""


def points_of(form: ScoreCard, card: Card) -> Points:
    """The points of all ways to play on from a card."""
    known, place, ahead = rules(form), place_of(form, card), levels_ahead(form, card)
    blank = np.zeros(known.columns.rows * LANES, np.int32)
    points = Points(blank + NEVER, blank - NEVER, blank)
    points.fewest[place] = points.most[place] = 0

    def follow_all() -> None:
        landing = new_landing(known)
        for level in ahead[:0:-1]:
            follow(level, points, landing, known)

    with ThreadPoolExecutor(1) as pool:
        followed, landing = pool.submit(follow_all), new_landing(known)
        for level in ahead[1:]:
            look_ahead(level, points, landing, known)
        followed.result()
    return points


def levels_ahead(form: ScoreCard, card: Card) -> list[Ints]:
    """The shapes that may follow a card, by number of open boxes; the last is that of the card."""
    shape = shape_of(form, card)
    return [level[level & shape == shape] for level in levels(form)[: card.boxes.count(None) + 1]]


@compiled
def follow(shapes: Ints, points: Points, landing: Landing, rules: Rules) -> None:
    """Finds the points made on the way to the cards that follow the cards of these shapes."""
    for shape in shapes:
        land(landing, shape, rules)
        here = rules.columns.first[shape] * LANES
        width = rules.columns.number[shape & rules.columns.counted]
        met = False
        for column in range(width):
            met |= points.most[here + column] >= 0
        if met:
            for booking in range(bookings_of(shape, rules.pays)):
                if not shape >> rules.pays.box[booking] & 1:
                    first = rules.columns.first[shape | rules.pays.bits[booking]] * LANES
                    for column in range(width):
                        there = first + landing.column[booking, column]
                        paid = int64(landing.paid[booking, column])
                        fewest, most = points.fewest[here + column] + paid, points.most[here + column] + paid
                        points.fewest[there] = min(points.fewest[there], fewest)
                        points.most[there] = max(points.most[there], most)


@compiled
def look_ahead(shapes: Ints, points: Points, landing: Landing, rules: Rules) -> None:
    """Finds the most points that the cards of these shapes can still make."""
    for shape in shapes:
        land(landing, shape, rules)
        here = rules.columns.first[shape] * LANES
        for booking in range(bookings_of(shape, rules.pays)):
            if not shape >> rules.pays.box[booking] & 1:
                first = rules.columns.first[shape | rules.pays.bits[booking]] * LANES
                for column in range(rules.columns.number[shape & rules.columns.counted]):
                    to_come = points.to_come[first + landing.column[booking, column]]
                    ahead = int64(landing.paid[booking, column]) + to_come
                    points.to_come[here + column] = max(points.to_come[here + column], ahead)


class Workspace(NamedTuple):
    """The memory of one thread: data of a shape and of one of its cards."""

    chances: Rows
    """The chance after each booking, for the current needs."""
    keeps: Rows
    along: Rows
    """(1, LANES): 0, 1, 2, …"""
    uses: Uses
    landing: Landing
    offered: Ints
    """The bookings that the shape offers."""
    source: Ints
    """(bookings,): the index of the next card's first chance."""
    size: Ints
    """(bookings,): the number of the next card's chances."""
    start: Ints
    """(bookings,): the index of the card's smallest need among those chances; may be out of range."""


def workspace(rules: Rules) -> Workspace:
    """The memory of one thread."""
    bookings = rules.pays.box.size
    along = blank(1)
    along[0] = np.arange(LANES)
    numbers = np.zeros((4, bookings), np.int64)
    around = new_uses(rules.pays), new_landing(rules)
    return Workspace(blank(bookings), blank(KEEP_COUNT), along, *around, *numbers)


@inner
def prepare(shape: int, work: Workspace, rules: Rules) -> int:
    """Lists the uses of a shape and the bookings that some roll may choose; returns the number of these."""
    list_uses(work.uses, shape, rules.pays)
    land(work.landing, shape, rules)
    work.size[:] = 0
    for place in range(work.uses.first[-1]):
        work.size[work.uses.booking[place]] = 1
    offered = int64(0)
    for booking in range(work.size.size):
        if work.size[booking]:
            work.offered[offered] = booking
            offered += 1
    return offered


@inner
def solve_window(
    window: Worth, then: Worth, offered: int, sign: float, work: Workspace, lattice: Lattice
) -> None:
    """Fills a card's window from the next level, `then`; the sign is -1 for a side that wants the least."""
    for row in range(window.size // LANES):
        read(row * LANES, offered, sign, then, work, (1.0, 0.0))
        best_uses(work.keeps, work.chances, work.uses)
        turn(work.keeps, lattice)
        store_from(window, row * LANES, times(load(work.keeps, 0), sign))


@inner
def read(
    further: int, offered: int, sign: float, then: Worth, work: Workspace, edges: tuple[float, float]
) -> None:
    """Reads the chances after each booking for sixteen needs of a card, from the index `further` on; `edges`
    are those of points that are certain and impossible.

    Checking the bounds of all sixteen is cheaper than mispredicted branches.
    """
    along = load(work.along, 0)
    for number in range(offered):
        booking = work.offered[number]
        size, start = work.size[booking], work.start[booking] + further
        chances = load_from(then, work.source[booking] + max(min(start, size), -LANES))
        possible = where(along, alike(float(size - start)), alike(edges[1]), chances)
        certain = where(along, alike(float(-start)), possible, alike(edges[0]))
        store(work.chances, booking, times(certain, sign))
