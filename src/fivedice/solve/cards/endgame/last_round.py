"""Knowledge of score cards played to win by three and more seats, with an exact last round.

In the last round all seats are taken to play to win, and what a choice is worth is exact (`last_turns`, with
its rule for ties). Before it, and in a game that others follow, `CardWins` estimates.
"""

from dataclasses import dataclass, field
from typing import Any

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.worth import Worth
from fivedice.solve.cards.endgame import last_turns
from fivedice.solve.cards.endgame.last_turns import NOBODY, LastTurns, Seat
from fivedice.solve.cards.endgame.late import Late, Lately, open_boxes


@dataclass(frozen=True)
class LastRound(Late):
    """The chance to win of three and more seats."""

    _lately: Lately[LastTurns] = field(default_factory=Lately, compare=False)

    def is_known(self, position: Any) -> bool:
        """With at most one box open each."""
        return max(open_boxes(position)) <= 1

    def is_solved(self, position: Any) -> bool:
        """In the last round alone, for the one before it leads to too many positions to be solved in time."""
        return self.is_known(position)

    def share(self, position: Any, seat: int) -> float:
        """The seat's share of the win in a position that is known."""
        turns, made = self._turns(position), self._made(position)
        if position.cards[seat].boxes.count(None):
            return float(turns.now[(seat - position.seat) % len(made)])
        return float(turns.now[-1]) if made[seat] == turns.lead.total else 0.0

    def shares(self, position: Any) -> Worth:
        """(252,): that of the seat to play after the best use of each roll."""
        return self._turns(position).rolls()

    def share_with(self, position: Any, card: Card) -> float:
        """That of the seat to play once its card has become this one."""
        brought = self._brought(position)[position.seat]
        return self._turns(position).after(brought + filling.total(self.form, card))

    def _turns(self, position: Any) -> LastTurns:
        seats, lead = list[Seat](), NOBODY
        brought, made = self._brought(position), self._made(position)
        for place in range(len(made)):
            seat = (position.seat + place) % len(made)
            if position.cards[seat].boxes.count(None):
                seats.append(Seat(position.cards[seat], brought[seat]))
            else:
                lead = lead.joined(made[seat])
        to_play = tuple(seats)
        return self._lately.of(
            lambda known: known.later(self.form, to_play, lead),
            lambda: last_turns.solve(self.form, to_play, lead),
        )

    def _made(self, position: Any) -> list[int]:
        """What each seat has so far, over all games."""
        totals = [filling.total(self.form, card) for card in position.cards]
        return [total + brought for total, brought in zip(totals, self._brought(position), strict=True)]

    def _brought(self, position: Any) -> tuple[int, ...]:
        return self.estimate.carried or (0,) * len(position.cards)
