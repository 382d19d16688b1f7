"""With what entries are added to PostgreSQL at every move. Knows no table and no ORM.

A pool would ask each time whether its connection still lives, and an ORM what came of it; both cost several
times as much as adding does.
"""

from collections.abc import Sequence

import psycopg

from fivedice.server.storage import append_entries
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.errors import DatabaseFailed
from fivedice.server.storage.prepared_statement import Statement

_ADD = append_entries.POSTGRESQL % ("$1", "$2")


class Pen:
    """Its connection is opened when it is first needed, and anew when the server let go of it."""

    def __init__(self, url: str) -> None:
        """Nothing is opened yet."""
        self._url = url
        self._statement: Statement | None = None

    @property
    def process(self) -> int:
        """The process of PostgreSQL that writes with it; 0 while there is none."""
        return self._statement.process if self._statement else 0

    async def add(self, appends: Sequence[Append], now: float) -> None:
        """See `appending.add`; one at a time. Raises `Conflict` and `DatabaseFailed` too."""
        rows, notices = append_entries.texts(appends, now)
        try:
            added = int(await (await self._opened()).run(rows, notices))
        except psycopg.IntegrityError:
            raise Conflict from None
        except psycopg.Error as error:
            raise DatabaseFailed(error) from error
        append_entries.check(appends, added)

    def close(self) -> None:
        """Lets go of the server."""
        if self._statement:
            self._statement.close()

    async def _opened(self) -> Statement:
        if self._statement:
            self._statement.look()
        if not self._statement or not self._statement.is_open:
            self.close()
            self._statement = await Statement.open(self._url, _ADD)
        return self._statement
