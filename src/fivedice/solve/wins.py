"""Score cards played to win: traditional, piecepack and challenge with two and more seats, as knowledge.

A position is worth the chance that the seat's final total is the highest, shared where totals are equal,
if everybody plays for the mean from there on (`spread` says how cards then turn out, each for itself).
Every choice is rated by the positions it may lead to, so who always takes the best plays better than the
mean player at every choice. Final positions and the last turn of all are exact. Solves nothing.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from fivedice.dice import Dice
from fivedice.games import scorecard
from fivedice.games.scorecard import UPPER_BOXES, ZERO, Card
from fivedice.solve.cards import CardTable
from fivedice.solve.columns import MASKS, columns
from fivedice.solve.pays import YAHTZEE_ROLLS, Ints, Pays, pays, shape_of
from fivedice.solve.spread import WIDE, Spread, number_of, numbers, step_of, step_of_number, tent
from fivedice.worth import Worth

TOTALS = 2048
"""Final totals are told apart below this; none can be as high."""
MARGIN = WIDE
"""The place of a total of nothing in a row of totals: chances may be spread a little below it."""


@dataclass(frozen=True, eq=False)
class CardWins:
    """The chance to win, a tie counted as a share, when all play for the mean after the choice rated."""

    table: CardTable
    spread: Spread
    boxes: tuple[str, ...]
    """The names of the thirteen boxes in this game."""
    exact: bool = False
    aim: str = "wins"

    def worth(self, position: Any, seat: int) -> float:
        """The chance to win of the seat; at the end 1, 0 or its share."""
        return float(self._final(position.cards[seat]) @ self._shares(position.cards, seat))

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): the chance to win after the best use of each roll."""
        card: Card = position.cards[seat]
        rules, shares = pays(self.table.joker), self._shares_after(position.cards, seat)
        best: Worth = self._bookings(card, shares, rules)[rules.booking].max(axis=1)
        if scorecard.is_joker(card, YAHTZEE_ROLLS[0], self.table.joker):
            best[rules.yahtzees] = [self._best_joker(card, roll, shares) for roll in YAHTZEE_ROLLS]
        return best

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The chance to win after each use; a zero by choice is never worth more than the score."""
        cards, joker = position.cards, self.table.joker
        names = [use.name for use in scorecard.uses(cards[seat], roll, joker, self.boxes)]
        after = [scorecard.book(cards, seat, roll, name, joker, self.boxes)[seat] for name in names]
        worths = self._after(after, self._shares_after(cards, seat))
        found = dict(zip(names, worths.tolist(), strict=True))
        return {name: min(worth, found[name.removeprefix(ZERO)]) for name, worth in found.items()}

    def _final(self, card: Card) -> Worth:
        """(TOTALS,): the chance of each final total, a total of nothing at `MARGIN`."""
        low, chances = self.spread.to_come(card)
        begin = MARGIN + scorecard.total(card) + low
        final = np.zeros(TOTALS)
        final[begin : begin + len(chances)] = chances
        return final

    def _shares(self, cards: tuple[Card, ...], seat: int) -> Worth:
        """(TOTALS,): the seat's share of the win with each final total of its own."""
        others = cards[:seat] + cards[seat + 1 :]
        return shares(tuple(map(self._final, others)))

    def _shares_after(self, cards: tuple[Card, ...], seat: int) -> Worth:
        """(TOTALS,): the same for totals at which `spread` tells the chances after the seat's turn."""
        step = step_of(cards[seat].boxes.count(None) - 1)
        return np.convolve(np.pad(self._shares(cards, seat), step - 1, "edge"), tent(step), "valid")

    def _bookings(self, card: Card, shares: Worth, rules: Pays) -> Worth:
        """(bookings,): the chance to win after each by an ordinary roll; minus infinity in a filled box."""
        told, shape, upper = columns(), shape_of(card), scorecard.upper_total(card)
        vacant = np.flatnonzero(shape >> rules.box & 1 == 0)
        after, points = shape | rules.bits[vacant], rules.points[vacant]
        upper_after = upper + np.where(rules.box[vacant] < len(UPPER_BOXES), points, 0)
        cards = numbers()[0][after, told.column[after % MASKS, upper_after]]
        gain = points + told.bonus[upper_after] - told.bonus[upper]
        found = np.full(len(rules.box), -np.inf)
        found[vacant] = self._chances(cards, scorecard.total(card) + gain, shares)
        return found

    def _best_joker(self, card: Card, roll: Dice, shares: Worth) -> float:
        """The chance to win after the best use of a Yahtzee that the Joker rules bind."""
        joker = self.table.joker
        boxes = scorecard.open_boxes(card, roll, joker)
        return float(self._after([scorecard.fill(card, box, roll, joker) for box in boxes], shares).max())

    def _after(self, cards: list[Card], shares: Worth) -> Worth:
        """The chance to win with each card that the seat may have after its turn."""
        places, totals = [number_of(card) for card in cards], [scorecard.total(card) for card in cards]
        return self._chances(np.array(places), np.array(totals), shares)

    def _chances(self, cards: Ints, totals: Ints, shares: Worth) -> Worth:
        """(n,): the same, for cards by their numbers, with equally many open boxes, and their totals."""
        begin, size = self.spread.begin[cards], np.diff(self.spread.begin)[cards]
        along = np.arange(size.max())
        there = along < size[:, None]
        told = self.spread.chances[np.where(there, begin[:, None] + along, 0)].astype(np.float64)
        chances = np.where(there, told, 0)
        finals = (MARGIN + totals + self.spread.low[cards])[:, None] + step_of_number(cards[0]) * along
        found: Worth = (chances * shares[np.minimum(finals, TOTALS - 1)]).sum(axis=1) / chances.sum(axis=1)
        return found


def shares(others: tuple[Worth, ...]) -> Worth:
    """(TOTALS,): the share of the win with each total, given the chances of each other seat's total.

    With k others level at the top the share is 1 / (k + 1): `level[k]` is the chance of that.
    """
    level = [np.ones(TOTALS)]
    for equal in others:
        below = np.cumsum(equal) - equal
        alone, joined = [*level, np.zeros(TOTALS)], [np.zeros(TOTALS), *level]
        level = [one * below + other * equal for one, other in zip(alone, joined, strict=True)]
    share: Worth = sum((chance / (k + 1) for k, chance in enumerate(level)), np.zeros(TOTALS))
    return share
