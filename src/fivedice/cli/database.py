"""`fivedice backup`, `restore`, `move-database` and `doctor`: whole databases, for the host."""

import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING

import click

from fivedice import private_files
from fivedice.cli.shared import arguments, console, open_record, output
from fivedice.narration import sentences
from fivedice.notation.record import BadRecord
from fivedice.runtime import store
from fivedice.runtime.store import StoreError
from fivedice.runtime.waiting import working

if TYPE_CHECKING:
    from fivedice.server.maintenance import Losses, Report

WHAT_HELP = (
    "A database URL, a SQLite file or a folder of records."
    f" Default: {arguments.DATABASE_VARIABLE}, or your database."
)
INTO_HELP = "Write what can be recovered to a new SQLite file."
STDIO = "-"
GZIP = b"\x1f\x8b"
"""The first bytes of a file compressed by gzip."""
COPY = "copy.sqlite3"


@arguments.command
@arguments.argument("file", "The new file; - is the standard output.")
@arguments.database
def backup(file: str, database: str) -> None:
    """Copy a SQLite or PostgreSQL database to a file, even while the server is running.

    The copy is a SQLite file with a snapshot. `fivedice restore` checks it. No file is ever overwritten.

    \b
    Examples:
      fivedice backup tables-today.sqlite3
      fivedice backup - --database postgresql:///fivedice | gzip > tables.gz
    """
    arguments.need_database(database)
    from fivedice.server import maintenance  # noqa: PLC0415 - the server is an extra
    from fivedice.server.storage.database import shown_url  # noqa: PLC0415 - as above

    url = arguments.database_url(database)
    working.begin("copying the database")
    if file != STDIO:
        maintenance.back_up(url, Path(file))
        console.say(f"{store.shown(file)} holds {_contents(Path(file), store.shown(shown_url(url)))}.")
        return
    with TemporaryDirectory() as folder:
        maintenance.back_up(url, Path(folder, COPY))
        with Path(folder, COPY).open("rb") as copy:
            shutil.copyfileobj(copy, sys.stdout.buffer)
        sys.stdout.buffer.flush()


def _contents(copy: Path, source: str) -> str:
    """Such as "7 tables of tables.sqlite3, newest entry 2026-11-26 09:13"."""
    from fivedice.server import maintenance  # noqa: PLC0415 - as above

    found = maintenance.contents(copy)
    if found is None:
        return f"a copy of {source}, which is damaged"
    count, newest = found
    since = f", newest entry {output.minute(newest)}" if newest else ""
    return f"{sentences.counted(count, 'table', 'tables')} of {source}{since}"


@arguments.command
@arguments.argument("file", "A copy that `fivedice backup` made; - is the standard input.")
@arguments.database
def restore(file: str, database: str) -> None:
    """Check a backup, by replaying every table, and make it the database of a server.

    The database must be empty or not exist. Damaged tables are restored unchanged
    and listed; then the exit code is 1.

    \b
    Examples:
      fivedice restore tables-today.sqlite3
      fivedice restore - --database postgresql:///fivedice < tables-today.sqlite3
    """
    arguments.need_database(database)
    _fill(f"sqlite:///{_file(file)}" if file != STDIO else "", arguments.database_url(database))


@arguments.command
@arguments.argument("source", "The database to copy: sqlite:///FILE or postgresql://...", metavar="FROM")
@arguments.argument("target", "The URL of an empty database.", metavar="TO")
def move_database(source: str, target: str) -> None:
    """Copy a database to another one, between SQLite and PostgreSQL in either direction.

    Stop the server first. Every table is replayed; the old database stays as it is.

    \b
    Examples:
      fivedice move-database sqlite:///tables.sqlite3 postgresql:///fivedice
      fivedice move-database postgresql:///fivedice sqlite:////var/lib/fivedice/tables.sqlite3
    """
    arguments.need_database(target)
    arguments.need_database(source)
    from fivedice.server.storage import sqlite_file  # noqa: PLC0415 - the server is an extra

    with sqlite_file.serving(source):
        _fill(source, target)


@arguments.command
@arguments.argument("what", WHAT_HELP, default="", envvar=arguments.DATABASE_VARIABLE)
@click.option("--into", type=arguments.PATH, metavar="FILE", help=INTO_HELP)
def doctor(what: str, into: Path | None) -> None:
    """Examine a database or a folder of records: what is damaged, and what can be recovered.

    Works on a copy and changes nothing. The exit code is 0 if nothing is damaged, otherwise 1.

    \b
    Examples:
      fivedice doctor
      fivedice doctor postgresql:///fivedice
      fivedice doctor tables.sqlite3 --into recovered.sqlite3
      fivedice doctor records
    """
    if not (what and Path(what).is_dir()):
        _examine_database(what if "://" in what else f"sqlite:///{_file(what)}" if what else "", into)
    elif into:
        console.fail("--into needs a database; the records of a folder are separate files.")
    else:
        _examine_records(Path(what))


def _examine_database(url: str, into: Path | None) -> None:
    arguments.need_database(url)
    from fivedice.server import maintenance  # noqa: PLC0415 - as above

    with _folder(into.absolute().parent if into else None) as folder:
        copy = folder / COPY
        maintenance.back_up(arguments.database_url(url), copy)
        losses = None
        if maintenance.is_torn(copy):
            torn, copy = copy, folder / "whole.sqlite3"
            maintenance.gather(torn, copy)
            losses = maintenance.losses(torn, copy)
        report = maintenance.examine(copy, working.part)
        _tell(report, losses)
        if into:
            maintenance.mend(copy, report)
            maintenance.put(copy, f"sqlite:///{into.absolute()}")
            console.say(f"{into} contains what could be recovered.")
    if losses or report.damaged:
        raise click.exceptions.Exit(console.BROKEN_RULES)


def _fill(source: str, target: str) -> None:
    """Copies a database, or the standard input, to an empty database."""
    from fivedice.server import maintenance  # noqa: PLC0415 - as above
    from fivedice.server.storage import sqlite_file  # noqa: PLC0415 - as above

    maintenance.check_empty(target)
    beside = maintenance.file_of(target).absolute().parent if maintenance.is_file(target) else None
    with _folder(beside) as folder, sqlite_file.serving(target):
        copy = folder / COPY
        working.begin("copying the database")
        if source:
            maintenance.back_up(source, copy)
        else:
            content = sys.stdin.buffer.read()
            _check_unpacked(content, "FILE")
            copy.write_bytes(content)
        if maintenance.is_torn(copy):
            console.fail("The backup is damaged; fivedice doctor FILE --into NEW recovers what it can.")
        working.begin("replaying the tables")
        report = maintenance.examine(copy, working.part)
        maintenance.put(copy, target)
    _tell(report)
    if report.damaged:
        raise click.exceptions.Exit(console.BROKEN_RULES)


@contextmanager
def _folder(beside: Path | None) -> Iterator[Path]:
    """A temporary folder on the same disk as the file that is made in it."""
    if beside:
        private_files.make_folder(beside)
    try:
        made = TemporaryDirectory(dir=beside, prefix=".fivedice-")
    except OSError as error:
        where = store.shown(beside or gettempdir())
        console.fail(f"The folder {where} cannot be written: {store.reason(error)}.")
    with made as folder:
        yield Path(folder)


def _tell(report: "Report", losses: "Losses | None" = None) -> None:
    from fivedice.server.storage.schema import VERSION  # noqa: PLC0415 - as above

    if losses:
        console.say("The file has damaged pages. This is what can still be read.")
    console.say(f"{sentences.counted(report.tables, 'table', 'tables')} of schema {report.version}.")
    if report.version != VERSION:
        console.say(f"This version of fivedice upgrades it to schema {VERSION} when a server starts.")
    for code, readable in report.damaged.items():
        part = f"the first {sentences.counted(readable, 'entry', 'entries')} can be recovered"
        console.say(f"{code} is damaged: {part if readable else 'nothing can be recovered'}.")
    if losses:
        _tell_losses(losses)
    if not report.damaged:
        console.say(f"Every table {'that is left ' if losses else ''}can be replayed.")


def _tell_losses(losses: "Losses") -> None:
    if losses.codes:
        console.say(f"Lost or cut short: {', '.join(losses.codes)}.")
    if not losses.is_complete:
        console.say(f"It is unknown whether {'more' if losses.codes else 'any'} tables are lost.")
    elif not losses.codes:
        console.say("No table is lost.")


def _examine_records(folder: Path) -> None:
    damaged = 0
    for path in (records := store.records(folder)):
        try:
            open_record.whole(str(path))
        except BadRecord as error:
            damaged += 1
            console.say(f"{store.shown(path.name)} is damaged at line {error.line}: {error}")
        except StoreError as error:
            damaged += 1
            console.say(str(error))
    console.say(f"{sentences.counted(len(records), 'record', 'records')}, {damaged} damaged.")
    if damaged:
        raise click.exceptions.Exit(console.BROKEN_RULES)


def _check_unpacked(content: bytes, name: str) -> None:
    """Ends the command if a file or its beginning is compressed, as a backup in a pipe may be."""
    if content.startswith(GZIP):
        unpacked = f"gunzip -c {shlex.quote(store.shown(name))} | fivedice restore -"
        console.fail(f"The backup is compressed with gzip; `{unpacked}` restores it.")


def _file(name: str) -> Path:
    """An existing SQLite file of a fivedice server. Raises `StoreError`."""
    from fivedice.server.storage import sqlite_file  # noqa: PLC0415 - as above

    path = Path(name).absolute()
    _check_unpacked(store.start(path, len(GZIP)), name)
    sqlite_file.check_database_file(path)
    return path
