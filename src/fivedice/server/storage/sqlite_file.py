"""The files of a SQLite database: private, checked, locked for one server, and watched for deletion."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from fivedice import private_files
from fivedice.folders import HOME_VARIABLE
from fivedice.names import numbered
from fivedice.runtime.store import HostError, denied, reason
from fivedice.server.storage import schema
from fivedice.server.storage.errors import DOCTOR, RESTORE, DatabaseFailed, DatabaseLost

SQLITE = "sqlite:///"
IN_MEMORY = (SQLITE, f"{SQLITE}:memory:")
"""Databases in memory, which would be lost with the thread that opened them."""
LOCK, SAVED, STALE = "-lock", "-saved", "-stale"
"""Suffixes of our files beside the database."""
LOG, INDEX = "-wal", "-shm"
"""Suffixes of SQLite's files, which hold the newest entries: see https://sqlite.org/walformat.html."""
LOCKED = 10.0
"""Seconds to wait for a locked file."""
PAUSE = 0.01
"""Seconds between two attempts to open a locked file."""
OURS = "fivedice_"
"""The beginning of the names of our tables."""
QUICK_CHECK = "PRAGMA quick_check(1)"
AS_LONG_AS_IT_IS = "PRAGMA writable_schema = ON"
"""Lets a connection that only reads open a file that was cut off."""


def engine(url: str, serves: bool) -> Engine:
    """A SQLite engine with a write-ahead log, so that readers never wait. Raises `ArgumentError`."""
    if not url.startswith(SQLITE) or url in IN_MEMORY or "uri" in make_url(url).query:
        raise ArgumentError("not a file of SQLite")
    sqlite = create_engine(url, connect_args={"timeout": LOCKED})
    check_file(Path(sqlite.url.database or ""))
    event.listen(sqlite, "connect", lambda driver, _: setattr(driver, "text_factory", readable))
    if serves:
        _make_private(Path(os.path.realpath(sqlite.url.database or "")))
        event.listen(sqlite, "connect", _ahead)
    return sqlite


def readable(text: bytes) -> str:
    """A text of the database. A byte that is not UTF-8 becomes an escape that JSON forbids, so that only the
    entry with this byte is unreadable.
    """
    return text.decode(errors="backslashreplace")


def stop_waiting(engine: Engine) -> None:
    """Makes queries fail at once while the file is locked; callers retry without holding a thread."""
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout = 0")
    event.listen(engine, "connect", lambda driver, _: driver.execute("PRAGMA busy_timeout = 0"))


def data_version(connection: Connection) -> int:
    """A number that changes when another process has written."""
    return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())


class SqliteFiles:
    """The files of an open database; create it after the first transaction, when all of them exist."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._database = Path(engine.url.database or "").absolute()
        self._real = Path(os.path.realpath(self._database))
        names = (self._database, *(self._beside(end) for end in (LOG, INDEX, LOCK)))
        self._opened = {path: status for path in names if (status := _stat(path))}
        self._lost: DatabaseLost | None = None
        self._saved: Path | None = None

    def check(self) -> None:
        """Raises `DatabaseLost` once a file was deleted or replaced; from then on, every call raises it."""
        if self._lost:
            raise self._lost
        for path in self._opened:
            if become := self._become(path):
                self._lost = DatabaseLost(path, become, self._rescue(path))
                raise self._lost

    def leave(self) -> None:
        """Call after closing: moves the log of a lost database away, so that no other database reads it."""
        if not self._lost or self._is_opened(self._database):
            return
        for path in (self._beside(LOG), self._beside(INDEX)):
            if self._is_opened(path):
                with suppress(OSError):
                    path.unlink() if self._saved else path.replace(f"{path}{STALE}")

    def _is_opened(self, path: Path) -> bool:
        now, opened = _stat(path), self._opened.get(path)
        return now is not None and opened is not None and os.path.samestat(now, opened)

    def _become(self, path: Path) -> str:
        """The fate of a file in words; "" while it is still the opened file."""
        now = _stat(path)
        if now is None:
            return "deleted or moved"
        if not os.path.samestat(now, self._opened[path]):
            return "replaced by another file"
        return "emptied" if path == self._database and not now.st_size else ""

    def _beside(self, end: str) -> Path:
        return Path(f"{self._real}{end}")

    def _rescue(self, path: Path) -> str:
        """Saves what an open connection can still read of a lost database. Returns a sentence about it."""
        if path != self._database or not self._engine.pool.checkedin():  # type: ignore[attr-defined]
            return ""
        if not self._real.parent.is_dir():
            return " Its folder was deleted too."
        saved = next(path for path in map(self._beside, numbered(SAVED, "")) if not os.path.lexists(path))
        try:
            with new_file(saved), closing(sqlite3.connect(saved)) as copy:
                with closing(self._engine.raw_connection()) as ours:
                    ours.driver_connection.backup(copy)  # type: ignore[union-attr]
                if copy.execute(QUICK_CHECK).fetchone() != ("ok",):
                    raise sqlite3.DatabaseError("it is damaged")
        except (OSError, sqlite3.Error) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            return f" Its contents could not be saved: {why}."
        self._saved = saved
        return f" Its contents were saved in {saved}."


@contextmanager
def new_file(file: Path) -> Iterator[None]:
    """Creates a private file, and removes it again if filling it fails. Raises `OSError`."""
    file.touch(private_files.FILE, exist_ok=False)
    try:
        yield
    except BaseException:
        with suppress(OSError):
            file.unlink()
        raise


def _stat(path: Path) -> os.stat_result | None:
    """The status of a file; None if it does not exist. Raises `OSError` for other failures."""
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _make_private(file: Path) -> None:
    """Makes the files readable only by their owner; SQLite copies the mode of the database."""
    with suppress(OSError):
        file.touch(private_files.FILE, exist_ok=False)
    for end in ("", LOG, INDEX):
        private_files.tighten(Path(f"{file}{end}"))


def _ahead(connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:  # noqa: ARG001 - fixed signature
    """Switches to the write-ahead log, for which SQLite does not wait if the file is busy."""
    for _ in range(int(LOCKED / PAUSE)):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
        sleep(PAUSE)
    connection.execute("PRAGMA synchronous=FULL")


# --- Damage ------------------------------------------------------------------------------------------------

TORN = f"has damaged pages; {DOCTOR}"
ILLEGIBLE = (
    f"has a damaged list of tables or is not a SQLite database; {RESTORE}, or try `sqlite3 FILE .recover`"
)
OTHERS = "{} is the database of another program; choose another file for the tables."


def check_file(file: Path) -> None:
    """Raises `StoreError` if no server can use a file, for example because it belongs to another program.
    Writes nothing.
    """
    if not os.path.lexists(file):
        return
    if fault := damage(file, pages=False):
        raise HostError(f"The database {file} {fault}.")
    if file.stat().st_nlink > 1:
        others = f"`find / -samefile {file}` finds them; keep only one"
        raise HostError(f"{file} has several names (hard links), which two servers could use; {others}.")


def damage(file: Path, pages: bool = True) -> str:
    """The damage of a database and the step that helps, as the end of a sentence, or "". Reads all `pages`
    or only the list of tables.

    Raises `NothingKept`, `OtherVersion`, and `StoreError` for a file that is not ours.
    """
    _check_regular(file)
    uri, fault = f"{file.absolute().as_uri()}?mode=ro", ILLEGIBLE
    reader = create_engine("sqlite://", creator=lambda: sqlite3.connect(uri, uri=True), poolclass=NullPool)
    try:
        with reader.connect() as connection:
            connection.exec_driver_sql(AS_LONG_AS_IT_IS)
            names = inspect(connection).get_table_names()
            if names and not any(name.startswith(OURS) for name in names):
                raise HostError(OTHERS.format(file))
            fault = TORN if pages else ""
            if pages and connection.exec_driver_sql(QUICK_CHECK).scalar_one() == "ok":
                schema.check(connection)
                fault = ""
    except schema.Incomplete:
        return schema.INCOMPLETE
    except SQLAlchemyError as error:
        failed = DatabaseFailed(error, str(file))
        if not failed.is_corrupt:
            raise HostError(failed.why) from None
    return fault


def _check_regular(file: Path) -> None:
    """Raises `StoreError` for what SQLite may create, block on or read without end."""
    if refused := denied(file):
        raise HostError(f"The database {file} cannot be read: {refused}.")
    if not os.path.lexists(file):
        raise schema.NothingKept
    if not file.is_file():
        what = f"a link to {file.readlink()}" if file.is_symlink() else "not a file"
        raise HostError(f"{file} is {what}; choose a file for the tables.")


LOCK_PATIENCE = 5.0
"""Seconds to wait for a server that is shutting down, which takes two seconds with clients."""
LOCK_PAUSE = 0.05


@contextmanager
def serving(url: str) -> Iterator[None]:
    """Locks a SQLite file for one server; does nothing for other URLs.

    Locks an empty file beside the database, because SQLite has its own locks. Raises `StoreError` if the
    file belongs to another program or server, or if nothing can be written beside it.
    """
    if not url.startswith(SQLITE) or url in IN_MEMORY:
        yield
        return
    check_file(Path(make_url(url).database or ""))
    file = Path(os.path.realpath(make_url(url).database or ""))
    beside = f"{file}{LOCK}"
    try:
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT, private_files.FILE)
    except OSError as error:
        why = f"{beside} cannot be written: {reason(error)}"
        raise HostError(f"{file} cannot be served: {why}.") from None
    private_files.tighten(Path(beside))
    try:
        refusal = f"{file} is in use by another fivedice server; stop it, or set another {HOME_VARIABLE}."
        await_lock(lambda: private_files.lock(descriptor), refusal)
        yield
    finally:
        os.close(descriptor)


def await_lock(takes: Callable[[], bool], refusal: str) -> None:
    """Tries to take a lock until a server that is shutting down lets go of it. Raises `StoreError`."""
    until = monotonic() + LOCK_PATIENCE
    while not takes():
        if monotonic() >= until:
            raise HostError(refusal)
        sleep(LOCK_PAUSE)
