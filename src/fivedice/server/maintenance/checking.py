"""Checks a copy of a database: its pages, its version, and every table, by replaying it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from sqlalchemy import delete, insert, select

from fivedice.server.maintenance.copying import PREFIX, transaction, url_of
from fivedice.server.storage import schema
from fivedice.server.storage.database import Database, Kept
from fivedice.server.storage.errors import Damaged, unreadable
from fivedice.server.tables import archive
from fivedice.table import log, terms
from fivedice.table.state import opened

Progress = Callable[[int, int], None]
"""Called with the number of tables checked so far, and the number of all tables."""
SOUND = [("ok",)]
"""The result of SQLite's integrity check for an undamaged file."""
OURS = f"SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE '{PREFIX}%'"


class Report(Struct, frozen=True):
    """The contents of a database, and what is damaged."""

    version: int
    """The version of its schema when it was opened; `schema.VERSION` is the current one."""
    tables: int
    """How many tables and uploaded records it holds."""
    damaged: dict[str, int]
    """The codes of damaged tables and records, each with the number of entries that can be replayed."""


class Losses(Struct, frozen=True):
    """What could not be recovered from a file with damaged pages."""

    codes: list[str]
    """The tables and records known to be lost or cut short."""
    is_complete: bool
    """Whether no others can be."""


def is_torn(file: Path) -> bool:
    """Whether SQLite finds damaged pages in a file."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            return connection.execute("PRAGMA quick_check").fetchall() != SOUND
    except sqlite3.DatabaseError:
        return True


def examine(copy: Path, progress: Progress) -> Report:
    """Migrates a copy of a database and replays everything in it. Raises `StoreError`."""
    with transaction(url_of(copy)) as connection:
        version = schema.version_of(connection)
    if version is None:
        raise schema.NothingKept
    with closing(Database(url_of(copy))) as database:
        codes = [*database.codes()]
        damaged = {}
        for done, code in enumerate(codes):
            progress(done, len(codes))
            try:
                archive.replayed(database, code)
            except Damaged:
                damaged[code] = _readable(database.load(code))
    return Report(version, len(codes), damaged)


def _readable(kept: Kept | None) -> int:
    """How many entries of a damaged table can be replayed; 0 for a damaged record."""
    number = 0
    if kept is None:
        return number
    try:
        table = opened(msgspec.json.decode(kept.terms, type=terms.Terms))
        for number, text in enumerate(kept.entries):  # noqa: B007 - the one that fails counts those before it
            table = table.after(log.entry(text))
    except Exception:
        return number
    return len(kept.entries)


def mend(copy: Path, report: Report) -> None:
    """Cuts each damaged table before its first unreadable entry; removes those with no readable entry."""
    with closing(Database(url_of(copy))) as database:
        for code in (code for code, readable in report.damaged.items() if not readable):
            database.remove(code)
    with transaction(url_of(copy)) as connection:
        for code, readable in report.damaged.items():
            after = (schema.entries.c.code == code) & (schema.entries.c.number > readable)
            connection.execute(delete(schema.entries).where(after))
            for table in (schema.summaries, schema.open_tables):
                connection.execute(delete(table).where(table.c.code == code))
            cut = select(schema.tables.c.code).where(schema.tables.c.code == code)
            connection.execute(insert(schema.open_tables).from_select(["code"], cut))


def gather(torn: Path, whole: Path) -> None:
    """Copies all readable rows of a file with damaged pages to a new file.

    Reads each table from both ends, since SQLite cannot read past a damaged page. Raises `StoreError`.
    """
    try:
        with closing(sqlite3.connect(torn)) as source, closing(sqlite3.connect(whole)) as target:
            for name, made_by in source.execute(OURS).fetchall():
                target.execute(made_by)
                for order in ("ASC", "DESC"):
                    with suppress(sqlite3.DatabaseError):
                        for row in source.execute(f"SELECT * FROM {name} ORDER BY rowid {order}"):
                            marks = ", ".join("?" for _ in row)
                            target.execute(f"INSERT OR IGNORE INTO {name} VALUES ({marks})", row)
            target.commit()
    except sqlite3.DatabaseError as error:
        raise unreadable(error) from None


def losses(torn: Path, whole: Path) -> Losses:
    """Compares the recovered rows with the indexes of the torn file, which are stored on other pages."""
    codes, is_complete = set[str](), True
    with closing(sqlite3.connect(torn)) as source, closing(sqlite3.connect(whole)) as target:
        for name in (schema.tables.name, schema.uploads.name, schema.entries.name):
            rows = f"SELECT code, count(*) FROM {name} GROUP BY code"
            saved = dict(target.execute(rows).fetchall())
            try:
                codes.update(code for code, count in source.execute(rows) if saved.get(code, 0) < count)
            except sqlite3.DatabaseError:
                is_complete = False
    return Losses(sorted(codes), is_complete)
