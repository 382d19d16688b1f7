"""Knowledge of the best chance to reach a given total with a score card.

Only a card's place and the points that it still needs matter, bonuses included. The first question solves
everything that can follow its card. The levels nearest to that card are kept; a card outside them is solved
separately. Opponents and the other games of a match are ignored.
"""

import mmap
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from fivedice.analysis.solver_api import Knowledge
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import Dice
from fivedice.core.worth import Worth, first_best_along, turn_worth
from fivedice.solve.cards import reach_levels
from fivedice.solve.cards.booked import booked
from fivedice.solve.cards.columns import Columns, begins, columns, layout, place_of, places
from fivedice.solve.cards.pays import YAHTZEE_ROLLS, Ints, pays
from fivedice.solve.cards.reach_levels import Flags, Numbers, Sets, Windows
from fivedice.solve.cards.sweep import landing
from fivedice.solve.cards.table import Progress, levels
from fivedice.solve.kernel.compile import processors
from fivedice.solve.kernel.lattice import lattice
from fivedice.solve.kernel.settings import LANES

_OWN = {"flags": mmap.MAP_PRIVATE} if hasattr(mmap, "MAP_PRIVATE") else {}
"""Memory shared with other processes would not be freed."""


class Pages:
    """Numbers, initially zero, whose memory can be freed from the beginning on while the rest is in use.

    On systems without that feature all memory stays until the end.
    """

    def __init__(self, count: int) -> None:
        """Reserves memory; the system provides it page by page when it is written."""
        self._map = mmap.mmap(-1, max(count, 1) * 8, **_OWN)
        self.numbers: Worth = np.frombuffer(self._map)

    def give_back(self, count: int) -> None:
        """Frees the first numbers; their values are undefined from then on."""
        whole = count * 8 // mmap.PAGESIZE * mmap.PAGESIZE
        if whole and hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED, 0, whole)


KEPT = 120_000_000
"""The bytes of chances to keep; the one level that is needed is always kept."""
PARTS = 64
"""The parts in which a level is solved; each reports progress and frees memory."""


class Chances(NamedTuple):
    """The best chances for all cards reachable from one card with a given need, as far as kept."""

    to_come: Numbers
    """(places,): the most points that each card can still make."""
    windows: Windows
    wanted: list[Flags]
    """The needs that occur, by number of open boxes."""
    by_open: dict[int, Worth]
    """The chances in the cards' windows, by number of open boxes."""
    positions: int
    """The number of solved pairs of a card and a need."""

    def answer_for(self, place: int, open_boxes: int, need: int) -> bool:
        """Whether the chances cover all uses of a turn with this card."""
        if open_boxes - 1 not in self.by_open:
            return False
        return need > self.to_come[place] or self._come_to(place, open_boxes, need)

    def _come_to(self, place: int, open_boxes: int, need: int) -> bool:
        """Whether this card occurs with this need."""
        row, lane = divmod(need - self.windows.low[place], LANES)
        inside = 0 <= row < self.windows.blocks[place]
        return bool(inside and self.wanted[open_boxes][self.windows.begin[place] + row] >> lane & 1)

    def of(self, open_boxes: int, places: Ints, needs: Ints) -> Worth:
        """(n,): the chance of each card, by place, to make the points needed."""
        windows = self.windows
        start = needs - windows.low[places]
        inside = (needs > 0) & (start < windows.blocks[places] * LANES)
        begin = windows.begin[places] * LANES
        chances = self.by_open[open_boxes][np.where(inside, begin + start, 0)]
        return np.where(inside, chances, np.where(needs > 0, 0.0, 1.0))


class Reach(Knowledge):
    """The best chance that a card ends its game with at least the target."""

    exact = True

    def __init__(
        self,
        form: ScoreCard,
        target: int,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Solves nothing yet."""
        self.form = form
        self.target = target
        self._jobs = jobs
        self._progress = progress
        self._chances: Chances | None = None

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

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the chance after the best use of each roll."""
        best: Worth = self._box_worth(position.cards[seat]).max(axis=1)
        return best

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The best box for each roll."""
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
        """The points that a card still needs; one number for all needs out of reach."""
        return min(self.target - filling.total(self.form, card), self._beyond)

    def _solved_for(self, card: Card) -> Chances:
        """The chances that cover this card."""
        need = self._need(card)
        place, open_boxes = place_of(self.form, card), card.boxes.count(None)
        if self._chances is None or not self._chances.answer_for(place, open_boxes, need):
            self._chances = solve(self.form, card, need, self._jobs, self._progress)
        return self._chances

    def _box_worth(self, card: Card) -> Worth:
        """(252, boxes): the chance with each roll in each box; minus infinity if not offered."""
        rules = pays(self.form)
        boxes = self._bookings(card)[rules.booking]
        if filling.is_further(self.form, card, YAHTZEE_ROLLS[0]):
            boxes[rules.yahtzees] = [self._further_worth(card, roll) for roll in YAHTZEE_ROLLS]
        return boxes

    def _bookings(self, card: Card) -> Worth:
        """(bookings,): the chance after each, by an ordinary roll; minus infinity in filled boxes."""
        after = booked(self.form, card)
        chances = np.full(len(pays(self.form).box), -np.inf)
        chances[after.bookings] = self._chances_with(card, after.places, self._need(card) - after.gains)
        return chances

    def _further_worth(self, card: Card, roll: Dice) -> Worth:
        """(boxes,): the chance after each use of a further Yahtzee."""
        order = layout(self.form).order
        boxes = filling.open_boxes(self.form, card, roll)
        chances = np.full(len(order), -np.inf)
        after = [filling.fill(self.form, card, box, roll) for box in boxes]
        chances[[order.index(box) for box in boxes]] = self._after(card, after)
        return chances

    def _after(self, card: Card, after: list[Card]) -> Worth:
        """The chances of the cards that follow a turn with this card."""
        places = np.array([place_of(self.form, each) for each in after])
        return self._chances_with(card, places, np.array([self._need(each) for each in after]))

    def _chances_with(self, card: Card, places: Ints, needs: Ints) -> Worth:
        """The chances of these cards, by place and points needed; solves nothing if the result is certain."""
        if not 0 < self._need(card) < self._beyond:
            return np.full(len(places), float(self._need(card) <= 0))
        return self._solved_for(card).of(card.boxes.count(None) - 1, places, needs)


# --- Solving ---------------------------------------------------------------------------------------------


def solve(
    form: ScoreCard, card: Card, need: int, jobs: int | None = None, progress: Progress | None = None
) -> Chances:
    """Solves all cards reachable from a card with an open box and this need, on `jobs` processors.

    ValueError for an impossible card.
    """
    open_boxes = card.boxes.count(None)
    needs, to_come = _needs(form, card, need)
    windows, positions = _windows(form, needs, to_come)
    ordered = _ordered(form)
    wanted = [
        reach_levels.wanted_of(places(form, level), needs, windows) for level in ordered[: open_boxes + 1]
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
    """The shapes by number of open boxes, in ascending order.

    A booking always leads to a higher shape, so lower ones are not read again.
    """
    return [np.sort(level) for level in levels(form)]


def _before(level: Ints, shape: int, windows: Windows, form: ScoreCard) -> int:
    """The number of rows in a level that belong to lower shapes than this one."""
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
    """Solves a level; yields its shapes in parts, in order, when they are done."""
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
    first = columns_.first[shape]
    return slice(first, first - (-columns_.number[shape & columns_.counted] // LANES))


def _needs(form: ScoreCard, card: Card, need: int) -> tuple[Sets, Numbers]:
    """The needs that can follow a card, and the most points of each card; both in parallel."""
    rules, columns_ = pays(form), columns(form)
    needs = reach_levels.needs_of(place_of(form, card), need, columns_)
    to_come = np.zeros(columns_.rows * LANES, np.int32)
    ahead = levels(form)[1 : card.boxes.count(None) + 1]

    def follow() -> None:
        room = landing()
        for level in ahead[::-1]:
            reach_levels.follow(level, needs, room, rules, columns_)

    with ThreadPoolExecutor(1) as pool:
        followed = pool.submit(follow)
        room = landing()
        for level in ahead:
            reach_levels.look_ahead(level, to_come, room, rules, columns_)
        followed.result()
    return needs, to_come


def _windows(form: ScoreCard, needs: Sets, to_come: Numbers) -> tuple[Windows, int]:
    """The windows of all cards, and the total number of needs."""
    windows = Windows(*(np.zeros_like(to_come) for _ in Windows._fields))
    count = reach_levels.find_windows(needs, to_come, windows)
    for level in _ordered(form):
        cards = places(form, level)
        windows.begin[cards] = begins(windows.blocks[cards]) + 1
    return windows, count


def _rows(windows: Windows, form: ScoreCard, shapes: Ints) -> int:
    """The number of rows in the windows of these shapes."""
    return int(windows.blocks[places(form, shapes)].sum())


def _kept(rows: list[int], open_boxes: int) -> range:
    """The levels to keep, by open boxes: the first after the card, and more while there is room."""
    first = last = open_boxes - 1
    sizes = [level * LANES * 8 for level in rows]
    while first > 0 and sum(sizes[first - 1 : last + 1]) <= KEPT:
        first -= 1
    return range(first, last + 1)
