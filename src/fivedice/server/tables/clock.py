"""Time at a table: seconds per decision, correspondence deadlines, and a check of the system clock.

Correspondence deadlines count time that the server was running, measured by a monotonic clock. A wrong system
clock or days of downtime cost nobody a turn."""

import asyncio
import time
from collections.abc import Callable

from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.table.log import Entry, Left
from fivedice.table.state import TableState, asked, due

JUMP = 3600.0
"""Seconds by which the clocks may differ more than at first; by more, one of them has jumped."""


def running() -> float:
    """Seconds of the machine's own clock; where the system allows, they go on while the machine sleeps."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class ClockMonitor:
    """Holds the clock on the wall against the machine's own, each time it is looked at."""

    def __init__(self, wall: Callable[[], float] = time.time, own: Callable[[], float] = running) -> None:
        self._wall, self._own = wall, own
        self._since, self._ahead = own(), wall() - own()

    def ago(self, seconds: float) -> float | None:
        """What the clock showed at least so many seconds ago, or None if it has not gone evenly since."""
        now, own = self._wall(), self._own()
        if abs(now - own - self._ahead) > JUMP:
            self._since, self._ahead = own, now - own
        return now - seconds - JUMP if own - self._since >= seconds + JUMP else None


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


LATE = 1.0
"""Seconds that a decision may come after the clock has run out, for the way it travels."""


class Clock:
    """Runs for one question after another, at a table where a clock or days were agreed."""

    def __init__(self, state: TableState, left: float | None = None) -> None:
        """With so much left for the question that is open in this state, if it is running already."""
        self._question, self._ends = 0, 0.0
        if left is not None:
            self._question, self._ends = state.asked_since, _now() + left

    def start(self, state: TableState) -> float | None:
        """Seconds after which the question now open counts as not answered; None where none begins.

        A question that nobody is asked any more, since all are away, begins anew for who is back.
        """
        if not _is_timed(state):
            self._question = 0
            return None
        if self._question == state.asked_since:
            return None
        self._question, self._ends = state.asked_since, _now() + _agreed(state)
        return None if state.terms.days else state.terms.clock + LATE

    def left(self, state: TableState) -> float | None:
        """Seconds left for the question that is open in this state; None without a clock."""
        if not _is_timed(state):
            return None
        if state.asked_since != self._question:
            return _agreed(state)
        return max(0.0, self._ends - _now())


def overdue(state: TableState, question: int) -> list[Entry]:
    """Who has not answered this question is away, so that the game plays for them; nobody if it is over."""
    return [Left(seat, late=True) for seat in asked(state)] if state.asked_since == question else []


def _is_timed(state: TableState) -> bool:
    return _agreed(state) > 0 and bool(asked(state))


def _agreed(state: TableState) -> float:
    """Seconds for a decision."""
    return state.terms.days * DAY if state.terms.days else float(state.terms.clock)


def _now() -> float:
    return asyncio.get_running_loop().time()
