"""What a server holds that is played at for long: people against bots, one match after another.

    python -m research.server.long_run [MINUTES] [TABLES]

A server and its clients run on this machine, with SQLite. A client sits at each table with a bot and makes
four moves a second; when a match is over it opens another table. Each minute has a line of what is held.
"""

import asyncio
import sys

import uvloop
from benchmarks import machine
from benchmarks.load import Table, memory, post, served, stop

PACE = 4.0


class WithBot(Table):
    """A client that plays a bot, again and again."""

    opened = 0

    def _open(self) -> list[dict[str, str]]:
        WithBot.opened += 1
        terms = {"game": "traditional", "chairs": ["", "greedy"], "name": "Ann"}
        return [post(f"{self.server}/api/tables", terms)]


async def measure(server: str, process: int, minutes: int, tables: int) -> None:
    """Prints a line a minute."""
    print("| minutes | tables opened | server, MB |\n| ---: | ---: | ---: |")
    print(f"| 0 | 0 | {memory(process) / 1e6:.1f} |", flush=True)
    playing = [asyncio.create_task(WithBot(server, [PACE], []).play()) for _ in range(tables)]
    for minute in range(1, minutes + 1):
        await asyncio.sleep(60)
        print(f"| {minute} | {WithBot.opened} | {memory(process) / 1e6:.1f} |", flush=True)
    await stop(playing)


if __name__ == "__main__":
    print(machine.facts("uvicorn", "websockets", "sqlalchemy"))
    minutes, tables = (*sys.argv[1:], *("60", "20")[len(sys.argv) - 1 :])
    with served("") as (address, pid):
        uvloop.run(measure(address, pid, int(minutes), int(tables)))
