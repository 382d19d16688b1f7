"""The memory of a server after long play: people against bots, one match after another.

    python -m research.server.long_run [MINUTES] [TABLES]

A server with SQLite and its clients run on this machine. At each table, a client plays a bot and makes four
moves a second; when a match is over, it opens another table. Prints a line each minute.
"""

import asyncio
import sys

import uvloop
from benchmarks import machine, results
from benchmarks.load import Table, memory, post, served, stop

PACKAGES = ("uvicorn", "websockets", "sqlalchemy")
HEADINGS = ("minutes", "tables opened", "server, MB")
PACE = 4.0


class WithBot(Table):
    """A client that plays one match after another against a bot."""

    opened = 0

    def _open(self) -> list[dict[str, str]]:
        WithBot.opened += 1
        terms = {"game": "traditional", "chairs": ["", "greedy"], "name": "Ann"}
        return [post(f"{self.server}/api/tables", terms)]


async def measure(server: str, process: int, minutes: int, tables: int) -> None:
    """Prints a line for each minute."""
    print("| " + " | ".join(HEADINGS) + " |\n|" + len(HEADINGS) * " ---: |")
    figures = [["0", "0", f"{memory(process) / 1e6:.1f}"]]
    playing = [asyncio.create_task(WithBot(server, [PACE], []).play()) for _ in range(tables)]
    for minute in range(1, minutes + 1):
        await asyncio.sleep(60)
        figures.append([str(minute), str(WithBot.opened), f"{memory(process) / 1e6:.1f}"])
        print("| " + " | ".join(figures[-1]) + " |", flush=True)
    results.save("long_run", PACKAGES, results.lines(HEADINGS, figures))
    await stop(playing)


if __name__ == "__main__":
    print(machine.facts(*PACKAGES))
    minutes, tables = (*sys.argv[1:], *("60", "20")[len(sys.argv) - 1 :])
    with served("") as (address, pid):
        uvloop.run(measure(address, pid, int(minutes), int(tables)))
