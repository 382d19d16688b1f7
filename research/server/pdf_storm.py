"""The memory of a server and the waits of its players while 64 clients ask for PDFs.

    python -m research.server.pdf_storm [SECONDS]

Each client has an address of its own and asks for one random PDF after another; one in four leaves without
waiting. A player uploads records and asks for their endings, one after another.
"""

import asyncio
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import uvloop
from benchmarks import machine, results
from benchmarks.load import memory, served

from fivedice.games import GAMES
from fivedice.language.catalogue import LANGUAGES
from fivedice.printing.document import SYSTEM_FONTS

PACKAGES = ("uvicorn", "typst")
HEADINGS = ("PDFs", "refused", "endings", "p50, ms", "p99, ms", "before, MB", "most, MB", "after, MB")
CLIENTS = 64
SPOKEN = [language for language in LANGUAGES if language not in SYSTEM_FONTS]
PARTS = ("all", "quick", "rules", "dice")
RECORD = Path("tests/golden/traditional-2seats.jsonl")
FORWARDED = "x-forwarded-for"


async def visit(client: httpx.AsyncClient, number: int, statuses: list[int]) -> None:
    """Asks for PDFs until cancelled."""
    chance = Random(number)
    while True:
        path = f"/api/rules/{chance.choice(list(GAMES))}/print/{chance.choice(PARTS)}"
        wanted = {"accept-language": chance.choice(SPOKEN), FORWARDED: f"203.0.113.{number}"}
        with suppress(httpx.TransportError):
            patience = chance.choice((0.1, 60, 60, 60))
            answer = await client.get(
                path, params={"paper": chance.choice(("a4", "letter"))}, headers=wanted, timeout=patience
            )
            statuses.append(answer.status_code)
        await asyncio.sleep(0.1)


async def play(client: httpx.AsyncClient, waits: list[float]) -> None:
    """Uploads a record and asks for its ending, which is a new review each time, until cancelled."""
    while True:
        code = (await client.post("/api/records", content=RECORD.read_bytes())).json()["code"]
        begin = time.perf_counter()
        (await client.get(f"/api/tables/{code}/ending", timeout=300)).raise_for_status()
        waits.append(time.perf_counter() - begin)
        await asyncio.sleep(0.1)


async def watch(process: int, seen: list[float]) -> None:
    """Notes the memory of the server and its helpers until cancelled."""
    while True:
        with suppress(OSError):  # a helper has just ended
            seen.append(memory(process) / 1e6)
        await asyncio.sleep(0.05)


async def measure(server: str, process: int, seconds: float) -> list[str]:
    """The figures of a storm."""
    statuses, waits, seen = list[int](), list[float](), list[float]()
    async with httpx.AsyncClient(base_url=server, limits=httpx.Limits(max_connections=None)) as client:
        with suppress(TimeoutError):  # loads what endings need
            await asyncio.wait_for(play(client, []), 10)
        before = memory(process) / 1e6
        tasks = [asyncio.create_task(visit(client, number, statuses)) for number in range(CLIENTS)]
        tasks += [asyncio.create_task(play(client, waits)), asyncio.create_task(watch(process, seen))]
        await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        failed = [one for one in ended if not isinstance(one, asyncio.CancelledError)]
        assert not failed, failed
    await asyncio.sleep(5)
    found = sorted(waits)
    counts = [statuses.count(200), sum(status in (429, 503) for status in statuses), len(found)]
    assert sum(counts[:2]) == len(statuses), set(statuses)
    times = [f"{1000 * found[len(found) * part // 100]:.0f}" for part in (50, 99)]
    sizes = [f"{size:.0f}" for size in (before, max(seen), memory(process) / 1e6)]
    return [*map(str, counts), *times, *sizes]


def main() -> None:
    """Prints and saves one row."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 300
    print(machine.facts(*PACKAGES))
    with served("", "--behind-proxy") as (server, process):
        figures = [uvloop.run(measure(server, process, seconds))]
    print("| " + " | ".join(HEADINGS) + " |\n|" + len(HEADINGS) * " ---: |")
    print("| " + " | ".join(figures[0]) + " |")
    results.save("pdf_storm", PACKAGES, results.lines(HEADINGS, figures))


if __name__ == "__main__":
    main()
