"""The connection to a database, SQLite or PostgreSQL.

If two writers append the same entry number to a log, one of them gets `Conflict`.
"""

import re
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from fivedice.runtime.store import HostError, StoreError
from fivedice.server.storage import schema, sqlite_file
from fivedice.server.storage.append_entries import SPOKEN, Conflict
from fivedice.server.storage.errors import DatabaseFailed
from fivedice.server.storage.sqlite_file import SQLITE, SqliteFiles

if TYPE_CHECKING:
    from fivedice.server.storage.postgres import PostgresAppender

Answer = TypeVar("Answer")
Question = ParamSpec("Question")
Work = Callable[Concatenate[Connection, Question], Answer]
"""A function of a connection, such as `table_rows.load`, that runs in one transaction."""

ENCODING = "UTF8"
"""The encoding that a PostgreSQL database needs."""
URL_FORMS = f"{SQLITE}FILE or postgresql://USER:PASSWORD@HOST/NAME"


class Database:
    """The database of one server. Storage modules have the statements, as functions of a connection.

    With `serves`, opening creates a missing schema; otherwise it changes nothing. Raises `StoreError`,
    including for an invalid URL and a schema of another version.
    """

    def __init__(self, url: str, serves: bool = True) -> None:
        self._files: SqliteFiles | None = None
        self._engine, self._url = engine_of(url, serves), url
        try:
            self._file = "" if self.is_shared else self._engine.url.database or ""
            self.run(schema.prepare if serves else schema.check)
            if serves and not self.is_shared:
                self._files = SqliteFiles(self._engine)
        except StoreError:
            self.close()
            raise

    def run(self, work: Work[Question, Answer], *args: Question.args, **kwargs: Question.kwargs) -> Answer:
        """Calls `work` in one transaction. A write to a deleted file counts as lost.

        Raises `Conflict`, `DatabaseFailed` and `DatabaseLost`.
        """
        try:
            self.check_files()
            with self._engine.begin() as connection:
                answer = work(connection, *args, **kwargs)
            self.check_files()
        except IntegrityError:
            raise Conflict from None
        except (SQLAlchemyError, OSError) as error:
            raise DatabaseFailed(error, self._file) from error
        return answer

    def retry(self, work: Work[Question, Answer], *args: Question.args, **kwargs: Question.kwargs) -> Answer:
        """As `run`, again until no other writer is faster."""
        while True:
            with suppress(Conflict):
                return self.run(work, *args, **kwargs)

    @property
    def is_shared(self) -> bool:
        """Whether several workers can share the database."""
        return self._engine.dialect.name == "postgresql"

    def appender(self) -> "PostgresAppender | None":
        """An asynchronous appender for PostgreSQL; None for SQLite."""
        if not self.is_shared:
            return None
        from fivedice.server.storage.postgres import PostgresAppender  # noqa: PLC0415 - the driver is an extra

        return PostgresAppender(self._url)

    def check_files(self) -> None:
        """Raises `DatabaseLost` if a file of a SQLite database is gone."""
        if self._files:
            self._files.check()

    def read_all(self) -> None:
        """Reads all pages; do not call it at every move. Raises `DatabaseFailed` if one is damaged."""
        if self.is_shared:
            self.run(schema.read_all)
        elif damage := sqlite_file.damage(Path(self._file)):
            raise DatabaseFailed(sqlite3.DatabaseError(), self._file, damage)

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
                raise HostError(f"The database has the encoding {encoding}; create one with {ENCODING}.")
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
        if not url.startswith(("postgresql://", "postgres://")):
            return sqlite_file.engine(url, serves)
        _, _, rest = url.partition("://")
        spoken = {"client_encoding": SPOKEN}
        return create_engine(
            f"postgresql+psycopg://{rest}", connect_args=spoken, pool_size=8, pool_pre_ping=True
        )
    except (ArgumentError, ImportError, ValueError):
        raise HostError(f"{_unsigned(url)!r} is not the URL of a database; use {URL_FORMS}.") from None
