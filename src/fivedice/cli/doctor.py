"""`fivedice doctor`: examines a database, a backup or a folder of records."""

from pathlib import Path

import click

from fivedice.cli.options.host import DoctorOptions
from fivedice.cli.shared import console, on_database, open_record
from fivedice.notation.record import BadRecord
from fivedice.runtime import store


def doctor(options: DoctorOptions) -> None:
    """Prints what is damaged, and saves what can be recovered."""
    if "://" in options.file:
        console.fail("The URL of a database follows --database.")
    if not options.is_folder:
        from fivedice.cli import database  # noqa: PLC0415 - the server is an extra, which records do not need

        file, url = options.file, options.database
        database.examine(database.url_of(file) if file else on_database.database_url(url), options.into)
    elif options.into:
        console.fail("--into needs a database; the records of a folder are separate files.")
    else:
        _examine_records(Path(options.file))


def _examine_records(folder: Path) -> None:
    damaged = 0
    for path in (records := store.records(folder)):
        try:
            open_record.whole(str(path))
        except BadRecord as error:
            damaged += 1
            console.say(f"{store.printable(path.name)} is damaged at {error}")
        except store.StoreError as error:
            damaged += 1
            console.say(str(error))
    console.say(f"{console.plural(len(records), 'record', 'records')}, {damaged} damaged.")
    if damaged:
        raise click.exceptions.Exit(console.BROKEN_RULES)
