"""Advances a table: the state after each entry, and the entries that follow without a person.

Callers supply the dice and the bots' decisions, store the steps, and then announce them.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from fivedice.match.events import Decision, Event
from fivedice.match.questions import view
from fivedice.match.state import State
from fivedice.table.log import Entry, Happened
from fivedice.table.state import TableState, due

Happen = Callable[[TableState], Event]
"""Produces the chance event that the match of a table waits for."""
Decide = Callable[[State, int, str], Decision]
"""A bot's decision from its seat's view; without a bot's name, the game's for an absent player (R6)."""


class TableStep(NamedTuple):
    """An entry, and the table after it."""

    entry: Entry
    table: TableState


def steps(table: TableState, entries: Iterable[Entry]) -> list[TableStep]:
    """Each entry with the table after it. Raises `IllegalMove` or `BadText` if one is not allowed."""
    made: list[TableStep] = []
    for entry in entries:
        table = table.after(entry)
        made.append(TableStep(entry, table))
    return made


def with_chance(made: list[TableStep], happen: Happen) -> list[TableStep]:
    """Steps, and the chance events that follow them until a person must act."""
    made = list(made)
    while made and (next_ := due(made[-1].table)) and next_.kind == "chance":
        made += steps(made[-1].table, [Happened(happen(made[-1].table))])
    return made


def automatic(table: TableState, happen: Happen, decide: Decide) -> Event | None:
    """The next event that needs no person, or None if the table waits for one."""
    next_ = due(table)
    if table.match is None or next_ is None:
        return None
    seat = next_.seat
    if next_.kind == "chance":
        return happen(table)
    return decide(view(table.match.state, seat), seat, table.chairs[seat].played_by)
