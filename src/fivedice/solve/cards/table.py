"""The worth of every score card under best play for the mean: solved, cached on disk, and looked up.

It is the mean of the points still to come, including section bonuses not yet earned.
"""

import hashlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.worth import Worth
from fivedice.solve.cards.booked import RatesCards
from fivedice.solve.cards.columns import Columns, columns, layout, place_of, places
from fivedice.solve.cards.pays import Ints
from fivedice.solve.kernel import tables
from fivedice.solve.kernel.settings import LANES, processors

Flags = NDArray[np.bool_]

Progress = Callable[[int, int], None]
"""Called with the number of finished shapes and of all shapes."""

SOURCES = (
    *("core/dice.py", "core/worth.py", "cards/boxes.py", "cards/filling.py", "cards/scorecard.py"),
    *(f"solve/cards/{name}.py" for name in ("columns", "pays", "sweep", "table")),
    *(f"solve/kernel/{name}.py" for name in ("compile", "lanes", "lattice", "settings", "tables")),
)
"""The sources that a solved table depends on."""

MOST_CARDS = 40_000_000
"""The most distinguishable fillings for which a card is solved; more would not fit into memory."""


@dataclass(frozen=True, slots=True, eq=False)
class CardTable:
    """The worths of every filling of one score card."""

    form: ScoreCard
    worths: Worth
    """(places,): see `columns.place_of`; NaN where there is no card."""
    seconds: float
    """The seconds spent on solving or reading it."""

    @property
    def start(self) -> float:
        """The mean final total of best play from an empty card."""
        return self.worth(filling.empty(self.form))

    @property
    def positions(self) -> int:
        """The number of cards in the table; sums from a bonus goal up count as one."""
        return columns(self.form).cards

    @property
    def memory(self) -> int:
        """The size of the table in bytes."""
        return int(self.worths.nbytes)

    def worth(self, card: Card) -> float:
        """The mean of the points still to come; ValueError for an impossible card."""
        return float(self.worths[place_of(self.form, card)])


def check_size(form: ScoreCard) -> None:
    """Raises `ValueError` for a card that is too large to solve."""
    if columns(form).cards > MOST_CARDS:
        raise ValueError(f"This card has {columns(form).cards:,} different fillings: too many to solve.")


def solve(form: ScoreCard, progress: Progress | None = None) -> CardTable:
    """Solves all cards. See `check_size`."""
    check_size(form)
    begin = time.perf_counter()
    worths = solve_with(form, columns(form), progress)
    return CardTable(form, worths, time.perf_counter() - begin)


def solve_with(form: ScoreCard, columns_: Columns, progress: Progress | None) -> Worth:
    """(places,): the worths of all cards; the bonuses in `columns_` may differ from the card's."""
    from fivedice.solve.cards import sweep  # noqa: PLC0415 - looking up needs no compiler

    jobs = processors()
    rules = sweep.rules(form)._replace(columns=columns_)
    worths = sweep.rows(np.zeros(columns_.rows * LANES))
    memories, done = [sweep.new_memory(rules) for _ in range(jobs)], len(levels(form)[0])
    whole = sum(map(len, levels(form)))
    with ThreadPoolExecutor(jobs) as pool:
        for level in levels(form)[1:]:
            parts = [np.ascontiguousarray(level[job::jobs]) for job in range(jobs)]
            list(pool.map(lambda part, own: sweep.solve_shapes(part, worths, own, rules), parts, memories))
            done += len(level)
            if progress:
                progress(done, whole)
    worths[~is_card(form)] = np.nan
    return worths.reshape(-1)


def load_or_solve(form: ScoreCard, folder: Path, progress: Progress | None = None) -> CardTable:
    """The table from the folder. If it has none made by this code, the table is solved and stored there."""
    begin, path = time.perf_counter(), file_of(form, "worths", folder)
    worths = tables.read_or_make(path, made_by(form), lambda: solve(form, progress).worths)
    return CardTable(form, worths, time.perf_counter() - begin)


def file_of(form: ScoreCard, what: str, folder: Path) -> Path:
    """The file of a table of a card."""
    return folder / f"card-{hashlib.sha256(form.text.encode()).hexdigest()[:16]}-{what}.table"


def made_by(form: ScoreCard) -> str:
    """The fingerprint of what the table depends on."""
    return tables.fingerprint(SOURCES, form.text)


@lru_cache(maxsize=KEPT_CARDS)
def levels(form: ScoreCard) -> tuple[Ints, ...]:
    """The shapes by number of open boxes; in each level sorted by falling number of columns, then by mask."""
    columns_, boxes = columns(form), len(layout(form).order)
    shapes = np.flatnonzero(columns_.first >= 0)
    vacant = boxes - np.bitwise_count(shapes & layout(form).all_boxes).astype(np.int64)
    mask = shapes & columns_.counted
    widest_first = np.lexsort((shapes, mask, -columns_.number[mask]))
    return tuple(shapes[widest_first][vacant[widest_first] == number] for number in range(boxes + 1))


@lru_cache(maxsize=KEPT_CARDS)
def numbers(form: ScoreCard) -> tuple[Ints, Ints]:
    """The number of each card by place, -1 for no card; and the first number of each level."""
    number, first = np.full(columns(form).rows * LANES, -1), [0]
    for level in levels(form):
        there = places(form, level)
        number[there] = first[-1] + np.arange(len(there))
        first.append(first[-1] + len(there))
    return number, np.array(first)


@lru_cache(maxsize=KEPT_CARDS)
def is_card(form: ScoreCard) -> Flags:
    """(rows, LANES): which places have a card."""
    marks = np.zeros(columns(form).rows * LANES, np.bool_)
    marks[places(form, np.flatnonzero(columns(form).first >= 0))] = True
    return marks.reshape(-1, LANES)


@dataclass(frozen=True, eq=False)
class CardPoints(RatesCards):
    """The mean final total of a card under best play, exactly; no seat can change another's card."""

    table: CardTable
    exact: bool = True
    aim: str = "points"

    @property
    def form(self) -> ScoreCard:
        """The score card."""
        return self.table.form

    def worth(self, position: Any, seat: int) -> float:
        """The total of the seat's card plus the mean of the points still to come."""
        card: Card = position.cards[seat]
        return filling.total(self.form, card) + self.table.worth(card)

    def after_turn(self, position: Any, seat: int, places: Ints, totals: Ints) -> Worth:  # noqa: ARG002
        """(n,): the totals plus the means of the points still to come."""
        return totals + self.table.worths.take(places)
