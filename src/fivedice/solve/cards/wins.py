"""Knowledge of score cards played to win by two or more seats; after a choice, everybody plays for the mean.

Final positions and the very last turn are exact. A match of several games goes to the highest sum (R18):
totals include earlier games, and every game to come is played for the mean.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from fivedice.cards import filling
from fivedice.cards.boxes import ZERO
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.dice import Dice
from fivedice.core.worth import Worth
from fivedice.solve.cards.booked import RatesCards
from fivedice.solve.cards.distribution import most_total
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.remaining import Remaining
from fivedice.solve.cards.table import CardTable

UNLIKELY = 1e-12
"""Less likely sums of games to come are ignored."""
MARGIN = 100
"""The index of a total of 0 in a row of totals: slices of a distribution may reach slightly below."""


@dataclass(frozen=True)
class CardWins(RatesCards):
    """The chance to win, with ties shared, if everybody plays for the mean after the rated choice."""

    table: CardTable
    remaining: Remaining
    carried: tuple[int, ...] = ()
    """The points of each seat from earlier games; empty for none."""
    to_come: int = 0
    """The number of games of the match that follow this one."""
    exact: bool = False
    aim: str = "wins"

    @property
    def form(self) -> ScoreCard:
        """The score card."""
        return self.table.form

    def in_match(self, carried: tuple[int, ...], to_come: int) -> "CardWins":
        """The chance to win a match by the highest sum of all its games."""
        return replace(self, carried=carried, to_come=to_come)

    def worth(self, position: Any, seat: int) -> float:
        """The seat's chance to win; at the end 1, 0 or its share of the win."""
        finals = self._totals(position.cards[seat], 0, 0)
        return float(finals @ self._shares(position.cards, seat))

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The chance to win after each use; a zero by choice is never worth more than the score."""
        chance = super().uses(position, seat, roll)
        return {name: min(worth, chance[name.removeprefix(ZERO)]) for name, worth in chance.items()}

    def after_turn(self, position: Any, seat: int, places: Ints, totals: Ints) -> Worth:
        """(n,): the chance to win with each card; all have equally many open boxes."""
        return self.remaining.mean_of(self._shares(position.cards, seat), MARGIN + totals, places)

    def _totals(self, card: Card, lead: int, to_come: int) -> Worth:
        """The chance of each total, from `MARGIN` on, after games to come, with a lead from earlier ones."""
        low, chances = self.remaining.to_come(card)
        low_ahead, ahead = games_to_come(self.remaining, to_come)
        begin = MARGIN + lead + filling.total(self.form, card) + low + low_ahead
        return _placed(begin, np.convolve(chances, ahead), totals_of(self.form) * (to_come + 1))

    def _shares(self, cards: tuple[Card, ...], seat: int) -> Worth:
        """(totals,): the seat's share of the win for each of its final totals."""
        return _shares(self, cards[:seat] + cards[seat + 1 :], seat)


@lru_cache(maxsize=KEPT_CARDS)
def totals_of(form: ScoreCard) -> int:
    """The length of a row of totals: up to the highest, with a margin at both ends."""
    return most_total(form) + 2 * MARGIN


@lru_cache(maxsize=256)
def _shares(known: CardWins, others: tuple[Card, ...], seat: int) -> Worth:
    """(totals,): the seat's share of the win for each final total of this game, given the others' cards."""
    carried = known.carried or (0,) * (len(others) + 1)
    leads = [earlier - carried[seat] for earlier in carried[:seat] + carried[seat + 1 :]]
    share = shares(tuple(known._totals(*each, known.to_come) for each in zip(others, leads, strict=True)))
    low, ahead = games_to_come(known.remaining, known.to_come)
    return np.convolve(share[low : low + totals_of(known.form) + len(ahead) - 1], ahead[::-1], "valid")


@lru_cache(maxsize=16)
def games_to_come(remaining: Remaining, games: int) -> tuple[int, Worth]:
    """The fewest points of several games played for the mean, and the chance of each sum from there on."""
    low, chances = 0, np.ones(1)
    each_low, each = remaining.to_come(filling.empty(remaining.table.form))
    for _ in range(games):
        low, chances = low + each_low, np.convolve(chances, each)
    likely = np.flatnonzero(chances > UNLIKELY)
    kept = chances[likely[0] : likely[-1] + 1]
    return low + int(likely[0]), kept / kept.sum()


def _placed(begin: int, chances: Worth, totals: int) -> Worth:
    """(totals,): chances placed from an index on; those outside are moved to the nearest end."""
    places = np.clip(begin + np.arange(len(chances)), 0, totals - 1)
    return np.bincount(places, chances, totals).astype(np.float64)


def shares(others: tuple[Worth, ...]) -> Worth:
    """The share of the win for each total, given the chances of each other seat's total."""
    none = np.zeros_like(others[0])
    level = [none + 1]  # the chances that 0, 1, … others tie for the win
    for equal in others:
        below = np.cumsum(equal) - equal
        alone, joined = [*level, none], [none, *level]
        level = [one * below + other * equal for one, other in zip(alone, joined, strict=True)]
    return sum((chance / (k + 1) for k, chance in enumerate(level)), none)
