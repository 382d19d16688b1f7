"""Host commands for stored tables: summaries, records, and closing a table.

Reveals nothing about an unfinished match beyond its summary: the host may be playing in it.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from msgspec import Struct
from sqlalchemy import Connection

from fivedice.core.rules import WrongCall
from fivedice.notation import record
from fivedice.server.compute import reading
from fivedice.server.storage import errors, summary, table_rows
from fivedice.server.storage.append_entries import Append
from fivedice.server.storage.database import Database
from fivedice.server.storage.summary import TableSummary
from fivedice.table import log
from fivedice.table.state import TableState, check_reason

AT_ONCE = 500


class ArchivedTable(Struct, frozen=True):
    """A stored table or uploaded record, with the time it was opened or uploaded."""

    code: str
    at: float
    summary: TableSummary | None
    """The summary; None if the stored data is damaged."""


def tables_of(database: Database, times: Mapping[str, float]) -> Iterator[ArchivedTable]:
    """Summaries of stored tables; each unfinished match is replayed."""
    codes = [*times]
    for first in range(0, len(codes), AT_ONCE):
        yield from database.run(_tables_of, {code: times[code] for code in codes[first : first + AT_ONCE]})


def _tables_of(connection: Connection, times: Mapping[str, float]) -> list[ArchivedTable]:
    known, tables = table_rows.summaries(connection, [*times]), list[ArchivedTable]()
    for code, at in times.items():
        its = None
        with suppress(errors.Damaged):
            its = _summary(connection, code, known.get(code))
            if not its:
                continue
        tables.append(ArchivedTable(code, at, its))
    return tables


def ended(connection: Connection, code: str) -> str | None:
    """The record of a finished or uploaded match, or None. Raises `Damaged`."""
    uploaded = table_rows.uploaded(connection, code)
    if uploaded is not None:
        return uploaded
    stored = table_rows.load(connection, code)
    with errors.reading(code):
        state = reading.state(stored) if stored else None
    secret = stored.secret.revealed if stored else ""
    return record.text(state.match, secret) if state and state.match and state.is_over else None


def close(connection: Connection, code: str, reason: str) -> None:
    """Closes a table for good, even while a server is running it. Raises `IllegalMove` and `Damaged`."""
    check_reason(reason)
    table = _state_of(connection, code)
    if table is None:
        raise WrongCall(f"There is no table {code}.")
    if table.is_over:
        raise WrongCall(f"The match of table {code} is over; there is nothing to close.")
    closed = log.Closed(reason)
    summed = summary.text(summary.of(table.after(closed), code))
    table_rows.append(connection, [Append(code, table.number, [log.text(closed)], summed)])


def _summary(connection: Connection, code: str, text: str | None) -> TableSummary | None:
    """The stored summary, or a new one if it is missing or damaged. Raises `Damaged`."""
    with suppress(errors.Damaged):
        if text is not None:
            return summary.read(code, text)
    state = replayed(connection, code)
    return summary.of(state, code) if state else None


def replayed(connection: Connection, code: str) -> TableState | None:
    """A table or uploaded record, replayed from what is stored; None if there is none. Raises `Damaged`."""
    uploaded = table_rows.uploaded(connection, code)
    with errors.reading(code):
        state = reading.of_record(uploaded) if uploaded else None
    return state or _state_of(connection, code)


def _state_of(connection: Connection, code: str) -> TableState | None:
    """The state of a table, or None. Raises `Damaged`."""
    stored = table_rows.load(connection, code)
    with errors.reading(code):
        return reading.state(stored) if stored else None
