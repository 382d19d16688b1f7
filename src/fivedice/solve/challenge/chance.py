"""The chance to win challenge if everybody plays for the mean, this round included; shown beside a hint.

All seats of a round use the same dice, so each row of dice leads to one card for each seat. With two throws
left, each first row is followed by one fixed second row.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.analysis.solver_api import Beside
from fivedice.core.dice import FACES, FIVE, KEEPS, Dice
from fivedice.core.turn import Turn
from fivedice.core.worth import FIRST_ROLL, KEEPS_INSIDE, ROLL_NUMBER, TurnWorth, Worth, best_keep
from fivedice.solve.cards.table import CardTable
from fivedice.solve.challenge.ends import Play, as_arrays, play
from fivedice.solve.challenge.turn import NEXT, Numbers
from fivedice.solve.challenge.value import KNOWN, Cards, chances

ROWS = np.array(list(product(range(len(FACES)), repeat=FIVE)))
"""(7776, 5): all rows of five dice, by the numbers of their faces."""
SECOND = np.argsort(np.arange(len(ROWS), dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))
"""(7776,): the row that follows each row; multiplicative hashing mixes them well (Knuth, 1973)."""
PART_OF_OTHERS = 0.3
"""The weight of a seat that is not the hardest to beat; fitted by `research/challenge/calibrate.py`."""


@dataclass(frozen=True)
class CommonChance(Beside):
    """The expected share of the win if everybody plays for the mean."""

    table: CardTable
    carried: tuple[int, ...] = ()
    """The points of each seat from earlier games; empty for none."""
    aim: str = "wins"

    def __post_init__(self) -> None:
        """Raises ValueError for another card."""
        if self.table.form not in KNOWN:
            raise ValueError("The network of challenge was not trained for this card.")

    def in_match(self, carried: tuple[int, ...], to_come: int) -> "CommonChance":  # noqa: ARG002 - changes nothing
        """The chance to win a match by the highest sum: equal cards gain the same in the games to come."""
        return replace(self, carried=carried)

    def worth(self, position: Any, seat: int) -> float:
        """The share of the seat before a round; exact at the end."""
        cards = [self.card(position, each) for each in range(len(position.cards))]
        standings = Standings(cards, position.cards[seat].boxes.count(None))
        return float(standings.shares(np.zeros((len(cards), 1), np.intp))[seat, 0])

    def after_use(self, position: Any, seat: int, after: Any, turn: Turn) -> float:
        """The share after the seat's use of final dice; the others use theirs for the mean."""
        cards, places = {seat: self.card(after, seat)}, np.zeros((len(after.cards), 1), np.intp)
        for other, play_ in self._others(position, seat):
            cards[other] = play_.cards
            places[other] = play_.end[ROLL_NUMBER[_roll(turn, other)]]
        standings = Standings(
            [cards[each] for each in range(len(cards))], after.cards[seat].boxes.count(None)
        )
        return float(standings.shares(places)[seat, 0])

    def keeps(self, position: Any, seat: int, turn: Turn, ahead: TurnWorth, after: tuple[Any, ...]) -> Worth:
        """(462,): the share after each keep inside the seat's roll, NaN elsewhere.

        `after` has the position after each final roll; `ahead` has the worths by which the seat plays.
        """
        plays = dict(self._others(position, seat))
        plays[seat] = self._own(seat, ahead, after)
        ordered = [plays[each] for each in range(len(plays))]
        vacant = position.cards[seat].boxes.count(None) - 1
        table = Standings([play.cards for play in ordered], vacant)
        places = np.array([_ends(play, _keep(play, turn, each), turn) for each, play in enumerate(ordered)])
        shares = np.full(len(KEEPS), np.nan)
        for keep in KEEPS_INSIDE[_roll(turn, seat)]:
            places[seat] = _ends(plays[seat], keep, turn)
            shares[keep] = table.mean(places)[seat]
        return shares

    def card(self, position: Any, seat: int) -> Cards:
        """The card of a seat as arrays of length one."""
        return as_arrays(self.table, [position.cards[seat]], self.earlier(seat))

    def earlier(self, seat: int) -> int:
        """The points of a seat from earlier games."""
        return self.carried[seat] if self.carried else 0

    def _others(self, position: Any, seat: int) -> Iterator[tuple[int, Play]]:
        """Each other seat, with its play of the round."""
        for other, card in enumerate(position.cards):
            if other != seat:
                yield other, play(self.table, card, self.earlier(other))

    def _own(self, seat: int, ahead: TurnWorth, after: tuple[Any, ...]) -> Play:
        """The seat's play of its own turn."""
        cards = [position.cards[seat] for position in after]
        number = {card: place for place, card in enumerate(dict.fromkeys(cards))}
        return Play(
            as_arrays(self.table, list(number), self.earlier(seat)),
            np.array([number[card] for card in cards]),
            np.empty(0),
            best_keep(ahead.two_left),
            best_keep(ahead.one_left),
        )


class Standings:
    """The shares of the win of all seats, by the card of each."""

    def __init__(self, cards: list[Cards], vacant: int) -> None:
        seats = len(cards)
        self._cards = cards
        self._pairs = {
            (one, other): compare_all(cards[one], cards[other], vacant)
            for one in range(seats)
            for other in range(one)
        }

    def shares(self, places: Numbers) -> Worth:
        """(seats, n): the shares, from the index of each seat's card among its cards (seats, n)."""
        seats, n = places.shape
        ahead, level = np.full((seats, seats, n), 0.5), np.ones((seats, seats, n), np.bool_)
        for (one, other), (chance, same) in self._pairs.items():
            at = places[one], places[other]
            ahead[one, other], ahead[other, one] = chance[at], 1 - chance[at]
            level[one, other] = level[other, one] = same[at]
        return shares(ahead, level)

    def mean(self, places: Numbers) -> Worth:
        """(seats,): the mean of the shares over n equally likely ends of the round."""
        code = np.ravel_multi_index(tuple(places), tuple(len(cards.shape) for cards in self._cards))
        _, first, times = np.unique(code, return_index=True, return_counts=True)
        return self.shares(places[:, first]) @ times / places.shape[1]


def compared(one: Cards, other: Cards, vacant: int) -> tuple[Worth, NDArray[np.bool_]]:
    """(n,), card by card: the chance to end ahead, and whether the two are certain to tie."""
    alike = (one.shape == other.shape) & (one.column == other.column) | (vacant == 0)
    return chances(one, other, vacant), alike & (one.total == other.total)


def compare_all(mine: Cards, theirs: Cards, vacant: int) -> tuple[Worth, NDArray[np.bool_]]:
    """(n, m) each: compares each of n cards with each of m."""
    n, m = len(mine.shape), len(theirs.shape)
    one = Cards._make(np.repeat(numbers, m) for numbers in mine)
    other = Cards._make(np.tile(numbers, n) for numbers in theirs)
    ahead, level = compared(one, other, vacant)
    return ahead.reshape(n, m), level.reshape(n, m)


def _roll(turn: Turn, seat: int) -> Dice:
    """The sorted dice of a full hand."""
    return tuple(sorted(turn.hands[seat]))


def _keep(play: Play, turn: Turn, seat: int) -> int:
    """The dice that a seat keeps of its roll."""
    kept = play.kept_of_two if turn.step == 1 else play.kept_of_one
    return int(kept[ROLL_NUMBER[_roll(turn, seat)]])


def _ends(play: Play, keep: int, turn: Turn) -> Numbers:
    """(7776,): the index of the card with which a seat ends the round, by the next row of dice."""
    rolls = _rows()[keep]
    if turn.step == 1:
        rolls = _rows()[play.kept_of_one[rolls], SECOND]
    return play.end[rolls]


@cache
def _rows() -> Numbers:
    """(462, 7776): the roll of each keep with the first dice of each row."""
    keeps = np.repeat(np.arange(len(KEEPS), dtype=np.int16)[:, None], len(ROWS), axis=1)
    for die in range(FIVE):
        keeps = NEXT.astype(np.int16)[keeps, ROWS[:, die]]
    return keeps - np.int16(FIRST_ROLL)


def shares(ahead: Worth, level: NDArray[np.bool_], part: float = PART_OF_OTHERS) -> Worth:
    """(n, …): the share of the win of each seat, with ties shared.

    On common dice, a seat that beats one other is likely to beat all, so chances cannot simply be multiplied.
    The seat that is hardest to beat counts in full, any other by a part, and all shares sum to one. Seats
    that are certain to tie count as one and share its win. Against one rival the result is the chance itself.

    `ahead` (n, n, …) is the chance of each seat to end ahead of each other; `level` says whether the two are
    certain to tie, as each does with itself.
    """
    copies = level.sum(axis=1)
    with np.errstate(divide="ignore"):
        logs = np.where(level, 0.0, np.log(ahead))
    others = (logs / copies[None]).sum(axis=1)
    strength = np.exp(part * others + (1 - part) * logs.min(axis=1)) / copies
    return strength / strength.sum(axis=0)
