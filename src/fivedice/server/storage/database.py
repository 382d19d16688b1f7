"""The database of tables in SQLite or PostgreSQL, as plain text and times.

If two writers append the same entry number to a table, one of them gets `Conflict`.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, delete, false, func, insert, select, update
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from fivedice.runtime.store import StoreError
from fivedice.server.push import subscriptions
from fivedice.server.push.subscriptions import Held, Subscription
from fivedice.server.storage import append_entries, deals, schema, sqlite_file
from fivedice.server.storage.append_entries import SPOKEN, Append, Conflict
from fivedice.server.storage.deals import Secret
from fivedice.server.storage.errors import DatabaseFailed
from fivedice.server.storage.schema import deadlines as _deadlines
from fivedice.server.storage.schema import entries as _entries
from fivedice.server.storage.schema import imports as _imports
from fivedice.server.storage.schema import open_tables as _open
from fivedice.server.storage.schema import passes as _passes
from fivedice.server.storage.schema import results as _results
from fivedice.server.storage.schema import seats as _seats
from fivedice.server.storage.schema import served as _served
from fivedice.server.storage.schema import summaries as _summaries
from fivedice.server.storage.schema import tables as _tables
from fivedice.server.storage.schema import uploads as _uploads
from fivedice.server.storage.sqlite_file import SQLITE, SqliteFiles

if TYPE_CHECKING:
    from fivedice.server.storage.postgres import PostgresAppender

Answer = TypeVar("Answer")
Question = ParamSpec("Question")

_CODE = attrgetter("code")
_now_served = select(_served.c.seconds).scalar_subquery()
_of_open = select(_entries.c.at).where(_entries.c.code == _open.c.code)
_newest = _of_open.order_by(_entries.c.number.desc()).limit(1).scalar_subquery()
"""The time of an open table's newest entry."""
ENCODING = "UTF8"
"""The encoding that a PostgreSQL database needs."""
URL_FORMS = f"{SQLITE}FILE or postgresql://USER:PASSWORD@HOST/NAME"


class Kept(Struct, frozen=True):
    """A stored table: its terms and entries as text, and the time of the last entry."""

    terms: str
    entries: tuple[str, ...]
    at: float
    left: float | None = None
    """In correspondence, the seconds left for the open question."""
    secret: Secret = Secret()
    """The secret of the dice; empty for real dice."""


class Overdue(Struct, frozen=True):
    """A correspondence table whose `question` was not answered in time."""

    code: str
    question: int
    due: float


class Database:
    """All tables of one server. Every method may raise `DatabaseFailed` and `DatabaseLost`.

    With `serves`, opening creates a missing schema; otherwise it changes nothing. Raises `StoreError`,
    including for an invalid URL and a schema of another version.
    """

    def __init__(self, url: str, serves: bool = True) -> None:
        self._files: SqliteFiles | None = None
        self._engine, self._url = engine_of(url, serves), url
        try:
            self._file = "" if self.is_shared else self._engine.url.database or ""
            with self._begin() as connection:
                (schema.prepare if serves else schema.check)(connection)
            if serves and not self.is_shared:
                self._files = SqliteFiles(self._engine)
        except StoreError:
            self.close()
            raise

    @property
    def is_shared(self) -> bool:
        """Whether several workers can share the database."""
        return self._engine.dialect.name == "postgresql"

    def appender(self) -> "PostgresAppender | None":
        """An asynchronous appender for PostgreSQL; None for SQLite."""
        return _appender(self._url) if self.is_shared else None

    def open(
        self,
        code: str,
        terms: str,
        entries: Sequence[str],
        question: int = 0,
        within: float | None = None,
        dice: tuple[str, bytes] | None = None,
    ) -> None:
        """Stores a new table with its first entries; `dice` are given to `deals.take`. Raises `Conflict` if
        the code is taken, and `IllegalMove` if the dice are taken.
        """
        with self._begin() as connection:
            now = time.time()
            if dice:
                deals.take(connection, *dice)
            connection.execute(insert(_tables).values(code=code, terms=terms, opened=now))
            connection.execute(insert(_open).values(code=code))
            first = Append(code, 0, entries, "", question, within)
            append_entries.add(connection, [first], now)
            self._wait(connection, first)

    def append(self, code: str, number: int, entries: Sequence[str], summary: str = "") -> None:
        """Adds entries after entry `number`; see `append_all`."""
        self.append_all([Append(code, number, entries, summary)])

    def append_all(self, appends: Sequence[Append]) -> None:
        """Adds all entries to several tables or none. Raises `Conflict`."""
        with self._begin() as connection:
            append_entries.add(connection, appends, time.time())
            for append in sorted(appends, key=_CODE):
                self._wait(connection, append)
                if append.reopens:
                    self._reopen(connection, append.code)
                if append.summary:
                    self._sum_up(connection, append.code, append.summary)

    def notify(self, notice: str) -> None:
        """Sends a notice to all workers (PostgreSQL only)."""
        if self.is_shared:
            with self._begin() as connection:
                append_entries.notify(connection, [notice])

    def check_files(self) -> None:
        """Raises `DatabaseLost` if a file of a SQLite database is gone."""
        if self._files:
            self._files.check()

    def data_version(self) -> int:
        """A number that changes when another process has written (SQLite only)."""
        with self._begin() as connection:
            return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())

    def try_to_write(self) -> None:
        """Fails if the database cannot be written; changes nothing."""
        with self._begin() as connection:
            connection.execute(update(_served).where(false()).values(seconds=0.0))

    def is_damaged(self) -> bool:
        """Whether pages are damaged. Reads all of them; do not call it at every move."""
        if not self.is_shared:
            return sqlite_file.is_damaged(Path(self._file))
        try:
            self.run(schema.read_all)
        except DatabaseFailed as error:
            return error.is_corrupt
        return False

    def run(
        self,
        work: Callable[Concatenate[Connection, Question], Answer],
        *given: Question.args,
        **named: Question.kwargs,
    ) -> Answer:
        """Calls a function of the storage modules with a connection, in one transaction."""
        with self._begin() as connection:
            return work(connection, *given, **named)

    def codes(self) -> dict[str, float]:
        """The codes of all tables and records with the times they were opened or uploaded, oldest first."""
        with self._begin() as connection:
            opened = select(_tables.c.code, _tables.c.opened.label("at"))
            both = opened.union_all(select(_uploads.c.code, _uploads.c.at)).order_by("at")
            return {row.code: row.at for row in connection.execute(both)}

    def remove(self, code: str) -> None:
        """Deletes everything stored under a code."""
        with self._begin() as connection:
            subscriptions.forget_table(connection, code)
            ours = (_tables, _entries, _open, _uploads, _summaries, _deadlines, _passes, _seats, _results)
            for kept in (*ours, _imports):
                connection.execute(delete(kept).where(kept.c.code == code))

    def since(self, code: str, number: int) -> tuple[str, ...]:
        """The entries of a table after entry `number`."""
        wanted = (
            select(_entries.c.entry)
            .where(_entries.c.code == code, _entries.c.number > number)
            .order_by(_entries.c.number)
        )
        with self._begin() as connection:
            return tuple(connection.execute(wanted).scalars())

    def load(self, code: str) -> Kept | None:
        """A whole table; None if there is no table with this code."""
        with self._begin() as connection:
            opened = connection.execute(select(_tables).where(_tables.c.code == code)).one_or_none()
            if opened is None:
                return None
            wanted = select(_entries.c.entry, _entries.c.at).where(_entries.c.code == code)
            rows = connection.execute(wanted.order_by(_entries.c.number)).all()
            wait = select(_deadlines.c.due - _now_served).where(_deadlines.c.code == code)
            left = connection.execute(wait).scalar_one_or_none()
            at = rows[-1].at if rows else opened.opened
            secret = deals.of_table(connection, opened.terms)
            return Kept(opened.terms, tuple(row.entry for row in rows), at, left, secret)

    def idle(self, before: float) -> tuple[str, ...]:
        """The codes of open tables without an entry since `before` and without a correspondence deadline.

        Reads every open table.
        """
        with self._begin() as connection:
            waiting = select(_deadlines.c.code)
            left = select(_open.c.code).where(_newest < before, _open.c.code.not_in(waiting))
            return tuple(connection.execute(left).scalars())

    def left(self, codes: Sequence[str]) -> dict[str, float]:
        """Seconds until the deadlines of these correspondence tables, by code."""
        code = _deadlines.c.code
        with self._begin() as connection:
            rows = connection.execute(select(code, _deadlines.c.due - _now_served).where(code.in_(codes)))
            return {row[0]: max(0.0, row[1]) for row in rows}

    def ago(self, codes: Sequence[str]) -> dict[str, float]:
        """Seconds since the newest entry of each open table, by code."""
        with self._begin() as connection:
            rows = connection.execute(select(_open.c.code, _newest).where(_open.c.code.in_(codes)))
            return {row[0]: max(0.0, time.time() - row[1]) for row in rows if row[1] is not None}

    def serve(self, seen: float, passed: float) -> float:
        """Adds to the served time if it is still `seen`. Returns its current value."""
        with self._begin() as connection:
            added = update(_served).where(_served.c.seconds == seen).values(seconds=seen + passed)
            connection.execute(added)
            return float(connection.execute(select(_served.c.seconds)).scalar_one())

    def overdue(self, most: int) -> tuple[Overdue, ...]:
        """Up to `most` overdue tables, the longest overdue first."""
        late = select(_deadlines).where(_deadlines.c.due <= _now_served).order_by(_deadlines.c.due)
        with self._begin() as connection:
            return tuple(Overdue(*row) for row in connection.execute(late.limit(most)))

    def settle(self, late: Overdue, again: float | None) -> None:
        """Postpones a deadline by `again` seconds, or deletes it, unless the table has moved on."""
        same = (_deadlines.c.code == late.code) & (_deadlines.c.due == late.due)
        put_off = update(_deadlines).where(same).values(due=_now_served + (again or 0.0))
        with self._begin() as connection:
            connection.execute(delete(_deadlines).where(same) if again is None else put_off)

    def upload(self, code: str, record: str, summary: str) -> None:
        """Stores a record. Raises `Conflict` if the code is taken."""
        with self._begin() as connection:
            connection.execute(insert(_uploads).values(code=code, record=record, at=time.time()))
            connection.execute(insert(_summaries).values(code=code, summary=summary))

    def give_pass(self, digest: str, code: str, sealed: str, seconds: float) -> None:
        """Stores a sealed token under the digest of its pass; deletes expired passes."""
        with self._begin() as connection:
            now = time.time()
            connection.execute(delete(_passes).where(_passes.c.until < now))
            kept = insert(_passes).values(digest=digest, code=code, sealed=sealed, until=now + seconds)
            connection.execute(kept)

    def take_pass(self, digest: str, code: str) -> str | None:
        """Redeems a pass for its sealed token, once; None if there is none."""
        mine = (_passes.c.digest == digest) & (_passes.c.code == code)
        with self._begin() as connection:
            found = connection.execute(select(_passes).where(mine)).one_or_none()
            is_first = connection.execute(delete(_passes).where(mine)).rowcount == 1
            return found.sealed if found and is_first and found.until >= time.time() else None

    def keep_browser(self, browser: Subscription, seats: Sequence[Held]) -> None:
        """See `subscriptions.keep`."""
        with self._begin() as connection:
            subscriptions.keep(connection, browser, seats, time.time())

    def forget_browser(self, browser: str) -> None:
        """See `subscriptions.forget`."""
        with self._begin() as connection:
            subscriptions.forget(connection, browser)

    def browsers_to_call(self, held: Held, question: int) -> tuple[Subscription, ...]:
        """See `subscriptions.to_call`."""
        with self._begin() as connection:
            return subscriptions.to_call(connection, held, question)

    def sum_up(self, code: str, summary: str) -> None:
        """Stores the summary of a table that no longer changes; it no longer counts as open."""
        with self._begin() as connection:
            self._sum_up(connection, code, summary)

    def numbers(self, codes: Sequence[str]) -> dict[str, int]:
        """The numbers of the last entries of these tables, by code."""
        code, last = _entries.c.code, func.max(_entries.c.number)
        with self._begin() as connection:
            rows = connection.execute(select(code, last).where(code.in_(codes)).group_by(code))
            return {row[0]: row[1] for row in rows}

    def summaries(self, codes: Sequence[str]) -> dict[str, str]:
        """The stored summaries of tables and records, by code."""
        with self._begin() as connection:
            rows = connection.execute(select(_summaries).where(_summaries.c.code.in_(codes)))
            return {row.code: row.summary for row in rows}

    def uploaded(self, code: str) -> str | None:
        """The record under this code, or None."""
        with self._begin() as connection:
            return connection.execute(
                select(_uploads.c.record).where(_uploads.c.code == code)
            ).scalar_one_or_none()

    def stop_waiting(self) -> None:
        """Makes queries fail at once while the file is locked."""
        if not self.is_shared:
            sqlite_file.stop_waiting(self._engine)

    def close(self) -> None:
        """Closes the database."""
        self._engine.dispose()
        if self._files:
            self._files.leave()
            self._files = None

    def _wait(self, connection: Connection, append: Append) -> None:
        """Sets the correspondence deadline of a table."""
        if append.within is None:
            return
        connection.execute(delete(_deadlines).where(_deadlines.c.code == append.code))
        due = _now_served + append.within
        connection.execute(insert(_deadlines).values(code=append.code, question=append.question, due=due))

    def _reopen(self, connection: Connection, code: str) -> None:
        """Reopens a match, so that its result no longer counts. Ratings do not change."""
        connection.execute(delete(_summaries).where(_summaries.c.code == code))
        connection.execute(delete(_results).where(_results.c.code == code))
        connection.execute(update(_seats).where(_seats.c.code == code).values(counted=0))
        connection.execute(insert(_open).values(code=code))

    def _sum_up(self, connection: Connection, code: str, summary: str) -> None:
        subscriptions.forget_table(connection, code)
        connection.execute(delete(_deadlines).where(_deadlines.c.code == code))
        if connection.execute(delete(_open).where(_open.c.code == code)).rowcount:
            deals.count_dice(connection, code)
        connection.execute(delete(_summaries).where(_summaries.c.code == code))
        connection.execute(insert(_summaries).values(code=code, summary=summary))

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        """A transaction. A write to a deleted file counts as lost: see `SqliteFiles.check`."""
        try:
            self.check_files()
            with self._engine.begin() as connection:
                yield connection
            self.check_files()
        except IntegrityError:
            raise Conflict from None
        except (SQLAlchemyError, OSError) as error:
            raise DatabaseFailed(error, self._file) from error


def serving(url: str) -> AbstractContextManager[None]:
    """Locks a database for serving: SQLite for one server, PostgreSQL for many. Raises `StoreError`."""
    return _locked(url, "is being changed by another command; start the server after it.", shared=True)


def unserved(url: str) -> AbstractContextManager[None]:
    """Locks a database against all servers. Raises `StoreError` if a server uses it."""
    return _locked(url, "is in use by a fivedice server; stop it first.", shared=False)


def _locked(url: str, refusal: str, *, shared: bool) -> AbstractContextManager[None]:
    if not url.startswith("postgres"):
        return sqlite_file.serving(url)
    engine_of(url, serves=False)  # checks the URL
    from fivedice.server.storage import postgres  # noqa: PLC0415 - the driver of PostgreSQL is an extra

    return postgres.locked(url, f"{shown_url(url)} {refusal}", shared=shared)


def rehearse(url: str) -> None:
    """Opens a PostgreSQL database as a server's start would, and rolls all changes back.

    Raises `StoreError`, including for a database that cannot store every text.
    """
    engine = engine_of(url, serves=True)
    try:
        with engine.connect() as connection:
            encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
            if encoding != ENCODING:
                raise StoreError(f"The database has the encoding {encoding}; create one with {ENCODING}.")
            schema.prepare(connection)
    except (SQLAlchemyError, OSError) as error:
        raise DatabaseFailed(error) from error
    finally:
        engine.dispose()


def shown_url(url: str) -> str:
    """The path of a SQLite file, or a URL without its password."""
    file = url.removeprefix(SQLITE)
    return _unsigned(url) if file == url else str(Path(file).absolute())


def _unsigned(url: str) -> str:
    return re.sub(r"(://[^:@/]*:).*(@)|(\bpassword=)[^&]*", r"\1\3...\2", url)


def engine_of(url: str, serves: bool) -> Engine:
    """The engine for PostgreSQL or a SQLite file. Raises `StoreError` for other URLs."""
    try:
        return _engine_of(url, serves)
    except (ArgumentError, ImportError, ValueError):
        raise StoreError(f"{_unsigned(url)!r} is not the URL of a database; use {URL_FORMS}.") from None


def _engine_of(url: str, serves: bool) -> Engine:
    if not url.startswith(("postgresql://", "postgres://")):
        return sqlite_file.engine(url, serves)
    _, _, rest = url.partition("://")
    url, spoken = f"postgresql+psycopg://{rest}", {"client_encoding": SPOKEN}
    return create_engine(url, connect_args=spoken, pool_size=8, pool_pre_ping=True)


def _appender(url: str) -> "PostgresAppender":
    from fivedice.server.storage.postgres import PostgresAppender  # noqa: PLC0415 - the driver of PostgreSQL is an extra

    return PostgresAppender(url)
