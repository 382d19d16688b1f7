"""Probes: what a monitor hears of a server that is well, and of one that is not."""

import asyncio
import shutil
import sqlite3
import time
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import psycopg
import pytest

from fivedice.server.routes import health
from fivedice.server.settings import PROBES
from fivedice.server.storage import schema, table_rows
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import DatabaseFailed
from tests.patience import awaited
from tests.server.postgres import database as database_of
from tests.server.sample import torn_in_the_middle
from tests.server.serving import in_thread, unlimited

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """The address of a server that allows one request a second, and each probe any number."""
    with in_thread(unlimited(tmp_path, requests=0.1, at_once=1)) as address:
        yield address


def ready(url: str) -> bool:
    return httpx.get(f"{url}/readyz").status_code == 200


def await_ready(url: str) -> None:
    awaited(lambda: ready(url))


def test_a_server_gets_ready(url: str) -> None:
    """It lives at once, and is ready when its tables are loaded; the schema's version is named."""
    assert httpx.get(f"{url}/healthz").json() == {"alive": True}
    await_ready(url)
    assert httpx.get(f"{url}/readyz").json() == {
        "ready": True,
        "schema_version": schema.VERSION,
        "reason": "",
        "sentence": "",
    }


@pytest.mark.parametrize("probe", PROBES)
def test_no_limit_counts_a_probe_and_no_name_is_needed(probe: str, url: str) -> None:
    await_ready(url)
    answers = [httpx.get(f"{url}{probe}", headers={"host": "anything.example"}) for _ in range(30)]
    assert {answer.status_code for answer in answers} == {200}
    assert httpx.get(f"{url}/", headers={"host": "anything.example"}).status_code == 421


def test_a_full_disk_is_named(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1, 1, health.ROOM - 1))
    answer = httpx.get(f"{url}/readyz")
    assert (answer.status_code, answer.json()["reason"]) == (503, "disk")
    assert answer.json()["sentence"] == health.NO_ROOM


async def test_a_failed_statement_is_reported_until_one_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by the probe's own statement, which changes nothing and may work where others fail."""

    def fail(*_: object) -> None:
        raise DatabaseFailed(sqlite3.OperationalError("disk I/O error"))

    storage = AsyncDatabase(Database(f"sqlite:///{tmp_path / 'tables.sqlite3'}"))
    with monkeypatch.context() as failing:
        failing.setattr(table_rows, "load", fail)
        with pytest.raises(DatabaseFailed):
            await storage.ask(table_rows.load, "ABCDEF")
    for _ in range(2):
        await storage.ask(schema.probe)
        with pytest.raises(DatabaseFailed):
            await storage.check()
    await storage.ask(table_rows.load, "ABCDEF")
    await storage.check()
    storage.close()


async def test_damaged_pages_are_reported_until_they_can_be_read(many: Path) -> None:
    """Whatever other statements succeed meanwhile."""
    sound = many.read_bytes()
    said = "The database of this server is damaged; please tell its host."

    async def read(storage: AsyncDatabase) -> set[bool]:
        codes = (f"A{number:05}" for number in range(200))
        asked = (storage.ask(table_rows.uploaded, code) for code in codes)
        return {isinstance(answer, str) for answer in await asyncio.gather(*asked, return_exceptions=True)}

    storage = AsyncDatabase(Database(f"sqlite:///{many}"))
    torn_in_the_middle(many)
    assert await read(storage) == {True, False}
    for _ in range(2):
        await storage.ask(table_rows.uploaded, "A00000")
        with pytest.raises(DatabaseFailed, match=said):
            await storage.check()
    many.write_bytes(sound)
    await storage.check()
    storage.close()


def test_a_damaged_page_of_postgresql_is_called_so() -> None:
    """By the codes of its errors; everything else may pass."""
    damaged = DatabaseFailed(psycopg.errors.DataCorrupted("invalid page in block 3"))
    assert (damaged.is_corrupt, "`fivedice restore`" in damaged.why) == (True, True)
    assert not DatabaseFailed(psycopg.OperationalError("too many clients already")).is_corrupt


def test_every_row_of_postgresql_can_be_read(postgres_server: str) -> None:
    """To find damaged pages, for which it has no quick check."""
    with (
        database_of(postgres_server, f"h{time.monotonic_ns()}") as address,
        closing(Database(address)) as database,
    ):
        database.read_all()
