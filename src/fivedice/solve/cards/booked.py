"""The cards that can follow one card as arrays, and knowledge that rates uses by these cards."""

from abc import abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from fivedice.analysis.solver_api import Knowledge
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.dice import Dice
from fivedice.core.worth import Worth, first_best_along
from fivedice.solve.cards.columns import check, columns, layout, place_of, shape_of
from fivedice.solve.cards.pays import RANKS, YAHTZEE_ROLLS, Ints, pays
from fivedice.solve.kernel.settings import LANES


class Booked(NamedTuple):
    """A card after each booking that some roll may make, without zeros by choice."""

    bookings: Ints
    """(n,): the numbers of the bookings in `pays`."""
    shapes: Ints
    columns: Ints
    places: Ints
    """(n,): the place of the card after each booking; see `columns.place_of`."""
    gains: Ints
    """(n,): the points that each booking adds to the total, section bonuses included."""
    of_roll: Ints
    """(252, boxes): the place in these arrays of each roll's booking in each box, or -1."""

    def by_box(self, worths: Worth) -> Worth:
        """(252, boxes, …): each roll in each box, from the worths of bookings; -infinity if not offered."""
        lowest = np.full((1, *worths.shape[1:]), -np.inf)
        return np.concatenate([worths, lowest]).take(self.of_roll, axis=0)


def booked(form: ScoreCard, card: Card) -> Booked:
    """The bookings that can follow a card. ValueError for an impossible or full card.

    Hints wait for this function, so it calls numpy rarely: every call takes a microsecond.
    """
    if filling.is_full(card):
        raise ValueError("The card is full: there is nothing left to roll for.")
    check(form, card)
    rules, shape = pays(form), shape_of(form, card)
    uses, offered = _uses(form, shape), np.zeros(len(rules.box), np.bool_)
    offered[uses] = True
    (bookings,) = (offered & (shape & rules.bits == 0)).nonzero()
    number = np.full(len(offered), -1)
    number[bookings] = np.arange(len(bookings))
    shapes, columns_, places, gains = (each.take(bookings) for each in _every(form, card, shape))
    return Booked(bookings, shapes, columns_, places, gains, number.take(uses).T)


def _uses(form: ScoreCard, shape: int) -> Ints:
    """(boxes, 252): the booking of each roll in each box; for a box not offered, one in a filled box."""
    rules = pays(form)
    if rules.follows < 0 or not shape >> rules.follows & 1:
        return _by_box(form)
    state, uses = 2 if shape & rules.proved else 1, _by_box(form).copy()
    binding = (rules.ranks[state] & ~shape != 0).argmax(axis=1)
    turned = rules.turning[state] & shape != 0
    uses[:, rules.yahtzees] = _yahtzee_uses(form)[state].take(_FIRST_WAYS + 2 * binding + turned, axis=1)
    return uses


_FIRST_WAYS = np.arange(len(YAHTZEE_ROLLS)) * RANKS * 2
"""The first column of each Yahtzee in `_yahtzee_uses`."""


@lru_cache(maxsize=KEPT_CARDS)
def _by_box(form: ScoreCard) -> Ints:
    """(boxes, 252): the booking of each ordinary roll in each box."""
    return np.ascontiguousarray(pays(form).booking.T)


@lru_cache(maxsize=KEPT_CARDS)
def _yahtzee_uses(form: ScoreCard) -> Ints:
    """(3 s, boxes, 6 RANKS 2): the booking of a Yahtzee in each box, for each binding rank, before and after
    it becomes a Joker. If the rank does not offer the box, it is a booking in a box that is filled by then.
    """
    rules = pays(form)
    offered = rules.ranks[..., None, None] >> np.arange(rules.boxes) & 1 == 1
    filled = (rules.box == rules.follows).argmax()
    ways = np.where(offered, rules.yahtzee_booking[:, :, None], filled)
    return np.ascontiguousarray(ways.reshape(3, -1, rules.boxes).swapaxes(1, 2))


def _every(form: ScoreCard, card: Card, shape: int) -> tuple[Ints, Ints, Ints, Ints]:
    """(bookings,) each: shapes, columns, places, gains after all bookings; meaningless for filled boxes."""
    shapes, gains = shape | pays(form).bits, pays(form).points
    column = np.zeros(len(shapes), np.int64)
    for effect in _effects(form):
        own_column, size, earned = effect(card, shape)
        column = column * size + own_column
        if earned is not None:
            gains = gains + earned
    return shapes, column, _first(form).take(shapes) + column, gains


@lru_cache(maxsize=KEPT_CARDS)
def _first(form: ScoreCard) -> Ints:
    """(shapes,): the first place of each shape."""
    return columns(form).first * LANES


_Effect = Callable[[Card, int], tuple[Ints, Ints, Ints | None]]
"""From a card and its shape, (bookings,) each: the column of a section after every booking, the number of its
columns, and the bonus that the booking earns, if any does.
"""


@lru_cache(maxsize=KEPT_CARDS)
def _effects(form: ScoreCard) -> tuple[_Effect, ...]:
    """The effects on sections with a bonus, last section first: the order in which their columns combine."""
    return tuple(_effect(form, at) for at in reversed(range(len(layout(form).sections))))


def _effect(form: ScoreCard, at: int) -> _Effect:
    """The effect of bookings on a section; masks of its boxes are shifted down from a shape."""
    rules, columns_, (place, _) = pays(form), columns(form), layout(form).sections[at]
    shift, part, goal = columns_.shift.item(at), columns_.part.item(at), columns_.goal.item(at)
    mine = columns_.section[rules.box] == at
    adds = np.where(mine, rules.points - rules.further, 0)
    fills = np.where(mine, rules.bits >> shift & part, 0)
    most, bonus, sizes = int(adds.max()), form.sections[place].bonus, columns_.size[at]
    column = columns_.column[at].take(np.minimum(np.arange(goal + most + 1), goal), axis=1).astype(np.int64)
    width, of_sum = column.shape[1], column.ravel()
    ahead = fills * width + adds

    def effect(card: Card, shape: int) -> tuple[Ints, Ints, Ints | None]:
        own, now = shape >> shift & part, min(filling.section_total(form, card, place), goal)
        earned = (adds >= goal - now) * bonus if goal - most <= now < goal else None
        own_column = of_sum.take(ahead + (own * width + now), mode="clip")
        return own_column, sizes.take(fills + own, mode="clip"), earned

    return effect


class RatesCards(Knowledge):
    """Knowledge of score cards that rates each use by the card that it leads to."""

    @property
    @abstractmethod
    def form(self) -> ScoreCard:
        """The score card."""

    @abstractmethod
    def after_turn(self, position: Any, seat: int, places: Ints, totals: Ints) -> Worth:
        """(n,): the worth to the seat with each card after its turn, by place and total."""

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the worth after the best use of each roll."""
        return self.box_worth(position, seat).max(axis=1)

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The best box for each roll."""
        names = layout(self.form).names
        best = first_best_along(self.box_worth(position, seat), axis=1)
        return tuple([names[box] for box in best.tolist()])

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The worth after each use."""
        card = position.cards[seat]
        names = [use.name for use in filling.uses(self.form, card, roll)]
        after = [filling.book(self.form, card, roll, name) for name in names]
        places = np.array([place_of(self.form, each) for each in after])
        totals = np.array([filling.total(self.form, each) for each in after])
        return dict(zip(names, self.after_turn(position, seat, places, totals).tolist(), strict=True))

    def box_worth(self, position: Any, seat: int) -> Worth:
        """(252, boxes): each roll in each box, without zeros by choice; minus infinity if not offered."""
        card: Card = position.cards[seat]
        after = booked(self.form, card)
        totals = filling.total(self.form, card) + after.gains
        return after.by_box(self.after_turn(position, seat, after.places, totals))
