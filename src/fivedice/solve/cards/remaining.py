"""The points still to come on every score card, as a distribution, under best play for the mean.

Cards with more than `EXACT` open boxes have the means of 16 equally likely slices, which estimate a chance to
win to within 0.01 on average.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import Worth
from fivedice.solve.cards.columns import place_of, places
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.table import SOURCES, CardTable, Progress, file_of, is_card, levels, numbers
from fivedice.solve.kernel import tables
from fivedice.solve.kernel.settings import processors

MADE_BY = (*SOURCES, *(f"solve/cards/{name}.py" for name in ("ends", "remaining", "spread")))

FILE = "remaining"
EXACT = 2
"""Distributions are exact up to this many open boxes: there, a few points have most of the chance."""
SLICES = 16
UNIT = 2
"""The unit in points of stored quantiles, relative to the mean; it makes packed tables a third smaller."""
NARROWEST = 1e-3
"""The least half width of a slice, in points."""

Chances = NDArray[np.float32]
Offsets = NDArray[np.int16]


class Rows(NamedTuple):
    """Distributions of different lengths, one after another."""

    low: Ints
    """(n,): the fewest points of each distribution."""
    begin: Ints
    """(n + 1,): the index of each distribution's first chance, and the total number of chances."""
    chances: Chances
    """The chance of each number of points from the fewest on."""


@dataclass(frozen=True, slots=True, eq=False)
class Remaining:
    """The points still to come on every card of one form, by place as in `table`."""

    table: CardTable
    rows: Rows
    """The distributions of cards with at most `EXACT` open boxes, by number (`table.numbers`)."""
    offsets: Offsets
    """(cards, SLICES): the quantiles of the other cards, relative to the mean, in `UNIT` points."""

    def to_come(self, card: Card) -> tuple[int, Worth]:
        """The fewest points to come, and each chance from there on; ValueError for an impossible card."""
        places = np.array([place_of(self.table.form, card)])
        if self._are_exact(places):
            low, chances = self._exact(places)
            return int(low[0]), chances[0]
        begin, end = self._slices(places)
        return _on_whole_points(begin[0], end[0])

    def mean_of(self, values: Worth, totals: Ints, places: Ints) -> Worth:
        """(n,): the mean of `values` by final total, for cards with equally many open boxes."""
        if not self._are_exact(places):
            begin, end = self._slices(places)
            return _mean_between(values, begin + totals[:, None], end + totals[:, None])
        low, chances = self._exact(places)
        finals = (totals + low)[:, None] + np.arange(chances.shape[1])
        return (chances * values[np.minimum(finals, len(values) - 1)]).sum(axis=1)

    def _are_exact(self, places: Ints) -> bool:
        return bool(numbers(self.table.form)[0][places[0]] < len(self.rows.low))

    def _exact(self, places: Ints) -> tuple[Ints, Worth]:
        """(n,) the fewest points and (n, most) the chances from there on, for cards with few open boxes."""
        number, rows = numbers(self.table.form)[0][places], self.rows
        begin, size = rows.begin[number], rows.begin[number + 1] - rows.begin[number]
        along = np.arange(size.max())
        there = along < size[:, None]
        near = rows.chances[np.where(there, begin[:, None] + along, 0)].astype(np.float64)
        chances = np.where(there, near, 0)
        return rows.low[number], chances / chances.sum(axis=1, keepdims=True)  # in float32 nearly one

    def _slices(self, places: Ints) -> tuple[Worth, Worth]:
        """(n, SLICES) each: where the slices of cards with more open boxes begin and end, in points.

        A slice is modelled as uniform around its mean, reaching half way to its nearer neighbour. The
        outermost slices are twice as wide, because tails are long.
        """
        offsets = self.offsets[numbers(self.table.form)[0][places] - len(self.rows.low)] * float(UNIT)
        means = self.table.worths[places, None] + offsets - offsets.mean(axis=1, keepdims=True)
        means = np.maximum(means, NARROWEST)
        gaps = np.diff(means, axis=1)
        before, behind = (
            np.concatenate(parts, axis=1) for parts in ((2 * gaps[:, :1], gaps), (gaps, 2 * gaps[:, -1:]))
        )
        half = np.minimum(before, behind) / 2
        half[:, [0, -1]] = gaps[:, [0, -1]]
        half = np.clip(half, NARROWEST, means)
        return means - half, means + half


def work_out(table: CardTable, progress: Progress | None = None, exact_up_to: int = EXACT) -> Remaining:
    """Computes the distributions; cards with more than `exact_up_to` open boxes get quantiles."""
    from fivedice.solve.cards import spread  # noqa: PLC0415 - reading needs no compiler

    form, first = table.form, numbers(table.form)[1]
    full, everywhere = places(form, levels(form)[0]), is_card(form).ravel()
    chances = np.ones(len(full), np.float32)
    exact, offsets = [chances], [np.zeros((0, SLICES), np.int16)]
    with ThreadPoolExecutor(processors()) as pool:
        play = spread.CardSpread(table, pool, forward=False)
        play.spans.low[full] = play.spans.high[full] = 0
        play.spans.begin[full] = np.arange(len(full))
        for vacant, level in enumerate(levels(form)[1:], 1):
            here = places(form, level)
            chances = play.move(play.turns(level, everywhere, np.float32), here, chances)
            spread.trim(here, play.spans, chances)
            if vacant <= exact_up_to:
                spans = zip(*(each[here].tolist() for each in play.spans), strict=True)
                exact += [chances[start : start + high - low + 1] for low, high, start in spans]
            else:
                means = np.zeros((len(here), SLICES))
                spread.mean_of_slices(here, play.spans, chances, means)
                offsets.append(np.rint((means - means.mean(axis=1, keepdims=True)) / UNIT).astype(np.int16))
            if progress:
                progress(int(first[vacant + 1]), int(first[-1]))
    known = np.concatenate([places(form, level) for level in levels(form)[: exact_up_to + 1]])
    low, high = play.spans.low[known], play.spans.high[known]
    rows = Rows(low, _begins(high - low + 1), np.concatenate(exact))
    return Remaining(table, rows, np.concatenate(offsets))


def load_or_work_out(table: CardTable, folder: Path, progress: Progress | None = None) -> Remaining:
    """The points still to come, stored in a folder like the table of `table.load_or_solve`."""
    kept = _kept_as(table.form, folder)
    return _unpacked(table, tables.read_or_make(*kept, lambda: _packed(work_out(table, progress))))


def is_kept(form: ScoreCard, folder: Path) -> bool:
    """Whether a folder has these distributions, by the first line of their file."""
    return tables.is_made(*_kept_as(form, folder))


def _kept_as(form: ScoreCard, folder: Path) -> tuple[Path, str]:
    """The file of the distributions, and the fingerprint of everything they depend on."""
    return file_of(form, FILE, folder), tables.fingerprint(MADE_BY, form.text)


def _begins(sizes: Ints) -> Ints:
    return np.concatenate([[0], np.cumsum(sizes)])


def _on_whole_points(begin: Worth, end: Worth) -> tuple[int, Worth]:
    """Turns uniform slices into chances of whole points.

    Returns the lowest number of points, and the chances from there up.

    Chances between two whole numbers are divided among them linearly, which keeps the mean.
    """
    first = int(np.floor(begin.min()))
    points = np.arange(first - 1, int(np.ceil(end.max())) + 2)[:, None]
    inside = np.clip(points, begin, end)
    ramps = (inside - begin) ** 2 / (2 * (end - begin)) + np.maximum(points - end, 0)
    chances: Worth = np.diff(ramps.mean(axis=1), 2)
    return first, chances


def _mean_between(values: Worth, begin: Worth, end: Worth) -> Worth:
    """(n,): the mean of values at whole numbers, interpolated, over uniform slices (n, SLICES)."""
    steps = np.concatenate([[0.0], np.cumsum((values[1:] + values[:-1]) / 2)])

    def integral(place: Worth) -> Worth:
        whole = np.clip(place.astype(np.int64), 0, len(values) - 2)
        part = place - whole
        slope = values[whole + 1] - values[whole]
        return steps[whole] + part * (values[whole] + part * slope / 2)

    return ((integral(end) - integral(begin)) / (end - begin)).mean(axis=1)


def _packed(remaining: Remaining) -> Worth:
    """Everything in one row of float64, its bytes ordered so that each quantile compresses by itself."""
    rows, by_quantile = remaining.rows, np.ascontiguousarray(remaining.offsets.T)
    in_bytes = np.ascontiguousarray(by_quantile.view(np.uint8).reshape(-1, 2).T)
    quantiles = np.ascontiguousarray(in_bytes.reshape(8, -1).T).view(np.float64).ravel()
    chances = np.append(rows.chances, np.zeros(len(rows.chances) % 2, np.float32)).view(np.float64)
    return np.concatenate([quantiles, rows.low, np.diff(rows.begin), chances])


def _unpacked(table: CardTable, row: Worth) -> Remaining:
    first = numbers(table.form)[1]
    few = int(first[: EXACT + 2][-1])
    quantiles, low, sizes, chances = np.split(row, np.cumsum([(first[-1] - few) * SLICES // 4, few, few]))
    begins = _begins(sizes.astype(np.int64))
    rows = Rows(low.astype(np.int64), begins, chances.view(np.float32)[: begins[-1]])
    in_bytes = np.ascontiguousarray(quantiles.view(np.uint8).reshape(-1, 8).T).reshape(2, -1)
    by_quantile = np.ascontiguousarray(in_bytes.T).view(np.int16).reshape(SLICES, -1)
    return Remaining(table, rows, np.ascontiguousarray(by_quantile.T))
