"""`fivedice stats` over the records of a folder."""

import json
import re
from pathlib import Path

import pytest

from fivedice.runtime import record_figures, store
from tests.commands import fivedice

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
        (("--output", "x.txt"), "The export needs a file name that ends in .csv or .json or .parquet"),
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
