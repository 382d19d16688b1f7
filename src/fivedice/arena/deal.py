"""The dice of one deal, the same whoever sits in a seat, and the results of its matches.

Two matches on one deal differ in the seating, and soon in what is kept. "The same dice" therefore means one
die, drawn beforehand from the seed, for every slot at every throw of every turn of a seat. A slot that is
kept leaves its die unused. No die is thrown twice in a match, so the dice of a match are independent. Common
throws of several hands have no slots: each step has five dice, taken in a row.

Turns are counted by visits: a visit of a seat lasts until another seat throws. So the dice of a seat do not
depend on how many throws the others needed, nor its red dice on how many black ones it threw.
"""

from collections import Counter, defaultdict

from msgspec import Struct

from fivedice.core.dice import FIVE, Dice
from fivedice.core.turn import EMPTY, NO_DICE, THROWS, Turn
from fivedice.match.events import First, Throw
from fivedice.match.state import State
from fivedice.runtime import chance


class Deal:
    """The dice of one match. Each match of a deal needs its own, with the same seed and number."""

    def __init__(self, seed: int, number: int) -> None:
        """Starts before the first throw."""
        self._parts = (seed, number)
        self._seat = -1
        self._visits = Counter[int]()
        self._drawn = Counter[str]()
        self._rows: list[Dice] = []
        self._common: defaultdict[int, int] = defaultdict(int)

    def happen(self, state: State) -> Throw | First:
        """The chance event that a match awaits."""
        awaited = state.awaited
        if awaited.kind == "first":
            drawn = chance.seeded(*self._parts, "first", len(state.finished))
            return First(drawn.choice(awaited.seats))
        (seat,) = awaited.seats
        if seat != self._seat:
            self._seat = seat
            self._visits[seat] += 1
            self._drawn.clear()
        return Throw(seat, self._dice(state))

    def _dice(self, state: State) -> Dice:
        if state.rolloff is not None:
            return self._draw("roll-off", FIVE)
        if state.turn is None:
            return self._draw("red", 1)
        if state.turn.step == 1 and set(state.turn.hands) == {NO_DICE}:
            self._begin_turn()
        row = self._rows[state.turn.step - 1]
        return _slots(row, state.turn) if len(state.turn.hands) == 1 else self._next(row, state)

    def _begin_turn(self) -> None:
        dice = self._draw("turn", THROWS * FIVE)
        self._rows = [dice[FIVE * step : FIVE * (step + 1)] for step in range(THROWS)]
        self._common.clear()

    def _next(self, row: Dice, state: State) -> Dice:
        """The next dice of a common step, in the number needed."""
        step, number = (state.turn or Turn((), 0)).step, state.awaited.dice
        begin = self._common[step]
        self._common[step] += number
        return row[begin : begin + number]

    def _draw(self, kind: str, number: int) -> Dice:
        """The dice of the next event of this kind in the visit."""
        self._drawn[kind] += 1
        drawn = chance.seeded(*self._parts, self._seat, self._visits[self._seat], kind, self._drawn[kind])
        return chance.throw(drawn, number)


def _slots(row: Dice, turn: Turn) -> Dice:
    """The dice of the empty slots of a single hand."""
    return tuple(die for die, lying in zip(row, turn.hands[0], strict=True) if lying == EMPTY)


class MatchLuck(Struct, frozen=True):
    """What luck added to a seat's share of the win and to its score in a match."""

    wins: float
    score: float


NO_LUCK = MatchLuck(0.0, 0.0)


class Played(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The results of a deal: one row per match with the scores of the bots and the winners.

    If a bot has forfeited a match, `forfeited` also has one row per match, and `why` the reasons.
    """

    deal: int
    scores: tuple[tuple[int, ...], ...]
    winners: tuple[tuple[int, ...], ...]
    forfeited: tuple[tuple[int, ...], ...] = ()
    why: tuple[str, ...] = ()
    luck: tuple[tuple[MatchLuck, ...], ...] = ()
    """For adjusted results, one row per match with the luck of each bot."""

    def lost(self, match: int) -> tuple[int, ...]:
        """The bots that forfeited a match of the deal."""
        return self.forfeited[match] if self.forfeited else ()

    def lucky(self, match: int, bot: int) -> MatchLuck:
        """The luck of a bot in a match; none if results are not adjusted."""
        return self.luck[match][bot] if self.luck else NO_LUCK
