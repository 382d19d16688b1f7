"""Compiled code is kept on disk only where it is sure to be found out when a source changes."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import numba
import pytest

from fivedice.solve.kernel import compile as compiling
from fivedice.solve.kernel import tables


def twice(number: int) -> int:
    return 2 * number


@pytest.fixture(autouse=True)
def kept_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test starts with no folder named, and leaves none."""
    monkeypatch.setattr(compiling, "_places", [])
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")


def hits(number: int) -> int:
    """How often compiled code was found on disk when the function is compiled anew and called."""
    function = compiling.compiled(twice)
    assert function(number) == 2 * number
    return sum(cast(Any, function).stats.cache_hits.values())


def test_compiled_code_is_found_again(tmp_path: Path) -> None:
    compiling.keep_in(tmp_path)
    assert hits(3) == 0
    assert hits(4) == 1


def test_without_a_folder_nothing_is_kept() -> None:
    assert hits(3) == hits(4) == 0


def test_a_change_of_any_source_finds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiling.keep_in(tmp_path)
    hits(3)
    told: list[str] = []

    def other(sources: Iterable[str]) -> str:
        told.extend(sources)
        return "other"

    monkeypatch.setattr(tables, "fingerprint", other)
    compiling.keep_in(tmp_path)
    assert hits(3) == 0
    assert {"core/worth.py", "games/showdown.py", "solve/cards/sweep.py"} <= set(told)
    assert "solve/cards/needs.py" in told
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_cannot_be_made_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    compiling.keep_in(tmp_path / "file")
    assert hits(3) == 0


def test_what_only_compiled_code_can_call_says_so() -> None:
    """Python would call the address 0, before as after it is compiled."""
    twice_within = compiling.inner(twice)
    for _ in range(2):
        with pytest.raises(TypeError, match="Only compiled code"):
            twice_within(3)
        assert compiling.compiled(lambda number: twice_within(number) + 1)(3) == 7
