"""Knowledge of a score card played for points: its total so far and the mean of what is still to come.

No seat can touch another's card, so a seat's worth depends on its own card alone.
"""

from dataclasses import dataclass
from typing import Any

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.dice import Dice
from fivedice.core.worth import Worth, first_best_along
from fivedice.solve.cards.layout import layout
from fivedice.solve.cards.table import CardTable


@dataclass(frozen=True, eq=False)
class CardPoints:
    """The mean final total of a card under best play; exact."""

    table: CardTable
    exact: bool = True
    aim: str = "points"

    def worth(self, position: Any, seat: int) -> float:
        """The total of the seat's card and the mean of what is still to come."""
        card: Card = position.cards[seat]
        return filling.total(self.table.form, card) + self.table.worth(card)

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the final total to be expected after the best use of each roll."""
        card: Card = position.cards[seat]
        return filling.total(self.table.form, card) + self.table.roll_worth(card)

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The box that each roll is best booked in."""
        names = layout(self.table.form).names
        best = first_best_along(self.table.box_worth(position.cards[seat]), axis=1)
        return tuple([names[box] for box in best.tolist()])

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The final total to be expected after each use."""
        card: Card = position.cards[seat]
        total = filling.total(self.table.form, card)
        return {name: total + worth for name, worth in self.table.worth_of_uses(card, roll).items()}
