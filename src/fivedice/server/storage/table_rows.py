"""The stored rows of tables and uploaded records, as plain text and times."""

import time
from collections.abc import Sequence
from operator import attrgetter

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from fivedice.server.push import subscriptions
from fivedice.server.storage import append_entries, deadlines, deals
from fivedice.server.storage.append_entries import Append
from fivedice.server.storage.deals import Secret
from fivedice.server.storage.schema import deadlines as _deadlines
from fivedice.server.storage.schema import entries as _entries
from fivedice.server.storage.schema import imports as _imports
from fivedice.server.storage.schema import open_tables as _open
from fivedice.server.storage.schema import passes as _passes
from fivedice.server.storage.schema import results as _results
from fivedice.server.storage.schema import seats as _seats
from fivedice.server.storage.schema import summaries as _summaries
from fivedice.server.storage.schema import tables as _tables
from fivedice.server.storage.schema import uploads as _uploads

_CODE = attrgetter("code")
_of_open = select(_entries.c.at).where(_entries.c.code == _open.c.code)
_newest = _of_open.order_by(_entries.c.number.desc()).limit(1).scalar_subquery()
"""The time of an open table's newest entry."""


class StoredTable(Struct, frozen=True):
    """A stored table: its terms and entries as text, and the time of the last entry."""

    terms: str
    entries: tuple[str, ...]
    at: float
    left: float | None = None
    """In correspondence, the seconds left for the open question."""
    secret: Secret = Secret()
    """The secret of the dice; empty for real dice."""


# --- Tables ------------------------------------------------------------------------------------------------


def open_table(
    connection: Connection, terms: str, first: Append, dice: tuple[str, bytes] | None = None
) -> None:
    """Stores a new table with its first entries; `dice` are given to `deals.take`.

    `Database.run` raises `Conflict` if the code is taken. Raises `IllegalMove` if the dice are taken.
    """
    now = time.time()
    if dice:
        deals.take(connection, *dice)
    connection.execute(insert(_tables).values(code=first.code, terms=terms, opened=now))
    connection.execute(insert(_open).values(code=first.code))
    append_entries.add(connection, [first], now)
    deadlines.begin(connection, first)


def append(connection: Connection, appends: Sequence[Append]) -> None:
    """Adds all entries to several tables or none. `Database.run` raises `Conflict` if another writer was
    faster.
    """
    append_entries.add(connection, appends, time.time())
    for one in sorted(appends, key=_CODE):
        deadlines.begin(connection, one)
        if one.reopens:
            _reopen(connection, one.code)
        if one.summary:
            sum_up(connection, one.code, one.summary)


def load(connection: Connection, code: str) -> StoredTable | None:
    """A whole table; None if there is no table with this code."""
    opened = connection.execute(select(_tables).where(_tables.c.code == code)).one_or_none()
    if opened is None:
        return None
    wanted = select(_entries.c.entry, _entries.c.at).where(_entries.c.code == code)
    rows = connection.execute(wanted.order_by(_entries.c.number)).all()
    left = deadlines.of_table(connection, code)
    at = rows[-1].at if rows else opened.opened
    secret = deals.of_table(connection, opened.terms)
    return StoredTable(opened.terms, tuple(row.entry for row in rows), at, left, secret)


def since(connection: Connection, code: str, number: int) -> tuple[str, ...]:
    """The entries of a log after entry `number`."""
    wanted = select(_entries.c.entry).where(_entries.c.code == code, _entries.c.number > number)
    return tuple(connection.execute(wanted.order_by(_entries.c.number)).scalars())


def numbers(connection: Connection, codes: Sequence[str]) -> dict[str, int]:
    """The numbers of the last entries of these tables, by code."""
    code, last = _entries.c.code, func.max(_entries.c.number)
    rows = connection.execute(select(code, last).where(code.in_(codes)).group_by(code))
    return {row[0]: row[1] for row in rows}


def idle(connection: Connection, before: float) -> tuple[str, ...]:
    """The codes of open tables without an entry since `before` and without a correspondence deadline.

    Reads every open table.
    """
    waiting = select(_deadlines.c.code)
    left = select(_open.c.code).where(_newest < before, _open.c.code.not_in(waiting))
    return tuple(connection.execute(left).scalars())


def ago(connection: Connection, codes: Sequence[str]) -> dict[str, float]:
    """Seconds since the newest entry of each open table, by code."""
    rows = connection.execute(select(_open.c.code, _newest).where(_open.c.code.in_(codes)))
    return {row[0]: max(0.0, time.time() - row[1]) for row in rows if row[1] is not None}


def codes(connection: Connection) -> dict[str, float]:
    """The codes of all tables and records with the times they were opened or uploaded, oldest first."""
    opened = select(_tables.c.code, _tables.c.opened.label("at"))
    both = opened.union_all(select(_uploads.c.code, _uploads.c.at)).order_by("at")
    return {row.code: row.at for row in connection.execute(both)}


def remove(connection: Connection, code: str) -> None:
    """Deletes everything stored under a code."""
    subscriptions.forget_table(connection, code)
    ours = (_tables, _entries, _open, _uploads, _summaries, _deadlines, _passes, _seats, _results, _imports)
    for table in ours:
        connection.execute(delete(table).where(table.c.code == code))


def _reopen(connection: Connection, code: str) -> None:
    """Reopens a match, so that its result no longer counts. Ratings do not change."""
    connection.execute(delete(_summaries).where(_summaries.c.code == code))
    connection.execute(delete(_results).where(_results.c.code == code))
    connection.execute(update(_seats).where(_seats.c.code == code).values(counted=0))
    connection.execute(insert(_open).values(code=code))


# --- Records and summaries ---------------------------------------------------------------------------------


def upload(connection: Connection, code: str, record: str, summary: str) -> None:
    """Stores a record. `Database.run` raises `Conflict` if the code is taken."""
    connection.execute(insert(_uploads).values(code=code, record=record, at=time.time()))
    connection.execute(insert(_summaries).values(code=code, summary=summary))


def uploaded(connection: Connection, code: str) -> str | None:
    """The record under this code, or None."""
    wanted = select(_uploads.c.record).where(_uploads.c.code == code)
    return connection.execute(wanted).scalar_one_or_none()


def sum_up(connection: Connection, code: str, summary: str) -> None:
    """Stores the summary of a table that no longer changes; it no longer counts as open."""
    subscriptions.forget_table(connection, code)
    connection.execute(delete(_deadlines).where(_deadlines.c.code == code))
    if connection.execute(delete(_open).where(_open.c.code == code)).rowcount:
        deals.count_dice(connection, code)
    connection.execute(delete(_summaries).where(_summaries.c.code == code))
    connection.execute(insert(_summaries).values(code=code, summary=summary))


def summaries(connection: Connection, codes: Sequence[str]) -> dict[str, str]:
    """The stored summaries of tables and records, by code."""
    rows = connection.execute(select(_summaries).where(_summaries.c.code.in_(codes)))
    return {row.code: row.summary for row in rows}
