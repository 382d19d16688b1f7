"""Error messages for a failing database: short for players, with the cause in the log."""

import logging
import math
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import SQLITE_BUSY

from fivedice.runtime.store import StoreError

QUIET = 60.0
"""Seconds without a failure that end an outage; a server asks its database twice in that time by itself."""
BEFORE = re.compile("connection (failed|is bad): ")
"""What the driver of PostgreSQL says before PostgreSQL's own library says more."""
PRIMARY = 0xFF
"""The bits of an error code of SQLite that say what is wrong; the others say where."""
FULL = ("SQLITE_IOERR_SHMSIZE", "database or disk is full")
"""What SQLite calls "disk I/O error" where there is no room for the file that its connections share."""

log = logging.getLogger(__name__)


class DatabaseFailed(StoreError):  # noqa: N818 - it is the error of something else
    """The sentence of this error is for anybody; `why` may name files, addresses and roles."""

    def __init__(self, error: Exception, file: str = "") -> None:
        """The error of a driver, or of what asks it; and the file of a database that is one."""
        super().__init__("The database failed; try again in a while.")
        self.why = f"The database{file and f' {file}'} failed: {_reason(error)}."
        code = getattr(getattr(error, "orig", None), "sqlite_errorcode", None) or 0
        self.is_locked = code & PRIMARY == SQLITE_BUSY
        """Whether another program has the file, so that trying again may help."""


class DatabaseLost(StoreError):  # noqa: N818 - as above
    """A file of the database was deleted or replaced, so what is written now may never be read.

    The sentence is for anybody, and `why` for the host.
    """

    def __init__(self, path: Path, become: str, more: str) -> None:
        """The file, what has become of it, and what else the host should know, as a sentence."""
        super().__init__("The server has lost its database, so it ends; nothing more is kept.")
        self.why = f"{path} was {become}, so the server ends: nothing more could be kept.{more}"


class Damaged(StoreError):  # noqa: N818 - as above
    """What is kept under a code cannot be read, and all else can; `why` is for whoever serves."""

    def __init__(self, code: str, error: Exception) -> None:
        """What was found wrong with it."""
        super().__init__(f"What is kept of {code} is damaged and cannot be read.")
        self.why = f"What is kept of {code} cannot be read: {type(error).__name__}: {_reason(error)}."


@contextmanager
def reading(code: str) -> Iterator[None]:
    """Where a text is read that may have become anything. Raises `Damaged` for whatever comes of that."""
    try:
        yield
    except Exception as error:
        raise Damaged(code, error) from error


class Outages:
    """Leaves a line in the log for each cause of an outage, however many questions it hits."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._at = now, -math.inf
        self._told: set[str] = set()

    def add(self, failed: "DatabaseFailed | Damaged") -> None:
        """A question has failed, or what came of it cannot be read."""
        self.say(failed.why)

    def say(self, why: str) -> None:
        """Something has failed, for this reason."""
        before, self._at = self._at, self._now()
        if self._at - before > QUIET:
            self._told.clear()
        if why not in self._told:
            self._told.add(why)
            log.error("%s", why)


def _reason(error: Exception) -> str:
    """What the driver says first; its further lines are advice."""
    cause = getattr(error, "orig", None) or error
    if getattr(cause, "sqlite_errorname", "") == FULL[0]:
        return FULL[1]
    said, *_ = str(cause.args[0] if cause.args else "").strip().splitlines() or [type(cause).__name__]
    return " ".join(BEFORE.sub("", said).rstrip(".").split())
