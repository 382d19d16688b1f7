"""Pairs of cards on common dice, and the lead of the first at the end if both play for the mean.

These are training data: one of the two has strayed from best play sometimes, or had different luck, so that
the cards differ as they do when a player plays to win. Works with arrays instead of cards.
"""

from typing import NamedTuple

import numpy as np

from fivedice.core.turn import THROWS
from fivedice.core.worth import Worth
from fivedice.solve.cards.columns import columns
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.sweep import after, booking_of, offered_boxes
from fivedice.solve.cards.table import CardTable
from fivedice.solve.challenge.value import Cards
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.settings import LANES
from research.challenge.best_choices import BOX_SHIFT, ORDERS, TOGETHER, PlayoutArrays, Throw, play_turns

SHAPE, COLUMN, TOTAL = range(3)
ANY_BOX_LAST = 0.5
"""How often the first card fills any box in its last turn, however bad, so that bad cards are known, too."""


class Pairs(NamedTuple):
    """Pairs of cards with the same number of open boxes."""

    cards: Ints
    """(2, 3, pairs): shape, column and total of both."""
    gains: Ints
    """(pairs, plays): how much more the first card gains to the end, on some common dice."""


def pairs(seed: int, number: int, plays: int, vacant: int, known: PlayoutArrays) -> Pairs:
    """This many pairs with this many open boxes, each played to the end several times."""
    found = Pairs(np.zeros((2, 3, number), np.int64), np.zeros((number, plays), np.int64))
    make_pairs(seed, vacant, found, known)
    return found


def with_means(table: CardTable, cards: Ints) -> Cards:
    """Cards by shape, column and total, (3, n), with the means of their final totals."""
    shape, column, total = cards
    place = columns(table.form).first[shape] * LANES + column
    return Cards(shape, column, total, total + table.worths[place])


@compiled
def make_pairs(seed: int, vacant: int, found: Pairs, known: PlayoutArrays) -> None:
    """Fills in the pairs."""
    np.random.seed(seed)
    dice = np.empty((2, THROWS, TOGETHER), np.uint16)
    for begin in range(0, len(found.gains), TOGETHER):
        games = min(TOGETHER, len(found.gains) - begin)
        cards = np.zeros((2, 3, games), np.int64)
        wander = np.random.random((2, games)) ** 2
        turns = known.pays.boxes - vacant
        for turn in range(turns):
            if turn == turns - 1:
                wander[1] = np.maximum(wander[1], ANY_BOX_LAST)
            throw_common(dice, games)
            throw_apart(dice[0], wander[0])
            play_round(cards[0], dice[0], wander[0] * wander[1], known)
            play_round(cards[1], dice[1], np.zeros(games), known)
        found.cards[:, :, begin : begin + games] = cards
        for play in range(found.gains.shape[1]):
            then = cards.copy()
            for _ in range(vacant):
                throw_common(dice, games)
                for seat in range(2):
                    play_round(then[seat], dice[seat], np.zeros(games), known)
            gained = then[:, TOTAL] - cards[:, TOTAL]
            found.gains[begin : begin + games, play] = gained[0] - gained[1]


@compiled
def throw_common(dice: Throw, games: int) -> None:
    """The same throws for both."""
    for place in range(games):
        for throw in range(THROWS):
            dice[:, throw, place] = np.random.randint(0, int64(ORDERS))


@compiled
def throw_apart(dice: Throw, chances: Worth) -> None:
    """Throws some dice separately, by chance, from the first, second or third throw on."""
    for place in range(chances.size):
        if np.random.random() < chances[place]:
            for throw in range(np.random.randint(0, THROWS), THROWS):
                dice[throw, place] = np.random.randint(0, int64(ORDERS))


@compiled
def play_round(cards: Ints, dice: Throw, stray: Worth, known: PlayoutArrays) -> None:
    """Plays a turn on each card, (3, games), by best play, but sometimes fills a random box instead."""
    games = stray.size
    numbers, rolls = known.number[cards[SHAPE]] + cards[COLUMN], np.empty(games, np.int64)
    play_turns(rolls, numbers, dice, known)
    for place in range(games):
        shape, column, roll = cards[SHAPE, place], cards[COLUMN, place], rolls[place]
        box = int64(known.choices[numbers[place], roll] >> BOX_SHIFT)
        if np.random.random() < stray[place]:
            box = any_box(shape, roll, known)
        rules = known.pays
        booking = booking_of(shape, roll, box, rules)
        then, bonus = after(shape, column, booking, rules, known.columns)
        cards[TOTAL, place] += rules.points[booking] + int64(bonus)
        cards[SHAPE, place], cards[COLUMN, place] = shape | rules.bits[booking], then


@compiled
def any_box(shape: int, roll: int, known: PlayoutArrays) -> int:
    """One of the boxes that a roll may fill."""
    yahtzee = known.pays.yahtzee[roll]
    offered = offered_boxes(shape, yahtzee, known.pays) if yahtzee >= 0 else known.pays.all_boxes & ~shape
    box = np.random.randint(0, known.pays.boxes)
    while not offered >> box & 1:
        box = np.random.randint(0, known.pays.boxes)
    return int64(box)
