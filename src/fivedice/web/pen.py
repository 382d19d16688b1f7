"""With what entries are added to PostgreSQL at every move. Knows no table and no ORM.

A pool would ask each time whether its connection still lives, and an ORM what came of it; both cost several
times as much as adding does.
"""

from collections.abc import Sequence

import psycopg

from fivedice.web import appending
from fivedice.web.appending import Append, Conflict
from fivedice.web.failing import DatabaseFailed
from fivedice.web.wire import Wire

_STATEMENT = appending.POSTGRESQL % ("$1", "$2")


class Pen:
    """Its connection is opened when it is first needed, and anew when the server let go of it."""

    def __init__(self, url: str) -> None:
        """Nothing is opened yet."""
        self._url = url
        self._wire: Wire | None = None

    @property
    def process(self) -> int:
        """The process of PostgreSQL that writes with it; 0 while there is none."""
        return self._wire.process if self._wire else 0

    async def add(self, appends: Sequence[Append], now: float) -> None:
        """See `appending.add`; one at a time. Raises `Conflict` and `DatabaseFailed` too."""
        rows, notices = appending.texts(appends, now)
        try:
            added = int(await (await self._opened()).ask(rows, notices))
        except psycopg.IntegrityError:
            raise Conflict from None
        except psycopg.Error as error:
            raise DatabaseFailed(error) from error
        appending.check(appends, added)

    def close(self) -> None:
        """Lets go of the server."""
        if self._wire:
            self._wire.close()

    async def _opened(self) -> Wire:
        if self._wire:
            self._wire.look()
        if not self._wire or not self._wire.is_open:
            self.close()
            self._wire = await Wire.open(self._url, _STATEMENT)
        return self._wire
