"""The connection with which entries are added to PostgreSQL at every move. Knows no table and no ORM.

A pool would ask each time whether its connection still lives, and an ORM what came of it; both cost several
times as much as adding does.
"""

from collections.abc import Sequence
from threading import Lock

import psycopg

from fivedice.web import appending
from fivedice.web.appending import Append, Conflict
from fivedice.web.failing import DatabaseFailed


class Pen:
    """It is opened when it is first needed, and anew when the server let go of it. One at a time has it."""

    def __init__(self, url: str) -> None:
        """Nothing is opened yet."""
        self._url, self._lock = url, Lock()
        self._connection: psycopg.Connection | None = None

    @property
    def process(self) -> int:
        """The process of PostgreSQL that writes with it; 0 while there is none."""
        connection = self._connection
        return 0 if connection is None or connection.closed else connection.pgconn.backend_pid

    def add(self, appends: Sequence[Append], now: float) -> None:
        """See `appending.add`. Raises `Conflict` and `DatabaseFailed` too."""
        texts = appending.texts(appends, now)
        try:
            with self._lock:
                row = self._opened().execute(appending.POSTGRESQL, texts, prepare=True).fetchone()
        except psycopg.IntegrityError:
            raise Conflict from None
        except psycopg.Error as error:
            raise DatabaseFailed(error) from error
        appending.check(appends, row[0] if row else 0)

    def close(self) -> None:
        """Lets go of the server."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()

    def _opened(self) -> psycopg.Connection:
        """The connection, or another where the server has ended it: why is read first, and then its end."""
        if self._connection is not None:
            try:
                self._connection.pgconn.consume_input()
                self._connection.pgconn.consume_input()
            except psycopg.OperationalError:
                self._connection.close()
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._url, autocommit=True)
        return self._connection
