"""The summary of a finished match for each seat."""

import re

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.api.match import Match as Begun
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.setup import Player, Setup
from fivedice.narration import reviews
from fivedice.narration.end_summary import endings
from fivedice.runtime.library import Library
from tests.laws.matches import LEVELS, NAMES, entered
from tests.report.conftest import Known, Playing

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
