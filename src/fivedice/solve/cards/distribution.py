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

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.solve.cards.columns import columns, place_of
from fivedice.solve.cards.layout import layout
from fivedice.solve.cards.pays import Ints, pays
from fivedice.solve.cards.table import SOURCES, CardTable, Progress, file_of, levels
from fivedice.solve.kernel import tables
from fivedice.solve.kernel.width import LANES
from fivedice.worth import Worth

if TYPE_CHECKING:
    from fivedice.solve.cards.ends import Ends
    from fivedice.solve.cards.tally import Tally

MADE_BY = (
    *SOURCES,
    *(f"solve/cards/{name}.py" for name in ("distribution", "ends", "tally")),
    "solve/kernel/ways.py",
)

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """How the final total comes out from one card, and what goes into it."""

    chances: Worth
    """(most + 1,): the chance of each final total from 0 on."""
    boxes: dict[str, float]
    """The mean of every box at the end, without bonuses."""
    bonuses: dict[str, float]
    """The chance of each bonus, by the title of its section."""
    yahtzees: tuple[float, float, float] | None
    """The chance that the card ends with no Yahtzee (a zero in its box), with one, with two or more; a
    Yahtzee counts where it is paid as one, in its box or with a bonus. None for a card without such a box."""
    further: float
    """The mean number of bonuses of further Yahtzees."""
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
    card = card or filling.empty(table.form)
    numbers = _follow(table, card, jobs, progress)
    return _told_of(table.form, card, numbers, time.perf_counter() - begin)


def load_or_work_out(
    table: CardTable, folder: Path, jobs: int | None = None, progress: Progress | None = None
) -> Distribution:
    """The distribution from an empty card, kept in a folder as `table.load_or_solve` keeps the table."""
    begin = time.perf_counter()
    card = filling.empty(table.form)
    path, made_from = file_of(table.form, "totals", folder), tables.fingerprint(MADE_BY, table.form.text)
    numbers = tables.read(path, made_from)
    if numbers is None:
        numbers = _follow(table, card, jobs, progress)
        tables.write(path, made_from, numbers)
    return _told_of(table.form, card, numbers, time.perf_counter() - begin)


def most_total(form: ScoreCard) -> int:
    """No card makes more points than this."""
    return int(_most_to_come(form)[0])


def _follow(table: CardTable, card: Card, jobs: int | None, progress: Progress | None) -> Worth:
    """What is told of a card, then the chance of each number of points to come, in one row."""
    from fivedice.solve.kernel.compile import processors  # noqa: PLC0415 - who only reads need not load it

    jobs = jobs or processors()
    reached = np.zeros(columns(table.form).rows * LANES, np.bool_)
    reached[place_of(table.form, card)] = True
    with ThreadPoolExecutor(jobs) as pool:
        turns = []
        for level in levels(table.form)[card.boxes.count(None) : 0 : -1]:
            parts = [np.ascontiguousarray(level[job::jobs]) for job in range(jobs)]
            turns.append(_ends(table, parts, reached, pool))
            if progress:
                progress(len(turns), 2 * card.boxes.count(None))
        return _tallied(table, turns, reached, pool, progress)


def _ends(table: CardTable, parts: list[Ints], reached: Flags, pool: ThreadPoolExecutor) -> "list[Ends]":
    """How the turns end of all the cards of a level that are reached, in parts for one thread each."""
    from fivedice.solve.cards import ends, sweep  # noqa: PLC0415 - as above
    from fivedice.solve.kernel.lattice import lattice  # noqa: PLC0415 - as above

    rules, columns_, keeps = pays(table.form), columns(table.form), lattice()
    worths = sweep.rows(table.worths)
    return list(pool.map(lambda part: ends.find_ends(part, worths, reached, rules, columns_, keeps), parts))


def _tallied(
    table: CardTable,
    turns: "list[list[Ends]]",
    reached: Flags,
    pool: ThreadPoolExecutor,
    progress: Progress | None,
) -> Worth:
    """What comes of the first card, from how the turns of all the cards after it end; uses up `turns`."""
    from fivedice.solve.cards import tally  # noqa: PLC0415 - as above

    rules, columns_ = pays(table.form), columns(table.form)
    most, numbers = _most_to_come(table.form), np.zeros(columns_.rows * LANES, np.int64)
    boxes = len(turns)
    now = tally.tally(*_full_cards(table.form, reached), most, numbers, rules, columns_)
    now.chances[:] = 1
    while turns:
        parts = turns.pop()
        shapes = np.concatenate([ends.shape for ends in parts])
        places = columns_.first[shapes] * LANES + np.concatenate([ends.column for ends in parts])
        after, now = now, tally.tally(shapes, places, most, numbers, rules, columns_)
        _add_up(parts, now, after, table, pool)
        if progress:
            progress(2 * boxes - len(turns), 2 * boxes)
    return np.concatenate([now.figures[0], now.chances])


def _full_cards(form: ScoreCard, reached: Flags) -> tuple[Ints, Ints]:
    """The shape and the place of every full card that is reached."""
    columns_, shapes = columns(form), levels(form)[0]
    width = columns_.number[-1]
    places = (columns_.first[shapes] * LANES)[:, None] + np.arange(width)
    found = reached[places]
    return np.repeat(shapes, width).reshape(places.shape)[found], places[found]


def _add_up(
    parts: "list[Ends]", now: "Tally", after: "Tally", table: CardTable, pool: ThreadPoolExecutor
) -> None:
    from fivedice.solve.cards import tally  # noqa: PLC0415 - as above

    rules, columns_ = pays(table.form), columns(table.form)
    list(pool.map(lambda ends: tally.add_up(ends, now, after, rules, columns_), parts))


def _most_to_come(form: ScoreCard) -> Ints:
    """(shapes,): no card of the shape can make more points than this."""
    rules, columns_, known = pays(form), columns(form), layout(form)
    shapes = np.arange(known.shapes)
    plain = np.array([rules.points[rules.box == box].max() for box in range(rules.boxes)])
    most = np.broadcast_to(plain, (len(shapes), rules.boxes)).copy()
    if known.further >= 0:
        may_hold = (shapes & known.proved != 0) | (shapes >> known.further & 1 == 0) | (not known.proved)
        yahtzees = rules.points[rules.yahtzee_booking].max(axis=(1, 2)) + rules.further[:, None]
        most[may_hold] = np.maximum(plain, yahtzees[2])
        most[~may_hold] = np.maximum(plain, yahtzees[1])
        most[:, known.further] = plain[known.further]
    vacant = (shapes[:, None] >> np.arange(rules.boxes) & 1) == 0
    bonuses = [
        np.where((shapes >> shift & part) == part, 0, bonus)
        for shift, part, bonus in zip(columns_.shift, columns_.part, columns_.bonus, strict=True)
    ]
    return np.asarray((most * vacant).sum(axis=1) + sum(bonuses, 0 * shapes))


def _told_of(form: ScoreCard, card: Card, numbers: Worth, seconds: float) -> Distribution:
    """The distribution of the final total, from what a card's row says of the points to come."""
    known = layout(form)
    further, count = map(float, numbers[:2])
    boxes, rest = numbers[2 : 2 + len(known.order)], numbers[2 + len(known.order) :]
    bonuses, chances = rest[: len(known.sections)], rest[len(known.sections) :]
    means = boxes + np.array([card.boxes[place] or 0 for place in known.order])
    in_order = sorted(zip(known.order, known.names, means.tolist(), strict=True))
    return Distribution(
        np.concatenate([np.zeros(filling.total(form, card)), chances]),
        {name: mean for _, name, mean in in_order},
        {
            form.sections[place].title: 1.0 if filling.section_bonus(form, card, place) else float(chance)
            for (place, _), chance in zip(known.sections, bonuses, strict=True)
        },
        _yahtzees(form, means, 1.0 if card.bonuses else further),
        count + card.bonuses,
        seconds,
    )


def _yahtzees(form: ScoreCard, means: Worth, more: float) -> tuple[float, float, float] | None:
    """The chances of none, one, two or more, from the mean of the box for them."""
    five = layout(form).five
    points = layout(form).boxes[five].pays if five >= 0 else 0
    if not isinstance(points, int) or not points:
        return None
    held = float(means[five]) / points
    return 1 - held, held - more, more
