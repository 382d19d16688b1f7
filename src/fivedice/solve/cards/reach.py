"""Knowledge of the best chance to reach a given total with a score card.

Only a card's place and the points that it still needs matter, bonuses included. The first question solves
everything that can follow its card. The levels nearest to that card are kept; a card outside them is solved
separately. Opponents and the other games of a match are ignored.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import Worth, turn_worth
from fivedice.solve.cards.booked import RatesCards
from fivedice.solve.cards.columns import begins, columns, place_of, places
from fivedice.solve.cards.needs import (
    Numbers,
    Points,
    Workspace,
    levels_ahead,
    points_of,
    prepare,
    solve_window,
    workspace,
)
from fivedice.solve.cards.pays import Ints, pays
from fivedice.solve.cards.sweep import Rules, rules
from fivedice.solve.cards.table import Progress
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.settings import LANES, processors

KEPT = 120_000_000
"""The bytes of chances to keep; the one level that is needed is always kept."""
PARTS = 64
"""The parts in which a level is solved; each reports progress."""


class Windows(NamedTuple):
    """(places,) each: the chances of each card, by points needed."""

    low: Numbers
    """The smallest need."""
    size: Numbers
    """The number of needs from `low` on."""
    begin: Ints
    """The first row of `LANES` needs in the level. One extra row precedes all rows and one follows them."""


class Chances(NamedTuple):
    """The best chances for all cards reachable from one card with a given need, as far as kept."""

    need: int
    """The points that the first card needed."""
    points: Points
    windows: Windows
    by_open: dict[int, Worth]
    """The chances in the cards' windows, by number of open boxes."""
    positions: int
    """The number of solved pairs of a card and a need."""

    def answer_for(self, place: int, open_boxes: int, need: int) -> bool:
        """Whether the chances cover all uses of a turn with this card."""
        made = self.need - need
        solved = self.points.fewest[place] <= made <= self.points.most[place]
        return bool(solved and open_boxes - 1 in self.by_open)

    def of(self, open_boxes: int, places: Ints, needs: Ints) -> Worth:
        """(n,): the chance of each card, by place, to make the points needed."""
        start = needs - self.windows.low[places]
        inside = (needs > 0) & (start < self.windows.size[places])
        begin = self.windows.begin[places] * LANES
        chances = self.by_open[open_boxes][np.where(inside, begin + start, 0)]
        return np.where(inside, chances, np.where(needs > 0, 0.0, 1.0))


class TargetChance(RatesCards):
    """The best chance that a card ends its game with at least the target."""

    exact = True

    def __init__(self, form: ScoreCard, target: int, progress: Progress | None = None) -> None:
        """Solves nothing yet."""
        self._form, self.target, self._progress = form, target, progress
        self._chances: Chances | None = None

    @property
    def form(self) -> ScoreCard:
        """The score card."""
        return self._form

    @property
    def aim(self) -> str:
        """The aim, with its total."""
        return f"reach {self.target}"

    @property
    def positions(self) -> int:
        """The number of pairs of a card and a need in the last solution."""
        return self._chances.positions if self._chances else 0

    @property
    def memory(self) -> int:
        """The size of the kept chances in bytes."""
        return sum(chances.nbytes for chances in self._chances.by_open.values()) if self._chances else 0

    def worth(self, position: Any, seat: int) -> float:
        """The chance of the seat before its turn; 1 or 0 at the end."""
        card: Card = position.cards[seat]
        if filling.is_full(card):
            return float(self._need(card) <= 0)
        return float(turn_worth(self.rolls(position, seat)).turn)

    def after_turn(self, position: Any, seat: int, places: Ints, totals: Ints) -> Worth:
        """(n,): the chance with each card; solves nothing if the result is certain."""
        card: Card = position.cards[seat]
        need = self._need(card)
        if not 0 < need < self._beyond:
            return np.full(len(places), float(need <= 0))
        return self._solved_for(card).of(card.boxes.count(None) - 1, places, self.target - totals)

    @cached_property
    def _beyond(self) -> int:
        """More points than any card can make."""
        rules = pays(self.form)
        boxes = [rules.points[rules.box == box].max() for box in range(rules.boxes)]
        return int(sum(boxes) + columns(self.form).bonus.sum()) + 1

    def _need(self, card: Card) -> int:
        """The points that a card still needs; one number for all needs out of reach."""
        return min(self.target - filling.total(self.form, card), self._beyond)

    def _solved_for(self, card: Card) -> Chances:
        """The chances that cover this card."""
        need = self._need(card)
        place, open_boxes = place_of(self.form, card), card.boxes.count(None)
        if self._chances is None or not self._chances.answer_for(place, open_boxes, need):
            self._chances = solve(self.form, card, need, self._progress)
        return self._chances


# --- Solving ---------------------------------------------------------------------------------------------


def solve(form: ScoreCard, card: Card, need: int, progress: Progress | None = None) -> Chances:
    """Solves all cards reachable from a card with an open box and this need.

    ValueError for an impossible card.
    """
    open_boxes, known, points = card.boxes.count(None), rules(form), points_of(form, card)
    ahead = levels_ahead(form, card)
    windows = _windows(form, ahead, points, need)
    rows = [_rows(windows, form, level) for level in ahead]
    kept = _kept(rows, open_boxes)
    by_open: dict[int, Worth] = {}
    then = np.zeros(2 * LANES)
    done, whole = 0, sum(rows[:open_boxes])
    with ThreadPoolExecutor(processors()) as pool:
        for number, level in enumerate(ahead[:-1]):
            now = np.zeros((rows[number] + 2) * LANES)

            def fill(shapes: Ints, now: Worth = now, then: Worth = then) -> int:
                solve_shapes(shapes, windows, now, then, workspace(known), known)
                return _rows(windows, form, shapes)

            for solved in pool.map(fill, (np.ascontiguousarray(level[part::PARTS]) for part in range(PARTS))):
                done += solved
                if progress and solved:
                    progress(done, whole)
            then = now
            if number in kept:
                by_open[number] = now
    return Chances(need, points, windows, by_open, int(windows.size.sum()))


@compiled
def solve_shapes(
    shapes: Ints, windows: Windows, now: Worth, then: Worth, work: Workspace, rules: Rules
) -> None:
    """Fills the windows of the cards of these shapes in `now`, from the next level, `then`.

    Cards of one level do not touch each other's windows, so several threads may share a level.
    """
    first = rules.columns.first
    for shape in shapes:
        offered = prepare(shape, work, rules)
        for column in range(rules.columns.number[shape & rules.columns.counted]):
            place = first[shape] * LANES + column
            if windows.size[place]:
                for number in range(offered):
                    booking = work.offered[number]
                    there = (
                        first[shape | rules.pays.bits[booking]] * LANES + work.landing.column[booking, column]
                    )
                    paid = int64(work.landing.paid[booking, column])
                    work.source[booking] = windows.begin[there] * LANES
                    work.size[booking] = rows_of(windows, there) * LANES
                    work.start[booking] = windows.low[place] - paid - windows.low[there]
                begin = windows.begin[place] * LANES
                window = now[begin : begin + rows_of(windows, place) * LANES]
                solve_window(window, then, offered, 1.0, work, rules.lattice)


@compiled
def rows_of(windows: Windows, place: int) -> int:
    """The number of rows of `LANES` needs in a card's window."""
    return int64((windows.size[place] + LANES - 1) // LANES)


def _windows(form: ScoreCard, ahead: list[Ints], points: Points, need: int) -> Windows:
    """The windows of all cards."""
    low = np.maximum(need - points.most, 1)
    size = np.maximum(np.minimum(need - points.fewest, points.to_come) - low + 1, 0)
    low[size == 0] = 1
    begin = np.zeros(len(low), np.int64)
    for level in ahead:
        cards = places(form, level)
        begin[cards] = begins(-(-size[cards] // LANES)) + 1
    return Windows(low, size, begin)


def _rows(windows: Windows, form: ScoreCard, shapes: Ints) -> int:
    """The number of rows in the windows of these shapes."""
    return int((-(-windows.size[places(form, shapes)] // LANES)).sum())


def _kept(rows: list[int], open_boxes: int) -> range:
    """The levels to keep, by open boxes: the first after the card, and more while there is room."""
    first = last = open_boxes - 1
    sizes = [level * LANES * 8 for level in rows]
    while first > 0 and sum(sizes[first - 1 : last + 1]) <= KEPT:
        first -= 1
    return range(first, last + 1)
