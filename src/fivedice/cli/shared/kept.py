"""Where a server's tables are kept: the `--database` option, or a file of the user's."""

from pathlib import Path

from fivedice import private_files
from fivedice.core import extras
from fivedice.runtime import store

HELP = "Where tables are kept: postgresql://... or sqlite:///FILE; a file of yours if not said."
FILE = "tables.sqlite3"


def need(database: str) -> None:
    """Ends the command where what reads such a database is not installed."""
    extras.need("serve")
    if database.startswith("postgres"):
        extras.need("postgres")


def url(database: str) -> str:
    """The address of the database. Raises `StoreError` where there can be no folder for the file."""
    return database or f"sqlite:///{_folder() / FILE}"


def _folder() -> Path:
    folder = store.folder().parent
    try:
        private_files.make_folder(folder)
    except OSError as error:
        why = f"{store.reason(error)}. {store.ELSEWHERE}"
        raise store.StoreError(f"No tables can be kept in {store.shown(folder)}: {why}.") from None
    return folder
