"""What workers tell each other by PostgreSQL: heard in order, and again after the connection was lost."""

import asyncio
import time

import psycopg
import pytest

from fivedice.server.storage import postgres, table_rows
from fivedice.server.storage.append_entries import Append
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import Outages
from tests.server.clients import run
from tests.server.postgres import database as database_of


class Ears:
    """A hall that notes what it hears."""

    def __init__(self) -> None:
        self.heard_of: list[str] = []
        self.caught_up = 0

    async def catch_up(self) -> None:
        """Something may have been missed."""
        self.caught_up += 1

    async def on_notice(self, notice: str) -> None:
        """A worker has told something."""
        self.heard_of.append(notice)


def test_all_is_heard_in_order_and_after_a_lost_connection_again(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries come with what they follow, whatever encoding is asked for around; who was cut off looks at
    all tables before it listens on.
    """
    monkeypatch.setattr(postgres, "AGAIN", 0.05)
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")

    async def listen(url: str) -> None:
        ears, database = Ears(), Database(url)
        listening = asyncio.create_task(postgres.listen(url, ears, lambda: 0, Outages()))
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
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
                )
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        database.close()

    with database_of(postgres_server, f"n{time.monotonic_ns()}") as address:
        run(listen(address))


def test_what_a_worker_writes_itself_it_does_not_hear(postgres_server: str) -> None:
    """It knows that already; what another writes meanwhile is heard."""

    async def listen(url: str) -> None:
        ears, own, other = Ears(), AsyncDatabase(Database(url)), AsyncDatabase(Database(url))
        listening = asyncio.create_task(postgres.listen(url, ears, lambda: own.writer, Outages()))
        while not ears.caught_up:
            await asyncio.sleep(0.02)
        for number in range(1, 4):
            await own.append(Append("MINE", number, ["an entry"]))
        await other.append(Append("YOURS", 1, ["another"]))
        while not ears.heard_of:
            await asyncio.sleep(0.02)
        assert ears.heard_of == ["YOURS 1\nanother"]
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        own.close()
        other.close()

    with database_of(postgres_server, f"n{time.monotonic_ns()}") as address:
        run(listen(address))


def test_a_worker_that_hears_nothing_sleeps(postgres_server: str) -> None:
    """Nothing wakes its event loop until there is a notice."""

    async def listen(url: str) -> None:
        ears, other, times = Ears(), AsyncDatabase(Database(url)), list[float]()
        listening = asyncio.create_task(postgres.listen(url, ears, lambda: 0, Outages()))
        while not ears.caught_up:
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        selector = asyncio.get_running_loop()._selector  # type: ignore[attr-defined]
        with pytest.MonkeyPatch.context() as patch:
            select = selector.select
            patch.setattr(selector, "select", lambda timeout: times.append(timeout) or select(timeout))
            await asyncio.sleep(0.6)
        assert len(times) < 4
        await other.append(Append("YOURS", 1, ["another"]))
        while not ears.heard_of:
            await asyncio.sleep(0.02)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        other.close()

    with database_of(postgres_server, f"n{time.monotonic_ns()}") as address:
        run(listen(address))
