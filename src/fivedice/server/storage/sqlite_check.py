"""Checks, without writing, that a file can serve as a SQLite database: ours, or empty."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from fivedice.runtime.store import StoreError
from fivedice.server.storage.errors import DatabaseFailed
from fivedice.server.storage.schema import SCHEMA

NAMES = "SELECT name FROM sqlite_master WHERE type = 'table'"


def check(file: Path) -> None:
    """Raises `StoreError` for a file that is no database, or that of another program."""
    if not os.path.lexists(file):
        return
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True)) as connection:
            names = {name for (name,) in connection.execute(NAMES)}
    except sqlite3.Error as error:
        raise StoreError(DatabaseFailed(error, str(file)).why) from None
    if names and SCHEMA not in names:
        raise StoreError(f"{file} is the database of another program; name a file of its own for the tables.")
