"""The stored rows of tables and uploaded records, as plain text and times."""

import time
from collections.abc import Sequence
from operator import attrgetter

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from fivedice.server.storage import append_entries, deadlines, deals, schema
from fivedice.server.storage.schema import browsers, entries, open_tables, results, seats, tables
from fivedice.server.storage.schema import deadlines as _deadlines
from fivedice.server.storage.schema import summaries as _summaries

_of_open = select(entries.c.at).where(entries.c.code == open_tables.c.code)
_newest = _of_open.order_by(entries.c.number.desc()).limit(1).scalar_subquery()
"""The time of an open table's newest entry."""
MISSING = ""
"""What `load` has for an entry that is gone, though later ones are there; nobody can read it."""


class StoredTable(Struct, frozen=True):
    """A stored table: its terms and entries as text, and the time of the last entry."""

    terms: str
    entries: tuple[str, ...]
    at: float
    left: float | None = None
    """In correspondence, the seconds left for the open question."""
    secret: deals.Secret = deals.Secret()
    """The secret of the dice; empty for real dice."""


# --- Tables ------------------------------------------------------------------------------------------------


def open_table(
    connection: Connection, terms: str, first: append_entries.Append, dice: tuple[str, bytes] | None = None
) -> None:
    """Stores a new table with its first entries; `dice` are given to `deals.take`.

    `Database.run` raises `Conflict` if the code is taken. Raises `IllegalMove` if the dice are taken.
    """
    now = time.time()
    if dice:
        deals.take(connection, *dice)
    connection.execute(insert(tables).values(code=first.code, terms=terms, opened=now))
    connection.execute(insert(open_tables).values(code=first.code))
    append_entries.add(connection, [first], now)
    deadlines.begin(connection, first)


def append(connection: Connection, appends: Sequence[append_entries.Append]) -> None:
    """Adds all entries or none. `Database.run` raises `Conflict` if another writer was faster."""
    append_entries.add(connection, appends, time.time())
    for one in sorted(appends, key=attrgetter("code")):
        deadlines.begin(connection, one)
        if one.reopens:
            _reopen(connection, one.code)
        if one.summary:
            sum_up(connection, one.code, one.summary)


def load(connection: Connection, code: str) -> StoredTable | None:
    """A whole table; None if there is no table with this code."""
    opened = connection.execute(select(tables).where(tables.c.code == code)).one_or_none()
    if opened is None:
        return None
    wanted = select(entries.c.number, entries.c.entry, entries.c.at).where(entries.c.code == code)
    rows = connection.execute(wanted.order_by(entries.c.number)).all()
    left = deadlines.of_table(connection, code)
    at = rows[-1].at if rows else opened.opened
    secret = deals.of_table(connection, opened.terms)
    texts = {row.number: row.entry for row in rows}
    numbered = tuple(texts.get(number, MISSING) for number in range(1, max(texts, default=0) + 1))
    return StoredTable(opened.terms, numbered, at, left, secret)


def since(connection: Connection, code: str, number: int) -> tuple[str, ...]:
    """The entries of a log after entry `number`."""
    wanted = select(entries.c.entry).where(entries.c.code == code, entries.c.number > number)
    return tuple(connection.scalars(wanted.order_by(entries.c.number)))


def numbers(connection: Connection, codes: Sequence[str]) -> dict[str, int]:
    """The numbers of the last entries of these tables, by code."""
    code, last = entries.c.code, func.max(entries.c.number)
    rows = connection.execute(select(code, last).where(code.in_(codes)).group_by(code))
    return {row[0]: row[1] for row in rows}


def idle(connection: Connection, before: float) -> tuple[str, ...]:
    """The codes of open tables without an entry since `before` and without a correspondence deadline.

    Reads every open table.
    """
    waiting = select(_deadlines.c.code)
    left = select(open_tables.c.code).where(_newest < before, open_tables.c.code.not_in(waiting))
    return tuple(connection.scalars(left))


def ago(connection: Connection, codes: Sequence[str]) -> dict[str, float]:
    """Seconds since the newest entry of each open table, by code."""
    rows = connection.execute(select(open_tables.c.code, _newest).where(open_tables.c.code.in_(codes)))
    return {row[0]: max(0.0, time.time() - row[1]) for row in rows if row[1] is not None}


def codes(connection: Connection) -> dict[str, float]:
    """The codes of all tables and records with the times they were opened or uploaded, oldest first."""
    opened = select(tables.c.code, tables.c.opened.label("at"))
    both = opened.union_all(select(schema.uploads.c.code, schema.uploads.c.at)).order_by("at")
    return {row.code: row.at for row in connection.execute(both)}


def remove(connection: Connection, code: str) -> None:
    """Deletes everything stored under a code."""
    logged = (browsers, tables, entries, open_tables, schema.uploads, _summaries, _deadlines)
    schema.clear(connection, code, *logged, schema.passes, schema.guests, seats, results, schema.imports)


def _reopen(connection: Connection, code: str) -> None:
    """Reopens a match, so that its result no longer counts. Ratings do not change."""
    schema.clear(connection, code, _summaries, results)
    connection.execute(update(seats).where(seats.c.code == code).values(counted=0))
    connection.execute(insert(open_tables).values(code=code))


# --- Records and summaries ---------------------------------------------------------------------------------


def upload(connection: Connection, code: str, record: str, summary: str) -> None:
    """Stores a record. `Database.run` raises `Conflict` if the code is taken."""
    connection.execute(insert(schema.uploads).values(code=code, record=record, at=time.time()))
    connection.execute(insert(_summaries).values(code=code, summary=summary))


def uploaded(connection: Connection, code: str) -> str | None:
    """The record under this code, or None."""
    return connection.scalar(select(schema.uploads.c.record).filter_by(code=code))


def sum_up(connection: Connection, code: str, summary: str) -> None:
    """Stores the summary of a table that no longer changes; it no longer counts as open."""
    schema.clear(connection, code, browsers, _deadlines)
    if connection.execute(delete(open_tables).where(open_tables.c.code == code)).rowcount:
        deals.count_dice(connection, code)
    schema.put(connection, _summaries, {"code": code}, {"summary": summary})


def summaries(connection: Connection, codes: Sequence[str]) -> dict[str, str]:
    """The stored summaries of tables and records, by code."""
    rows = connection.execute(select(_summaries).where(_summaries.c.code.in_(codes)))
    return {row.code: row.summary for row in rows}
