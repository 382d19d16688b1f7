"""Knowledge of score cards played to win: exact where few turns are left, an estimate before.

`duel` solves the turns of two seats (`LastRounds`), and `last_turns` those of more (`CardsLastRound`).
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import Dice
from fivedice.core.worth import Worth
from fivedice.solve.cards import last_turns
from fivedice.solve.cards.booked import RatesCards
from fivedice.solve.cards.last_turns import NOBODY, LastTurns, WaitingSeat
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.wins import CardWins

Solved = TypeVar("Solved")
KEPT = 8
"""The number of solved endings to keep; some take 5 MB."""


class RecentSolutions(Generic[Solved]):
    """The most recently solved endings."""

    def __init__(self) -> None:
        self._solved: list[Solved] = []

    def of(self, find: Callable[[Solved], Solved | None], solve: Callable[[], Solved]) -> Solved:
        """The result of `find` for the newest recent solution that has one, or else a new solution."""
        for known in reversed(self._solved):
            if (part := find(known)) is not None:
                return part
        solved = solve()
        self._solved = [*self._solved[1 - KEPT :], solved]
        return solved


@dataclass(frozen=True)
class Late(RatesCards):
    """The chance to win, with ties shared: exact for late positions."""

    estimate: CardWins
    exact: bool = False
    aim: str = "wins"

    @property
    def form(self) -> ScoreCard:
        """The score card."""
        return self.estimate.table.form

    def in_match(self, carried: tuple[int, ...], to_come: int) -> Self:
        """The chance to win a match by the highest sum of all its games."""
        return replace(self, estimate=self.estimate.in_match(carried, to_come))

    def is_exact(self, position: Any) -> bool:
        """Whether the choices of the seat to play are rated exactly."""
        return self.estimate.to_come == 0 and self.is_solved(position)

    def worth(self, position: Any, seat: int) -> float:
        """The seat's chance to win; at the end 1, 0 or its share of the win."""
        if self.estimate.to_come or not self.is_known(position):
            return self.estimate.worth(position, seat)
        return self.share(position, seat)

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The chance to win after each use."""
        if not self.is_exact(position):
            return self.estimate.uses(position, seat, roll)
        return super().uses(position, seat, roll)

    def after_turn(self, position: Any, seat: int, places: Ints, totals: Ints) -> Worth:
        """(n,): the chance to win with each card."""
        if not self.is_exact(position):
            return self.estimate.after_turn(position, seat, places, totals)
        earlier = self.estimate.carried[seat] if self.estimate.carried else 0
        return self.shares_after(position, places, earlier + totals)

    @abstractmethod
    def is_known(self, position: Any) -> bool:
        """Whether the position is late enough to be solved, in the last game of a match."""

    @abstractmethod
    def is_solved(self, position: Any) -> bool:
        """Whether the positions after the current turn are late enough."""

    @abstractmethod
    def share(self, position: Any, seat: int) -> float:
        """The seat's share of the win in a known position."""

    @abstractmethod
    def shares_after(self, position: Any, places: Ints, totals: Ints) -> Worth:
        """(n,): the shares of the seat to play with each card after its turn; totals are of all games."""


def open_boxes(position: Any) -> list[int]:
    """The number of open boxes of each seat."""
    return [card.boxes.count(None) for card in position.cards]


if TYPE_CHECKING:
    from fivedice.solve.cards.duel import Duel

EXACT_ROUNDS = 3
"""Positions with at most this many open boxes per seat are exact, and so are choices that lead to them."""
EXACT_ROUNDS_IN_REVIEWS = 4
"""Reviews may take a second, so they are exact up to this many open boxes per seat."""


@dataclass(frozen=True)
class LastRounds(Late):
    """The chance to win of two seats."""

    rounds: int = EXACT_ROUNDS
    _recent: "RecentSolutions[Duel]" = field(default_factory=RecentSolutions, compare=False)

    def at_leisure(self) -> Self:
        """This knowledge with one more round solved, for reviews of a match."""
        return replace(self, rounds=EXACT_ROUNDS_IN_REVIEWS)

    def compile_endings(self) -> None:
        """Solves the shortest ending, so that everything is compiled before anybody waits."""
        *boxes, _ = filling.empty(self.form).boxes
        last = Card((*(0 for _ in boxes), None))
        self._duel((last, last), True, 0)

    def is_known(self, position: Any) -> bool:
        """Whether each seat has at most `rounds` open boxes."""
        return max(open_boxes(position)) <= self.rounds

    def is_solved(self, position: Any) -> bool:
        """Whether each seat has at most `rounds` open boxes after the current turn."""
        vacant = open_boxes(position)
        vacant[position.seat] -= 1
        return max(vacant) <= self.rounds

    def share(self, position: Any, seat: int) -> float:
        """The seat's share of the win in a known position."""
        place = self._place(position.cards, position.seat)
        share = self._duel(*place).share(*place)
        return share if seat == 0 else 1 - share

    def shares_after(self, position: Any, places: Ints, totals: Ints) -> Worth:
        """(n,): the shares of the seat to play with each card after its turn."""
        cards, seat = position.cards, position.seat
        theirs = filling.total(self.form, cards[1 - seat]) + (self.estimate.carried or (0, 0))[1 - seat]
        return self._duel(*self._place(cards, seat)).after_turn(cards, seat, places, totals - theirs)

    def _duel(self, cards: tuple[Card, Card], first_plays: bool, need: int) -> "Duel":
        from fivedice.solve.cards import duel  # noqa: PLC0415 - earlier rounds need no compiler

        return self._recent.of(
            lambda known: known if known.has(self.form, cards, first_plays, need) else None,
            lambda: duel.solve(self.form, cards, first_plays, need),
        )

    def _place(self, cards: tuple[Card, Card], seat: int) -> tuple[tuple[Card, Card], bool, int]:
        """The cards, whether the first seat plays, and the points that it is behind over all games."""
        carried = self.estimate.carried or (0, 0)
        one, two = (
            filling.total(self.form, card) + earlier for card, earlier in zip(cards, carried, strict=True)
        )
        return cards, seat == 0, two - one


@dataclass(frozen=True)
class CardsLastRound(Late):
    """The chance to win of three or more seats."""

    _recent: RecentSolutions[LastTurns] = field(default_factory=RecentSolutions, compare=False)

    def is_known(self, position: Any) -> bool:
        """Whether each seat has at most one open box."""
        return max(open_boxes(position)) <= 1

    def is_solved(self, position: Any) -> bool:
        """Whether this is the last round: the round before it leads to too many positions."""
        return self.is_known(position)

    def share(self, position: Any, seat: int) -> float:
        """The seat's share of the win in a known position."""
        turns, totals = self._turns(position), self._totals(position)
        if position.cards[seat].boxes.count(None):
            return float(turns.now[(seat - position.seat) % len(totals)])
        return float(turns.now[-1]) if totals[seat] == turns.lead.total else 0.0

    def shares_after(self, position: Any, places: Ints, totals: Ints) -> Worth:  # noqa: ARG002
        """(n,): the shares of the seat to play with each card after its turn."""
        turns = self._turns(position)
        return np.array([turns.after(total) for total in totals.tolist()])

    def _turns(self, position: Any) -> LastTurns:
        seats, lead = list[WaitingSeat](), NOBODY
        earlier, totals = self._earlier(position), self._totals(position)
        for place in range(len(totals)):
            seat = (position.seat + place) % len(totals)
            if position.cards[seat].boxes.count(None):
                seats.append(WaitingSeat(position.cards[seat], earlier[seat]))
            else:
                lead = lead.joined(totals[seat])
        to_play = tuple(seats)
        return self._recent.of(
            lambda known: known.later(self.form, to_play, lead),
            lambda: last_turns.solve(self.form, to_play, lead),
        )

    def _totals(self, position: Any) -> list[int]:
        """The points of each seat so far, over all games."""
        totals = [filling.total(self.form, card) for card in position.cards]
        return [total + earlier for total, earlier in zip(totals, self._earlier(position), strict=True)]

    def _earlier(self, position: Any) -> tuple[int, ...]:
        return self.estimate.carried or (0,) * len(position.cards)
