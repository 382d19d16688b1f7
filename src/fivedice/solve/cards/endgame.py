"""Knowledge of score cards played to win: exact where few turns are left, an estimate before.

`duel` solves the turns of two seats (`LastRounds`), and `solve` those of more (`CardsLastRound`): of the
seats that have played, only the highest total and the number of its seats matter, the lead. A seat takes the
choice worth most to itself; among equals (within `SAME`) the one worth most to the next seat, and so on.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS, Dice
from fivedice.core.ties import SAME
from fivedice.core.worth import INSIDE, Worth, keep_worth
from fivedice.solve.cards.booked import RatesCards
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.wins import CardWins

Solved = TypeVar("Solved")
KEPT = 8
"""The number of solved endings to keep; some take 5 MB."""
SIDE_BY_SIDE = 64
"""The number of leads solved at once; they take some 30 MB."""


# --- The last round of more than two seats -----------------------------------------------------------------


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


# --- Knowledge ---------------------------------------------------------------------------------------------


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
            lambda: solve(self.form, to_play, lead),
        )

    def _totals(self, position: Any) -> list[int]:
        """The points of each seat so far, over all games."""
        totals = [filling.total(self.form, card) for card in position.cards]
        return [total + earlier for total, earlier in zip(totals, self._earlier(position), strict=True)]

    def _earlier(self, position: Any) -> tuple[int, ...]:
        return self.estimate.carried or (0,) * len(position.cards)
