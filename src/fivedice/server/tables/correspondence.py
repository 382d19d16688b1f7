"""Matches by correspondence: deadlines, counted in time that the server was running.

A day of such a match is a day that the server was there: time is added up while it runs, by the machine's own
clock, and kept. So a wrong clock on the wall costs nobody a turn, nor do days on which nobody could have
played; and however often the server is started, a deadline comes.
"""

import time
from collections.abc import Callable

from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.table.state import TableState, asked, due

DAY = 24 * 3600.0
RETRY = 60.0
"""Seconds after which is looked whether a table that goes on by itself has done so."""


def by_correspondence(state: TableState) -> bool:
    """Whether a match goes on here that needs nobody to be here."""
    return state.terms.days > 0 and state.match is not None and not state.is_over


def within(before: TableState, after: TableState) -> float | None:
    """Seconds in which a table wants to be looked after from now on; None where that stays as it was."""
    if not by_correspondence(after):
        return None
    if asked(after):
        goes_on = after.asked_since == before.asked_since and asked(before)
        return None if goes_on else after.terms.days * DAY
    return RETRY if due(after) else None


class ServedTime:
    """Adds up the time served. Of several workers one does, and another when that one is gone."""

    def __init__(self, storage: AsyncDatabase, own: Callable[[], float] = time.monotonic) -> None:
        """By the machine's own clock, which stands while the machine sleeps."""
        self._storage, self._own = storage, own
        self._seen, self._at = -1.0, own()

    async def pass_(self) -> None:
        """Adds what has passed since this was called last, unless another worker has added to it meanwhile.

        So no more is ever added than has passed, and after a restart no more than one round is missing.
        """
        now = self._own()
        self._seen = await self._storage.ask(Database.serve, self._seen, now - self._at)
        self._at = now
