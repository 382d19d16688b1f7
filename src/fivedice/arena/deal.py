"""The dice of one deal, the same whoever sits in a seat.

Two matches on one deal differ by who sits where, and soon by what they keep. "The same dice" therefore means
a die for each place where one can fall, drawn beforehand from the seed: an own die for every slot at every
throw of every turn of a seat. Whoever throws from that slot, then and there, gets it; a slot that is kept
leaves its die unused. No die is thrown twice in a match, so within a match they are as independent as any.
Common throws of several hands fall into no slots of their own: each step has five dice, taken in a row.

Turns are counted by visits: a visit of a seat lasts until another seat throws. So the dice of a seat do not
depend on how many throws the others needed, nor its red dice on how many black ones it threw.
"""

from collections import Counter, defaultdict

from fivedice.core.dice import FIVE, Dice
from fivedice.core.turn import EMPTY, NO_DICE, THROWS, Turn
from fivedice.match.events import First, Throw
from fivedice.match.state import State
from fivedice.runtime import chance


class Deal:
    """The dice of one match; another match on the same deal takes a new one with the same seed and number."""

    def __init__(self, seed: int, number: int) -> None:
        """Nothing thrown yet."""
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
        """The next dice of a common step, as many as are needed."""
        step, number = (state.turn or Turn((), 0)).step, state.awaited.dice
        begin = self._common[step]
        self._common[step] += number
        return row[begin : begin + number]

    def _draw(self, kind: str, number: int) -> Dice:
        """The dice of the next thing of a kind in this visit."""
        self._drawn[kind] += 1
        drawn = chance.seeded(*self._parts, self._seat, self._visits[self._seat], kind, self._drawn[kind])
        return chance.throw(drawn, number)


def _slots(row: Dice, turn: Turn) -> Dice:
    """The dice of the empty slots of a lone hand."""
    return tuple(die for die, lying in zip(row, turn.hands[0], strict=True) if lying == EMPTY)
