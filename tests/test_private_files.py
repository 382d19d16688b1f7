"""What the program keeps of people is for its owner alone, also where files are usually for all to read."""

import os
import stat
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from fivedice import private_files
from fivedice.__main__ import run
from fivedice.api import solvers
from fivedice.cli.shared import console, left_match
from fivedice.folders import NOWHERE
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


SOMEBODY = 54_321


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache folder as the program makes it, with a file of compiled code in it."""
    place = tmp_path / "home" / "tables" / "compiled" / "0123"
    place.mkdir(parents=True)
    for folder in (place, *place.parents[:3]):
        folder.chmod(0o755)
    (place / "code.nbi").touch()
    (place / "code.nbi").chmod(0o644)
    return tmp_path / "home" / "tables"


def opened(place: str, mode: int) -> Callable[[Path], None]:
    """Gives a file or folder in the cache this mode."""
    return lambda cache: (cache / place).chmod(mode)


def made_with_umask_002(cache: Path) -> None:
    """Nobody else gets into the cache; a group could write to what numba has made in it."""
    cache.chmod(0o700)
    (cache / "compiled" / "0123").chmod(0o775)
    (cache / "compiled" / "0123" / "code.nbi").chmod(0o664)


def open_in_a_closed_one(cache: Path) -> None:
    """Nobody else gets into the cache; but somebody has opened a part of it to all."""
    cache.chmod(0o700)
    (cache / "compiled").chmod(0o777)


def below_a_sticky_folder(cache: Path) -> None:
    """As in /tmp."""
    cache.parent.chmod(0o1777)


def linked(cache: Path) -> None:
    """Compiled code lies elsewhere, where others can write."""
    (cache / "compiled").rename(cache.parent.parent / "elsewhere")
    (cache.parent.parent / "elsewhere").chmod(0o777)
    (cache / "compiled").symlink_to(cache.parent.parent / "elsewhere")


@pytest.mark.parametrize(
    "change", [opened(".", 0o755), opened(".", 0o700), made_with_umask_002, below_a_sticky_folder]
)
def test_what_is_this_users_alone_is_used(change: Callable[[Path], None], cache: Path) -> None:
    change(cache)
    assert private_files.distrust(cache) == ""
    assert private_files.distrust(cache / "new") == ""


@pytest.mark.parametrize(
    ("change", "culprit"),
    [
        (opened(".", 0o775), "tables"),
        (opened("compiled", 0o757), "compiled"),
        (opened("compiled/0123", 0o777), "0123"),
        (opened("compiled/0123/code.nbi", 0o666), "code.nbi"),
        (opened("..", 0o777), "home"),
        (linked, "elsewhere"),
        (open_in_a_closed_one, "compiled"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_where_others_can_write_is_named(change: Callable[[Path], None], culprit: str, cache: Path) -> None:
    change(cache)
    said = private_files.distrust(cache)
    assert f"{culprit}. " in said
    assert f"run: chmod -R go-w {cache}" in said or said.endswith(f"Run: chmod o-w {cache.parent}")


def test_what_belongs_to_somebody_else_is_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = cache / "compiled" / "0123" / "code.nbi"
    if os.getuid() == 0:
        os.chown(code, SOMEBODY, -1)
    else:
        monkeypatch.setattr(os, "getuid", lambda: SOMEBODY)
    assert private_files.distrust(cache).endswith(f"belongs to another user. Remove {cache}.")


def test_where_users_have_no_numbers_nothing_is_refused(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows, modes do not say who can write."""
    cache.chmod(0o777)
    monkeypatch.delattr(os, "getuid")
    assert private_files.distrust(cache) == ""


def test_a_command_goes_on_without_and_says_so_once(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cache.chmod(0o777)
    console.warn.cache_clear()
    before = sorted(cache.rglob("*"))
    assert store.tables() == NOWHERE
    assert run(["hint", "junior", "goofy=4, pluto=0 / daisy=3", "12334", "--aim", "wins"]) == 0
    told = capsys.readouterr()
    assert told.err.count("Solved tables and compiled code are not read or stored") == 1
    assert f"chmod -R go-w {cache}" in told.err
    assert "the best" in told.out
    assert sorted(cache.rglob("*")) == before


def test_programs_are_warned(cache: Path) -> None:
    cache.chmod(0o777)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        solvers._library.__wrapped__(store.tables())
    assert [str(warning.message) for warning in told] == [store.cache_problem()]
