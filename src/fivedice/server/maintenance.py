"""Backs up, restores, moves and checks whole databases, SQLite or PostgreSQL.

A backup is always a SQLite file, whichever database it comes from. So there is one format to check and
restore, and no need for PostgreSQL's client tools.
"""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Table, delete, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from fivedice.names import numbered
from fivedice.runtime.store import HostError, printable, writing
from fivedice.server.club import store as club
from fivedice.server.storage import errors, schema, sqlite_file, table_rows
from fivedice.server.storage.database import engine_of
from fivedice.server.storage.errors import Damaged, DatabaseFailed
from fivedice.server.storage.sqlite_file import INDEX, LOG, SQLITE
from fivedice.server.tables import archive
from fivedice.table import log, terms
from fivedice.table.state import opened

ROWS = 1000
"""The number of rows copied at a time."""
OF_THE_SERVER = (schema.SCHEMA, schema.served.name, schema.deals.name, schema.thrown.name)
"""Tables that a server fills when it starts, before anybody plays."""
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T_-][0-9]{2}[:-]?[0-9]{2}(?:[:-]?[0-9]{2})?)?")
"""A date in the name of a backup, with or without a time."""
OCCUPIED = "{} already exists and is never overwritten."

HOLDS = """
    SELECT (SELECT count(*) FROM fivedice_tables) + (SELECT count(*) FROM fivedice_uploads),
    coalesce(max(at), 0) FROM (SELECT at FROM fivedice_entries UNION ALL SELECT at FROM fivedice_uploads)
"""
"""The query for the number of tables and records, and the time of the newest entry or 0."""


def back_up(url: str, file: Path) -> None:
    """Writes a snapshot of a database to a new file that only its owner can read.

    Works while a server uses the database. Raises `StoreError`, for example if the file exists or
    nothing is stored.
    """
    with _new_file(file):
        if is_file(url):
            _copy_pages(file_of(url), file)
        else:
            with transaction(url) as source, transaction(url_of(file)) as target:
                copy_rows(source, target)


def contents(file: Path) -> tuple[int, float]:
    """The number of tables and records in a sound copy, and the time of the newest entry."""
    with closing(sqlite3.connect(file)) as copy:
        count, newest = copy.execute(HOLDS).fetchone()
    return count, newest


def is_dated(file: Path) -> bool:
    """Whether a name contains a date, so that `older` can tell backups from other files."""
    return bool(DATE.search(file.name))


def older(file: Path, keep: int) -> list[Path]:
    """The backups that are not among the newest `keep`: files in the same folder whose names differ only in
    the date. Damaged backups have other names.
    """
    before, after = (re.escape(part) for part in DATE.split(file.name, maxsplit=1))
    same = re.compile(f"{before}{DATE.pattern}{after}")
    others = (one for one in file.absolute().parent.iterdir() if one.name != file.name)
    return sorted((one for one in others if same.fullmatch(one.name)), reverse=True)[keep - 1 :]


def damaged_name(file: Path) -> Path:
    """An unused name in the same folder that marks a damaged file, such as "tables-damaged.sqlite3"."""
    names = map(file.with_stem, numbered(f"{file.stem}-damaged", ""))
    return next(name for name in names if not os.path.lexists(name))


def put(file: Path, url: str) -> None:
    """Installs a copy at a URL, where the database must be empty. Raises `StoreError`.

    A SQLite file is renamed, so the copy must be on the same disk.
    """
    check_empty(url)
    if is_file(url):
        with writing(file_of(url)):
            file.rename(file_of(url))
    else:
        with transaction(url_of(file)) as source, transaction(url) as target:
            copy_rows(source, target)


def check_empty(url: str) -> None:
    """Raises `StoreError` if a database contains anything."""
    if is_file(url):
        path = file_of(url)
        if any(os.path.lexists(f"{path}{end}") for end in ("", LOG, INDEX)):
            raise HostError(OCCUPIED.format(printable(path)))
        return
    with transaction(url) as connection:
        names = {*inspect(connection).get_table_names()} - {*OF_THE_SERVER}
        stored = (table for table in schema.all_tables() if table.name in names)
        if any(connection.execute(select(table).limit(1)).first() for table in stored):
            raise HostError(OCCUPIED.format("The database"))


def copy_rows(source: Connection, target: Connection) -> None:
    """Copies all rows, in place of those that a server adds when it starts.

    Raises `NothingKept`, `OtherVersion` and `StoreError`.
    """
    schema.check(source)
    schema.create(target)
    for table in schema.all_tables():
        target.execute(delete(table))
        rows = source.execution_options(yield_per=ROWS).execute(select(table))
        for some in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in some])


@contextmanager
def transaction(url: str) -> Iterator[Connection]:
    """One transaction, with a consistent view of the database. Raises `StoreError` if it fails."""
    engine = engine_of(url, serves=False)
    if not is_file(url):
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    try:
        with engine.begin() as connection:
            yield connection
    except (SQLAlchemyError, OSError) as error:
        raise HostError(DatabaseFailed(error).why) from None
    finally:
        engine.dispose()


def is_file(url: str) -> bool:
    """Whether a URL names a SQLite file."""
    return url.startswith(SQLITE)


def file_of(url: str) -> Path:
    """The file that a SQLite URL names."""
    return Path(url.removeprefix(SQLITE))


def url_of(file: Path) -> str:
    """The URL of a SQLite file."""
    return f"{SQLITE}{file}"


@contextmanager
def _new_file(file: Path) -> Iterator[None]:
    """As `sqlite_file.new_file`. Raises `StoreError`."""
    if os.path.lexists(file):
        raise HostError(OCCUPIED.format(printable(file)))
    with writing(file), sqlite_file.new_file(file):
        yield


def _copy_pages(source: Path, target: Path) -> None:
    """SQLite's own backup, which copies all pages, even damaged ones. If it refuses, the bytes are copied."""
    sqlite_file.damage(source, pages=False)  # raises an error for a file that is not ours
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as ours,
            closing(sqlite3.connect(target)) as copy,
        ):
            ours.backup(copy)
            with suppress(sqlite3.DatabaseError):  # a copy without a readable list of tables is kept, too
                copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        failed = DatabaseFailed(error, str(source))
        if not failed.is_corrupt:
            raise HostError(failed.why) from None
        with writing(target):
            shutil.copyfile(source, target)


# --- Rows that can still be read ----------------------------------------------------------------------------

MOST_FAILURES = 100_000
"""The row numbers in succession that are tried in vain before the rest of a table counts as lost."""


def salvage(damaged: Path, file: Path) -> None:
    """Copies every row that SQLite can still read to a new file. Raises `StoreError`."""
    with _new_file(file), closing(sqlite3.connect(damaged)) as source, transaction(url_of(file)) as target:
        source.text_factory = sqlite_file.readable
        source.execute(sqlite_file.AS_LONG_AS_IT_IS)
        schema.create(target)
        schema.begin(target)
        for table in schema.all_tables():
            rows, adding = _rows(source, table), insert(table).prefix_with("OR IGNORE")
            some = [*islice(rows, ROWS)]
            if table.name == schema.SCHEMA and len(some) != 1:
                continue
            if some:
                target.execute(delete(table))
            while some:
                target.execute(adding, some)
                some = [*islice(rows, ROWS)]


def _rows(source: sqlite3.Connection, table: Table) -> Iterator[dict[str, Any]]:
    """The readable rows of a table; goes on behind each damaged page."""
    names, last, failures = [*table.columns.keys()], -1, 0
    wanted = f"SELECT rowid, {', '.join(names)} FROM {table.name} WHERE rowid > ? ORDER BY rowid"
    while failures < MOST_FAILURES:
        try:
            for number, *row in source.execute(wanted, (last,)):
                last, failures = max(last, number), 0
                yield dict(zip(names, row, strict=True))
            return
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & errors.PRIMARY != sqlite3.SQLITE_CORRUPT:
                return  # such as a table that is missing
            last, failures = last + 1, failures + 1


# --- Checking a copy ----------------------------------------------------------------------------------------

Progress = Callable[[int, int], None]
"""A function that receives the number of tables checked so far and the number of all tables."""


class Report(Struct, frozen=True):
    """The contents of a database, and its damage."""

    tables: int
    """The number of tables and uploaded records."""
    damaged: dict[str, int]
    """The codes of damaged tables, records and club nights, each with how many entries can be replayed."""


def examine(copy: Path, progress: Progress) -> Report:
    """Replays everything in a copy of a database. Raises `StoreError`."""
    damaged = {}
    with transaction(url_of(copy)) as connection:
        schema.check(connection)
        codes = table_rows.codes(connection)
        nights = sorted(club.nights(connection))
        for done, code in enumerate([*codes, *nights]):
            progress(done, len(codes) + len(nights))
            with suppress(Damaged):
                if code in nights:
                    club.read(code, club.log_of(connection, code))
                if code.isalnum() and (code in nights or archive.replayed(connection, code)):
                    continue
            damaged[code] = _readable(connection, code)
    return Report(len(codes), damaged)


def _readable(connection: Connection, code: str) -> int:
    """The number of entries of a damaged table or club night that can be replayed; 0 for a damaged record."""
    readable, stored = 0, table_rows.load(connection, code)
    with suppress(Exception):
        if stored is None:
            lines = club.log_of(connection, code)
            for readable in range(len(lines)):
                club.read(code, lines[: readable + 1])
            return 0
        table = opened(msgspec.json.decode(stored.terms, type=terms.Terms))
        for text in stored.entries:
            table, readable = table.after(log.entry(text)), readable + 1
    return readable


def mend(copy: Path, report: Report) -> None:
    """Cuts each damaged table before its first unreadable entry; removes those with no readable entry."""
    with transaction(url_of(copy)) as connection:
        for code, readable in report.damaged.items():
            if not readable:
                table_rows.remove(connection, code)
                continue
            after = (schema.entries.c.code == code) & (schema.entries.c.number > readable)
            connection.execute(delete(schema.entries).where(after))
            schema.clear(connection, code, schema.summaries, schema.open_tables)
            cut = select(schema.tables.c.code).where(schema.tables.c.code == code)
            connection.execute(insert(schema.open_tables).from_select(["code"], cut))
