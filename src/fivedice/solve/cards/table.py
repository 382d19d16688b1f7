"""The worth of every score card under best play for the mean: solved, cached on disk, and looked up.

The worth of a card is the mean of the points still to come, a section's bonus among them until it is earned;
so the total of the card plus its worth is what the final total will be on average. `fivedice.core.worth`
makes worths of keeps out of `roll_worth`.
"""

import hashlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.dice import Dice
from fivedice.core.worth import Worth
from fivedice.solve.cards.booked import every
from fivedice.solve.cards.columns import Columns, check, columns, place_of
from fivedice.solve.cards.layout import layout, shape_of
from fivedice.solve.cards.pays import RANKS, YAHTZEE_ROLLS, Ints, Pays, pays
from fivedice.solve.kernel import tables
from fivedice.solve.kernel.settings import LANES

Flags = NDArray[np.bool_]

Progress = Callable[[int, int], None]
"""Called with how many of how many shapes of a card are done."""

SOURCES = (
    *(
        "core/dice.py",
        "core/worth.py",
        "cards/boxes.py",
        "cards/filling.py",
        "cards/scorecard.py",
    ),
    *(f"solve/cards/{name}.py" for name in ("columns", "layout", "pays", "sweep", "table")),
    *(f"solve/kernel/{name}.py" for name in ("compile", "lanes", "lattice", "settings", "tables")),
)
"""The modules that a solved table depends on."""

MOST_CARDS = 40_000_000
"""No card is solved that has to tell apart more than so many fillings: they would not fit into memory."""


@dataclass(frozen=True, slots=True, eq=False)
class CardTable:
    """Every filling of one score card solved."""

    form: ScoreCard
    worths: Worth
    """(places,): see `columns.place_of`; NaN where there is no card."""
    seconds: float
    """How long it took to solve, or to read."""

    @property
    def start(self) -> float:
        """The mean final total of best play from an empty card."""
        return self.worth(filling.empty(self.form))

    @property
    def positions(self) -> int:
        """How many cards the table answers for; sums from the goal of a bonus up count as one."""
        return columns(self.form).cards

    @property
    def memory(self) -> int:
        """The size of the table in bytes."""
        return int(self.worths.nbytes)

    def worth(self, card: Card) -> float:
        """The mean of the points still to come; a card that cannot be is a ValueError."""
        return float(self.worths[place_of(self.form, card)])

    def worth_of_uses(self, card: Card, roll: Dice) -> dict[str, float]:
        """By name, all that comes of every use of this final roll: what it pays and the worth after it."""
        return {
            use.name: use.pays + self.worth(filling.book(self.form, card, roll, use.name))
            for use in filling.uses(self.form, card, roll)
        }

    def box_worth(self, card: Card) -> Worth:
        """(252, boxes): the same for all rolls and boxes at once, without zeros by choice, which never gain.

        Boxes are in the order of `layout`. It is minus infinity where a box is not on offer. A full card is a
        ValueError.
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
        """(252,): the worth of ending the turn with each roll, that is, of its best use."""
        by_box = self.box_worth(card).T  # as it lies: roll by roll takes several times as long
        best: Worth = by_box.max(axis=0)
        return best


def check_size(form: ScoreCard) -> None:
    """Raises `ValueError` with a sentence for a card that is too large to solve."""
    if columns(form).cards > MOST_CARDS:
        raise ValueError(f"This card has {columns(form).cards:,} fillings to tell apart: too many to solve.")


def solve(form: ScoreCard, jobs: int | None = None, progress: Progress | None = None) -> CardTable:
    """Solve all cards, on `jobs` processors (all that there are, if none are named). See `check_size`."""
    check_size(form)
    begin = time.perf_counter()
    worths = solve_with(form, columns(form), jobs, progress)
    return CardTable(form, worths, time.perf_counter() - begin)


def solve_with(
    form: ScoreCard, columns_: Columns, jobs: int | None = None, progress: Progress | None = None
) -> Worth:
    """(places,): the worth of all cards; the bonuses in these columns may differ from the card's own."""
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
    """The table from the folder; solved, and kept there, when the folder has none that this code made."""
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
    """Where something that is solved of a card is kept."""
    return folder / f"card-{hashlib.sha256(form.text.encode()).hexdigest()[:16]}-{what}.table"


def made_by(form: ScoreCard) -> str:
    """The fingerprint of all that the table depends on."""
    return tables.fingerprint(SOURCES, form.text)


@lru_cache(maxsize=KEPT_CARDS)
def levels(form: ScoreCard) -> tuple[Ints, ...]:
    """The shapes by number of open boxes, none to all; in each level those of most columns first.

    Shapes of one mask follow each other.
    """
    columns_, boxes = columns(form), len(layout(form).order)
    shapes = np.flatnonzero(columns_.first >= 0)
    vacant = boxes - np.bitwise_count(shapes & layout(form).all_boxes).astype(np.int64)
    mask = shapes & columns_.counted
    widest_first = np.lexsort((shapes, mask, -columns_.number[mask]))
    return tuple(shapes[widest_first][vacant[widest_first] == number] for number in range(boxes + 1))


@lru_cache(maxsize=KEPT_CARDS)
def numbers(form: ScoreCard) -> tuple[Ints, Ints]:
    """The number of each card by its place, -1 where there is none; the first number of each level."""
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
    """The number of a card; a card that cannot be is a ValueError."""
    return int(numbers(form)[0][place_of(form, card)])


@lru_cache(maxsize=KEPT_CARDS)
def is_card(form: ScoreCard) -> Flags:
    """(rows, LANES): which places are those of a card."""
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
    """What the box holds that further Yahtzees follow; see `Pays`. At 0 a Yahtzee is booked as any roll."""
    return 2 if shape & rules.proved else shape >> rules.follows & 1 if rules.follows >= 0 else 0


def _yahtzee_worth(form: ScoreCard, bookings: Worth, shape: int, held: int) -> Worth:
    """(boxes, 6): the worth of every box for further Yahtzees, from that of all bookings.

    Bookings in filled boxes are worth minus infinity.
    """
    rules = pays(form)
    binding = (rules.ranks[held] & ~shape != 0).argmax(axis=1)
    turned = rules.turning[held] & shape != 0
    ways = _yahtzee_bookings(form)[held].take(_FIRST_WAYS + 2 * binding + turned, axis=1)
    worths: Worth = bookings.take(ways) + rules.further[held]
    return worths


_FIRST_WAYS = np.arange(len(YAHTZEE_ROLLS)) * RANKS * 2
"""Where the ways of each Yahtzee begin in `_yahtzee_bookings`."""


@lru_cache(maxsize=KEPT_CARDS)
def _yahtzee_bookings(form: ScoreCard) -> Ints:
    """(3 s, boxes, 6 RANKS 2): the booking that a Yahtzee makes in each box, for each rank that may bind it,
    before and after it turns. Where that rank does not offer the box it is one in the box that further
    Yahtzees follow, which is filled.
    """
    rules = pays(form)
    offered = rules.ranks[..., None, None] >> np.arange(rules.boxes) & 1 == 1
    filled = (rules.box == rules.follows).argmax()
    ways = np.where(offered, rules.yahtzee_booking[:, :, None], filled)
    return np.ascontiguousarray(ways.reshape(3, -1, rules.boxes).swapaxes(1, 2))
