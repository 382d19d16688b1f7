"""The last turns of two score cards if both sides play to win: exact and compiled.

A need is the points that the first side is behind. Its share of the win is computed backwards, for each pair
of cards that can follow and each need that leaves the winner open. A tie is half a win (R4).
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
from fivedice.solve.cards.table import Progress
from fivedice.solve.kernel.compile import compiled, inner, int64
from fivedice.solve.kernel.settings import LANES, processors

Turn = tuple[bool, int, int]
"""Whether the first side plays, and the open boxes of both sides."""
TIE = 0.5
PARTS = 8
"""The number of parts into which a stage is divided for threads; each reports progress."""


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
    """The needs between a certain win and a certain loss: (first side's cards, second side's cards) each."""

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
    stages: dict[Turn, DuelStage]
    positions: int
    """The number of solved pairs of cards with a need."""

    def has(self, form: ScoreCard, cards: tuple[Card, Card], first_plays: bool, need: int) -> bool:
        """Whether this position was solved."""
        solved = form == self.form and (first_plays, *open_boxes(cards)) in self.stages
        return solved and self.leads_to(cards, need)

    def leads_to(self, cards: tuple[Card, Card], need: int) -> bool:
        """Whether these cards with this need can follow the first two."""
        one, two = self._numbers(*(place_of(self.form, card) for card in cards))
        low, high = _bounds(self.sides, open_boxes(cards), self.need)
        return bool(one >= 0 <= two and low[one, two] <= need <= high[one, two])

    def share(self, cards: tuple[Card, Card], first_plays: bool, need: int) -> float:
        """The first side's share of the win in a solved position."""
        at = place_of(self.form, cards[0]), place_of(self.form, cards[1])
        return float(self.shares((first_plays, *open_boxes(cards)), *at, need))

    def shares(self, stage: Turn, one: int | Ints, two: int | Ints, needs: int | Ints) -> Worth:
        """The first side's shares of the win at a stage, by the places of cards."""
        return self.stages[stage].of(*self._numbers(one, two), needs)

    def after_turn(self, cards: tuple[Card, Card], seat: int, places: Ints, leads: Ints) -> Worth:
        """(n,): the share of the win of the seat to play with each card after its turn, and its lead then."""
        (one, two), there = open_boxes(cards), place_of(self.form, cards[1 - seat])
        if seat == 0:
            return self.shares((False, one - 1, two), places, there, -leads)
        return 1 - self.shares((True, one, two - 1), there, places, leads)

    def _numbers(self, one: int | Ints, two: int | Ints) -> tuple[Ints, Ints]:
        """The numbers of cards, by their places."""
        return self.sides[0].number[one], self.sides[1].number[two]


def open_boxes(cards: tuple[Card, Card]) -> tuple[int, int]:
    """The open boxes of both cards."""
    one, two = cards
    return one.boxes.count(None), two.boxes.count(None)


def solve(form: ScoreCard, cards: tuple[Card, Card], first_plays: bool, need: int) -> Duel:
    """Solves all positions reachable from two cards; ValueError for an impossible card."""
    sides = side_of(form, cards[0]), side_of(form, cards[1])
    turns = turns_to_end(first_plays, *open_boxes(cards))
    solved = list(backwards(form, sides, turns, need))
    stages = {turn: stage for turn, stage, _ in solved}
    return Duel(form, need, sides, stages, sum(number for _, _, number in solved))


def backwards(
    form: ScoreCard,
    sides: tuple[DuelSide, DuelSide],
    turns: list[Turn],
    need: int,
    last: Worth | None = None,
    tie: float = TIE,
    progress: Progress | None = None,
) -> Iterator[tuple[Turn, DuelStage, int]]:
    """Solves turn by turn, the last one first: the turn, its stage and the number of positions solved.

    `last` has the shares of the last of these turns, unless it is the end, where a `tie` is worth so much.
    Keeps no stage but the latest.
    """
    known, ahead = rules(form), None
    done, whole = 0, sum(len(_to_play(sides, turn)[0].places) for turn in turns[:-1])
    with ThreadPoolExecutor(processors()) as pool:
        for turn in reversed(turns):
            needs, number = needs_of(sides, turn, need, tie)
            now = DuelStage(needs, np.zeros((int(needs.rows.sum()) + 2) * LANES))
            if ahead:
                for cards in _fill(DuelTurn(turn[0], *_to_play(sides, turn), now, ahead), known, pool):
                    done += cards
                    if progress:
                        progress(done, whole)
            elif last is None:
                now.shares[needs.begin[needs.rows > 0] * LANES] = tie
            else:
                now = DuelStage(needs, last)
            yield turn, now, number if ahead else 0
            ahead = now


def _to_play(sides: tuple[DuelSide, DuelSide], turn: Turn) -> tuple[DuelLevel, Ints]:
    """The cards of the side that plays, and the numbers of its cards after the turn."""
    side, vacant = (sides[0], turn[1]) if turn[0] else (sides[1], turn[2])
    return side.levels[vacant], side.number


def _fill(turn: "DuelTurn", known: Rules, pool: ThreadPoolExecutor) -> Iterator[int]:
    """Fills the rows of a stage; yields the number of cards of each finished part."""

    def fill(cards: Ints) -> int:
        solve_cards(cards, turn, workspace(known), known)
        return len(cards)

    return pool.map(fill, (np.arange(part, len(turn.level.places), PARTS) for part in range(PARTS)))


def turns_of(form: ScoreCard) -> list[Turn]:
    """The turns of a whole match, and the end."""
    return turns_to_end(True, len(form.boxes), len(form.boxes))


def turns_to_end(first_plays: bool, one: int, two: int) -> list[Turn]:
    """The turns and the end: whether the first side plays, and the open boxes of both sides."""
    turns = [(first_plays, one, two)]
    while one or two:
        one, two = (one - 1, two) if first_plays else (one, two - 1)
        first_plays = not first_plays
        turns.append((first_plays, one, two))
    return turns


def side_of(form: ScoreCard, card: Card) -> DuelSide:
    """The cards that can follow a card."""
    points, levels, columns_ = points_of(form, card), list[DuelLevel](), columns(form)
    number = np.full(len(points.most), -1)
    for shapes in levels_ahead(form, card):
        there = places(form, shapes)
        shape = np.repeat(shapes, columns_.number[shapes & columns_.counted])
        met = points.most[there] >= 0
        here = there[met]
        number[here] = np.arange(len(here))
        column = here - columns_.first[shape[met]] * LANES
        levels.append(DuelLevel(here, shape[met], column, *(each[here].astype(np.int64) for each in points)))
    return DuelSide(levels, number)


def _bounds(sides: tuple[DuelSide, DuelSide], vacant: tuple[int, int], need: int) -> tuple[Ints, Ints]:
    """(first side's cards, second side's) each: the smallest and the largest need with these open boxes."""
    first, second = sides[0].levels[vacant[0]], sides[1].levels[vacant[1]]
    return need - first.most[:, None] + second.fewest, need - first.fewest[:, None] + second.most


def needs_of(sides: tuple[DuelSide, DuelSide], turn: Turn, need: int, tie: float = TIE) -> tuple[Needs, int]:
    """The possible needs that leave the winner open, and their total number; a worthless tie is lost."""
    vacant = turn[1:]
    low, high = _bounds(sides, vacant, need)
    low = np.maximum(low, -sides[1].levels[vacant[1]].to_come)
    most = sides[0].levels[vacant[0]].to_come[:, None] - (not tie)
    size = np.maximum(np.minimum(high, most) - low + 1, 0)
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
    """Fills the rows of these cards of the side to play; several threads may, each with its own cards."""
    stage, ahead, shape, offered = turn.stage, turn.ahead, int64(-1), int64(0)
    for card in cards:
        if turn.level.shape[card] != shape:
            shape = turn.level.shape[card]
            offered = prepare(shape, work, rules)
        for other in range(stage.needs.low.shape[1 if turn.first_plays else 0]):
            pair = (card, other) if turn.first_plays else (other, card)
            if stage.needs.rows[pair]:
                look_ahead(card, other, turn, offered, work, rules)
                begin = stage.needs.begin[pair] * LANES
                window = stage.shares[begin : begin + stage.needs.rows[pair] * LANES]
                sign = 1.0 if turn.first_plays else -1.0
                solve_window(window, ahead.shares, offered, sign, work, rules.lattice)


@inner
def look_ahead(card: int, other: int, turn: DuelTurn, offered: int, work: Workspace, rules: Rules) -> None:
    """Finds the window of the next stage that each offered booking of a pair of cards leads to."""
    needs, ahead, level = turn.stage.needs, turn.ahead.needs, turn.level
    for place in range(offered):
        booking = work.offered[place]
        row = rules.columns.first[level.shape[card] | rules.pays.bits[booking]]
        after = turn.number[row * LANES + work.landing.column[booking, level.column[card]]]
        pair, then = ((card, other), (after, other)) if turn.first_plays else ((other, card), (other, after))
        paid = int64(work.landing.paid[booking, level.column[card]]) * (1 if turn.first_plays else -1)
        work.source[booking] = ahead.begin[then] * LANES
        work.size[booking] = ahead.rows[then] * LANES
        work.start[booking] = needs.low[pair] - paid - ahead.low[then]
