"""Two versions over one database: the older one ends with a sentence, and keeps nothing there."""

import asyncio
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from fivedice.__main__ import run as run_command
from fivedice.cli.shared import console
from fivedice.runtime.store import StoreError
from fivedice.server.storage import schema
from fivedice.server.storage.async_database import PARTING, AsyncDatabase
from fivedice.server.storage.database import Database
from tests.server.clients import Client, opened, run
from tests.server.postgres import database as database_of
from tests.server.serving import PATIENCE, Process, process
from tests.server.test_database import database, url  # noqa: F401 - fixtures

SENTENCE = "The database was made by another version of fivedice; start that one."


def bring_up_further(url: str, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """What the next version does when it is started."""
    with monkeypatch.context() as newer:
        newer.setitem(schema.STEPS, schema.VERSION, ())
        newer.setattr(schema, "VERSION", schema.VERSION + 1)
        Database(url).close()


def last_words(server: Process) -> set[str]:
    """What a server that ends by itself, soon, says on lines of their own; it has failed, as at a start."""
    assert server.process.wait(PATIENCE) == console.BAD_INPUT
    assert server.process.stdout is not None
    server.process.stdout.close()
    return set(server.complaints.read_text().splitlines())


def test_workers_end_when_a_newer_version_has_come(
    postgres_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They hear of it, and none is started again, since none could serve."""
    with (
        database_of(postgres_server, f"v{time.monotonic_ns()}") as address,
        process(tmp_path / "server", "--database", address, "--workers", "2") as server,
    ):
        bring_up_further(address, monkeypatch)
        assert last_words(server) == {SENTENCE}


def test_a_server_ends_at_the_next_move_where_nobody_tells_it(
    own_server: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite tells nothing: the move is refused with the sentence, nothing is kept, and the server ends."""
    seat = opened(own_server.url, "traditional", "Ann", "Ben")[0]

    async def play() -> None:
        async with Client(own_server.url, seat["code"], seat["token"]) as ann:
            bring_up_further(own_server.database, monkeypatch)
            await ann.say("throw")
            assert (await ann.refusal())["sentence"] == SENTENCE

    run(play())
    assert last_words(own_server) == {SENTENCE}


def test_an_older_server_refuses_to_start(
    database: Database,  # noqa: F811
    url: str,  # noqa: F811
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A downgrade ends with the sentence."""
    with database._begin() as connection:
        connection.execute(text("UPDATE fivedice_schema SET version = version + 1"))
    database.close()
    assert run_command(["serve", "--port", "0", "--database", url]) == console.BAD_INPUT
    assert capsys.readouterr() == ("", f"fivedice: {SENTENCE}\n")


def test_nothing_is_kept_in_a_database_of_another_version(database: Database) -> None:  # noqa: F811
    """Neither a new table nor an entry of an old one, nor a summary."""
    database.open("ABCDEF", "{}", ["one"])
    with database._begin() as connection:
        connection.execute(text("UPDATE fivedice_schema SET version = version + 1"))
    for write in (
        lambda: database.append("ABCDEF", 1, ["two"]),
        lambda: database.append("ABCDEF", 1, ["two"], "over"),
        lambda: database.open("BCDEFG", "{}", ["one"]),
        database.check,
    ):
        with pytest.raises(StoreError, match="another version"):
            write()
    assert database.since("ABCDEF", 0) == ("one",)
    assert (database.load("BCDEFG"), database.summaries(["ABCDEF"])) == (None, {})


def test_whoever_serves_is_told_once(database: Database) -> None:  # noqa: F811
    """However many are refused for it, and after they are: a server that ends at once could not say why."""
    told: list[str] = []

    async def ask() -> None:
        storage = AsyncDatabase(database, told.append)
        with pytest.raises(StoreError):
            await storage.ask(Database.check)
        assert told == []
        asked = [storage.ask(Database.check) for _ in range(3)]
        assert all(isinstance(e, StoreError) for e in await asyncio.gather(*asked, return_exceptions=True))
        await asyncio.sleep(2 * PARTING)

    with database._begin() as connection:
        connection.execute(text("UPDATE fivedice_schema SET version = version + 1"))
    asyncio.run(ask())
    assert told == [SENTENCE]
