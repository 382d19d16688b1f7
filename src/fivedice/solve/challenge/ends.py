"""The possible ends of a round of challenge for a card, and how a player for the mean plays it."""

from typing import NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.worth import Worth, best_keep, first_best_along, follow, keep_worth, turn_worth
from fivedice.solve.cards.booked import booked
from fivedice.solve.cards.columns import column_of, columns, layout, shape_of
from fivedice.solve.cards.pays import YAHTZEE_ROLLS, Ints, pays
from fivedice.solve.cards.table import CardTable
from fivedice.solve.challenge.turn import Numbers
from fivedice.solve.challenge.value import Cards
from fivedice.solve.kernel.settings import LANES

NOT_OFFERED = -1


class Ends(NamedTuple):
    """The possible ends of the round for a card."""

    cards: Cards
    """(ends,): the card after each."""
    of_roll: Ints
    """(252, boxes): the end of each roll in each box, or `NOT_OFFERED`."""

    def best(self, worths: Worth) -> Worth:
        """(252, …): the worth of each roll in its best box, from the worths of ends (ends, …)."""
        best: Worth = self._boxes(worths).max(axis=1)
        return best

    def best_box(self, worths: Worth) -> Numbers:
        """(252,): the best box of each roll, the first on the card among equals."""
        return first_best_along(self._boxes(worths), axis=1)

    def _boxes(self, worths: Worth) -> Worth:
        """(252, 13, …): the worth of each box; minus infinity if not offered."""
        lowest = np.full((1, *worths.shape[1:]), -np.inf)
        boxes: Worth = np.concatenate([worths, lowest])[self.of_roll]
        return boxes


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


def as_arrays(table: CardTable, cards: list[Card], brought: int = 0) -> Cards:
    """Cards as arrays, with points from earlier games."""
    form = table.form
    shapes = np.array([shape_of(form, card) for card in cards])
    places = np.array([column_of(form, card) for card in cards])
    totals = np.array([filling.total(form, card) for card in cards]) + brought
    return _with_means(table, shapes, places, totals)


def ends(table: CardTable, card: Card, brought: int = 0) -> Ends:
    """The possible ends of the round for a card with an open box."""
    rules, after = pays(table.form), booked(table.form, card)
    totals = filling.total(table.form, card) + brought + after.gains
    plain = _with_means(table, after.shapes, after.columns, totals)
    number = np.full(len(rules.box), NOT_OFFERED)
    number[after.bookings] = np.arange(len(after.bookings))
    ordinary = Ends(plain, number[rules.booking])
    bound = filling.is_further(table.form, card, YAHTZEE_ROLLS[0])
    return _with_jokers(table, card, brought, ordinary) if bound else ordinary


def play(table: CardTable, card: Card, brought: int = 0) -> Play:
    """The play of a card with an open box by a player for the mean."""
    round_ends = ends(table, card, brought)
    offered = round_ends.of_roll != NOT_OFFERED
    boxes = np.where(offered, round_ends.cards.expected[round_ends.of_roll], -np.inf)
    best = round_ends.of_roll[np.arange(len(boxes)), first_best_along(boxes, axis=1)]
    used, end = np.unique(best, return_inverse=True)
    turn = turn_worth(boxes.max(axis=1))
    kept = best_keep(turn.two_left)
    chance = keep_worth(follow(turn, np.eye(len(used))[end])[0][kept])[0]
    cards = Cards._make(numbers[used] for numbers in round_ends.cards)
    return Play(cards, end, chance, kept, best_keep(turn.one_left))


def _with_means(table: CardTable, shapes: Ints, places: Ints, totals: Ints) -> Cards:
    at = columns(table.form).first[shapes] * LANES + places
    return Cards(shapes, places, totals, totals + table.worths[at])


def _with_jokers(table: CardTable, card: Card, brought: int, plain: Ends) -> Ends:
    """Adds the ends of Yahtzees for a card that is bound by Joker rules."""
    form, order = table.form, layout(table.form).order
    of_roll, after = plain.of_roll.copy(), list[Card]()
    for place, roll in zip(pays(form).yahtzees.tolist(), YAHTZEE_ROLLS, strict=True):
        boxes = filling.open_boxes(form, card, roll)
        of_roll[place] = NOT_OFFERED
        of_roll[place, [order.index(box) for box in boxes]] = (
            len(plain.cards.shape) + len(after) + np.arange(len(boxes))
        )
        after += [filling.fill(form, card, box, roll) for box in boxes]
    both = zip(plain.cards, as_arrays(table, after, brought), strict=True)
    return Ends(Cards._make(np.concatenate(parts) for parts in both), of_roll)
