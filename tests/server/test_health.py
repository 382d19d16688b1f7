"""Probes: what a monitor hears of a server that is well, and of one that is not."""

import shutil
import time
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from fivedice.server.routes import health
from fivedice.server.settings import PROBES, Settings
from fivedice.server.storage import schema
from fivedice.server.storage.database import engine_of
from tests.server.serving import in_thread

PATIENCE = 60.0
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """The address of a server that allows one request a second, and each probe any number."""
    with in_thread(Settings(f"sqlite:///{tmp_path / 'tables.sqlite3'}", 0.1, 1)) as address:
        yield address


def ready(url: str) -> bool:
    """Whether the server says that it is ready."""
    return httpx.get(f"{url}/readyz").status_code == 200


def await_ready(url: str) -> None:
    """Waits until its tables are loaded."""
    until = time.monotonic() + PATIENCE
    while not ready(url) and time.monotonic() < until:
        time.sleep(0.05)


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
    """From this machine, however often and under whatever name."""
    await_ready(url)
    answers = [httpx.get(f"{url}{probe}", headers={"host": "anything.example"}) for _ in range(30)]
    assert {answer.status_code for answer in answers} == {200}
    assert httpx.get(f"{url}/", headers={"host": "anything.example"}).status_code == 421


def test_a_full_disk_is_named(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything fails."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1, 1, health.ROOM - 1))
    answer = httpx.get(f"{url}/readyz")
    assert (answer.status_code, answer.json()["reason"]) == (503, "disk")
    assert answer.json()["sentence"] == health.NO_ROOM


def test_a_failing_database_is_named(tmp_path: Path) -> None:
    """Its probe of life goes on."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with in_thread(Settings(database)) as url:
        await_ready(url)
        engine = engine_of(database, serves=False)
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE fivedice_served RENAME TO gone"))
        engine.dispose()
        answer = httpx.get(f"{url}/readyz")
        assert (answer.status_code, answer.json()["reason"]) == (503, "database")
        assert answer.json()["sentence"] == "The database failed; try again in a while."
        assert httpx.get(f"{url}/healthz").status_code == 200
