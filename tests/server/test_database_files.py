"""The files of a SQLite database: of one server alone, and nothing is acknowledged that is lost."""

import asyncio
import errno
import fcntl
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from sqlalchemy import Connection

from fivedice.runtime.store import StoreError
from fivedice.server import supervisor
from fivedice.server.storage import async_database, sqlite_file, table_rows
from fivedice.server.storage.append_entries import Append
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import DatabaseFailed, DatabaseLost
from fivedice.server.storage.sqlite_file import INDEX, LOCK, LOG
from tests.commands import complaint
from tests.server.clients import opened
from tests.server.serving import Process

SENTENCE = "The server has lost its database, so it shuts down; nothing more is stored."
Change = Callable[[Path], object]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "kept"
    folder.mkdir()
    return folder / "tables.sqlite3"


def _replace_by_a_copy(file: Path) -> None:
    shutil.copy(file, file.with_suffix(".copy"))
    file.with_suffix(".copy").replace(file)


def _replace_the_folder(file: Path) -> None:
    elsewhere = file.parent.rename(file.parent.with_name("elsewhere"))
    file.parent.mkdir()
    for found in elsewhere.iterdir():
        shutil.copy(found, file.parent)


GONE: dict[str, Change] = {
    "deleted": Path.unlink,
    "renamed": lambda file: file.rename(file.with_suffix(".old")),
    "replaced by a copy": _replace_by_a_copy,
    "folder renamed": lambda file: file.parent.rename(file.parent.with_name("elsewhere")),
    "folder replaced": _replace_the_folder,
    "log deleted": lambda file: Path(f"{file}{LOG}").unlink(),
    "index deleted": lambda file: Path(f"{file}{INDEX}").unlink(),
    "lock deleted": lambda file: Path(f"{file}{LOCK}").unlink(),
}


def _entries(files: Iterator[Path]) -> set[tuple[str, ...]]:
    """What each of these databases has of the table, once it is opened as a server would."""
    found = set()
    for file in files:
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
                found.add(tuple(row[0] for row in connection.execute("SELECT entry FROM fivedice_entries")))
    return found


@pytest.mark.parametrize("change", GONE.values(), ids=GONE)
def test_nothing_is_acknowledged_once_a_file_is_gone(change: Change, file: Path) -> None:
    """All that was before is in a database that is whole, though the newest of it was in the log alone."""
    with sqlite_file.serving(f"sqlite:///{file}"):
        database = Database(f"sqlite:///{file}")
        database.run(table_rows.open_table, "{}", Append("ABCDEF", 0, ["one"]))
        database.run(table_rows.append, [Append("ABCDEF", 1, ["two"])])
        change(file)
        for attempt in (
            lambda: database.run(table_rows.append, [Append("ABCDEF", 2, ["three"])]),
            lambda: database.run(table_rows.codes),
        ):
            with pytest.raises(DatabaseLost) as lost:
                attempt()
            assert str(lost.value) == SENTENCE
        assert str(file) in lost.value.why
        database.close()
    kept = _entries(
        path for path in file.parent.parent.glob("*/tables*") if path.name[-4:] not in (LOG, INDEX)
    )
    assert ("one", "two") in kept
    assert all("three" not in entries for entries in kept)


def test_a_file_that_goes_during_a_write_makes_it_one_that_is_not_acknowledged(file: Path) -> None:
    """What was being committed counts as not written, as it is not in the file that will be read."""
    database = Database(f"sqlite:///{file}")

    def write(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO fivedice_open VALUES ('ABCDEF')")
        file.unlink()

    with pytest.raises(DatabaseLost):
        database.run(write)
    database.close()


def test_an_emptied_file_is_one_that_is_gone(file: Path) -> None:
    """As a shell empties it by `> tables.sqlite3`; it is the same file, and nothing of it can be read."""
    database = Database(f"sqlite:///{file}")
    file.write_bytes(b"")
    with pytest.raises(DatabaseLost) as lost:
        database.run(table_rows.open_table, "{}", Append("ABCDEF", 0, ["one"]))
    database.close()
    assert lost.value.why.startswith(f"{file} was emptied. The server shuts down")


def test_what_is_saved_takes_no_name_that_is_taken(file: Path) -> None:
    before = file.with_name(f"{file.name}-saved")
    before.write_text("before")
    database = Database(f"sqlite:///{file}")
    file.unlink()
    with pytest.raises(DatabaseLost) as lost:
        database.run(table_rows.codes)
    database.close()
    assert lost.value.why.endswith(f"Its contents were saved in {before}2.")
    assert before.read_text() == "before"
    Database(f"sqlite:///{before}2").close()


def test_where_nothing_can_be_saved_the_log_is_set_aside(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full: the file put in its place must not be mixed with a log that is not its own."""
    database = Database(f"sqlite:///{file}")
    database.run(table_rows.open_table, "{}", Append("ABCDEF", 0, ["one"]))
    _replace_by_a_copy(file)

    monkeypatch.setattr(os, "open", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(DatabaseLost, match=SENTENCE) as lost:
        database.run(table_rows.codes)
    monkeypatch.undo()
    database.close()
    assert lost.value.why.endswith("Its contents could not be saved: no space left on device.")
    assert {path.name for path in file.parent.iterdir()} == {
        "tables.sqlite3",
        "tables.sqlite3-wal-stale",
        "tables.sqlite3-shm-stale",
    }


def test_a_link_that_leads_elsewhere_counts_as_another_file(file: Path, tmp_path: Path) -> None:
    """The next start would read that one."""
    link, other = tmp_path / "link.sqlite3", tmp_path / "other.sqlite3"
    file.touch()
    link.symlink_to(file)
    database = Database(f"sqlite:///{link}")
    shutil.copy(file, other)
    link.unlink()
    link.symlink_to(other)
    with pytest.raises(DatabaseLost):
        database.run(table_rows.codes)
    database.close()


def test_what_backs_up_and_looks_changes_no_file(file: Path) -> None:
    database = Database(f"sqlite:///{file}")
    database.run(table_rows.open_table, "{}", Append("ABCDEF", 0, ["one"]))
    with closing(sqlite3.connect(file)) as other, closing(sqlite3.connect(file.with_name("copy"))) as copy:
        other.backup(copy)
        other.execute("VACUUM")
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.run(table_rows.append, [Append("ABCDEF", 1, ["two"])])
    assert database.run(table_rows.since, "ABCDEF", 0) == ("one", "two")
    database.close()


def test_a_server_whose_database_is_gone_ends_and_says_why(own_server: Process) -> None:
    code = opened(own_server.url, "junior", "Ann", "Ben")[0]["code"]
    file = own_server.home / "tables.sqlite3"
    file.unlink()
    answer = httpx.post(f"{own_server.url}/api/mine", json={"codes": [code]})
    assert (answer.status_code, answer.json()) == (503, {"sentence": SENTENCE})
    assert own_server.process.wait(60) == 2
    assert own_server.process.stdout is not None
    own_server.process.stdout.close()
    assert own_server.complaints.read_text().splitlines() == [
        f"{file} was deleted or moved. The server shuts down because it can store nothing more."
        f" Its contents were saved in {file}-saved."
    ]
    saved = Database(f"sqlite:///{file}-saved")
    assert list(saved.run(table_rows.codes)) == [code]
    saved.close()


async def test_nobody_need_ask_for_it_to_be_noticed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(async_database, "WATCH", 0.0)
    monkeypatch.setattr(async_database, "PARTING", 0.0)
    told = list[str]()
    watching = AsyncDatabase(Database(f"sqlite:///{file}"), told.append)

    async def nothing() -> None:
        """No other program writes."""

    looking = asyncio.create_task(watching.watch(nothing))
    await asyncio.sleep(0)
    file.unlink()
    while not told:
        await asyncio.sleep(0.01)
    looking.cancel()
    watching.close()
    assert [why.startswith(f"{file} was deleted") for why in told] == [True]


@contextmanager
def locked(file: Path, *more: str) -> Iterator[None]:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        for statement in (*more, "BEGIN EXCLUSIVE"):
            other.execute(statement)
        yield
        other.execute("ROLLBACK")


async def test_a_question_that_waits_for_a_lock_holds_up_no_other(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(async_database, "ANSWER", 0.2)
    asks, ended = AsyncDatabase(Database(f"sqlite:///{file}")), list[object]()

    async def ask(method: Callable[..., object], *given: str) -> None:
        try:
            ended.append(await asks.ask(method, *given))
        except DatabaseFailed as error:
            ended.append(str(error))

    with locked(file):
        writes = [ask(table_rows.upload, code, "", "") for code in "ABC"]
        await asyncio.gather(*writes, *(ask(table_rows.codes) for _ in writes))
    assert ended == [{}] * 3 + ["The database failed; try again in a while."] * 3
    asks.close()


async def test_a_move_waits_for_a_lock_longer_than_a_question(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(async_database, "ANSWER", 0.0)
    database = Database(f"sqlite:///{file}")
    database.run(table_rows.open_table, "{}", Append("ABCDEF", 0, ["one"]))
    asks = AsyncDatabase(database)
    with locked(file):
        moving = asyncio.create_task(asks.append(Append("ABCDEF", 1, ["two"])))
        with pytest.raises(StoreError):
            await asks.ask(table_rows.upload, "GHJKLM", "", "")
    await moving
    assert database.run(table_rows.since, "ABCDEF", 1) == ("two",)
    asks.close()


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.fixture
def usual() -> Iterator[None]:
    """Files are made for everybody to read, as on most systems."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("usual")
def test_a_database_is_for_its_owner_alone(file: Path) -> None:
    file.parent.chmod(0o755)
    with sqlite_file.serving(f"sqlite:///{file}"):
        database = Database(f"sqlite:///{file}")
        assert modes(file.parent) == {f"{file.name}{end}": 0o600 for end in ("", LOG, INDEX, LOCK)}
        file.unlink()
        with pytest.raises(DatabaseLost):
            database.run(table_rows.codes)
        database.close()
    assert modes(file.parent)[f"{file.name}-saved"] == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o755


@pytest.mark.usefixtures("usual")
def test_a_database_that_everybody_could_read_is_closed_to_them(file: Path) -> None:
    """As older versions made it, killed with its log beside it; looking at it alone changes nothing."""
    Database(f"sqlite:///{file}").close()
    for end in ("", LOG, INDEX, LOCK):
        Path(f"{file}{end}").touch()
        Path(f"{file}{end}").chmod(0o644)
    Database(f"sqlite:///{file}", serves=False).close()
    assert modes(file.parent)[file.name] == 0o644
    with sqlite_file.serving(f"sqlite:///{file}"):
        database = Database(f"sqlite:///{file}")
        assert set(modes(file.parent).values()) == {0o600}
        database.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "LOCK_PATIENCE", 0.0)


@pytest.mark.usefixtures("impatient")
def test_a_second_server_of_a_file_is_refused_until_the_first_ends(
    own_server: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "run", lambda bound, *_: bound.close())
    file = own_server.home / "tables.sqlite3"
    other = tmp_path / "other.sqlite3"
    other.symlink_to(file)
    for named in (file, other):
        told = complaint("serve", "--port", "0", "--database", f"sqlite:///{named}")
        way_out = "stop it, or set another FIVEDICE_HOME"
        assert told == f"{file} is in use by another fivedice server; {way_out}."
    own_server.kill()
    with sqlite_file.serving(own_server.database):
        pass


def test_a_server_that_is_ending_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where one is replaced: the next has the file as soon as the last has let go of it."""
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    ending = sqlite_file.serving(url)
    ending.__enter__()
    monkeypatch.setattr(sqlite_file, "sleep", lambda _: ending.__exit__(None, None, None))
    with sqlite_file.serving(url), monkeypatch.context() as later:
        later.setattr(sqlite_file, "LOCK_PATIENCE", 0.0)
        with pytest.raises(StoreError, match="in use by another"), sqlite_file.serving(url):
            pass


def _another_program(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE bills (sum INTEGER)")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_another_program, "{} is the database of another program; choose another file for the tables."),
        (
            lambda file: file.write_text("root:x:0:0\n" * 100),
            "The database {} has a damaged list of tables or is not a SQLite database; restore a backup with "
            "`fivedice restore`, or try `sqlite3 FILE .recover`.",
        ),
        (Path.mkdir, "{} is not a file; choose a file for the tables."),
        (lambda file: file.symlink_to(file), "{0} is a link to {0}; choose a file for the tables."),
    ],
    ids=["of another program", "a text", "a folder", "a link to itself"],
)
def test_what_is_not_ours_is_left_alone(
    make: Change, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "run", lambda bound, _: bound.close())
    file = tmp_path / "some #file.sqlite3"
    make(file)
    before = file.read_bytes() if file.is_file() else b""
    assert complaint("serve", "--port", "0", "--database", f"sqlite:///{file}") == why.format(file)
    assert [*tmp_path.iterdir()] == [file]
    assert (file.read_bytes() if file.is_file() else b"") == before


@pytest.mark.parametrize("is_ours", [False, True], ids=["empty", "ours"])
def test_what_is_ours_or_nobodys_is_served(is_ours: bool, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    file.touch()
    if is_ours:
        Database(f"sqlite:///{file}").close()
    with sqlite_file.serving(f"sqlite:///{file}"):
        assert Path(f"{file}{sqlite_file.LOCK}").exists()


@pytest.mark.usefixtures("impatient")
def test_where_files_know_no_locks_it_is_served_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fcntl, "flock", Mock(side_effect=OSError(errno.ENOLCK, "no locks available")))
    file = tmp_path / "tables.sqlite3"
    with sqlite_file.serving(f"sqlite:///{file}"), sqlite_file.serving(f"sqlite:///{file}"):
        assert [*tmp_path.iterdir()] == [Path(f"{file}{sqlite_file.LOCK}")]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("url", ["postgresql://localhost/x", "sqlite:///:memory:", "sqlite:///", "nonsense"])
def test_what_is_no_file_has_no_lock(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with sqlite_file.serving(url), sqlite_file.serving(url):
        assert [*tmp_path.iterdir()] == []
