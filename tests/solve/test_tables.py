"""Tables on disk and in the package."""

import json
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from research.ship_tables import CARDS, SEATS, file_for

from fivedice.analysis.solver_api import Knowledge
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.ties import SAME
from fivedice.games.cardgame import card_of
from fivedice.match.setup import game_called
from fivedice.runtime.library import Library
from fivedice.solve.cards import reach
from fivedice.solve.cards import table as cards
from fivedice.solve.cards.best_games import best_games
from fivedice.solve.cards.distribution import distribution, load_or_work_out
from fivedice.solve.cards.remaining import FILE, work_out
from fivedice.solve.cards.remaining import load_or_work_out as load_or_work_out_remaining
from fivedice.solve.cards.table import CardTable, Progress, load_or_solve
from fivedice.solve.cards.wins import CardWins
from fivedice.solve.junior import exact
from fivedice.solve.kernel import tables
from tests.solve.conftest import solved
from tests.thirteen import FORCED, FREE, NONE, READINGS


def solving_is(monkeypatch: pytest.MonkeyPatch, told: list[ScoreCard]) -> None:
    known = {form: solved(form) for form in (FORCED, FREE)}  # before: it would wait for itself

    def solve(form: ScoreCard, *_: object) -> CardTable:
        told.append(form)
        return known[form]

    monkeypatch.setattr(cards, "solve", solve)


def test_a_table_is_solved_once_and_then_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[ScoreCard] = []
    solving_is(monkeypatch, told)
    first = load_or_solve(FORCED, tmp_path / "new" / "folder")
    again = load_or_solve(FORCED, tmp_path / "new" / "folder")
    assert told == [FORCED]
    assert np.array_equal(first.worths, again.worths, equal_nan=True)


def damage(path: Path, kind: str) -> None:
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
            "a deep head": b"[" * 60_000 + b"\n" + numbers,
        }.get(kind, b"")
    )
    if kind in ("a pipe", "a folder"):
        path.unlink()
        os.mkfifo(path) if kind == "a pipe" else path.mkdir()


KINDS = [
    *("cut short", "cut in its first line", "empty", "foreign", "one digit changed"),
    *("from other code", "of another shape", "a list for a head", "a deep head", "a pipe"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_not_right_is_solved_again(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


@pytest.mark.parametrize("kind", [*KINDS, "a folder"])
def test_a_packed_table_that_is_not_right_is_unpacked_again(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tables, "_in_memory", {})
    path = file_for(YACHT, "worths", tmp_path)
    first = brought(path)
    damage(path, kind)
    assert np.array_equal(brought(path), first, equal_nan=True)
    said = [] if kind == "from other code" else [f"{path} is damaged; it is unpacked from the package again."]
    assert caplog.messages == said


def test_each_reading_has_a_file_and_a_fingerprint_of_its_own(tmp_path: Path) -> None:
    assert len({cards.made_by(form) for form in READINGS.values()}) == 3
    path = tmp_path / "table"
    tables.write(path, cards.made_by(FREE), np.ones(3))
    assert tables.read(path, cards.made_by(FORCED)) is None


def test_a_changed_source_changes_the_fingerprint() -> None:
    assert tables.fingerprint(["core/dice.py"]) != tables.fingerprint(["core/turn.py"])
    assert tables.fingerprint(["core/dice.py"]) == tables.fingerprint(["core/dice.py"])
    assert tables.fingerprint(["core/dice.py"], "forced") != tables.fingerprint(["core/dice.py"], "free")


def test_a_folder_that_cannot_be_written_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    path = tmp_path / "some.table"
    assert not tables.is_made(path, "made")
    tables.write(path, "made", np.ones(3))
    assert tables.is_made(path, "made")
    assert not tables.is_made(path, "otherwise")
    path.write_bytes(b"[]\n")
    assert not tables.is_made(path, "made")


THREE_OPEN = Card((3, 6, 9, 12, 15, 18, 20, 0, None, 30, None, None, 22))
MOST_BYTES = 19_200_000
YACHT = next(number for number, card in enumerate(CARDS) if card.name == "yacht")


def solved_here(number: int) -> CardTable:
    card = card_of(CARDS[number].game)
    assert card is not None
    return solved(card)


def brought(path: Path) -> NDArray[np.float64]:
    tables.install(path)
    numbers = tables.read(path, "of no source")
    assert numbers is not None
    return numbers


@pytest.mark.parametrize("number", range(len(CARDS)))
def test_solved_again_a_card_is_worth_the_same(number: int, tmp_path: Path) -> None:
    """Every filling. If solving gives other numbers by intent, research/ship_tables.py makes them anew."""
    worths = brought(file_for(number, "worths", tmp_path))
    np.testing.assert_allclose(worths, solved_here(number).worths, rtol=0, atol=SAME)


@pytest.mark.parametrize("number", range(len(CARDS)))
def test_the_chances_of_all_totals_have_the_mean_that_the_card_is_worth(number: int, tmp_path: Path) -> None:
    brought(file_for(number, "totals", tmp_path))
    table = solved_here(number)
    assert load_or_work_out(table, tmp_path).mean == pytest.approx(table.start, abs=SAME)


@pytest.mark.proof
@pytest.mark.parametrize("number", range(len(CARDS)))
def test_a_million_games_of_best_play_have_the_exact_distribution(number: int, tmp_path: Path) -> None:
    """By a chi-square test over cells of totals that are expected in 20 games or more each; the cube root of
    its sum by degrees of freedom is almost normal (Wilson and Hilferty)."""
    brought(file_for(number, "totals", tmp_path))
    table, games = solved_here(number), 10**6
    expected = load_or_work_out(table, tmp_path).chances * games
    totals = best_games(table, games, seed=58)[0]
    begins, inside = [0], 0.0
    for total, often in enumerate(expected):
        if inside >= 20 <= expected[total:].sum():
            begins.append(total)
            inside = 0.0
        inside += often
    cells = np.add.reduceat(expected, begins)
    found = np.add.reduceat(np.bincount(totals, minlength=len(expected)), begins)
    free = len(cells) - 1
    away = (((found - cells) ** 2 / cells).sum() / free) ** (1 / 3) - (1 - 2 / (9 * free))
    assert found.sum() == games
    assert abs(away) < 4 * (2 / (9 * free)) ** 0.5


def test_followed_again_the_totals_come_out_the_same(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    load_or_work_out(solved_here(YACHT), tmp_path / "again")
    (again,) = (tmp_path / "again").glob("*-totals.table")
    with again.open("rb") as file:
        file.readline()
        numbers = np.fromfile(file)
    np.testing.assert_allclose(brought(tmp_path / again.name), numbers, rtol=0, atol=SAME)


@pytest.mark.proof
def test_worked_out_again_the_points_to_come_are_the_same(champion: CardWins) -> None:
    found = work_out(champion.table)
    np.testing.assert_allclose(found.rows.chances, champion.remaining.rows.chances, rtol=0, atol=1e-6)
    away = np.abs(found.offsets - champion.remaining.offsets)
    assert away.max() <= 1
    assert away.mean() < 1e-4


@pytest.mark.parametrize("number", range(len(CARDS)))
def test_the_points_to_come_fit_the_card(number: int, tmp_path: Path) -> None:
    brought(file_for(number, FILE, tmp_path))
    table = solved_here(number)
    found = load_or_work_out_remaining(table, tmp_path)
    assert len(found.rows.low) + len(found.offsets) == cards.numbers(table.form)[1][-1]
    assert (np.diff(found.offsets) >= 0).all()


def test_a_folder_that_takes_nothing_is_no_reason_to_solve(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = file_for(YACHT, "worths", tmp_path / "file" / "folder")
    np.testing.assert_array_equal(brought(path), brought(file_for(YACHT, "worths", tmp_path)))
    assert not path.exists()


def test_solved_again_junior_for_two_is_won_as_often(tmp_path: Path) -> None:
    again = tmp_path / "again"
    exact.knowledge(SEATS, again)
    with exact.file_of(SEATS, again).open("rb") as file:
        file.readline()
        numbers = np.fromfile(file)
    worths = brought(exact.file_of(SEATS, tmp_path))
    np.testing.assert_allclose(worths.ravel(), numbers, rtol=0, atol=SAME)


def test_they_take_no_more_than_was_agreed() -> None:
    assert sum(path.stat().st_size for path in tables.SHIPPED.iterdir()) <= MOST_BYTES


def test_the_library_solves_nothing_that_comes_with_the_package(tmp_path: Path) -> None:
    def refuse(_: int, __: int) -> None:
        pytest.fail("Something is solved.")

    library = Library(tmp_path, refuse)
    for card in CARDS:
        assert library(card.game, 1, "score").worth(card.game.start(1, 0), 0) > 0
        assert library.distribution(card.game).mean > 0
        assert library(card.game, SEATS, "wins").worth(card.game.start(SEATS, 0), 0) == pytest.approx(0.5)
    junior: Knowledge = library(game_called("junior", {}), SEATS, "wins")
    assert 0.5 < junior.worth(game_called("junior", {}).start(SEATS, 0), 0) < 0.6


def test_what_is_packed_comes_back_bit_by_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SHIPPED", tmp_path / "packed")
    one = np.array([[0.1, np.nan, -np.inf], [5e-324, -0.0, 1e300]])
    other = one * 3
    for name, numbers, like in (("one", one, ""), ("other", other, "one")):
        tables.write(tmp_path / name, "made", numbers)
        assert tables.pack(tmp_path / name, like) > 0
        (tmp_path / name).unlink()
        assert brought(tmp_path / name).tobytes() == numbers.tobytes()
        assert brought(tmp_path / name).shape == numbers.shape


def test_what_was_put_there_by_another_version_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SHIPPED", tmp_path / "packed")
    kept = tmp_path / "kept" / "some.table"
    for number in (1.0, 2.0):
        tables.write(tmp_path / "some.table", "made", np.array([number]))
        tables.pack(tmp_path / "some.table")
        assert brought(kept)[0] == number


def test_what_does_not_come_with_the_package_is_left_alone(tmp_path: Path) -> None:
    tables.install(tmp_path / "unknown.table")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("work", "end"),
    [
        (lambda progress: cards.solve(NONE, progress), (8_192, 8_192)),
        (lambda progress: distribution(solved(FORCED), THREE_OPEN, progress), (3, 3)),
        (lambda progress: best_games(solved(NONE), 3_000, seed=1, progress=progress), (3_000, 3_000)),
        (lambda progress: reach.solve(FORCED, THREE_OPEN, 50, progress), (9, 9)),
    ],
)
def test_progress_is_told_to_the_end(work: Callable[[Progress], object], end: tuple[int, int]) -> None:
    told: list[tuple[int, int]] = []
    work(lambda *step: told.append(step))
    assert told == sorted(told)
    assert told[-1] == end
