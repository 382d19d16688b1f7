"""How a table advances: the state after each entry, and the entries that follow without a person.

Whoever keeps a table stores what comes of this and tells it afterwards; dice and decisions are handed in.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from fivedice.core.rules import IllegalMove
from fivedice.match.events import Decision, Event
from fivedice.match.questions import view
from fivedice.match.state import Awaited, State
from fivedice.table.log import Entry, Happened
from fivedice.table.state import TableState, due

Happen = Callable[[Awaited], Event]
"""Makes the chance event that a match awaits."""
Decide = Callable[[State, int, str], Decision]
"""What a bot decides by what its seat sees; where no bot is named, the game plays for who is away (R6)."""


class Step(NamedTuple):
    """An entry, and the room after it."""

    entry: Entry
    room: TableState


def steps(room: TableState, entries: Iterable[Entry]) -> list[Step]:
    """Each entry with the room after it. Raises `IllegalMove` or `BadText` for one that cannot be."""
    made: list[Step] = []
    for entry in entries:
        room = room.after(entry)
        made.append(Step(entry, room))
    return made


def with_chance(made: list[Step], happen: Happen) -> list[Step]:
    """Steps with the chance events that follow them, as long as nobody is to cause these."""
    made = list(made)
    while made and (next_ := due(made[-1].room)) and next_.kind == "chance":
        made += steps(made[-1].room, [thrown(made[-1].room, happen)])
    return made


def thrown(room: TableState, happen: Happen) -> Happened:
    """The dice or the first seat that the match awaits. Raises `IllegalMove` where it has not begun."""
    if room.match is None:
        raise IllegalMove("The match has not begun.")
    return Happened(happen(room.match.awaited))


def automatic(room: TableState, happen: Happen, decide: Decide) -> Event | None:
    """What happens next without a person, be it dice or a decision; None where a person has to act."""
    next_ = due(room)
    if room.match is None or next_ is None:
        return None
    if next_.kind == "chance":
        return happen(room.match.awaited)
    seat = next_.seat
    return decide(view(room.match.state, seat), seat, room.chairs[seat].played_by)
