"""Whole databases: backup, restore, moving between SQLite and PostgreSQL, and what a doctor finds."""

import errno
import gzip
import io
import sqlite3
import sys
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path
from unittest.mock import Mock

import pytest

from fivedice.__main__ import run
from fivedice.cli import database as commands
from fivedice.runtime.store import StoreError
from fivedice.server.settings import Settings
from fivedice.server.storage import schema, sqlite_file, table_rows
from fivedice.server.storage.database import Database, serving, shown_url, unserved
from tests.commands import complaint, printed, refused
from tests.server.postgres import database as database_of
from tests.server.sample import (
    LEFT,
    NIGHT,
    OVER,
    PAGE,
    PLAYED,
    RECORD,
    UPLOAD,
    execute,
    rows,
    torn_in_the_middle,
)
from tests.server.serving import in_thread


def filled(url: str) -> str:
    with closing(Database(url)) as database:
        database.run(table_rows.upload, UPLOAD, RECORD, "{}")
    return url


def test_a_database_is_copied_examined_and_moved(sample: str, empty: str, tmp_path: Path) -> None:
    before, copy, moved = rows(sample), tmp_path / "copy.sqlite3", f"sqlite:///{tmp_path / 'moved.sqlite3'}"
    assert run(["doctor", "--database", sample]) == 0
    assert run(["backup", str(copy), "--database", sample]) == 0
    assert copy.stat().st_mode & 0o077 == 0
    assert run(["restore", str(copy), "--database", empty]) == 0
    assert run(["move-database", empty, moved]) == 0
    assert rows(moved) == rows(empty) == rows(sample) == before
    assert [len(found) for found in before.values()] == [3, 81, 1]


def test_a_backup_says_what_it_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, first, second = (tmp_path / name for name in ("new.sqlite3", "first", "second"))
    Database(f"sqlite:///{file}").close()
    told = printed("backup", str(first), "--database", f"sqlite:///{file}")
    assert told == f"{first} holds 0 tables of {file}.\n"
    monkeypatch.setattr(time, "time", lambda: datetime(2026, 11, 26, 9, 13).timestamp())
    filled(f"sqlite:///{file}")
    told = printed("backup", str(second), "--database", f"sqlite:///{file}")
    assert told == f"{second} holds 1 table of {file}, newest entry 2026-11-26 09:13.\n"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("sqlite:////var/tables.sqlite3", "/var/tables.sqlite3"),
        ("postgresql://ann:se@cret@host/dice", "postgresql://ann:...@host/dice"),
        ("postgresql://ann@host/dice", "postgresql://ann@host/dice"),
        (
            "postgresql:///dice?user=ann&password=secret&host=/run",
            "postgresql:///dice?user=ann&password=...&host=/run",
        ),
    ],
)
def test_no_password_is_shown(url: str, shown: str) -> None:
    assert shown_url(url) == shown


def test_a_server_that_was_started_once_is_an_empty_place(sample: str, postgres_server: str) -> None:
    """In PostgreSQL, where containers start the server first; but one with a table is never overwritten."""
    with database_of(postgres_server, f"s{time.monotonic_ns()}") as address:
        Database(address).close()
        assert run(["move-database", sample, address]) == 0
        before = rows(address)
        assert "The database already exists" in complaint("move-database", sample, address)
        assert rows(address) == before


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    Database(f"sqlite:///{database}").close()
    there = tmp_path / "there"
    there.write_text("letters")
    said = f"{there} already exists"
    assert said in complaint("backup", str(there), "--database", f"sqlite:///{database}")
    assert run(["backup", str(tmp_path / "copy"), "--database", f"sqlite:///{database}"]) == 0
    assert said in complaint("restore", str(tmp_path / "copy"), "--database", f"sqlite:///{there}")
    assert there.read_text() == "letters"


def test_a_backup_can_be_piped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    Database(database).close()
    assert run(["backup", "-", "--database", database]) == 0
    written = capfdbinary.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(written)))
    target = f"sqlite:///{tmp_path / 'home' / 'target.sqlite3'}"
    assert run(["restore", "-", "--database", target]) == 0
    assert rows(target) == rows(database)


def test_a_compressed_backup_is_called_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, target = tmp_path / "my tables.gz", f"sqlite:///{tmp_path / 'target.sqlite3'}"
    file.write_bytes(gzip.compress(b"a database"))
    told = complaint("restore", str(file), "--database", target)
    assert f"`gunzip -c '{file}' | fivedice restore -` restores it." in told
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    told = complaint("restore", "-", "--database", target)
    assert "`gunzip -c FILE | fivedice restore -` restores it." in told


@pytest.mark.parametrize("content", [b"", b"no database, but letters" * 100], ids=["nothing", "letters"])
def test_what_is_no_backup_is_refused(content: bytes, tmp_path: Path) -> None:
    file, target = tmp_path / "file", tmp_path / "home" / "tables.sqlite3"
    file.write_bytes(content)
    assert complaint("restore", str(file), "--database", f"sqlite:///{target}")
    assert not target.exists()


@pytest.mark.parametrize(
    "words",
    [
        "backup {}/copy.sqlite3 --database {}/plain.sqlite3",
        "restore {}/new.sqlite3 --database {}/plain.sqlite3",
        "move-database {}/new.sqlite3 sqlite:///{}/x",
        "move-database sqlite:///{}/new.sqlite3 {}/x",
    ],
)
def test_a_path_that_is_no_url_is_refused(words: str, tmp_path: Path) -> None:
    filled(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    told = refused(*words.replace("{}", str(tmp_path)).split())
    assert "is not the URL of a database; use sqlite:///FILE or postgresql://" in told
    assert not any((tmp_path / name).exists() for name in ("copy.sqlite3", "plain.sqlite3", "x"))


def test_a_doctor_recovers_what_can_be_read(harmed: str, tmp_path: Path) -> None:
    into, before = tmp_path / "recovered.sqlite3", rows(harmed)
    told = printed("doctor", "--database", harmed, "--into", str(into), code=1)
    assert f"{PLAYED} is damaged: the first 2 entries can be recovered." in told
    assert f"{NIGHT} is damaged: the first 2 entries can be recovered." in told
    assert f"{LEFT} is damaged: nothing can be recovered." in told
    assert OVER not in told
    assert UPLOAD not in told
    assert rows(harmed) == before
    assert run(["doctor", str(into)]) == 0
    recovered = rows(f"sqlite:///{into}")
    assert len(recovered["fivedice_tables"]) == 2
    assert recovered["fivedice_uploads"] == before["fivedice_uploads"]


def test_a_backup_of_damaged_pages_fails_and_is_kept_under_another_name(many: Path, tmp_path: Path) -> None:
    """With code 1 and one sentence, so that a timer notices; no name looks like that of a good copy."""
    torn_in_the_middle(many)
    wanted, said = tmp_path / "today.sqlite3", f"{many} has damaged pages; `fivedice doctor` shows"
    for name in ("today-damaged.sqlite3", "today-damaged2.sqlite3"):
        told = complaint("backup", str(wanted), "--database", f"sqlite:///{many}", code=1)
        assert told == f"{said} what can be recovered. The copy is {tmp_path}/{name}."
        assert run(["doctor", str(tmp_path / name)]) == 1
    assert not wanted.exists()


def test_a_damaged_database_is_piped_and_the_pipe_fails(
    many: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    torn_in_the_middle(many)
    assert run(["backup", "-", "--database", f"sqlite:///{many}"]) == 1
    out, err = capfdbinary.readouterr()
    assert err.decode() == (
        f"fivedice: {many} has damaged pages; `fivedice doctor` shows what can be recovered.\n"
    )
    (tmp_path / "piped.sqlite3").write_bytes(out)
    assert run(["doctor", str(tmp_path / "piped.sqlite3")]) == 1


def test_a_verified_backup_replays_every_table(harmed: str, tmp_path: Path) -> None:
    plain, verified = tmp_path / "plain.sqlite3", tmp_path / "verified.sqlite3"
    assert run(["backup", str(plain), "--database", harmed]) == 0
    told = refused("backup", str(verified), "--database", harmed, "--verify", code=1)
    assert f"is damaged at {LEFT}, {PLAYED} and {NIGHT}; `fivedice doctor` shows" in told
    assert told.endswith(f"The copy is {tmp_path}/verified-damaged.sqlite3.\n")
    assert not verified.exists()
    assert rows(f"sqlite:///{tmp_path}/verified-damaged.sqlite3") == rows(f"sqlite:///{plain}")


OLDER = ["club-2026-11-24.sqlite3", "club-2026-11-25T0300.sqlite3", "club-2026-11-25.sqlite3"]
OTHERS = [
    "club-2026-11-20-damaged.sqlite3",
    "club-2026-11-20.sqlite3.gz",
    "club-before-upgrade.sqlite3",
    "club2-2026-11-20.sqlite3",
]


def test_the_newest_backups_are_kept_and_no_other_file_is_deleted(many: Path, tmp_path: Path) -> None:
    """Only names that differ in nothing but the date count, and a damaged backup deletes none."""
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in (*OLDER, *OTHERS):
        (folder / name).touch()
    words = ["--database", f"sqlite:///{many}", "--keep", "2"]
    told = printed("backup", str(folder / "club-2026-11-26.sqlite3"), *words).splitlines()[1:]
    assert told == [f"{OLDER[2]} was deleted.", f"{OLDER[0]} was deleted."]
    left = {*OTHERS, OLDER[1], "club-2026-11-26.sqlite3"}
    assert {one.name for one in folder.iterdir()} == left
    torn_in_the_middle(many)
    assert run(["backup", str(folder / "club-2026-11-27.sqlite3"), *words]) == 1
    assert {one.name for one in folder.iterdir()} == {*left, "club-2026-11-27-damaged.sqlite3"}


@pytest.mark.parametrize("file", ["today.sqlite3", "2026-11-26/tables.sqlite3", "-"])
def test_backups_without_a_date_are_not_counted(file: str) -> None:
    """Nobody could tell them from other files."""
    told = refused("backup", file, "--keep", "3")
    assert "--keep needs a file whose name contains a date" in told


def test_a_doctor_takes_a_url_like_every_command() -> None:
    assert complaint("doctor", "postgresql:///dice") == "The URL of a database follows --database."


def test_a_doctor_saves_what_stands_in_sound_pages(many: Path, tmp_path: Path) -> None:
    into, target = tmp_path / "into.sqlite3", tmp_path / "new.sqlite3"
    content = torn_in_the_middle(many).read_bytes()
    told = complaint("restore", str(many), "--database", f"sqlite:///{target}")
    assert told == "The backup has damaged pages; `fivedice doctor` shows what can be recovered."
    assert not target.exists()
    for kept in (content, content[: -10 * PAGE]):
        many.write_bytes(kept)
        told = printed("doctor", str(many), "--into", str(into), code=1)
        assert told.startswith(f"{many} has damaged pages. This can be read:\n")
        codes = [row[0] for row in rows(f"sqlite:///{into}")["fivedice_uploads"]]
        assert 150 < len(codes) < 200
        assert into.stat().st_mode & 0o077 == 0
        into.unlink()


def test_a_doctor_examines_records(tmp_path: Path) -> None:
    golden = Path(__file__).parents[1] / "golden"
    whole = sorted(golden.glob("**/*.jsonl"))[0].read_bytes()
    (tmp_path / "whole.jsonl").write_bytes(whole)
    (tmp_path / "cut.jsonl").write_bytes(whole.replace(b"\n", b"\nx", 2))
    told = printed("doctor", str(tmp_path), code=1)
    assert "cut.jsonl is damaged at line 2: This is not" in told
    assert "2 records, 1 damaged." in told


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a user who sits in somebody else's; not a file in it that nobody knows."""
    failure = PermissionError(errno.EACCES, "Permission denied", str(tmp_path / "copy-x"))
    monkeypatch.setattr(commands, "TemporaryDirectory", Mock(side_effect=failure))
    file = tmp_path / "tables.sqlite3"
    Database(f"sqlite:///{file}").close()
    told = complaint("doctor", str(file), "--into", str(tmp_path / "new.sqlite3"))
    assert told == f"The folder {tmp_path} cannot be written: permission denied."


def test_the_copy_of_a_live_database_is_of_one_moment(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    database = Database(f"sqlite:///{file}")
    for number in range(20):
        database.run(table_rows.upload, f"A{number:05}", "x", "{}")
        assert run(["backup", str(tmp_path / f"copy{number}"), "--database", f"sqlite:///{file}"]) == 0
        with sqlite3.connect(tmp_path / f"copy{number}") as copy:
            assert copy.execute("SELECT count(*) FROM fivedice_uploads").fetchone() == (number + 1,)
    database.close()


def test_no_command_changes_a_database_of_postgresql_that_is_served(
    postgres_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "LOCK_PATIENCE", 0.0)
    number, copy = time.monotonic_ns(), tmp_path / "copy.sqlite3"
    with (
        database_of(postgres_server, f"f{number}") as served,
        database_of(postgres_server, f"t{number}") as free,
    ):
        with in_thread(Settings(served)):
            assert run(["backup", str(copy), "--database", served]) == 0
            assert run(["doctor", "--database", served]) == 0
            for words in (
                ["move-database", served, free],
                ["move-database", f"sqlite:///{copy}", served],
                ["restore", str(copy), "--database", served],
                ["tables", "--remove", "ABCDEF", "--database", served],
            ):
                assert complaint(*words) == f"{served} is in use by a fivedice server; stop it first."
        assert run(["move-database", served, free]) == 0


def test_no_server_starts_while_a_command_changes_its_database(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "LOCK_PATIENCE", 0.0)
    with database_of(postgres_server, f"w{time.monotonic_ns()}") as address:
        with unserved(address):
            told = complaint("serve", "--host", "127.0.0.1", "--port", "0", "--database", address)
        assert "is being changed by another command" in told
        with serving(address), serving(address), pytest.raises(StoreError), unserved(address):
            pass


@pytest.mark.parametrize("command", ["serve --port 0", "serve --check", "tables", "doctor"])
def test_a_database_of_another_version_is_refused(command: str, sample: str) -> None:
    told = "The database was made by another version of fivedice; start that one."
    execute(sample, f"UPDATE fivedice_schema SET version = {schema.VERSION + 1}")
    assert complaint(*command.split(), "--database", sample) == told
