"""An exercise: a decision to make, stored as the terms of a table that begins at its position.

The empty chair is the seat that decides. No answer is stored, so a better solver changes the grades.
"""

from collections import Counter
from hashlib import sha256
from itertools import count

import msgspec
from msgspec.structs import replace

from fivedice.analysis.annotate import KINDS
from fivedice.core.dice import Dice
from fivedice.core.turn import Turn
from fivedice.language import tr
from fivedice.match.match import begin
from fivedice.match.state import State, hand
from fivedice.notation import write
from fivedice.notation.read import BadText
from fivedice.table.protocol import player_view
from fivedice.table.protocol.picture import You
from fivedice.table.seating import Chair, players
from fivedice.table.state import TableState
from fivedice.table.terms import Terms, from_here

OTHERS = "greedy"
"""The bot in the other chairs, so that no name of a person is stored."""
KEY = 32
"""The number of digits of an exercise's key."""


def exercise(state: State, seat: int) -> Terms:
    """The decision of a seat as an exercise. The order of the dice makes no difference."""
    terms = replace(from_here(state, seat, OTHERS), hints=False)
    chairs = tuple("" if place == seat else OTHERS for place in range(len(terms.chairs)))
    turn = state.turn and write.turn(
        Turn(tuple(tuple(sorted(one)) for one in state.turn.hands), state.turn.step)
    )
    return replace(terms, chairs=chairs, turn=turn or "")


def text(terms: Terms) -> str:
    """An exercise as one line of JSON."""
    return msgspec.json.encode(terms).decode()


def read(line: str) -> Terms:
    """Parses `text`. Raises `BadText`."""
    try:
        return msgspec.json.decode(line, type=Terms)
    except msgspec.DecodeError as error:
        raise BadText(tr("This is not a drill: {error}", error=error)) from None


def key(terms: Terms) -> str:
    """A short name that equal exercises share."""
    return sha256(text(terms).encode()).hexdigest()[:KEY]


def seat_of(terms: Terms) -> int:
    """The seat that decides."""
    return terms.chairs.index("")


def table_of(terms: Terms) -> TableState:
    """A table at the exercise, which is not stored; its only person has the seat that decides."""
    others = (tr("Opponent {number}", number=n) if n > 1 else tr("Opponent") for n in count(1))
    me = Chair(tr("Player"), holder="Player")
    chairs = tuple(Chair(next(others), bot) if bot else me for bot in terms.chairs)
    return TableState(terms, chairs, match=begin(terms.setup(players(chairs))))


def view(terms: Terms) -> You:
    """What the deciding seat sees: uses only once it is asked for one, because no answer stops early."""
    you = player_view.seen_by(table_of(terms), seat_of(terms))
    return you if you.asked == "use" else replace(you, uses=(), explained="")


def state_of(terms: Terms) -> State:
    """The state in which the seat decides. Raises `IllegalMove` or `BadText` for a damaged exercise."""
    match = table_of(terms).match
    assert match
    return match.state


def sort(state: State, seat: int) -> str:
    """The kind of decision and the pattern of the dice: "second keep 2-2-1". Frequencies are by sort."""
    if state.turn is None or state.awaited.kind == "choose":
        return KINDS[3]
    kind = KINDS[state.turn.step - 1] if state.awaited.kind == "keep" else KINDS[2]
    return f"{kind} {_shape(hand(state, seat))}"


def _shape(dice: Dice) -> str:
    """The counts of equal dice, and the longest straight of three or more."""
    alike = "-".join(map(str, sorted(Counter(dice).values(), reverse=True)))
    row = max(
        sum(low + step in dice for step in range(length)) == length and length
        for low in range(1, 7)
        for length in range(1, 6)
    )
    return f"{alike} row of {row}" if row > 2 else alike
