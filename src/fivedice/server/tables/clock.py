"""Time at a table: seconds per decision, correspondence deadlines, and a check of the system clock.

Correspondence deadlines count time that the server was running, measured by a monotonic clock. A wrong system
clock or days of downtime cost nobody a turn.
"""

import asyncio
import time
from collections.abc import Callable

from fivedice.runtime.days import DAY
from fivedice.server.storage import deadlines
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.table.log import Entry, SeatLeft
from fivedice.table.state import TableState

JUMP = 3600.0
"""The change of the difference between the clocks, in seconds, above which one of them has jumped."""


def running() -> float:
    """A monotonic clock in seconds; if the system allows, it also runs while the machine sleeps."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class ClockMonitor:
    """Compares the system clock with the monotonic clock on each call."""

    def __init__(self, wall: Callable[[], float] = time.time, own: Callable[[], float] = running) -> None:
        self._wall, self._own = wall, own
        self._since, self._ahead = own(), wall() - own()

    def ago(self, seconds: float) -> float | None:
        """The system time at least this many seconds ago; None if the clock has jumped since."""
        now, own = self._wall(), self._own()
        if abs(now - own - self._ahead) > JUMP:
            self._since, self._ahead = own, now - own
        return now - seconds - JUMP if own - self._since >= seconds + JUMP else None


RETRY = 60.0
"""Seconds until the next check of a table that goes on without a person."""


def by_correspondence(state: TableState) -> bool:
    """Whether a correspondence match is in progress, which needs no player to be connected."""
    return state.terms.days > 0 and state.match is not None and not state.is_over


def within(before: TableState, after: TableState) -> float | None:
    """Seconds until a table needs attention; None if that does not change."""
    if not by_correspondence(after):
        return None
    waits = after.waits_for
    if waits.asked:
        goes_on = after.asked_since == before.asked_since and before.waits_for.asked
        return None if goes_on else after.terms.days * DAY
    return RETRY if waits.due else None


class ServedTime:
    """Adds up the time that the server was running; one of several workers does it."""

    def __init__(self, storage: AsyncDatabase, own: Callable[[], float] = time.monotonic) -> None:
        self._storage, self._own = storage, own
        self._seen, self._at = -1.0, own()

    async def pass_(self) -> None:
        """Adds the time since the last call, unless another worker has added to it meanwhile.

        So no time is counted twice, and a restart loses at most one round.
        """
        now = self._own()
        self._seen = await self._storage.ask(deadlines.serve, self._seen, now - self._at)
        self._at = now


def loop_time() -> float:
    """The time of the event loop, which timers use."""
    return asyncio.get_running_loop().time()


LATE = 1.0
"""Extra seconds for a decision to arrive over the network."""


class Clock:
    """The clock of a table with a time limit; it restarts for each question.

    `left` are the seconds left for the open question of `state`, if its clock is already running. In
    correspondence the clock only shows the time; the deadline is in the database.
    """

    def __init__(self, state: TableState, left: float | None = None) -> None:
        self._question, self._ends = 0, 0.0
        if left is not None:
            self._question, self._ends = state.asked_since, loop_time() + left

    def start(self, state: TableState) -> float | None:
        """Starts the clock for a new question. Returns the seconds until the deadline, or None.

        The clock restarts for returning players if everyone was away.
        """
        if not _is_timed(state):
            self._question = 0
            return None
        if self._question == state.asked_since:
            return None
        self._question, self._ends = state.asked_since, loop_time() + _seconds(state)
        return None if state.terms.days else state.terms.clock + LATE

    def left(self, state: TableState) -> float | None:
        """Seconds left for the open question; None without a clock."""
        if not _is_timed(state):
            return None
        if state.asked_since != self._question:
            return _seconds(state)
        return max(0.0, self._ends - loop_time())


def overdue(state: TableState, question: int) -> list[Entry]:
    """Entries that mark players as late for `question`; none if it is no longer open."""
    late = state.waits_for.asked if state.asked_since == question else ()
    return [SeatLeft(seat, late=True) for seat in late]


def _is_timed(state: TableState) -> bool:
    return _seconds(state) > 0 and bool(state.waits_for.asked)


def _seconds(state: TableState) -> float:
    """Seconds per decision."""
    return state.terms.days * DAY if state.terms.days else float(state.terms.clock)
