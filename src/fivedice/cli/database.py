"""`fivedice backup`, `restore` and `move-database`: whole databases, for the host."""

import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import click

from fivedice import private_files
from fivedice.cli.options.host import BackupOptions, MoveDatabaseOptions, RestoreOptions
from fivedice.cli.shared import console, on_database, open_database, output
from fivedice.runtime import store
from fivedice.runtime.waiting import working
from fivedice.server import maintenance
from fivedice.server.storage import sqlite_file
from fivedice.server.storage.database import shown_url, unserved

STDIO = "-"
GZIP = b"\x1f\x8b"
"""The first bytes of a file compressed by gzip."""
COPY = "copy.sqlite3"


def backup(options: BackupOptions) -> None:
    """Copies a database to a file, and deletes older copies."""
    if options.keep and (options.file == STDIO or not maintenance.is_dated(Path(options.file))):
        console.fail("--keep needs a file whose name contains a date, such as tables-2026-11-26.sqlite3.")
    url = on_database.database_url(options.database)
    source, wanted = store.printable(shown_url(url)), None if options.file == STDIO else Path(options.file)
    damage, holds, copy = _make_copy(url, wanted, options.verify)
    if damage:
        place = f" The copy is {store.printable(copy)}." if copy else ""
        console.fail(f"{source} {damage}.{place}", console.BROKEN_RULES)
    if copy:
        console.say(f"{store.printable(copy)} holds {holds.format(source)}.")
        for old in maintenance.older(copy, options.keep) if options.keep else ():
            old.unlink()
            console.say(f"{store.printable(old.name)} was deleted.")


def _make_copy(url: str, wanted: Path | None, verify: bool) -> tuple[str, str, Path | None]:
    """Makes and checks a copy, or prints it without a name. Returns its damage, a summary, and its file."""
    if wanted:
        maintenance.check_empty(maintenance.url_of(wanted))
    with _folder(wanted.absolute().parent if wanted else None) as folder:
        copy = folder / COPY
        working.begin("copying the database")
        maintenance.back_up(url, copy)
        damage = sqlite_file.damage(copy) or (open_database.unreadable(copy) if verify else "")
        holds = "" if damage else _contents(copy)
        if wanted:
            target = maintenance.damaged_name(wanted) if damage else wanted
            maintenance.put(copy, maintenance.url_of(target))
            return damage, holds, target
        with copy.open("rb") as content:
            shutil.copyfileobj(content, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return damage, holds, None


def _contents(copy: Path) -> str:
    """Such as "7 tables of {}, newest entry 2026-11-26 09:13"."""
    count, newest = maintenance.contents(copy)
    since = f", newest entry {output.minute(newest)}" if newest else ""
    return f"{console.plural(count, 'table', 'tables')} of {{}}{since}"


def restore(options: RestoreOptions) -> None:
    """Makes a backup the database of a server."""
    _fill(url_of(options.file) if options.file != STDIO else "", on_database.database_url(options.database))


def move_database(options: MoveDatabaseOptions) -> None:
    """Copies a database to another one."""
    with unserved(options.source):
        _fill(options.source, options.target, "database")


def examine(url: str, into: Path | None) -> None:
    """Prints what is damaged in a copy of a database, and saves what can be recovered."""
    with _folder(into.absolute().parent if into else None) as folder:
        copy, rows, source = folder / COPY, folder / "rows.sqlite3", store.printable(shown_url(url))
        maintenance.back_up(url, copy)
        damage = sqlite_file.damage(copy)
        if damage == sqlite_file.ILLEGIBLE:
            console.fail(f"{source} {damage}.", console.BROKEN_RULES)
        if damage:
            console.say(f"{source} {damage.partition(';')[0]}. This can be read:")
        maintenance.salvage(copy, rows)
        report = maintenance.examine(rows, working.part)
        _tell(report)
        if into:
            maintenance.mend(rows, report)
            maintenance.put(rows, f"sqlite:///{into.absolute()}")
            console.say(f"{into} contains everything that could be recovered.")
    if damage or report.damaged:
        raise click.exceptions.Exit(console.BROKEN_RULES)


def _fill(source: str, target: str, what: str = "backup") -> None:
    """Copies a database, or standard input, to an empty database."""
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
            store.write_bytes(copy, content)
        if damage := sqlite_file.damage(copy):
            console.fail(f"The {what} {damage}.")
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
        temporary = TemporaryDirectory(dir=beside, prefix=".fivedice-")
    except OSError as error:
        where = store.printable(beside or gettempdir())
        console.fail(f"The folder {where} cannot be written: {store.reason(error)}.")
    with temporary as folder:
        yield Path(folder)


def _tell(report: maintenance.Report) -> None:
    console.say(f"{console.plural(report.tables, 'table', 'tables')}.")
    for code, readable in report.damaged.items():
        part = f"the first {console.plural(readable, 'entry', 'entries')} can be recovered"
        console.say(f"{code} is damaged: {part if readable else 'nothing can be recovered'}.")
    if not report.damaged:
        console.say("Every table can be replayed.")


def _check_unpacked(content: bytes, name: str) -> None:
    """Ends the command if a file or its beginning is compressed, as a backup in a pipe may be."""
    if content.startswith(GZIP):
        unpacked = f"gunzip -c {shlex.quote(store.printable(name))} | fivedice restore -"
        console.fail(f"The backup is compressed with gzip; `{unpacked}` restores it.")


def url_of(name: str) -> str:
    """The URL of an existing SQLite file of a fivedice server. Raises `StoreError`."""
    path = Path(name).absolute()
    _check_unpacked(store.start(path, len(GZIP)), name)
    return f"sqlite:///{path}"
