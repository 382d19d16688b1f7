"""`fivedice tables`: whoever serves can list what is kept, write its records out, and remove some of it."""

import json
import sqlite3
import sys
import time
from contextlib import closing
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, inspect

from fivedice.__main__ import run
from fivedice.server.storage import sqlite_file, table_rows
from fivedice.server.storage.database import Database
from tests.cli.test_json import documented
from tests.commands import complaint, printed, refused
from tests.server import clients
from tests.server.postgres import USER
from tests.server.postgres import database as database_of
from tests.server.serving import Process

DENIED = "The database failed: permission denied for"


def some_tables(own_server: Process) -> dict[str, str]:
    """The codes of a match that is over, one that goes on and one that waits for players."""
    return {
        "over": clients.over(own_server.url, "Ann", "Ben")[0]["code"],
        "goes on": clients.opened(own_server.url, "piecepack", "Cid", "Dee")[0]["code"],
        "waits": clients.opened(own_server.url, "traditional", "Eve", free=1)[0]["code"],
    }


def lists(own_server: Process, played: dict[str, str]) -> None:
    """The oldest first: since when, the game, who sits there, and how it stands."""
    command = ("tables", "--database", own_server.database)
    over, on, waits, last = printed(*command).splitlines()
    assert over.startswith(played["over"])
    assert "  Junior: Ann " in over
    assert over.endswith(". Over.")
    assert on.startswith(played["goes on"])
    assert on.endswith("  Piecepack: Cid 0, Dee 0. In progress.")
    assert waits.startswith(played["waits"])
    assert waits.endswith("  Traditional: Eve, nobody. Waiting for players.")
    listed = json.loads(printed(*command, "--json"))
    assert set(listed) == {"fivedice_tables", "tables"}
    for one, stage in zip(listed["tables"], ("over", "playing", "gathering"), strict=True):
        assert set(one) == documented("tables")
        assert (one["stage"], one["damaged"]) == (stage, False)
    assert [seat["name"] for seat in listed["tables"][0]["seats"]] == ["Ann", "Ben"]
    assert last == "3 tables in total."


def writes_out(own_server: Process, played: dict[str, str], folder: Path) -> None:
    """They hold; of a match that goes on nothing is told. The second time only what is new is written."""
    command = ("tables", "--database", own_server.database, "--records", str(folder))
    printed(*command)
    (file,) = folder.iterdir()
    assert file.name == f"fivedice-{played['over']}.jsonl"
    printed("verify", str(file))
    code = clients.brought(own_server.url, file.read_bytes())
    told = printed(*command).splitlines()[-1]
    assert told == f"1 record written to {folder}; already there: 1."
    assert (folder / f"fivedice-{code}.jsonl").read_bytes() == file.read_bytes()


def removes(own_server: Process, played: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked about first; nothing of it is left, and nothing else is touched."""
    monkeypatch.setattr(sqlite_file, "LOCK_PATIENCE", 0.0)
    command = ("tables", "--database", own_server.database)
    removal = (*command, "--remove", played["over"])
    assert "in use by another fivedice server" in complaint(*removal)
    own_server.end()
    told = complaint(*command, "--remove", "ZZZZZZ", "--remove", played["over"])
    assert told == "There is no table ZZZZZZ; nothing was removed."
    for answer, code, left in (("no", 2, 4), ("yes", 0, 3)):
        monkeypatch.setattr(sys, "stdin", StringIO(f"{answer}\n"))
        assert run([*removal]) == code
        assert printed(*command).splitlines()[-1] == f"{left} tables in total."
    with closing(Database(own_server.database)) as left_there:
        assert left_there.run(table_rows.load, played["over"]) is None
        assert left_there.run(table_rows.since, played["over"], -1) == ()
        assert left_there.run(table_rows.summaries, [played["over"]]) == {}


def test_tables_are_listed_written_out_and_removed(
    own_server: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after another of the same server, which ends before a table is removed."""
    played = some_tables(own_server)
    lists(own_server, played)
    writes_out(own_server, played, tmp_path / "out")
    removes(own_server, played, monkeypatch)


def test_where_nothing_is_kept_nothing_is_made(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    told = complaint("tables", "--database", f"sqlite:///{file}")
    assert told == f"No tables are saved yet in {file}."
    assert not file.exists()


def test_the_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "others.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    before = file.read_bytes()
    assert "the database of another program" in refused("tables", "--database", f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_in_an_empty_database_nothing_is_made(empty: str) -> None:
    if empty.startswith("sqlite"):
        Path(empty.removeprefix("sqlite:///")).touch()
    sentence = "There are no tables yet: no server has been started with this database."
    assert complaint("tables", "--database", empty) == sentence
    assert _names(empty) == []
    if empty.startswith("sqlite"):
        assert Path(empty.removeprefix("sqlite:///")).stat().st_size == 0


@pytest.mark.parametrize("row", ["", "INSERT INTO fivedice_schema VALUES (99)"], ids=["no row", "two rows"])
def test_a_database_that_does_not_say_its_version_is_one_sentence(
    row: str, database: Database, empty: str
) -> None:
    """Half put back, as it may be after an accident: neither listed nor served, and left as it is."""
    database.run(lambda it: it.exec_driver_sql(row or "DELETE FROM fivedice_schema"))
    for command in ("tables", "serve"):
        told = "lacks its version or some of its tables; `fivedice doctor` shows what can be recovered."
        assert complaint(command, "--database", empty).endswith(told)


def test_a_role_that_may_only_read_lists_tables_and_cannot_serve(postgres_server: str) -> None:
    """The server says so before it says where to play."""
    with database_of(postgres_server, f"r{time.monotonic_ns()}") as address:
        Database(address).close()
        reader = address.replace(f"{USER}@", "reader@")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE ROLE reader LOGIN")
            connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
        assert printed("tables", "--database", reader) == "No tables are saved yet.\n"
        told = complaint("serve", "--port", "0", "--database", reader)
        assert told.partition(" table ")[0] == DENIED


def _names(url: str) -> list[str]:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    found = inspect(engine).get_table_names()
    engine.dispose()
    return found
