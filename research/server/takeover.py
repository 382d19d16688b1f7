"""How long the tables of a killed worker stand still until another worker continues them.

    python -m research.server.takeover DATABASE [TABLES] [KILLS]

Two workers over PostgreSQL and their clients run on this machine. Two clients sit at each table and move
twice a second. A client that loses its connection reconnects as the page does: after 0.3 s, then with waits
1.7 times as long. The older worker, which has the tables, is killed again and again. A table has recovered
when all its clients are back and a new entry has arrived.
"""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path
from typing import ClassVar

import uvloop
from benchmarks import machine, results
from benchmarks.load import OPENED, Table, family, served, stop
from websockets.exceptions import WebSocketException

PACKAGES = ("uvicorn", "websockets", "sqlalchemy")
HEADINGS = ("tables that lost a client", "went on", "p50, s", "worst, s")
FIRST_WAIT, LONGER, LONGEST_WAIT = 0.3, 1.7, 5.0
PACE = 2.0
BETWEEN = 15.0
"""Seconds between two kills; a new worker has started by then."""


class Returning(Table):
    """Two clients that reconnect when they lose the connection."""

    killed = 0.0
    """The time of the last kill."""
    stood: ClassVar[list[float]] = []
    """Seconds for which tables stood still."""

    def __init__(self, server: str) -> None:
        """Starts with all clients connected."""
        super().__init__(server, [PACE], [])
        self.lost, self.newest, self.stands = set[int](), 0, False

    def _open(self) -> list[dict[str, str]]:
        self.lost, self.newest, self.stands = set(), 0, False
        return super()._open()

    async def _client(self, seat: dict[str, str], place: int) -> None:
        wait = FIRST_WAIT
        while True:
            began = time.monotonic()
            try:
                await super()._client(seat, place)
                return
            except (OSError, WebSocketException):
                wait = FIRST_WAIT if time.monotonic() - began > LONGEST_WAIT else wait
                self.lost.add(place)
                self.stands = True
                self.sent.clear()
                await asyncio.sleep(wait)
                wait = min(LONGER * wait, LONGEST_WAIT)

    def _seen(self, number: int, place: int) -> None:
        super()._seen(number, place)
        if place in self.lost:
            self.lost.remove(place)
        elif self.stands and not self.lost and number > self.newest:
            self.stands = False
            Returning.stood.append(time.monotonic() - Returning.killed)
        self.newest = max(self.newest, number)


def workers(process: int) -> list[int]:
    """The worker processes."""
    return [one for one in family(process) if "spawn_main" in Path(f"/proc/{one}/cmdline").read_text()]


async def measure(server: str, process: int, number: int, kills: int) -> None:
    """Prints a line for every kill."""
    tables = [Returning(server) for _ in range(number)]
    playing = [asyncio.create_task(table.play()) for table in tables]
    await asyncio.sleep(5 + number / OPENED)
    print("| " + " | ".join(HEADINGS) + " |\n|" + len(HEADINGS) * " ---: |")
    figures = list[list[str]]()
    for _ in range(kills):
        Returning.stood.clear()
        Returning.killed = time.monotonic()
        os.kill(workers(process)[0], signal.SIGKILL)
        await asyncio.sleep(BETWEEN)
        stood, still = sorted(Returning.stood), sum(table.stands for table in tables)
        p50, worst = (stood[len(stood) // 2], stood[-1]) if stood else (float("nan"), float("nan"))
        figures.append([f"{len(stood) + still}", f"{len(stood)}", f"{p50:.2f}", f"{worst:.2f}"])
        print("| " + " | ".join(figures[-1]) + " |", flush=True)
    results.save("takeover", PACKAGES, results.lines(HEADINGS, figures))
    await stop(playing)


if __name__ == "__main__":
    print(machine.facts(*PACKAGES))
    database, tables, kills = (*sys.argv[1:], *("100", "5")[len(sys.argv) - 2 :])
    with served(database, "--workers", "2") as (address, pid):
        uvloop.run(measure(address, pid, int(tables), int(kills)))
