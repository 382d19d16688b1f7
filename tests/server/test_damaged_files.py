"""Damaged files and tables: every command has the same verdict, and a server loses nothing else."""

import asyncio
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from fivedice.runtime.store import StoreError
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import Damaged
from tests.commands import fivedice, printed, refused
from tests.server.sample import LEFT, OVER, PAGE, PLAYED, UPLOAD, fill, torn_in_the_middle
from tests.server.stored import registry_over
from tests.spread import one_in

Harm = Callable[[Path], object]
DOCTOR, RECOVER = "`fivedice doctor` shows what can be recovered", "`sqlite3 FILE .recover`"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("sound") / "tables.sqlite3"
    fill(f"sqlite:///{file}")
    return file


def execute(statement: str) -> Harm:
    def harm(file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute(statement)

    return harm


def overwritten(pages: slice) -> Harm:
    def harm(file: Path) -> None:
        content = bytearray(file.read_bytes())
        first, last = pages.start * PAGE, pages.stop * PAGE
        content[first:last] = bytes(last - first)
        file.write_bytes(content)

    return harm


def instead(make: Harm) -> Harm:
    def harm(file: Path) -> None:
        file.unlink()
        make(file)

    return harm


NO_UTF8 = "UPDATE {} SET {} = CAST(CAST({} AS BLOB) || x'ff' AS TEXT) WHERE code = '{}'"
AT_A_TABLE = {
    "a byte in an entry": execute(
        "UPDATE fivedice_entries SET entry = CAST(replace(CAST(entry AS BLOB), x'416e6e', x'41ff6e') AS TEXT)"
        f" WHERE code = '{PLAYED}' AND number = 1"
    ),
    "a byte in the terms": execute(NO_UTF8.format("fivedice_tables", "terms", "terms", PLAYED)),
    "a byte in a record": execute(NO_UTF8.format("fivedice_uploads", "record", "record", UPLOAD)),
    "broken JSON": execute(
        f"UPDATE fivedice_entries SET entry = '{{' WHERE code = '{PLAYED}' AND number = 3"
    ),
    "an entry is gone": execute(f"DELETE FROM fivedice_entries WHERE code = '{PLAYED}' AND number = 3"),
}
IN_PAGES = {
    "a page overwritten": torn_in_the_middle,
    "pages overwritten": overwritten(slice(1, 8)),
    "cut off": lambda file: os.truncate(file, file.stat().st_size - PAGE),
    "a table is gone": execute("DROP TABLE fivedice_uploads"),
    "no version": execute("DELETE FROM fivedice_schema"),
}
ILLEGIBLE = {
    "first page overwritten": overwritten(slice(0, 1)),
    "cut in half": lambda file: os.truncate(file, file.stat().st_size // 2 // PAGE * PAGE),
    "a text": lambda file: file.write_text("root:x:0:0\n" * 1000),
}
NOT_OURS = {
    "a link to itself": instead(lambda file: file.symlink_to(file)),
    "a link to a device": instead(lambda file: file.symlink_to("/dev/zero")),
    "a link to nowhere": instead(lambda file: file.symlink_to("nowhere")),
    "a folder": instead(Path.mkdir),
    "a pipe": instead(os.mkfifo),
    "of another program": instead(execute("CREATE TABLE bills (sum INTEGER)")),
}
COMMANDS = {
    "serve --check": (0, 2, 2, 2),
    "backup {}/copy": (0, 1, 1, 2),
    "backup {}/copy --verify": (1, 1, 1, 2),
    "doctor": (1, 1, 1, 2),
    "doctor --into {}/new": (1, 1, 1, 2),
}
"""The exit codes for each of the four groups of damage."""
GROUPS = (AT_A_TABLE, IN_PAGES, ILLEGIBLE, NOT_OURS)
EVERY = [
    (group, kind, command) for group, kinds in enumerate(GROUPS) for kind in kinds for command in COMMANDS
]
HARM = AT_A_TABLE | IN_PAGES | ILLEGIBLE | NOT_OURS


@pytest.mark.parametrize(("group", "kind", "command"), one_in(4, EVERY))
def test_every_command_has_the_same_verdict(
    group: int, kind: str, command: str, sound: Path, tmp_path: Path
) -> None:
    """No name of a player is printed; a damaged backup is kept and named so; a doctor saves the rest."""
    file, out = tmp_path / "tables.sqlite3", tmp_path / "out"
    shutil.copy(sound, file)
    out.mkdir()
    HARM[kind](file)
    ended = fivedice(*command.format(out).split(), "--database", f"sqlite:///{file}")
    told = ended.stdout + ended.stderr
    assert (ended.returncode, "Ann" in told, "Traceback" in told) == (
        COMMANDS[command][group],
        False,
        False,
    ), told
    made = {path.name for path in out.iterdir()}
    if command.startswith("backup"):
        assert made == {"copy" if ended.returncode == 0 else "copy-damaged"} if group < 3 else not made
    elif "--into" in command and group < 2:
        again = fivedice("doctor", str(out / "new"))
        assert (again.returncode, OVER in again.stdout) == (0, False), again.stdout
    else:
        assert not made
    if ended.returncode and not (command.startswith("doctor") and group < 2):
        assert {0: DOCTOR, 1: DOCTOR, 2: RECOVER, 3: "choose"}[group] in told
    assert (command != "serve --check") or group or DOCTOR in told


@pytest.mark.parametrize("kind", one_in(2, [*IN_PAGES, *ILLEGIBLE]))
async def test_a_monitor_hears_of_damage_that_no_statement_has_met(
    kind: str, sound: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "tables.sqlite3"
    shutil.copy(sound, file)
    storage = AsyncDatabase(Database(f"sqlite:///{file}"))
    HARM[kind](file)
    with pytest.raises(StoreError) as failed:
        await storage.check()
    assert str(failed.value) == "The database of this server is damaged; please tell its host."
    assert any(DOCTOR in line or RECOVER in line for line in caplog.messages)
    await asyncio.to_thread(storage.close)


def test_a_file_with_two_names_is_not_served(sound: Path, tmp_path: Path) -> None:
    """Two servers would lose each other's moves; but it can be copied."""
    file = tmp_path / "tables.sqlite3"
    shutil.copy(sound, file)
    (tmp_path / "other.sqlite3").hardlink_to(file)
    for command in ("serve --port 0", "serve --check", "tables"):
        told = fivedice(*command.split(), "--database", f"sqlite:///{file}")
        assert (told.returncode, f"`find / -samefile {file}`" in told.stderr) == (2, True)
    assert fivedice("backup", str(tmp_path / "copy"), "--database", f"sqlite:///{file}").returncode == 0


async def test_a_server_loses_what_is_damaged_and_nothing_else(
    harmed: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with registry_over(harmed) as registry:
        for _ in range(2):
            assert set(await registry.summaries([LEFT, OVER, PLAYED, UPLOAD])) == {OVER, UPLOAD}
            with pytest.raises(Damaged, match=f"The data of {PLAYED} is damaged and cannot be read."):
                await registry.table(PLAYED)
            await registry.play_overdue()
            await registry.close_left(time.time() + 1e9)
    lines = [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.ERROR]
    assert sorted(line.partition(" cannot be read (")[0] for line in lines) == sorted(
        f"The data of {code}" for code in (LEFT, OVER, PLAYED)
    )


def test_whoever_serves_is_told_what_is_damaged(harmed: str, tmp_path: Path) -> None:
    lines = printed("tables", "--database", harmed).splitlines()
    assert [line[8:24] for line in lines if line.startswith(OVER)] == ["at unknown time "]
    told = {line[:6]: line[26:] for line in lines}
    assert {told[code] for code in (LEFT, PLAYED)} == {"Damaged and unreadable."}
    assert all(told[code].endswith(" Over.") for code in (OVER, UPLOAD))
    sentence = refused("tables", "--database", harmed, "--records", str(tmp_path / "out"))
    assert sentence == f"fivedice: Damaged and unreadable: {LEFT} and {PLAYED}.\n"
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        f"fivedice-{code}.jsonl" for code in (OVER, UPLOAD)
    }
