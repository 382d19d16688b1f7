"""The last turns of two score cards if both sides play to win: exact and compiled.

Only the points that each card can still make and the first side's lead matter. So the solver finds all cards
that can follow the two. It computes the first side's share of the win backwards, for each pair of cards and
each lead that leaves the winner open. Sixteen leads are solved side by side. A tie is half a win (R4). Ties
between choices do not matter, because one side's gain is the other's loss.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS
from fivedice.core.worth import Worth
from fivedice.solve.cards.booked import booked
from fivedice.solve.cards.columns import layout, place_of, shape_of
from fivedice.solve.cards.pays import YAHTZEE_ROLLS, Ints, pays
from fivedice.solve.cards.reach_levels import best_uses
from fivedice.solve.kernel.compile import compiled, processors
from fivedice.solve.kernel.lanes import Rows, alike, blank, load, load_from, store, times, where
from fivedice.solve.kernel.lattice import KEEP_COUNT, Lattice, lattice, turn
from fivedice.solve.kernel.settings import LANES


class Ends(NamedTuple):
    """The possible ends of turns with n cards that have the same number of open boxes."""

    first: Ints
    """(n + 1,): the index of each card's first end, and the total number of ends."""
    after: Ints
    """(ends,): the number of the next card, in the next level."""
    gain: Ints
    """(ends,): the points that each end adds to the total."""
    uses: Ints
    """(n, 252 * open boxes): the ends that each roll may choose, roll by roll, counted from the card's first;
    rolls with fewer ends repeat one."""
    first_use: Ints
    """(253,): the index of each roll's first use, and the total number of uses."""


class Leads(NamedTuple):
    """(first side's cards, second side's cards) each: the open leads of a stage.

    Below them the first side has lost; above them it has won.
    """

    low: Ints
    blocks: Ints
    """The number of rows of `LANES` leads from `low` on."""
    begin: Ints
    """The index of the first of these rows. One extra row precedes all rows and one follows them."""


class Workspace(NamedTuple):
    """The memory of one thread."""

    shares: Rows
    """The share after each end, for the current leads."""
    keeps: Rows
    along: Rows
    """(1, LANES): 0, 1, 2, …"""


def workspace(ends: int) -> Workspace:
    """Memory for cards with at most this many ends."""
    along = blank(1)
    along[0] = range(LANES)
    return Workspace(blank(ends), blank(KEEP_COUNT), along)


@compiled
def solve_cards(
    cards: Ints,
    sign: int,
    ends: Ends,
    leads: Leads,
    ahead: Leads,
    now: Rows,
    then: Worth,
    work: Workspace,
    lattice: Lattice,
) -> None:
    """Fills the rows of these cards of the side to play in `now`, from the next stage, `then`.

    The sign is 1 if the first side plays and -1 if the second does. Cards do not touch each other's rows, so
    several threads may fill them.
    """
    for card in cards:
        uses = ends.uses[card]
        for other in range(leads.low.shape[1 if sign > 0 else 0]):
            one, two = (card, other) if sign > 0 else (other, card)
            for row in range(leads.blocks[one, two]):
                read_ends(card, other, row, sign, ends, leads, ahead, then, work)
                best_uses(work.keeps, work.shares, uses, ends.first_use)
                turn(work.keeps, lattice)
                store(now, leads.begin[one, two] + row, times(load(work.keeps, 0), float(sign)))


@compiled
def read_ends(
    card: int,
    other: int,
    row: int,
    sign: int,
    ends: Ends,
    leads: Leads,
    ahead: Leads,
    then: Worth,
    work: Workspace,
) -> None:
    """Reads the shares after each end for sixteen leads, with the sign of the side to play."""
    along = load(work.along, 0)
    low = leads.low[card, other] if sign > 0 else leads.low[other, card]
    begin = ends.first[card]
    for end in range(begin, ends.first[card + 1]):
        after = ends.after[end]
        one, two = (after, other) if sign > 0 else (other, after)
        size = ahead.blocks[one, two] * LANES
        start = low + row * LANES + sign * ends.gain[end] - ahead.low[one, two]
        shares = load_from(then, ahead.begin[one, two] * LANES + max(min(start, size), -LANES))
        lost_before = where(along, alike(float(-start)), shares, alike(0.0))
        shares = where(along, alike(float(size - start)), alike(1.0), lost_before)
        store(work.shares, end - begin, times(shares, float(sign)))


TIE = 0.5
PARTS = 8
"""The number of parts into which a stage is divided for threads."""


class Level(NamedTuple):
    """The cards with the same number of open boxes that can follow one side's card."""

    number: dict[int, int]
    """The number of each card by place (`columns.place_of`): cards with the same place are equivalent."""
    fewest: Ints
    most: Ints
    """(n,) each: the fewest and the most points on the way to each card."""
    to_come: Ints
    """(n,): the most points to come with each card."""


class Side(NamedTuple):
    """The cards reachable from one side's card, and the ends of its turns."""

    levels: list[Level]
    """The cards by number of open boxes."""
    ends: list[Ends]
    """The ends of turns with the cards of each level. The first level, with the full cards, has none."""

    def find(self, form: ScoreCard, card: Card) -> tuple[int, int]:
        """The level of a card and its number there; KeyError for an unreachable card."""
        open_boxes = card.boxes.count(None)
        if open_boxes >= len(self.levels):
            raise KeyError(open_boxes)
        return open_boxes, self.levels[open_boxes].number[place_of(form, card)]


class Stage(NamedTuple):
    """The first side's shares of the win before a turn or at the end."""

    leads: Leads
    shares: Worth
    """The rows of all pairs of cards, one after another."""

    def of(self, one: int | Ints, two: int | Ints, leads: Ints) -> Worth:
        """The first side's shares of the win for these cards and leads."""
        start = leads - self.leads.low[one, two]
        inside = (start >= 0) & (start < self.leads.blocks[one, two] * LANES)
        place = np.where(inside, self.leads.begin[one, two] * LANES + start, 0)
        return np.where(inside, self.shares[place], np.where(start < 0, 0.0, 1.0))


class Duel(NamedTuple):
    """The solution of all positions reachable from two cards with this lead of the first side."""

    form: ScoreCard
    lead: int
    sides: tuple[Side, Side]
    stages: dict[tuple[bool, int, int], Stage]
    """The solved stages, keyed by whether the first side plays and the open boxes of both sides."""
    positions: int
    """The number of solved pairs of cards with a lead."""

    def has(self, form: ScoreCard, cards: tuple[Card, Card], first_plays: bool, lead: int) -> bool:
        """Whether this position was solved."""
        if form != self.form:
            return False
        try:
            one, two = self._find(cards)
        except KeyError:
            return False
        low, high = _bounds(self.sides, one[0], two[0], self.lead)
        place = one[1], two[1]
        return (first_plays, one[0], two[0]) in self.stages and bool(low[place] <= lead <= high[place])

    def share(self, cards: tuple[Card, Card], first_plays: bool, lead: int) -> float:
        """The first side's share of the win in a solved position."""
        one, two = self._find(cards)
        return float(self.stages[first_plays, one[0], two[0]].of(one[1], two[1], np.array(lead)))

    def rolls(self, cards: tuple[Card, Card], first_plays: bool, lead: int) -> Worth:
        """(252,): the first side's share after the best use of each roll by the side that plays."""
        one, two = self._find(cards)
        level, number = one if first_plays else two
        ends = self.sides[0 if first_plays else 1].ends[level]
        mine = slice(ends.first[number], ends.first[number + 1])
        after, leads = ends.after[mine], lead + ends.gain[mine] * (1 if first_plays else -1)
        if first_plays:
            shares = self.stages[False, one[0] - 1, two[0]].of(after, two[1], leads)
        else:
            shares = self.stages[True, one[0], two[0] - 1].of(one[1], after, leads)
        by_use = shares[ends.uses[number].reshape(len(ROLLS), level)]
        best: Worth = by_use.max(axis=1) if first_plays else by_use.min(axis=1)
        return best

    def _find(self, cards: tuple[Card, Card]) -> tuple[tuple[int, int], tuple[int, int]]:
        """The level and number of both cards; KeyError if one cannot follow."""
        return self.sides[0].find(self.form, cards[0]), self.sides[1].find(self.form, cards[1])


def solve(
    form: ScoreCard, cards: tuple[Card, Card], first_plays: bool, lead: int, jobs: int | None = None
) -> Duel:
    """Solves all positions reachable from two cards, on `jobs` processors.

    ValueError for an impossible card.
    """
    sides = _side(form, cards[0]), _side(form, cards[1])
    stages: dict[tuple[bool, int, int], Stage] = {}
    positions = 0
    turns = list(_turns(first_plays, *(card.boxes.count(None) for card in cards)))
    with ThreadPoolExecutor(jobs or processors()) as pool:
        for turn, ahead in zip(reversed(turns), [None, *reversed(turns[1:])], strict=True):
            leads, number = _leads(sides, turn[1:], lead)
            then = stages[ahead] if ahead else None
            stages[turn] = Stage(leads, _solved(sides, turn, leads, then, pool) if then else _ended(leads))
            positions += number if then else 0
    return Duel(form, lead, sides, stages, positions)


def _turns(first_plays: bool, one: int, two: int) -> Iterator[tuple[bool, int, int]]:
    """The turns and the end: whether the first side plays, and the open boxes of both sides."""
    while one or two:
        yield first_plays, one, two
        one, two = (one - 1, two) if first_plays else (one, two - 1)
        first_plays = not first_plays
    yield first_plays, one, two


# --- Stages ----------------------------------------------------------------------------------------------


def _bounds(sides: tuple[Side, Side], one: int, two: int, lead: int) -> tuple[Ints, Ints]:
    """(first side's cards, second side's) each: the smallest and the largest lead with these open boxes."""
    first, second = sides[0].levels[one], sides[1].levels[two]
    return (
        lead + first.fewest[:, None] - second.most,
        lead + first.most[:, None] - second.fewest,
    )


def _leads(sides: tuple[Side, Side], open_boxes: tuple[int, int], lead: int) -> tuple[Leads, int]:
    """The possible leads that leave the winner open, and their total number."""
    low, high = _bounds(sides, *open_boxes, lead)
    low = np.maximum(low, -sides[0].levels[open_boxes[0]].to_come[:, None])
    size = np.maximum(np.minimum(high, sides[1].levels[open_boxes[1]].to_come) - low + 1, 0)
    blocks = -(-size // LANES)
    begin = 1 + np.concatenate([[0], blocks.ravel().cumsum()[:-1]]).reshape(blocks.shape)
    return Leads(low, blocks, begin), int(size.sum())


def _ended(leads: Leads) -> Worth:
    """The shares of full cards: a lead of 0 is a tie."""
    shares = np.zeros((int(leads.blocks.sum()) + 2, LANES))
    shares[leads.begin[leads.blocks > 0]] = [TIE] + [1.0] * (LANES - 1)
    return shares.reshape(-1)


def _solved(
    sides: tuple[Side, Side], turn: tuple[bool, int, int], leads: Leads, then: Stage, pool: ThreadPoolExecutor
) -> Worth:
    """The shares before a turn, computed from the shares of the next stage."""
    first_plays, *open_boxes = turn
    ends = sides[0].ends[open_boxes[0]] if first_plays else sides[1].ends[open_boxes[1]]
    now = np.zeros((int(leads.blocks.sum()) + 2, LANES))

    def fill(part: int) -> None:
        work = workspace(int(np.diff(ends.first).max()))
        cards = np.arange(part, len(ends.first) - 1, PARTS)
        sign = 1 if first_plays else -1
        solve_cards(cards, sign, ends, leads, then.leads, now, then.shares, work, lattice())

    for _ in pool.map(fill, range(min(PARTS, len(ends.first) - 1))):
        pass
    return now.reshape(-1)


# --- Cards that can follow ---------------------------------------------------------------------------------


class _Way(NamedTuple):
    """The ends of a turn with one card, including zeros by choice."""

    after: list[Card]
    gain: list[int]
    uses: Ints
    """(252, open boxes): the end of each roll in each box, or the last end for a box not offered."""


def _side(form: ScoreCard, card: Card) -> Side:
    cards, fewest, most = {place_of(form, card): card}, np.zeros(1, np.int64), np.zeros(1, np.int64)
    found, ends = [], list[Ends]()
    while not filling.is_full(next(iter(cards.values()))):
        ways = [_way(form, each) for each in cards.values()]
        then = {place_of(form, after): after for way in ways for after in way.after}
        turned = _ends(form, ways, {place: number for number, place in enumerate(then)})
        found.append((cards, fewest, most))
        ends.append(turned)
        cards, (fewest, most) = then, _made(turned, fewest, most, len(then))
    found.append((cards, fewest, most))
    to_come = [np.zeros(len(cards), np.int64)]
    for turned in reversed(ends):
        to_come.append(np.maximum.reduceat(turned.gain + to_come[-1][turned.after], turned.first[:-1]))
    levels = [
        Level({place: number for number, place in enumerate(each)}, least, highest, ahead)
        for (each, least, highest), ahead in zip(reversed(found), to_come, strict=True)
    ]
    nothing = Ends(*(np.zeros(0, np.int64) for _ in Ends._fields))
    return Side(levels, [nothing, *reversed(ends)])


def _way(form: ScoreCard, card: Card) -> _Way:
    rules, order = pays(form), layout(form).order
    vacant = [bit for bit in range(rules.boxes) if not shape_of(form, card) >> bit & 1]
    bookings = rules.booking[:, vacant]
    made, uses = np.unique(bookings, return_inverse=True)
    uses = uses.reshape(bookings.shape)
    coming = booked(form, card)
    gains = coming.gains[np.searchsorted(coming.bookings, made)].tolist()
    after = [_with(card, order[rules.box[booking]], int(rules.points[booking])) for booking in made]
    for roll, number in zip(YAHTZEE_ROLLS, rules.yahtzees, strict=True):
        if filling.is_further(form, card, roll):
            boxes = filling.open_boxes(form, card, roll)
            ends = [filling.fill(form, card, box, roll) for box in boxes]
            uses[number] = [len(after) + min(place, len(boxes) - 1) for place in range(len(vacant))]
            gains += [filling.total(form, end) - filling.total(form, card) for end in ends]
            after += ends
    zeros = [_with(card, order[box], 0) for box in vacant]
    return _Way(after + zeros, gains + [0] * len(zeros), uses)


def _with(card: Card, box: int, points: int) -> Card:
    return Card((*card.boxes[:box], points, *card.boxes[box + 1 :]), card.bonuses)


def _ends(form: ScoreCard, ways: list[_Way], number: dict[int, int]) -> Ends:
    """The ends of all cards of a level as arrays."""
    first = np.cumsum([0, *(len(way.after) for way in ways)])
    after = np.array([number[place_of(form, each)] for way in ways for each in way.after])
    uses = np.array([way.uses.reshape(-1) for way in ways])
    first_use = np.arange(len(ROLLS) + 1) * (uses.shape[1] // len(ROLLS))
    return Ends(first, after, np.array([gain for way in ways for gain in way.gain]), uses, first_use)


def _made(ends: Ends, fewest: Ints, most: Ints, cards: int) -> tuple[Ints, Ints]:
    """(cards,) each: the fewest and the most points on the way to the next cards."""
    here = np.repeat(np.arange(len(fewest)), np.diff(ends.first))
    least, highest = np.full(cards, np.iinfo(np.int64).max), np.full(cards, -1)
    np.minimum.at(least, ends.after, fewest[here] + ends.gain)
    np.maximum.at(highest, ends.after, most[here] + ends.gain)
    return least, highest
