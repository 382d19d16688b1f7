"""How entries of several tables are added at once, in the words of the database's driver. Opens nothing.

These statements are carried out at every move, so they cost nothing that an ORM would build for them, and add
nothing to a database that another version of this program has brought up meanwhile.
"""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection

from fivedice.web.shape import VERSION, OtherVersion

CHANNEL = "fivedice"
"""Where PostgreSQL tells all workers of more entries of a table, or that one asks for a seat."""
LONGEST = 7999
"""Bytes of a notice; PostgreSQL takes no more."""

_OURS = f"SELECT version FROM fivedice_schema WHERE version = {VERSION}"
_ADD = "INSERT INTO fivedice_entries (code, number, entry, at)"
_SQLITE = f"{_ADD} SELECT ?, ?, ?, ? WHERE EXISTS ({_OURS})"
_POSTGRESQL = f"""
    WITH ours AS MATERIALIZED ({_OURS}), added AS (
        {_ADD} SELECT new.* FROM unnest(%s::varchar[], %s::int[], %s::text[], %s::float8[]) AS new, ours
        RETURNING code
    ), told AS (
        SELECT pg_notify('{CHANNEL}', notice) AS told FROM unnest(%s::text[]) AS notice, ours
    )
    SELECT (SELECT count(code) FROM added), (SELECT count(told) FROM told)
"""
"""One statement for all, which takes one way to the server and back."""
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', notice) FROM unnest(%s::text[]) AS notice"

Row = tuple[str, int, str, float]
"""A table's code, the number of an entry, its text and its time."""


class Append(Struct, frozen=True):
    """Entries that follow the one with this number. With a summary the table is open no more.

    By correspondence it waits `within` so many seconds for an answer to a `question`; None changes nothing.
    """

    code: str
    number: int
    entries: Sequence[str]
    summary: str = ""
    question: int = 0
    within: float | None = None

    def rows(self, now: float) -> list[Row]:
        """An entry each, as it is kept."""
        return [(self.code, place, entry, now) for place, entry in enumerate(self.entries, self.number + 1)]

    @property
    def notice(self) -> str:
        """What other workers are told: the last entry before these, and a line each for them if they fit."""
        head = f"{self.code} {self.number}"
        whole = "\n".join([head, *self.entries])
        return whole if len(whole.encode()) <= LONGEST else head


def add(connection: Connection, appends: Sequence[Append], now: float) -> None:
    """Adds entries, all or none; with PostgreSQL all workers are told when they are kept.

    All writers go by one order, so no two ever wait for each other. Raises `OtherVersion`.
    """
    rows = sorted(row for append in appends for row in append.rows(now))
    if connection.dialect.name == "sqlite":
        added = connection.exec_driver_sql(_SQLITE, rows).rowcount
    else:
        notices = [append.notice for append in appends]
        given = (*map(list, zip(*rows, strict=True)), notices)
        added = connection.exec_driver_sql(_POSTGRESQL, given).one()[0]
    if added != len(rows):
        raise OtherVersion


def notify(connection: Connection, notices: Sequence[str]) -> None:
    """Tells all workers, when the transaction is done; only PostgreSQL can."""
    connection.exec_driver_sql(_NOTIFY, (list(notices),))
