"""Options and paths of commands that work on the database of a server."""

from pathlib import Path
from typing import ClassVar

from fivedice import private_files
from fivedice.core import extras
from fivedice.runtime import store
from fivedice.runtime.options import Options
from fivedice.server.settings import DATABASE

TABLES_FILE = "tables.sqlite3"


class OnDatabase(Options):
    """Options of a command that works on the database of a server."""

    purpose: ClassVar[str] = ""
    """Why the command needs libraries that may be missing."""

    database: str = DATABASE

    def need(self) -> None:
        """Raises `Lacking` if the libraries for the database are missing."""
        need_database(self.database, self.purpose)


def need_database(database: str, purpose: str = "") -> None:
    """Raises `Lacking` if the library for this database is not installed."""
    extras.need("serve", purpose)
    if database.startswith("postgres"):
        extras.need("postgres", purpose)


def database_url(database: str) -> str:
    """The URL of the database. Raises `StoreError` if the folder of the file cannot be created."""
    return database or f"sqlite:///{_tables_folder() / TABLES_FILE}"


def _tables_folder() -> Path:
    folder = store.folder().parent
    try:
        private_files.make_folder(folder)
    except OSError as error:
        why = f"{store.reason(error)}. {store.ELSEWHERE}"
        raise store.HostError(f"Tables cannot be stored in {store.printable(folder)}: {why}.") from None
    return folder
