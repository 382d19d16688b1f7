"""Who goes away, for a while or for days: the game plays for the seat until the person is back (R6)."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import httpx
import pytest

from fivedice.runtime.days import DAY
from fivedice.server.settings import Settings
from fivedice.server.storage import deadlines
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.tables.clock import ServedTime
from fivedice.server.tables.codes import TakenSeat
from fivedice.server.tables.registry import AT_ONCE, TableRegistry
from fivedice.table.terms import USUAL_ABSENCE, Terms
from tests.server import clients
from tests.server.clients import Client, Message, at_table, opened
from tests.server.conftest import GRACE
from tests.server.serving import in_thread, unlimited
from tests.server.stored import services

BREATH = 1.0
"""Seconds: a break on a busy machine is shorter than two of them."""


def is_entry(kind: str) -> Callable[[Message], bool]:
    return lambda message: bool(message.get("entry", {}).get("entry") == kind)


async def number_of(url: str, code: str) -> int:
    async with httpx.AsyncClient(base_url=url) as web:
        return int((await web.get(f"/api/tables/{code}")).json()["number"])


async def test_a_seat_that_is_gone_is_played_until_its_person_is_back(quick: str) -> None:
    first, second = opened(quick, "traditional", "Ann", "Ben")
    async with Client(quick, first["code"], second["token"]) as ben:
        async with Client(quick, first["code"], first["token"]) as ann:
            await ann.say("throw")
            await ann.until(lambda _: ann.you["asked"] == "keep")
        left = await ben.until(is_entry("left"))
        assert left["told"] == ["Ann is away; the computer takes over."]
        await ben.asked()
        assert ben.picture["position"]["cards"][0]["boxes"] != [None] * 13
        async with Client(quick, first["code"], first["token"]) as ann:
            await ben.until(is_entry("back"))
            await ben.play(Random(2), until=lambda seen: seen["awaits"]["asked"] == [0])
            await ann.asked()


async def test_who_never_came_keeps_nobody_waiting(quick: str) -> None:
    first, second = opened(quick, "junior", "Ann", "Ben")
    async with Client(quick, first["code"], second["token"]) as ben:
        await ben.until(is_entry("left"))
        await ben.play(Random(3))
    assert clients.get(quick, f"tables/{first['code']}")["stage"] == "over"


@pytest.mark.proof
async def test_a_short_break_is_no_absence(tmp_path: Path) -> None:
    with in_thread(unlimited(tmp_path, grace=2 * BREATH)) as url:
        first, second = opened(url, "traditional", "Ann", "Ben")
        ann = Client(url, first["code"], first["token"])
        async with Client(url, first["code"], second["token"]) as ben:
            for _ in range(3):
                async with ann:
                    pass
            async with ann:
                await asyncio.sleep(3 * BREATH)
                await ann.say("throw")
                await ben.until(lambda _: ben.picture["awaits"]["kind"] == "keep")
            assert not any(is_entry("left")(message) for message in ben.heard)


async def test_who_left_before_the_first_throw_has_neither_won_nor_lost(quick: str) -> None:
    first, second = opened(quick, "junior", "Ann", "Ben")
    async with at_table(quick, (first, second)) as (ann, ben):
        await ann.say("leave")
        await ben.play(Random(5))
    seen = clients.get(quick, f"tables/{first['code']}")
    ann, ben = seen["credit"]
    assert (ann["by_game"], ann["counts"], ben["by_game"], ben["counts"]) == (ann["of"], False, 0, True)
    assert ann["told"].startswith(f"The computer made all {ann['of']} of your decisions")
    (mine,) = clients.post(quick, "mine", {"tokens": [[first["code"], first["token"]]], "codes": []})
    assert [one["counts"] for one in mine["credit"]] == [False, True]
    won = seen["result"].startswith("The match is over: Ann (played by the computer)")
    assert won == (0 in seen["winners"])  # a loser may be named, too, after a roll-off
    told = clients.get(quick, f"tables/{first['code']}/ending")[0]
    assert told["cost"] == 0
    assert "your choices" not in told["account"]
    moments = clients.get(quick, f"tables/{first['code']}/review")["moments"]
    assert all(one["by_game"] == (one["seat"] == 0) for one in moments if one["kind"])
    report = httpx.get(f"{quick}/review/{first['code']}/report").text
    assert "Computer's choices" in report


async def test_who_left_on_purpose_comes_back_on_purpose(tmp_path: Path) -> None:
    """A connection that drops and comes again is no return, nor is one after a restart; to say it is."""

    async def is_away_still(ann: Client, ben: Client) -> bool:
        await ann.say("say", phrase=0)
        await ben.until(is_entry("said"))
        return bool(ben.picture["chairs"][0]["away"])

    settings = unlimited(tmp_path, grace=GRACE)
    with in_thread(settings) as url:
        first, second = opened(url, "junior", "Ann", "Ben")
        async with Client(url, first["code"], second["token"]) as ben:
            async with Client(url, first["code"], first["token"]) as ann:
                await ann.say("leave")
                await ben.until(is_entry("left"))
            async with Client(url, first["code"], first["token"]) as ann:
                assert await is_away_still(ann, ben)
    with in_thread(settings) as url:
        async with at_table(url, (second, first)) as (ben, ann):
            assert await is_away_still(ann, ben)
            await ann.say("back")
            await ben.until(is_entry("back"))
            assert not ben.picture["chairs"][0]["away"]


async def test_the_game_plays_for_who_runs_out_of_time(quick: str) -> None:
    first, second = opened(quick, "junior", "Ann", "Ben", free=1, clock=1)
    async with at_table(quick, (first, second)) as (ann, ben):
        await asyncio.to_thread(clients.start, quick, first)
        left = await ben.until(is_entry("left"))
        assert left["told"] == ["Time is up for Ann; the computer takes over."]
        assert ben.picture["chairs"][0]["away"]
        await ben.asked()
        await ann.until(lambda _: ann.picture["number"] == ben.picture["number"])
        await ann.say("back")
        await ben.play(Random(1), until=lambda seen: 0 in seen["awaits"]["asked"])
        assert not ben.picture["chairs"][0]["away"]


@pytest.mark.proof
async def test_who_is_back_at_a_table_at_rest_has_the_whole_time_again(quick: str) -> None:
    """The clock begins anew for the same question, and runs out once more, no earlier than it says."""
    (seat,) = opened(quick, "junior", "Ann", bots=1, clock=1)
    async with Client(quick, seat["code"], seat["token"]) as ann:
        await ann.say("leave")
        await ann.until(is_entry("left"))
        await asyncio.sleep(1.2)
        for _ in range(2):
            await ann.say("back")
            back = await ann.until(is_entry("back"))
            began = asyncio.get_running_loop().time()
            assert back["left"] > 0.9
            await ann.until(is_entry("left"))
            assert asyncio.get_running_loop().time() - began > 1.9


async def test_a_table_rests_while_nobody_is_there(quick: str) -> None:
    (seat,) = opened(quick, "traditional", "Ann", bots=2, first=1)
    await asyncio.sleep(GRACE)
    assert await number_of(quick, seat["code"]) == 2
    ann = Client(quick, seat["code"], seat["token"])
    async with ann:
        await ann.play(Random(1), until=lambda seen: seen["number"] > 30)
    await asyncio.sleep(GRACE)
    rested = await number_of(quick, seat["code"])
    async with Client(quick, seat["code"]):
        await asyncio.sleep(2 * GRACE)
    assert await number_of(quick, seat["code"]) == rested
    async with ann:
        await ann.asked()


async def test_all_see_who_is_gone_and_how_long_yet(quick: str) -> None:
    first, second = opened(quick, "traditional", "Ann", "Ben", absence=3600)
    async with Client(quick, first["code"], second["token"]) as ben:
        missed = await ben.until(lambda message: message["type"] == "missed")
        assert list(missed["seats"]) == ["0"]
        assert 3590 < missed["seats"]["0"] <= 3600
        async with Client(quick, first["code"]) as spectator:
            assert (await spectator.next())["seats"].keys() == {"0"}
        async with Client(quick, first["code"], first["token"]):
            await ben.until(lambda message: message["type"] == "missed" and not message["seats"])
        await asyncio.sleep(2 * GRACE)
        await ben.say("say", phrase=0)
        await ben.until(is_entry("said"))
        assert not any(is_entry("left")(message) for message in ben.heard)


async def test_spectators_are_told_of_a_table_that_rests(quick: str) -> None:
    (seat,) = opened(quick, "traditional", "Ann", bots=1, first=0)
    async with Client(quick, seat["code"]) as spectator:
        async with Client(quick, seat["code"], seat["token"]) as ann:
            await ann.asked()
        await spectator.until(lambda message: message.get("rests", False))
        async with Client(quick, seat["code"]) as later:
            await later.until(lambda message: message.get("rests", False))
        async with Client(quick, seat["code"], seat["token"]):
            back = await spectator.until(lambda message: message["type"] == "missed")
            assert not back["rests"]


def test_a_phone_may_be_locked_for_a_minute() -> None:
    assert Settings("sqlite:///t.sqlite3").grace >= 60


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
        seat = await self.registry.open(TERMS, "Ann")
        await self.registry.sit(seat.code, "Ben")
        return seat

    async def is_away(self, seat: TakenSeat) -> bool:
        return (await self.registry.table(seat.code)).state.chairs[seat.chair].away

    async def asked(self, seat: TakenSeat) -> tuple[int, ...]:
        """Who is asked, once nothing goes on by itself any more."""
        table = await self.registry.table(seat.code)
        while not table.is_idle:
            await asyncio.sleep(0.01)
        return table.state.waits_for.asked


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
    first, second = opened(quick, "junior", "Ann", "Ben", bots=1, days=3)
    for seat, turn in ((first, 0), (second, 1)):
        async with Client(quick, seat["code"], seat["token"]) as person:
            await person.asked()
            assert 2.9 * DAY < person.heard[-1]["left"] <= 3 * DAY
            await person.play(Random(1), until=partial(_is_after, [turn]))
    async with Client(quick, first["code"], first["token"]) as ann:
        await ann.asked()
        assert not any(chair["away"] for chair in ann.picture["chairs"])
