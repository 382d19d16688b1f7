"""Prometheus metrics of a server, summed over its workers. They contain no table code, token or name."""

import asyncio
import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from prometheus_client import Counter, Gauge, Histogram

from fivedice.match.events import Throw
from fivedice.table.log import Entry, Happened

FIRST_REFUSAL = 400
EVERY = 5.0
"""Seconds between two samples of gauges."""
A_MINUTE = 12
"""The number of samples in a minute."""
TICK = 0.02
"""Seconds between two looks at the event loop while people are at tables."""
STATM = Path("/proc/self/statm")

ENTRIES = Counter("fivedice_entries", "Stored entries: decisions, throws and other events.")
MOVE_SECONDS = Histogram(
    "fivedice_entry_seconds",
    "Time from a request to the stored entries that answer it.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
BOT_SECONDS = Histogram("fivedice_bot_seconds", "Time that a bot took for a decision.")
SOLVE_SECONDS = Histogram(
    "fivedice_solve_seconds", "Time to load or solve a game.", buckets=(0.1, 0.5, 1, 5, 20, 60, 300)
)
WRITE_SECONDS = Histogram("fivedice_database_write_seconds", "Time of a write to the database.")
REFUSALS = Counter("fivedice_refusals", "Requests that were refused, by status.", ["status"])
DICE = Counter("fivedice_dice", "Dice that were thrown, by value.", ["value"])
TABLES = Gauge("fivedice_tables", "Tables in memory.", multiprocess_mode="livesum")
PEOPLE = Gauge("fivedice_connections", "People connected to tables.", multiprocess_mode="livesum")
MEMORY = Gauge("fivedice_resident_bytes", "Memory of all workers.", multiprocess_mode="livesum")
LOOP_STOP = Gauge(
    "fivedice_longest_loop_stop_seconds",
    "Longest time in the last minute for which a worker answered nobody.",
    multiprocess_mode="livemax",
)
COLLECTION = Gauge(
    "fivedice_longest_collection_seconds",
    "Longest garbage collection of a worker in the last minute.",
    multiprocess_mode="livemax",
)


def count(entries: Iterable[Entry]) -> None:
    """Counts stored entries, and the dice that were thrown in them."""
    for entry in entries:
        ENTRIES.inc()
        if isinstance(entry, Happened) and isinstance(entry.event, Throw):
            for value in entry.event.dice:
                DICE.labels(value).inc()


def count_answer(status: int) -> None:
    """Counts the response if it refuses a request."""
    if status >= FIRST_REFUSAL:
        REFUSALS.labels(status).inc()


async def sample(figures: Callable[[], tuple[int, int]]) -> None:
    """Samples the gauges of this worker until it is cancelled; `figures` are its tables and connections."""
    stops, collections = deque[float](maxlen=A_MINUTE), deque([0.0], A_MINUTE)
    with _timed_collections(collections):
        while True:
            tables, connections = figures()
            TABLES.set(tables)
            PEOPLE.set(connections)
            if STATM.exists():
                MEMORY.set(int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
            stops.append(await _longest_stop(TICK if connections else EVERY))
            LOOP_STOP.set(max(stops))
            COLLECTION.set(max(collections))
            collections.append(0.0)


async def _longest_stop(tick: float) -> float:
    """The longest delay of a timer in the next `EVERY` seconds."""
    longest, end = 0.0, perf_counter() + EVERY
    while (before := perf_counter()) < end:
        await asyncio.sleep(tick)
        longest = max(longest, perf_counter() - before - tick)
    return longest


@contextmanager
def _timed_collections(longest: deque[float]) -> Iterator[None]:
    """Keeps the longest garbage collection since the last item was added in that item."""
    begun = 0.0

    def time(phase: str, _: object) -> None:
        nonlocal begun
        if phase == "start":
            begun = perf_counter()
        else:
            longest[-1] = max(longest[-1], perf_counter() - begun)

    gc.callbacks.append(time)
    try:
        yield
    finally:
        gc.callbacks.remove(time)
