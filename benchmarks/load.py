"""Many tables at once over real sockets: moves per second, and the time until the opponent sees a move.

    python -m benchmarks.load [TABLES] [DATABASE] [PACE,PACE...] [WORKERS]

A server and its clients run on this machine. The processor time and memory of the server's processes are
summed; the processor time of PostgreSQL and of the clients is listed beside them. The clients do the same
work per move with every server, so if they take longer in one run, the machine was slower in it by about as
much. At each pace every table makes that many moves a second, until one move in a hundred takes too long to
be seen. Two clients sit at each table. All tables are open before the first pace is measured.
"""

import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import Request, urlopen

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import machine, results

PACKAGES = ("uvicorn", "websockets", "sqlalchemy")
HEADINGS = (
    "asked, moves a second",
    "made",
    "p50, ms",
    "p99, ms",
    "worst, ms",
    "server, ms a move",
    "PostgreSQL, ms a move",
    "clients, ms a move",
    "sent, kB a move",
    "kB a table",
    "longest stop of the server, ms",
    "longest garbage collection, ms",
)
STOPS = "fivedice_longest_loop_stop_seconds", "fivedice_longest_collection_seconds"
"""The metrics of the last two; they cover the last minute."""
PACES = (0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0)
"""Moves a second at each table; people make about one in three seconds."""
SECONDS = int(os.environ.get("LOAD_SECONDS", "60"))
OPENED = 40
"""Tables that can safely be opened in a second."""
AIM = 0.1
"""Seconds within which 99 of 100 moves must be seen."""


class Turn(msgspec.Struct):
    """The parts of a message that a client needs."""

    class Picture(msgspec.Struct):
        """The table."""

        class Rolled(msgspec.Struct):
            """The dice on it."""

            hands: dict[str, str]

        number: int
        stage: str
        turn: Rolled | None = None

    class You(msgspec.Struct):
        """The question to the client."""

        asked: str
        uses: list[dict[str, object]]
        seat: int | None

    picture: Picture | None = None
    you: You | None = None


DECODER = msgspec.json.Decoder(Turn)


class Table:
    """Two clients that play match after match against each other at the given pace."""

    heard = 0
    """Bytes received by all clients."""

    def __init__(self, server: str, pace: list[float], waits: list[float]) -> None:
        """Opens nothing yet."""
        self.server, self.pace, self.waits = server, pace, waits
        self.sent: dict[int, tuple[float, int]] = {}

    async def play(self) -> None:
        """Plays one match after another."""
        while True:
            seats = await asyncio.to_thread(self._open)
            async with asyncio.TaskGroup() as both:
                for place, seat in enumerate(seats):
                    both.create_task(self._client(seat, place))

    def _open(self) -> list[dict[str, str]]:
        first = post(f"{self.server}/api/tables", {"game": "traditional", "chairs": ["", ""], "name": "Ann"})
        second = post(f"{self.server}/api/tables/{first['code']}/chairs", {"name": "Ben"})
        return [first, second]

    async def _client(self, seat: dict[str, str], place: int) -> None:
        address = f"{self.server.replace('http', 'ws', 1)}/ws/{seat['code']}"
        async with connect(address, compression=None) as socket:
            await socket.send(msgspec.json.encode({"type": "hello", "token": seat["token"]}).decode())
            async for message in socket:
                Table.heard += len(message)
                told = DECODER.decode(message)
                if told.picture is None or told.you is None:
                    continue
                self._seen(told.picture.number, place)
                if told.picture.stage == "over":
                    return
                if told.you.asked:
                    await self._move(socket, told.picture, told.you, place)

    def _seen(self, number: int, place: int) -> None:
        """Notes that a move is seen once the other client has received its entry."""
        sent = self.sent.get(1 - place)
        if sent is not None and number > sent[1]:
            self.waits.append(time.perf_counter() - sent[0])
            del self.sent[1 - place]

    async def _move(self, socket: ClientConnection, picture: Turn.Picture, you: Turn.You, place: int) -> None:
        await asyncio.sleep(random.uniform(0.5, 1.5) / self.pace[0])
        chosen: dict[str, object] = {"type": "throw"}
        if you.asked == "keep" and picture.turn:
            chosen = {"type": "keep", "dice": picture.turn.hands[str(you.seat)][:2]}
        if you.asked == "use":
            chosen = {"type": "use", "use": random.choice(you.uses)["name"]}
        self.sent[place] = (time.perf_counter(), picture.number)
        await socket.send(msgspec.json.encode({**chosen, "after": picture.number}).decode())


def post(url: str, body: Mapping[str, object]) -> dict[str, str]:
    """The answer to a request."""
    request = Request(url, msgspec.json.encode(body), {"content-type": "application/json"})
    with urlopen(request) as answer:
        found: dict[str, str] = msgspec.json.decode(answer.read())
        return found


async def measure(
    server: str, process: int, exported: str, tables: int, paces: Sequence[float] = PACES, variant: str = ""
) -> None:
    """Prints a line for every pace until one is too fast, and saves them under this variant of the name."""
    pace, waits = [paces[0]], list[float]()
    empty = memory(process)
    playing = [asyncio.create_task(Table(server, pace, waits).play()) for _ in range(tables)]
    await asyncio.sleep(5 + tables / OPENED)
    figures = list[list[str]]()
    print("| " + " | ".join(HEADINGS) + " |\n|" + len(HEADINGS) * " ---: |")
    for asked in paces:
        pace[0] = asked
        await asyncio.sleep(3)
        waits.clear()
        Table.heard = 0
        begin, used, stored = time.perf_counter(), processor(process), used_by(called("postgres"))
        own = time.process_time()
        await asyncio.sleep(SECONDS)
        seconds, found = time.perf_counter() - begin, sorted(waits)
        used, stored = processor(process) - used, used_by(called("postgres")) - stored
        own = time.process_time() - own
        p50, p99, worst = found[len(found) // 2], found[len(found) * 99 // 100], found[-1]
        each = (memory(process) - empty) / tables
        made = [f"{asked * tables:.0f}", f"{len(found) / seconds:.0f}"]
        seen = [f"{1000 * p50:.1f}", f"{1000 * p99:.1f}", f"{1000 * worst:.0f}"]
        spent = [f"{1000 * one / len(found):.2f}" for one in (used, stored, own)]
        held = [f"{Table.heard / 1000 / len(found):.1f}", f"{each / 1000:.0f}"]
        stopped = [f"{1000 * one:.0f}" for one in gauges(exported, STOPS)]
        figures.append([*made, *seen, *spent, *held, *stopped])
        print("| " + " | ".join(figures[-1]) + " |", flush=True)
        if p99 > AIM:
            break
    results.save("load", PACKAGES, results.lines(HEADINGS, figures), variant=variant)
    await stop(playing)


async def stop(playing: Sequence["asyncio.Task[None]"]) -> None:
    """Cancels the matches in progress."""
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def family(process: int) -> list[int]:
    """A process and all its descendants."""
    started = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(one for child in started for one in family(int(child)))]


def called(name: str) -> list[int]:
    """The processes of this machine with this name."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # some processes end meanwhile
            if (path / "comm").read_text().strip() == name:
                found.append(int(path.name))
    return found


def memory(process: int) -> int:
    """Bytes of memory of a process and all its descendants; shared memory counts for each of them."""
    pages = (Path(f"/proc/{one}/statm").read_text().split()[1] for one in family(process))
    return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE")


def processor(process: int) -> float:
    """Seconds of processor time that a process and all its descendants have used."""
    return used_by(family(process))


def used_by(processes: Sequence[int]) -> float:
    """Seconds of processor time that these processes have used."""
    ticks = 0
    for one in processes:
        with suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def gauges(exported: str, names: Sequence[str]) -> list[float]:
    """The values of metrics that a server exports at this address."""
    with urlopen(f"http://{exported}/metrics") as answer:
        lines = [line.split() for line in answer.read().decode().splitlines()]
    return [next(float(line[1]) for line in lines if line[0] == name) for name in names]


def free_address() -> str:
    """An address of this machine at which nothing listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{bound.getsockname()[1]}"


def _await(server: str) -> None:
    """Waits until the server answers."""
    while True:
        with suppress(OSError), urlopen(f"{server}/api/games"):
            return
        time.sleep(0.1)


@contextmanager
def served(database: str, *arguments: str) -> Iterator[tuple[str, int]]:
    """The address and the process of a new server."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "fivedice", "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--requests", "10000", "--connections", "10000", *arguments]
        command += ["--database", database] if database else []
        environment = {**os.environ, "FIVEDICE_HOME": home}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            address = process.stdout.readline().split()[2].rstrip("/")
            _await(address)
            time.sleep(3)  # other workers start as well
            try:
                yield address, process.pid
            finally:
                process.terminate()


if __name__ == "__main__":
    print(machine.facts(*PACKAGES))
    number, database, paces, workers = (*sys.argv[1:], *("200", "", "", "1")[len(sys.argv) - 1 :])
    exported = free_address()
    with served(database, "--workers", workers, "--metrics", exported) as (address, pid):
        variant = "-postgresql" if database.startswith("postgresql") else ""
        variant += f"-{workers}-workers" if workers != "1" else ""
        asked = tuple(map(float, filter(None, paces.split(",")))) or PACES
        uvloop.run(measure(address, pid, exported, int(number), asked, variant))
