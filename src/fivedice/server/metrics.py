"""Prometheus metrics of a server, summed over its workers. They contain no table code, token or name."""

import asyncio
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from fivedice.match.events import Throw
from fivedice.server.settings import METRICS_FOLDER
from fivedice.table.log import Entry, Happened

FIRST_REFUSAL = 400
EVERY = 5.0
"""Seconds between two samples of gauges."""
A_MINUTE, TICK = 12, 0.02
"""The samples of a minute; seconds between two looks at the event loop while people are at tables."""
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


class Longest:
    """A gauge of the longest time that something took in the last minute."""

    def __init__(self, name: str, what: str) -> None:
        self._gauge = Gauge(f"fivedice_longest_{name}_seconds", what, multiprocess_mode="livemax")
        self._samples = deque([0.0], A_MINUTE)

    def add(self, seconds: float) -> None:
        """Notes how long it took once."""
        self._samples[-1] = max(self._samples[-1], seconds)

    def sample(self) -> None:
        """Sets the gauge."""
        self._gauge.set(max(self._samples))
        self._samples.append(0.0)


STOPS = Longest("loop_stop", "Longest time in the last minute for which a worker answered nobody.")
COLLECTIONS = Longest("collection", "Longest garbage collection of a worker in the last minute.")


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


@contextmanager
def answering(host: str, port: int) -> Iterator[None]:
    """Answers `GET /metrics` with the sums of all workers inside this context. Raises `OSError`."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    server, thread = start_http_server(port, host, registry)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def forget(worker: int | None) -> None:
    """Drops the gauges of a worker that has ended; its counters stay in the sums."""
    if worker is not None and METRICS_FOLDER in os.environ:
        mark_process_dead(worker)  # type: ignore[no-untyped-call]


async def sample(figures: Callable[[], tuple[int, int]]) -> None:
    """Samples the gauges of this worker until it is cancelled; `figures` are its tables and connections."""
    while True:
        tables, connections = figures()
        TABLES.set(tables)
        PEOPLE.set(connections)
        if STATM.exists():
            MEMORY.set(int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
        tick, end = TICK if connections else EVERY, perf_counter() + EVERY
        while (before := perf_counter()) < end:
            await asyncio.sleep(tick)
            STOPS.add(perf_counter() - before - tick)
        STOPS.sample()
        COLLECTIONS.sample()
