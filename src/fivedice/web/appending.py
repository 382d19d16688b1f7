"""How entries of several tables are added at once, in the words of the database's driver. Opens nothing.

These statements are carried out at every move, so they cost nothing that an ORM would build for them.
"""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection

CHANNEL = "fivedice"
"""Where PostgreSQL tells all workers that a table has more entries, or that one asks for a seat."""

_ADD = "INSERT INTO fivedice_entries (code, number, entry, at)"
_SQLITE = f"{_ADD} VALUES (?, ?, ?, ?)"
_POSTGRESQL = f"{_ADD} SELECT * FROM unnest(%s::varchar[], %s::int[], %s::text[], %s::float8[])"
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', notice) FROM unnest(%s::text[]) AS notice"

Row = tuple[str, int, str, float]
"""A table's code, the number of an entry, its text and its time."""


class Append(Struct, frozen=True):
    """Entries that follow the one with this number. With a summary the table is open no more."""

    code: str
    number: int
    entries: Sequence[str]
    summary: str = ""

    def rows(self, now: float) -> list[Row]:
        """An entry each, as it is kept."""
        return [(self.code, place, entry, now) for place, entry in enumerate(self.entries, self.number + 1)]

    @property
    def notice(self) -> str:
        """What other workers are told: up to which entry the table goes now."""
        return f"{self.code} {self.number + len(self.entries)}"


def add(connection: Connection, appends: Sequence[Append], now: float) -> None:
    """Adds entries, all or none. All writers go by one order, so no two ever wait for each other."""
    rows = sorted(row for append in appends for row in append.rows(now))
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_SQLITE, rows)
    else:  # one statement: a lost race among several is logged
        connection.exec_driver_sql(_POSTGRESQL, tuple(map(list, zip(*rows, strict=True))))


def notify(connection: Connection, notices: Sequence[str]) -> None:
    """Tells all workers, when the transaction is done; only PostgreSQL can."""
    connection.exec_driver_sql(_NOTIFY, (list(notices),))
