"""Fast whole matches on two score cards: one seat plays to win, the other for the mean.

Both matches of a pair have the same dice, with the seats exchanged: every seat has a row of five dice for
each throw of its turns, and throws n dice by taking the first n. Unsuitable for challenge, whose common dice
connect the seats. Works with any score card, in the form of arrays.
"""

from typing import NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import FIVE
from fivedice.core.turn import THROWS
from fivedice.core.worth import FIRST_ROLL, INSIDE, Worth
from fivedice.solve.cards import sweep
from fivedice.solve.cards.columns import Columns, column_of, columns, shape_of
from fivedice.solve.cards.pays import Ints, Pays, pays
from fivedice.solve.cards.remaining import NARROWEST, SLICES, UNIT, Remaining, Rows
from fivedice.solve.cards.sweep import Uses, bookings_of, list_uses, new_uses
from fivedice.solve.cards.table import numbers
from fivedice.solve.cards.wins import MARGIN, totals_of
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, lattice
from fivedice.solve.kernel.settings import LANES

SHAPE, COLUMN, TOTAL = range(3)
"""A card in arrays: its shape and column as `columns` defines them, and its total."""
MEAN, WIN = range(2)
"""The aim of a player."""
NEVER = -np.inf


class Known(NamedTuple):
    """What both players know: the solved table, how cards turn out (`remaining`), and the rules."""

    worths: Worth
    number: Ints
    rows: Rows
    offsets: Worth
    """(cards, slices): in points. For cards with more open boxes than those of the rows."""
    pays: Pays
    columns: Columns
    lattice: Lattice


class Workspace(NamedTuple):
    """Working memory of one thread."""

    shares: Worth
    """(totals,): the share of the win with each final total."""
    sums: Worth
    """(totals,): the area below them, up to each total."""
    slices: Worth
    """(2, slices): where the slices of a card begin and end."""
    bookings: Worth
    """(bookings,): the worth of each booking."""
    uses: Uses
    one_left: Worth
    """(462,): the worth of every keep with one throw left."""
    two_left: Worth
    """(462,): the worth of every keep with two throws left."""


def known(remaining: Remaining) -> Known:
    """The knowledge of both players, from the solved tables."""
    table, form = remaining.table, remaining.table.form
    number, offsets = numbers(form)[0], remaining.offsets.astype(np.float64) * UNIT
    return Known(table.worths, number, remaining.rows, offsets, pays(form), columns(form), lattice())


def in_arrays(form: ScoreCard, card: Card) -> Ints:
    """(3,): a card as an array."""
    return np.array([shape_of(form, card), column_of(form, card), filling.total(form, card)])


def room(form: ScoreCard) -> Workspace:
    """Working memory for one thread."""
    rules, totals = pays(form), totals_of(form)
    bookings, one_left, two_left = np.zeros(len(rules.box)), np.zeros(KEEP_COUNT), np.zeros(KEEP_COUNT)
    shares, below, slices = np.zeros(totals), np.zeros(totals), np.zeros((2, SLICES))
    return Workspace(shares, below, slices, bookings, new_uses(rules), one_left, two_left)


@compiled
def play_pairs(seed: int, pairs: int, aims: Ints, known: Known, room: Workspace) -> Ints:
    """(pairs, 2, 2): the final totals of both players, in the match that each opens; the seed fixes the dice.

    `aims` are the aims of the two players.
    """
    totals = np.zeros((pairs, 2, 2), np.int64)
    for pair in range(pairs):
        np.random.seed(seed + pair)
        dice = np.random.randint(1, 7, (2, known.pays.boxes, THROWS, FIVE))
        for opener in range(2):
            one, other = play_match(dice, opener, aims, known, room)
            totals[pair, opener, 0], totals[pair, opener, 1] = one, other
    return totals


@compiled
def play_match(dice: Ints, opener: int, aims: Ints, known: Known, room: Workspace) -> tuple[int, int]:
    """The final totals of both players; the opener has the dice of the first seat."""
    cards, turns = np.zeros((2, 3), np.int64), known.pays.boxes
    for turn in range(turns):
        for seat in range(2):
            player = opener ^ seat
            rate(aims[player], cards[player], cards[1 - player], known, room)
            play_turn(dice[seat, turn], cards[player], known, room)
    return cards[0, TOTAL], cards[1, TOTAL]


@compiled
def play_turn(dice: Ints, card: Ints, known: Known, room: Workspace) -> None:
    """Throws, keeps and books the best-rated choices."""
    keep = throw(int64(0), dice[0], known.lattice)
    keep = throw(best_keep(keep, room.two_left), dice[1], known.lattice)
    keep = throw(best_keep(keep, room.one_left), dice[2], known.lattice)
    book(card, keep - FIRST_ROLL, known, room)


@compiled
def throw(keep: int, dice: Ints, lattice: Lattice) -> int:
    """The keep of five dice after filling up with the first of the dice."""
    place = 0
    while keep < FIRST_ROLL:
        keep = lattice.plus_one[keep, dice[place] - 1]
        place += 1
    return keep


@compiled
def best_keep(roll: int, worths: Worth) -> int:
    """The best keep of a roll; the roll is given as the keep of all its dice."""
    best = roll
    for keep in INSIDE[:, roll - FIRST_ROLL]:
        if worths[keep] > worths[best]:
            best = keep
    return best


@compiled
def rate(aim: int, card: Ints, other: Ints, known: Known, room: Workspace) -> None:
    """Rates every booking and every keep of a turn, and writes the result to the working memory."""
    if aim == WIN:
        share(other, known, room)
    rules = known.pays
    for booking in range(bookings_of(card[SHAPE], rules)):
        if not card[SHAPE] >> rules.box[booking] & 1:
            room.bookings[booking] = worth_of(aim, card, booking, known, room)
    list_uses(room.uses, card[SHAPE], rules)
    rate_keeps(known, room)


@compiled
def rate_keeps(known: Known, room: Workspace) -> None:
    """Derives the worth of every keep from the worths of the rolls."""
    lattice, keeps = known.lattice, room.one_left
    for roll in range(ROLL_COUNT):
        keeps[FIRST_ROLL + roll] = room.bookings[best_booking(roll, room)]
    mean_next(keeps, lattice)
    for keep in range(KEEP_COUNT):
        room.two_left[keep] = keeps[keep]
    best_inside(room.two_left, lattice)
    mean_next(room.two_left, lattice)


@compiled
def best_booking(roll: int, room: Workspace) -> int:
    """The best booking of a roll."""
    best = int64(room.uses.booking[room.uses.first[roll]])
    for place in range(room.uses.first[roll] + 1, room.uses.first[roll + 1]):
        booking = int64(room.uses.booking[place])
        if room.bookings[booking] > room.bookings[best]:
            best = booking
    return best


@compiled
def mean_next(keeps: Worth, lattice: Lattice) -> None:
    """The worth of every keep of fewer than five dice: the mean over the six faces of its next die."""
    for keep in range(FIRST_ROLL - 1, -1, -1):
        total = 0.0
        for face in range(6):
            total += keeps[lattice.plus_one[keep, face]]
        keeps[keep] = total / 6


@compiled
def best_inside(keeps: Worth, lattice: Lattice) -> None:
    """The worth of the best keep within every keep."""
    for place in range(lattice.keeps.size):
        keep = lattice.keeps[place]
        for face in range(lattice.faces[place]):
            less = lattice.less_one[place, face]
            keeps[keep] = max(keeps[keep], keeps[less])


@compiled
def worth_of(aim: int, card: Ints, booking: int, known: Known, room: Workspace) -> float:
    """The worth of a card after a booking."""
    shape, column, total = after(card, booking, known)
    place = known.columns.first[shape] * LANES + column
    if aim == MEAN:
        return float(total + known.worths[place])
    number, rows, chance = known.number[place], known.rows, 0.0
    if number < rows.low.size:
        begin = rows.begin[number]
        whole = rows.chances[begin : rows.begin[number + 1]].astype(np.float64).sum()
        for here in range(begin, rows.begin[number + 1]):
            final = MARGIN + total + rows.low[number] + here - begin
            chance += rows.chances[here] / whole * room.shares[final]
        return chance
    cut(place, MARGIN + total, known, room)
    for number in range(SLICES):
        begin, end = room.slices[:, number]
        chance += (area(end, room) - area(begin, room)) / (end - begin) / SLICES
    return chance


@compiled
def area(place: float, room: Workspace) -> float:
    """The area below the shares up to a point between two totals."""
    whole = int64(place)
    part, share = place - whole, room.shares[whole]
    return float(room.sums[whole] + part * (share + part * (room.shares[whole + 1] - share) / 2))


@compiled
def cut(place: int, total: int, known: Known, room: Workspace) -> None:
    """Writes where the slices of a card with this total begin and end, as `remaining` defines them."""
    offsets = known.offsets[known.number[place] - known.rows.low.size]
    means = np.maximum(known.worths[place] + offsets - offsets.mean(), NARROWEST)
    gaps, last = np.diff(means), SLICES - 1
    for number in range(SLICES):
        half = gaps[min(number, last - 1)]
        if 0 < number < last:
            half = min(gaps[number - 1], half) / 2
        half = min(max(half, NARROWEST), means[number])
        room.slices[0, number] = total + means[number] - half
        room.slices[1, number] = total + means[number] + half


@compiled
def after(card: Ints, booking: int, known: Known) -> tuple[int, int, int]:
    """The shape, column and total of a card after a booking."""
    rules, shape, column = known.pays, card[SHAPE], card[COLUMN]
    then, bonus = sweep.after(shape, column, booking, rules, known.columns)
    return shape | rules.bits[booking], then, card[TOTAL] + rules.points[booking] + int64(bonus)


@compiled
def book(card: Ints, roll: int, known: Known, room: Workspace) -> None:
    """Fills the best box with a roll."""
    card[SHAPE], card[COLUMN], card[TOTAL] = after(card, best_booking(roll, room), known)


@compiled
def share(other: Ints, known: Known, room: Workspace) -> None:
    """Writes the share of the win with each final total against another card, and the area below it."""
    shares, below = room.shares, 0.0
    finals(other, known, room)
    for total in range(shares.size):
        equal = shares[total]
        shares[total] = below + equal / 2
        below += equal
    for total in range(1, shares.size):
        room.sums[total] = room.sums[total - 1] + (shares[total - 1] + shares[total]) / 2


@compiled
def finals(card: Ints, known: Known, room: Workspace) -> None:
    """Writes the chance of each final total of a card to the place of the shares."""
    place, rows, row = known.columns.first[card[SHAPE]] * LANES + card[COLUMN], known.rows, room.shares
    number, total = known.number[place], MARGIN + card[TOTAL]
    row[:] = 0
    if number < rows.low.size:
        begin = rows.begin[number]
        whole = rows.chances[begin : rows.begin[number + 1]].astype(np.float64).sum()
        for here in range(begin, rows.begin[number + 1]):
            row[total + rows.low[number] + here - begin] = rows.chances[here] / whole
        return
    cut(place, total, known, room)
    for number in range(SLICES):
        begin, end = room.slices[:, number]
        for point in range(int64(begin), int64(end) + 2):
            bend = ramp(point + 1, begin, end) - 2 * ramp(point, begin, end) + ramp(point - 1, begin, end)
            row[point] += bend / SLICES


@compiled
def ramp(point: float, begin: float, end: float) -> float:
    """The integral of the chance of less than a point, for a uniform slice."""
    inside = min(max(point, begin), end) - begin
    return inside**2 / (2 * (end - begin)) + max(point - end, 0.0)
