"""Score cards played to win by two seats, the last rounds exactly, as knowledge. Solves no card itself.

With few boxes open both sides are taken to play to win from there on, and what a choice is worth is exact
(`duel`). Before that, and in a game after which others follow, it is what `CardWins` estimates.
"""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.dice import ROLLS, Dice
from fivedice.solve.cards import duel
from fivedice.solve.cards.duel import Duel
from fivedice.solve.cards.wins import CardWins
from fivedice.worth import Worth

ROUNDS = 3
"""Positions in which nobody has more boxes open are exact; so are the choices that lead to them."""
KEPT = 8
"""So many solved duels are remembered; some have 5 MB."""


class Lately:
    """The duels that were solved last."""

    def __init__(self) -> None:
        """None yet."""
        self._duels: list[Duel] = []

    def of(self, form: ScoreCard, cards: tuple[Card, Card], first_plays: bool, lead: int) -> Duel:
        """One that has this position in it, solved now if there is none."""
        for known in reversed(self._duels):
            if known.form == form and known.has(cards, first_plays, lead):
                return known
        solved = duel.solve(form, cards, first_plays, lead)
        self._duels = [*self._duels[1 - KEPT :], solved]
        return solved


@dataclass(frozen=True)
class LastRounds:
    """The chance to win of two seats, a tie counted as half a win."""

    seats: ClassVar[int] = 2
    estimate: CardWins
    exact: bool = False
    aim: str = "wins"
    _lately: Lately = field(default_factory=Lately, compare=False)

    def in_match(self, carried: tuple[int, ...], to_come: int) -> "LastRounds":
        """The chance to win a match by the highest sum of all its games."""
        return replace(self, estimate=self.estimate.in_match(carried, to_come))

    def is_exact(self, position: Any) -> bool:
        """Whether the choices of the seat to play are rated exactly."""
        open_boxes = [card.boxes.count(None) for card in position.cards]
        open_boxes[position.seat] = max(0, open_boxes[position.seat] - 1)
        return self.estimate.to_come == 0 and max(open_boxes) <= ROUNDS

    def worth(self, position: Any, seat: int) -> float:
        """The chance to win of the seat; at the end 1, 0 or half."""
        if self.estimate.to_come or max(card.boxes.count(None) for card in position.cards) > ROUNDS:
            return self.estimate.worth(position, seat)
        place = position.cards, position.seat == 0, self._lead(position.cards)
        return float(_of_seat(self._duel(*place).share(*place), seat))

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the chance to win after the best use of each roll."""
        if not self.is_exact(position):
            return self.estimate.rolls(position, seat)
        place = position.cards, position.seat == 0, self._lead(position.cards)
        rolls: Worth = np.asarray(_of_seat(self._duel(*place).rolls(*place), seat))
        return rolls

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The box that each roll is best booked in."""
        if not self.is_exact(position):
            return self.estimate.best_uses(position, seat)
        each = [self.uses(position, seat, roll) for roll in ROLLS]
        return tuple([max(worths, key=lambda use: worths[use]) for worths in each])

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The chance to win after each use."""
        if not self.is_exact(position):
            return self.estimate.uses(position, seat, roll)
        form, cards = self.estimate.table.form, position.cards
        known = self._duel(cards, position.seat == 0, self._lead(cards))
        worths = {}
        for use in filling.uses(form, cards[seat], roll):
            own = filling.book(form, cards[seat], roll, use.name)
            after = (*cards[:seat], own, *cards[seat + 1 :])
            worths[use.name] = _of_seat(known.share(after, seat == 1, self._lead(after)), seat)
        return worths

    def _duel(self, cards: tuple[Card, Card], first_plays: bool, lead: int) -> Duel:
        return self._lately.of(self.estimate.table.form, cards, first_plays, lead)

    def _lead(self, cards: tuple[Card, Card]) -> int:
        """How far the first seat is ahead, with what was brought from the games before."""
        form, carried = self.estimate.table.form, self.estimate.carried or (0, 0)
        one, two = (filling.total(form, card) + brought for card, brought in zip(cards, carried, strict=True))
        return one - two


def _of_seat(share: Any, seat: int) -> Any:
    """A share of the first seat as the seat's own."""
    return share if seat == 0 else 1 - share
