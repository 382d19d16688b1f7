"""How entries reach PostgreSQL: any text, all or none, by another connection when the server ended one."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fivedice.store import StoreError
from fivedice.web.appending import Append, Conflict
from fivedice.web.database import Database
from fivedice.web.shape import OtherVersion
from tests.web.postgres import database as database_of

ANY_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1)
"""All that PostgreSQL keeps; entries are JSON, which never has the one sign that it does not."""
PATIENCE = 60.0
numbers = count(1)


@pytest.fixture(scope="module")
def url(postgres_server: str) -> Iterator[str]:
    """The address of a database."""
    with database_of(postgres_server, f"p{time.monotonic_ns()}") as address:
        yield address


@pytest.fixture(scope="module")
def database(url: str) -> Iterator[Database]:
    """That database."""
    opened = Database(url)
    yield opened
    opened.close()


@pytest.fixture
def code(database: Database) -> str:
    """A new table with one entry."""
    return table(database)


def table(database: Database) -> str:
    """Opens a table with one entry; its code."""
    code = f"T{next(numbers):05}"
    database.open(code, "{}", ["one"])
    return code


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(entries=st.lists(ANY_TEXT, min_size=1, max_size=4))
def test_any_text_comes_back_as_it_was(database: Database, entries: list[str]) -> None:
    """Quotes, backslashes, line ends and signs of any script."""
    code = table(database)
    database.append(code, 1, entries)
    assert database.since(code, 1) == tuple(entries)


def test_a_connection_that_the_server_ended_is_opened_again(database: Database, url: str, code: str) -> None:
    """Nobody is told of it: the next write comes by another one."""
    database.append(code, 1, ["two"])
    before = database.writer
    end(url, before)
    database.append(code, 2, ["three"])
    assert database.since(code, 1) == ("two", "three")
    assert database.writer not in (0, before)


def test_a_connection_that_ends_while_it_writes_is_told_and_opened_again(
    database: Database, url: str, code: str
) -> None:
    """What was under way is not kept, whoever waits hears so, and the next write goes through."""
    database.append(code, 1, ["two"])
    with (
        psycopg.connect(url) as another,
        psycopg.connect(url, autocommit=True) as onlooker,
        ThreadPoolExecutor(1) as beside,
    ):
        another.execute("LOCK fivedice_entries")
        writing = beside.submit(database.append, code, 2, ["lost"])
        while not waits(onlooker, database.writer):
            assert not writing.done()
        end(url, database.writer)
        with pytest.raises(StoreError, match="The database failed"):
            writing.result(PATIENCE)
    assert database.writer == 0
    database.append(code, 2, ["three"])
    assert database.since(code, 1) == ("two", "three")


def test_a_number_that_is_taken_costs_no_connection(database: Database, code: str) -> None:
    """Who was too late is told so, and the next write goes by the same connection."""
    database.append(code, 1, ["two"])
    writer = database.writer
    with pytest.raises(Conflict):
        database.append(code, 1, ["another two"])
    database.append(code, 2, ["three"])
    assert (database.since(code, 1), database.writer) == (("two", "three"), writer)


def test_nothing_is_added_to_a_database_of_another_version(url: str, database: Database, code: str) -> None:
    """Neither by a move nor by an end, and whoever tries is told."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE fivedice_schema SET version = version + 1")
        try:
            for summary in ("", "an end"):
                with pytest.raises(OtherVersion):
                    database.append_all([Append(code, 1, ["two"], summary)])
        finally:
            connection.execute("UPDATE fivedice_schema SET version = version - 1")
    assert database.since(code, 1) == ()


def end(url: str, process: int) -> None:
    """The server ends one of its processes; returns when it has gone."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 60000)", [process])


def waits(onlooker: psycopg.Connection, process: int) -> bool:
    """Whether a process of the server waits for a lock."""
    asked = "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = %s"
    return onlooker.execute(asked, [process]).fetchone() == (True,)
