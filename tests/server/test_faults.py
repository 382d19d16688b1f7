"""What nobody foresaw: the server's log has it, who was hit is told, and the others play on."""

import asyncio
import inspect
import json
import logging
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed

from fivedice.server.protection.middleware import ProtectionMiddleware
from fivedice.server.settings import Settings
from fivedice.server.tables.background_tasks import BackgroundTasks
from fivedice.server.tables.session import TableSession
from fivedice.table.protocol import requests
from tests.server.clients import Client, at_table, opened
from tests.server.test_absent import is_entry


def fails(*_: Any) -> Any:
    """Code with a mistake."""
    raise RuntimeError("a mistake")


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log has of errors, each with the error itself."""
    found = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert all(record.exc_info and "a mistake" in str(record.exc_info[1]) for record in found)
    return [record.getMessage() for record in found]


async def test_an_error_in_a_connection_is_logged_and_told(
    lenient: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One line names the table; the client hears a sentence and is let go; another at the table plays."""
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
    """A bot that fails is noted; with the mistake mended, the next who comes finds the table going on."""
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
