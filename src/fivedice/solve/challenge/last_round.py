"""Knowledge of challenge for two seats that play to win, with an exact last round.

With one box open each, both are taken to play so that neither can gain by knowing how the other plays, and to
choose at random where that takes it (`hidden`): an equilibrium. What a choice is worth is what it wins
against such an opponent, so each choice that is part of the mixture costs nothing. A tie is half a win (R4).
A zero by choice is left out, as it is never better. Of choices that secure as much the one with the best mean
of points is made if it is among them (`hidden` says which else); what is secured is the same. Before that
round, and in a game that others follow, `CommonWins` estimates.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from fivedice.cards.filling import Card
from fivedice.core.dice import KEEPS, Dice
from fivedice.core.turn import EMPTY, THROWS, Turn
from fivedice.core.worth import Worth, keep_worth
from fivedice.solve.cards.table import CardTable
from fivedice.solve.challenge.ends import ends, play
from fivedice.solve.challenge.hidden import HiddenTurn, hidden_turn
from fivedice.solve.challenge.turn import Outlook
from fivedice.solve.challenge.wins import CommonWins, lying

REMEMBERED = 8
"""So many last rounds are remembered as worked out, of some 8 MB each."""


@dataclass(frozen=True)
class LastRound:
    """The chance to win of two seats, a tie counted as half a win."""

    seats: ClassVar[int] = 2
    estimate: CommonWins
    exact: bool = False
    aim: str = "wins"

    def in_match(self, carried: tuple[int, ...], to_come: int) -> "LastRound":
        """The chance to win a match by the highest sum of all its games."""
        return replace(self, estimate=self.estimate.in_match(carried, to_come))

    def seeing(self, turn: Turn) -> "LastRound":
        """The same for who sees how both hands of the round lie."""
        return replace(self, estimate=self.estimate.seeing(turn))

    def is_exact(self, position: Any) -> bool:
        """Whether choices are rated exactly."""
        return self.estimate.to_come == 0 and max(card.boxes.count(None) for card in position.cards) <= 1

    def doubt(self, position: Any, seat: int) -> float:
        """None in the last round."""
        return 0.0 if self.is_exact(position) else self.estimate.doubt(position, seat)

    def worth(self, position: Any, seat: int) -> float:
        """The chance to win of the seat before a round; at the end 1, 0 or half."""
        if not self.is_exact(position) or None not in position.cards[seat].boxes:
            return self.estimate.worth(position, seat)
        return float(keep_worth(self._turn(position, seat).first)[0])

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the chance to win after the best use of each roll."""
        return self.outlook(position, seat)[0]

    def outlook(self, position: Any, seat: int) -> Outlook:
        """What final rolls and keeps are worth beside the visible hands, to a seat that plays well."""
        if not self.is_exact(position):
            return self.estimate.outlook(position, seat)
        turn, (rolls, ahead) = self._turn(position, seat), self.estimate.alone(position, seat)
        seen = self.estimate.seen
        if seen is None:
            return rolls, ahead.but(three_left=keep_worth(turn.first))
        return turn.beside(lying(seen, seat, 1 - seat), (rolls, ahead))

    def mix(self, position: Any, seat: int) -> tuple[tuple[Dice, float, float], ...]:
        """How a seat that sees the hands should keep: each keep with its chance, and with what the other
        gains who knows that it is always made. Nothing where no keep is asked for, or not known exactly.
        """
        seen = self.estimate.seen
        if seen is None or not self.is_exact(position) or seen.step == THROWS:
            return ()
        if any(EMPTY in hand for hand in seen.hands):
            return ()
        parts = self._turn(position, seat).parts(lying(seen, seat, 1 - seat))
        return tuple((KEEPS[part.keep], part.chance, part.gain) for part in parts)

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The box that each roll is best booked in."""
        return self.estimate.best_uses(position, seat)

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The chance to win after each use; a zero by choice is never worth more than the score."""
        return self.estimate.uses(position, seat, roll)

    def _turn(self, position: Any, seat: int) -> HiddenTurn:
        first = work_out(self.estimate.table, position.cards, self.estimate.carried or (0, 0))
        return first if seat == 0 else first.turned


@lru_cache(maxsize=REMEMBERED)
def work_out(table: CardTable, cards: tuple[Card, Card], carried: tuple[int, int]) -> HiddenTurn:
    """The last round of two cards with what each seat brings from the games before, for the first seat."""
    sides = list(zip(cards, carried, strict=True))
    plays = [play(table, *side) for side in sides]
    finals = [ends(table, *side) for side in sides]
    totals = [final.best(final.cards.total.astype(np.float64)) for final in finals]
    rolls = (np.sign(totals[0][:, None] - totals[1]) + 1) / 2
    own, other = ((each.kept_of_two, each.kept_of_one) for each in plays)
    return hidden_turn(rolls, own, other)
