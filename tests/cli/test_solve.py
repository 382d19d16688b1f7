"""`fivedice solve`: the published worth, the distribution, the stored table."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fivedice.runtime import store
from tests.commands import printed

FREE = ("traditional", "--option", "joker=free")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of tables that the tests of this file share, so that each is solved once."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def tables(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, where the commands look for it."""
    monkeypatch.setenv(store.HOME_VARIABLE, str(kept))
    return store.tables()


def solved(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed("solve", *arguments, "--json"))
    return found


def test_the_published_worth_is_told_with_the_reading_it_holds_for(tables: Path) -> None:
    found, again = (solved(*FREE) for _ in range(2))
    assert found["what"] == "expected final total, best play, Traditional, free joker"
    assert found["worth"] == pytest.approx(254.5896, abs=5e-5)
    assert found["positions"] == 536448
    assert again["worth"] == found["worth"]
    assert not again["solved_now"]
    assert tables.exists()


def lines(*arguments: str) -> str:
    return printed("solve", *arguments)


def test_the_distribution_is_told_to_programs_and_people(tables: Path) -> None:
    found = solved(*FREE, "--seats", "3", "--distribution")
    assert tables.exists()
    assert list(found) == [
        *("fivedice_solve", "game", "options", "seats", "what", "aim", "exact", "worth", "worths"),
        *("positions", "memory", "seconds", "solved_now", "distribution", "digits"),
    ]
    spread = found["distribution"]
    assert list(spread) == [
        *("mean", "deviation", "percentiles", "bonuses", "yahtzees", "boxes", "further", "seconds")
    ]
    bonuses = 35 * spread["bonuses"]["Upper"] + spread["further"]
    assert found["worths"] == [found["worth"]] * 3
    assert spread["mean"] == pytest.approx(found["worth"], abs=1e-9)
    assert sum(spread["boxes"].values()) + bonuses == pytest.approx(found["worth"], abs=1e-9)
    told = lines(*FREE, "--distribution")
    assert "Expected final total, best play, Traditional, free joker: 254.58" in told
    assert "536,448 positions" in told
    assert f"Upper bonus: {100 * spread['bonuses']['Upper']:.2f}%" in told
    assert re.search(
        r"^Looked up in \d+\.\d\d s; the distribution took another \d+\.\d\d s$", told, re.MULTILINE
    )
    assert f"  Large Straight   {spread['boxes']['large-straight']:.2f}" in told


@pytest.mark.parametrize("seats", [2, 3])
def test_estimated_chances_to_win_make_one(seats: int) -> None:
    asked = ("showdown", "--seats", str(seats), "--aim", "wins")
    found = solved(*asked)
    assert sum(found["worths"]) == pytest.approx(1, abs=1e-12)
    assert (found["exact"], found["digits"]) == (False, 3)
    first, by_seat = lines(*asked).splitlines()[:2]
    assert first == f"Chance to win, an estimate of best play, Showdown: {found['worth']:.3g}"
    shares = ", ".join(f"{worth:.3g}" for worth in found["worths"])
    assert by_seat == f"By seat, in playing order: {shares}"


def test_solving_again_keeps_nothing() -> None:
    assert solved("piecepack", "--again")["solved_now"]
    assert not store.tables().exists()
