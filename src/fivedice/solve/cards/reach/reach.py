"""Knowledge of the best chance to reach a given total with a score card: the aim changes the choices.

What matters of a card is its place and how many points it still needs, every bonus counted. Solved is what
can become of the first card asked about, and no more. The levels nearest to that card are kept; a card that
they do not answer for is solved in turn. One card in one game: neither opponents nor the other games of a
match.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import Dice
from fivedice.core.worth import Worth, first_best_along, turn_worth
from fivedice.solve.cards.booked import booked
from fivedice.solve.cards.columns import Columns, begins, columns, place_of, places
from fivedice.solve.cards.landing import landing
from fivedice.solve.cards.layout import layout
from fivedice.solve.cards.pays import YAHTZEE_ROLLS, Ints, pays
from fivedice.solve.cards.reach import reach_levels, reach_needs
from fivedice.solve.cards.reach.reach_needs import Flags, Numbers, Sets, Windows
from fivedice.solve.cards.table import Progress, levels
from fivedice.solve.kernel.compile import processors
from fivedice.solve.kernel.lattice import lattice
from fivedice.solve.kernel.pages import Pages
from fivedice.solve.kernel.settings import LANES

KEPT = 120_000_000
"""How many bytes of chances are kept, if that is more than the one level that is needed."""
PARTS = 64
"""In how many parts a level is solved: as often it says how far the work is, and gives memory back."""


class Chances(NamedTuple):
    """The best chances of all that can come of one card with so many points needed, as far as kept."""

    to_come: Numbers
    """(places,): the points that each card can still make at most."""
    windows: Windows
    wanted: list[Flags]
    """By the number of open boxes: which needs come about."""
    by_open: dict[int, Worth]
    """By the number of open boxes: the chances of the cards' windows, one after another."""
    positions: int
    """How many cards with a number of points needed were solved."""

    def answer_for(self, place: int, open_boxes: int, need: int) -> bool:
        """Whether they tell what every use of a turn leads to, with a card by its place and open boxes."""
        if open_boxes - 1 not in self.by_open:
            return False
        return need > self.to_come[place] or self._come_to(place, open_boxes, need)

    def _come_to(self, place: int, open_boxes: int, need: int) -> bool:
        """Whether this card comes about with so many points needed."""
        row, lane = divmod(need - self.windows.low[place], LANES)
        inside = 0 <= row < self.windows.blocks[place]
        return bool(inside and self.wanted[open_boxes][self.windows.begin[place] + row] >> lane & 1)

    def of(self, open_boxes: int, places: Ints, needs: Ints) -> Worth:
        """(n,): the chance of each card, by its place, to make so many points."""
        windows = self.windows
        start = needs - windows.low[places]
        inside = (needs > 0) & (start < windows.blocks[places] * LANES)
        begin = windows.begin[places] * LANES
        chances = self.by_open[open_boxes][np.where(inside, begin + start, 0)]
        return np.where(inside, chances, np.where(needs > 0, 0.0, 1.0))


class Reach:
    """The chance that the seat's own card ends its game with a given total or more, played for just that.

    A match of several games is not looked at as a whole: the total is that of the game under way.
    """

    exact = True

    def __init__(
        self,
        form: ScoreCard,
        target: int,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Knowledge of a score card; solves nothing yet."""
        self.form = form
        self.target = target
        self._jobs = jobs
        self._progress = progress
        self._chances: Chances | None = None

    @property
    def aim(self) -> str:
        """What is aimed at, by its total."""
        return f"reach {self.target}"

    @property
    def positions(self) -> int:
        """How many cards, each with a number of points needed, were solved for the last question."""
        return self._chances.positions if self._chances else 0

    @property
    def memory(self) -> int:
        """The size in bytes of what is kept of them."""
        return sum(chances.nbytes for chances in self._chances.by_open.values()) if self._chances else 0

    def worth(self, position: Any, seat: int) -> float:
        """The chance of the seat before a turn of its own; 1 or 0 once that is sure."""
        card: Card = position.cards[seat]
        if filling.is_full(card):
            return float(self._need(card) <= 0)
        return float(turn_worth(self.rolls(position, seat)).turn)

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the chance after the best use of each roll."""
        best: Worth = self._box_worth(position.cards[seat]).max(axis=1)
        return best

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The box that each roll is best booked in."""
        names = layout(self.form).names
        best = first_best_along(self._box_worth(position.cards[seat]), axis=1)
        return tuple([names[box] for box in best.tolist()])

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The chance after each use."""
        card: Card = position.cards[seat]
        names = [use.name for use in filling.uses(self.form, card, roll)]
        after = [filling.book(self.form, card, roll, name) for name in names]
        return dict(zip(names, self._after(card, after).tolist(), strict=True))

    @cached_property
    def _beyond(self) -> int:
        """More points than any card can make."""
        rules = pays(self.form)
        boxes = [rules.points[rules.box == box].max() + rules.further.max() for box in range(rules.boxes)]
        return int(sum(boxes) + columns(self.form).bonus.sum()) + 1

    def _need(self, card: Card) -> int:
        """The points that a card still needs; one number for all that are out of reach."""
        return min(self.target - filling.total(self.form, card), self._beyond)

    def _solved_for(self, card: Card) -> Chances:
        """Chances that answer for this card."""
        need = self._need(card)
        place, open_boxes = place_of(self.form, card), card.boxes.count(None)
        if self._chances is None or not self._chances.answer_for(place, open_boxes, need):
            self._chances = solve(self.form, card, need, self._jobs, self._progress)
        return self._chances

    def _box_worth(self, card: Card) -> Worth:
        """(252, boxes): the chance with each roll in each box; minus infinity in one that is not on offer."""
        rules = pays(self.form)
        boxes = self._bookings(card)[rules.booking]
        if filling.is_further(self.form, card, YAHTZEE_ROLLS[0]):
            boxes[rules.yahtzees] = [self._further_worth(card, roll) for roll in YAHTZEE_ROLLS]
        return boxes

    def _bookings(self, card: Card) -> Worth:
        """(bookings,): the chance after each by an ordinary roll; minus infinity in a filled box."""
        after = booked(self.form, card)
        chances = np.full(len(pays(self.form).box), -np.inf)
        chances[after.bookings] = self._chances_with(card, after.places, self._need(card) - after.gains)
        return chances

    def _further_worth(self, card: Card, roll: Dice) -> Worth:
        """(boxes,): the chance by each use of a further Yahtzee."""
        order = layout(self.form).order
        boxes = filling.open_boxes(self.form, card, roll)
        chances = np.full(len(order), -np.inf)
        after = [filling.fill(self.form, card, box, roll) for box in boxes]
        chances[[order.index(box) for box in boxes]] = self._after(card, after)
        return chances

    def _after(self, card: Card, after: list[Card]) -> Worth:
        """The chances of the cards that a turn with this one may lead to."""
        places = np.array([place_of(self.form, each) for each in after])
        return self._chances_with(card, places, np.array([self._need(each) for each in after]))

    def _chances_with(self, card: Card, places: Ints, needs: Ints) -> Worth:
        """The same, by place and points needed; where that is sure nothing is solved."""
        if not 0 < self._need(card) < self._beyond:
            return np.full(len(places), float(self._need(card) <= 0))
        return self._solved_for(card).of(card.boxes.count(None) - 1, places, needs)


# --- Solving ---------------------------------------------------------------------------------------------


def solve(
    form: ScoreCard, card: Card, need: int, jobs: int | None = None, progress: Progress | None = None
) -> Chances:
    """Solve what can come of a card with an open box that needs so many points, on `jobs` processors.

    A card that cannot be is a ValueError.
    """
    open_boxes = card.boxes.count(None)
    needs, to_come = _needs(form, card, need)
    windows, positions = _windows(form, needs, to_come)
    ordered = _ordered(form)
    wanted = [
        reach_needs.wanted_of(places(form, level), needs, windows) for level in ordered[: open_boxes + 1]
    ]
    del needs
    rows = [_rows(windows, form, level) for level in ordered]
    kept = _kept(rows, open_boxes)
    by_open: dict[int, Worth] = {}
    then = Pages(2 * LANES)
    done, whole = 0, sum(rows[:open_boxes])
    with ThreadPoolExecutor(jobs or processors()) as pool:
        for number, level in enumerate(ordered[:open_boxes]):
            now = Pages((rows[number] + 2) * LANES)
            for shapes in _solve_level(level, now, then, windows, wanted[number], form, pool):
                done += _rows(windows, form, shapes)
                if progress:
                    progress(done, whole)
                if number - 1 not in kept:
                    then.give_back(_before(ordered[number - 1], shapes[-1], windows, form) * LANES)
            then = now
            if number in kept:
                by_open[number] = now.numbers
    return Chances(to_come, windows, wanted, by_open, positions)


def _ordered(form: ScoreCard) -> list[Ints]:
    """The shapes by number of open boxes, in the order of their numbers.

    A booking only ever leads to a shape of a higher number, so what lies before that is not read again.
    """
    return [np.sort(level) for level in levels(form)]


def _before(level: Ints, shape: int, windows: Windows, form: ScoreCard) -> int:
    """How many rows of a level lie before those of all shapes of a higher number than this."""
    higher = places(form, level[np.searchsorted(level, shape) :])
    return int(windows.begin[higher[0]]) if len(higher) else 0


def _solve_level(
    level: Ints,
    now: Pages,
    then: Pages,
    windows: Windows,
    needs: Flags,
    form: ScoreCard,
    pool: ThreadPoolExecutor,
) -> Iterator[Ints]:
    """Fill in a level; the shapes are reported part by part, in their order, as they are done."""
    rules, columns_ = pays(form), columns(form)
    in_use = np.asarray(windows.blocks.reshape(-1, LANES).any(axis=1))
    wanted = np.array([shape for shape in level if in_use[_rows_of(columns_, shape)].any()], np.int64)

    def fill(shapes: Ints) -> Ints:
        work = reach_levels.workspace(rules)
        reach_levels.solve_shapes(
            shapes, windows, needs, now.numbers, then.numbers, work, rules, columns_, lattice()
        )
        return shapes

    return pool.map(fill, [part for part in np.array_split(wanted, PARTS) if len(part)])


def _rows_of(columns_: Columns, shape: int) -> slice:
    """The rows of a shape's places."""
    first = columns_.first[shape]
    return slice(first, first - (-columns_.number[shape & columns_.counted] // LANES))


def _needs(form: ScoreCard, card: Card, need: int) -> tuple[Sets, Numbers]:
    """What can come of a card that needs so much, and what each card can still make; both at once."""
    rules, columns_ = pays(form), columns(form)
    needs = reach_needs.needs_of(place_of(form, card), need, columns_)
    to_come = np.zeros(columns_.rows * LANES, np.int32)
    ahead = levels(form)[1 : card.boxes.count(None) + 1]

    def follow() -> None:
        room = landing()
        for level in ahead[::-1]:
            reach_needs.follow(level, needs, room, rules, columns_)

    with ThreadPoolExecutor(1) as pool:
        followed = pool.submit(follow)
        room = landing()
        for level in ahead:
            reach_needs.look_ahead(level, to_come, room, rules, columns_)
        followed.result()
    return needs, to_come


def _windows(form: ScoreCard, needs: Sets, to_come: Numbers) -> tuple[Windows, int]:
    """The windows of all cards by what they may need, and how many needs there are in all."""
    windows = Windows(*(np.zeros_like(to_come) for _ in Windows._fields))
    count = reach_needs.find_windows(needs, to_come, windows)
    for level in _ordered(form):
        cards = places(form, level)
        windows.begin[cards] = begins(windows.blocks[cards]) + 1
    return windows, count


def _rows(windows: Windows, form: ScoreCard, shapes: Ints) -> int:
    """How many rows the windows of these shapes have."""
    return int(windows.blocks[places(form, shapes)].sum())


def _kept(rows: list[int], open_boxes: int) -> range:
    """The levels that are kept, by open boxes: the first one after the card, and more while there is room."""
    first = last = open_boxes - 1
    sizes = [level * LANES * 8 for level in rows]
    while first > 0 and sum(sizes[first - 1 : last + 1]) <= KEPT:
        first -= 1
    return range(first, last + 1)
