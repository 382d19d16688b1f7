"""Appends entries to PostgreSQL over one asynchronous connection with a prepared statement.

Group commit writes one batch at a time, so one connection is enough. The listener ignores notices of this
process.
"""

from collections.abc import Sequence

import psycopg

from fivedice.server.storage import append_entries
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.errors import DatabaseFailed


class PostgresAppender:
    """Connects when first needed, and again after the connection is lost."""

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
                added = await self._added(appends, now)
            except psycopg.OperationalError:
                if self._connection is None or not self._connection.closed:
                    raise
                added = await self._added(appends, now)
        except psycopg.IntegrityError:
            raise Conflict from None
        except psycopg.Error as error:
            raise DatabaseFailed(error) from error
        append_entries.check(appends, added)

    def close(self) -> None:
        """Closes the connection at once."""
        if self._connection:
            self._connection.pgconn.finish()

    async def _added(self, appends: Sequence[Append], now: float) -> int:
        connection = await self._opened()
        texts = append_entries.texts(appends, now)
        answer = await connection.execute(append_entries.POSTGRESQL, texts, prepare=True)
        row = await answer.fetchone()
        return int(row[0]) if row else 0

    async def _opened(self) -> psycopg.AsyncConnection:
        if self._connection is None or self._connection.closed:
            self._connection = None
            self._connection = await psycopg.AsyncConnection.connect(
                self._url, autocommit=True, client_encoding=append_entries.SPOKEN
            )
        return self._connection
