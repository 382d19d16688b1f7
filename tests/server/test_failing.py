"""The database fails: who plays hears that in a sentence, and the log has the cause, once."""

import asyncio
import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg
import pytest
from websockets.frames import CloseCode

from fivedice.runtime import store
from fivedice.runtime.store import StoreError
from fivedice.server.app import from_environment
from fivedice.server.settings import VARIABLE, Settings
from fivedice.server.storage import async_database, postgres, sqlite_file, table_rows
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import FULL, QUIET, DatabaseFailed, Outages
from tests.server.clients import Client, opened, run
from tests.server.serving import in_thread

TABLE = {"game": "traditional", "chairs": ["", ""], "name": "Ann"}
SENTENCE = "The database failed; try again in a while."
REFUSED = 'The database failed: connection to server at "127.0.0.1", port 1 failed: Connection refused.'
NOWHERE = "postgresql://ann:secret@127.0.0.1:1/x"


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    """What the log has of errors, asked for when it is wanted."""
    return lambda: [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.ERROR]


async def test_a_locked_file_leaves_one_line_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: Any
) -> None:
    """Moves and requests are refused without a word of files; when the file is free the move is made."""
    monkeypatch.setattr(sqlite_file, "LOCKED", 0.02)
    monkeypatch.setattr(async_database, "ANSWER", 0.02)
    file = tmp_path / "tables.sqlite3"
    with in_thread(Settings(f"sqlite:///{file}")) as url:
        seat = opened(url, "traditional", "Ann", "Ben")[0]
        async with Client(url, seat["code"], seat["token"]) as ann:
            with closing(sqlite3.connect(file, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                for _ in range(2):
                    await ann.say("throw")
                    assert (await ann.refusal())["sentence"] == SENTENCE
                    answer = await asyncio.to_thread(httpx.post, f"{url}/api/tables", json=TABLE)
                    assert (answer.status_code, answer.json()) == (503, {"sentence": SENTENCE})
                    health = await asyncio.to_thread(httpx.get, f"{url}/readyz")
                    told = health.status_code, health.json()["reason"], health.json()["sentence"]
                    assert told == (503, "database", SENTENCE)
                assert (await asyncio.to_thread(httpx.get, f"{url}/healthz")).status_code == 200
            await ann.say("throw")
            await ann.until(lambda _: ann.you["asked"] == "keep")
    assert lines() == [f"The database {file} failed: database is locked."]


async def test_who_comes_to_a_table_meanwhile_is_told_to_come_again(
    lenient: str, monkeypatch: pytest.MonkeyPatch, lines: Any
) -> None:
    """A sentence, and a status of the end that does not say that the client did anything wrong."""

    def fail(*_: Any) -> None:
        raise DatabaseFailed(psycopg.OperationalError("too many clients already"))

    monkeypatch.setattr(table_rows, "load", fail)
    async with Client(lenient, "ABCDEF") as ann:
        assert ann.heard[0]["sentence"] == SENTENCE
        assert await ann.end() == CloseCode.TRY_AGAIN_LATER
    assert lines() == ["The database failed: too many clients already."]


def test_a_monitor_can_ask_whether_the_database_answers(
    lenient: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the host's guide says: what has become of no tables is nothing, or cannot be told."""

    def fail(*_: Any) -> None:
        raise DatabaseFailed(psycopg.OperationalError("the database system is shutting down"))

    well = httpx.post(f"{lenient}/api/mine", json={})
    assert (well.status_code, well.json()) == (200, [])
    monkeypatch.setattr(Database, "run", fail)
    assert httpx.post(f"{lenient}/api/mine", json={}).status_code == 503
    monkeypatch.undo()


def test_who_listens_to_other_workers_says_why_it_cannot(lines: Any) -> None:
    """Once, however often it tries."""
    outages = Outages()

    async def listen() -> None:
        hearer: Any = None
        listening = asyncio.create_task(postgres.listen(NOWHERE, hearer, lambda: 0, outages))
        while not lines():
            await asyncio.sleep(0.01)
        listening.cancel()

    run(listen())
    outages.add(DatabaseFailed(_refused()))
    assert lines() == [REFUSED]


def test_a_worker_that_starts_meanwhile_says_why(monkeypatch: pytest.MonkeyPatch, lines: Any) -> None:
    """It ends with a line and no traceback, by a status for which another is started in its place."""
    monkeypatch.setenv(VARIABLE, msgspec.json.encode(Settings(NOWHERE)).decode())
    with pytest.raises(SystemExit) as ended:
        from_environment()
    assert (ended.value.code, lines()) == (1, [REFUSED])


def test_each_cause_is_told_once_an_outage(lines: Any) -> None:
    """However many questions it hits; another outage begins when nothing has failed for a while."""
    now = [0.0]
    outages = Outages(lambda: now[0])
    for cause, at in (
        ("locked", 0),
        ("locked", 1),
        ("disk full", QUIET),
        ("locked", 2 * QUIET),
        ("locked", 3 * QUIET + 1),
    ):
        now[0] = at
        outages.add(DatabaseFailed(sqlite3.OperationalError(cause), "x.sqlite3"))
    causes = [line.removeprefix("The database x.sqlite3 failed: ") for line in lines()]
    assert causes == ["locked.", "disk full.", "locked."]


def test_an_error_without_words_is_called_by_its_name(lines: Any) -> None:
    Outages().add(DatabaseFailed(TimeoutError()))
    assert lines() == ["The database failed: TimeoutError."]


def test_a_disk_that_is_full_at_the_start_is_called_so(lines: Any) -> None:
    """SQLite has other words for that than for one that fills later, which say nothing."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = FULL[0]
    Outages().add(DatabaseFailed(error, "x.sqlite3"))
    assert lines() == ["The database x.sqlite3 failed: database or disk is full."]


def test_whose_the_file_is_that_nobody_may_read_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or whose folder it lies in; a file that may be read keeps the words of SQLite."""
    file, error = tmp_path / "tables.sqlite3", sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    file.touch()
    assert DatabaseFailed(error, str(file)).why.endswith("failed: unable to open database file.")
    monkeypatch.setattr(os, "access", lambda *_: False)
    owner = tmp_path.owner()
    said = f"permission denied; the file belongs to {owner}"
    assert DatabaseFailed(error, str(file)).why == f"The database {file} failed: {said}."
    file.unlink()
    assert store.denied(file) == f"permission denied; {tmp_path} belongs to {owner}"
    with pytest.raises(StoreError, match=f"tables.sqlite3 cannot be read: permission denied; {tmp_path}"):
        store.start(file, 1)


def _refused() -> psycopg.Error:
    try:
        psycopg.connect(NOWHERE)
    except psycopg.Error as error:
        return error
    raise AssertionError("somebody listens at port 1")
