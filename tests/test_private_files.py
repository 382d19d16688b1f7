"""What the program keeps of people is for its owner alone, also where files are usually for all to read."""

import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from fivedice import private_files
from fivedice.__main__ import run
from fivedice.cli.shared import left_match
from fivedice.runtime import store
from fivedice.runtime.store import Log
from fivedice.solve.kernel import tables


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """That of most systems."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    """What everybody may do with a file."""
    return stat.S_IMODE(path.stat().st_mode)


def modes(below: Path) -> set[int]:
    """The modes of all files below a folder, and of all folders."""
    assert any(path.is_file() for path in below.rglob("*"))
    assert {mode(path) for path in below.rglob("*") if path.is_file()} == {0o600}
    return {mode(path) for path in below.rglob("*") if path.is_dir()}


def test_records_and_their_folders_are_private(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with closing(Log.create(tmp_path / "home" / "records", "junior", "{}")) as log:
        store.set_aside(log.path, b"damaged")
        left_match.remember_real_dice(log.path, left_match.RealDice("every", 0))
    assert modes(tmp_path) == {0o700}
    assert mode(tmp_path) == 0o755


def test_a_record_of_an_older_version_becomes_private_when_it_is_gone_on_with(tmp_path: Path) -> None:
    """Its folder was there before, and stays as it is."""
    tmp_path.chmod(0o755)
    record = tmp_path / "record.jsonl"
    record.write_text("{}\n")
    Log.reopen(record).close()
    assert (mode(record), mode(tmp_path)) == (0o600, 0o755)


def test_records_that_a_command_writes_into_a_folder_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "here" / "records"
    assert run(["simulate", "junior", "--matches", "2", "--records", str(folder)]) == 0
    assert modes(tmp_path) == {0o700}


def test_solved_tables_and_their_folders_are_private(tmp_path: Path) -> None:
    """They may be of a card that somebody made."""
    assert tables.write(tmp_path / "cache" / "tables" / "some.table", "made", np.zeros(3))
    assert modes(tmp_path) == {0o700}


def test_a_page_that_was_asked_for_is_like_other_files(tmp_path: Path) -> None:
    """Who names a file to be written may want to put it on the web."""
    store.write_new(tmp_path / "page.html", ["page"])
    assert mode(tmp_path / "page.html") == 0o644


def test_a_file_of_somebody_else_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its owner can say who may read it."""
    file = tmp_path / "theirs"
    file.touch(0o644)
    monkeypatch.setattr(os, "geteuid", lambda: file.stat().st_uid + 1)
    private_files.tighten(file)
    assert mode(file) == 0o644


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(OSError, match="file"):
            private_files.make_folder(folder)
