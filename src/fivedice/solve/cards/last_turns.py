"""Exact solutions of the last round of score cards when everybody plays to win.

Of the seats that have played, only the highest total and the number of its seats matter: the lead. A seat
takes the choice worth most to itself; among equals (within `SAME`) the one worth most to the next seat, and
so on round the table.
"""

from typing import NamedTuple, Self

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS, Dice
from fivedice.core.ties import SAME
from fivedice.core.worth import INSIDE, Worth, keep_worth
from fivedice.solve.cards.pays import Ints

SIDE_BY_SIDE = 64
"""The number of leads solved at once; they take some 30 MB."""


class Lead(NamedTuple):
    """The highest total of the seats that have played, and the number of seats that have it."""

    total: int
    seats: int

    def joined(self, total: int) -> "Lead":
        """The lead after another seat has ended with this total."""
        if total > self.total:
            return Lead(total, 1)
        return Lead(self.total, self.seats + (total == self.total))


NOBODY = Lead(-1, 0)
"""The lead before anybody has played."""


class LastTurnEnds(NamedTuple):
    """The possible ends of a card's last turn."""

    totals: list[int]
    """The possible final totals."""
    uses: Ints
    """(252, uses): the places of the totals that each roll may choose; rows with fewer uses repeat one."""


class WaitingSeat(NamedTuple):
    """A seat that has still to play."""

    card: Card
    earlier: int
    """Its points from earlier games."""


class LastTurns(NamedTuple):
    """The solved turns that are left in a match, with everybody's share of the win."""

    form: ScoreCard
    seats: tuple[WaitingSeat, ...]
    """The seats still to play, in order."""
    lead: Lead
    shares: list[dict[Lead, Worth]]
    """One table before each of these turns, and one at the end. For each possible lead it has the shares of
    the seats to play, in order, and last the share of each leader.
    """

    @property
    def now(self) -> Worth:
        """The shares before the first of these turns."""
        return self.shares[0][self.lead]

    def after(self, total: int) -> float:
        """The share of the seat to play once it ends with this total."""
        return float(_after(self.lead, total, self.shares[1])[0])

    def later(self, form: ScoreCard, seats: tuple[WaitingSeat, ...], lead: Lead) -> Self | None:
        """The solved turns from this or a later turn on; None if these seats and lead cannot follow."""
        turn = len(self.seats) - len(seats)
        if turn < 0 or form != self.form or seats != self.seats[turn:] or lead not in self.shares[turn]:
            return None
        return self._replace(seats=seats, lead=lead, shares=self.shares[turn:])


def solve(form: ScoreCard, seats: tuple[WaitingSeat, ...], lead: Lead) -> LastTurns:
    """Solves the turns left for these seats, each with one open box."""
    ends = [_ends(form, seat) for seat in seats]
    leads = [[lead]]
    for each in ends:
        leads.append(sorted({before.joined(total) for before in leads[-1] for total in each.totals}))
    shares = [{over: np.array([1 / over.seats]) for over in leads[-1]}]
    for each, before in zip(reversed(ends), leads[-2::-1], strict=True):
        shares.insert(0, dict(zip(before, _turn(each, before, shares[0]), strict=True)))
    return LastTurns(form, seats, lead, shares)


def _ends(form: ScoreCard, seat: WaitingSeat) -> LastTurnEnds:
    by_roll = [_totals(form, seat, roll) for roll in ROLLS]
    totals = sorted(set().union(*by_roll))
    place = {total: number for number, total in enumerate(totals)}
    most = max(map(len, by_roll))
    padded = [each + each[:1] * (most - len(each)) for each in by_roll]
    return LastTurnEnds(totals, np.array([[place[total] for total in each] for each in padded]))


def _totals(form: ScoreCard, seat: WaitingSeat, roll: Dice) -> list[int]:
    """The seat's total after each use of a roll."""
    cards = [filling.book(form, seat.card, roll, use.name) for use in filling.uses(form, seat.card, roll)]
    return [seat.earlier + filling.total(form, card) for card in cards]


def _turn(ends: LastTurnEnds, leads: list[Lead], then: dict[Lead, Worth]) -> Worth:
    """(leads, shares): everybody's shares before a turn, from the shares after it."""
    some = [leads[start : start + SIDE_BY_SIDE] for start in range(0, len(leads), SIDE_BY_SIDE)]
    return np.concatenate([_before(ends, each, then) for each in some])


def _after(lead: Lead, total: int, then: dict[Lead, Worth]) -> Worth:
    """(shares,): for the seat that ended with this total, the seats after it, and the earlier leaders."""
    now = lead.joined(total)
    shares = then[now]
    own = shares[-1] if total == now.total else 0.0
    before = shares[-1] if lead.total == now.total else 0.0
    return np.array([own, *shares[:-1], before])


def _before(ends: LastTurnEnds, leads: list[Lead], then: dict[Lead, Worth]) -> Worth:
    """`_turn` for a few leads."""
    after = np.array([[_after(lead, total, then) for lead in leads] for total in ends.totals])
    rolls = preferred(after[ends.uses.T])
    for _ in range(2):
        rolls = preferred(keep_worth(rolls).take(INSIDE, axis=0))
    return keep_worth(rolls)[0]


def preferred(choices: Worth) -> Worth:
    """(…, shares) from (choices, …, shares): the choice of the seat whose share is the first."""
    stay = np.ones(choices.shape[:-1], bool)
    for share in np.moveaxis(choices, -1, 0):
        here = np.where(stay, share, -np.inf)
        stay = here >= here.max(axis=0) - SAME
    choice = stay.argmax(axis=0)[None, ..., None]
    return np.take_along_axis(choices, choice, axis=0)[0]
