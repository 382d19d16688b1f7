"""A lock that gives a SQLite file to one server at a time.

What is locked is an empty file beside it, which stays: the database has locks of SQLite's own.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from sqlalchemy import make_url

from fivedice import private_files
from fivedice.runtime import lock
from fivedice.runtime.store import StoreError, reason
from fivedice.server.storage import sqlite_check
from fivedice.server.storage.sqlite_file import IN_MEMORY, LOCK, SQLITE

PATIENCE = 5.0
"""Seconds in which a server that is just ending is waited for; it takes two for those who are connected."""
PAUSE = 0.05


@contextmanager
def serving(url: str) -> Iterator[None]:
    """Nobody else serves this file meanwhile. PostgreSQL, and what names no database, is no file.

    Raises `StoreError` where it is not ours, another server has it or nothing can be written beside it.
    """
    if not url.startswith(SQLITE) or url in IN_MEMORY:
        yield
        return
    file = Path(os.path.realpath(make_url(url).database or ""))
    sqlite_check.check(file)
    descriptor = _opened_beside(file)
    try:
        _take(descriptor, file)
        yield
    finally:
        os.close(descriptor)


def _opened_beside(file: Path) -> int:
    beside = f"{file}{LOCK}"
    try:
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT, private_files.FILE)
    except OSError as error:
        why = f"{beside} cannot be written: {reason(error)}"
        raise StoreError(f"{file} cannot be served, since {why}.") from None
    private_files.tighten(Path(beside))
    return descriptor


def _take(descriptor: int, file: Path) -> None:
    until = monotonic() + PATIENCE
    while not lock.take(descriptor):
        if monotonic() >= until:
            raise StoreError(f"{file} is served by another fivedice; only one can serve it.")
        sleep(PAUSE)
