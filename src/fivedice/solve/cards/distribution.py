"""The exact distribution of one card's final total under best play for the mean.

`spread` follows the card forward to the full cards. `lattice` and `ends` determine which of two equal
choices is taken.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import Worth, fixed
from fivedice.solve.cards.columns import columns, layout, place_of, places, shape_of
from fivedice.solve.cards.pays import Ints, pays
from fivedice.solve.cards.table import SOURCES, CardTable, Progress, file_of, levels
from fivedice.solve.kernel import tables
from fivedice.solve.kernel.settings import processors

MADE_BY = (*SOURCES, "solve/cards/distribution.py", "solve/cards/ends.py", "solve/cards/spread.py")

ROUNDING = 1e-12
"""The rounding error of a sum of chances."""


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """The distribution of the final total from one card, and its parts; equality ignores `seconds`."""

    chances: Worth
    """(most + 1,), read-only: the chance of each final total from 0 on."""
    boxes: dict[str, float]
    """The mean of every box at the end, without bonuses."""
    bonuses: dict[str, float]
    """The chance of each bonus, by the title of its section."""
    yahtzees: tuple[float, float, float] | None
    """The chance that the card ends with no Yahtzee (a zero in its box), one, two or more. A Yahtzee counts
    if it is paid as such, in its box or with a bonus. None for a card without such a box.
    """
    further: float
    """The mean number of bonuses of further Yahtzees."""
    seconds: float
    """The seconds spent on computing or reading it."""

    def __eq__(self, other: object) -> bool:
        """Whether the other distribution is exactly the same, to the last digit."""
        if not isinstance(other, Distribution):
            return NotImplemented
        own, others = ((each.boxes, each.bonuses, each.yahtzees, each.further) for each in (self, other))
        return own == others and np.array_equal(self.chances, other.chances)

    def __hash__(self) -> int:
        """Equal distributions have equal hashes."""
        return hash((len(self.chances), self.yahtzees, self.further))

    def __repr__(self) -> str:
        """Its mean and deviation, in one line."""
        return f"<Distribution: mean {self.mean:.2f}, deviation {self.deviation:.2f}>"

    @property
    def mean(self) -> float:
        """The mean final total."""
        return float(np.arange(len(self.chances)) @ self.chances)

    @property
    def deviation(self) -> float:
        """The standard deviation of the final total."""
        return float(np.sqrt((np.arange(len(self.chances)) - self.mean) ** 2 @ self.chances))

    def percentile(self, percent: float) -> int:
        """The lowest total that at least this percentage of all games do not exceed.

        Raises `ValueError` unless the percentage is above 0 and at most 100.
        """
        if not 0 < percent <= 100:
            raise ValueError(f"A percentile must be above 0 and at most 100, not {percent}.")
        above = np.append(np.cumsum(self.chances[:0:-1])[::-1], 0.0)
        left = (1 - percent / 100) * (1 + ROUNDING)
        return int((above <= left).argmax())

    def at_least(self, total: float) -> float:
        """The chance of ending with this total or more."""
        cut = ceil(min(max(total, 0), len(self.chances)))
        below, above = float(self.chances[:cut].sum()), float(self.chances[cut:].sum())
        return above if above < below else 1 - below


def distribution(
    table: CardTable, card: Card | None = None, progress: Progress | None = None
) -> Distribution:
    """Computes the distribution from a card (default: empty); ValueError for an impossible card."""
    begin = time.perf_counter()
    card = card or filling.empty(table.form)
    numbers = _follow(table, card, progress)
    return _of_row(table.form, card, numbers, time.perf_counter() - begin)


def load_or_work_out(table: CardTable, folder: Path, progress: Progress | None = None) -> Distribution:
    """The distribution from an empty card, stored in a folder like the table of `table.load_or_solve`."""
    begin = time.perf_counter()
    card = filling.empty(table.form)
    path, made_from = file_of(table.form, "totals", folder), tables.fingerprint(MADE_BY, table.form.text)
    numbers = tables.read_or_make(path, made_from, lambda: _follow(table, card, progress))
    return _of_row(table.form, card, numbers, time.perf_counter() - begin)


def most_total(form: ScoreCard) -> int:
    """An upper bound on the points of any card."""
    return int(_most_to_come(form)[0])


def _follow(table: CardTable, card: Card, progress: Progress | None) -> Worth:
    """The figures of a card and the chance of each number of points to come, in one row."""
    from fivedice.solve.cards import spread  # noqa: PLC0415 - reading needs no compiler

    form, here = table.form, place_of(table.form, card)
    vacant, figures, chances = card.boxes.count(None), spread.new_figures(form), np.ones(1)
    figures.reached[here] = 1
    with ThreadPoolExecutor(processors()) as pool:
        play = spread.CardSpread(table, pool, forward=True)
        play.spans.low[here] = play.spans.high[here] = 0
        for open_boxes in range(vacant, 0, -1):
            turns = play.turns(levels(form)[open_boxes], play.spans.high >= 0)
            chances = play.move(turns, places(form, levels(form)[open_boxes - 1]), chances)
            play.count(turns, figures)
            if progress:
                progress(vacant - open_boxes + 1, vacant)
    totals = np.zeros(_most_to_come(form)[shape_of(form, card)] + 1)
    full = places(form, levels(form)[0])
    for place in full[play.spans.high[full] >= 0]:
        low, high, begin = (each[place] for each in play.spans)
        totals[low : high + 1] += chances[begin : begin + high + 1 - low]
    further = figures.after_further[full].sum()
    return np.concatenate([[further], figures.further, figures.boxes, figures.sections, totals])


def _most_to_come(form: ScoreCard) -> Ints:
    """(shapes,): an upper bound of the points to come."""
    rules, columns_, known = pays(form), columns(form), layout(form)
    shapes = np.arange(known.shapes)
    ordinary = rules.points[: rules.plain], rules.box[: rules.plain]
    plain = np.array([ordinary[0][ordinary[1] == box].max() for box in range(rules.boxes)])
    most = np.broadcast_to(plain, (len(shapes), rules.boxes)).copy()
    if known.further >= 0:
        may_hold = (shapes & known.proved != 0) | (shapes >> known.further & 1 == 0) | (not known.proved)
        yahtzees = rules.points[rules.yahtzee_booking].max(axis=(1, 2))
        most[may_hold] = np.maximum(plain, yahtzees[2])
        most[~may_hold] = np.maximum(plain, yahtzees[1])
        most[:, known.further] = plain[known.further]
    vacant = (shapes[:, None] >> np.arange(rules.boxes) & 1) == 0
    bonuses = [
        np.where((shapes >> shift & part) == part, 0, bonus)
        for shift, part, bonus in zip(
            columns_.shift, columns_.part, columns_.bonus.astype(np.int64), strict=True
        )
    ]
    return np.asarray((most * vacant).sum(axis=1) + sum(bonuses, 0 * shapes))


def _of_row(form: ScoreCard, card: Card, numbers: Worth, seconds: float) -> Distribution:
    """The distribution of the final total from a card's row."""
    known = layout(form)
    further, count = map(float, numbers[:2])
    boxes, rest = numbers[2 : 2 + len(known.order)], numbers[2 + len(known.order) :]
    bonuses, chances = rest[: len(known.sections)], rest[len(known.sections) :]
    means = boxes + np.array([card.boxes[place] or 0 for place in known.order])
    in_order = sorted(zip(known.order, known.names, means.tolist(), strict=True))
    return Distribution(
        fixed(np.concatenate([np.zeros(filling.total(form, card)), chances])),
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
    """The chances of no, one, and two or more Yahtzees, from the mean of their box."""
    five = layout(form).five
    points = layout(form).boxes[five].pays if five >= 0 else 0
    if not isinstance(points, int) or not points:
        return None
    at_least_one = float(means[five]) / points
    return 1 - at_least_one, at_least_one - more, more
