"""`fivedice solve`: the published worth, the distribution, the stored table; `--reach` of it and of hints."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.folders import HOME_VARIABLE
from fivedice.games.cardgame import CardPosition
from fivedice.notation import write
from fivedice.runtime import store
from tests.commands import printed, refused
from tests.thirteen import FORCED

FREE = ("traditional", "--option", "joker=free")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of tables that the tests of this file share, so that each is solved once."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def tables(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, where the commands look for it."""
    monkeypatch.setenv(HOME_VARIABLE, str(kept))
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


ONLY_CHANCE = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 0, None))


def test_solve_tells_the_chance_at_the_start() -> None:
    found = json.loads(printed("solve", "piecepack", "--reach", "372", "--json"))
    assert (found["aim"], found["exact"], found["solved_now"]) == ("reach 372", True, True)
    assert found["worth"] == pytest.approx(2.5546544936e-12, rel=1e-9)
    assert found["positions"] == 50119  # the needs of a card are solved as an interval
    assert "Chance of reaching 0 or more, best play, Traditional, forced joker: 1\n" in printed(
        "solve", "traditional", "--reach", "0"
    )


def test_a_total_out_of_reach_is_told_in_a_sentence() -> None:
    position = write.position(CardPosition((ONLY_CHANCE,), 0))
    asked = ["hint", "traditional", position, "55666@2", "--reach", "9999"]
    assert printed(*asked) == "9,999 points cannot be reached from here, whatever you choose.\n"
    assert {choice["worth"] for choice in json.loads(printed(*asked, "--json"))["choices"]} == {0.0}


def test_a_hint_ranks_by_the_chance() -> None:
    position = write.position(CardPosition((ONLY_CHANCE,), 0))
    target = str(filling.total(FORCED, ONLY_CHANCE) + 30)
    asked = ["hint", "traditional", position, "55666@2", "--reach", target]
    found = json.loads(printed(*asked, "--json"))
    assert (found["aim"], found["exact"]) == (f"reach {target}", True)
    assert (found["choices"][0]["keep"], found["choices"][0]["worth"]) == ("666", pytest.approx(1 / 36))
    told = printed(*asked)
    assert f"exact worth in chance of reaching {target}" in told
    assert "1 keep 6 6 6: 2.78%, the best" in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "traditional", "--seats", "11"], "players, not 11"),
        (["solve", "traditional", "--seats", "-1"], "players, not −1"),
        (["solve", "junior", "--distribution"], "score cards have this"),
        (["solve", "junior", "--reach", "9"], "score cards have this"),
        (["solve", "traditional", "--reach", "-1"], "at least 0, not −1"),
        (["solve", "traditional", "--reach", "many"], "must be a whole number, not"),
        (["solve", "traditional", "--reach", "300", "--distribution"], "is about play for the mean"),
        (["hint", "junior", "-+-+-+-+-/-+-+-+-+- 0 -", "12334@1", "--reach", "9"], "score cards have this"),
    ],
)
def test_bad_arguments_are_told_in_a_sentence(arguments: list[str], sentence: str) -> None:
    told = refused(*arguments)
    assert sentence in told
    assert told.count("\n") == 1
