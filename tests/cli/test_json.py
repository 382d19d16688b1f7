"""The JSON output of commands: every key is documented, and every documented key exists."""

import json
from functools import partial
from pathlib import Path
from typing import Any

from fivedice.api.match import start
from fivedice.notation import record
from tests import documented_keys
from tests.cli.test_stats import by_ann
from tests.commands import printed

GOLDEN = str(Path(__file__).parents[1] / "golden" / "junior-2seats.jsonl")


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
    lines = Path(GOLDEN).read_text().splitlines(keepends=True)
    (tmp_path / "cut").write_text("".join(lines[:-1]))
    (tmp_path / "wrong").write_text("".join([*lines[:4], lines[3], *lines[4:]]))
    files = [GOLDEN, *(str(tmp_path / name) for name in ("cut", "wrong", "missing"))]
    found = fields("verify", *files, code=1)
    assert set(found) == documented("verify")
    assert all(set(one) == documented("verify: a record") for one in found["records"])
    assert [one["holds"] for one in found["records"]] == [True, False, False, False]
    assert [one["breaks_rules"] for one in found["records"]] == [False, False, True, False]
    assert [one["line"] for one in found["records"]] == [None, len(lines), 5, None]
    assert not found["holds"]


def test_a_transcript_is_as_documented() -> None:
    shown = fields("show", GOLDEN)
    assert set(shown) == documented("show")
    numbers = [line["event"] for line in shown["lines"] if line["event"]]
    assert numbers == [*range(1, shown["events"] + 1)]
    assert set(shown["lines"][0]) == {"event", "text"}
