"""How long players are cut off when a server or its database fails, or workers are restarted.

    python -m benchmarks.outages

All parts run on this machine. A player is cut off from a lost connection or a refused move until the next
picture of the table arrives; connections are tried again after the waits of the page.
"""

import asyncio
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median

from tests.server import postgres
from tests.server.clients import Client, Message, chosen, is_over, opened
from tests.server.proxies import several
from tests.server.serving import process
from tests.server.test_several_servers import two_servers
from tests.server.test_workers import pids_of
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from benchmarks import machine, results

PACKAGES = ("uvicorn", "websockets", "psycopg")
HEADINGS = ("what happens", "players", "cut off", "median, s", "longest, s")
TABLES = 20
THINKING = 0.5
"""Seconds before each move."""
RETRY = 0.1
"""Seconds before a refused move is tried again."""
BEFORE, AFTER = 3.0, 8.0
"""Seconds of play before and after an event."""
DOWN = 1.0
"""Seconds until PostgreSQL is started again, or its standby promoted."""
FIRST_WAIT, FACTOR, LONGEST_WAIT = 0.18, 1.7, 5.0
"""The waits of web/table/socket.js, in seconds."""

Case = Callable[[Path], AbstractContextManager[tuple[str, Callable[[], None]]]]


class Player(Client):
    """A client that measures how long it is cut off each time."""

    def __init__(self, url: str, seat: Message) -> None:
        super().__init__(url, seat["code"], seat["token"])
        self.cuts: list[float] = []
        self._since = 0.0

    async def stay(self) -> None:
        """Plays to the end of the match, and reconnects as the page does."""
        wait = FIRST_WAIT
        while not (self.picture and is_over(self.picture)):
            with suppress(OSError, ConnectionClosed, InvalidHandshake, InvalidMessage):
                async with self:
                    if self.heard[-1]["type"] == "table":
                        wait = FIRST_WAIT
                        await asyncio.gather(self._listen(), self._move())
            self._down()
            wait = min(wait * FACTOR, LONGEST_WAIT)
            await asyncio.sleep(wait)

    async def next(self) -> Message:
        """The next message; notes when the table is back."""
        message = await super().next()
        if message["type"] == "refused" and not message.get("stale"):
            self._down()
        elif "picture" in message and self._since:
            self.cuts.append(time.monotonic() - self._since)
            self._since = 0.0
        return message

    @property
    def is_cut_off(self) -> bool:
        """Whether the connection is still down."""
        return self._since > 0 and not is_over(self.picture)

    def _down(self) -> None:
        self._since = self._since or time.monotonic()

    async def _listen(self) -> None:
        while not is_over(self.picture):
            await self.next()

    async def _move(self) -> None:
        while not is_over(self.picture):
            await asyncio.sleep(RETRY if self._since else THINKING)
            if self.you["asked"]:
                await self.send(chosen(self.picture, self.you, Random(self.picture["number"])))


@contextmanager
def server_killed(folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """One of two servers behind nginx."""
    with (
        postgres.postgres() as address,
        two_servers(folder, address) as servers,
        several([server.port for server in servers], folder / "nginx") as url,
    ):
        yield url, servers[0].kill


@contextmanager
def database_restarted(folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """PostgreSQL is stopped and started."""
    with (
        postgres.running() as primary,
        process(folder / "server", "--database", primary.url, "--workers", "2") as server,
    ):

        def restart() -> None:
            primary.stop()
            time.sleep(DOWN)
            primary.start()

        yield server.url, restart


@contextmanager
def failed_over(folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """PostgreSQL crashes, and its standby is promoted."""
    with postgres.running() as primary, postgres.place() as standby:
        standby.copy(primary)
        address = postgres.either(primary, standby)
        with process(folder / "server", "--database", address, "--workers", "2") as server:

            def fail_over() -> None:
                primary.stop(signal.SIGQUIT)
                time.sleep(DOWN)
                standby.ask("SELECT pg_promote()")

            yield server.url, fail_over


@contextmanager
def workers_restarted(folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """A rolling restart of two workers."""
    with (
        postgres.postgres() as address,
        process(folder / "server", "--database", address, "--workers", "2") as server,
    ):

        def restart() -> None:
            before = set(pids_of(server))
            os.kill(server.process.pid, signal.SIGHUP)
            while before & set(pids_of(server)):
                time.sleep(0.1)

        yield server.url, restart


CASES: dict[str, Case] = {
    "one of two servers is killed": server_killed,
    f"PostgreSQL is down for {DOWN:.0f} s": database_restarted,
    f"a standby is promoted after {DOWN:.0f} s": failed_over,
    "SIGHUP to two workers": workers_restarted,
}


async def watched(url: str, event: Callable[[], None]) -> list[Player]:
    """Players at many tables, before, during and after an event."""
    seats = [seat for _ in range(TABLES) for seat in opened(url, "traditional", "Ann", "Ben")]
    players = [Player(url, seat) for seat in seats]
    playing = [asyncio.create_task(player.stay()) for player in players]
    await asyncio.sleep(BEFORE)
    await asyncio.to_thread(event)
    await asyncio.sleep(AFTER)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return players


def row(name: str, case: Case) -> list[str]:
    """The effect of one case on players, as a row of the table."""
    with tempfile.TemporaryDirectory() as folder, case(Path(folder)) as (url, event):
        players = asyncio.run(watched(url, event))
    cuts = [max(player.cuts) for player in players if player.cuts] or [0.0]
    assert not any(player.is_cut_off for player in players)
    return [name, str(len(players)), str(sum(map(bool, cuts))), f"{median(cuts):.2f}", f"{max(cuts):.2f}"]


if __name__ == "__main__":
    print(machine.facts(*PACKAGES))
    figures = list[list[str]]()
    print("| " + " | ".join(HEADINGS) + " |\n| --- |" + 4 * " ---: |")
    for case_name, one_case in CASES.items():
        figures.append(row(case_name, one_case))
        print("| " + " | ".join(figures[-1]) + " |", flush=True)
    results.save("outages", PACKAGES, results.lines(HEADINGS, figures))
