"""How many writes per second PostgreSQL stores and announces to all listening workers.

    python -m research.server.notices DATABASE

Each writer is a process. As fast as it can, it appends two entries to several tables with one write, as a
worker does for a move at each of them. Listeners only receive. PostgreSQL commits notifying writes one after
another, so this limits the number of workers.
"""

import asyncio
import multiprocessing
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import uvloop
from benchmarks import machine

from fivedice.runtime.library import Library
from fivedice.server.compute.bot_runner import BotRunner
from fivedice.server.storage import postgres
from fivedice.server.storage.append_entries import CHANNEL, Append
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import Outages
from fivedice.server.tables import codes
from fivedice.server.tables.registry import TableRegistry

SECONDS = 5.0
WRITERS = 4
LISTENERS, GROUPS = (0, 2, 8, 32), (1, 10)
ENTRY = '{"entry":"happened","event":"{\\"seat\\":0,\\"throw\\":\\"12345\\"}"}'


def write(url: str, group: int, kept: "multiprocessing.Queue[int]") -> None:
    """Appends as fast as possible, and reports the number of writes."""
    database, tables, times = Database(url), [codes.new_code() for _ in range(group)], 0
    for code in tables:
        database.open(code, "{}", [ENTRY])
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        database.append_all([Append(code, 1 + 2 * times, [ENTRY, ENTRY]) for code in tables])
        times += 1
    kept.put(times)


def listen(url: str, listeners: int, is_ready: Any) -> None:
    """Receives all notifications over this many connections until it is stopped."""
    connections = [psycopg.connect(url, autocommit=True) for _ in range(listeners)]
    for connection in connections:
        connection.execute(f"LISTEN {CHANNEL}")
    is_ready.set()
    while True:
        for connection in connections:
            connection.pgconn.consume_input()
            while connection.pgconn.notifies():
                pass
        time.sleep(0.02)


def measure(url: str, listeners: int, group: int) -> None:
    """Prints a line for one case."""
    kept: multiprocessing.Queue[int] = multiprocessing.Queue()
    is_ready = multiprocessing.Event()
    listening = multiprocessing.Process(target=listen, args=(url, listeners, is_ready), daemon=True)
    listening.start()
    is_ready.wait()
    writers = [multiprocessing.Process(target=write, args=(url, group, kept)) for _ in range(WRITERS)]
    for writer in writers:
        writer.start()
    writes = sum(kept.get() for _ in writers)
    for writer in writers:
        writer.join()
    listening.terminate()
    print(f"| {listeners} | {group} | {writes / SECONDS:.0f} | {writes * group / SECONDS:.0f} |", flush=True)


async def hearing(url: str) -> float:
    """Seconds of processor time that a worker spends on a notification for another worker's table."""
    storage = AsyncDatabase(Database(url))
    registry = TableRegistry(storage, BotRunner(Library(Path()), Random(1)), Random(1))
    heard, hear = [0], registry.heard

    async def counted(notice: str) -> None:
        heard[0] += 1
        await hear(notice)

    registry.heard = counted  # type: ignore[method-assign]
    listening = asyncio.create_task(postgres.listen(url, registry, lambda: 0, Outages()))
    await asyncio.sleep(1)
    kept: multiprocessing.Queue[int] = multiprocessing.Queue()
    writer = multiprocessing.Process(target=write, args=(url, 1, kept))
    began, writer_began = time.process_time(), time.monotonic()
    writer.start()
    while time.monotonic() - writer_began < SECONDS + 2:
        await asyncio.sleep(1)
    used = time.process_time() - began
    listening.cancel()
    writer.join()
    registry.close()
    storage.close()
    return used / heard[0]


if __name__ == "__main__":
    print(machine.facts("psycopg", "sqlalchemy"))
    print("| listeners | moves a write | writes a second | moves a second |\n|" + 4 * " ---: |")
    Database(sys.argv[1]).close()
    for group in GROUPS:
        for listeners in LISTENERS:
            measure(sys.argv[1], listeners, group)
    seconds = uvloop.run(hearing(sys.argv[1]))
    print(f"A worker spends {1e6 * seconds:.0f} microseconds of processor on a notice of another's table.")
