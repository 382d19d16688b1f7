"""Error messages for a failing database: short for players, with the cause in the log."""

import logging
import math
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_CORRUPT, SQLITE_NOTADB
from typing import Any, TypeVar

from fivedice.language import tr
from fivedice.runtime import store
from fivedice.runtime.store import StoreError

QUIET = 60.0
"""Seconds without a failure that end an outage; a server queries its database more often than that."""
BEFORE = re.compile("connection (failed|is bad): ")
"""The prefix that psycopg adds to libpq's messages."""
PRIMARY = 0xFF
"""The bits of SQLite's primary error code."""
DAMAGED_PAGES = (SQLITE_CORRUPT, SQLITE_NOTADB, "XX001", "XX002")
"""The codes of SQLite and PostgreSQL for a database that is itself damaged."""
DOCTOR = "`fivedice doctor` shows what can be recovered"
RESTORE = "restore a backup with `fivedice restore`"
FULL = ("SQLITE_IOERR_SHMSIZE", "database or disk is full")
"""SQLite says "disk I/O error" if there is no room for its shared-memory file."""

log = logging.getLogger(__name__)
T = TypeVar("T")


class DatabaseFailed(StoreError):  # noqa: N818 - the database is at fault
    """The message is for everyone; `why` is for the host and may name files, addresses and roles.

    `error` is the driver's exception; `file` is a SQLite database's file, and `damage` what is wrong with it.
    """

    def __init__(self, error: Exception, file: str = "", damage: str = "") -> None:
        cause = getattr(error, "orig", None) or error
        code = getattr(cause, "sqlite_errorcode", 0) & PRIMARY
        self.is_corrupt = bool(damage) or (code or getattr(cause, "sqlstate", "")) in DAMAGED_PAGES
        """Whether the database itself is damaged, so that no retry helps."""
        may_recover = tr("The database failed; try again in a while.")
        damaged = tr("The database of this server is damaged; please tell its host.")
        super().__init__(damaged if self.is_corrupt else may_recover)
        refused = store.denied(Path(file)) if file and code == SQLITE_CANTOPEN else ""
        step = f"; {DOCTOR if code else RESTORE}" if self.is_corrupt else ""
        failed = f"failed: {refused or _reason(error)}{step}"
        self.why = f"The database{file and f' {file}'} {damage or failed}."
        self.is_locked = code == SQLITE_BUSY
        """Whether another program has locked the file, so that a retry may help."""


class DatabaseLost(StoreError):  # noqa: N818 - as above
    """A database file was deleted or replaced, so new entries would be lost.

    The message is for everyone; `why` is for the host and ends with `more`.
    """

    def __init__(self, path: Path, become: str, more: str) -> None:
        super().__init__(tr("The server has lost its database, so it shuts down; nothing more is stored."))
        self.why = f"{path} was {become}. The server shuts down because it can store nothing more.{more}"


class Damaged(StoreError):  # noqa: N818 - as above
    """The data of one table or record is damaged; `why` is for the host and contains none of the data."""

    def __init__(self, code: str, error: Exception) -> None:
        super().__init__(tr("The data of {code} is damaged and cannot be read.", code=code))
        self.why = f"The data of {code} cannot be read ({type(error).__name__}); {DOCTOR}."


@contextmanager
def reading(code: str) -> Iterator[None]:
    """Turns any exception while stored data is read into `Damaged`."""
    try:
        yield
    except Exception as error:
        raise Damaged(code, error) from error


def read_or_log(code: str, read: Callable[[Any], T], stored: Any) -> T | None:
    """What `read` makes of stored data; None, with a line in the log, if that cannot be read."""
    try:
        with reading(code):
            return read(stored)
    except Damaged as error:
        log.warning("%s", error.why)
        return None


class Outages:
    """Logs each cause of an outage once, however many queries fail."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._at = now, -math.inf
        self._logged: set[str] = set()

    def add(self, failed: DatabaseFailed | Damaged | str) -> None:
        """Logs a failed query, damaged data or another reason, unless it was logged in this outage."""
        why = failed if isinstance(failed, str) else failed.why
        before, self._at = self._at, self._now()
        if self._at - before > QUIET:
            self._logged.clear()
        if why not in self._logged:
            self._logged.add(why)
            log.error("%s", why)


def _reason(error: Exception) -> str:
    """The first line of the driver's message; the rest is advice."""
    cause = getattr(error, "orig", None) or error
    if getattr(cause, "sqlite_errorname", "") == FULL[0]:
        return FULL[1]
    first, *_ = str(cause.args[0] if cause.args else "").strip().splitlines() or [type(cause).__name__]
    return " ".join(BEFORE.sub("", first).rstrip(".").split())
