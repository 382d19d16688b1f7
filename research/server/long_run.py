"""The memory of a server after long play, and after everybody has left: people against bots.

    python -m research.server.long_run [MINUTES] [TABLES]

A server with SQLite and its clients run on this machine. At each table, a client plays a bot and makes four
moves a second, twelve times as many as people make; when a match is over, it opens another table. Clients
also lose their connections and return. They first play for a minute and leave, which fills the caches of the
server. Prints a line each minute, and one when all are gone and the server has collected its garbage.
"""

import asyncio
import random
import sys
from contextlib import suppress

import uvloop
from benchmarks import machine, results
from benchmarks.load import Table, Turn, memory, post, served, stop
from websockets.asyncio.client import ClientConnection

PACKAGES = ("uvicorn", "websockets", "sqlalchemy")
HEADINGS = ("minutes", "tables opened", "server, MB")
PACE = 4.0
LOST = 0.02
"""The share of moves that never arrive because the connection is lost."""
FIRST, LAST = "all gone, first", "all gone, last"
"""What the table calls the times without anybody."""
GONE = 130
"""Seconds until a server has forgotten tables without people and has collected their garbage."""


class WithBot(Table):
    """A client that plays one match after another against a bot."""

    opened = 0

    def _open(self) -> list[dict[str, str]]:
        WithBot.opened += 1
        terms = {"game": "traditional", "chairs": ["", "greedy"], "name": "Ann"}
        return [post(f"{self.server}/api/tables", terms)]

    async def _client(self, seat: dict[str, str], place: int) -> None:
        while True:
            with suppress(ConnectionResetError):
                await super()._client(seat, place)
                return

    async def _move(self, socket: ClientConnection, picture: Turn.Picture, you: Turn.You, place: int) -> None:
        if random.random() < LOST:
            socket.transport.abort()
            raise ConnectionResetError
        await super()._move(socket, picture, you, place)


async def measure(server: str, process: int, minutes: int, tables: int) -> None:
    """Prints a line for each minute, and for the times without anybody."""
    print("| " + " | ".join(HEADINGS) + " |\n|" + len(HEADINGS) * " ---: |")
    figures = list[list[str]]()

    def note(when: str) -> None:
        figures.append([when, str(WithBot.opened), f"{memory(process) / 1e6:.1f}"])
        print("| " + " | ".join(figures[-1]) + " |", flush=True)

    for length, then in ((1, FIRST), (minutes, LAST)):
        playing = [asyncio.create_task(WithBot(server, [PACE], []).play()) for _ in range(tables)]
        for minute in range(1, length + 1):
            await asyncio.sleep(60)
            note(str(minute))
        await stop(playing)
        await asyncio.sleep(GONE)
        note(then)
    results.save("long_run", PACKAGES, results.lines(HEADINGS, figures))


if __name__ == "__main__":
    print(machine.facts(*PACKAGES))
    minutes, tables = (*sys.argv[1:], *("60", "20")[len(sys.argv) - 1 :])
    with served("") as (address, pid):
        uvloop.run(measure(address, pid, int(minutes), int(tables)))
