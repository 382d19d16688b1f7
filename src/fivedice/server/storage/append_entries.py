"""SQL statements that append log entries of several tables at once.

These statements are carried out at every move, so they cost nothing that an ORM would build for them, and add
nothing to a database that another version of this program has brought up meanwhile.
"""

from collections.abc import Sequence

from msgspec import Struct, json
from msgspec.structs import astuple
from sqlalchemy import Connection

from fivedice.server.storage.schema import VERSION, OtherVersion

CHANNEL = "fivedice"
"""Where PostgreSQL tells all workers of more entries of a table, or that one asks for a seat."""
SPOKEN = "utf8"
"""How texts are said to PostgreSQL and by it, whatever the database or its surroundings would like."""
LONGEST = 7999
"""Bytes of a notice; PostgreSQL takes no more."""

_OURS = f"SELECT version FROM fivedice_schema WHERE version = {VERSION}"
_ADD = "INSERT INTO fivedice_entries (code, number, entry, at)"
_SQLITE = f"{_ADD} SELECT ?, ?, ?, ? WHERE EXISTS ({_OURS})"
_ROW = "row(code varchar, number int, entry text, at float8)"
POSTGRESQL = f"""
    WITH ours AS MATERIALIZED ({_OURS}), added AS (
        {_ADD} SELECT row.* FROM json_to_recordset(%s) AS {_ROW}, ours
        RETURNING code
    ), told AS (
        SELECT pg_notify('{CHANNEL}', notice) AS told FROM json_array_elements_text(%s) AS notice, ours
    )
    SELECT (SELECT count(code) FROM added), (SELECT count(told) FROM told)
"""
"""One statement for all, which takes one way to the server and back: see `texts`."""
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', notice) FROM unnest(%s::text[]) AS notice"


class Conflict(Exception):  # noqa: N818 - nothing is broken: somebody else was quicker
    """Another writer has appended to this table since it was read."""


class Row(Struct, frozen=True, order=True):
    """An entry of a table as it is kept."""

    code: str
    number: int
    entry: str
    at: float


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

    @property
    def is_plain(self) -> bool:
        """Whether entries are all that changes."""
        return not self.summary and self.within is None

    def rows(self, now: float) -> list[Row]:
        """Each entry."""
        return [
            Row(self.code, place, entry, now) for place, entry in enumerate(self.entries, self.number + 1)
        ]

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
    if connection.dialect.name == "sqlite":
        rows = [astuple(row) for row in _rows(appends, now)]
        check(appends, connection.exec_driver_sql(_SQLITE, rows).rowcount)
    else:
        check(appends, connection.exec_driver_sql(POSTGRESQL, texts(appends, now)).one()[0])


def texts(appends: Sequence[Append], now: float) -> tuple[str, str]:
    """The parameters of the statement for PostgreSQL, as JSON: rows, and notices."""
    notices = [append.notice for append in appends]
    return json.encode(_rows(appends, now)).decode(), json.encode(notices).decode()


def check(appends: Sequence[Append], added: int) -> None:
    """Whether so many are all. Raises `OtherVersion`, for which none are added."""
    if added != sum(len(append.entries) for append in appends):
        raise OtherVersion


def notify(connection: Connection, notices: Sequence[str]) -> None:
    """Tells all workers, when the transaction is done; only PostgreSQL can."""
    connection.exec_driver_sql(_NOTIFY, (list(notices),))


def _rows(appends: Sequence[Append], now: float) -> list[Row]:
    return sorted(row for append in appends for row in append.rows(now))
