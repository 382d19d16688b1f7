"""How entries reach PostgreSQL, and how its workers hear of them: all or none, in order, once."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import uvloop
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fivedice.runtime.store import StoreError
from fivedice.server.storage import postgres, table_rows
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import DatabaseFailed, Outages
from fivedice.server.storage.postgres import PostgresAppender
from tests.patience import PATIENCE
from tests.server.postgres import database as database_of

ANY_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1)
"""All that PostgreSQL keeps; entries are JSON, which never has the one sign that it does not."""
LOOPS, NAMES = (asyncio.new_event_loop, uvloop.new_event_loop), ("asyncio", "uvloop")
numbers = count(1)


class Writer:
    """A appender in a loop that turns only while something is written, or waited for."""

    def __init__(self, url: str, runner: asyncio.Runner) -> None:
        self.appender, self._runner = PostgresAppender(url), runner

    def append(self, code: str, number: int, entries: Sequence[str]) -> None:
        self._runner.run(self.appender.add([Append(code, number, entries)], time.time()))

    def run(self, work: Coroutine[None, None, None]) -> None:
        self._runner.run(work)


@pytest.fixture(scope="module")
def url(postgres_server: str) -> Iterator[str]:
    with database_of(postgres_server, f"p{time.monotonic_ns()}") as address:
        yield address


@pytest.fixture(scope="module")
def database(url: str) -> Iterator[Database]:
    with closing(Database(url)) as opened:
        yield opened


@pytest.fixture(scope="module", params=LOOPS, ids=NAMES)
def writer(url: str, request: pytest.FixtureRequest) -> Iterator[Writer]:
    """A appender in Python's own loop, and in that of the server."""
    with asyncio.Runner(loop_factory=request.param) as runner:
        made = Writer(url, runner)
        yield made
        made.appender.close()


@pytest.fixture
def code(database: Database) -> str:
    return table(database)


def table(database: Database) -> str:
    code = f"T{next(numbers):05}"
    database.run(table_rows.open_table, "{}", Append(code, 0, ["one"]))
    return code


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(entries=st.lists(ANY_TEXT, min_size=1, max_size=4))
def test_any_text_comes_back_as_it_was(database: Database, writer: Writer, entries: list[str]) -> None:
    code = table(database)
    writer.append(code, 1, entries)
    assert database.run(table_rows.since, code, 1) == tuple(entries)


@pytest.mark.parametrize("kept_as", ["UTF8", "LATIN1"])
def test_texts_are_kept_whatever_else_is_spoken(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch, kept_as: str
) -> None:
    """Where the server's surroundings ask for another encoding, and in a database that has another, a name
    comes back as it was, by either way; a sign that such a database cannot keep is refused.
    """
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    with database_of(postgres_server, f"{kept_as}{time.monotonic_ns()}", kept_as) as address:
        database = Database(address)
        code = table(database)
        database.run(table_rows.append, [Append(code, 1, ["Zoë"])])
        asyncio.run(added(address, Append(code, 2, ["Zoë"])))
        assert database.run(table_rows.since, code, 1) == ("Zoë", "Zoë")
        if kept_as == "LATIN1":
            with pytest.raises(DatabaseFailed):
                database.run(table_rows.append, [Append(code, 3, ["Łukasz"])])
            with pytest.raises(DatabaseFailed):
                asyncio.run(added(address, Append(code, 3, ["Łukasz"])))
        database.close()


def test_a_connection_that_the_server_ended_is_opened_again(
    database: Database, writer: Writer, url: str, code: str
) -> None:
    writer.append(code, 1, ["two"])
    before = writer.appender.process
    end(url, before)
    writer.append(code, 2, ["three"])
    assert database.run(table_rows.since, code, 1) == ("two", "three")
    assert writer.appender.process not in (0, before)


def test_a_connection_that_ends_while_it_writes_is_replaced(
    database: Database, writer: Writer, url: str, code: str
) -> None:
    """The server took nothing of that write, so it is sent once more, over another connection."""
    writer.append(code, 1, ["two"])
    process = writer.appender.process
    with psycopg.connect(url) as another:
        another.execute("LOCK fivedice_entries")

        def end_and_unlock() -> None:
            while not waits(url, process):
                time.sleep(0.01)
            end(url, process)
            another.rollback()

        ending = threading.Thread(target=end_and_unlock)
        ending.start()
        writer.append(code, 2, ["three"])
        ending.join(PATIENCE)
    assert writer.appender.process not in (0, process)
    assert database.run(table_rows.since, code, 1) == ("two", "three")


def test_a_write_that_was_kept_before_the_connection_ended_is_not_kept_twice(
    database: Database, writer: Writer, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its writer hears of a conflict, as if another had been quicker, and reads what is there."""
    execute = psycopg.AsyncConnection.execute

    async def loses_the_answer(self: psycopg.AsyncConnection, *given: Any, **named: Any) -> None:
        await execute(self, *given, **named)
        monkeypatch.undo()
        self.pgconn.finish()
        raise psycopg.OperationalError("the connection is lost")

    writer.append(code, 1, ["two"])
    monkeypatch.setattr(psycopg.AsyncConnection, "execute", loses_the_answer)
    with pytest.raises(Conflict):
        writer.append(code, 2, ["three"])
    assert database.run(table_rows.since, code, 1) == ("two", "three")


async def test_what_is_under_way_is_written_before_the_end(database: Database, url: str, code: str) -> None:
    """Who lets go waits for it, and for what came meanwhile; whoever asked for it hears that it is kept."""
    large = "a" * 4_000_000  # more than goes out before the server reads it
    storage = AsyncDatabase(Database(url))
    await storage.append(Append(code, 1, ["two"]))
    with psycopg.connect(url) as another:
        another.execute("LOCK fivedice_entries")
        writing = [asyncio.create_task(storage.append(Append(code, 2, ["three"])))]
        while not await asyncio.to_thread(waits, url, storage.writer):
            assert not writing[0].done()
        writing.append(asyncio.create_task(storage.append(Append(code, 3, [large]))))
        await asyncio.sleep(0)
        threading.Timer(0.2, another.rollback).start()
        await storage.finish()
    storage.close()
    await asyncio.gather(*writing)
    assert database.run(table_rows.since, code, 1) == ("two", "three", large)


def test_a_write_that_is_given_up_spoils_no_other(
    database: Database, writer: Writer, url: str, code: str
) -> None:
    """The next one comes by another connection; what becomes of the first is for PostgreSQL to say."""

    async def given_up() -> None:
        async with asyncio.timeout(0.1):
            await writer.appender.add([Append(code, 2, ["perhaps"])], time.time())

    writer.append(code, 1, ["two"])
    with psycopg.connect(url) as another:
        another.execute("LOCK fivedice_entries")
        with pytest.raises(TimeoutError):
            writer.run(given_up())
    other = table(database)
    writer.append(other, 1, ["two"])
    assert database.run(table_rows.since, other, 1) == ("two",)


def test_a_number_that_is_taken_costs_no_connection(database: Database, writer: Writer, code: str) -> None:
    writer.append(code, 1, ["two"])
    process = writer.appender.process
    with pytest.raises(Conflict):
        writer.append(code, 1, ["another two"])
    writer.append(code, 2, ["three"])
    assert (database.run(table_rows.since, code, 1), writer.appender.process) == (("two", "three"), process)


async def test_a_database_that_is_not_there_is_told(url: str) -> None:
    nowhere = url.replace(urlsplit(url).path, "/nothing")
    for _ in range(2):
        with pytest.raises(StoreError, match=r"^The database failed; try again in a while\.$"):
            await added(nowhere, Append("TABLE", 1, ["two"]))


async def added(url: str, append: Append) -> None:
    with closing(PostgresAppender(url)) as appender:
        await appender.add([append], time.time())


def end(url: str, process: int) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 60000)", [process])


def waits(url: str, process: int) -> bool:
    asked = "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = %s"
    with psycopg.connect(url, autocommit=True) as spectator:
        return spectator.execute(asked, [process]).fetchone() == (True,)


class Ears:
    """A hall that notes what it hears."""

    def __init__(self) -> None:
        self.heard_of: list[str] = []
        self.caught_up = 0

    async def catch_up(self) -> None:
        self.caught_up += 1

    async def on_notice(self, notice: str) -> None:
        self.heard_of.append(notice)


@asynccontextmanager
async def listening(server: str) -> AsyncIterator[tuple[str, Ears, AsyncDatabase]]:
    """A new database, what a worker that has begun to listen hears of it, and with what it writes."""
    with database_of(server, f"n{time.monotonic_ns()}") as url, closing(AsyncDatabase(Database(url))) as own:
        ears = Ears()
        listens = asyncio.create_task(
            postgres.listen(url, ears.catch_up, ears.on_notice, lambda: own.writer, Outages())
        )
        while not ears.caught_up:
            await asyncio.sleep(0.02)
        yield url, ears, own
        listens.cancel()
        await asyncio.gather(listens, return_exceptions=True)


async def test_all_is_heard_in_order_and_after_a_lost_connection_again(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries come with what they follow, whatever encoding is asked for around; who was cut off looks at
    all tables before it listens on.
    """
    monkeypatch.setattr(postgres, "AGAIN", 0.05)
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    async with listening(postgres_server) as (url, ears, _):
        database = Database(url)
        for times in (1, 2):
            while ears.caught_up < times:
                await asyncio.sleep(0.02)
            ears.heard_of.clear()
            appends = [Append(f"TABLE{times}", number, [f"entry ö {number}"]) for number in range(1, 40)]
            for append in appends:
                await asyncio.to_thread(database.run, table_rows.append, [append])
            while len(ears.heard_of) < len(appends):
                await asyncio.sleep(0.02)
            assert ears.heard_of == [append.notice for append in appends]
            with psycopg.connect(url, autocommit=True) as connection:
                ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
                connection.execute(ended)
        database.close()


async def test_what_a_worker_writes_itself_it_does_not_hear(postgres_server: str) -> None:
    async with listening(postgres_server) as (url, ears, own):
        with closing(AsyncDatabase(Database(url))) as other:
            for number in range(1, 4):
                await own.append(Append("MINE", number, ["an entry"]))
            await other.append(Append("YOURS", 1, ["another"]))
            while not ears.heard_of:
                await asyncio.sleep(0.02)
            assert ears.heard_of == ["YOURS 1\nanother"]


async def test_a_worker_that_hears_nothing_sleeps(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with listening(postgres_server):
        await asyncio.sleep(0.2)
        times, selector = list[float](), asyncio.get_running_loop()._selector  # type: ignore[attr-defined]
        select = selector.select
        monkeypatch.setattr(selector, "select", lambda timeout: times.append(timeout) or select(timeout))
        await asyncio.sleep(0.6)
        assert len(times) < 4
