"""The `fivedice review` command."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from fivedice.__main__ import run
from fivedice.core.rules import IllegalMove
from fivedice.core.worth import Worth
from fivedice.notation import record
from fivedice.runtime.library import Library
from tests.commands import printed
from tests.report.conftest import Playing


@pytest.fixture(autouse=True)
def solved(
    tables: Path, home: Path, played: Playing, chances: Worth, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command finds the tables that the run has solved; the distribution takes too long for a test."""
    played("traditional", "casual:3", "greedy", seed=2)
    home.parent.mkdir(parents=True, exist_ok=True)
    (home.parent / "tables").symlink_to(tables)
    monkeypatch.setattr(Library, "distribution", lambda *_: SimpleNamespace(chances=chances))


@pytest.fixture
def file(played: Playing, tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text(record.text(played("traditional", "casual:3", "greedy", seed=2)), encoding="utf-8")
    return path


def fails(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    """The exit code and the one sentence of a review that cannot be made."""
    code = run(["review", *map(str, arguments)])
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    return code, told.err


def test_a_pipe_gets_plain_lines_of_eighty_columns(file: Path) -> None:
    command = [sys.executable, "-m", "fivedice", "review", str(file), "--all"]
    made = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert "\x1b" not in made.stdout
    assert max(map(len, made.stdout.splitlines())) <= 80
    assert "Costliest choices, and why" in made.stdout


def test_json_is_one_line_and_can_come_with_a_page(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    (line,) = printed("review", str(file), "--json", "--output", str(target)).splitlines()
    assert json.loads(line)["fivedice_review"] == 1
    assert target.read_text().startswith("<!doctype html>")


def test_the_page_compares_with_best_play(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    assert (
        printed("review", str(file), "--output", str(target), "--seat", "greedy 1")
        == f"The page is saved as {target}.\n"
    )
    assert "Best play makes 249.5 points on average." in target.read_text()


def test_a_match_cut_short_is_reviewed_so_far(file: Path) -> None:
    text = file.read_text()
    file.write_text(text[: len(text) // 2])
    assert "Unfinished" in printed("review", str(file))


def test_what_is_wrong_is_one_sentence(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fails(capsys, "nowhere.jsonl") == (
        2,
        "fivedice: nowhere.jsonl cannot be read: no such file or directory.\n",
    )
    assert fails(capsys, file, "--seat", "Zoe")[0] == 2
    assert fails(capsys, file, "--aim", "glory")[0] == 2
    before = file.read_bytes()
    assert fails(capsys, file, "--output", file)[0] == 2
    assert file.read_bytes() == before
    called = file.rename(file.with_suffix(".html"))
    assert fails(capsys, called, "--output", called)[0] == 2
    assert called.rename(file).read_bytes() == before
    assert fails(capsys, file, "--output", file / "page.html")[0] == 2


def test_a_record_against_the_rules_ends_with_1_and_an_unreadable_one_with_2(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([lines[0], '{"keep": "1", "seat": 0}\n']))
    code, told = fails(capsys, file)
    assert (code, "line 2:" in told) == (1, True)
    for unreadable in ("nonsense\n", ""):
        file.write_text(unreadable)
        assert fails(capsys, file)[0] == 2


def test_a_game_that_nothing_is_known_of_is_told(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Library, "__call__", Mock(side_effect=IllegalMove("There is no solver for it yet.")))
    assert fails(capsys, file) == (2, "fivedice: There is no solver for it yet.\n")
