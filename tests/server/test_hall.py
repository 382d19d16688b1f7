"""The tables of one worker, and of two over one database: what is closed, forgotten and tried again."""

import asyncio
import gc
import time
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection

from fivedice.core.rules import IllegalMove
from fivedice.runtime.store import StoreError
from fivedice.server.storage import append_entries, summary, table_rows
from fivedice.server.storage.append_entries import LONGEST, Append
from fivedice.server.tables import session
from fivedice.server.tables.clock import ClockMonitor
from fivedice.server.tables.codes import digest
from fivedice.server.tables.presence import Make
from fivedice.server.tables.registry import NoTable, TableRegistry
from fivedice.server.tables.session import TableSession
from fivedice.server.tables.subscribers import Client
from fivedice.table import log
from fivedice.table.log import Closed, Happened, PhraseSaid, SeatLeft, SeatReturned
from fivedice.table.state import PHRASES, TableState
from fivedice.table.terms import Terms
from tests.golden import make
from tests.laws.matches import next_event
from tests.server.stored import kept, registry_over

GOLDEN = make.FOLDER / "junior-2seats.jsonl"
TERMS = Terms("traditional", ("", "greedy"), first=0)


DAY = 24 * 3600.0


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 't.sqlite3'}"


class Clocks:
    """The clock on the wall and the machine's own, to be set."""

    def __init__(self) -> None:
        self.wall, self.own = time.time(), 1000.0

    def pass_(self, seconds: float) -> None:
        self.wall += seconds
        self.own += seconds

    @property
    def clock_monitor(self) -> ClockMonitor:
        """What a server that starts now sees of them."""
        return ClockMonitor(lambda: self.wall, lambda: self.own)


@asynccontextmanager
async def two_over(file: str) -> AsyncIterator[tuple[TableRegistry, TableRegistry]]:
    """The tables of two workers over one database."""
    async with registry_over(file) as registry, registry_over(file) as other:
        yield registry, other


async def test_a_table_that_was_left_is_closed(file: str) -> None:
    async with registry_over(file) as registry:
        seat = await registry.open(TERMS, "Ann")
        await registry.close_left(time.time() - 60)
        assert not (await registry.table(seat.code)).state.closed
        for _ in range(2):
            await registry.close_left(time.time() + 1)
        room = (await registry.table(seat.code)).state
        assert room.closed
        assert room.number == 3
        with pytest.raises(IllegalMove):
            await (await registry.table(seat.code)).act(lambda _: [PhraseSaid(0, 0)])


@pytest.mark.parametrize("jump", [8 * DAY, -8 * DAY, 8000 * DAY])
async def test_a_clock_that_jumps_closes_no_table(jump: float, file: str) -> None:
    clocks = Clocks()

    async def is_closed(registry: TableRegistry, looks: int) -> bool:
        for _ in range(looks):
            await registry.close_old()
            clocks.pass_(DAY / 24)
        return (await registry.table(seat.code)).state.closed

    async with registry_over(file, clock_monitor=clocks.clock_monitor) as before:
        seat = await before.open(TERMS, "Ann")
        assert not await is_closed(before, 6 * 24)
        clocks.wall += jump
        assert not await is_closed(before, 3 * 24)
    async with registry_over(file, clock_monitor=clocks.clock_monitor) as after:
        assert not await is_closed(after, 3 * 24)
        clocks.wall += abs(jump)
        assert not await is_closed(after, 6 * 24)
        assert await is_closed(after, 3 * 24)


async def test_what_is_played_while_the_clock_is_behind_is_not_old_when_it_is_right(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that runs for a month, its clock nine days behind for an hour in which a table is opened."""
    clocks = Clocks()
    monkeypatch.setattr(table_rows, "time", SimpleNamespace(time=lambda: clocks.wall))
    async with registry_over(file, clock_monitor=clocks.clock_monitor) as registry:
        for _ in range(30):
            clocks.pass_(DAY)
            await registry.close_old()
        clocks.wall -= 9 * DAY
        await registry.close_old()
        seat = await registry.open(TERMS, "Ann")
        clocks.pass_(DAY / 24)
        clocks.wall += 9 * DAY
        await registry.close_old()
        assert not (await registry.table(seat.code)).state.closed


async def test_a_correction_by_minutes_keeps_no_table_open(file: str) -> None:
    clocks = Clocks()
    async with registry_over(file, clock_monitor=clocks.clock_monitor) as registry:
        seat = await registry.open(TERMS, "Ann")
        for correction in (600, -900, 0, 300, 0, 0, 0, 0):
            clocks.pass_(DAY)
            clocks.wall += correction
            await registry.close_old()
        assert (await registry.table(seat.code)).state.closed


async def test_a_table_that_nobody_looks_at_is_forgotten_and_found_again(file: str) -> None:
    """It leaves the memory when its last client has gone, without any collector, and is loaded as it was."""
    async with registry_over(file) as registry:
        seat = await registry.open(TERMS, "Ann")
        table, client = await registry.table(seat.code), Client(holder=digest(seat.token))
        await table.join(client)
        registry.forget_idle()
        assert await registry.table(seat.code) is table
        table.leave(client)
        while not table.is_idle:
            await asyncio.sleep(0.05)
        state, gone = table.state, weakref.ref(table)
        gc.disable()
        registry.forget_idle()
        del table
        gc.enable()
        assert gone() is None
        assert (await registry.table(seat.code)).state == state


async def test_a_table_that_is_gone_is_dropped_once(file: str) -> None:
    async with two_over(file) as (registry, _):
        seat = await registry.open(TERMS, "Ann")
        await registry.table(seat.code)
        await registry._storage.ask(table_rows.remove, seat.code)
        await asyncio.gather(registry.reload(seat.code), registry.reload(seat.code))
        with pytest.raises(NoTable):
            await registry.table(seat.code)


async def test_what_is_over_is_never_looked_at_again(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_over(file) as (registry, other):
        seat = await registry.open(Terms("junior", ("",), first=0), "Ann")
        await play_to_the_end(await registry.table(seat.code))
        assert await registry._storage.ask(table_rows.idle, time.time() + 60) == ()
        up = await registry.upload(GOLDEN.read_bytes())
        monkeypatch.setattr(other, "find", nobody_reads)
        found = await other.summaries([seat.code, up])
        assert found == {code: summary.of(await registry.find(code), code) for code in (seat.code, up)}
        assert found[seat.code].chair_of(digest(seat.token)) == 0
        assert found[seat.code].fields["stage"] == "over"


async def test_two_who_ask_for_a_rematch_at_once_meet_there(file: str) -> None:
    async with two_over(file) as (registry, other):
        ann = await registry.open(Terms("junior", ("", ""), first=0), "Ann")
        ben = await registry.sit(ann.code, "Ben")
        await play_to_the_end(await registry.table(ann.code))
        one, two = await asyncio.gather(registry.again(ann.code, ann.token), other.again(ann.code, ben.token))
        assert one.code == two.code
        assert {one.chair, two.chair} == {0, 1}
        await (rematch := await registry.table(one.code)).catch_up()
        assert rematch.state.match is not None
        assert await registry._storage.ask(table_rows.idle, time.time() + 60) == (one.code,)
        with pytest.raises(IllegalMove, match="already open"):
            await registry.again(ann.code, ben.token)


async def test_the_start_of_a_rematch_passes_on(file: str) -> None:
    async with registry_over(file) as registry:
        ann = await registry.open(Terms("junior", ("", ""), first=0), "Ann")
        ben = await registry.sit(ann.code, "Ben")
        for starter in (1, 0):
            await play_to_the_end(await registry.table(ann.code))
            ben = await registry.again(ben.code, ben.token)  # the first press decides nothing
            ann = await registry.again(ann.code, ann.token)
            match = (await registry.table(ann.code)).state.match
            assert match is not None
            assert (ann.chair, ben.chair, match.setup.first) == (0, 1, starter)


async def test_a_rematch_that_was_closed_before_it_began_gives_way_to_another(file: str) -> None:
    async with registry_over(file) as registry:
        ann = await registry.open(Terms("junior", ("", ""), first=0, days=7), "Ann")
        ben = await registry.sit(ann.code, "Ben")
        await play_to_the_end(await registry.table(ann.code))
        in_vain = await registry.again(ann.code, ann.token)
        await registry.close_left(time.time() + 1)
        other = await registry.again(ann.code, ann.token)
        assert other.code != in_vain.code
        assert (await registry.again(ann.code, ben.token)).code == other.code


async def test_who_was_away_when_a_table_was_closed_sees_it(file: str) -> None:
    async with registry_over(file) as registry:
        seat = await registry.open(TERMS, "Ann")
        table = await registry.table(seat.code)
        for entry in (SeatLeft(0, late=True), Closed("Names.")):
            await table.act(adding(entry))
        await table.join(Client(holder=digest(seat.token)))
        assert table.state.closed_because == "Names."
        assert table.state.chairs[0].away


async def test_a_summary_follows_what_happens_after_the_end(file: str) -> None:
    """Who goes away when a match is over, or says something, is told of in it as at the table."""
    async with registry_over(file) as registry:
        seat = await registry.open(Terms("junior", ("",), first=0), "Ann")
        table = await registry.table(seat.code)
        await play_to_the_end(table)
        for entry in (SeatLeft(0), PhraseSaid(0, 0), SeatReturned(0), SeatLeft(0)):
            await table.act(adding(entry))
        assert await registry.summaries([seat.code]) == {seat.code: summary.of(table.state, seat.code)}


async def play_to_the_end(table: TableSession) -> None:
    chance = Random(1)
    while not table.state.is_over:
        assert table.state.match is not None
        event = next_event(table.state.match.state, chance)
        await table.act(adding(Happened(event)))


def adding(*entries: log.Entry) -> Make:
    return lambda _: entries


async def nobody_reads(code: str) -> TableState:
    raise AssertionError(code)


async def test_a_code_leads_to_one_table(file: str) -> None:
    async with two_over(file) as (registry, other):
        seat = await registry.open(TERMS, "Ann")
        tables = await asyncio.gather(*(other.table(seat.code) for _ in range(20)))
        assert len({id(table) for table in tables}) == 1
        for code in ("ZZZZZZ", "short", ""):
            with pytest.raises(NoTable):
                await registry.table(code)


async def test_who_goes_away_halfway_stops_nothing(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with registry_over(file) as registry:
        seat = await registry.open(TERMS, "Ann")
        table, keep, keeping = await registry.table(seat.code), table_rows.append, asyncio.Event()
        tell = asyncio.get_running_loop().call_soon_threadsafe

        def slowly(*what: Any) -> None:
            tell(keeping.set)
            keep(*what)

        monkeypatch.setattr(table_rows, "append", slowly)
        said = [PhraseSaid(0, 0), PhraseSaid(0, 1), PhraseSaid(0, len(PHRASES))]
        tasks = [asyncio.create_task(table.act(adding(entry))) for entry in said]
        await keeping.wait()
        for task in tasks:
            task.cancel()
        while not table.is_idle:
            await asyncio.sleep(0.02)
        assert table.state.number == len(kept(file, seat.code).entries) == 4


async def test_what_is_kept_though_nobody_could_be_told_is_found(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "RETRY_AFTER", 0.05)
    async with registry_over(file) as registry:
        seat = await registry.open(TERMS, "Ann")
        table, keep = await registry.table(seat.code), table_rows.append

        def keeps_and_fails(connection: Connection, *what: Any) -> None:
            keep(connection, *what)
            connection.commit()
            raise StoreError("The database failed.")

        with monkeypatch.context() as broken:
            broken.setattr(table_rows, "append", keeps_and_fails)
            with pytest.raises(StoreError):
                await table.act(lambda _: [PhraseSaid(0, 0)])
        assert table.state.number == 2
        while not table.is_idle:
            await asyncio.sleep(0.02)
        assert table.state.number == 3


async def test_two_workers_append_in_turn(file: str) -> None:
    """Who was slower reads what the other wrote and tries again: all is kept, under one number each."""
    async with two_over(file) as (registry, other):
        seat = await registry.open(TERMS, "Ann")
        tables = [await registry.table(seat.code), await other.table(seat.code)]
        await asyncio.gather(*(tables[n % 2].act(adding(PhraseSaid(0, n % 9))) for n in range(40)))
        for table in tables:
            await table.catch_up()
        assert tables[0].state == tables[1].state
        assert tables[0].state.number == 42
        assert len(kept(file, seat.code).entries) == 42


async def test_what_nobody_looks_at_is_not_followed_until_somebody_does(file: str) -> None:
    async with two_over(file) as (registry, other):
        seat = await registry.open(TERMS, "Ann")
        here, there = await registry.table(seat.code), await other.table(seat.code)
        for number in range(3):
            before, said = there.state.number, PhraseSaid(0, number)
            await there.act(adding(said))
            await registry.on_notice(Append(seat.code, before, [log.text(said)]).notice)
        assert here.state.number == 2
        assert (await registry.find(seat.code)) == there.state
        assert (await registry.table(seat.code)) is here


@pytest.mark.parametrize("longest", [LONGEST, 10], ids=["with the entries", "only where they are"])
async def test_what_another_worker_tells_is_heard_once(
    longest: int, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(append_entries, "LONGEST", longest)
    async with two_over(file) as (registry, other):
        seat = await registry.open(TERMS, "Ann")
        here, there = await registry.table(seat.code), await other.table(seat.code)
        here.subscribers.clients.add(Client())
        notices = []
        for number in range(6):
            said = [PhraseSaid(0, number), PhraseSaid(0, 0)]
            notices.append(Append(seat.code, there.state.number, [log.text(one) for one in said]).notice)
            await there.act(adding(*said))
        told: list[int] = []
        tell = here.subscribers.tell
        monkeypatch.setattr(here.subscribers, "tell", lambda *of: (told.append(of[2].number), tell(*of)))
        for order in (0, 0, 1, 3, 2, 5, 4):
            await registry.on_notice(notices[order])
        assert told == list(range(3, 15))
        assert here.state == there.state
        await registry.on_notice("ZZZZZZ 17")


async def test_whose_turn_it_is_is_told_without_reading_a_log_again(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_over(file) as (registry, other):
        seat = await registry.open(Terms("junior", ("",), first=0), "Ann")
        first = (await other.summaries([seat.code]))[seat.code]
        assert first.fields["asked"] == [0]
        with monkeypatch.context() as closed:
            closed.setattr(other, "find", nobody_reads)
            assert (await other.summaries([seat.code]))[seat.code] is first
        await (await registry.table(seat.code)).act(lambda _: [SeatLeft(0)])
        await (await other.table(seat.code)).catch_up()
        assert (await other.summaries([seat.code]))[seat.code].fields["asked"] == []
