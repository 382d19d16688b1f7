"""The tables that come with the package: what is in them, how they are put in place, how much they take."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from research.ship_tables import CARDS, SEATS, file_for

from fivedice.analysis.solver_api import Knowledge
from fivedice.core.ties import SAME
from fivedice.games.cardgame import card_of
from fivedice.match.setup import game_called
from fivedice.runtime.library import Library
from fivedice.solve.cards import table as cards
from fivedice.solve.cards.distribution import load_or_work_out
from fivedice.solve.cards.remaining import FILE, Remaining
from fivedice.solve.cards.remaining import load_or_work_out as load_or_work_out_remaining
from fivedice.solve.cards.table import CardTable
from fivedice.solve.junior import exact
from fivedice.solve.kernel import tables
from tests.solve.conftest import solved

MOST_BYTES = 18_500_000
YACHT = next(number for number, card in enumerate(CARDS) if card.name == "yacht")


def solved_here(number: int) -> CardTable:
    """The table of a card that comes with the package, solved by this code."""
    card = card_of(CARDS[number].game)
    assert card is not None
    return solved(card)


def brought(path: Path) -> NDArray[np.float64]:
    """What comes with the package under this file's name."""
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
    """What comes with the package of the final total fits the table, which was solved another way."""
    brought(file_for(number, "totals", tmp_path))
    table = solved_here(number)
    assert load_or_work_out(table, tmp_path).mean == pytest.approx(table.start, abs=SAME)


def test_followed_again_the_totals_come_out_the_same(tmp_path: Path) -> None:
    """Yacht, the smallest card: every number that is kept of its final total."""
    (tmp_path / "again").mkdir()
    load_or_work_out(solved_here(YACHT), tmp_path / "again")
    (again,) = (tmp_path / "again").glob("*-totals.table")
    with again.open("rb") as file:
        file.readline()
        numbers = np.fromfile(file)
    np.testing.assert_allclose(brought(tmp_path / again.name), numbers, rtol=0, atol=SAME)


def test_worked_out_again_the_points_to_come_are_the_same(remaining: Remaining, tmp_path: Path) -> None:
    """Traditional: every chance of the last boxes, and every quantile but for one that is just rounded."""
    brought(file_for(0, FILE, tmp_path))
    found = load_or_work_out_remaining(remaining.table, tmp_path)
    np.testing.assert_allclose(found.rows.chances, remaining.rows.chances, rtol=0, atol=1e-6)
    away = np.abs(found.offsets - remaining.offsets)
    assert away.max() <= 1
    assert away.mean() < 1e-4


@pytest.mark.parametrize("number", range(len(CARDS)))
def test_the_points_to_come_fit_the_card(number: int, tmp_path: Path) -> None:
    """Every card has a row of its own, and quantiles rise."""
    brought(file_for(number, FILE, tmp_path))
    table = solved_here(number)
    found = load_or_work_out_remaining(table, tmp_path)
    assert len(found.rows.low) + len(found.offsets) == cards.numbers(table.form)[1][-1]
    assert (np.diff(found.offsets) >= 0).all()


def test_a_folder_that_takes_nothing_is_no_reason_to_solve(tmp_path: Path) -> None:
    """What comes with the package is known where nothing can be written, too."""
    (tmp_path / "file").touch()
    path = file_for(YACHT, "worths", tmp_path / "file" / "folder")
    np.testing.assert_array_equal(brought(path), brought(file_for(YACHT, "worths", tmp_path)))
    assert not path.exists()


def test_solved_again_junior_for_two_is_won_as_often(tmp_path: Path) -> None:
    """Every chance in the table of junior for two seats."""
    again = tmp_path / "again"
    exact.knowledge(SEATS, again)
    with exact.file_of(SEATS, again).open("rb") as file:
        file.readline()
        numbers = np.fromfile(file)
    worths = brought(exact.file_of(SEATS, tmp_path))
    np.testing.assert_allclose(worths.ravel(), numbers, rtol=0, atol=SAME)


def test_they_take_no_more_than_was_agreed() -> None:
    """Eighteen and a half million bytes in all."""
    assert sum(path.stat().st_size for path in tables.SHIPPED.iterdir()) <= MOST_BYTES


def test_the_library_solves_nothing_that_comes_with_the_package(tmp_path: Path) -> None:
    """From an empty folder, for every card and for junior; and it says the same as one that has to solve."""

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
    """Any numbers, NaN and infinities too, for themselves or as the difference from others."""
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
    """A table that came with a version whose numbers were others gives way to this one's."""
    monkeypatch.setattr(tables, "SHIPPED", tmp_path / "packed")
    kept = tmp_path / "kept" / "some.table"
    for number in (1.0, 2.0):
        tables.write(tmp_path / "some.table", "made", np.array([number]))
        tables.pack(tmp_path / "some.table")
        assert brought(kept)[0] == number


def test_what_does_not_come_with_the_package_is_left_alone(tmp_path: Path) -> None:
    """A name that no packed table has puts nothing there."""
    tables.install(tmp_path / "unknown.table")
    assert not list(tmp_path.iterdir())
