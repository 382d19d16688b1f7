"""`fivedice hint` as it is typed: what it tells to people and to programs, and what it loads."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fivedice import store
from fivedice.__main__ import run
from fivedice.coach import sentences as telling
from fivedice.faces import as_typed
from fivedice.games import GAMES

HALF = "3,-,-,-,15,24,-,18,-,30,-,-,-+0 0"
EMPTY = "-,-,-,-,-,-,-,-,-,-,-,-,-+0 0"
UNWANTED = {
    "numba",
    "pydantic",
    "textual",
    "matplotlib",
    "rich",
    "fivedice.term.plain",
    "fivedice.solve.sweep",
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of tables that the tests of this file share, so that each is solved once."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(autouse=True)
def home(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, where the command looks for it."""
    monkeypatch.setenv(store.HOME_VARIABLE, str(kept))
    return kept


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """What `hint` prints as JSON."""
    assert run(["hint", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_program_gets_the_bonus_beside_every_choice(capsys: pytest.CaptureFixture[str]) -> None:
    """Each choice has its worth, its cost and the chance of the bonus; the first is the best."""
    found = told(capsys, "traditional", HALF, "22345@2")
    assert (found["aim"], found["exact"]) == ("points", True)
    first, *others = found["choices"]
    assert list(first) == ["keep", "seat", "worth", "cost", "bonus", "why"]
    assert first["cost"] == 0
    assert all(other["cost"] >= 0 and 0 <= other["bonus"] <= 1 for other in others)


def test_people_get_lines_of_eighty_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """The ranking says what is counted, and what stands beside it."""
    assert run(["hint", "piecepack", HALF, "22345@2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[1].startswith("After it the chance of the Upper bonus")
    assert lines[2].startswith("  1 keep 2 3 4 5: ")


@pytest.mark.parametrize(
    ("game", "position"), [("traditional", EMPTY), ("junior", "-+-+-+-+-/-+-+-+-+- 0 -")]
)
def test_a_position_may_begin_with_an_open_box(
    game: str, position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The dash of an open first box is not taken for an option."""
    assert told(capsys, game, position, "22345@1")["game"] == game


def test_an_option_that_there_is_not_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """A word with two dashes is an option, and one that nobody knows ends with a sentence and code 2."""
    assert run(["hint", "--nonsense"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("fivedice: No such option")
    assert ("--nonsense" in told, told.count("\n")) == (True, 1)


def test_the_chance_to_win_is_told_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """With --chances a choice for columns tells also how often it wins."""
    found = told(capsys, "junior", "-+3+2+4+-/5+-+3+1+- 0 -", "22245@3", "--chances")
    assert found["aim"] == "columns"
    assert all(0 <= choice["wins"] <= 1 for choice in found["choices"])


def test_a_first_hint_loads_no_compiler_and_no_screen(kept: Path) -> None:
    """With tables on disk a fresh process loads nothing that compiles, draws or serves."""
    run(["hint", "traditional", HALF, "22345@2", "--json"])
    code = (
        "import sys; from fivedice.__main__ import run; run(sys.argv[1:]);"
        " print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    asked = [sys.executable, "-c", code, "hint", "traditional", HALF, "22345@2"]
    done = subprocess.run(
        asked, check=True, capture_output=True, text=True, env={store.HOME_VARIABLE: str(kept)}
    )
    assert "fivedice.coach.judge" in done.stderr.splitlines()
    assert not UNWANTED & set(done.stderr.splitlines())


@pytest.mark.parametrize(
    ("game", "position", "dice"),
    [
        ("traditional", HALF, "22345@2"),
        ("piecepack", HALF, "12366@2"),
        ("challenge", "-,-,-,-,15,24,-,18,-,30,-,-,-+0 0", "22345@2"),
        ("junior", "-+-+-+-+-/-+-+-+-+- 0 -", "12256@1"),
    ],
)
def test_dice_are_told_by_what_they_show(
    game: str, position: str, dice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each number of a keep stands there, by itself or behind the face: Mickey(1), never a bare 1."""
    kept = [choice["keep"] for choice in told(capsys, game, position, dice)["choices"][:10]]
    assert run(["hint", game, position, dice]) == 0
    lines = re.findall(r"^ +\d+ keep (.*?):", capsys.readouterr().out, re.MULTILINE)
    for numbers, words in zip(kept, lines, strict=True):
        shown = telling.dice(tuple(map(int, numbers)), as_typed(GAMES[game].faces))
        assert words == ("all five" if len(numbers) == 5 else shown)
        assert game != "junior" or words in ("nothing", "all five") or "(" in words
