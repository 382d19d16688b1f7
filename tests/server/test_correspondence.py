"""Matches by correspondence: a deadline comes, over restarts too, and no wrong clock brings it nearer."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from fivedice.server.storage import deadlines
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.tables.clock import DAY, ServedTime
from fivedice.server.tables.registry import AT_ONCE, TableRegistry, TakenSeat
from fivedice.table.state import asked
from fivedice.table.terms import USUAL_ABSENCE, Terms
from tests.server.clients import Client, Message, opened
from tests.server.stored import services

TERMS = Terms("junior", ("", ""), first=0, days=3)
HOUR = 3600.0


class Server:
    """A hall over a database, and the machine's own clock, which its tests let run."""

    def __init__(self, file: Path) -> None:
        self.file, self.own = file, 100.0
        self.start()

    def start(self) -> None:
        """Also after an end, with another clock: a machine's own begins anew."""
        self.own = 100.0
        its = services(f"sqlite:///{self.file}", self.file.parent, USUAL_ABSENCE)
        self.registry = TableRegistry(its, served=ServedTime(its.storage, lambda: self.own))

    def end(self) -> None:
        self.registry.close()
        self.registry._storage.close()

    async def runs(self, hours: int) -> None:
        """Time goes by, and the hall keeps house at first and every hour."""
        await self.registry.play_overdue()
        for _ in range(hours):
            self.own += HOUR
            await self.registry.play_overdue()
            self.registry.forget_idle()

    async def meet(self) -> TakenSeat:
        """Ann and Ben sit at a new table; its code and Ann's seat."""
        seat = await self.registry.open(TERMS, "Ann")
        await self.registry.sit(seat.code, "Ben")
        return seat

    async def is_away(self, seat: TakenSeat) -> bool:
        """Whether the game plays for Ann."""
        return (await self.registry.table(seat.code)).state.chairs[seat.chair].away

    async def asked(self, seat: TakenSeat) -> tuple[int, ...]:
        """Who is asked, once nothing goes on by itself any more."""
        table = await self.registry.table(seat.code)
        while not table.is_idle:
            await asyncio.sleep(0.01)
        return asked(table.state)


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Server]:
    server = Server(folder / "t.sqlite3")
    yield server
    server.end()


def set_back(file: Path, days: float) -> None:
    """All entries are so much older, by the clock on the wall."""
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE fivedice_entries SET at = at - ?", (days * DAY,))
    connection.close()


async def test_who_does_not_answer_in_the_days_agreed_is_played_for(tmp_path: Path) -> None:
    """Not an hour earlier; then the other is asked, and has as many days. Nobody looks on meanwhile."""
    async with served(tmp_path) as server:
        seat = await server.meet()
        assert await server.asked(seat) == (0,)
        await server.runs(3 * 24 - 1)
        assert not await server.is_away(seat)
        await server.runs(2)
        assert await server.asked(seat) == (1,)
        assert await server.is_away(seat)
        await server.runs(3 * 24 - 2)
        assert await server.asked(seat) == (1,)


async def test_a_deadline_comes_however_often_the_server_is_started(tmp_path: Path) -> None:
    """Eleven hours a day: seven days have served three, and no day without the server counts."""
    async with served(tmp_path) as server:
        seat = await server.meet()
        for _ in range(6):
            await server.runs(11)
            server.end()
            server.start()
        assert not await server.is_away(seat)
        await server.runs(11)
        assert await server.asked(seat) == (1,)


@pytest.mark.parametrize("days", [400, -400], ids=["ahead", "behind"])
async def test_no_jump_of_the_clock_on_the_wall_loses_a_turn(days: float, tmp_path: Path) -> None:
    """Entries that seem to be of last year: their table neither closes nor plays for anybody."""
    async with served(tmp_path) as server:
        seat = await server.meet()
        await server.runs(24)
        set_back(server.file, days)
        server.end()
        server.start()
        await server.runs(24)
        await server.registry.close_left(time.time())
        assert not await server.is_away(seat)
        assert not (await server.registry.table(seat.code)).state.closed
        await server.runs(25)
        assert await server.is_away(seat)


async def test_many_tables_wait_over_a_restart(tmp_path: Path) -> None:
    """None of them is looked at, nor in memory, until it has waited long enough; then all go on in time."""
    async with served(tmp_path) as server:
        seats = [await server.meet() for _ in range(2 * AT_ONCE)]
        while server.registry._tables:
            await asyncio.sleep(0.01)
            server.registry.forget_idle()
        await server.runs(24)
        set_back(server.file, 30)
        server.end()
        server.start()
        await server.runs(2 * 24 - 1)
        assert server.registry._tables == {}
        server.own += 2 * HOUR
        for _ in range(len(seats) // AT_ONCE):
            await server.registry.play_overdue()
        assert [await server.asked(seat) for seat in seats] == [(1,)] * len(seats)
        assert await server.registry._storage.ask(deadlines.overdue, AT_ONCE) == ()


async def test_several_workers_add_up_no_more_than_has_passed(tmp_path: Path) -> None:
    """One of them adds, and another goes on when that one has ended."""
    storage, now = AsyncDatabase(Database(f"sqlite:///{tmp_path / 'served.sqlite3'}")), [0.0]
    workers = [ServedTime(storage, lambda: now[0]) for _ in range(3)]
    for _ in range(10):
        now[0] += 10
        for worker in workers:
            await worker.pass_()
    assert 80 <= await storage.ask(deadlines.serve, -1.0, 0.0) <= 100
    for _ in range(10):
        now[0] += 10
        await workers[2].pass_()
    assert 160 <= await storage.ask(deadlines.serve, -1.0, 0.0) <= 200
    storage.close()


def _is_after(seats: list[int], seen: Message) -> bool:
    return bool(seen["awaits"]["seats"] != seats)


async def test_who_comes_to_a_table_sees_the_days_and_moves(quick: str) -> None:
    """Each comes alone and goes again: nobody is away for that, and bots play though all have gone."""
    first, second = opened(quick, "junior", "Ann", "Ben", bots=1, days=3)
    for seat, turn in ((first, 0), (second, 1)):
        async with Client(quick, seat["code"], seat["token"]) as person:
            await person.asked()
            assert 2.9 * DAY < person.heard[-1]["left"] <= 3 * DAY
            await person.play(Random(1), until=partial(_is_after, [turn]))
    async with Client(quick, first["code"], first["token"]) as ann:
        await ann.asked()
        assert not any(chair["away"] for chair in ann.picture["chairs"])
