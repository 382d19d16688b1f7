"""Tables for research: every format, the worths in them, and what is refused."""

import csv
import json
import signal
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

import fivedice
from fivedice.api import solvers
from fivedice.core.actions import KEEP_ACTIONS, kept
from fivedice.core.texts import dice
from fivedice.games import GAMES
from fivedice.games.traditional import Traditional
from fivedice.notation import record
from fivedice.statistics import formats
from fivedice.statistics.formats import FORMATS
from fivedice.study import rows
from tests.cli.test_stopped import begun
from tests.commands import printed, refused
from tests.spread import one_in

Read = dict[str, list[dict[str, Any]]]
GIVEN = ["export", "decisions", "traditional", "--bots=best,casual:0,greedy", "--seed=5", "--count=100"]
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(scope="module")
def rated(tmp_path_factory: pytest.TempPathFactory) -> Read:
    folder = tmp_path_factory.mktemp("exported")
    for ending in ("csv", "jsonl", "parquet"):
        printed(*GIVEN, "-o", str(folder / f"rated.{ending}"))
    return {
        "csv": [*csv.DictReader((folder / "rated.csv").read_text().splitlines())],
        "jsonl": [json.loads(line) for line in (folder / "rated.jsonl").read_text().splitlines()],
        "parquet": pyarrow.parquet.read_table(folder / "rated.parquet").to_pylist(),
    }


def card_text(row: dict[str, Any]) -> str:
    boxes = ",".join("-" if points is None else str(points) for points in row["card"])
    return f"{boxes}+{row['bonuses']}"


def test_formats_have_the_same_rows(rated: Read) -> None:
    assert rated["jsonl"] == rated["parquet"]
    for text, row in zip(rated["csv"], rated["jsonl"], strict=True):
        for name, value in row.items():
            values = value if isinstance(value, list) else [value]
            assert text[name] == "; ".join("" if each is None else str(each) for each in values)


def test_standard_output_has_the_same_rows(rated: Read) -> None:
    lines = printed(*GIVEN, "--format", "jsonl", "-o", "-").splitlines()
    assert [json.loads(line) for line in lines] == rated["jsonl"]


def test_worths_are_those_of_the_solver(rated: Read) -> None:
    for row in rated["parquet"][::5]:
        known, left = fivedice.worths("traditional", card_text(row)), 3 - row["throw"]
        roll, boxes = dice(row["dice"]), list[float]()
        for option, worth in zip(row["options"], row["worths"], strict=True):
            if option < KEEP_ACTIONS:
                assert worth == known.of(kept(roll, option), left)
            else:
                boxes.append(worth)
        assert known.of(roll) == max(boxes)
        assert row["best"] == max(row["worths"])


def test_an_action_is_the_decision(rated: Read) -> None:
    boxes = Traditional().card.names
    for row in rated["parquet"]:
        kind, what = row["decision"].split()
        if row["action"] is None:
            assert what.startswith("zero-")
        elif kind == "keep":
            assert kept(dice(row["dice"]), row["action"]) == tuple(map(int, what.strip("-")))
        else:
            assert boxes[row["action"] - KEEP_ACTIONS] == what
        assert row["action"] is None or row["worths"][row["options"].index(row["action"])] == row["worth"]


def test_only_best_play_has_no_regret(rated: Read) -> None:
    regret = defaultdict[str, float](float)
    for row in rated["parquet"]:
        assert row["regret"] >= 0
        regret[row["bot"]] += row["regret"]
    assert regret["best"] == 0
    assert regret["casual:0"] > regret["greedy"] > 0


def test_the_table_of_worths_has_every_card_once(rated: Read) -> None:
    table = solvers.library().points(GAMES["traditional"]).table
    worths = {(*filled, further, *sums): worth for filled, further, sums, _, worth in rows.worths(table)}
    assert len(worths) == table.positions
    for row in rated["parquet"][::10]:
        card = dict(zip(table.form.names, row["card"], strict=True))
        filled, upper = [name for name in card if card[name] is not None], sum(filter(None, row["card"][:6]))
        worth = worths[*filled, bool(card["yahtzee"]), min(63, upper)]
        assert row["total"] + worth == pytest.approx(fivedice.worths("traditional", card_text(row)).start)


@pytest.mark.parametrize("path", one_in(3, sorted(GOLDEN.glob("*.jsonl"))))
def test_every_record_has_a_row_for_each_decision(path: Path) -> None:
    match = record.replay(path.read_bytes()).match
    points = [0] * len(match.setup.players)
    for row in rows.of_record(path.name, match):
        each = dict(zip(rows.RECORDS, row, strict=True))
        assert each["final"] == match.scores[each["seat"]]
        points[each["seat"]] += each["points"] or 0
    if match.setup.game.board == "cards":
        assert tuple(points) == match.scores


def test_stopping_and_using_the_dice_is_one_decision() -> None:
    match = fivedice.start("traditional", "Ann").throw("22333").keep("22333").use("full-house").throw("11111")
    assert [row[7:10] for row in rows.of_record("", match)] == [(1, "22333", "use full-house")]


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_rows_are_written_in_chunks(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "CHUNK", 10)
    file, written = formats.Pieces(), list[int]()
    rows = ((written.append(len(file)),) for _ in range(50))
    FORMATS[ending]({"nothing": int}, rows, file)
    assert len(set(written[::10])) == 5


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("worths", "junior"), "Junior has none"),
        (("worths", "yacht", "-o", "worths.txt"), "ends in"),
        (("worths", "yacht", "--seed", "1"), "only for the table decisions"),
        (("decisions", "challenge"), "common throws"),
        (("decisions", "yacht", "--bots", "best,nobody"), "There is no bot 'nobody'"),
        (("records", "nothing.jsonl"), "cannot be read"),
    ],
)
def test_refusals_are_one_sentence(given: tuple[str, ...], why: str) -> None:
    assert why in refused("export", *given)


def test_a_damaged_record_leaves_no_file(tmp_path: Path) -> None:
    good = (GOLDEN / "yacht-2seats.jsonl").read_bytes()
    for name, data in (("a.jsonl", good), ("b.jsonl", good.replace(b'"use": "', b'"use": "un', 1))):
        (tmp_path / name).write_bytes(data)
    given = ("export", "records", str(tmp_path), "-o", f"{tmp_path}/x.csv")
    assert "b.jsonl: line" in refused(*given, code=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "b.jsonl"]


def test_a_stopped_export_leaves_no_file(tmp_path: Path) -> None:
    given = ["export", "decisions", "yacht", "--bots", "random", "--count", "100000000", "-o"]
    process = begun(tmp_path, *given, f"{tmp_path}/decisions.csv")
    while not [*tmp_path.glob("*.part")] and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    assert [*tmp_path.glob("decisions*")] == []
    process.communicate()
