"""Whole matches of two score cards, fast: one seat plays to win, the other for the mean. Keeps no record.

Each pair of matches is played on the same dice with the seats exchanged: every seat has a row of five dice
for each throw of its turns, and throws n dice by taking the first n. Not for challenge, whose common dice
tie the seats together. Takes any score card; knows arrays, not cards.
"""

from typing import NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import MOST_BOXES, ScoreCard
from fivedice.dice import FIVE
from fivedice.solve.cards.columns import Columns, column_of, columns
from fivedice.solve.cards.layout import shape_of
from fivedice.solve.cards.pays import Ints, Pays, pays
from fivedice.solve.cards.spread import WIDE, Chances, Spread, numbers, step_of
from fivedice.solve.cards.sweep import (
    bonus_earned,
    column_after,
    held_of,
    offered_boxes,
    yahtzee_booking,
)
from fivedice.solve.cards.table import CardTable
from fivedice.solve.cards.wins import MARGIN, totals_of
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, lattice
from fivedice.solve.kernel.width import LANES
from fivedice.turn import THROWS
from fivedice.worth import FIRST_ROLL, INSIDE, Worth

SHAPE, COLUMN, TOTAL = range(3)
"""What is known of a card: its shape and column as `columns` has them, and its total."""
MEAN, WIN = range(2)
"""What a player plays for."""
NEVER = -np.inf


STEPS = np.array([step_of(vacant) for vacant in range(MOST_BOXES + 1)])
"""By the number of open boxes, the distance of the points at which chances are told."""


class Known(NamedTuple):
    """All that both players know: the solved table, the spread of the cards, and the rules."""

    worths: Worth
    number: Ints
    low: Ints
    begin: Ints
    chances: Chances
    pays: Pays
    columns: Columns
    lattice: Lattice


class Room(NamedTuple):
    """The scratch of one thread."""

    shares: Worth
    """(totals,): the share of the win with each final total, as `spread` tells totals after the turn."""
    exact: Worth
    """(totals,): the same at every total."""
    bookings: Worth
    """(bookings,): what an ordinary roll is worth in each booking."""
    jokers: Worth
    """(6, boxes): what each Yahtzee is worth in each box."""
    one_left: Worth
    """(462,): the worth of every keep with one throw left."""
    two_left: Worth
    """(462,): the worth of every keep with two throws left."""


def known(table: CardTable, spread: Spread) -> Known:
    """What players know, from what was solved."""
    form = table.form
    told = table.worths, numbers(form)[0], spread.low, spread.begin, spread.chances
    return Known(*told, pays(form), columns(form), lattice())


def in_arrays(form: ScoreCard, card: Card) -> Ints:
    """(3,): a card as the matches hold it."""
    return np.array([shape_of(form, card), column_of(form, card), filling.total(form, card)])


def room(form: ScoreCard) -> Room:
    """The scratch for one thread."""
    rules, totals = pays(form), totals_of(form)
    shares = np.zeros(totals), np.zeros(totals)
    turn = np.zeros(len(rules.box)), np.zeros((6, rules.boxes)), np.zeros(KEEP_COUNT), np.zeros(KEEP_COUNT)
    return Room(*shares, *turn)


@compiled
def play_pairs(seed: int, pairs: int, aims: Ints, known: Known, room: Room) -> Ints:
    """(pairs, 2, 2): the final totals of both players, in the match each opens; the seed fixes the dice.

    `aims` are what the two play for.
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
def play_match(dice: Ints, opener: int, aims: Ints, known: Known, room: Room) -> tuple[int, int]:
    """The final totals of both players, of whom the opener has the dice of the first seat."""
    cards, turns = np.zeros((2, 3), np.int64), known.pays.boxes
    for turn in range(turns):
        for seat in range(2):
            player = opener ^ seat
            rate(aims[player], cards[player], cards[1 - player], turns - turn - 1, known, room)
            play_turn(dice[seat, turn], cards[player], known, room)
    return cards[0, TOTAL], cards[1, TOTAL]


@compiled
def play_turn(dice: Ints, card: Ints, known: Known, room: Room) -> None:
    """Throw, keep and book the best as rated."""
    keep = throw(int64(0), dice[0], known.lattice)
    keep = throw(best_keep(keep, room.two_left), dice[1], known.lattice)
    keep = throw(best_keep(keep, room.one_left), dice[2], known.lattice)
    book(card, keep - FIRST_ROLL, known, room)


@compiled
def throw(keep: int, dice: Ints, lattice: Lattice) -> int:
    """The keep of five dice once the first of the dice fill it up."""
    place = 0
    while keep < FIRST_ROLL:
        keep = lattice.plus_one[keep, dice[place] - 1]
        place += 1
    return keep


@compiled
def best_keep(roll: int, worths: Worth) -> int:
    """The keep that is worth most of a roll, which is told as the keep of all its dice."""
    best = roll
    for keep in INSIDE[:, roll - FIRST_ROLL]:
        if worths[keep] > worths[best]:
            best = keep
    return best


@compiled
def rate(aim: int, card: Ints, other: Ints, vacant_after: int, known: Known, room: Room) -> None:
    """Rate every booking and every keep of a turn, into the room."""
    if aim == WIN:
        share(other, STEPS[vacant_after], known, room)
    rules = known.pays
    for booking in range(rules.box.size):
        box = rules.box[booking]
        room.bookings[booking] = NEVER
        if not card[SHAPE] >> box & 1:
            room.bookings[booking] = worth_of(aim, card, booking, int64(0), vacant_after, known, room)
    rate_jokers(aim, card, vacant_after, known, room)
    rate_keeps(known, room)


@compiled
def rate_jokers(aim: int, card: Ints, vacant_after: int, known: Known, room: Room) -> None:
    """Rate the boxes that each Yahtzee may fill, whatever the Joker rules make of it."""
    for yahtzee in range(6):
        offered = offered_boxes(card[SHAPE], yahtzee, known.pays)
        for box in range(known.pays.boxes):
            worth = NEVER
            if offered >> box & 1:
                booking = yahtzee_booking(card[SHAPE], yahtzee, box, known.pays)
                worth = worth_of(aim, card, booking, further_of(card, known), vacant_after, known, room)
            room.jokers[yahtzee, box] = worth


@compiled
def further_of(card: Ints, known: Known) -> int:
    """The bonus of a further Yahtzee."""
    return int64(known.pays.further[held_of(card[SHAPE], known.pays)])


@compiled
def rate_keeps(known: Known, room: Room) -> None:
    """From what each roll is worth to every keep."""
    rules, lattice, keeps = known.pays, known.lattice, room.one_left
    for roll in range(ROLL_COUNT):
        best = NEVER
        for box in range(known.pays.boxes):
            best = max(best, room.bookings[rules.booking[roll, box]])
        keeps[FIRST_ROLL + roll] = best
    for yahtzee in range(6):
        keeps[FIRST_ROLL + rules.yahtzees[yahtzee]] = room.jokers[yahtzee].max()
    mean_next(keeps, lattice)
    for keep in range(KEEP_COUNT):
        room.two_left[keep] = keeps[keep]
    best_inside(room.two_left, lattice)
    mean_next(room.two_left, lattice)


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
    """The worth of the best keep inside every keep."""
    for place in range(lattice.keeps.size):
        keep = lattice.keeps[place]
        for face in range(lattice.faces[place]):
            less = lattice.less_one[place, face]
            keeps[keep] = max(keeps[keep], keeps[less])


@compiled
def worth_of(
    aim: int, card: Ints, booking: int, further: int, vacant: int, known: Known, room: Room
) -> float:
    """What a card is worth after a booking with the bonus of a further Yahtzee."""
    shape, column, total = after(card, booking, further, known)
    place = known.columns.first[shape] * LANES + column
    if aim == MEAN:
        return float(total + known.worths[place])
    number, step = known.number[place], STEPS[vacant]
    begin, end = known.begin[number], known.begin[number + 1]
    final = MARGIN + total + known.low[number]
    chance = 0.0
    for place in range(begin, end):
        chance += known.chances[place] * room.shares[final]
        final += step
    return chance


@compiled
def after(card: Ints, booking: int, further: int, known: Known) -> tuple[int, int, int]:
    """The shape, column and total of a card after a booking."""
    rules, shape, column = known.pays, card[SHAPE], card[COLUMN]
    gain = rules.points[booking] + bonus_earned(shape, column, booking, rules, known.columns) + further
    then = column_after(shape, column, booking, rules, known.columns)
    return shape | rules.bits[booking], then, card[TOTAL] + gain


@compiled
def book(card: Ints, roll: int, known: Known, room: Room) -> None:
    """Fill the best box with a roll."""
    rules = known.pays
    best, best_further, most = int64(-1), int64(0), NEVER
    for box in range(rules.boxes):
        booking, further = int64(rules.booking[roll, box]), int64(0)
        value = room.bookings[booking]
        for yahtzee in range(6):
            if rules.yahtzees[yahtzee] == roll:
                value, further = room.jokers[yahtzee, box], further_of(card, known)
                booking = yahtzee_booking(card[SHAPE], yahtzee, box, rules)
        if value > most:
            best, best_further, most = booking, further, value
    card[SHAPE], card[COLUMN], card[TOTAL] = after(card, best, best_further, known)


@compiled
def share(other: Ints, step: int, known: Known, room: Room) -> None:
    """The share of the win with each final total against another card, into `room.shares`."""
    exact, shares = room.exact, room.shares
    finals(other, known, exact)
    below = 0.0
    for total in range(exact.size):
        equal = exact[total]
        exact[total] = below + equal / 2
        below += equal
    for total in range(exact.size):
        shares[total] = exact[total]
    if step > 1:
        for total in range(WIDE, exact.size - WIDE):
            shares[total] = 0
            for away in range(1 - step, step):
                shares[total] += exact[total + away] * (step - abs(away)) / step**2


@compiled
def finals(card: Ints, known: Known, row: Worth) -> None:
    """The chance of each final total of a card."""
    shape = card[SHAPE]
    vacant = 0
    for box in range(known.pays.boxes):
        vacant += 1 - (shape >> box & 1)
    number, step = known.number[known.columns.first[shape] * LANES + card[COLUMN]], STEPS[vacant]
    total = MARGIN + card[TOTAL] + known.low[number]
    row[:] = 0
    for place in range(known.begin[number], known.begin[number + 1]):
        for away in range(1 - step, step):
            row[total + away] += known.chances[place] * (step - abs(away)) / step**2
        total += step
