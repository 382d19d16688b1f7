"""Probes, metrics and log lines: what a monitor hears of a server, and what is never told."""

import asyncio
import json
import logging
import re
import shutil
import sqlite3
import sys
import time
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import httpx
import psycopg
import pytest
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families as families

from fivedice.match.events import Throw
from fivedice.server import metrics
from fivedice.server.monitoring import JsonLines
from fivedice.server.routes import health
from fivedice.server.settings import PROBES
from fivedice.server.storage import schema, table_rows
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import DatabaseFailed
from fivedice.table.log import Happened, SeatTaken
from tests.patience import awaited
from tests.server.postgres import database as database_of
from tests.server.proxies import free_port
from tests.server.sample import torn_in_the_middle
from tests.server.serving import in_thread, process, unlimited

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

    storage = AsyncDatabase(Database(f"sqlite:///{tmp_path / 'tables.sqlite3'}"))
    with monkeypatch.context() as failing:
        failure = DatabaseFailed(sqlite3.OperationalError("disk I/O error"))
        failing.setattr(table_rows, "load", Mock(side_effect=failure))
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
    damaged = DatabaseFailed(psycopg.errors.DataCorrupted("invalid page in block 3"))
    assert (damaged.is_corrupt, "`fivedice restore`" in damaged.why) == (True, True)
    assert not DatabaseFailed(psycopg.OperationalError("too many clients already")).is_corrupt


def test_every_table_of_postgresql_is_read_to_find_damage(postgres_server: str) -> None:
    with (
        database_of(postgres_server, f"h{time.monotonic_ns()}") as address,
        closing(Database(address)) as database,
        psycopg.connect(address, autocommit=True) as connection,
    ):
        database.read_all()
        for table in schema.all_tables():
            connection.execute(f"ALTER TABLE {table.name} RENAME TO sound".encode())
            connection.execute(f"CREATE VIEW {table.name} AS SELECT 1 / 0 AS damaged".encode())
            with pytest.raises(DatabaseFailed):
                database.read_all()
            connection.execute(f"DROP VIEW {table.name}".encode())
            connection.execute(f"ALTER TABLE sound RENAME TO {table.name}".encode())
        database.read_all()


DASHBOARD = Path(__file__).parents[2] / "examples" / "grafana.json"
METRIC = re.compile(r"fivedice_\w+")
TABLE = {"game": "traditional", "name": "Secretname", "chairs": ["", "greedy"]}


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_entries_and_their_dice_are_counted() -> None:
    before = {name: value("fivedice_dice_total", value=name) for name in "16"}
    entries = value("fivedice_entries_total")
    metrics.count([SeatTaken(0, "Ann", "x"), Happened(Throw(0, (1, 1, 2, 3, 6)))])
    assert value("fivedice_entries_total") == entries + 2
    assert value("fivedice_dice_total", value="1") == before["1"] + 2
    assert value("fivedice_dice_total", value="6") == before["6"] + 1


def test_only_refusals_are_counted() -> None:
    before = value("fivedice_refusals_total", status="429")
    for status in (200, 304, 429):
        metrics.count_answer(status)
    assert value("fivedice_refusals_total", status="429") == before + 1
    assert value("fivedice_refusals_total", status="304") == 0


def test_a_server_exports_what_the_dashboard_shows_and_no_name(tmp_path: Path) -> None:
    address = f"127.0.0.1:{free_port()}"
    with process(tmp_path, "--metrics", address) as server:
        opened = httpx.post(f"{server.url}/api/tables", json=TABLE).json()
        assert httpx.get(f"{server.url}/nowhere").status_code == 404
        exported = httpx.get(f"http://{address}/metrics").text
    shown = set(METRIC.findall(DASHBOARD.read_text()))
    samples = {sample.name for family in families(exported) for sample in family.samples}
    assert shown - samples == {"fivedice_dice_total"}  # nobody is there, so nobody throws
    for secret in (opened["code"], opened["token"], "Secretname"):
        assert secret not in exported


def test_the_dashboard_is_one() -> None:
    dashboard = json.loads(DASHBOARD.read_text())
    assert all(len(panel["targets"]) == 1 for panel in dashboard["panels"])
    assert len({panel["title"] for panel in dashboard["panels"]}) == len(dashboard["panels"])


def test_a_line_of_the_log_is_one_object() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("fivedice.x", logging.ERROR, "", 1, "a\n%s", ("九",), sys.exc_info())
    line = JsonLines().format(record)
    assert "\n" not in line
    fields = json.loads(line)
    assert (fields["level"], fields["logger"], fields["message"]) == ("error", "fivedice.x", "a\n九")
    assert fields["traceback"].endswith("ValueError: two\nlines")
    assert fields["time"].endswith("+00:00")
