"""Entries of many tables are kept by one write, and what cannot be kept of one harms no other."""

import asyncio
from collections.abc import Sequence
from contextlib import closing

import pytest
from sqlalchemy import Connection

from fivedice.runtime.store import StoreError
from fivedice.server.storage import table_rows
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.postgres import PostgresAppender

CODES = [f"TABLE{letter}" for letter in "ABCDEFGH"]


@pytest.fixture(autouse=True)
def opened(database: Database) -> None:
    """Eight tables of one entry each."""
    for code in CODES:
        database.run(table_rows.open_table, "{}", Append(code, 0, ["one"]))


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The tables of every write to any database, kept or not."""
    seen: list[list[str]] = []
    append, add = table_rows.append, PostgresAppender.add

    def noted(connection: Connection, appends: Sequence[Append]) -> None:
        seen.append([append.code for append in appends])
        append(connection, appends)

    async def noted_too(appender: PostgresAppender, appends: Sequence[Append], now: float) -> None:
        seen.append([append.code for append in appends])
        await add(appender, appends, now)

    monkeypatch.setattr(table_rows, "append", noted)
    monkeypatch.setattr(PostgresAppender, "add", noted_too)
    return seen


def outcomes(database: Database, appends: Sequence[Append]) -> list[BaseException | None]:
    """What comes of appending all of these at the same moment."""

    async def at_once() -> list[BaseException | None]:
        with closing(AsyncDatabase(database)) as storage:
            return await asyncio.gather(*map(storage.append, appends), return_exceptions=True)

    return asyncio.run(at_once())


def test_what_comes_at_once_is_kept_by_one_write(database: Database, writes: list[list[str]]) -> None:
    """Eight tables, one transaction; each has its own entries, and the ended one its summary."""
    appends = [
        Append(code, 1, [f"two of {code}", "three"], "over" if code == CODES[3] else "") for code in CODES
    ]
    assert outcomes(database, appends) == [None] * len(CODES)
    assert writes == [CODES]
    for code in CODES:
        assert database.run(table_rows.since, code, 0) == ("one", f"two of {code}", "three")
    assert database.run(table_rows.summaries, CODES) == {CODES[3]: "over"}


async def test_what_comes_during_a_write_is_the_next(database: Database, writes: list[list[str]]) -> None:
    """The first is kept at once and waits for nobody; all that came meanwhile is kept together."""
    with closing(AsyncDatabase(database)) as storage:
        first = asyncio.create_task(storage.append(Append(CODES[0], 1, ["two"])))
        while not writes:
            await asyncio.sleep(0)
        await asyncio.gather(first, *(storage.append(Append(code, 1, ["two"])) for code in CODES[1:]))
    assert writes == [CODES[:1], CODES[1:]]


def test_who_has_lost_a_race_harms_no_other(database: Database, writes: list[list[str]]) -> None:
    """Two of eight come too late: these are told so and nothing of them is kept; the six are kept."""
    late = (CODES[2], CODES[5])
    for code in late:
        database.run(table_rows.append, [Append(code, 1, ["another's"])])
    writes.clear()
    told = outcomes(database, [Append(code, 1, ["two", "three"]) for code in CODES])
    assert [type(error) for error in told] == [Conflict if code in late else type(None) for code in CODES]
    for code in CODES:
        assert database.run(table_rows.since, code, 1) == (
            ("another's",) if code in late else ("two", "three")
        )
    assert len(writes) < 2 * len(CODES)


def test_all_are_told_when_the_database_fails(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, without another try for each; and the next write is made as if nothing had been."""

    def fails(*_: object) -> None:
        raise StoreError("The database failed.")

    with monkeypatch.context() as broken:
        broken.setattr(table_rows, "append", fails)
        broken.setattr(PostgresAppender, "add", fails)
        told = outcomes(database, [Append(code, 1, ["two"]) for code in CODES])
    assert [str(error) for error in told] == ["The database failed."] * len(CODES)
    assert outcomes(database, [Append(code, 1, ["two"]) for code in CODES]) == [None] * len(CODES)


async def test_who_goes_away_stops_no_write(database: Database, writes: list[list[str]]) -> None:
    """Whoever waited and was given up is passed over; the others hear that theirs is kept."""
    with closing(AsyncDatabase(database)) as storage:
        appending = [asyncio.create_task(storage.append(Append(code, 1, ["two"]))) for code in CODES]
        while not writes:
            await asyncio.sleep(0)
        appending[0].cancel()
        told = await asyncio.gather(*appending, return_exceptions=True)
    assert [type(error) for error in told] == [asyncio.CancelledError] + [type(None)] * 7
    assert all(database.run(table_rows.since, code, 1) == ("two",) for code in CODES)


async def test_writers_of_the_same_tables_never_wait_for_each_other(database: Database) -> None:
    """Two that begin at opposite ends of many tables, again and again: one of them wins each number."""
    other = Database(str(database._engine.url.render_as_string(hide_password=False)).replace("+psycopg", ""))
    with closing(AsyncDatabase(database)) as first, closing(AsyncDatabase(other)) as second:
        for number in range(1, 21):
            appends = [Append(code, number, ["an entry"]) for code in CODES]
            told = await asyncio.gather(
                *map(first.append, appends), *map(second.append, reversed(appends)), return_exceptions=True
            )
            assert sum(error is None for error in told) == len(CODES)
            assert sum(isinstance(error, Conflict) for error in told) == len(CODES)
