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
from fivedice.server.storage.errors import DOCTOR

if TYPE_CHECKING:
    from fivedice.server.maintenance import Report

WHAT_HELP = "A backup or a folder of records; default: the database."
VERIFY_HELP = "Replay every table of the copy, as `fivedice restore` does."
KEEP_HELP = "Keep the N newest backups: afterwards, delete older files whose names differ only in the date."
INTO_HELP = "Write what can be recovered to a new SQLite file."
TORN = "{} has damaged pages, so nothing can be recovered from it; restore a backup with `fivedice restore`."
STDIO = "-"
GZIP = b"\x1f\x8b"
"""The first bytes of a file compressed by gzip."""
COPY = "copy.sqlite3"


@arguments.command
@arguments.argument("file", "The new file; - writes to standard output.")
@arguments.database
@arguments.flag("--verify", line=VERIFY_HELP)
@click.option("--keep", type=arguments.IntRange(1), metavar="N", help=KEEP_HELP)
def backup(file: str, database: str, verify: bool, keep: int | None) -> None:
    """Copy a SQLite or PostgreSQL database to a file, even while the server is running.

    The copy is a SQLite file with a snapshot. No file is ever overwritten. If the database is damaged,
    the exit code is 1, and "-damaged" is added to the name of the copy.

    \b
    Examples:
      fivedice backup tables-today.sqlite3
      fivedice backup tables-$(date +%F).sqlite3 --verify --keep 14
      fivedice backup - --database postgresql:///fivedice | gzip > tables.gz
    """
    arguments.need_database(database, "To back up a database")
    from fivedice.server import maintenance  # noqa: PLC0415 - the server is an extra
    from fivedice.server.storage.database import shown_url  # noqa: PLC0415 - as above

    if keep and (file == STDIO or not maintenance.is_dated(Path(file))):
        console.fail("--keep needs a file whose name contains a date, such as tables-2026-11-26.sqlite3.")
    url = arguments.database_url(database)
    source, wanted = store.shown(shown_url(url)), None if file == STDIO else Path(file)
    damage, holds, made = _copied(url, wanted, verify)
    if damage:
        place = f"the copy is {store.shown(made)}, and " if made else ""
        console.fail(f"{source} {damage}; {place}{DOCTOR}", console.BROKEN_RULES)
    if made:
        console.say(f"{store.shown(made)} holds {holds.format(source)}.")
        for old in maintenance.older(made, keep) if keep else ():
            old.unlink()
            console.say(f"{store.shown(old.name)} was deleted.")


def _copied(url: str, wanted: Path | None, verify: bool) -> tuple[str, str, Path | None]:
    """Makes and checks a copy; prints it if no file is named. Returns the damage, a summary of the copy, and
    its file.
    """
    from fivedice.server import maintenance  # noqa: PLC0415 - as above

    if wanted:
        maintenance.check_empty(maintenance.url_of(wanted))
    with _folder(wanted.absolute().parent if wanted else None) as folder:
        copy = folder / COPY
        working.begin("copying the database")
        maintenance.back_up(url, copy)
        damage, holds = _damage(copy, verify), _contents(copy)
        if wanted:
            made = maintenance.damaged_name(wanted) if damage else wanted
            maintenance.put(copy, maintenance.url_of(made))
            return damage, holds, made
        with copy.open("rb") as content:
            shutil.copyfileobj(content, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return damage, holds, None


def _contents(copy: Path) -> str:
    """Such as "7 tables of {}, newest entry 2026-11-26 09:13"."""
    from fivedice.server import maintenance  # noqa: PLC0415 - as above

    count, newest = maintenance.contents(copy) or (0, 0.0)
    since = f", newest entry {output.minute(newest)}" if newest else ""
    return f"{sentences.counted(count, 'table', 'tables')} of {{}}{since}"


def _damage(copy: Path, verify: bool) -> str:
    """The damage in a copy, as the end of a sentence; "" if none is found."""
    from fivedice.server import maintenance  # noqa: PLC0415 - as above
    from fivedice.server.storage import sqlite_file  # noqa: PLC0415 - as above

    if sqlite_file.is_damaged(copy) or maintenance.contents(copy) is None:
        return "has damaged pages"
    if not verify:
        return ""
    examined = copy.with_name("examined.sqlite3")
    shutil.copyfile(copy, examined)
    working.begin("replaying the tables")
    damaged = maintenance.examine(examined, working.part).damaged
    return f"is damaged at {sentences.listed(tuple(damaged))}" if damaged else ""


@arguments.command
@arguments.argument("file", "A copy that `fivedice backup` made; - reads standard input.")
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
    arguments.need_database(database, "To restore a database")
    _fill(_url_of(file) if file != STDIO else "", arguments.database_url(database))


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
    for url in (target, source):
        arguments.need_database(url, "To move a database")
    from fivedice.server.storage.database import unserved  # noqa: PLC0415 - the server is an extra

    with unserved(source):
        _fill(source, target, "database")


@arguments.command
@arguments.argument("file", WHAT_HELP, default="")
@arguments.database
@click.option("--into", type=arguments.PATH, metavar="FILE", help=INTO_HELP)
def doctor(file: str, database: str, into: Path | None) -> None:
    """Examine a database, a backup or a folder of records: what is damaged, and what can be recovered.

    Works on a copy and changes nothing. The exit code is 0 if nothing is damaged, otherwise 1.

    \b
    Examples:
      fivedice doctor
      fivedice doctor --database postgresql:///fivedice
      fivedice doctor --into recovered.sqlite3
      fivedice doctor tables-today.sqlite3
      fivedice doctor records
    """
    if "://" in file:
        console.fail("The URL of a database follows --database.")
    if not (file and Path(file).is_dir()):
        arguments.need_database("" if file else database, "To examine a database")
        _examine_database(_url_of(file) if file else arguments.database_url(database), into)
    elif into:
        console.fail("--into needs a database; the records of a folder are separate files.")
    else:
        _examine_records(Path(file))


def _examine_database(url: str, into: Path | None) -> None:
    from fivedice.server import maintenance  # noqa: PLC0415 - as above
    from fivedice.server.storage import sqlite_file  # noqa: PLC0415 - as above
    from fivedice.server.storage.database import shown_url  # noqa: PLC0415 - as above

    with _folder(into.absolute().parent if into else None) as folder:
        copy = folder / COPY
        maintenance.back_up(url, copy)
        if sqlite_file.is_damaged(copy):
            console.fail(TORN.format(store.shown(shown_url(url))), console.BROKEN_RULES)
        report = maintenance.examine(copy, working.part)
        _tell(report)
        if into:
            maintenance.mend(copy, report)
            maintenance.put(copy, f"sqlite:///{into.absolute()}")
            console.say(f"{into} contains everything that could be recovered.")
    if report.damaged:
        raise click.exceptions.Exit(console.BROKEN_RULES)


def _fill(source: str, target: str, called: str = "backup") -> None:
    """Copies a database, or standard input, to an empty database."""
    from fivedice.server import maintenance  # noqa: PLC0415 - as above
    from fivedice.server.storage import sqlite_file  # noqa: PLC0415 - as above
    from fivedice.server.storage.database import unserved  # noqa: PLC0415 - as above

    maintenance.check_empty(target)
    beside = maintenance.file_of(target).absolute().parent if maintenance.is_file(target) else None
    with _folder(beside) as folder, unserved(target):
        copy = folder / COPY
        working.begin("copying the database")
        if source:
            maintenance.back_up(source, copy)
        else:
            content = sys.stdin.buffer.read()
            _check_unpacked(content, "FILE")
            copy.write_bytes(content)
        if sqlite_file.is_damaged(copy):
            console.fail(f"The {called} is damaged; {DOCTOR}")
        working.begin("replaying the tables")
        report = maintenance.examine(copy, working.part)
        maintenance.put(copy, target)
    _tell(report)
    if report.damaged:
        raise click.exceptions.Exit(console.BROKEN_RULES)


@contextmanager
def _folder(beside: Path | None) -> Iterator[Path]:
    """A temporary folder on the same disk as the final file."""
    if beside:
        private_files.make_folder(beside)
    try:
        made = TemporaryDirectory(dir=beside, prefix=".fivedice-")
    except OSError as error:
        where = store.shown(beside or gettempdir())
        console.fail(f"The folder {where} cannot be written: {store.reason(error)}.")
    with made as folder:
        yield Path(folder)


def _tell(report: "Report") -> None:
    console.say(f"{sentences.counted(report.tables, 'table', 'tables')}.")
    for code, readable in report.damaged.items():
        part = f"the first {sentences.counted(readable, 'entry', 'entries')} can be recovered"
        console.say(f"{code} is damaged: {part if readable else 'nothing can be recovered'}.")
    if not report.damaged:
        console.say("Every table can be replayed.")


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


def _url_of(name: str) -> str:
    """The URL of an existing SQLite file of a fivedice server. Raises `StoreError`."""
    from fivedice.server.storage import sqlite_file  # noqa: PLC0415 - as above

    path = Path(name).absolute()
    _check_unpacked(store.start(path, len(GZIP)), name)
    sqlite_file.check_database_file(path)
    return f"sqlite:///{path}"
