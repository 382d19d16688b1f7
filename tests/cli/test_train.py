"""`fivedice train`: drills, a record's mistakes, and the test, as people type them."""

import json
from pathlib import Path

import pytest

from fivedice.__main__ import run
from fivedice.cli.shared import console
from fivedice.cli.train import FILE
from fivedice.runtime import store
from fivedice.training import proficiency
from tests.commands import printed, refused

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is typed, one line after another; then somebody leaves."""
    lines = list[str]()
    monkeypatch.setattr(console, "ask", lambda _prompt: lines.pop(0) if lines else "quit")
    return lines


def test_a_drill_is_answered_and_counted(home: Path, typed: list[str]) -> None:
    typed += ["?", "777", "zzz", "1"]
    told = printed("train", "traditional", "--number", "1", "--goal", "3")
    assert "Type dice to keep" in told
    assert "That is" in told or "That costs" in told
    assert "Today: 1 of 3 drills." in told
    kept = json.loads((home / FILE).read_bytes())
    assert len(kept["drills"]) == 1
    assert all("best" not in drill for drill in kept["drills"].values())


def test_who_leaves_has_answered_nothing(home: Path, typed: list[str]) -> None:
    assert not typed
    assert run(["train"]) == 0
    assert not (home / FILE).exists()


def test_the_mistakes_of_a_record_become_drills(
    home: Path, typed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not typed
    played = (GOLDEN / "traditional-1seats.jsonl").read_text()
    (record := tmp_path / "ann.jsonl").write_text(played.replace(', "bot": "greedy"', "", 1))
    for _ in range(2):
        assert run(["train", "--add", str(record)]) == 0
    assert "choices of this match were added to your drills." in capsys.readouterr().out
    assert 0 < len(json.loads((home / FILE).read_bytes())["drills"]) <= 5


def test_the_test_ends_with_an_estimate(typed: list[str]) -> None:
    typed += ["1", "stop", "none"] * 40
    told = printed("train", "junior", "--test", "--seed", "friday")
    assert "You play below Pip (a beginner). You lose more than 2.63 columns per game" in told
    assert "Others get the same test with --seed friday." in told
    assert proficiency.FEWEST <= told.count("of at most 40") <= proficiency.MOST


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["train", "yatzy"], "There are no drills for yatzy"),
        (["train", "--seed", "x"], "--seed is for --test."),
        (["train", "--add", str(GOLDEN / "yatzy-2seats.jsonl")], "There are no drills for yatzy"),
        (["train", "--number", "0"], "--number must be a whole number from 1 to 100, not '0'."),
    ],
)
def test_what_cannot_be_trained_is_refused(command: list[str], told: str) -> None:
    assert told in refused(*command)


def test_a_damaged_file_stays_as_it_is(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store.make_folder(home)
    (home / FILE).write_text("{")
    assert run(["train"]) != 0
    assert "is damaged; rename it to begin anew." in capsys.readouterr().err
    assert (home / FILE).read_text() == "{"
