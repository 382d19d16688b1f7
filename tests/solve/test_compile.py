"""Compiled code is kept on disk only where it is sure to be found out when a source changes."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import numba
import pytest

from fivedice import folders
from fivedice.folders import COMPILED_VARIABLE, HOME_VARIABLE
from fivedice.solve.kernel import compile as compiling
from fivedice.solve.kernel import tables

COUNTS = """
from fivedice.solve.kernel import settings

begun = []
settings.listeners.append(begun.append)

import numpy as np
from fivedice.solve.cards.spread import Spans, trim

trim(np.zeros(0, int), Spans(*np.zeros((3, 0), int)), np.zeros(0, np.float32))
print(sum(begun))
"""
"""Says how much it compiles for one small function."""


def twice(number: int) -> int:
    return 2 * number


@pytest.fixture(autouse=True)
def kept_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test starts with no folder, and leaves none."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")


def keep_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps what is compiled from now on where a new process does that has this folder for it."""
    monkeypatch.setenv(COMPILED_VARIABLE, str(folder))
    monkeypatch.setattr(numba.config, "CACHE_DIR", compiling.place_in(folders.compiled()))


def hits(number: int) -> int:
    """How often compiled code was found on disk when the function is compiled anew and called."""
    function = compiling.compiled(twice)
    assert function(number) == 2 * number
    return sum(cast(Any, function).stats.cache_hits.values())


def test_compiled_code_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_in(tmp_path, monkeypatch)
    assert hits(3) == 0
    assert hits(4) == 1


def test_without_a_folder_nothing_is_kept() -> None:
    assert hits(3) == hits(4) == 0


def compiled_by_a_process(home: Path) -> int:
    """How much a process with this home compiles."""
    env = {**os.environ, HOME_VARIABLE: str(home)}
    env.pop(COMPILED_VARIABLE, None)
    return int(subprocess.run([sys.executable, "-c", COUNTS], check=True, stdout=-1, env=env).stdout)


def test_a_process_finds_what_another_one_with_its_home_has_compiled(tmp_path: Path) -> None:
    first, again = compiled_by_a_process(tmp_path), compiled_by_a_process(tmp_path)
    assert first > again == 0


def test_every_process_compiles_where_no_home_can_be_written() -> None:
    assert compiled_by_a_process(folders.NOWHERE) > 0
    assert compiled_by_a_process(Path("~no-such-user")) > 0


def test_a_change_of_any_source_finds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_in(tmp_path, monkeypatch)
    hits(3)
    told: list[str] = []

    def other(sources: Iterable[str]) -> str:
        told.extend(sources)
        return "other"

    monkeypatch.setattr(tables, "fingerprint", other)
    keep_in(tmp_path, monkeypatch)
    assert hits(3) == 0
    assert {"core/worth.py", "games/showdown.py", "solve/cards/sweep.py"} <= set(told)
    assert "solve/cards/needs.py" in told
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_cannot_be_made_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    keep_in(tmp_path / "file", monkeypatch)
    assert hits(3) == 0


def test_a_folder_that_others_can_change_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    keep_in(tmp_path / "open", monkeypatch)
    assert hits(3) == 0


def test_what_only_compiled_code_can_call_says_so() -> None:
    """Python would call the address 0, before as after it is compiled."""
    twice_within = compiling.inner(twice)
    for _ in range(2):
        with pytest.raises(TypeError, match="Only compiled code"):
            twice_within(3)
        assert compiling.compiled(lambda number: twice_within(number) + 1)(3) == 7
