"""Knowledge of score cards played to win: exact where few turns are left, estimated before.

`LastRounds` for two seats and `LastRound` for more say how far back a match is solved, and how.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS, Dice
from fivedice.core.ties import best_named
from fivedice.core.worth import Worth
from fivedice.solve.cards.wins import CardWins

Solved = TypeVar("Solved")
KEPT = 8
"""So many ends of matches are remembered as they were solved; some have 5 MB."""


class Lately(Generic[Solved]):
    """What was solved last."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._solved: list[Solved] = []

    def of(self, find: Callable[[Solved], Solved | None], solve: Callable[[], Solved]) -> Solved:
        """What is found in something that was solved lately, the newest first, or else is solved now."""
        for known in reversed(self._solved):
            if (found := find(known)) is not None:
                return found
        solved = solve()
        self._solved = [*self._solved[1 - KEPT :], solved]
        return solved


@dataclass(frozen=True)
class Late(ABC):
    """The chance to win, a tie counted as a share."""

    estimate: CardWins
    exact: bool = False
    aim: str = "wins"

    @property
    def form(self) -> ScoreCard:
        """The card."""
        return self.estimate.table.form

    def in_match(self, carried: tuple[int, ...], to_come: int) -> Self:
        """The chance to win a match by the highest sum of all its games."""
        return replace(self, estimate=self.estimate.in_match(carried, to_come))

    def is_exact(self, position: Any) -> bool:
        """Whether the choices of the seat to play are rated exactly."""
        return self.estimate.to_come == 0 and self.is_solved(position)

    def worth(self, position: Any, seat: int) -> float:
        """The chance to win of the seat; at the end 1, 0 or its share."""
        if self.estimate.to_come or not self.is_known(position):
            return self.estimate.worth(position, seat)
        return self.share(position, seat)

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the chance to win after the best use of each roll."""
        if not self.is_exact(position):
            return self.estimate.rolls(position, seat)
        return self.shares(position)

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The box that each roll is best booked in."""
        if not self.is_exact(position):
            return self.estimate.best_uses(position, seat)
        each = [self.uses(position, seat, roll) for roll in ROLLS]
        return tuple([best_named(worths) for worths in each])

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The chance to win after each use."""
        if not self.is_exact(position):
            return self.estimate.uses(position, seat, roll)
        form, card = self.form, position.cards[seat]
        names = [use.name for use in filling.uses(form, card, roll)]
        return {name: self.share_with(position, filling.book(form, card, roll, name)) for name in names}

    @abstractmethod
    def is_known(self, position: Any) -> bool:
        """Whether so few turns are left that the position can be solved, in the last game of a match."""

    @abstractmethod
    def is_solved(self, position: Any) -> bool:
        """The same of the positions that a turn of the seat to play leads to."""

    @abstractmethod
    def share(self, position: Any, seat: int) -> float:
        """The seat's share of the win in a position that is known."""

    @abstractmethod
    def shares(self, position: Any) -> Worth:
        """(252,): that of the seat to play after the best use of each roll, where that is solved."""

    @abstractmethod
    def share_with(self, position: Any, card: Card) -> float:
        """That of the seat to play once its card has become this one, where that is solved."""


def open_boxes(position: Any) -> list[int]:
    """How many boxes each seat has open."""
    return [card.boxes.count(None) for card in position.cards]
