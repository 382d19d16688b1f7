"""SQL statements that append log entries of several tables at once.

They run at every move, so they are plain SQL.
"""

from collections.abc import Sequence

from msgspec import Struct, json
from msgspec.structs import astuple
from sqlalchemy import Connection

CHANNEL = "fivedice"
"""The channel of notices between workers: new entries, and questions about seats."""
SPOKEN = "utf8"
"""The client encoding, independent of the database and the environment."""
LONGEST = 7999
"""The largest notice that PostgreSQL accepts, in bytes."""

_ADD = "INSERT INTO fivedice_entries (code, number, entry, at)"
_SQLITE = f"{_ADD} VALUES (?, ?, ?, ?)"
_ROW = "row(code varchar, number int, entry text, at float8)"
POSTGRESQL = f"""
    WITH added AS ({_ADD} SELECT row.* FROM json_to_recordset(%s) AS {_ROW})
    SELECT pg_notify('{CHANNEL}', notice) FROM json_array_elements_text(%s) AS notice
"""
"""Inserts and notifies in one round trip; `texts` makes its parameters."""
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', notice) FROM unnest(%s::text[]) AS notice"


class Conflict(Exception):  # noqa: N818 - not a failure: another writer was faster
    """Another writer has appended to a table since this writer read it."""


class EntryRow(Struct, frozen=True, order=True):
    """A stored entry of a table."""

    code: str
    number: int
    entry: str
    at: float


class Append(Struct, frozen=True):
    """Entries after entry `number`. With a `summary`, the table is no longer open; with `reopens`, it is open
    again.

    In correspondence play, the answer to `question` is due `within` this many seconds; None changes nothing.
    """

    code: str
    number: int
    entries: Sequence[str]
    summary: str = ""
    question: int = 0
    within: float | None = None
    reopens: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether only entries are added."""
        return not (self.summary or self.reopens) and self.within is None

    def rows(self, now: float) -> list[EntryRow]:
        """The entries as rows."""
        numbered = enumerate(self.entries, self.number + 1)
        return [EntryRow(self.code, number, entry, now) for number, entry in numbered]

    @property
    def notice(self) -> str:
        """The notice to other workers: the number before these entries, and the entries if they fit."""
        head = f"{self.code} {self.number}"
        whole = "\n".join([head, *self.entries])
        return whole if len(whole.encode()) <= LONGEST else head


def add(connection: Connection, appends: Sequence[Append], now: float) -> None:
    """Adds all entries or none; PostgreSQL also notifies all workers.

    All writers use the same order, so that they cannot deadlock.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_SQLITE, [astuple(row) for row in _rows(appends, now)])
    else:
        connection.exec_driver_sql(POSTGRESQL, texts(appends, now))


def texts(appends: Sequence[Append], now: float) -> tuple[str, str]:
    """The parameters of `POSTGRESQL` as JSON: rows and notices."""
    notices = [append.notice for append in appends]
    return json.encode(_rows(appends, now)).decode(), json.encode(notices).decode()


def notify(connection: Connection, notices: Sequence[str]) -> None:
    """Notifies all workers when the transaction commits; does nothing for SQLite."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(_NOTIFY, (list(notices),))


def _rows(appends: Sequence[Append], now: float) -> list[EntryRow]:
    return sorted(row for append in appends for row in append.rows(now))
