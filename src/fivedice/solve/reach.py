"""The best chance to reach a given total with a score card, as knowledge: the aim changes the choices.

What matters of a card is its shape, its Upper total and how many points it still needs, every bonus counted.
Solved is what can come of the first card asked about, and no more; of that the levels nearest to it are kept,
and a card for which they have no answer is solved for in its turn. Knows a seat's own card in one game: no
opponent, and no other game of a match.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from fivedice.dice import Dice
from fivedice.games import scorecard
from fivedice.games.scorecard import BOXES, Card, Joker
from fivedice.solve import reach_bounds, reach_levels, sweep
from fivedice.solve.booked import booked
from fivedice.solve.cards import Progress, levels, place_of
from fivedice.solve.columns import columns
from fivedice.solve.compile import processors
from fivedice.solve.lanes import LANES
from fivedice.solve.pays import YAHTZEE_ROLLS, Ints, pays
from fivedice.solve.reach_bounds import Bounds
from fivedice.solve.reach_levels import Windows
from fivedice.worth import Worth, turn_worth

BEYOND = 1 << 11
"""More points than any card can make."""
KEPT = 400_000_000
"""How many bytes of chances are kept, if that is more than the one level that is needed."""
PARTS = 16
"""In how many parts a thread takes a level: as often it is told how far the work is."""


class Chances(NamedTuple):
    """The best chances of all that can come of one card with so many points needed, as far as kept."""

    need: int
    bounds: Bounds
    windows: Windows
    by_open: dict[int, Worth]
    """By the number of open boxes: the chances of the cards' windows, one after another."""
    positions: int
    """How many cards with a number of points needed were solved."""

    def answer_for(self, card: Card, need: int) -> bool:
        """Whether they tell what every use of a turn with this card leads to."""
        shape, column = place_of(card)
        made = self.need - need
        on_the_way = self.bounds.fewest[shape, column] <= made <= self.bounds.most[shape, column]
        return bool(on_the_way) and card.boxes.count(None) - 1 in self.by_open

    def of(self, open_boxes: int, shapes: Ints, places: Ints, needs: Ints) -> Worth:
        """(n,): the chance of each card, by shape and column, to make so many points."""
        windows = self.windows
        start = needs - windows.low[shapes, places]
        inside = (needs > 0) & (start < windows.blocks[shapes, places] * LANES)
        begin = windows.begin[shapes, places] * LANES
        found = self.by_open[open_boxes][np.where(inside, begin + start, 0)]
        return np.where(inside, found, np.where(needs > 0, 0.0, 1.0))


class Reach:
    """The chance that the seat's own card ends its game with a given total or more, played for just that.

    A match of several games is not looked at as a whole: the total is that of the game under way.
    """

    exact = True

    def __init__(
        self,
        joker: Joker,
        boxes: tuple[str, ...],
        target: int,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Knowledge by the reading of the Joker rules and the names of the boxes; solves nothing yet."""
        self.joker = joker
        self.boxes = boxes
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
        """How many cards, each with a number of points needed, were solved for what was asked last."""
        return self._chances.positions if self._chances else 0

    @property
    def memory(self) -> int:
        """The size in bytes of what is kept of them."""
        return sum(chances.nbytes for chances in self._chances.by_open.values()) if self._chances else 0

    def worth(self, position: Any, seat: int) -> float:
        """The chance of the seat before a turn of its own; 1 or 0 once that is sure."""
        card: Card = position.cards[seat]
        if scorecard.is_full(card):
            return float(self._need(card) <= 0)
        return float(turn_worth(self.rolls(position, seat)).turn)

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the chance after the best use of each roll."""
        best: Worth = self._box_worth(position.cards[seat]).max(axis=1)
        return best

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The box that each roll is best booked in."""
        best = self._box_worth(position.cards[seat]).argmax(axis=1)
        return tuple([self.boxes[box] for box in best.tolist()])

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The chance after each use."""
        cards = position.cards
        names = [use.name for use in scorecard.uses(cards[seat], roll, self.joker, self.boxes)]
        after = [scorecard.book(cards, seat, roll, name, self.joker, self.boxes)[seat] for name in names]
        return dict(zip(names, self._after(cards[seat], after).tolist(), strict=True))

    def _need(self, card: Card) -> int:
        """The points that a card still needs; one number for all that are out of reach."""
        return min(self.target - scorecard.total(card), BEYOND)

    def _solved_for(self, card: Card) -> Chances:
        """Chances that answer for this card."""
        need = self._need(card)
        if self._chances is None or not self._chances.answer_for(card, need):
            self._chances = solve(card, need, self.joker, self._jobs, self._progress)
        return self._chances

    def _box_worth(self, card: Card) -> Worth:
        """(252, 13): the chance with each roll in each box; minus infinity in one that is not on offer."""
        rules = pays(self.joker)
        boxes = self._bookings(card)[rules.booking]
        if scorecard.is_joker(card, YAHTZEE_ROLLS[0], self.joker):
            boxes[rules.yahtzees] = [self._joker_worth(card, roll) for roll in YAHTZEE_ROLLS]
        return boxes

    def _bookings(self, card: Card) -> Worth:
        """(bookings,): the chance after each by an ordinary roll; minus infinity in a filled box."""
        after = booked(card, self.joker)
        found = np.full(len(pays(self.joker).box), -np.inf)
        found[after.bookings] = self._told(card, after.shapes, after.columns, self._need(card) - after.gains)
        return found

    def _joker_worth(self, card: Card, roll: Dice) -> Worth:
        """(13,): the chance by each use of a Yahtzee that the Joker rules bind."""
        boxes = scorecard.open_boxes(card, roll, self.joker)
        found = np.full(len(BOXES), -np.inf)
        found[list(boxes)] = self._after(card, [scorecard.fill(card, box, roll, self.joker) for box in boxes])
        return found

    def _after(self, card: Card, after: list[Card]) -> Worth:
        """The chances of the cards that a turn with this one may lead to."""
        places = np.array([place_of(each) for each in after])
        return self._told(card, places[:, 0], places[:, 1], np.array([self._need(each) for each in after]))

    def _told(self, card: Card, shapes: Ints, places: Ints, needs: Ints) -> Worth:
        """The same, by shape, column and points needed; where that is sure nothing is solved."""
        if not 0 < self._need(card) < BEYOND:
            return np.full(len(shapes), float(self._need(card) <= 0))
        return self._solved_for(card).of(card.boxes.count(None) - 1, shapes, places, needs)


# --- Solving ---------------------------------------------------------------------------------------------


def solve(
    card: Card, need: int, joker: Joker, jobs: int | None = None, progress: Progress | None = None
) -> Chances:
    """Solve what can come of a card with an open box that needs so many points, on `jobs` processors.

    A card that cannot be is a ValueError.
    """
    open_boxes = card.boxes.count(None)
    bounds = _bounds(card, joker)
    windows, positions = _windows(bounds, need)
    kept = _kept(windows, open_boxes)
    by_open: dict[int, Worth] = {}
    then = np.zeros(LANES)
    done, whole = 0, sum(int(windows.blocks[level].sum()) for level in levels()[:open_boxes])
    with ThreadPoolExecutor(jobs or processors()) as pool:
        for number, level in enumerate(levels()[:open_boxes]):
            now = np.zeros((int(windows.blocks[level].sum()) + 1, LANES))
            for shapes in _solve_level(level, now, then, windows, joker, pool):
                done += int(windows.blocks[shapes].sum())
                if progress and len(shapes):
                    progress(done, whole)
            then = now.reshape(-1)
            if number in kept:
                by_open[number] = then
    return Chances(need, bounds, windows, by_open, positions)


def _solve_level(
    level: Ints, now: Worth, then: Worth, windows: Windows, joker: Joker, pool: ThreadPoolExecutor
) -> Iterator[Ints]:
    """Fill in a level; the shapes are told part by part as they are done."""
    rules, told, lattice = pays(joker), columns(), sweep.lattice()
    wanted = level[windows.blocks[level].any(axis=1)]
    parts = [np.ascontiguousarray(wanted[part::PARTS]) for part in range(PARTS)]

    def fill(shapes: Ints) -> Ints:
        room = reach_levels.room(rules)
        reach_levels.solve_shapes(shapes, windows, now, then, room, rules, told, lattice)
        return shapes

    return pool.map(fill, parts)


def _bounds(card: Card, joker: Joker) -> Bounds:
    """What can come of a card, and the points made on the way to it and from there on."""
    rules, told, bounds = pays(joker), columns(), reach_bounds.bounds()
    bounds.fewest[place_of(card)] = bounds.most[place_of(card)] = 0
    ahead = levels()[: card.boxes.count(None) + 1]
    for level in reversed(ahead[1:]):
        reach_bounds.follow(level, bounds, rules, told)
    for level in ahead[1:]:
        reach_bounds.look_ahead(level, bounds, rules, told)
    return bounds


def _windows(bounds: Bounds, need: int) -> tuple[Windows, int]:
    """The windows of all cards when the first needs so many points, and how many needs they hold in all."""
    low = np.maximum(need - bounds.most, 1)
    high = np.minimum(need - bounds.fewest, bounds.to_come)
    size = np.where(bounds.most >= 0, np.maximum(high - low + 1, 0), 0)
    blocks = -(-size // LANES)
    begin = np.zeros_like(blocks)
    for level in levels():
        rows = blocks[level]
        begin[level] = (rows.cumsum() - rows.ravel()).reshape(rows.shape)
    return Windows(low, blocks, begin), int(size.sum())


def _kept(windows: Windows, open_boxes: int) -> range:
    """The levels that are kept, by open boxes: the first one after the card, and more while there is room."""
    first = last = open_boxes - 1
    sizes = [int(windows.blocks[level].sum()) * LANES * 8 for level in levels()]
    while first > 0 and sum(sizes[first - 1 : last + 1]) <= KEPT:
        first -= 1
    return range(first, last + 1)
