"""The last turns of two score cards, both sides playing to win: exact.

What matters is what each card can still make and how far the first side is ahead. So all cards that the two
can become are found, and the first side's shares of the win are worked out backwards for each pair of them
and for each lead that leaves the winner open. A tie is half a win (R4). Which of two uses or keeps is taken
that win as often does not matter: what one side gains the other loses.
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
from fivedice.solve.cards.columns import place_of
from fivedice.solve.cards.endgame import duel_levels
from fivedice.solve.cards.endgame.duel_levels import Ends, Leads
from fivedice.solve.cards.layout import layout, shape_of
from fivedice.solve.cards.pays import YAHTZEE_ROLLS, Ints, pays
from fivedice.solve.kernel.compile import processors
from fivedice.solve.kernel.lattice import lattice
from fivedice.solve.kernel.settings import LANES

TIE = 0.5
PARTS = 8
"""In how many parts the threads take a stage."""


class Level(NamedTuple):
    """The cards with equally many open boxes that can come of one side's card."""

    number: dict[int, int]
    """Their numbers, by their places in a table (`columns.place_of`): cards of one place promise the same."""
    fewest: Ints
    most: Ints
    """(n,) each: the points made on the way to them."""
    to_come: Ints
    """(n,): the most points that each can still make."""


class Side(NamedTuple):
    """All that can come of one side's card."""

    levels: list[Level]
    """By the number of open boxes."""
    ends: list[Ends]
    """How a turn may end with the cards of each level but the first, which are full."""

    def find(self, form: ScoreCard, card: Card) -> tuple[int, int]:
        """The level of a card and its number there; a KeyError for a card that cannot come about."""
        open_boxes = card.boxes.count(None)
        if open_boxes >= len(self.levels):
            raise KeyError(open_boxes)
        return open_boxes, self.levels[open_boxes].number[place_of(form, card)]


class Stage(NamedTuple):
    """A turn of the match, or its end: the first side's shares of the win before it."""

    leads: Leads
    shares: Worth
    """The rows of all pairs of cards, one after another."""

    def of(self, one: int | Ints, two: int | Ints, leads: Ints) -> Worth:
        """The first side's shares of the win with cards by their numbers and these leads."""
        start = leads - self.leads.low[one, two]
        inside = (start >= 0) & (start < self.leads.blocks[one, two] * LANES)
        place = np.where(inside, self.leads.begin[one, two] * LANES + start, 0)
        return np.where(inside, self.shares[place], np.where(start < 0, 0.0, 1.0))


class Duel(NamedTuple):
    """All that can come of two cards when the first side is ahead by some points; solved."""

    form: ScoreCard
    lead: int
    sides: tuple[Side, Side]
    stages: dict[tuple[bool, int, int], Stage]
    """By whether the first side plays, and the open boxes of both."""
    positions: int
    """How many pairs of cards with a lead were solved."""

    def has(self, form: ScoreCard, cards: tuple[Card, Card], first_plays: bool, lead: int) -> bool:
        """Whether this can come of what was solved."""
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
        """The first side's share of the win, where this can come of what was solved."""
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
        """The level and the number of both cards; a KeyError where one cannot come about."""
        return self.sides[0].find(self.form, cards[0]), self.sides[1].find(self.form, cards[1])


def solve(
    form: ScoreCard, cards: tuple[Card, Card], first_plays: bool, lead: int, jobs: int | None = None
) -> Duel:
    """Solve what can come of two cards, on `jobs` processors; a card that cannot be is a ValueError."""
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
    """Which side plays with how many open boxes, turn by turn, and the end."""
    while one or two:
        yield first_plays, one, two
        one, two = (one - 1, two) if first_plays else (one, two - 1)
        first_plays = not first_plays
    yield first_plays, one, two


# --- Stages ----------------------------------------------------------------------------------------------


def _bounds(sides: tuple[Side, Side], one: int, two: int, lead: int) -> tuple[Ints, Ints]:
    """(first side's cards, second side's) each: the least and the greatest lead with these open boxes."""
    first, second = sides[0].levels[one], sides[1].levels[two]
    return (
        lead + first.fewest[:, None] - second.most,
        lead + first.most[:, None] - second.fewest,
    )


def _leads(sides: tuple[Side, Side], open_boxes: tuple[int, int], lead: int) -> tuple[Leads, int]:
    """The leads that can come about and leave the winner open, and how many there are in all."""
    low, high = _bounds(sides, *open_boxes, lead)
    low = np.maximum(low, -sides[0].levels[open_boxes[0]].to_come[:, None])
    size = np.maximum(np.minimum(high, sides[1].levels[open_boxes[1]].to_come) - low + 1, 0)
    blocks = -(-size // LANES)
    begin = 1 + np.concatenate([[0], blocks.ravel().cumsum()[:-1]]).reshape(blocks.shape)
    return Leads(low, blocks, begin), int(size.sum())


def _ended(leads: Leads) -> Worth:
    """The shares of full cards: a lead of nothing is a tie."""
    shares = np.zeros((int(leads.blocks.sum()) + 2, LANES))
    shares[leads.begin[leads.blocks > 0]] = [TIE] + [1.0] * (LANES - 1)
    return shares.reshape(-1)


def _solved(
    sides: tuple[Side, Side], turn: tuple[bool, int, int], leads: Leads, then: Stage, pool: ThreadPoolExecutor
) -> Worth:
    """The shares before a turn, from those of the stage after it."""
    first_plays, *open_boxes = turn
    ends = sides[0].ends[open_boxes[0]] if first_plays else sides[1].ends[open_boxes[1]]
    now = np.zeros((int(leads.blocks.sum()) + 2, LANES))

    def fill(part: int) -> None:
        work = duel_levels.workspace(int(np.diff(ends.first).max()))
        cards = np.arange(part, len(ends.first) - 1, PARTS)
        sign = 1 if first_plays else -1
        duel_levels.solve_cards(cards, sign, ends, leads, then.leads, now, then.shares, work, lattice())

    for _ in pool.map(fill, range(min(PARTS, len(ends.first) - 1))):
        pass
    return now.reshape(-1)


# --- What can come of a card -----------------------------------------------------------------------------


class _Way(NamedTuple):
    """How a turn with one card may end: as dice are booked, and in a zero by choice."""

    after: list[Card]
    gain: list[int]
    uses: Ints
    """(252, open boxes): the end that each roll makes in each box, or the last where one is not on offer."""


def _side(form: ScoreCard, card: Card) -> Side:
    """All that can come of a card."""
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
    """The ends of turns with a card that has an open box."""
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
    """The ends of all cards of a level as arrays, the cards after them by their numbers."""
    first = np.cumsum([0, *(len(way.after) for way in ways)])
    after = np.array([number[place_of(form, each)] for way in ways for each in way.after])
    uses = np.array([way.uses.reshape(-1) for way in ways])
    first_use = np.arange(len(ROLLS) + 1) * (uses.shape[1] // len(ROLLS))
    return Ends(first, after, np.array([gain for way in ways for gain in way.gain]), uses, first_use)


def _made(ends: Ends, fewest: Ints, most: Ints, cards: int) -> tuple[Ints, Ints]:
    """(cards,) each: the fewest and the most points on the way to the cards after these ends."""
    here = np.repeat(np.arange(len(fewest)), np.diff(ends.first))
    least, highest = np.full(cards, np.iinfo(np.int64).max), np.full(cards, -1)
    np.minimum.at(least, ends.after, fewest[here] + ends.gain)
    np.maximum.at(highest, ends.after, most[here] + ends.gain)
    return least, highest
