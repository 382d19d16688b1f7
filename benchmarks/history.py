"""The time of a move with an empty database, and with very many finished matches in it.

    python -m benchmarks.history [MATCHES]

Two servers with SQLite run on this machine at the same time. They look for abandoned tables every two
seconds, fifteen times as often as usual. Each has ten tables with two clients, which make about ten moves a
second. The time runs from sending a move until the opponent sees it.
"""

import asyncio
import os
import sqlite3
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random

import uvloop

from benchmarks import machine, results
from benchmarks.load import Table, processor, served
from fivedice import bots
from fivedice.match.questions import is_over
from fivedice.runtime import chance
from fivedice.runtime.library import Library
from fivedice.server.compute.bot_runner import BotRunner
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.tables.registry import TableRegistry
from fivedice.server.tables.session import TableServices
from fivedice.table.log import Happened
from fivedice.table.state import TableState
from fivedice.table.terms import Terms

PACKAGES = ("uvicorn", "websockets", "sqlalchemy")
HEADINGS = ("ended matches", "MB", "moves", "p50, ms", "p99, ms", "server, seconds of processor")
MATCHES = 100_000
TABLES, PACE, SECONDS = 10, 1.0, 60
COPIES = """
    WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < {number})
    INSERT INTO {table} SELECT printf('%06d', n), {columns} FROM copies, {table} WHERE code = '{code}'
"""
COLUMNS = {
    "fivedice_tables": "terms, opened",
    "fivedice_entries": "number, entry, at",
    "fivedice_summaries": "summary",
}


async def ended(url: str) -> str:
    """Plays a solo match of junior, the shortest there is, and returns its code."""
    registry = TableRegistry(
        TableServices(AsyncDatabase(Database(url)), BotRunner(Library(Path()), Random(1)), Random(1))
    )
    seat = await registry.open(Terms("junior", ("",), first=0), "Ann")
    table, dice, bot = await registry.table(seat.code), Random(1), bots.make("greedy", Library(Path()))

    def play(state: TableState) -> list[Happened]:
        assert state.match
        throws = state.match.awaited.kind == "throw"
        return [
            Happened(chance.happen(state.match.awaited, dice) if throws else bot(state.match.state, 0, dice))
        ]

    while (match := table.state.match) and not is_over(match.state):
        await table.act(play)
    registry.close()
    registry._storage.close()
    return seat.code


def with_history(file: Path, number: int) -> None:
    """Fills a database with this many finished matches."""
    code = asyncio.run(ended(f"sqlite:///{file}"))
    with sqlite3.connect(file) as connection:
        for table, columns in COLUMNS.items():
            if number:
                connection.execute(COPIES.format(number=number, table=table, columns=columns, code=code))
    connection.close()


async def moves(servers: list[str]) -> list[list[float]]:
    """Seconds until moves were seen at each server, the shortest first."""
    waits = [list[float]() for _ in servers]
    playing = [
        asyncio.create_task(Table(server, [PACE], found).play())
        for server, found in zip(servers, waits, strict=True)
        for _ in range(TABLES)
    ]
    await asyncio.sleep(5)
    for found in waits:
        found.clear()
    await asyncio.sleep(SECONDS)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return [sorted(found) for found in waits]


def measure(folder: Path, *numbers: int) -> None:
    """Prints a line for each history, and compares the last with the first."""
    servers, processes, files = [], [], [folder / f"{number}.sqlite3" for number in numbers]
    with ExitStack() as running:
        for file, number in zip(files, numbers, strict=True):
            with_history(file, number)
            address, process = running.enter_context(served(f"sqlite:///{file}", "--grace", "1"))
            servers.append(address)
            processes.append(process)
        os.sync()  # writing the history to the disk would slow the measured moves down
        before = list(map(processor, processes))
        waits = uvloop.run(moves(servers))
        used = [processor(process) - then for process, then in zip(processes, before, strict=True)]
    figures = list[list[str]]()
    print("| " + " | ".join(HEADINGS) + " |\n|" + len(HEADINGS) * " ---: |")
    for number, file, found, seconds in zip(numbers, files, waits, used, strict=True):
        size, p50, p99 = file.stat().st_size / 1e6, 1000 * _part(found, 0.5), 1000 * _part(found, 0.99)
        figures.append(
            [f"{number}", f"{size:.0f}", f"{len(found)}", f"{p50:.1f}", f"{p99:.1f}", f"{seconds:.2f}"]
        )
        print("| " + " | ".join(figures[-1]) + " |")
    results.save("history", PACKAGES, results.lines(HEADINGS, figures))
    p50, p99 = (_part(waits[-1], part) / _part(waits[0], part) for part in (0.5, 0.99))
    print(f"With the history a move takes {p50:.2f} times as long, the slowest in a hundred {p99:.2f} times.")


def _part(found: list[float], part: float) -> float:
    return found[int(len(found) * part)]


if __name__ == "__main__":
    print(machine.facts(*PACKAGES))
    with tempfile.TemporaryDirectory() as home:
        measure(Path(home), 0, int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES)
