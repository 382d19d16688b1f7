"""How the points still to come may turn out, for every score card, under best play for the mean.

Solved for all cards at once and cached on disk, in float32. With many boxes open the chances stand
at every fourth number of points only: what lies between is shared by its neighbours, which keeps the mean.
Knows one card at a time: no seat, no opponent. The distribution to the last digit is `distribution`'s.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.solve.cards.columns import columns, place_of
from fivedice.solve.cards.pays import Ints, pays
from fivedice.solve.cards.table import SOURCES, CardTable, Progress, file_of, levels
from fivedice.solve.kernel import tables
from fivedice.solve.kernel.width import LANES
from fivedice.worth import Worth

if TYPE_CHECKING:
    from collections.abc import Callable

    from fivedice.solve.cards.spread_levels import Level

MADE_BY = (
    *SOURCES,
    *(f"solve/cards/{name}.py" for name in ("ends", "landing", "spread", "spread_levels")),
    "solve/kernel/ways.py",
)

Chances = NDArray[np.float32]

WIDE_FROM = 5
"""From so many open boxes on, chances stand at every `WIDE` points."""
WIDE = 4


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """The chances of the points to come of every card, card after card."""

    form: ScoreCard
    low: Ints
    """(cards,): the fewest points that are still to come."""
    begin: Ints
    """(cards + 1,): where the chances of each card begin, and where the last one's stop."""
    chances: Chances
    """The chance of each number of points from the fewest on, at every `step_of` points."""
    seconds: float
    """How long it took to work out, or to read."""

    @property
    def memory(self) -> int:
        """The size in bytes."""
        return int(self.low.nbytes + self.begin.nbytes + self.chances.nbytes)

    def to_come(self, card: Card) -> tuple[int, Worth]:
        """The fewest points still to come, and the chance of each number of points from there on.

        Where chances stand at every fourth point only, each is spread again over the points around it. A
        card that cannot be is a ValueError.
        """
        number = number_of(self.form, card)
        step = step_of(card.boxes.count(None))
        near = self.chances[self.begin[number] : self.begin[number + 1]].astype(np.float64)
        near /= near.sum()  # in float32 they add up to one but nearly
        apart = np.zeros((len(near), step))
        apart[:, 0] = near
        return int(self.low[number]) - step + 1, np.convolve(apart.ravel(), tent(step))


def step_of(vacant: int) -> int:
    """The distance of the points at which chances stand, by the number of open boxes."""
    return WIDE if vacant >= WIDE_FROM else 1


def step_of_number(form: ScoreCard, number: int) -> int:
    """The same, by the number of a card."""
    return step_of(int(numbers(form)[1].searchsorted(number, "right")) - 1)


@cache
def tent(step: int) -> Worth:
    """(2 step - 1,): how a chance at one point is spread over the points around it."""
    rising = np.arange(1, step + 1) / step**2
    return np.concatenate([rising, rising[-2::-1]])


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


def work_out(table: CardTable, jobs: int | None = None, progress: Progress | None = None) -> Spread:
    """Work out the spread of all cards, on `jobs` processors (all that there are, if none are named)."""
    begin = time.perf_counter()
    from fivedice.solve.cards import spread_levels  # noqa: PLC0415 - who only reads need not load the compiler
    from fivedice.solve.kernel.compile import processors  # noqa: PLC0415

    jobs = jobs or processors()
    number, first = numbers(table.form)
    now = spread_levels.full_cards(number, int(first[1]))
    spreads = [_thinned(now, 1)]
    with ThreadPoolExecutor(jobs) as pool:
        for vacant, level in enumerate(levels(table.form)[1:], 1):
            now = _next(table, level, now, int(first[vacant]), jobs, pool)
            spreads.append(_thinned(now, step_of(vacant)))
            if progress:
                progress(int(first[vacant + 1]), int(first[-1]))
    low, size, chances = (np.concatenate(parts) for parts in zip(*spreads, strict=True))
    return Spread(table.form, low, _begins(size), chances, time.perf_counter() - begin)


def load_or_work_out(
    table: CardTable, folder: Path, jobs: int | None = None, progress: Progress | None = None
) -> Spread:
    """The spread of all cards, kept in a folder as `cards.load_or_solve` keeps the table."""
    begin = time.perf_counter()
    path, made_from = _kept_as(table.form, folder)
    row = tables.read(path, made_from)
    if row is None:
        row = _packed(work_out(table, jobs, progress))
        tables.write(path, made_from, row)
    return _unpacked(table.form, row, begin)


def is_kept(form: ScoreCard, folder: Path) -> bool:
    """Whether a folder has the spread, as far as the first line of its file tells."""
    return tables.is_made(*_kept_as(form, folder))


def _kept_as(form: ScoreCard, folder: Path) -> tuple[Path, str]:
    """The file of the spread, and the fingerprint of all that it depends on."""
    return file_of(form, "spread", folder), tables.fingerprint(MADE_BY, form.text)


def _next(
    table: CardTable, shapes: Ints, then: "Level", first: int, jobs: int, pool: ThreadPoolExecutor
) -> "Level":
    """The level of cards with one box more open than those of the level before."""
    from fivedice.solve.cards import ends, landing, spread_levels, sweep  # noqa: PLC0415 - as above
    from fivedice.solve.kernel.lattice import lattice  # noqa: PLC0415 - as above

    rules, columns_, keeps = pays(table.form), columns(table.form), lattice()
    worths = sweep.rows(table.worths)
    everywhere = then.number >= 0
    parts = [np.ascontiguousarray(shapes[job::jobs]) for job in range(jobs)]
    turns = list(pool.map(lambda p: ends.find_ends(p, worths, everywhere, rules, columns_, keeps), parts))
    cards = int(columns_.number[shapes & columns_.counted].sum())
    low, size = np.full(cards, spread_levels.NEVER), np.full(cards, -spread_levels.NEVER)
    now = spread_levels.Level(then.number, first, low, size, low, np.zeros(0, np.float32))

    def fill(do: "Callable[..., None]") -> None:
        list(pool.map(lambda part: do(part, now, then, landing.landing(), rules, columns_), turns))

    fill(spread_levels.measure)
    begins = _begins(size)
    now = now._replace(begin=begins[:-1], chances=np.zeros(begins[-1], np.float32))
    fill(spread_levels.mix)
    return now


def _thinned(level: "Level", step: int) -> tuple[Ints, Ints, Chances]:
    """The fewest points of each card of a level, the number of its chances at each `step`, and those."""
    from fivedice.solve.cards import spread_levels  # noqa: PLC0415 - as above

    size = (level.size + 2 * step - 2) // step
    begins = _begins(size)
    chances = np.zeros(begins[-1], np.float32)
    spread_levels.thin_out(level, step, begins[:-1], chances)
    return level.low, size, chances


def _begins(sizes: Ints) -> Ints:
    return np.concatenate([[0], np.cumsum(sizes)])


def _packed(spread: Spread) -> Worth:
    """All of it in one row of float64, two chances in each."""
    cards, chances = len(spread.low), len(spread.chances)
    row = np.zeros(2 * cards + 1 + (chances + 1) // 2)
    row[:cards], row[cards : 2 * cards + 1] = spread.low, spread.begin
    row[2 * cards + 1 :].view(np.float32)[:chances] = spread.chances
    return row


def _unpacked(form: ScoreCard, row: Worth, begin: float) -> Spread:
    cards = int(numbers(form)[1][-1])
    low, begins = row[:cards].astype(np.int64), row[cards : 2 * cards + 1].astype(np.int64)
    chances = row[2 * cards + 1 :].view(np.float32)[: begins[-1]]
    return Spread(form, low, begins, chances, time.perf_counter() - begin)
