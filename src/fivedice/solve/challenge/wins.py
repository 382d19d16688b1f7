"""Knowledge of challenge played to win, with two to four seats, whose common dice correlate their futures.

`CommonWins` solves the round for a seat and its rival, the seat hardest to beat, if all others play for the
mean. A seat that beats one on common dice is likely to beat all, so the chances against further seats count
with half their weight. `ChallengeLastRound` makes the last round of two seats exact: both play an
equilibrium, at random where that needs it. A tie is half a win (R4).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from fivedice.analysis.solver_api import Knowledge, Mix
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.dice import Dice
from fivedice.core.ties import best_first
from fivedice.core.turn import EMPTY, THROWS, Turn
from fivedice.core.worth import KEEP_NUMBER, ROLL_NUMBER, Worth, keep_worth, turn_worth
from fivedice.solve.cards.columns import layout
from fivedice.solve.cards.table import CardTable
from fivedice.solve.challenge.chance import CommonChance, compare_all
from fivedice.solve.challenge.ends import Play, RoundEnds, as_arrays, ends, play
from fivedice.solve.challenge.turn import (
    CommonTurn,
    HiddenTurn,
    Outlook,
    VisibleHands,
    common_turn,
    hidden_turn,
)
from fivedice.solve.challenge.value import Cards

WEIGHT_OF_OTHERS = 0.5
"""With this weight, equal seats have chances of 1/2, 0.35 and 1/4 with two, three and four seats."""
DOUBT = 0.02
"""A gain below this may be an estimation error; chosen by experiment, see docs/explanation/strength.md."""
REMEMBERED = 16
"""The number of solved rounds to cache, of some 6 MB each."""


@dataclass(frozen=True)
class CommonWins(CommonChance, Knowledge):
    """The chance to win, with ties shared, if everybody plays for the mean after the rated choice."""

    visible: Turn | None = None
    """The visible hands of this round, if known."""
    to_come: int = 0
    """The number of games of the match that follow."""
    exact: bool = False

    def in_match(self, carried: tuple[int, ...], to_come: int) -> "CommonWins":
        """The chance to win a match by the highest sum of all its games."""
        return replace(self, carried=carried, to_come=to_come)

    def seeing(self, turn: Turn) -> "CommonWins":
        """This knowledge for a player who sees the hands of the round."""
        return replace(self, visible=turn)

    def doubt(self, position: Any, seat: int) -> float:
        """Zero in the last round of a match if all other seats have the same card and hand."""
        last = self.to_come == 0 and position.cards[seat].boxes.count(None) == 1
        others = {
            (card, self.earlier(other), self.visible.hands[other] if self.visible else ())
            for other, card in enumerate(position.cards)
            if other != seat
        }
        return 0.0 if last and len(others) == 1 else DOUBT

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the chance to win after the best use of each roll."""
        return self.outlook(position, seat)[0]

    def outlook(self, position: Any, seat: int) -> Outlook:
        """The worths given the visible hands; without any, the others' dice count as independent."""
        round_, alone = self._round(position, seat), self.alone(position, seat)
        return round_.turn.beside(hands_of(self.visible, seat, round_.seat), alone) if self.visible else alone

    def alone(self, position: Any, seat: int) -> Outlook:
        """The worths of final rolls and keeps without visible hands."""
        round_ = self._round(position, seat)
        plain = round_.ends.best(round_.own_chances @ round_.rival.chance)
        return plain, turn_worth(plain)

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The best box for each roll."""
        round_ = self._round(position, seat)
        best = round_.ends.best_box(round_.own_chances @ self._likely(round_))
        names = layout(self.table.form).names
        return tuple([names[box] for box in best.tolist()])

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The chance to win after each use; a zero by choice is never worth more than the score."""
        round_ = self._round(position, seat)
        likely, end = self._likely(round_), round_.ends.after.of_roll[ROLL_NUMBER[roll]]
        boxes = dict(
            zip(layout(self.table.form).names, (round_.own_chances[end] @ likely).tolist(), strict=True)
        )
        uses = filling.uses(self.table.form, position.cards[seat], roll)
        waived = [use.name for use in uses if use.waives]
        zeros = self._after(position, seat, roll, waived, round_) @ likely if waived else likely[:0]
        less = dict(zip(waived, zeros.tolist(), strict=True))
        return {
            use.name: min(less[use.name], boxes[use.waives]) if use.waives else boxes[use.name]
            for use in uses
        }

    def _after(self, position: Any, seat: int, roll: Dice, uses: list[str], round_: "SolvedRound") -> Worth:
        """(uses, ends): the chance to win after each use, for each end of the rival's round."""
        after = [filling.book(self.table.form, position.cards[seat], roll, use) for use in uses]
        return round_.chances(as_arrays(self.table, after, self.earlier(seat)))

    def groups(self, position: Any, seat: int) -> tuple[tuple[int, ...], ...]:
        """The other seats, grouped by card because equal cards decide alike, hardest to beat first."""
        alike = dict[Any, tuple[int, ...]]()
        for other, card in enumerate(position.cards):
            if other != seat:
                key = card, self.earlier(other)
                alike[key] = (*alike.get(key, ()), other)
        return tuple(best_first(alike.values(), lambda seats: -self._against(position, seat, seats)))

    def _against(self, position: Any, seat: int, seats: tuple[int, ...]) -> float:
        vacant = position.cards[seat].boxes.count(None)
        mine, theirs = self.card(position, seat), self.card(position, seats[0])
        return float(ahead_of(mine, theirs, vacant, len(seats))[0, 0])

    def _round(self, position: Any, seat: int) -> "SolvedRound":
        return work_out(replace(self, visible=None), position, seat)

    def _likely(self, round_: "SolvedRound") -> Worth:
        """(ends,): the chance of each end of the rival's round; certain once its dice are final."""
        if self.visible is None or self.visible.step < THROWS or EMPTY in self.visible.hands[round_.seat]:
            return round_.rival.chance
        roll = ROLL_NUMBER[tuple(sorted(self.visible.hands[round_.seat]))]
        return np.asarray(np.eye(len(round_.rival.chance))[round_.rival.end[roll]])


@dataclass(frozen=True, eq=False)
class SolvedRound:
    """A round solved for one seat."""

    ends: RoundEnds
    seat: int
    """The seat of the rival."""
    rival: Play
    chances: Callable[[Cards], Worth]
    """(n, ends): the chance to win with each of n cards, for each end of the rival's round."""
    own_chances: Worth
    """(ends, ends): the same for each own end."""
    turn: CommonTurn


@lru_cache(maxsize=REMEMBERED)
def work_out(known: CommonWins, position: Any, seat: int) -> SolvedRound:
    """The round of a position for one seat, without visible hands."""
    own, groups = ends(known.table, position.cards[seat], known.earlier(seat)), known.groups(position, seat)
    plays = [play(known.table, position.cards[each], known.earlier(each)) for each, *_ in groups]
    rival, vacant = plays[0], position.cards[seat].boxes.count(None) - 1

    def chances(cards: Cards) -> Worth:
        ahead = ahead_of(cards, rival.cards, vacant, len(groups[0]))
        for other, seats in zip(plays[1:], groups[1:], strict=True):
            beaten = ahead_of(cards, other.cards, vacant, len(seats)) @ other.chance
            ahead = ahead * beaten[:, None] ** WEIGHT_OF_OTHERS
        return ahead

    own_chances = chances(own.cards)
    turn = common_turn(own.best(own_chances)[:, rival.end], rival.kept_of_two, rival.kept_of_one)
    return SolvedRound(own, groups[0][0], rival, chances, own_chances, turn)


def ahead_of(mine: Cards, theirs: Cards, vacant: int, seats: int) -> Worth:
    """(n, m): the chance of each of n cards to end ahead of `seats` seats that all have each of m cards."""
    ahead, level = compare_all(mine, theirs, vacant)
    return np.where(level, 1 / (seats + 1), ahead) if seats > 1 else ahead


def hands_of(visible: Turn, seat: int, rival: int) -> VisibleHands:
    """The hands of two seats."""
    own, other = (
        KEEP_NUMBER[tuple(sorted(die for die in visible.hands[each] if die != EMPTY))]
        for each in (seat, rival)
    )
    return VisibleHands(own, other, visible.step, not any(EMPTY in hand for hand in visible.hands))


LAST_ROUNDS_KEPT = 8
"""The number of solved last rounds to cache, of some 8 MB each."""


@dataclass(frozen=True)
class ChallengeLastRound(Knowledge):
    """The chance to win of two seats, exact in the last round."""

    seats: ClassVar[int] = 2
    estimate: CommonWins
    exact: bool = False
    aim: str = "wins"

    def in_match(self, carried: tuple[int, ...], to_come: int) -> "ChallengeLastRound":
        """The chance to win a match by the highest sum of all its games."""
        return replace(self, estimate=self.estimate.in_match(carried, to_come))

    def seeing(self, turn: Turn) -> "ChallengeLastRound":
        """This knowledge for a player who sees both hands."""
        return replace(self, estimate=self.estimate.seeing(turn))

    def is_exact(self, position: Any) -> bool:
        """Whether choices are rated exactly."""
        return self.estimate.to_come == 0 and max(card.boxes.count(None) for card in position.cards) <= 1

    def doubt(self, position: Any, seat: int) -> float:
        """Zero in the last round."""
        return 0.0 if self.is_exact(position) else self.estimate.doubt(position, seat)

    def worth(self, position: Any, seat: int) -> float:
        """The seat's chance to win before a round; at the end 1, 0 or half."""
        if not self.is_exact(position) or None not in position.cards[seat].boxes:
            return self.estimate.worth(position, seat)
        return float(keep_worth(self._turn(position, seat).first)[0])

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the chance to win after the best use of each roll."""
        return self.outlook(position, seat)[0]

    def outlook(self, position: Any, seat: int) -> Outlook:
        """The worths of final rolls and keeps, given the visible hands, if both play optimally."""
        if not self.is_exact(position):
            return self.estimate.outlook(position, seat)
        turn, (rolls, ahead) = self._turn(position, seat), self.estimate.alone(position, seat)
        visible = self.estimate.visible
        if visible is None:
            return rolls, ahead.but(three_left=keep_worth(turn.first))
        return turn.beside(hands_of(visible, seat, 1 - seat), (rolls, ahead))

    def mix(self, position: Any, seat: int) -> Mix:
        """The optimal keeps of a seat that sees the hands, each with its chance and the gain of an opponent
        who knows that it is always chosen. Empty unless a keep is due and solved exactly.
        """
        visible = self.estimate.visible
        if visible is None or not self.is_exact(position) or visible.step == THROWS:
            return ()
        if any(EMPTY in hand for hand in visible.hands):
            return ()
        return self._turn(position, seat).mix(hands_of(visible, seat, 1 - seat))

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The best box for each roll."""
        return self.estimate.best_uses(position, seat)

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The chance to win after each use; a zero by choice is never worth more than the score."""
        return self.estimate.uses(position, seat, roll)

    def _turn(self, position: Any, seat: int) -> HiddenTurn:
        first = solve_last_round(self.estimate.table, position.cards, self.estimate.carried or (0, 0))
        return first if seat == 0 else first.turned


@lru_cache(maxsize=LAST_ROUNDS_KEPT)
def solve_last_round(table: CardTable, cards: tuple[Card, Card], carried: tuple[int, int]) -> HiddenTurn:
    """The last round of two cards, with the points from earlier games, for the first seat."""
    sides = list(zip(cards, carried, strict=True))
    plays = [play(table, *side) for side in sides]
    finals = [ends(table, *side) for side in sides]
    totals = [final.best(final.cards.total.astype(np.float64)) for final in finals]
    rolls = (np.sign(totals[0][:, None] - totals[1]) + 1) / 2
    own, other = ((each.kept_of_two, each.kept_of_one) for each in plays)
    return hidden_turn(rolls, own, other)
