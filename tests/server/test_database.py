"""The database, SQLite and PostgreSQL alike: what is kept is kept whole, in order, once, by few writes."""

import asyncio
import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import Connection, select

from fivedice.match.events import Keep
from fivedice.runtime.store import StoreError
from fivedice.server.club import store as club
from fivedice.server.players import drill_store, store
from fivedice.server.storage import deadlines, schema, table_rows
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.postgres import PostgresAppender
from fivedice.training import drills, proficiency
from fivedice.training.grading import Verdict


def test_a_table_is_kept_as_it_is_written(database: Database) -> None:
    before = time.time()
    database.run(table_rows.open_table, '{"game":"九"}', Append("ABCDEF", 0, ["one", "zwei ö"]))
    database.run(table_rows.append, [Append("ABCDEF", 2, ["三", "four", "five"])])
    kept = database.run(table_rows.load, "ABCDEF")
    assert kept is not None
    assert (kept.terms, kept.entries) == ('{"game":"九"}', ("one", "zwei ö", "三", "four", "five"))
    assert before <= kept.at <= time.time()
    assert database.run(table_rows.since, "ABCDEF", 3) == ("four", "five")
    assert database.run(table_rows.since, "ABCDEF", 5) == ()


def test_a_number_is_taken_once_and_entries_come_together_or_not_at_all(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """Who appends what another has appended is told, and none of the own entries is kept; the log has no word
    of it.
    """
    database.run(table_rows.open_table, "{}", Append("ABCDEF", 0, ["one"]))
    database.run(table_rows.append, [Append("ABCDEF", 1, ["two", "three"])])
    for number in (1, 2):
        for entries in (["x"], ["x", "y", "z"]):
            with pytest.raises(Conflict):
                database.run(table_rows.append, [Append("ABCDEF", number, entries)])
    assert database.run(table_rows.since, "ABCDEF", 0) == ("one", "two", "three")
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_of_many_writers_of_one_number_one_wins(empty: str) -> None:
    writers = [Database(empty) for _ in range(8)]
    writers[0].run(table_rows.open_table, "{}", Append("ABCDEF", 0, ["one"]))

    def write(number: int) -> bool:
        try:
            writers[number].run(table_rows.append, [Append("ABCDEF", 1, [f"from {number}"] * 3)])
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        won = list(threads.map(write, range(8)))
    kept = writers[0].run(table_rows.load, "ABCDEF")
    for writer in writers:
        writer.close()
    assert won.count(True) == 1
    assert kept is not None
    assert kept.entries[1:] == (f"from {won.index(True)}",) * 3


def test_a_code_is_taken_once(database: Database) -> None:
    database.run(table_rows.open_table, "{}", Append("ABCDEF", 0, ["one"]))
    database.run(table_rows.upload, "ABCDEF", "first", "summary")
    with pytest.raises(Conflict):
        database.run(table_rows.open_table, "x", Append("ABCDEF", 0, []))
    with pytest.raises(Conflict):
        database.run(table_rows.upload, "ABCDEF", "second", "other")
    assert database.run(table_rows.uploaded, "ABCDEF") == "first"
    kept = database.run(table_rows.load, "ABCDEF")
    assert kept is not None
    assert kept.terms == "{}"


def test_what_is_removed_is_gone_and_all_else_stays(database: Database) -> None:
    before = time.time()
    database.run(table_rows.open_table, "{}", Append("AAAAAA", 0, ["one", "two"], question=1, within=60.0))
    database.run(table_rows.upload, "BBBBBB", "record", "summary")
    database.run(table_rows.open_table, "{}", Append("CCCCCC", 0, ["one"], question=1, within=60.0))
    assert list(database.run(table_rows.codes)) == ["AAAAAA", "BBBBBB", "CCCCCC"]
    assert all(before <= at <= time.time() for at in database.run(table_rows.codes).values())
    database.run(table_rows.remove, "AAAAAA")
    database.run(table_rows.remove, "BBBBBB")
    assert (
        list(database.run(table_rows.codes))
        == ["CCCCCC"]
        == list(database.run(table_rows.ago, ["AAAAAA", "CCCCCC"]))
    )
    assert list(database.run(deadlines.left, ["AAAAAA", "CCCCCC"])) == ["CCCCCC"]
    assert (database.run(table_rows.uploaded, "BBBBBB"), database.run(table_rows.summaries, ["BBBBBB"])) == (
        None,
        {},
    )
    database.run(table_rows.open_table, "{}", Append("AAAAAA", 0, ["another"]))
    kept = database.run(table_rows.load, "AAAAAA")
    assert kept is not None
    assert kept.entries == ("another",)


def test_idle_tables_are_those_without_a_new_entry_that_are_open(database: Database) -> None:
    database.run(table_rows.open_table, "{}", Append("AAAAAA", 0, ["one"]))
    database.run(table_rows.open_table, "{}", Append("BBBBBB", 0, ["one"]))
    database.run(table_rows.append, [Append("BBBBBB", 1, ["two"], "ended")])
    then = time.time()
    time.sleep(0.01)
    database.run(table_rows.open_table, "{}", Append("CCCCCC", 0, ["one"]))
    assert database.run(table_rows.idle, then) == ("AAAAAA",)
    assert set(database.run(table_rows.idle, time.time() + 1)) == {"AAAAAA", "CCCCCC"}
    database.run(table_rows.append, [Append("AAAAAA", 1, ["two"])])
    assert database.run(table_rows.idle, then) == ()


def test_a_corrected_match_is_open_again(database: Database) -> None:
    database.run(table_rows.open_table, "{}", Append("AAAAAA", 0, ["first"]))
    database.run(table_rows.append, [Append("AAAAAA", 1, ["last"], "the end")])
    database.run(table_rows.append, [Append("AAAAAA", 2, ["back"], reopens=True)])
    assert database.run(table_rows.idle, time.time() + 1) == ("AAAAAA",)
    assert database.run(table_rows.summaries, ["AAAAAA"]) == {}
    database.run(table_rows.append, [Append("AAAAAA", 3, ["last"], "another end")])
    assert database.run(table_rows.summaries, ["AAAAAA"]) == {"AAAAAA": "another end"}


def test_of_answers_from_several_devices_the_first_counts(database: Database) -> None:
    ann, _ = database.run(store.create, "Ann")
    some = [*drills.of_game("junior").values()][:4]
    verdict, test = Verdict("good", 0.1, Keep(0, ()), "", ""), proficiency.TestAttempt("junior", "friday")

    def answers(number: int) -> tuple[bool, bool]:
        drill = database.run(drill_store.answer, ann.id, some[number % 4], verdict, float(number), UTC)
        return drill is not None, database.run(drill_store.answer_test, ann.id, test, 0.1, float(number))

    with ThreadPoolExecutor(4) as threads:
        counted, graded = zip(*threads.map(answers, range(24)), strict=True)
    assert (sum(counted), sum(graded)) == (4, 1)
    assert database.run(drill_store.days, ann.id) == {"1970-01-01": 4}
    assert len(database.run(drill_store.of_player, ann.id)) == len(some)
    (stored_test,) = database.run(drill_store.tests, ann.id, "junior")
    assert stored_test.costs == (0.1,)


def test_two_devices_change_settings_at_once(database: Database) -> None:
    ann, _ = database.run(store.create, "Ann")
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda one: database.run(store.change_settings, ann.id, {one: True}), "abcdefgh"))
    (kept,) = database.run(lambda it: it.execute(select(schema.players.c.settings)).scalars().all())
    assert kept.count("true") == 8


def test_a_player_who_arrives_twice_at_once_is_one_guest(database: Database) -> None:
    ann, _ = database.run(store.create, "Ann")
    with ThreadPoolExecutor(4) as threads:
        guests = threads.map(lambda one: database.run(club.welcome, "AAAAAA", ann.id, one), "abcdefgh")
    assert len(set(guests)) == 1


def test_looking_for_idle_tables_costs_as_much_as_there_are_open_ones(tmp_path: Path) -> None:
    """Counted in steps of SQLite's machine: the same without a history and after 300 matches."""
    database = Database(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    database.run(table_rows.open_table, "{}", Append("AAAAAA", 0, ["one"]))
    without = steps_of_idle(database)
    for number in range(300):
        database.run(table_rows.open_table, "{}", Append(f"B{number:05}", 0, ["one"]))
        database.run(table_rows.append, [Append(f"B{number:05}", 1, ["two", "three"], "ended")])
    assert steps_of_idle(database) == without > 0
    database.close()


def steps_of_idle(database: Database) -> int:
    steps = count()
    with database._engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(lambda: next(steps) < 0, 1)
    assert database.run(table_rows.idle, time.time() + 60) == ("AAAAAA",)
    driver.set_progress_handler(None, 0)
    return next(steps)


CODES = [f"TABLE{letter}" for letter in "ABCDEFGH"]


@pytest.fixture
def eight(database: Database) -> Database:
    """With eight tables of one entry each."""
    for code in CODES:
        database.run(table_rows.open_table, "{}", Append(code, 0, ["one"]))
    return database


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


def outcomes(eight: Database, appends: Sequence[Append]) -> list[BaseException | None]:
    """What comes of appending all of these at the same moment."""

    async def at_once() -> list[BaseException | None]:
        with closing(AsyncDatabase(eight)) as storage:
            return await asyncio.gather(*map(storage.append, appends), return_exceptions=True)

    return asyncio.run(at_once())


def test_what_comes_at_once_is_kept_by_one_write(eight: Database, writes: list[list[str]]) -> None:
    appends = [
        Append(code, 1, [f"two of {code}", "three"], "over" if code == CODES[3] else "") for code in CODES
    ]
    assert outcomes(eight, appends) == [None] * len(CODES)
    assert writes == [CODES]
    for code in CODES:
        assert eight.run(table_rows.since, code, 0) == ("one", f"two of {code}", "three")
    assert eight.run(table_rows.summaries, CODES) == {CODES[3]: "over"}


async def test_what_comes_during_a_write_is_the_next(eight: Database, writes: list[list[str]]) -> None:
    with closing(AsyncDatabase(eight)) as storage:
        first = asyncio.create_task(storage.append(Append(CODES[0], 1, ["two"])))
        while not writes:
            await asyncio.sleep(0)
        await asyncio.gather(first, *(storage.append(Append(code, 1, ["two"])) for code in CODES[1:]))
    assert writes == [CODES[:1], CODES[1:]]


def test_who_has_lost_a_race_harms_no_other(eight: Database, writes: list[list[str]]) -> None:
    late = (CODES[2], CODES[5])
    for code in late:
        eight.run(table_rows.append, [Append(code, 1, ["another's"])])
    writes.clear()
    told = outcomes(eight, [Append(code, 1, ["two", "three"]) for code in CODES])
    assert [type(error) for error in told] == [Conflict if code in late else type(None) for code in CODES]
    for code in CODES:
        assert eight.run(table_rows.since, code, 1) == (("another's",) if code in late else ("two", "three"))
    assert len(writes) < 2 * len(CODES)


def test_all_are_told_when_the_database_fails(eight: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    fails = Mock(side_effect=StoreError("The database failed."))
    with monkeypatch.context() as broken:
        broken.setattr(table_rows, "append", fails)
        broken.setattr(PostgresAppender, "add", fails)
        told = outcomes(eight, [Append(code, 1, ["two"]) for code in CODES])
    assert [str(error) for error in told] == ["The database failed."] * len(CODES)
    assert outcomes(eight, [Append(code, 1, ["two"]) for code in CODES]) == [None] * len(CODES)


async def test_who_goes_away_stops_no_write(eight: Database, writes: list[list[str]]) -> None:
    with closing(AsyncDatabase(eight)) as storage:
        appending = [asyncio.create_task(storage.append(Append(code, 1, ["two"]))) for code in CODES]
        while not writes:
            await asyncio.sleep(0)
        appending[0].cancel()
        told = await asyncio.gather(*appending, return_exceptions=True)
    assert [type(error) for error in told] == [asyncio.CancelledError] + [type(None)] * 7
    assert all(eight.run(table_rows.since, code, 1) == ("two",) for code in CODES)


async def test_writers_of_the_same_tables_never_wait_for_each_other(eight: Database) -> None:
    """Two that begin at opposite ends of many tables, again and again: one of them wins each number."""
    other = Database(str(eight._engine.url.render_as_string(hide_password=False)).replace("+psycopg", ""))
    with closing(AsyncDatabase(eight)) as first, closing(AsyncDatabase(other)) as second:
        for number in range(1, 21):
            appends = [Append(code, number, ["an entry"]) for code in CODES]
            told = await asyncio.gather(
                *map(first.append, appends), *map(second.append, reversed(appends)), return_exceptions=True
            )
            assert sum(error is None for error in told) == len(CODES)
            assert sum(isinstance(error, Conflict) for error in told) == len(CODES)
