"""Advances a table: the state after each entry, and the entries that follow without a person.

Callers supply the dice and the bots' decisions, store the steps, and then announce them.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from fivedice.match.events import Decision, Event
from fivedice.match.questions import view
from fivedice.match.state import State
from fivedice.table.log import Entry, Happened
from fivedice.table.state import TableState

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
    each: list[TableStep] = []
    for entry in entries:
        table = table.after(entry)
        each.append(TableStep(entry, table))
    return each


def with_chance(first: list[TableStep], happen: Happen) -> list[TableStep]:
    """Steps, and the chance events that follow them until a person must act."""
    each = list(first)
    while each and (due := (table := each[-1].table).waits_for.due) and due.kind == "chance":
        each += steps(table, [Happened(happen(table))])
    return each


def automatic(table: TableState, happen: Happen, decide: Decide) -> Event | None:
    """The next event that needs no person, or None if the table waits for one."""
    due = table.waits_for.due
    if table.match is None or due is None:
        return None
    if due.kind == "chance":
        return happen(table)
    return decide(view(table.match.state, due.seat), due.seat, table.chairs[due.seat].played_by)
