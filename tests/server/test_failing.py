"""What fails is told in a sentence and logged once: the database, bots (R6), and mistakes of ours."""

import asyncio
import inspect
import json
import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event
from typing import Any
from unittest.mock import AsyncMock, Mock

import httpx
import msgspec
import psycopg
import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from fivedice.bots import Bot
from fivedice.match.events import Decision, Keep
from fivedice.match.state import State
from fivedice.runtime import store
from fivedice.runtime.store import StoreError
from fivedice.server.app import from_environment
from fivedice.server.compute import bot_runner
from fivedice.server.protection.middleware import ProtectionMiddleware
from fivedice.server.settings import VARIABLE, Settings
from fivedice.server.storage import async_database, postgres, sqlite_file, table_rows
from fivedice.server.storage.errors import FULL, QUIET, DatabaseFailed, Outages
from fivedice.server.tables.background_tasks import BackgroundTasks
from fivedice.server.tables.session import TableSession
from fivedice.table.protocol import requests
from tests.patience import PATIENCE
from tests.server import clients
from tests.server.clients import Client, at_table, opened, play_on, post
from tests.server.serving import in_thread, unlimited
from tests.server.test_absent import is_entry

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
    failure = DatabaseFailed(psycopg.OperationalError("too many clients already"))
    monkeypatch.setattr(table_rows, "load", Mock(side_effect=failure))
    async with Client(lenient, "ABCDEF") as ann:
        assert ann.heard[0]["sentence"] == SENTENCE
        assert await ann.end() == CloseCode.TRY_AGAIN_LATER
    assert lines() == ["The database failed: too many clients already."]


async def test_who_listens_to_other_workers_says_why_it_cannot(lines: Any) -> None:
    outages = Outages()
    listening = asyncio.create_task(postgres.listen(NOWHERE, AsyncMock(), AsyncMock(), lambda: 0, outages))
    while not lines():
        await asyncio.sleep(0.01)
    listening.cancel()
    outages.add(DatabaseFailed(_refused()))
    assert lines() == [REFUSED]


def test_a_worker_that_starts_meanwhile_says_why(monkeypatch: pytest.MonkeyPatch, lines: Any) -> None:
    """It ends with a line and no traceback, by a status for which another is started in its place."""
    monkeypatch.setenv(VARIABLE, msgspec.json.encode(Settings(NOWHERE)).decode())
    with pytest.raises(SystemExit) as ended:
        from_environment()
    assert (ended.value.code, lines()) == (1, [REFUSED])


def test_each_cause_is_told_once_an_outage(lines: Any) -> None:
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


def test_an_error_without_words_that_help_is_called_by_its_name(lines: Any) -> None:
    """SQLite has other words for a disk that is full at the start than for one that fills later."""
    full = sqlite3.OperationalError("disk I/O error")
    full.sqlite_errorname = FULL[0]
    outages = Outages()
    for error in (TimeoutError(), full):
        outages.add(DatabaseFailed(error))
    assert lines() == ["The database failed: TimeoutError.", "The database failed: database or disk is full."]


def test_whose_the_file_is_that_nobody_may_read_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def fails(*_: Any) -> Any:
    raise RuntimeError("a mistake")


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log has of errors, each with the error itself."""
    found = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert all(record.exc_info and "a mistake" in str(record.exc_info[1]) for record in found)
    return [record.getMessage() for record in found]


async def test_an_error_in_a_connection_is_logged_and_told(
    lenient: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    entries = requests.entries
    first, second = opened(lenient, "traditional", "Ann", "Ben")
    async with at_table(lenient, (first, second)) as (ann, ben):
        monkeypatch.setattr(requests, "entries", fails)
        await ben.say("say", phrase=0)
        assert (await ben.refusal())["sentence"] == "The server had an internal error, which was logged."
        with pytest.raises(ConnectionClosed):
            await ben.next()
        monkeypatch.setattr(requests, "entries", entries)
        await ann.say("throw")
        await ann.until(lambda _: ann.you["asked"] == "keep")
    assert errors(caplog) == [f"A connection to table {first['code']!r} failed."]


async def test_an_error_in_what_a_table_does_by_itself_is_logged(
    lenient: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (seat,) = opened(lenient, "traditional", "Ann", bots=1, first=1)
    with monkeypatch.context() as wrong:
        wrong.setattr(TableSession, "_automatic", fails)
        async with Client(lenient, seat["code"], seat["token"]):
            while not errors(caplog):
                await asyncio.sleep(0.02)
    async with Client(lenient, seat["code"], seat["token"]) as ann:
        await ann.asked()
    assert set(errors(caplog)) == {"A background task of a table failed."}


async def test_work_that_is_cancelled_before_it_begins_is_closed() -> None:
    """As for a hint whose asker is gone; Python warns of work that nobody awaits."""
    work = asyncio.sleep(1)
    BackgroundTasks().begin(work).cancel()
    await asyncio.sleep(0)
    assert inspect.getcoroutinestate(work) == inspect.CORO_CLOSED


async def test_who_just_goes_away_is_no_error(lenient: str, caplog: pytest.LogCaptureFixture) -> None:
    first, second = opened(lenient, "traditional", "Ann", "Ben")
    async with Client(lenient, first["code"], second["token"]) as ben:
        for _ in range(3):
            async with Client(lenient, first["code"], first["token"]) as ann:
                for phrase in (1, 2, 99):
                    await ann.socket.send(json.dumps({"type": "say", "phrase": phrase}))
                ann.socket.transport.abort()
            await ben.until(is_entry("said"))
    assert errors(caplog) == []


@pytest.mark.parametrize(("first", "statuses"), [([], [503]), ([200], [200])])
async def test_a_server_that_ends_begins_no_second_response(first: list[int], statuses: list[int]) -> None:
    """A request that is cut off hears 503 if no response has begun; uvicorn logs a second one as an error."""
    sent: list[int] = []

    async def never_ends(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001 - an application
        for status in first:
            await send({"type": "http.response.start", "status": status, "headers": []})
        await asyncio.Event().wait()

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            sent.append(message["status"])

    scope = {"type": "http", "method": "GET", "path": "/healthz", "headers": [(b"host", b"localhost")]}
    watched = ProtectionMiddleware(never_ends, Settings(""))
    request = asyncio.create_task(watched({**scope, "client": ("127.0.0.1", 1)}, receive, send))
    await asyncio.sleep(0)
    request.cancel()
    await request
    assert sent == statuses


TOLD = "Juno does not answer; the computer plays for that seat from now on."
THOUGHT = 0.2
"""Seconds that a bot may think here."""


def raises(state: State, seat: int, chance: Random) -> Decision:  # noqa: ARG001 - called like a bot
    raise RuntimeError("a mistake\nin two lines")


@pytest.fixture
def hangs() -> Iterator[Bot]:
    let_go = Event()

    def hang(state: State, seat: int, chance: Random) -> Decision:
        let_go.wait(PATIENCE * 3)
        return raises(state, seat, chance)

    yield hang
    let_go.set()


@pytest.fixture
def quick_to_judge(tmp_path: Path) -> Iterator[str]:
    """The address of a server that waits for no bot for long."""
    with in_thread(unlimited(tmp_path, runner=THOUGHT)) as url:
        yield url


@pytest.fixture
def greedy_is(monkeypatch: pytest.MonkeyPatch) -> Callable[[Bot], None]:
    return lambda bot: monkeypatch.setattr("fivedice.bots.greedy.greedy", bot)


async def plays_to_the_end(url: str, game: str) -> clients.Message:
    """A match of Ann and the bot, which begins; what Ann was told of the bot's failing, once."""
    (seat,) = opened(url, game, "Ann", bots=1, first=1)
    (ann,) = await play_on(url, [seat], 1)
    (left,) = [message for message in ann.heard if is_entry("left")(message)]
    assert left["entry"]["chair"] == 1
    assert ann.picture["chairs"][1]["away"]
    assert clients.get(url, f"tables/{seat['code']}")["stage"] == "over"
    return left


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not any(record.exc_info for record in found)
    return [record.getMessage() for record in found]


@pytest.mark.parametrize(
    "bot",
    [raises, lambda _, seat, __: Keep(1 - seat, (1, 1, 1, 1, 1)), lambda *_: None],
    ids=["raises", "cheats", "says nothing"],
)
async def test_the_game_plays_for_a_bot_that_fails(
    bot: Bot, quick_to_judge: str, greedy_is: Callable[[Bot], None], caplog: pytest.LogCaptureFixture
) -> None:
    """R6: by a mistake, an illegal decision or none; all are told, and the server's log has one line."""
    greedy_is(bot)
    assert (await plays_to_the_end(quick_to_judge, "junior"))["told"] == [TOLD]
    (fault,) = faults(caplog)
    assert "the bot greedy failed" in fault
    assert "\n" not in fault


async def test_the_game_plays_for_a_bot_that_never_answers(
    quick_to_judge: str, greedy_is: Callable[[Bot], None], hangs: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    """R6: it is waited for once, and not again for each decision."""
    greedy_is(hangs)
    assert (await plays_to_the_end(quick_to_judge, "challenge"))["told"] == [TOLD]
    (fault,) = faults(caplog)
    assert f"no result after {THOUGHT:g} seconds" in fault


async def test_bots_that_never_answer_take_no_thread_from_others(
    tmp_path: Path, greedy_is: Callable[[Bot], None], hangs: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a thread for one bot at a time and one that hangs in it, a bot of another table still decides."""
    monkeypatch.setattr(bot_runner, "THREADS", 1)
    greedy_is(hangs)
    with in_thread(unlimited(tmp_path, runner=10 * THOUGHT)) as url:
        await plays_to_the_end(url, "junior")
        seat = post(url, "tables", {"game": "junior", "chairs": ["", "random"], "name": "Ann", "first": 1})
        ann = Client(url, seat["code"], seat["token"])
        async with ann:
            await ann.asked()
    assert not any(is_entry("left")(message) for message in ann.heard)


def test_work_that_never_ends_does_not_keep_a_program_from_ending() -> None:
    program = (
        "import asyncio, threading\n"
        "from fivedice.server.compute.solving import Threads\n"
        "async def main():\n"
        "    await Threads(1).do_within(0.1, threading.Event().wait)\n"
        "try:\n"
        "    asyncio.run(main())\n"
        "except TimeoutError as error:\n"
        "    print(error)\n"
    )
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, check=True, timeout=PATIENCE, capture_output=True, text=True)
    assert ended.stdout == "no result after 0.1 seconds\n"
