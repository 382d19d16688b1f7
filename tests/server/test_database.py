"""The database, SQLite and PostgreSQL alike: what is kept is kept whole, in order and once."""

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from fivedice.match.events import Keep
from fivedice.runtime.store import StoreError
from fivedice.server.club import store as club
from fivedice.server.players import drills as stored
from fivedice.server.players import store
from fivedice.server.storage import deadlines, schema, table_rows
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.database import Database
from fivedice.training import drills, proficiency
from fivedice.training.grading import Verdict


def test_a_table_is_kept_as_it_is_written(database: Database) -> None:
    """Terms and entries come back in order, signs of any script included."""
    before = time.time()
    database.run(table_rows.open_table, '{"game":"九"}', Append("ABCDEF", 0, ["one", "zwei ö"]))
    database.run(table_rows.append, [Append("ABCDEF", 2, ["三", "four", "five"])])
    kept = database.run(table_rows.load, "ABCDEF")
    assert kept is not None
    assert (kept.terms, kept.entries) == ('{"game":"九"}', ("one", "zwei ö", "三", "four", "five"))
    assert before <= kept.at <= time.time()
    assert database.run(table_rows.since, "ABCDEF", 3) == ("four", "five")
    assert database.run(table_rows.since, "ABCDEF", 5) == ()


def test_what_there_is_not_is_nothing(database: Database) -> None:
    assert database.run(table_rows.load, "ZZZZZZ") is None
    assert database.run(table_rows.since, "ZZZZZZ", 0) == ()
    assert database.run(table_rows.uploaded, "ZZZZZZ") is None


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
    """Tables and records: a second one under the same code is refused and the first stays."""
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
    """All codes are known, the oldest first, tables and records; a code that was removed is free again."""
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
    """By their newest entry, whatever is older; of what has a summary nothing more is to come."""
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
    """Its summary is gone, too, so that the next one is its own."""
    database.run(table_rows.open_table, "{}", Append("AAAAAA", 0, ["first"]))
    database.run(table_rows.append, [Append("AAAAAA", 1, ["last"], "the end")])
    database.run(table_rows.append, [Append("AAAAAA", 2, ["back"], reopens=True)])
    assert database.run(table_rows.idle, time.time() + 1) == ("AAAAAA",)
    assert database.run(table_rows.summaries, ["AAAAAA"]) == {}
    database.run(table_rows.append, [Append("AAAAAA", 3, ["last"], "another end")])
    assert database.run(table_rows.summaries, ["AAAAAA"]) == {"AAAAAA": "another end"}


def test_of_answers_from_several_devices_the_first_counts(database: Database) -> None:
    """Each drill counts once, and each position of a test."""
    ann, _ = database.run(store.create, "Ann")
    some = [*drills.of_game("junior").values()][:4]
    verdict, test = Verdict("good", 0.1, Keep(0, ()), "", ""), proficiency.TestAttempt("junior", "friday")

    def answers(number: int) -> tuple[bool, bool]:
        drill = database.run(stored.answer, ann.id, some[number % 4], verdict, float(number), UTC)
        return drill is not None, database.run(stored.answer_test, ann.id, test, 0.1, float(number))

    with ThreadPoolExecutor(4) as threads:
        counted, graded = zip(*threads.map(answers, range(24)), strict=True)
    assert (sum(counted), sum(graded)) == (4, 1)
    assert database.run(stored.days, ann.id) == {"1970-01-01": 4}
    assert len(database.run(stored.of_player, ann.id)) == len(some)
    (stored_test,) = database.run(stored.tests, ann.id, "junior")
    assert stored_test.costs == (0.1,)


def test_two_devices_change_settings_at_once(database: Database) -> None:
    """Neither takes back what the other changed."""
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
    """What SQLite does to find the tables that have had no entry for a while."""
    steps = count()
    with database._engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(lambda: next(steps) < 0, 1)
    assert database.run(table_rows.idle, time.time() + 60) == ("AAAAAA",)
    driver.set_progress_handler(None, 0)
    return next(steps)


def test_it_is_opened_again_by_the_same_version_only(empty: str) -> None:
    """A second opening finds everything; a database of another version is refused in a sentence."""
    first = Database(empty)
    first.run(table_rows.open_table, "{}", Append("ABCDEF", 0, ["one"]))
    first.close()
    second = Database(empty)
    assert second.run(table_rows.load, "ABCDEF") is not None
    second.run(lambda it: it.exec_driver_sql("UPDATE fivedice_schema SET version = 99"))
    second.close()
    with pytest.raises(StoreError, match="another version"):
        Database(empty)


def test_what_fails_is_told_in_a_sentence(database: Database) -> None:
    database.run(lambda it: it.exec_driver_sql("DROP TABLE fivedice_uploads"))
    with pytest.raises(StoreError, match="failed"):
        database.run(table_rows.uploaded, "ABCDEF")
