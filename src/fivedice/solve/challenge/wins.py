"""Knowledge of challenge played to win, with two to four seats. The dice are common, so futures are tied.

What is assumed: from the next round on everybody plays for the mean (`challenge.value` says who then ends
ahead), and in this round the others do. Then the hands of the others tell what they will keep, and the dice
that this seat takes tell what they will get: the round is worked out for this seat beside its rival, the
one hardest to beat, with both on the same dice (`challenge.turn`). With three and four seats the chances
against the others, whose round is taken for itself, are brought in by half their weight, since who beats one
on common dice is likely to beat all. Games to come of the same match do not change who is ahead, for equal
cards on common dice gain the same. The end is exact, and so is the last round against one
rival.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.core.dice import Dice
from fivedice.core.rules import leaders
from fivedice.core.ties import best_first
from fivedice.core.turn import EMPTY, THROWS, Turn
from fivedice.core.worth import KEEP_NUMBER, ROLL_NUMBER, Worth, turn_worth
from fivedice.solve.cards.layout import layout
from fivedice.solve.cards.table import CardTable
from fivedice.solve.challenge.chance import CommonChance
from fivedice.solve.challenge.ends import Ends, Play, as_arrays, ends, play
from fivedice.solve.challenge.turn import CommonTurn, Outlook, Seen, common_turn
from fivedice.solve.challenge.value import Cards, chances

WEIGHT_OF_OTHERS = 0.5
"""For seats that are equal, with totals apart, chances then come out as 1/2, 0.35 and 1/4 for two to four."""
DOUBT = 0.02
"""Chosen by trial among gains that the estimates cannot tell from error; see docs/explanation/strength.md."""
REMEMBERED = 16
"""So many rounds are remembered as worked out, of some 6 MB each."""


class Group(NamedTuple):
    """Seats other than one's own that have the same card, and so do the same."""

    seat: int
    """The first of them."""
    seats: int
    """How many there are."""


@dataclass(frozen=True)
class CommonWins:
    """The chance to win, a tie counted as a share, when all play for the mean after the choice rated."""

    table: CardTable
    carried: tuple[int, ...] = ()
    """What each seat brings from the games before this one; nothing, if none is named."""
    seen: Turn | None = None
    """The hands of this round as they lie, where they are known."""
    to_come: int = 0
    """How many games of the match follow."""
    exact: bool = False
    aim: str = "wins"

    def in_match(self, carried: tuple[int, ...], to_come: int) -> "CommonWins":
        """The chance to win a match by the highest sum of all its games."""
        return replace(self, carried=carried, to_come=to_come)

    def seeing(self, turn: Turn) -> "CommonWins":
        """The same for who sees how all hands of the round lie."""
        return replace(self, seen=turn)

    def doubt(self, position: Any, seat: int) -> float:
        """None in the last round of a match where all others do the same: that is worked out exactly."""
        last = self.to_come == 0 and position.cards[seat].boxes.count(None) == 1
        others = {
            (card, self.brought(other), self.seen.hands[other] if self.seen else ())
            for other, card in enumerate(position.cards)
            if other != seat
        }
        return 0.0 if last and len(others) == 1 else DOUBT

    def worth(self, position: Any, seat: int) -> float:
        """The chance to win of the seat before a round; at the end 1, 0 or its share."""
        seats = range(len(position.cards))
        if filling.is_full(position.cards[seat]):
            first = leaders(
                tuple(filling.total(self.table.form, position.cards[s]) + self.brought(s) for s in seats)
            )
            return (seat in first) / len(first)
        return CommonChance(self.table, self.carried).worth(position, seat)

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the chance to win after the best use of each roll."""
        return self.outlook(position, seat)[0]

    def outlook(self, position: Any, seat: int) -> Outlook:
        """What final rolls and keeps are worth beside the hands that are seen.

        Where none are, it is as if the dice of the others were their own in this round.
        """
        round_, alone = self._round(position, seat), self.alone(position, seat)
        return round_.turn.beside(lying(self.seen, seat, round_.seat), alone) if self.seen else alone

    def alone(self, position: Any, seat: int) -> Outlook:
        """The same for who sees no hand."""
        round_ = self._round(position, seat)
        plain = round_.ends.best(round_.own_chances @ round_.rival.chance)
        return plain, turn_worth(plain)

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The box that each roll is best booked in."""
        round_ = self._round(position, seat)
        best = round_.ends.best_box(round_.own_chances @ self._likely(round_))
        names = layout(self.table.form).names
        return tuple([names[box] for box in best.tolist()])

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The chance to win after each use; a zero by choice is never worth more than the score."""
        round_ = self._round(position, seat)
        likely, end = self._likely(round_), round_.ends.of_roll[ROLL_NUMBER[roll]]
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

    def _after(self, position: Any, seat: int, roll: Dice, uses: list[str], round_: "Round") -> Worth:
        """(uses, ends): the chance to win after each use, beside each end of the rival's."""
        after = [filling.book(self.table.form, position.cards[seat], roll, use) for use in uses]
        return round_.chances(as_arrays(self.table, after, self.brought(seat)))

    def brought(self, seat: int) -> int:
        """What a seat brings from the games before."""
        return self.carried[seat] if self.carried else 0

    def card(self, position: Any, seat: int) -> Cards:
        """The card of a seat as arrays of one."""
        return as_arrays(self.table, [position.cards[seat]], self.brought(seat))

    def groups(self, position: Any, seat: int) -> tuple[Group, ...]:
        """The others, those with the same card together, the hardest to beat first."""
        alike = dict[Any, list[int]]()
        for other, card in enumerate(position.cards):
            if other != seat:
                alike.setdefault((card, self.brought(other)), []).append(other)
        groups = [Group(seats[0], len(seats)) for seats in alike.values()]
        return tuple(best_first(groups, lambda group: -self._against(position, seat, group)))

    def _against(self, position: Any, seat: int, group: Group) -> float:
        vacant = position.cards[seat].boxes.count(None)
        mine, theirs = self.card(position, seat), self.card(position, group.seat)
        return float(ahead_of(mine, theirs, vacant, group.seats)[0, 0])

    def _round(self, position: Any, seat: int) -> "Round":
        return work_out(replace(self, seen=None), position, seat)

    def _likely(self, round_: "Round") -> Worth:
        """(ends,): how likely each end of the rival's round is: one of them once all dice are final."""
        if self.seen is None or self.seen.step < THROWS or EMPTY in self.seen.hands[round_.seat]:
            return round_.rival.chance
        roll = ROLL_NUMBER[tuple(sorted(self.seen.hands[round_.seat]))]
        return np.asarray(np.eye(len(round_.rival.chance))[round_.rival.end[roll]])


@dataclass(frozen=True, eq=False)
class Round:
    """A round as it is worked out for one seat."""

    ends: Ends
    seat: int
    """The rival's."""
    rival: Play
    others: tuple[Play, ...]
    copies: tuple[int, ...]
    """How many seats play as the rival does, and as each of the others."""
    vacant: int
    """How many boxes will be open after it."""
    own_chances: Worth
    """(ends, ends): the chance to win after each end of one's own, beside each end of the rival's."""
    turn: CommonTurn

    def chances(self, cards: Cards) -> Worth:
        """(n, ends): the chance to win with each card after the round, beside each end of the rival's."""
        return _chances(cards, self.rival, self.others, self.copies, self.vacant)


@lru_cache(maxsize=REMEMBERED)
def work_out(known: CommonWins, position: Any, seat: int) -> Round:
    """The round of a position for one seat, before anything is seen of it."""
    own = ends(known.table, position.cards[seat], known.brought(seat))
    groups = known.groups(position, seat)
    plays = [play(known.table, position.cards[g.seat], known.brought(g.seat)) for g in groups]
    copies = tuple(group.seats for group in groups)
    rival, others, vacant = plays[0], tuple(plays[1:]), position.cards[seat].boxes.count(None) - 1
    chances_ = _chances(own.cards, rival, others, copies, vacant)
    turn = common_turn(own.best(chances_)[:, rival.end], rival.kept_of_two, rival.kept_of_one)
    return Round(own, groups[0].seat, rival, others, copies, vacant, chances_, turn)


def _chances(
    cards: Cards, rival: Play, others: tuple[Play, ...], copies: tuple[int, ...], vacant: int
) -> Worth:
    ahead = ahead_of(cards, rival.cards, vacant, copies[0])
    for other, seats in zip(others, copies[1:], strict=True):
        beaten = ahead_of(cards, other.cards, vacant, seats) @ other.chance
        ahead = ahead * beaten[:, None] ** WEIGHT_OF_OTHERS
    return ahead


def ahead_of(mine: Cards, theirs: Cards, vacant: int, seats: int) -> Worth:
    """(n, m): the chance to end ahead of so many seats that all have the same card, of each of m."""
    n, m = len(mine.shape), len(theirs.shape)
    one = Cards._make(np.repeat(numbers, m) for numbers in mine)
    other = Cards._make(np.tile(numbers, n) for numbers in theirs)
    ahead = chances(one, other, vacant)
    if seats > 1:
        alike = (one.shape == other.shape) & (one.column == other.column)
        level = (one.total == other.total) & (alike | (vacant == 0))
        ahead = np.where(level, 1 / (seats + 1), ahead)
    return ahead.reshape(n, m)


def lying(seen: Turn, seat: int, rival: int) -> Seen:
    """How the hands of two seats lie."""
    own, other = (
        KEEP_NUMBER[tuple(sorted(die for die in seen.hands[each] if die != EMPTY))] for each in (seat, rival)
    )
    return Seen(own, other, seen.step, not any(EMPTY in hand for hand in seen.hands))
