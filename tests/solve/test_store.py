"""Table files: whole and from this code, or solved again; never a wrong number."""

import json
import os
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from fivedice.cards.scorecard import ScoreCard
from fivedice.solve.cards import table as cards
from fivedice.solve.cards.table import CardTable, load_or_solve
from fivedice.solve.kernel import tables
from tests.solve.conftest import solved
from tests.thirteen import FORCED, FREE, READINGS


def solving_is(monkeypatch: pytest.MonkeyPatch, told: list[ScoreCard]) -> None:
    """Solving notes that it was asked for, and gives the table that is already solved."""
    known = {form: solved(form) for form in (FORCED, FREE)}  # before: it would wait for itself

    def solve(form: ScoreCard, *_: object) -> CardTable:
        told.append(form)
        return known[form]

    monkeypatch.setattr(cards, "solve", solve)


def test_a_table_is_solved_once_and_then_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time the numbers come from the file, the same to the last digit."""
    told: list[ScoreCard] = []
    solving_is(monkeypatch, told)
    first = load_or_solve(FORCED, tmp_path / "new" / "folder")
    again = load_or_solve(FORCED, tmp_path / "new" / "folder")
    assert told == [FORCED]
    assert np.array_equal(first.worths, again.worths, equal_nan=True)


def damage(path: Path, kind: str) -> None:
    """One of the ways in which a file goes wrong."""
    whole = path.read_bytes()
    line, _, numbers = whole.partition(b"\n")
    head = json.loads(line)
    path.write_bytes(
        {
            "cut short": whole[: len(whole) // 2],
            "cut in its first line": whole[:20],
            "empty": b"",
            "foreign": b"\x89PNG\r\n\x1a\n" + bytes(1000),
            "one digit changed": whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:],
            "from other code": json.dumps(head | {"fingerprint": "0" * 64}).encode() + b"\n" + numbers,
            "of another shape": json.dumps(head | {"shape": [3, 5]}).encode() + b"\n" + numbers,
            "a list for a head": b"[1, 2]\n" + numbers,
        }[kind]
    )


@pytest.mark.parametrize(
    "kind",
    [
        *("cut short", "cut in its first line", "empty", "foreign"),
        *("one digit changed", "from other code", "of another shape", "a list for a head"),
    ],
)
def test_a_file_that_is_not_right_is_solved_again(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever happened to it, the numbers are right, and so is the file afterwards."""
    told: list[ScoreCard] = []
    solving_is(monkeypatch, told)
    load_or_solve(FREE, tmp_path)
    (path,) = tmp_path.iterdir()
    damage(path, kind)
    table = load_or_solve(FREE, tmp_path)
    assert told == [FREE, FREE]
    assert np.array_equal(table.worths, solved(FREE).worths, equal_nan=True)
    load_or_solve(FREE, tmp_path)
    assert told == [FREE, FREE]


def test_each_reading_has_a_file_and_a_fingerprint_of_its_own(tmp_path: Path) -> None:
    """A table of one reading of the Joker rules is never taken for another's."""
    assert len({cards.made_by(form) for form in READINGS.values()}) == 3
    path = tmp_path / "table"
    tables.write(path, cards.made_by(FREE), np.ones(3))
    assert tables.read(path, cards.made_by(FORCED)) is None


def test_a_changed_source_changes_the_fingerprint() -> None:
    """Whatever a table depends on is part of what it is known by."""
    assert tables.fingerprint(["core/dice.py"]) != tables.fingerprint(["core/turn.py"])
    assert tables.fingerprint(["core/dice.py"]) == tables.fingerprint(["core/dice.py"])
    assert tables.fingerprint(["core/dice.py"], "forced") != tables.fingerprint(["core/dice.py"], "free")


def test_a_folder_that_cannot_be_written_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is solved and used; it is only not kept, and nothing is left lying about."""
    solving_is(monkeypatch, [])
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    assert load_or_solve(FORCED, in_the_way).start == solved(FORCED).start
    (tmp_path / "cards-forced.table").mkdir()
    assert not tables.write(tmp_path / "cards-forced.table", "", np.ones(3))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards-forced.table", "file"]


def test_a_table_that_another_process_deletes_meanwhile_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes may make room at once: what one was about to look at is gone, and the table is kept."""
    (tmp_path / "card-gone.table").symlink_to(tmp_path / "nowhere")
    monkeypatch.setattr(Path, "is_file", lambda _: True)
    assert tables.write(tmp_path / "card-new.table", "these", np.zeros(3))
    assert tables.read(tmp_path / "card-new.table", "these") is not None


def test_tables_of_cards_that_nobody_reads_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that was read last stays, whenever it was made; so do the new one and tables of other games."""
    monkeypatch.setattr(tables, "MOST_OF_CARDS", 4000)
    names = ("card-a", "card-b", "junior-2", "card-c")
    for age, name in enumerate(names):
        assert tables.write(tmp_path / f"{name}.table", "made", np.zeros(200))
        os.utime(tmp_path / f"{name}.table", (age, age))
        if name == "card-b":
            assert tables.read(tmp_path / "card-a.table", "made") is not None
    assert {path.stem for path in tmp_path.iterdir()} == {"card-a", "junior-2", "card-c"}
    assert tables.write(tmp_path / "card-d.table", "made", np.zeros(2000))
    assert {path.stem for path in tmp_path.iterdir()} == {"junior-2", "card-d"}


def test_a_table_is_written_from_where_it_lies(tmp_path: Path) -> None:
    """To write a table takes no copy of it: there are tables of which a machine has no room for two."""
    table = np.zeros((1 << 20, 2))
    tracemalloc.start()
    try:
        assert tables.write(tmp_path / "large.table", "made", table)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < table.nbytes / 10
    read = tables.read(tmp_path / "large.table", "made")
    assert read is not None
    assert np.array_equal(read, table)
    assert not read.flags.writeable


def test_what_a_file_says_it_is_made_from_is_read_without_the_rest(tmp_path: Path) -> None:
    """A file is known by its first line; one that is not there, or not a table, is made from nothing."""
    path = tmp_path / "some.table"
    assert not tables.is_made(path, "made")
    tables.write(path, "made", np.ones(3))
    assert tables.is_made(path, "made")
    assert not tables.is_made(path, "otherwise")
    path.write_bytes(b"[]\n")
    assert not tables.is_made(path, "made")
