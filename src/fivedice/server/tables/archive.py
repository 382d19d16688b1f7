"""Summaries and records of all stored tables, for the host.

Reveals nothing of an unfinished match beyond its summary: the host may be playing in it.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from msgspec import Struct

from fivedice.notation import record
from fivedice.server.compute import reading
from fivedice.server.storage import errors, summary
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import Damaged
from fivedice.server.storage.summary import Summary
from fivedice.table.state import TableState

AT_ONCE = 500


class ArchivedTable(Struct, frozen=True):
    """A table or a brought record: since when it is kept, and what became of it."""

    code: str
    at: float
    summary: Summary | None
    """None where what is kept is damaged."""


def shelved(database: Database, kept: Mapping[str, float]) -> Iterator[ArchivedTable]:
    """What is kept under these codes since then. Costs a match played again for each that still goes on."""
    codes = [*kept]
    for first in range(0, len(codes), AT_ONCE):
        some = codes[first : first + AT_ONCE]
        known = database.summaries(some)
        for code in some:
            try:
                found = _summary(database, code, known.get(code))
            except Damaged:
                yield ArchivedTable(code, kept[code], None)
            else:
                if found:
                    yield ArchivedTable(code, kept[code], found)


def ended(database: Database, code: str) -> str | None:
    """The record of a match that has ended, or was brought; None where there is none. Raises `Damaged`."""
    brought = database.uploaded(code)
    if brought is not None:
        return brought
    state = _state_of(database, code)
    return record.text(state.match) if state and state.match and state.is_over else None


def _summary(database: Database, code: str, kept: str | None) -> Summary | None:
    """The summary that is kept; another where there is none or it cannot be read. Raises `Damaged`."""
    with suppress(Damaged):
        if kept is not None:
            return summary.read(code, kept)
    brought = database.uploaded(code)
    with errors.reading(code):
        state = reading.brought(brought) if brought else None
    state = state or _state_of(database, code)
    return summary.of(state, code) if state else None


def _state_of(database: Database, code: str) -> TableState | None:
    """A table as it stands, or None. Raises `Damaged`."""
    kept = database.load(code)
    with errors.reading(code):
        return reading.room(kept) if kept else None
