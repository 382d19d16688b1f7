"""Knowledge of score cards played to win by two seats, with exact last rounds.

With few boxes open both sides are taken to play to win from there on, and what a choice is worth is exact
(`duel`). Before that, and in a game that others follow, `CardWins` estimates.
"""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.worth import Worth
from fivedice.solve.cards.endgame.late import Late, Lately, open_boxes

if TYPE_CHECKING:
    from fivedice.solve.cards.endgame.duel import Duel

ROUNDS = 3
"""Positions in which nobody has more boxes open are exact; so are the choices that lead to them."""
ROUNDS_AT_LEISURE = 4
"""The same where a question may take a second."""


@dataclass(frozen=True)
class LastRounds(Late):
    """The chance to win of two seats."""

    rounds: int = ROUNDS
    _lately: "Lately[Duel]" = field(default_factory=Lately, compare=False)

    def at_leisure(self) -> Self:
        """The same with one round more of it solved, for who looks back at a match."""
        return replace(self, rounds=ROUNDS_AT_LEISURE)

    def compile_endings(self) -> None:
        """Solves the shortest ending there is, so that all is compiled before anybody waits for one."""
        *boxes, _ = filling.empty(self.form).boxes
        last = Card((*(0 for _ in boxes), None))
        self._duel((last, last), True, 0)

    def is_known(self, position: Any) -> bool:
        """With at most `rounds` boxes open each."""
        return max(open_boxes(position)) <= self.rounds

    def is_solved(self, position: Any) -> bool:
        """The seat to play may have one box more."""
        vacant = open_boxes(position)
        vacant[position.seat] -= 1
        return max(vacant) <= self.rounds

    def share(self, position: Any, seat: int) -> float:
        """The seat's share of the win in a position that is known."""
        place = self._place(position.cards, position.seat)
        return float(_of_seat(self._duel(*place).share(*place), seat))

    def shares(self, position: Any) -> Worth:
        """(252,): that of the seat to play after the best use of each roll."""
        place = self._place(position.cards, position.seat)
        rolls: Worth = np.asarray(_of_seat(self._duel(*place).rolls(*place), position.seat))
        return rolls

    def share_with(self, position: Any, card: Card) -> float:
        """That of the seat to play once its card has become this one."""
        cards, seat = position.cards, position.seat
        known = self._duel(*self._place(cards, seat))
        after = (*cards[:seat], card, *cards[seat + 1 :])
        return float(_of_seat(known.share(*self._place(after, 1 - seat)), seat))

    def _duel(self, cards: tuple[Card, Card], first_plays: bool, lead: int) -> "Duel":
        from fivedice.solve.cards.endgame import duel  # noqa: PLC0415 - earlier rounds need no compiler

        return self._lately.of(
            lambda known: known if known.has(self.form, cards, first_plays, lead) else None,
            lambda: duel.solve(self.form, cards, first_plays, lead),
        )

    def _place(self, cards: tuple[Card, Card], seat: int) -> tuple[tuple[Card, Card], bool, int]:
        """The cards, whether the first seat plays, and how far it is ahead over all games."""
        carried = self.estimate.carried or (0, 0)
        one, two = (
            filling.total(self.form, card) + brought for card, brought in zip(cards, carried, strict=True)
        )
        return cards, seat == 0, one - two


def _of_seat(share: Any, seat: int) -> Any:
    """A share of the first seat as the seat's own."""
    return share if seat == 0 else 1 - share
