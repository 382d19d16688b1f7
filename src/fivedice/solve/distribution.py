"""The exact distribution of the final total under best play: no dice are thrown for it.

Best play is for the mean, as the card table has it; `ways` and `ends` say what is done where two choices are
worth the same. Forwards from the card it finds which cards can be reached and how their turns end; then,
from the last box backwards, each of them gets the chance of every number of points still to come, of which
only two levels, by number of open boxes, are in memory at a time. Knows one card, no opponent.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fivedice.games import scorecard
from fivedice.games.scorecard import BOXES, YAHTZEE, Card
from fivedice.solve import store
from fivedice.solve.cards import SOURCES, CardTable, Progress, levels, made_by, place_of
from fivedice.solve.columns import MASKS, WIDTH, columns
from fivedice.solve.pays import FIFTY, SHAPES, Ints, pays
from fivedice.worth import Worth

if TYPE_CHECKING:
    from fivedice.solve.ends import Ends
    from fivedice.solve.tally import Tally

MADE_BY = (*SOURCES, "solve/distribution.py", "solve/ends.py", "solve/tally.py", "solve/ways.py")


Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """How the final total comes out from one card, and what goes into it."""

    chances: Worth
    """(most + 1,): the chance of each final total from 0 on."""
    boxes: Worth
    """(13,): the mean of every box at the end, without bonuses."""
    bonus: float
    """The chance of the Upper bonus."""
    yahtzees: tuple[float, float, float]
    """The chance that the card ends with no Yahtzee (a zero in its box), with one, with two or more; a
    Yahtzee counts where it is paid as one, with 50 or with a bonus."""
    yahtzee_bonuses: float
    """The mean number of Yahtzee bonuses."""
    seconds: float
    """How long it took to work out, or to read."""

    @property
    def mean(self) -> float:
        """The mean final total."""
        return float(np.arange(len(self.chances)) @ self.chances)

    @property
    def deviation(self) -> float:
        """The standard deviation of the final total."""
        return float(np.sqrt((np.arange(len(self.chances)) - self.mean) ** 2 @ self.chances))

    def percentile(self, percent: float) -> int:
        """The lowest total that at least so many percent of all games do not exceed."""
        if not 0 < percent <= 100:
            raise ValueError(f"A percentile lies above 0 and up to 100: {percent} does not.")
        reached = np.cumsum(self.chances) >= percent / 100 - 1e-12
        return int(reached.argmax())

    def at_least(self, total: int) -> float:
        """The chance of ending with this total or more."""
        return float(self.chances[max(total, 0) :].sum())


def distribution(
    table: CardTable, card: Card | None = None, jobs: int | None = None, progress: Progress | None = None
) -> Distribution:
    """Work out the distribution from a card (an empty one, if not told); a ValueError if it cannot be."""
    begin = time.perf_counter()
    card = card or Card()
    numbers = _follow(table, card, jobs, progress)
    return _told_of(card, numbers, time.perf_counter() - begin)


def load_or_work_out(
    table: CardTable, folder: Path, jobs: int | None = None, progress: Progress | None = None
) -> Distribution:
    """The distribution from an empty card, kept in a folder as `cards.load_or_solve` keeps the table."""
    begin = time.perf_counter()
    path = folder / f"distribution-{table.joker}.table"
    made_from = store.fingerprint(MADE_BY, made_by(table.joker))
    numbers = store.read(path, made_from)
    if numbers is None:
        numbers = _follow(table, Card(), jobs, progress)
        store.write(path, made_from, numbers)
    return _told_of(Card(), numbers, time.perf_counter() - begin)


def _follow(table: CardTable, card: Card, jobs: int | None, progress: Progress | None) -> Worth:
    """What is told of a card, then the chance of each number of points to come, in one row."""
    from fivedice.solve.compile import processors  # noqa: PLC0415 - who only reads need not load the compiler

    jobs = jobs or processors()
    reached = np.zeros((SHAPES, WIDTH), np.bool_)
    reached[place_of(card)] = True
    with ThreadPoolExecutor(jobs) as pool:
        turns = []
        for level in levels()[card.boxes.count(None) : 0 : -1]:
            parts = [np.ascontiguousarray(level[job::jobs]) for job in range(jobs)]
            turns.append(_ends(table, parts, reached, pool))
            if progress:
                progress(len(turns), 2 * card.boxes.count(None))
        return _tallied(table, turns, reached, pool, progress)


def _ends(table: CardTable, parts: list[Ints], reached: Flags, pool: ThreadPoolExecutor) -> "list[Ends]":
    """How the turns end of all the cards of a level that are reached, in parts for one thread each."""
    from fivedice.solve import ends, sweep  # noqa: PLC0415 - as above

    rules, told, lattice, worths = pays(table.joker), columns(), sweep.lattice(), sweep.rows(table.worths)
    return list(pool.map(lambda part: ends.find_ends(part, worths, reached, rules, told, lattice), parts))


def _tallied(
    table: CardTable,
    turns: "list[list[Ends]]",
    reached: Flags,
    pool: ThreadPoolExecutor,
    progress: Progress | None,
) -> Worth:
    """What comes of the first card, from how the turns of all the cards after it end; uses up `turns`."""
    from fivedice.solve import tally  # noqa: PLC0415 - as above

    most, numbers = _most_to_come(table), np.zeros((SHAPES, WIDTH), np.int64)
    boxes = len(turns)
    full, places = np.nonzero(reached[levels()[0]])
    now = tally.tally(levels()[0][full], places, most, numbers)
    now.chances[:] = 1
    while turns:
        parts = turns.pop()
        cards = (
            np.concatenate([ends.shape for ends in parts]),
            np.concatenate([ends.column for ends in parts]),
        )
        after, now = now, tally.tally(*cards, most, numbers)
        _add_up(parts, now, after, table, pool)
        if progress:
            progress(2 * boxes - len(turns), 2 * boxes)
    return np.concatenate([now.told[0], now.chances])


def _add_up(
    parts: "list[Ends]", now: "Tally", after: "Tally", table: CardTable, pool: ThreadPoolExecutor
) -> None:
    from fivedice.solve import tally  # noqa: PLC0415 - as above

    rules, told = pays(table.joker), columns()
    list(pool.map(lambda ends: tally.add_up(ends, now, after, rules, told), parts))


def _most_to_come(table: CardTable) -> Ints:
    """(SHAPES,): no card of the shape can make more points than this."""
    rules = pays(table.joker)
    shapes = np.arange(SHAPES)
    yahtzees = rules.booking[rules.yahtzees]
    joker = (rules.points[yahtzees][:, None] + rules.extra[2]).max(axis=(0, 1))
    plain = np.array([rules.points[rules.box == box].max() for box in range(len(BOXES))])
    may_hold = (shapes & FIFTY != 0) | (shapes >> YAHTZEE & 1 == 0)
    most = np.where(may_hold[:, None], np.maximum(joker, plain), plain)
    most[:, YAHTZEE] = plain[YAHTZEE]
    vacant = (shapes[:, None] >> np.arange(len(BOXES)) & 1) == 0
    bonus = np.where(shapes % MASKS == MASKS - 1, 0, columns().bonus.max())
    return np.asarray((most * vacant).sum(axis=1) + bonus)


def _told_of(card: Card, numbers: Worth, seconds: float) -> Distribution:
    """The distribution of the final total, from what a card's row says of the points to come."""
    boxes, rest = numbers[: len(BOXES)], numbers[len(BOXES) :]
    bonus, fifty, further, count = map(float, rest[:4])
    held = 1.0 if card.boxes[YAHTZEE] else fifty
    more = 1.0 if card.bonuses else further
    return Distribution(
        np.concatenate([np.zeros(scorecard.total(card)), rest[4:]]),
        boxes + np.array([points or 0 for points in card.boxes]),
        1.0 if scorecard.upper_bonus(card) else bonus,
        (1 - held, held - more, more),
        count + card.bonuses,
        seconds,
    )
