"""The time of ten long uploads at once, and their effect on players.

    python -m research.server.uploads

Ten records of one kind are sent at the same moment, repeatedly for twenty seconds: only hints, only tied
roll-offs, and legal showdown that is just too long or just short enough. Ten tables with two clients each
make about ten moves a second. The time runs from sending a move until the opponent sees it.
"""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import uvloop
from benchmarks import machine, results
from benchmarks.load import Table, served

from fivedice.api.match import start
from fivedice.core.dice import FACES, FIVE, ROLLS
from fivedice.match import questions
from fivedice.match.events import Choose, Event, Spend, Throw
from fivedice.match.match import EventMatch
from fivedice.notation import record, write
from fivedice.notation.record import BadRecord
from fivedice.runtime.chance import happen
from fivedice.server.protection.middleware import LONGEST_BODY

PACKAGES = ("uvicorn", "websockets", "sqlalchemy")
HEADINGS = ("record", "bytes", "s of processor", "read", "sent", "moves", "p50, ms", "p99, ms", "worst, ms")
NUMBERS = ("aces", "twos", "threes", "fours", "fives", "sixes")
AT_ONCE, TABLES, PACE, SECONDS = 10, 10, 1.0, 20


def hints() -> str:
    """A record with one throw and then only hints."""
    begun = start("traditional", "Ann").throw("12345")
    return _filled(record.text(begun), '{"hint":0}\n')


def ties() -> str:
    """A record in which two players tie forever."""
    begun = start("traditional", "Ann", "Ben", first="roll")
    return _filled(record.text(begun), '{"throw":"11111","seat":0}\n{"throw":"11111","seat":1}\n')


def _filled(text: str, lines: str) -> str:
    return text + lines * ((LONGEST_BODY - len(text)) // len(lines))


def endless(longest: int) -> str:
    """A match of showdown in which nobody gains anything once all number cards have four chips."""
    dice, match = Random(1), start("showdown", "Ann", "Ben", "Cy", "Di")
    length = len(record.text(match))
    while length < longest and not questions.is_over(match.state):
        match = match.step(_idle(match, dice))
        length += len(write.event(match.events[-1])) + 1
    return record.text(match)


def _idle(match: EventMatch, dice: Random) -> Event:
    """An event without a gain, if possible; else one that takes a number card that nobody can steal."""
    state, seat = match.state, match.awaited.seats[0]
    if match.awaited.kind == "keep":
        return questions.stops(state, seat)
    if match.awaited.kind == "use":
        uses = sorted(match.uses(), key=lambda use: (use.name[6:] in NUMBERS, use.pays))
        return Spend(seat, uses[-1].name)
    if match.awaited.dice < FIVE:
        return happen(match.awaited, dice) if match.awaited.dice else Choose(seat, "move")
    for roll in dice.sample(ROLLS, len(ROLLS)):
        if [use.name for use in state.setup.game.uses(state.position, seat, roll)] == ["nothing"]:
            return Throw(seat, roll)
    face = dice.choice(FACES)
    return Throw(seat, (face, face, face, face, face % 6 + 1))


def replayed(text: str) -> list[str]:
    """The seconds of processor time to read a record in this process, and the result."""
    begin = time.process_time()
    try:
        ended = f"{len(record.replay(text).match.events)} events"
    except BadRecord as error:
        ended = f"refused at line {error.line}"
    return [f"{time.process_time() - begin:.3f}", ended]


def upload(server: str, text: str) -> None:
    """Sends a record and reads the answer."""
    try:
        urlopen(Request(f"{server}/api/records", text.encode())).close()
    except HTTPError as refused:
        refused.close()


async def measure(server: str, text: str | None) -> list[str]:
    """The delay of players' moves while such a record is uploaded, or without uploads."""
    waits, sent, threads = list[float](), 0, ThreadPoolExecutor(AT_ONCE)
    loop = asyncio.get_running_loop()
    playing = [asyncio.create_task(Table(server, [PACE], waits).play()) for _ in range(TABLES)]
    await asyncio.sleep(5)
    waits.clear()
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        await asyncio.sleep(1)
        if text is not None:
            await asyncio.gather(
                *(loop.run_in_executor(threads, upload, server, text) for _ in range(AT_ONCE))
            )
            sent += AT_ONCE
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    found = sorted(waits)
    p50, p99, worst = found[len(found) // 2], found[len(found) * 99 // 100], found[-1]
    counts = [str(sent), str(len(found))]
    return [*counts, f"{1000 * p50:.1f}", f"{1000 * p99:.1f}", f"{1000 * worst:.0f}"]


def main() -> None:
    """Prints a line for each kind of record."""
    print(machine.facts(*PACKAGES))
    print("| " + " | ".join(HEADINGS) + " |\n| --- |" + (len(HEADINGS) - 1) * " ---: |")
    figures = list[list[str]]()
    kinds = {"none": None, "hints": hints(), "ties": ties(), "showdown": endless(LONGEST_BODY - 100)}
    kinds["showdown, accepted"] = endless(900_000)
    with served("") as (server, _):
        for name, text in kinds.items():
            read = ["0", "-", "-"] if text is None else [str(len(text)), *replayed(text)]
            figures.append([name, *read, *uvloop.run(measure(server, text))])
            print("| " + " | ".join(figures[-1]) + " |", flush=True)
    results.save("uploads", PACKAGES, results.lines(HEADINGS, figures))


if __name__ == "__main__":
    main()
