"""What decided the result, and the summary for each seat: figures that add up, sentences for the reader."""

import re
from typing import Any

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.api.match import Match as Begun
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.events import Keep
from fivedice.match.setup import Player, Setup
from fivedice.narration import comparisons, reviews
from fivedice.narration.costs import endings
from fivedice.notation import record
from fivedice.report.summary import summary, totals
from fivedice.runtime.library import Library
from tests.golden.make import FOLDER
from tests.laws.matches import LEVELS, NAMES, entered
from tests.report.conftest import Known, Playing


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
        lead, *parts = map(float, re.findall(r"[+-]?\d+\.\d+", split.replace("−", "-")))
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


CHOICE = re.compile(
    r"(From [⚀-⚅ ]+ you (kept|chose)|You chose to) .+; .+ would have been worth [\d.]+ \w+ more\."
)


def added_up(account: str, rival: str) -> float:
    """What the figures of an account come to: the gains and losses of its reader, less those of the rival."""
    gained = r"makes N", r"N%? from", r"were N.{1,14} luckier", r"You N", rf"{rival}'s (?:choices )?cost N"
    lost = r"were N.{1,14} less lucky", r"Your choices cost N", rf"{rival} N"
    return sum(
        sign * float(figure)
        for sign, patterns in ((1, gained), (-1, lost))
        for pattern in patterns
        for figure in re.findall(pattern.replace("N", r"([+-]?\d+\.\d+)"), account.replace("−", "-"))
    )


@pytest.mark.parametrize(
    ("name", "seats", "aim"),
    [(name, seats, "score") for name in FIVE_GAMES for seats in GAMES[name].seats if seats < 4]
    + [(name, 2, "wins") for name in FIVE_GAMES if name != "traditional"],
)
def test_the_figures_of_an_account_add_up_to_the_difference(
    name: str, seats: int, aim: str, library: Library
) -> None:
    """Also where turns were entered without throws, and where the computer played for somebody away."""
    setup = Setup(GAMES[name], tuple(map(Player, NAMES[:seats])))
    match = entered(setup, seed=1, levels=LEVELS if seats % 2 else LEVELS[:1])
    by_game = range(0, len(match.events), 3) if seats > 2 else range(0)
    review = luck_and_cost.review(match, library(setup.game, seats, aim), frozenset(by_game))
    results = [luck_and_cost.result_of(match, seat, review.aim) for seat in range(seats)]
    for seat, ending in enumerate(endings(review, "pips")):
        others = {NAMES[other]: made for other, made in enumerate(results) if other != seat} or {
            "nobody": 0.0
        }
        rival, best = max(others.items(), key=lambda one: one[1])
        difference = 100 * (results[seat] - 0.5) if aim == "wins" else results[seat] - best
        assert added_up(ending.account, rival) == pytest.approx(difference), ending.account


def test_who_plays_perfectly_gives_nothing_away(played: Playing, known: Known) -> None:
    match = played("traditional", "expert", seed=3)
    (told,) = endings(luck_and_cost.review(match, known(match)), "pips")
    assert told.account.endswith("Your choices cost 0.0 points.")
    assert told.choice == ""


@pytest.mark.parametrize("bots", [("random",), ("random", "greedy"), ("expert", "greedy", "random")], ids=len)
@pytest.mark.parametrize("game", ["traditional", "challenge", "junior"])
def test_the_costliest_choice_that_a_review_marks_is_told(
    game: str, bots: tuple[str, ...], played: Playing, known: Known
) -> None:
    match = played(game, *bots, seed=3)
    review = luck_and_cost.review(match, known(match))
    for told in endings(review, "pips"):
        assert told.luck == luck_and_cost.net_luck(review, told.seat)
        assert told.cost == review.accounts[told.seat].cost
        costs = [moment.cost for moment in review.moments if moment.seat == told.seat]
        assert bool(told.choice) == any(review.accounts[told.seat].marks.values())
        assert not told.choice or CHOICE.fullmatch(told.choice), told.choice
        at = [moment.cost for moment in review.moments if moment.number == told.choice_at]
        assert bool(told.choice) == (max(costs) in at)


def test_a_zero_that_was_better_is_called_one(known: Known) -> None:
    position = "3,6,-,12,15,18,20,0,25,30,-,0,20+0 0"
    match = Begun.at("traditional", position, "11223", 3, names=("Ann",)).use("threes")
    match = match.throw("12345").keep("12345").use("large-straight")
    (told,) = endings(luck_and_cost.review(match, known(match)), "pips")
    assert told.choice.startswith(
        "From ⚀ ⚀ ⚁ ⚁ ⚂ you chose Threes 3; a zero in Large Straight would have been"
    )


def test_to_keep_none_that_was_better_is_not_called_nothing(known: Known) -> None:
    match = Begun.at("junior", "minnie=4, daisy=3, goofy=4, pluto=4", "22446", names=("Ann",))
    match = match.keep("22446").use("donald-duck")
    review = luck_and_cost.review(match, known(match))
    (told,) = endings(review, "pips")
    assert reviews.better(review.moments[0], "pips") == "keep nothing"
    assert told.choice.startswith("From ⚁ ⚁ ⚃ ⚃ ⚅ you kept ⚁ ⚁ ⚃ ⚃ ⚅; to keep none would have been worth ")
