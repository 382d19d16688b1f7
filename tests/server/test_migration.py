"""Databases of older versions are brought up where they are: nothing is lost, however often it is tried.

`version_1.sql` is the whole of a database that version 1 of the schema made: a table that was closed before
its match, one whose match has ended, one that is being played, and an uploaded record.
"""

import asyncio
import json
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from sqlalchemy import create_engine, inspect, text

from fivedice.__main__ import run
from fivedice.core.rules import IllegalMove
from fivedice.notation import record
from fivedice.runtime.library import Library
from fivedice.runtime.store import StoreError
from fivedice.server.compute.bot_runner import BotRunner
from fivedice.server.storage import schema, summary
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import Damaged
from fivedice.server.tables.codes import digest
from fivedice.server.tables.registry import TableRegistry
from fivedice.table.protocol import visibility
from tests.golden import make
from tests.server.postgres import database as database_of

LEFT, OVER, PLAYED, UPLOAD = "ZH2NQ8", "SBPYUP", "PD69LK", "DFDHEV"
ANN = "O3zopJKzsxWiiwmueF1tqQ"
OLD = (Path(__file__).parent / "version_1.sql").read_text()


@pytest.fixture(params=("sqlite", "postgresql"))
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database of version 1, of each kind."""
    if request.param == "sqlite":
        with sqlite3.connect(tmp_path / "tables.sqlite3") as connection:
            connection.executescript(OLD)
        connection.close()
        yield f"sqlite:///{tmp_path / 'tables.sqlite3'}"
        return
    with database_of(request.getfixturevalue("postgres_server"), f"m{time.monotonic_ns()}") as address:
        with psycopg.connect(address) as connection:
            connection.execute(OLD)  # type: ignore[call-overload]
        yield address


def _engine(url: str) -> Any:
    return create_engine(url.replace("postgresql://", "postgresql+psycopg://"))


def rows(url: str) -> dict[str, list[Any]]:
    """All that stands in the tables of version 1."""
    engine, names = _engine(url), ("fivedice_tables", "fivedice_entries", "fivedice_uploads")
    with engine.connect() as connection:
        found = {
            name: list(connection.execute(text(f"SELECT * FROM {name} ORDER BY 1, 2"))) for name in names
        }
    engine.dispose()
    return found


def version(url: str) -> int:
    """What the database says of itself."""
    engine = _engine(url)
    with engine.connect() as connection:
        found: int = connection.execute(text("SELECT version FROM fivedice_schema")).scalar_one()
    engine.dispose()
    return found


def test_nothing_is_lost(old: str) -> None:
    """Every row stands as it stood; tables that are not closed are open; opened again, it is the same."""
    before = rows(old)
    for _ in range(2):
        database = Database(old)
        assert version(old) == schema.VERSION
        assert set(database.idle(time.time() + 1e9)) == {OVER, PLAYED}
        database.close()
    assert rows(old) == before
    assert [len(found) for found in before.values()] == [3, 74, 1]


def test_a_look_brings_nothing_up(old: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`fivedice tables` says what to do first; an older server that runs over the database goes on."""
    before = rows(old)
    for more in ((), ("--records", "matches")):
        assert run(["tables", "--database", old, *more]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(
            "fivedice: The database was made by an older version of fivedice; start the server"
        )
    assert (version(old), rows(old)) == (1, before)


def test_a_new_database_and_an_old_one_have_the_same_shape(old: str, tmp_path: Path) -> None:
    """Tables, columns, keys and what may be missing."""
    new = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    for url in (old, new):
        Database(url).close()
    assert _shape(old) == _shape(new)


def _shape(url: str) -> dict[str, Any]:
    engine = _engine(url)
    asked = inspect(engine)
    found = {name: (_columns(asked, name), asked.get_pk_constraint(name)) for name in asked.get_table_names()}
    engine.dispose()
    return {name: (columns, key["constrained_columns"]) for name, (columns, key) in found.items()}


def _columns(asked: Any, name: str) -> list[Any]:
    columns = asked.get_columns(name)
    return [(column["name"], column["type"]._type_affinity, column["nullable"]) for column in columns]


def test_several_bring_it_up_at_once(old: str) -> None:
    """Workers that start together: one makes the step, the others find it made."""
    before = rows(old)
    with ThreadPoolExecutor(4) as threads:
        for database in threads.map(Database, [old] * 4):
            database.close()
    assert (version(old), rows(old)) == (schema.VERSION, before)


def test_a_step_that_fails_halfway_leaves_the_old_version_whole(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the machine had gone down: nothing of it has happened, and the next opening makes it."""
    before = rows(old)
    with monkeypatch.context() as patched:
        patched.setitem(schema.STEPS, 1, (*schema.STEPS[1], "INSERT INTO there_is_no_such_table VALUES (1)"))
        with pytest.raises(StoreError):
            Database(old)
    assert (version(old), rows(old)) == (1, before)
    Database(old).close()
    assert (version(old), rows(old)) == (schema.VERSION, before)


def test_old_tables_and_records_are_found_and_played_on(old: str) -> None:
    """The server over it: each is what it was; what has ended is summed up when somebody asks."""

    async def test(registry: TableRegistry) -> None:
        assert (await registry.table(LEFT)).state.closed
        assert (await registry.table(PLAYED)).state.number == 11
        assert (await registry.find(OVER)).is_over
        uploaded = await registry.find(UPLOAD)
        assert uploaded.match is not None
        assert record.text(uploaded.match) == (make.FOLDER / "junior-2seats.jsonl").read_text()
        found = await registry.summaries([LEFT, OVER, PLAYED, UPLOAD, "ZZZZZZ"])
        assert {code: one.fields["stage"] for code, one in found.items()} == {
            LEFT: "gathering",
            OVER: "over",
            PLAYED: "playing",
            UPLOAD: "over",
        }
        assert found[OVER].chair_of(digest(ANN)) == 0
        assert set(await registry._storage.ask(Database.summaries, [LEFT, OVER, PLAYED, UPLOAD])) == {
            LEFT,
            OVER,
            UPLOAD,
        }
        assert await registry._storage.ask(Database.idle, time.time() + 1e9) == (PLAYED,)
        with pytest.raises(IllegalMove):
            visibility.ended(await registry.find(PLAYED), None)

    over(old, test)


def test_a_summary_that_says_not_who_may_look_on_is_read(
    old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As those of version 2: a table is shown to its seats, for it may have been private, a record to all."""

    async def test(registry: TableRegistry) -> None:
        for code in (OVER, UPLOAD):
            fields = json.loads(summary.text((await registry.summaries([code]))[code]))
            del fields["watching"], fields["told"]["title"], fields["told"]["board"]
            await registry._storage.ask(Database.sum_up, code, json.dumps(fields))
        found = await registry.summaries([OVER, UPLOAD])
        assert (found[OVER].watching, found[OVER].chair_of(digest(ANN))) == (False, 0)
        assert found[UPLOAD].watching

    over(old, test)
    assert run(["tables", "--database", old]) == 0
    assert capsys.readouterr().out.endswith("4 tables in total.\n")


def over(url: str, test: Callable[[TableRegistry], Awaitable[None]]) -> None:
    """Runs a test with the tables of a worker."""

    async def at_work() -> None:
        registry = TableRegistry(
            AsyncDatabase(Database(url)), BotRunner(Library(Path()), Random(1)), Random(1), 0.1
        )
        await test(registry)
        registry.close()
        registry._storage.close()

    asyncio.run(at_work())


HARM = (
    f"UPDATE fivedice_tables SET terms = 'null' WHERE code = '{LEFT}'",
    f"UPDATE fivedice_entries SET entry = '' WHERE code = '{PLAYED}' AND number = 3",
    f"INSERT INTO fivedice_summaries VALUES ('{OVER}', '{{}}')",
    f"UPDATE fivedice_tables SET opened = 1e300 WHERE code = '{OVER}'",
)


@pytest.fixture
def harmed(old: str) -> str:
    """The address of a database with two tables that are damaged, a summary that is, and a record."""
    database = Database(old)
    with database._begin() as connection:
        for harm in HARM:
            connection.execute(text(harm))
    database.close()
    return old


def test_a_server_loses_what_is_damaged_and_nothing_else(
    harmed: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Lists leave it out, who asks for it is told, the house is kept; a summary is made again."""

    async def test(registry: TableRegistry) -> None:
        for _ in range(2):
            assert set(await registry.summaries([LEFT, OVER, PLAYED, UPLOAD])) == {OVER, UPLOAD}
            with pytest.raises(Damaged, match=f"The data of {PLAYED} is damaged and cannot be read."):
                await registry.table(PLAYED)
            await registry.play_overdue()
            await registry.close_left(time.time() + 1e9)

    over(harmed, test)
    lines = [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.ERROR]
    assert sorted(line.partition(" cannot be read: ")[0] for line in lines) == sorted(
        f"The data of {code}" for code in (LEFT, OVER, PLAYED)
    )


def test_whoever_serves_is_told_what_is_damaged(
    harmed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All else is listed and written out."""
    assert run(["tables", "--database", harmed]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[8:24] for line in lines if line.startswith(OVER)] == ["at unknown time "]
    told = {line[:6]: line[26:] for line in lines}
    assert {told[code] for code in (LEFT, PLAYED)} == {"Damaged and unreadable."}
    assert all(told[code].endswith(" Over.") for code in (OVER, UPLOAD))
    assert run(["tables", "--database", harmed, "--records", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == f"fivedice: Damaged and unreadable: {LEFT} and {PLAYED}.\n"
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        f"fivedice-{code}.jsonl" for code in (OVER, UPLOAD)
    }
