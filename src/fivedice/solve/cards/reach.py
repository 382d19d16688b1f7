"""Knowledge of the best chance to reach a given total with a score card.

It is the chance to beat, in a duel, a side that has finished one point short of the total and wins ties.
"""

from functools import cached_property
from typing import Any

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import Worth, turn_worth
from fivedice.solve.cards.booked import RatesCards
from fivedice.solve.cards.columns import place_of
from fivedice.solve.cards.distribution import most_total
from fivedice.solve.cards.duel import Duel, DuelStage, Turn, backwards, needs_of, side_of
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.table import Progress

KEPT = 120_000_000
"""The bytes of chances to keep; the one level that is needed is always kept."""


class TargetChance(RatesCards):
    """The best chance that a card ends its game with at least the target."""

    exact = True

    def __init__(self, form: ScoreCard, target: int, progress: Progress | None = None) -> None:
        self._form, self.target, self._progress = form, target, progress
        self._duel: Duel | None = None

    @property
    def form(self) -> ScoreCard:
        """The score card."""
        return self._form

    @property
    def aim(self) -> str:
        """The aim, with its total."""
        return f"reach {self.target}"

    @property
    def positions(self) -> int:
        """The number of pairs of a card and a need in the last solution."""
        return self._duel.positions if self._duel else 0

    @property
    def memory(self) -> int:
        """The size of the kept chances in bytes."""
        return sum(stage.shares.nbytes for stage in self._duel.stages.values()) if self._duel else 0

    def worth(self, position: Any, seat: int) -> float:
        """The chance of the seat before its turn; 1 or 0 at the end."""
        card: Card = position.cards[seat]
        if filling.is_full(card):
            return float(self._need(card) <= 0)
        return float(turn_worth(self.rolls(position, seat)).turn)

    def after_turn(self, position: Any, seat: int, places: Ints, totals: Ints) -> Worth:
        """(n,): the chance with each card; solves nothing if the result is certain."""
        card: Card = position.cards[seat]
        need = self._need(card)
        if not 0 < need < self._beyond:
            return np.full(len(places), float(need <= 0))
        full = place_of(self.form, full_card(self.form))
        return self._solved_for(card).shares(_after_turn(card), places, full, self.target - 1 - totals)

    @cached_property
    def _beyond(self) -> int:
        """More points than any card can make."""
        return most_total(self.form) + 1

    def _need(self, card: Card) -> int:
        """The points that a card still needs; one number for all needs out of reach."""
        return min(self.target - filling.total(self.form, card), self._beyond)

    def _solved_for(self, card: Card) -> Duel:
        """The solution that covers all uses of a turn with this card."""
        known, need, cards = self._duel, self._need(card), (card, full_card(self.form))
        if known is None or _after_turn(card) not in known.stages or not known.leads_to(cards, need - 1):
            known = self._duel = solve(self.form, card, need, self._progress)
        return known


# --- Solving ---------------------------------------------------------------------------------------------


def full_card(form: ScoreCard) -> Card:
    """The card of the side that has finished."""
    return Card((0,) * len(form.boxes))


def _after_turn(card: Card) -> Turn:
    """The stage after a turn with this card."""
    return True, card.boxes.count(None) - 1, 0


def solve(form: ScoreCard, card: Card, need: int, progress: Progress | None = None) -> Duel:
    """Solves the cards that can follow; keeps the nearest stages. ValueError for an impossible card."""
    sides = side_of(form, card), side_of(form, full_card(form))
    first, *turns = ((True, vacant, 0) for vacant in range(card.boxes.count(None), -1, -1))
    stages, (_, positions) = dict[Turn, DuelStage](), needs_of(sides, first, need - 1, tie=0.0)
    for turn, stage, number in backwards(form, sides, turns, need - 1, tie=0.0, progress=progress):
        stages[turn] = stage
        positions += number
        while len(stages) > 1 and sum(kept.shares.nbytes for kept in stages.values()) > KEPT:
            del stages[next(iter(stages))]
    return Duel(form, need - 1, sides, stages, positions)
