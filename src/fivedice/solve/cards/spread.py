"""The compiled passes that follow best play from card to card, with a chance for every number of points.

Forward, each card adds its chances of the points so far to the cards after its turn, shifted by what a
booking pays. Backward, its chances of the points to come are a mixture of theirs. The cards that receive
chances are divided among threads by shape, so that no two write to the same place.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import Worth
from fivedice.solve.cards.columns import begins, columns
from fivedice.solve.cards.ends import Flags, TurnEnds, find_ends
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.sweep import Landing, Rules, land, new_landing, rows, rules
from fivedice.solve.cards.table import CardTable
from fivedice.solve.kernel.compile import compiled, inner, int64
from fivedice.solve.kernel.settings import LANES, processors

Chances = NDArray[Any]
"""Float64 forward, float32 backward."""

NEVER = 1 << 20
"""More points than any card has: the bounds of an unreached card are this and its negative."""
NOTHING = 1e-6
"""The chance below which a tail is added to the point before it."""
MIXED = 61
"""Shapes belong to threads by the rest of this division, so that all have about the same work."""
TOGETHER = 64
"""The number of shapes whose ends a thread finds at a time."""


class Spans(NamedTuple):
    """(places,) each: the points of every card, and where their chances are."""

    low: Ints
    high: Ints
    """Negative if the card is not reached."""
    begin: Ints
    """The index of the chance of the fewest points, among the chances of the card's level."""


class ThreadShare(NamedTuple):
    """One thread's share of the cards that receive chances."""

    own: int
    """The number of this thread."""
    threads: int
    forward: bool
    landing: Landing


class MeanPayments(NamedTuple):
    """The mean payments of the followed turns, and the chances of the cards on the way."""

    boxes: Worth
    """(boxes,): the mean points of each box."""
    sections: Worth
    """(sections,): the chance of each bonus."""
    further: Worth
    """(1,): the mean number of bonuses of further Yahtzees."""
    reached: Worth
    """(places,): the chance to reach each card."""
    after_further: Worth
    """(places,): the chance to reach it after a bonus for a further Yahtzee."""


def new_figures(form: ScoreCard) -> MeanPayments:
    """The figures before anything is paid."""
    columns_, cards = columns(form), columns(form).rows * LANES
    return MeanPayments(*map(np.zeros, (len(columns_.section), len(columns_.shift), 1, cards, cards)))


class CardSpread:
    """Follows best play with a card, level by level of open boxes."""

    def __init__(self, table: CardTable, pool: ThreadPoolExecutor, *, forward: bool) -> None:
        blank = np.zeros(columns(table.form).rows * LANES, np.int64)
        self.spans = Spans(blank + NEVER, blank - NEVER, blank)
        self._rules, self._worths = rules(table.form), rows(table.worths)
        self._pool, self._jobs, self._forward = pool, processors(), forward

    def turns(self, shapes: Ints, reached: Flags, kind: type = np.float64) -> list[TurnEnds]:
        """The ends of the turns of all reached cards of these shapes, in parts; `kind` is that of chances."""
        parts = [shapes[begin : begin + TOGETHER] for begin in range(0, len(shapes), TOGETHER)]
        return list(
            self._pool.map(lambda part: find_ends(part, self._worths, reached, self._rules, kind), parts)
        )

    def move(self, turns: list[TurnEnds], there: Ints, chances: Chances) -> Chances:
        """The chances of the cards at these places, from those of the level before; fills their spans."""
        shares = [
            ThreadShare(own, self._jobs, self._forward, new_landing(self._rules)) for own in range(self._jobs)
        ]

        def measure_share(share: ThreadShare) -> None:
            for each in turns:
                measure(each, self.spans, share, self._rules)

        def move_share(share: ThreadShare) -> None:
            for each in turns:
                move(each, self.spans, chances, then, share, self._rules)

        list(self._pool.map(measure_share, shares))
        size = np.maximum(self.spans.high[there] - self.spans.low[there] + 1, 0)
        self.spans.begin[there] = begins(size)
        then = np.zeros(int(size.sum()), chances.dtype)
        list(self._pool.map(move_share, shares))
        return then

    def count(self, turns: list[TurnEnds], figures: MeanPayments) -> None:
        """Adds the payments of turns to the figures, and the chances of the cards after them."""
        share = ThreadShare(0, 1, True, new_landing(self._rules))
        for each in turns:
            boxes, sections = map(np.zeros_like, figures[:2])  # summed for each part, for small errors
            count(each, figures._replace(boxes=boxes, sections=sections), share, self._rules)
            np.add(figures.boxes, boxes, out=figures.boxes)
            np.add(figures.sections, sections, out=figures.sections)


@compiled
def measure(ends: TurnEnds, spans: Spans, share: ThreadShare, rules: Rules) -> None:
    """Finds the fewest and the most points of the cards that receive chances."""
    for number in range(ends.shape.size):
        for end in range(ends.first[number], ends.first[number + 1]):
            if is_own(ends, number, end, share, rules):
                for lane in range(LANES):
                    if ends.chance[end, lane] > 0:
                        source, target, paid = landed(ends, number, end, lane, share, rules)
                        spans.low[target] = min(spans.low[target], spans.low[source] + paid)
                        spans.high[target] = max(spans.high[target], spans.high[source] + paid)


@compiled
def move(ends: TurnEnds, spans: Spans, now: Chances, then: Chances, share: ThreadShare, rules: Rules) -> None:
    """Adds to each card its part of the chances `now` of the level before, shifted by the points paid."""
    for number in range(ends.shape.size):
        for end in range(ends.first[number], ends.first[number + 1]):
            if is_own(ends, number, end, share, rules):
                for lane in range(LANES):
                    if ends.chance[end, lane] > 0:
                        source, target, paid = landed(ends, number, end, lane, share, rules)
                        begin = spans.begin[target] + spans.low[source] + paid - spans.low[target]
                        size = spans.high[source] - spans.low[source] + 1
                        add_part(then, begin, now, spans.begin[source], size, ends.chance[end, lane])


@inner
def is_own(ends: TurnEnds, number: int, end: int, share: ThreadShare, rules: Rules) -> bool:
    """Whether the cards that receive the chances of an end belong to this thread."""
    bits = rules.pays.bits[ends.booking[end]] if share.forward else int64(0)
    own = bool((int64(ends.shape[number]) | bits) % MIXED % share.threads == share.own)
    if own:
        land(share.landing, int64(ends.shape[number]), rules)
    return own


@inner
def landed(
    ends: TurnEnds, number: int, end: int, lane: int, share: ThreadShare, rules: Rules
) -> tuple[int, int, int]:
    """The places of the cards that give and receive the chances of an end, and the points that it pays."""
    shape, booking = int64(ends.shape[number]), ends.booking[end]
    first, column = rules.columns.first, ends.block[number] * LANES + lane
    here = first[shape] * LANES + column
    there = first[shape | rules.pays.bits[booking]] * LANES + share.landing.column[booking, column]
    paid = int64(share.landing.paid[booking, column])
    return (here, there, paid) if share.forward else (there, here, paid)


@inner
def add_part(sums: Chances, begin: int, numbers: Chances, source: int, size: int, part: float) -> None:
    """Adds these numbers, multiplied by `part`, to the sums."""
    for along in range(size):
        sums[begin + along] += part * numbers[source + along]


@compiled
def count(ends: TurnEnds, figures: MeanPayments, share: ThreadShare, rules: Rules) -> None:
    """Adds the payments of turns to the figures, and the chances of the cards after them."""
    for number in range(ends.shape.size):
        land(share.landing, int64(ends.shape[number]), rules)
        for end in range(ends.first[number], ends.first[number + 1]):
            booking = ends.booking[end]
            box, further = rules.pays.box[booking], rules.pays.further[booking]
            for lane in range(LANES):
                part = ends.chance[end, lane]
                if part > 0:
                    here, there, paid = landed(ends, number, end, lane, share, rules)
                    chance = part * figures.reached[here]
                    figures.reached[there] += chance
                    figures.after_further[there] += chance if further else part * figures.after_further[here]
                    figures.boxes[box] += chance * (rules.pays.points[booking] - further)
                    figures.further[0] += chance * (further > 0)
                    if paid > rules.pays.points[booking]:
                        figures.sections[rules.columns.section[box]] += chance


@compiled
def trim(places: Ints, spans: Spans, chances: Chances) -> None:
    """Adds the tails of these cards' chances to the points before them."""
    for place in places:
        begin, last = spans.begin[place], spans.begin[place] + spans.high[place] - spans.low[place]
        first = begin
        while first < last and chances[first] < NOTHING:
            chances[first + 1] += chances[first]
            first += 1
        while first < last and chances[last] < NOTHING:
            chances[last - 1] += chances[last]
            last -= 1
        spans.low[place] += first - begin
        spans.high[place], spans.begin[place] = spans.low[place] + last - first, first


@compiled
def mean_of_slices(places: Ints, spans: Spans, chances: Chances, means: Worth) -> None:
    """(cards, slices): writes the means of equally likely slices of each card's distribution."""
    slices = means.shape[1]
    for card in range(places.size):
        span = spans.high[places[card]] - spans.low[places[card]]
        begin, last = spans.begin[places[card]], spans.begin[places[card]] + span
        whole = 0.0
        for place in range(begin, last + 1):
            whole += chances[place]
        share, place = slices / whole, begin
        here = chances[place] * share
        for number in range(slices):
            room, points = 1.0, 0.0
            while here < room and place < last:
                points += here * (place - begin)
                room -= here
                place += 1
                here = chances[place] * share
            means[card, number] = spans.low[places[card]] + points + room * (place - begin)
            here -= room
