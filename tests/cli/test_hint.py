"""`fivedice hint`: its output for people and programs, and the modules it loads."""

import io
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fivedice.__main__ import run
from fivedice.cli import hint
from fivedice.core import extras
from fivedice.folders import HOME_VARIABLE
from fivedice.games import FIVE_GAMES, GAMES
from tests.commands import printed, refused
from tests.spread import spread

HALF = "3,-,-,-,15,24,-,18,-,30,-,-,-+0 0"
MATCH = """\
{"fivedice": 1, "game": "junior", "options": {}, "games": 1, "first": 0, "players": [{"name": "Ann"}]}
{"throw": "55515", "seat": 0}
{"keep": "15555", "seat": 0}
{"use": "goofy", "seat": 0}
"""
EMPTY = "-,-,-,-,-,-,-,-,-,-,-,-,-+0 0"
UNWANTED = {"numba", "pydantic", "textual", "matplotlib", "rich"}
UNWANTED |= {"fivedice.terminal.plain", "fivedice.solve.sweep"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of tables that the tests of this file share, so that each is solved once."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(autouse=True)
def home(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, where the command looks for it."""
    monkeypatch.setenv(HOME_VARIABLE, str(kept))
    return kept


def told(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed("hint", *arguments, "--json"))
    return found


def test_a_program_gets_the_bonus_beside_every_choice() -> None:
    found = told("traditional", HALF, "22345@2", "--chances")
    assert (found["aim"], found["exact"]) == ("points", True)
    first, *others = found["choices"]
    assert list(first) == ["keep", "seat", "worth", "cost", "bonus", "why"]
    assert first["cost"] == 0
    assert all(other["cost"] >= 0 and 0 <= other["bonus"] <= 1 for other in others)


def test_brackets_are_explained_where_there_are_any() -> None:
    assert "In brackets" not in printed("hint", "piecepack", HALF, "22345@3")
    assert "In brackets: the mean columns for that use.\n" in printed(
        "hint", "junior", "goofy=4, pluto=0 / daisy=3", "12334"
    )


@pytest.mark.parametrize(
    ("game", "position", "dice", "more"),
    [
        ("junior", "goofy=4 / daisy=3 /", "12334", hint.MORE),
        ("showdown", "pawn 13, aces 2 on 13 / pawn 2; seat 1 to play", "22345", hint.MORE),
        ("traditional", HALF, "22345@2", str(extras.Lacking("solve", hint.MORE_LATER))),
    ],
)
def test_nothing_is_to_be_installed_for_chances_that_are_had_without(
    game: str, position: str, dice: str, more: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr("fivedice.cli.hint.extras.has", lambda _: False)
    assert printed("hint", game, position, dice).endswith(f"{more}\n")


REFUSED = [
    ("nonsense", "22345@1"),
    ("aces=99", "22345"),
    ("1,2,3", "22345"),
    ("pawn 99 / pawn 1", "22345"),
    ("-/-", "22345@9"),
    ("/", "22345"),
    ("/////////////////////", "22345"),
    ("-", "2234"),
    ("pawn 1 / pawn 2; seat 0 to play", ""),
    ("-", ""),
    ("-", "22...@2"),
]


@pytest.mark.parametrize("game", spread(GAMES, *FIVE_GAMES))
def test_every_refusal_has_an_example_that_is_accepted(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    examples = set[str]()
    for position, dice in REFUSED:
        if run(["hint", game, position, dice]):
            (complaint,) = capsys.readouterr().err.splitlines()
            examples.add(complaint.partition(" For example: ")[2])
    assert 1 <= len(examples) <= 2
    for program, *arguments in map(shlex.split, examples):
        assert (program, run(arguments)) == ("fivedice", 0)
        assert "  1 keep" in capsys.readouterr().out


ALONE = "tests/golden/junior-1seats.jsonl"


@pytest.mark.parametrize(
    "command",
    [["hint", "traditional", "aces=3", "22345"], ["solve", "junior", "--seats", "1"], ["review", ALONE]],
)
def test_nobody_wins_alone(command: list[str]) -> None:
    assert "there is nobody to win against" in refused(*command, "--aim", "wins")


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_game_alone_is_asked_for_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "99\n2\naces=9\naces 3\ntwos 4\n2234\n22345@2\n1\n")
    told = printed("hint", "traditional")
    assert "Aces can never hold 9" in told
    assert "A hand has five dice" in told
    assert "Seat 1: exact worth in points" in told


def test_without_answers_the_sentence_has_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "")
    assert "For example: fivedice hint junior" in refused("hint", "junior")


def test_the_newest_match_is_taken_where_somebody_last_had_to_decide(kept: Path) -> None:
    records = kept / "records"
    assert "No matches are saved yet" in refused("hint")
    records.mkdir()
    lines = MATCH.splitlines(keepends=True)
    (records / "1-junior.jsonl").write_text("".join(lines[:2]))
    (records / "2-junior.jsonl").write_text("".join(lines))
    (records / "3-broken.jsonl").write_text("{")
    heading, *ranking = printed("hint").splitlines()
    assert heading == "2-junior.jsonl, before event 3."
    assert printed("hint", "2-junior.jsonl", "--at", "3").splitlines() == [heading, *ranking]
    assert "Ann" in printed("review")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["broken.jsonl"], "broken.jsonl: line 1: This is not a line of a record"),
        (["match.jsonl", "--at", "1"], "Event 1 is a throw, not a decision"),
        (["match.jsonl", "--option", "joker=free"], "--option needs the name of a game"),
        (["tradtional", "--option", "joker=free"], "There is no record 'tradtional'"),
        (["junior", "goofy=0 / -+-+-+-+-", "12334"], "Somebody's tokens are all on pictures, but a first"),
        (["junior", "goofy=4", "12334", "--at", "3"], "--at needs a record; a position has no events."),
    ],
)
def test_what_cannot_be_asked_about_is_refused_by_its_name(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "match.jsonl").write_text(MATCH)
    (tmp_path / "broken.jsonl").write_text("{\n")
    assert sentence in refused("hint", *arguments)


def test_the_numbers_of_show_are_those_that_hint_takes(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(MATCH)
    assert "3  Ann: Goofy 5." in printed("show", str(path)).splitlines()
    assert told(str(path), "--at", "3")["choices"][0]["use"] == "goofy"
    assert "the events 1 to 3" in refused("hint", str(path), "--at", "4")


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("traditional", EMPTY),
        ("traditional", "- / aces=3"),
        ("junior", "-/goofy 4"),
        ("junior", "-+-+-+-+-/-+-+-+-+- 0 -"),
    ],
)
def test_a_position_may_begin_with_an_open_box(game: str, position: str) -> None:
    assert told(game, position, "22345@1")["game"] == game


def test_a_first_hint_loads_no_compiler_and_no_screen(kept: Path) -> None:
    run(["hint", "traditional", HALF, "22345@2", "--json"])
    code = (
        "import sys; from fivedice.__main__ import run; run(sys.argv[1:]);"
        " print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    asked = [sys.executable, "-c", code, "hint", "traditional", HALF, "22345@2"]
    done = subprocess.run(asked, check=True, capture_output=True, text=True, env={HOME_VARIABLE: str(kept)})
    assert "fivedice.analysis.evaluate" in done.stderr.splitlines()
    assert not UNWANTED & set(done.stderr.splitlines())
