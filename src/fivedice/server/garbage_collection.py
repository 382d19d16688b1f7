"""Keeps Python's garbage collector from walking every table, during which nobody can move.

The reasons are in docs/decisions/collector-leaves-tables-alone.md.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from datetime import datetime, tzinfo

THRESHOLDS = (10_000, 10, 5)
"""Garbage collector thresholds; Python's are 700, 10 and 10, which look at young objects too often."""
EVERY = 1.0
"""Seconds after which an object counts as one that lives as long as its table."""
EMPTY, OCCUPIED = 60.0, 3600.0
"""Seconds between two full collections, without and with people at tables."""
SMALL_HOURS = range(3, 5)
"""The hours in which a full collection may stop people."""


def begin() -> None:
    """Excludes everything loaded so far from collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


async def maintain(people: Callable[[], int], zone: tzinfo) -> None:
    """Until cancelled: excludes from collections what lives long, and collects it while nobody waits for it.

    Does nothing after a full collection until somebody is at a table.
    """
    last, was_used = time.monotonic(), False
    while True:
        await asyncio.sleep(EVERY)
        present = people()
        was_used = was_used or present > 0
        if not was_used:
            continue
        if is_due(present, time.monotonic() - last, datetime.now(zone).hour):
            gc.unfreeze()
            last, was_used = time.monotonic(), present > 0
        gc.collect()  # what is not frozen
        gc.freeze()  # splices lists and walks nothing


def is_due(people: int, seconds: float, hour: int) -> bool:
    """Whether to collect everything, this many seconds after the last time."""
    return seconds >= OCCUPIED and hour in SMALL_HOURS if people else seconds >= EMPTY
