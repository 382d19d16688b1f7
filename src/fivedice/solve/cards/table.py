"""The worth of every score card under best play for the mean: solved, cached on disk, and looked up.

The worth of a card is the mean of the points still to come, including section bonuses not yet earned. So the
total of the card plus its worth is the mean final total. `fivedice.core.worth` computes the worths of keeps
from `roll_worth`.
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

from fivedice.analysis.solver_api import Knowledge
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.dice import Dice
from fivedice.core.worth import Worth, first_best_along
from fivedice.solve.cards.booked import every
from fivedice.solve.cards.columns import Columns, check, columns, layout, place_of, shape_of
from fivedice.solve.cards.pays import RANKS, YAHTZEE_ROLLS, Ints, Pays, pays
from fivedice.solve.kernel import tables
from fivedice.solve.kernel.settings import LANES

Flags = NDArray[np.bool_]

Progress = Callable[[int, int], None]
"""Called with the number of finished shapes and of all shapes."""

SOURCES = (
    *(
        "core/dice.py",
        "core/worth.py",
        "cards/boxes.py",
        "cards/filling.py",
        "cards/scorecard.py",
    ),
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

    def worth_of_uses(self, card: Card, roll: Dice) -> dict[str, float]:
        """For every use of this final roll, by name: its points plus the worth of the card after it."""
        return {
            use.name: use.pays + self.worth(filling.book(self.form, card, roll, use.name))
            for use in filling.uses(self.form, card, roll)
        }

    def box_worth(self, card: Card) -> Worth:
        """(252, boxes): the worth of each roll in each box, without zeros by choice, which never gain.

        Boxes are in the order of `layout`; minus infinity for a box that is not offered. ValueError for a
        full card.
        """
        if filling.is_full(card):
            raise ValueError("The card is full: there is nothing left to roll for.")
        check(self.form, card)
        rules, shape = pays(self.form), shape_of(self.form, card)
        _, _, places, gains = every(self.form, card, shape)
        bookings = self.worths.take(places, mode="clip") + gains
        np.putmask(bookings, shape & rules.bits != 0, -np.inf)
        boxes = bookings.take(_by_box(self.form), mode="clip")
        if held := _held(rules, shape):
            boxes[:, rules.yahtzees] = _yahtzee_worth(self.form, bookings, shape, held)
        return boxes.T

    def roll_worth(self, card: Card) -> Worth:
        """(252,): the worth of the best use of each final roll."""
        by_box = self.box_worth(card).T  # the fast memory order
        best: Worth = by_box.max(axis=0)
        return best


def check_size(form: ScoreCard) -> None:
    """Raises `ValueError` for a card that is too large to solve."""
    if columns(form).cards > MOST_CARDS:
        raise ValueError(f"This card has {columns(form).cards:,} different fillings: too many to solve.")


def solve(form: ScoreCard, jobs: int | None = None, progress: Progress | None = None) -> CardTable:
    """Solves all cards, on `jobs` processors (default: all). See `check_size`."""
    check_size(form)
    begin = time.perf_counter()
    worths = solve_with(form, columns(form), jobs, progress)
    return CardTable(form, worths, time.perf_counter() - begin)


def solve_with(
    form: ScoreCard, columns_: Columns, jobs: int | None = None, progress: Progress | None = None
) -> Worth:
    """(places,): the worths of all cards; the bonuses in `columns_` may differ from the card's."""
    from fivedice.solve.cards import sweep  # noqa: PLC0415 - looking up needs no compiler
    from fivedice.solve.kernel.compile import processors  # noqa: PLC0415
    from fivedice.solve.kernel.lattice import lattice  # noqa: PLC0415

    jobs = jobs or processors()
    worths, rules = sweep.blank_table(columns_), pays(form)
    done = len(levels(form)[0])
    whole = sum(map(len, levels(form)))
    with ThreadPoolExecutor(jobs) as pool:
        for level in levels(form)[1:]:
            parts = [np.ascontiguousarray(level[job::jobs]) for job in range(jobs)]
            list(pool.map(lambda part: sweep.solve_shapes(part, worths, rules, columns_, lattice()), parts))
            done += len(level)
            if progress:
                progress(done, whole)
    worths[~is_card(form)] = np.nan
    return worths.reshape(-1)


def load_or_solve(
    form: ScoreCard, folder: Path, jobs: int | None = None, progress: Progress | None = None
) -> CardTable:
    """The table from the folder. If it has none made by this code, the table is solved and stored there."""
    begin = time.perf_counter()
    path = file_of(form, "worths", folder)
    made_from = made_by(form)
    worths = tables.read(path, made_from)
    if worths is not None:
        return CardTable(form, worths, time.perf_counter() - begin)
    table = solve(form, jobs, progress)
    tables.write(path, made_from, table.worths)
    return table


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
    columns_ = columns(form)
    number = np.full(columns_.rows * LANES, -1)
    first = [0]
    for level in levels(form):
        width = columns_.number[level & columns_.counted]
        begins = np.repeat(columns_.first[level] * LANES - (width.cumsum() - width), width)
        number[begins + np.arange(width.sum())] = first[-1] + np.arange(width.sum())
        first.append(first[-1] + int(width.sum()))
    return number, np.array(first)


def number_of(form: ScoreCard, card: Card) -> int:
    """The number of a card; ValueError for an impossible card."""
    return int(numbers(form)[0][place_of(form, card)])


@lru_cache(maxsize=KEPT_CARDS)
def is_card(form: ScoreCard) -> Flags:
    """(rows, LANES): which places have a card."""
    columns_ = columns(form)
    shapes = np.flatnonzero(columns_.first >= 0)
    number = columns_.number[shapes & columns_.counted]
    blocks = -(-number // LANES)
    row = np.arange(columns_.rows) - np.repeat(columns_.first[shapes], blocks)
    return row[:, None] * LANES + np.arange(LANES) < np.repeat(number, blocks)[:, None]


@lru_cache(maxsize=KEPT_CARDS)
def _by_box(form: ScoreCard) -> Ints:
    """(boxes, 252): the booking of each roll in each box."""
    return np.ascontiguousarray(pays(form).booking.T)


def _held(rules: Pays, shape: int) -> int:
    """The state of the box required for further Yahtzees; see `Pays`."""
    return 2 if shape & rules.proved else shape >> rules.follows & 1 if rules.follows >= 0 else 0


def _yahtzee_worth(form: ScoreCard, bookings: Worth, shape: int, held: int) -> Worth:
    """(boxes, 6): the worth of every box for further Yahtzees, from the worths of all bookings."""
    rules = pays(form)
    binding = (rules.ranks[held] & ~shape != 0).argmax(axis=1)
    turned = rules.turning[held] & shape != 0
    ways = _yahtzee_bookings(form)[held].take(_FIRST_WAYS + 2 * binding + turned, axis=1)
    worths: Worth = bookings.take(ways) + rules.further[held]
    return worths


_FIRST_WAYS = np.arange(len(YAHTZEE_ROLLS)) * RANKS * 2
"""The first column of each Yahtzee in `_yahtzee_bookings`."""


@lru_cache(maxsize=KEPT_CARDS)
def _yahtzee_bookings(form: ScoreCard) -> Ints:
    """(3 s, boxes, 6 RANKS 2): the booking of a Yahtzee in each box, for each binding rank, before and after
    it becomes a Joker. If the rank does not offer the box, it is a booking in a box that is filled by then.
    """
    rules = pays(form)
    offered = rules.ranks[..., None, None] >> np.arange(rules.boxes) & 1 == 1
    filled = (rules.box == rules.follows).argmax()
    ways = np.where(offered, rules.yahtzee_booking[:, :, None], filled)
    return np.ascontiguousarray(ways.reshape(3, -1, rules.boxes).swapaxes(1, 2))


@dataclass(frozen=True, eq=False)
class CardPoints(Knowledge):
    """Knowledge of a card played for points: its mean final total under best play, exactly.

    No seat can change another's card, so a seat's worth depends on its own card only.
    """

    table: CardTable
    exact: bool = True
    aim: str = "points"

    def worth(self, position: Any, seat: int) -> float:
        """The total of the seat's card plus the mean of the points still to come."""
        card: Card = position.cards[seat]
        return filling.total(self.table.form, card) + self.table.worth(card)

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the mean final total after the best use of each roll."""
        card: Card = position.cards[seat]
        return filling.total(self.table.form, card) + self.table.roll_worth(card)

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The best box for each roll."""
        names = layout(self.table.form).names
        best = first_best_along(self.table.box_worth(position.cards[seat]), axis=1)
        return tuple([names[box] for box in best.tolist()])

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The mean final total after each use."""
        card: Card = position.cards[seat]
        total = filling.total(self.table.form, card)
        return {name: total + worth for name, worth in self.table.worth_of_uses(card, roll).items()}
