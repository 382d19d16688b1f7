"""PostgreSQL over asynchronous connections: one appends entries, another listens to other workers.

Group commit writes one batch at a time, so one connection is enough for appending.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager

import psycopg
from psycopg import sql

from fivedice.runtime.store import HostError, StoreError
from fivedice.server.storage import append_entries, sqlite_file
from fivedice.server.storage.append_entries import CHANNEL, SPOKEN, Append, Conflict
from fivedice.server.storage.errors import DatabaseFailed, Outages

AGAIN = 1.0
"""Seconds before reconnecting."""
PAUSE = 0.05
"""Seconds in which notices are collected. Most are about tables of other workers, and waking up for each
would cost more than reading it."""


class PostgresAppender:
    """Appends with a prepared statement; connects when first needed, and again after a lost connection."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: psycopg.AsyncConnection | None = None

    @property
    def process(self) -> int:
        """The PostgreSQL process of the connection; 0 without one."""
        return self._connection.info.backend_pid if self._connection and not self._connection.closed else 0

    async def add(self, appends: Sequence[Append], now: float) -> None:
        """See `append_entries.add`; one call at a time. Also raises `Conflict` and `DatabaseFailed`.

        Retries once on a lost connection, which the server may have closed while it was idle. If the first
        attempt was stored after all, the second raises `Conflict`.
        """
        try:
            try:
                await self._add(appends, now)
            except psycopg.OperationalError:
                if self._connection is None or not self._connection.closed:
                    raise
                await self._add(appends, now)
        except psycopg.IntegrityError:
            raise Conflict from None
        except psycopg.Error as error:
            raise DatabaseFailed(error) from error

    def close(self) -> None:
        """Closes the connection at once."""
        if self._connection:
            self._connection.pgconn.finish()

    async def _add(self, appends: Sequence[Append], now: float) -> None:
        if self._connection is None or self._connection.closed:
            self._connection = None
            self._connection = await _connected(self._url)
        texts = append_entries.texts(appends, now)
        await self._connection.execute(append_entries.POSTGRESQL, texts, prepare=True)


async def _connected(url: str) -> psycopg.AsyncConnection:
    return await psycopg.AsyncConnection.connect(url, autocommit=True, client_encoding=SPOKEN)


# --- The lock of servers -----------------------------------------------------------------------------------

SERVED = int.from_bytes(b"fivedice")
"""The number of the advisory lock that all servers of a database share."""
SERVE = f"SELECT pg_advisory_lock_shared({SERVED})".encode()


@contextmanager
def locked(url: str, refusal: str, *, shared: bool) -> Iterator[None]:
    """Holds the server lock, `shared` with other servers or alone. Raises `StoreError`.

    A lost connection releases the lock, so each worker also holds it with the connection that listens.
    """
    attempt = f"SELECT pg_try_advisory_lock{'_shared' if shared else ''}({SERVED})".encode()
    try:
        connection = psycopg.connect(url, autocommit=True)
    except psycopg.Error as error:
        raise HostError(DatabaseFailed(error).why) from None
    with closing(connection):
        sqlite_file.await_lock(lambda: connection.execute(attempt).fetchone() == (True,), refusal)
        yield


# --- Notices of other workers ------------------------------------------------------------------------------


CatchUp = Callable[[], Awaitable[None]]
"""Called once the connection is listening, because earlier notices may have been missed."""
OnNotice = Callable[[str], Awaitable[None]]


async def listen(
    url: str, catch_up: CatchUp, on_notice: OnNotice, own: Callable[[], int], outages: Outages
) -> None:
    """Passes on the notices of other workers, until cancelled.

    `own` returns the PostgreSQL process that writes for this worker, whose notices are ignored.
    """
    while True:
        try:
            await _listen(url, catch_up, on_notice, own)
        except psycopg.Error as error:
            outages.add(DatabaseFailed(error))
        except StoreError:
            pass  # already logged by the query that failed
        await asyncio.sleep(AGAIN)


async def _listen(url: str, catch_up: CatchUp, on_notice: OnNotice, own: Callable[[], int]) -> None:
    """Reads notices until the connection is lost; every worker receives all of them."""
    async with await _connected(url) as connection:
        await connection.execute(SERVE)
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        await catch_up()
        while True:
            async for notice in connection.notifies(timeout=0):
                if notice.pid != own():
                    await on_notice(notice.payload)
            await _readable(connection.fileno())
            await asyncio.sleep(PAUSE)


async def _readable(descriptor: int) -> None:
    """Waits for data; psycopg's own wait wakes up ten times a second."""
    loop, arrived = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(descriptor, arrived.set)
    try:
        await arrived.wait()
    finally:
        loop.remove_reader(descriptor)
