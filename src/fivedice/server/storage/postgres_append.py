"""Appends entries to PostgreSQL over one asynchronous connection, with a statement that it prepares once.

Group commit hands over one batch at a time, so one connection is enough, and its process is known: the
listener leaves out the notices that come from it.
"""

from collections.abc import Sequence

import psycopg

from fivedice.server.storage import append_entries
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.errors import DatabaseFailed


class PostgresAppender:
    """Opens its connection when it is first needed, and again after the server has ended it."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: psycopg.AsyncConnection | None = None

    @property
    def process(self) -> int:
        """The process of PostgreSQL at the other end; 0 while there is none."""
        return self._connection.info.backend_pid if self._connection and not self._connection.closed else 0

    async def add(self, appends: Sequence[Append], now: float) -> None:
        """See `append_entries.add`; one call at a time. Raises `Conflict` and `DatabaseFailed` too.

        Tries once more where the connection is lost: the server may have ended it while nobody wrote. If the
        first try was kept all the same, the second is a `Conflict`.
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
