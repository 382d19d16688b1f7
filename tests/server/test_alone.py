"""A file of SQLite has one server: a second is refused, and one that takes the place of another is not."""

import errno
import fcntl
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fivedice.runtime.store import StoreError
from fivedice.server import supervisor
from fivedice.server.storage import sqlite_file
from fivedice.server.storage.database import Database
from tests.commands import complaint
from tests.server.serving import Process


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for another server to end."""
    monkeypatch.setattr(sqlite_file, "LOCK_PATIENCE", 0.0)


@pytest.mark.usefixtures("impatient")
def test_a_second_server_of_a_file_is_refused_until_the_first_ends(
    own_server: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whatever name it calls the file; a server that is killed has the file no more."""
    monkeypatch.setattr(supervisor, "run", lambda bound, *_: bound.close())
    file = own_server.home / "tables.sqlite3"
    other = tmp_path / "other.sqlite3"
    other.symlink_to(file)
    for named in (file, other):
        told = complaint("serve", "--port", "0", "--database", f"sqlite:///{named}")
        assert told == f"{file} is in use by another fivedice server."
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


def _no_database(file: Path) -> None:
    file.write_text("root:x:0:0\n" * 100)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_another_program, "{} is the database of another program; choose another file for the tables."),
        (
            _no_database,
            "The database {} has a damaged list of tables or is not a SQLite database; restore a backup with "
            "`fivedice restore`, or try `sqlite3 FILE .recover`.",
        ),
        (Path.mkdir, "{} is not a file; choose a file for the tables."),
        (lambda file: file.symlink_to(file), "{0} is a link to {0}; choose a file for the tables."),
    ],
    ids=["of another program", "a text", "a folder", "a link to itself"],
)
def test_what_is_not_ours_is_left_alone(
    make: Callable[[Path], None], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused in one sentence; nothing is written on it, and nothing is left beside it."""
    monkeypatch.setattr(supervisor, "run", lambda bound, _: bound.close())
    file = tmp_path / "some #file.sqlite3"
    make(file)
    before = file.read_bytes() if file.is_file() else b""
    assert complaint("serve", "--port", "0", "--database", f"sqlite:///{file}") == why.format(file)
    assert [*tmp_path.iterdir()] == [file]
    assert (file.read_bytes() if file.is_file() else b"") == before


@pytest.mark.parametrize("is_ours", [False, True], ids=["empty", "ours"])
def test_what_is_ours_or_nobodys_is_served(is_ours: bool, tmp_path: Path) -> None:
    """A file that is still empty, and one of a server."""
    file = tmp_path / "tables.sqlite3"
    file.touch()
    if is_ours:
        Database(f"sqlite:///{file}").close()
    with sqlite_file.serving(f"sqlite:///{file}"):
        pass


@pytest.mark.usefixtures("impatient")
def test_where_files_know_no_locks_it_is_served_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on some network drives."""

    def unknown(*_: Any) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(fcntl, "flock", unknown)
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with sqlite_file.serving(url), sqlite_file.serving(url):
        pass


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("url", ["postgresql://localhost/x", "sqlite:///:memory:", "sqlite:///", "nonsense"])
def test_what_is_no_file_has_no_lock(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers share a PostgreSQL; nothing is written anywhere."""
    monkeypatch.chdir(tmp_path)
    with sqlite_file.serving(url), sqlite_file.serving(url):
        assert [*tmp_path.iterdir()] == []
