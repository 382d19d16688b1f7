"""The possible ends of a round of challenge for a card, and how a player for the mean plays it."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.worth import Worth, best_keep, first_best_along, follow, keep_worth, turn_worth
from fivedice.solve.cards.booked import Booked, booked
from fivedice.solve.cards.columns import column_of, columns, shape_of
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.table import CardTable
from fivedice.solve.challenge.turn import Numbers
from fivedice.solve.challenge.value import Cards
from fivedice.solve.kernel.settings import LANES


class RoundEnds(NamedTuple):
    """The possible ends of the round for a card."""

    cards: Cards
    """(ends,): the card after each."""
    after: Booked
    """The bookings that lead to them."""

    def best(self, worths: Worth) -> Worth:
        """(252, …): the worth of each roll in its best box, from the worths of ends (ends, …)."""
        return self.after.by_box(worths).max(axis=1)

    def best_box(self, worths: Worth) -> Numbers:
        """(252,): the best box of each roll, the first on the card among equals."""
        return first_best_along(self.after.by_box(worths), axis=1)


class Play(NamedTuple):
    """The play of a round by a player for the mean."""

    cards: Cards
    """(ends,): its card after each possible end."""
    end: Numbers
    """(252,): the end of each final roll."""
    chance: Worth
    """(ends,): the chance of each end before the first throw."""
    kept_of_two: Numbers
    """(252,): the keep of each roll with two throws left."""
    kept_of_one: Numbers
    """(252,): the keep of each roll with one throw left."""


def as_arrays(table: CardTable, cards: list[Card], earlier: int = 0) -> Cards:
    """Cards as arrays, with points from earlier games."""
    form = table.form
    shapes = np.array([shape_of(form, card) for card in cards])
    places = np.array([column_of(form, card) for card in cards])
    totals = np.array([filling.total(form, card) for card in cards]) + earlier
    return _with_means(table, shapes, places, totals)


def ends(table: CardTable, card: Card, earlier: int = 0) -> RoundEnds:
    """The possible ends of the round for a card with an open box."""
    after = booked(table.form, card)
    totals = filling.total(table.form, card) + earlier + after.gains
    return RoundEnds(_with_means(table, after.shapes, after.columns, totals), after)


@lru_cache(maxsize=64)  # every choice of a hint needs it
def play(table: CardTable, card: Card, earlier: int = 0) -> Play:
    """The play of a card with an open box by a player for the mean."""
    round_ends = ends(table, card, earlier)
    boxes = round_ends.after.by_box(round_ends.cards.expected)
    best = round_ends.after.of_roll[np.arange(len(boxes)), first_best_along(boxes, axis=1)]
    used, end = np.unique(best, return_inverse=True)
    turn = turn_worth(boxes.max(axis=1))
    kept = best_keep(turn.two_left)
    chance = keep_worth(follow(turn, np.eye(len(used))[end])[0][kept])[0]
    cards = Cards._make(numbers[used] for numbers in round_ends.cards)
    return Play(cards, end, chance, kept, best_keep(turn.one_left))


def _with_means(table: CardTable, shapes: Ints, places: Ints, totals: Ints) -> Cards:
    at = columns(table.form).first[shapes] * LANES + places
    return Cards(shapes, places, totals, totals + table.worths[at])
