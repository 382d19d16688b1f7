"""Checks that the system clock did not jump in recent days.

A board without a battery, a wrong setting or a correction makes that clock jump; what it says then is no
evidence that time has passed. The machine's own clock only ever goes on, but starts anew with the process.
"""

import time
from collections.abc import Callable

JUMP = 3600.0
"""Seconds by which the clocks may differ more than at first; by more, one of them has jumped."""


def running() -> float:
    """Seconds of the machine's own clock; where the system allows, they go on while the machine sleeps."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class ClockMonitor:
    """Holds the clock on the wall against the machine's own, each time it is looked at."""

    def __init__(self, wall: Callable[[], float] = time.time, own: Callable[[], float] = running) -> None:
        """Nothing is known of what was before."""
        self._wall, self._own = wall, own
        self._since, self._ahead = own(), wall() - own()

    def ago(self, seconds: float) -> float | None:
        """What the clock showed at least so many seconds ago, or None if it has not gone evenly since."""
        now, own = self._wall(), self._own()
        if abs(now - own - self._ahead) > JUMP:
            self._since, self._ahead = own, now - own
        return now - seconds - JUMP if own - self._since >= seconds + JUMP else None
