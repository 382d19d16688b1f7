"""The "What decided the result" section: figures that add up, and sentences addressed to the reader."""

import re
from typing import Any

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.games import GAMES
from fivedice.match.events import Keep
from fivedice.narration import comparisons
from fivedice.notation import record
from fivedice.report.summary import summary, totals
from fivedice.runtime.library import Library
from tests.golden.make import FOLDER


def reviewed(game: str, aim: str, library: Library) -> luck_and_cost.MatchReview:
    match = record.replay((FOLDER / f"{game}-2seats.jsonl").read_bytes()).match
    return luck_and_cost.review(match, library(match.setup.game, 2, aim))


def number(cell: str) -> float:
    return float(cell.replace("−", "-").rstrip("%"))


@pytest.mark.parametrize("aim", ["score", "wins"])
@pytest.mark.parametrize("game", ["piecepack", "showdown", "junior"])
def test_the_cells_of_a_column_add_up_to_the_result(game: str, aim: str, library: Library) -> None:
    """And the parts of the difference in the terminal to the difference."""
    review = reviewed(game, aim, library)
    told = summary(review, None)
    for seat, result in enumerate(told["result"]):
        cells = [number(row["cells"][seat]) for row in told["rows"]]
        assert sum(cells) == pytest.approx(number(result))
    for split in comparisons.split(review):
        lead, *parts = map(float, re.findall(r"[+-]?\d+\.\d+", split))
        assert sum(parts) == pytest.approx(lead)


@pytest.mark.parametrize("game", ["piecepack", "showdown"])
def test_a_row_for_what_others_did_stands_where_they_did_anything(game: str, library: Library) -> None:
    rows = {
        aim: [row["label"] for row in summary(reviewed(game, aim, library), None)["rows"]]
        for aim in ("score", "wins")
    }
    touched = ["Opponents' moves"] if game == "showdown" else []
    assert rows["score"] == ["Start", "Luck", "Choices", *touched]
    assert rows["wins"][:5] == ["Start", "Luck", "Choices", "Opponent's luck", "Opponent's choices"]


def test_it_speaks_to_its_reader(library: Library) -> None:
    review = reviewed("showdown", "score", library)
    one, other = (player.name for player in review.match.setup.players)
    first, second, spectator = (summary(review, viewer)["sentence"] for viewer in (0, 1, None))
    for opponent, told in ((other, first), (one, second)):
        luck = rf"You were [\d.]+ \w+ (luckier|less lucky) than {opponent}\."
        assert re.match(rf"{luck} Your choices cost [\d.]+ \w+; {opponent}'s cost ", told)
    assert spectator.startswith(f"{one} was ")
    assert "you" not in spectator
    assert re.search(r"The rest: [+−][\d.]+ from turn order and [+−][\d.]+ from opponents' moves\.$", first)


def figures(headline: dict[str, Any]) -> dict[str, str]:
    return {one["label"]: one["value"] for one in headline["figures"]}


def test_it_opens_with_the_figures_of_its_reader(library: Library) -> None:
    """What choices lost, luck, and the mean of a player who loses as much a game; a spectator sees all."""
    review = reviewed("traditional", "score", library)
    games, account = review.match.setup.games, review.accounts[1]
    told = summary(review, 1)
    assert [one["name"] for one in told["headlines"]] == ["You"]
    shown = figures(told["headlines"][0])
    assert shown["Lost by choices"] == f"{account.cost:.1f} points"
    assert number(shown["Luck"].removesuffix(" points")) == pytest.approx(account.luck, abs=0.16)
    assert shown["Played like"] == f"{(account.start - account.cost) / games:.0f} points per game"
    assert f"best play scores {account.start / games:.1f} points per game on average" in told["estimate"]
    assert [one["seat"] for one in summary(review, None)["headlines"]] == [0, 1]


@pytest.mark.parametrize(("game", "aim"), [("piecepack", "wins"), ("junior", "score"), ("showdown", "score")])
def test_nobody_plays_like_so_many_points_where_others_matter(game: str, aim: str, library: Library) -> None:
    told = summary(reviewed(game, aim, library), 0)
    assert list(figures(told["headlines"][0])) == ["Lost by choices", "Luck"]
    assert told["estimate"] == ""


def test_nobody_plays_like_the_game(library: Library) -> None:
    """Who was away chose nothing; who was away for one choice has no mean of their own either."""
    match = record.replay((FOLDER / "piecepack-2seats.jsonl").read_bytes()).match
    known = library(match.setup.game, 2, "score")
    kept = [at for at, event in enumerate(match.events, 1) if isinstance(event, Keep) and event.seat == 0]
    for gone, labels in ((kept[:1], ["Lost by choices", "Luck"]), (range(1000), ["Luck"])):
        told = summary(luck_and_cost.review(match, known, frozenset(gone)), 0)
        assert list(figures(told["headlines"][0])) == labels


def test_totals_are_compared_with_best_play(library: Library) -> None:
    """How many of 100 games of best play end with less, in words at the ends."""
    review = reviewed("piecepack", "score", library)
    known = library.distribution(GAMES["piecepack"])
    told = totals(review, known.chances)
    assert told is not None
    assert told["sentence"] == f"Best play makes {known.mean:.1f} points on average."
    for seat, beside in enumerate(told["seats"]):
        assert beside["made"] == [review.match.state.finished[0][seat]]
        share = float(known.chances[: beside["made"][0]].sum())
        assert beside["less"] == pytest.approx(share)
        number = "fewer than 1" if share < 0.01 else "more than 99" if share > 0.99 else f"{100 * share:.0f}"
        assert beside["told"].startswith(
            f"{beside['made'][0]}: {number} of 100 games of best play end with less. Luckier than "
        )
