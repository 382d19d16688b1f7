"""The database of a server, for commands of its host."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from fivedice.cli.shared import console
from fivedice.language import all_of
from fivedice.runtime.waiting import working
from fivedice.server import maintenance
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import DOCTOR, DatabaseFailed
from fivedice.server.storage.sqlite_file import IN_MEMORY, SQLITE


@contextmanager
def existing(url: str) -> Iterator[Database]:
    """The existing database. Ends the command if there is none, or if it fails."""
    file = Path(url.removeprefix(SQLITE)).absolute()
    if url.startswith(SQLITE) and url not in IN_MEMORY and not os.path.lexists(file):
        console.fail(f"No tables are saved yet in {file}.")
    try:
        with closing(Database(url, serves=False)) as opened:
            yield opened
    except DatabaseFailed as error:
        console.fail(error.why)


def unreadable(file: Path) -> str:
    """The tables of a sound database that cannot be replayed, as the end of a sentence; "" for none."""
    working.begin("replaying the tables")
    damaged = maintenance.examine(file, working.part).damaged
    return f"is damaged at {all_of(damaged)}; {DOCTOR}" if damaged else ""
