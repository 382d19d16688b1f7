"""The last turns of two score cards if both sides play to win: exact and compiled.

Only the points that each card can still make and the first side's need matter: the points that it is behind.
The solver computes the first side's share of the win backwards, for each pair of cards that can follow the
two and each need that leaves the winner open (`needs`). A tie is half a win (R4). Ties between choices do not
matter, because one side's gain is the other's loss.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import Worth
from fivedice.solve.cards.columns import begins, columns, place_of, places
from fivedice.solve.cards.needs import Workspace, levels_ahead, points_of, prepare, solve_window, workspace
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.sweep import Rules, rules
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.settings import LANES, processors

TIE = 0.5
PARTS = 8
"""The number of parts into which a stage is divided for threads."""


class DuelLevel(NamedTuple):
    """(n,) each: the cards with the same number of open boxes that can follow one side's card."""

    places: Ints
    shape: Ints
    column: Ints
    fewest: Ints
    most: Ints
    """The fewest and the most points on the way to each card."""
    to_come: Ints
    """The most points to come with each card."""


class DuelSide(NamedTuple):
    """The cards that can follow one side's card."""

    levels: list[DuelLevel]
    """The cards by number of open boxes."""
    number: Ints
    """(places,): the number of each card in its level, or -1."""


class Needs(NamedTuple):
    """(first side's cards, second side's cards) each: the needs that leave the winner open.

    Below them the first side has won; above them it has lost.
    """

    low: Ints
    rows: Ints
    """The number of rows of `LANES` needs from `low` on."""
    begin: Ints
    """The index of the first of these rows. One extra row precedes all rows and one follows them."""


class DuelStage(NamedTuple):
    """The first side's shares of the win before a turn or at the end."""

    needs: Needs
    shares: Worth
    """The rows of all pairs of cards, one after another."""

    def of(self, one: int | Ints, two: int | Ints, needs: int | Ints) -> Worth:
        """The first side's shares of the win for these cards and needs."""
        start = needs - self.needs.low[one, two]
        inside = (start >= 0) & (start < self.needs.rows[one, two] * LANES)
        place = np.where(inside, self.needs.begin[one, two] * LANES + start, 0)
        return np.where(inside, self.shares[place], np.where(start < 0, 1.0, 0.0))


class Duel(NamedTuple):
    """The solution of all positions that can follow two cards with this need of the first side."""

    form: ScoreCard
    need: int
    sides: tuple[DuelSide, DuelSide]
    stages: dict[tuple[bool, int, int], DuelStage]
    """The solved stages, keyed by whether the first side plays and the open boxes of both sides."""
    positions: int
    """The number of solved pairs of cards with a need."""

    def has(self, form: ScoreCard, cards: tuple[Card, Card], first_plays: bool, need: int) -> bool:
        """Whether this position was solved."""
        vacant = open_boxes(cards)
        if form != self.form or (first_plays, *vacant) not in self.stages:
            return False
        one, two = self._numbers(place_of(form, cards[0]), place_of(form, cards[1]))
        low, high = _bounds(self.sides, vacant, self.need)
        return bool(one >= 0 <= two and low[one, two] <= need <= high[one, two])

    def share(self, cards: tuple[Card, Card], first_plays: bool, need: int) -> float:
        """The first side's share of the win in a solved position."""
        at = place_of(self.form, cards[0]), place_of(self.form, cards[1])
        return float(self.shares((first_plays, *open_boxes(cards)), *at, need))

    def shares(
        self, stage: tuple[bool, int, int], one: int | Ints, two: int | Ints, needs: int | Ints
    ) -> Worth:
        """The first side's shares of the win at a stage, by the places of cards."""
        return self.stages[stage].of(*self._numbers(one, two), needs)

    def _numbers(self, one: int | Ints, two: int | Ints) -> tuple[Ints, Ints]:
        """The numbers of cards, by their places."""
        return self.sides[0].number[one], self.sides[1].number[two]


def open_boxes(cards: tuple[Card, Card]) -> tuple[int, int]:
    """The open boxes of both cards."""
    one, two = cards
    return one.boxes.count(None), two.boxes.count(None)


def solve(
    form: ScoreCard, cards: tuple[Card, Card], first_plays: bool, need: int, jobs: int | None = None
) -> Duel:
    """Solves all positions reachable from two cards, on `jobs` processors.

    ValueError for an impossible card.
    """
    sides, known = (_side(form, cards[0]), _side(form, cards[1])), rules(form)
    stages: dict[tuple[bool, int, int], DuelStage] = {}
    positions = 0
    turns = list(_turns(first_plays, *open_boxes(cards)))
    with ThreadPoolExecutor(jobs or processors()) as pool:
        for turn, ahead in zip(reversed(turns), [None, *reversed(turns[1:])], strict=True):
            needs, number = _needs(sides, turn[1:], need)
            now = np.zeros((int(needs.rows.sum()) + 2, LANES))
            stages[turn] = DuelStage(needs, now.reshape(-1))
            if ahead:
                side, vacant = (sides[0], turn[1]) if turn[0] else (sides[1], turn[2])
                level = side.levels[vacant]
                _fill(DuelTurn(turn[0], level, side.number, stages[turn], stages[ahead]), known, pool)
                positions += number
            else:
                now[needs.begin[needs.rows > 0], 0] = TIE
    return Duel(form, need, sides, stages, positions)


def _fill(turn: "DuelTurn", known: Rules, pool: ThreadPoolExecutor) -> None:
    parts = [np.arange(part, len(turn.level.places), PARTS) for part in range(PARTS)]
    list(pool.map(lambda part: solve_cards(part, turn, workspace(known), known), parts))


def _turns(first_plays: bool, one: int, two: int) -> Iterator[tuple[bool, int, int]]:
    """The turns and the end: whether the first side plays, and the open boxes of both sides."""
    while one or two:
        yield first_plays, one, two
        one, two = (one - 1, two) if first_plays else (one, two - 1)
        first_plays = not first_plays
    yield first_plays, one, two


def _side(form: ScoreCard, card: Card) -> DuelSide:
    points, levels, told = points_of(form, card), list[DuelLevel](), columns(form)
    number = np.full(len(points.most), -1)
    for shapes in levels_ahead(form, card):
        there = places(form, shapes)
        shape = np.repeat(shapes, told.number[shapes & told.counted])
        met = points.most[there] >= 0
        here = there[met]
        number[here] = np.arange(len(here))
        column = here - told.first[shape[met]] * LANES
        levels.append(DuelLevel(here, shape[met], column, *(each[here].astype(np.int64) for each in points)))
    return DuelSide(levels, number)


def _bounds(sides: tuple[DuelSide, DuelSide], vacant: tuple[int, int], need: int) -> tuple[Ints, Ints]:
    """(first side's cards, second side's) each: the smallest and the largest need with these open boxes."""
    first, second = sides[0].levels[vacant[0]], sides[1].levels[vacant[1]]
    return need - first.most[:, None] + second.fewest, need - first.fewest[:, None] + second.most


def _needs(sides: tuple[DuelSide, DuelSide], vacant: tuple[int, int], need: int) -> tuple[Needs, int]:
    """The possible needs that leave the winner open, and their total number."""
    low, high = _bounds(sides, vacant, need)
    low = np.maximum(low, -sides[1].levels[vacant[1]].to_come)
    size = np.maximum(np.minimum(high, sides[0].levels[vacant[0]].to_come[:, None]) - low + 1, 0)
    rows = -(-size // LANES)
    return Needs(low, rows, begins(rows.ravel()).reshape(rows.shape) + 1), int(size.sum())


class DuelTurn(NamedTuple):
    """A turn to solve."""

    first_plays: bool
    level: DuelLevel
    """The cards of the side that plays."""
    number: Ints
    """The numbers of its cards after the turn; see `DuelSide`."""
    stage: DuelStage
    ahead: DuelStage


@compiled
def solve_cards(cards: Ints, turn: DuelTurn, work: Workspace, rules: Rules) -> None:
    """Fills the rows of these cards of the side to play, from the next stage.

    Cards do not touch each other's rows, so several threads may fill them.
    """
    first_plays, level, number, stage, ahead = turn
    sign, needs = 1 if first_plays else -1, stage.needs
    for card in cards:
        shape, column = level.shape[card], level.column[card]
        offered = prepare(shape, work, rules)
        for other in range(needs.low.shape[1 if first_plays else 0]):
            pair = (card, other) if first_plays else (other, card)
            for place in range(offered if needs.rows[pair] else 0):
                booking = work.offered[place]
                row = rules.columns.first[shape | rules.pays.bits[booking]]
                after = number[row * LANES + work.landing.column[booking, column]]
                then = (after, other) if first_plays else (other, after)
                paid = int64(work.landing.paid[booking, column])
                work.source[booking] = ahead.needs.begin[then] * LANES
                work.size[booking] = ahead.needs.rows[then] * LANES
                work.start[booking] = needs.low[pair] - sign * paid - ahead.needs.low[then]
            begin = needs.begin[pair] * LANES
            window = stage.shares[begin : begin + needs.rows[pair] * LANES]
            solve_window(window, ahead.shares, offered, float(sign), work, rules.lattice)
