"""`fivedice stats` over a folder; the JSON output of commands, whose keys are exactly those documented."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fivedice.api.match import start
from fivedice.notation import record
from fivedice.runtime import record_figures, store
from tests import documented_keys
from tests.commands import fivedice, printed

GOLDEN = Path(__file__).parents[1] / "golden"


def by_ann(name: str) -> bytes:
    """A golden record, with a person in Ann's seat."""
    return re.sub(rb'("name": "Ann"), "bot": "[^"]*"', rb"\1", (GOLDEN / f"{name}.jsonl").read_bytes())


@pytest.fixture
def records(home: Path) -> Path:
    """Four records: two of traditional, one unfinished, one that is damaged."""
    home.mkdir(parents=True)
    for number, name in enumerate(("traditional-1seats", "traditional-3seats"), start=1):
        path = home / f"2026-01-0{number}-120000Z-traditional.jsonl"
        path.write_bytes(by_ann(name))
    whole = by_ann("traditional-2seats").splitlines(keepends=True)
    (home / "2026-01-03-120000Z-traditional.jsonl").write_bytes(b"".join(whole[:20]))
    (home / "2026-01-04-120000Z-traditional.jsonl").write_bytes(b"".join([*whole[:20], *whole[21:]]))
    return home


@pytest.mark.usefixtures("records")
def test_the_person_in_most_records_is_shown() -> None:
    shown = fivedice("stats")
    assert shown.returncode == 0
    assert "Ann, Traditional" in shown.stdout
    assert "Plays like" not in shown.stdout  # nothing is claimed after two matches
    assert "Lost by choices" in shown.stdout
    assert "Opponents" in shown.stdout
    assert fivedice("stats", "ANN").stdout == shown.stdout  # a name may be typed in any case


@pytest.mark.usefixtures("records")
def test_a_record_is_computed_again_only_where_the_cache_is_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    first = fivedice("stats", "--json").stdout
    cache = store.tables() / record_figures.FILE
    cache.write_bytes(cache.read_bytes()[:-40] + b'\n{"form":0,"record":"x","figures":{}}\nno json\n')
    assert fivedice("stats", "--json").stdout == first
    monkeypatch.setattr(record_figures, "of_match", None)
    assert fivedice("stats", "--json").stdout == first


def test_names_and_times_come_from_the_files(records: Path) -> None:
    target = records.parent / "matches.json"
    told = fivedice("stats", "--output", str(target))
    assert told.stdout == f"The figures of 2 matches of Ann are in {target}.\n"
    rows = json.loads(target.read_text())
    assert [row["at"] for row in rows] == ["2026-01-01T12:00:00Z", "2026-01-02T12:00:00Z"]
    assert [row["code"] for row in rows] == [f"2026-01-0{day}-120000Z-traditional.jsonl" for day in (1, 2)]


@pytest.mark.usefixtures("records")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("Nobody",), "There is no player 'Nobody' in your finished matches; there are: Ann"),
        (("--output", "x.txt"), "The figures need a file name that ends in .csv, .json or .parquet"),
        (("--output", "gone/x.csv"), "cannot be written: there is no folder gone"),
    ],
    ids=str,
)
def test_wrong_input_gets_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    answer = fivedice("stats", *arguments)
    assert answer.returncode == 2
    assert sentence in answer.stderr.splitlines()[-1]
    assert answer.stderr.count("fivedice: ") == 1


def test_without_matches_it_says_so() -> None:
    answer = fivedice("stats")
    assert answer.returncode == 2
    assert "No finished matches are saved yet" in answer.stderr


RECORD_FILE = str(Path(__file__).parents[1] / "golden" / "junior-2seats.jsonl")


documented = partial(documented_keys.documented, "command-json.md")


def fields(*command: str, code: int = 0) -> dict[str, Any]:
    """What a command prints with `--json`: one line. Without the first key, the version."""
    (line,) = printed(*command, "--json", code=code).splitlines()
    found: dict[str, Any] = json.loads(line)
    first = next(iter(found))
    assert (first.startswith("fivedice_"), found.pop(first)) == (True, 1)
    return found


def test_a_hint_is_as_documented() -> None:
    hint = fields("hint", "junior", "goofy=4 / daisy=3; seat 0 to play", "12334")
    assert set(hint) == documented("hint")
    assert set(hint["choices"][0]) - {"keep", "seat", "wins"} == documented("hint: a choice")


def test_a_solved_game_is_as_documented() -> None:
    solved = fields("solve", "piecepack", "--distribution")
    assert set(solved) == documented("solve")
    assert set(solved["distribution"]) == documented("solve: the distribution")
    assert fields("solve", "junior")["distribution"] is None


def test_an_arena_is_as_documented() -> None:
    arena = fields("arena", "junior", "greedy", "random", "--matches", "4", "--jobs", "1")
    assert set(arena) == documented("arena")
    assert set(arena["bots"][0]) == documented("arena: a bot")
    assert set(arena["pairs"][0]) == documented("arena: a pair")
    assert set(arena["bots"][0]["wins"]) == {"value", "low", "high"}


def test_a_profile_is_as_documented(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "match.jsonl").write_bytes(by_ann("junior-2seats"))
    profile = fields("stats")
    assert set(profile) == documented("stats")
    assert set(profile["kinds"][0]) == documented("stats: a kind")


def test_simulated_matches_are_as_documented() -> None:
    simulated = fields("simulate", "junior", "--seats", "random,greedy", "--matches", "3")
    assert set(simulated) == documented("simulate")
    assert set(simulated["seats"][0]) == documented("simulate: a seat")


def test_best_play_is_as_documented() -> None:
    assert set(fields("simulate", "piecepack", "--best", "--matches", "9")) == documented("simulate --best")


def test_records_are_listed_as_documented(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "1.jsonl").write_text(record.text(start("junior", "Ann").throw("12334")))
    (home / "2.jsonl").write_text("nonsense\n")
    listed = fields("records")
    assert set(listed) == documented("records")
    good, bad = listed["records"]
    assert (good["file"], good["error"], set(good["match"])) == ("1.jsonl", None, documented("A match"))
    assert (bad["match"], "line 1" in bad["error"]) == (None, True)
    assert (good["match"]["finished"], good["match"]["events"], good["match"]["winners"]) == (False, 1, [])


def test_findings_are_as_documented(tmp_path: Path) -> None:
    lines = Path(RECORD_FILE).read_text().splitlines(keepends=True)
    (tmp_path / "cut").write_text("".join(lines[:-1]))
    (tmp_path / "wrong").write_text("".join([*lines[:4], lines[3], *lines[4:]]))
    files = [RECORD_FILE, *(str(tmp_path / name) for name in ("cut", "wrong", "missing"))]
    found = fields("verify", *files, code=1)
    assert set(found) == documented("verify")
    assert all(set(one) == documented("verify: a record") for one in found["records"])
    assert [one["holds"] for one in found["records"]] == [True, False, False, False]
    assert [one["breaks_rules"] for one in found["records"]] == [False, False, True, False]
    assert [one["line"] for one in found["records"]] == [None, len(lines), 5, None]
    assert not found["holds"]


def test_a_transcript_is_as_documented() -> None:
    shown = fields("show", RECORD_FILE)
    assert set(shown) == documented("show")
    numbers = [line["event"] for line in shown["lines"] if line["event"]]
    assert numbers == [*range(1, shown["events"] + 1)]
    assert set(shown["lines"][0]) == {"event", "text"}
