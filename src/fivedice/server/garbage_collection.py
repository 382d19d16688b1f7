"""Keeps Python's garbage collector from walking every table, during which nobody can move."""

import asyncio
import gc
from collections.abc import Callable
from datetime import datetime, tzinfo
from time import monotonic

from fivedice.server.metrics import COLLECTIONS

EVERY, EMPTY, OCCUPIED = 1.0, 60.0, 3600.0
"""Seconds between two collections of what is new, and between full ones without and with people at tables."""
SMALL_HOURS = range(3, 5)
"""The hours in which a full collection may stop people."""


def begin() -> None:
    """Freezes all that is loaded, before the first request, which would wait for it."""
    gc.set_threshold(10_000, 10, 5)  # Python's 700 would look at young objects too often
    gc.collect()
    gc.freeze()


async def maintain(people: Callable[[], int], zone: tzinfo) -> None:
    """Until cancelled: collects what is new, freezes the rest, and collects all when `is_due` after play."""
    last, present, is_used = monotonic(), 0, False
    while True:
        if is_used:
            began = monotonic()
            if is_full := is_due(present, began - last, datetime.now(zone).hour):
                gc.unfreeze()
                last, is_used = began, present > 0
            gc.collect(2 if is_full else 1)
            gc.freeze()  # splices lists and walks nothing
            COLLECTIONS.add(monotonic() - began)
        await asyncio.sleep(EVERY)
        present = people()
        is_used = is_used or present > 0


def is_due(people: int, seconds: float, hour: int) -> bool:
    """Whether to collect everything, this many seconds after the last time."""
    return seconds >= OCCUPIED and hour in SMALL_HOURS if people else seconds >= EMPTY
