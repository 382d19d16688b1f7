"""The summary of a finished match for each seat."""

import re

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.analysis.end_summary import endings
from fivedice.api.match import Match as Begun
from tests.report.conftest import Known, Playing

ACCOUNT = re.compile(
    r"(Your dice were (as good as|[\d.]+ \w+ (better|worse) than) usual|You and \w+ \d had equally good dice"
    r"|(You|The others|\w+ \d) had better dice by [\d.]+ \w+( on average)?)"
    r"; your choices cost (nothing|[\d.]+( \w+)?)\."
)
CHOICE = re.compile(
    r"(From [⚀-⚅ ]+ you (kept|chose)|You chose to) .+; .+ would have been worth [\d.]+ \w+ more\."
)


@pytest.mark.parametrize("bots", [("random",), ("random", "greedy"), ("expert", "greedy", "random")], ids=len)
@pytest.mark.parametrize("game", ["traditional", "challenge", "junior"])
def test_everybody_is_told_in_a_few_sentences(
    game: str, bots: tuple[str, ...], played: Playing, known: Known
) -> None:
    match = played(game, *bots, seed=3)
    review = luck_and_cost.review(match, known(match))
    for told in endings(review, "pips"):
        assert ACCOUNT.fullmatch(told.account), told.account
        assert not told.account.count("on average") or len(bots) > 2
        assert told.luck == luck_and_cost.net_luck(review, told.seat)
        assert told.cost == review.accounts[told.seat].cost
        costs = [moment.cost for moment in review.moments if moment.seat == told.seat]
        assert bool(told.choice) == any(review.accounts[told.seat].marks.values())
        assert not told.choice or CHOICE.fullmatch(told.choice), told.choice
        at = [moment.cost for moment in review.moments if moment.number == told.choice_at]
        assert bool(told.choice) == (max(costs) in at)


def test_who_plays_perfectly_gives_nothing_away(played: Playing, known: Known) -> None:
    match = played("traditional", "expert", seed=3)
    (told,) = endings(luck_and_cost.review(match, known(match)), "pips")
    assert told.account.endswith("than usual; your choices cost nothing.")
    assert told.choice == ""


def test_what_the_review_marks_is_never_called_nothing(played: Playing, known: Known) -> None:
    match = played("junior", "casual:8", "greedy", seed=9)
    review = luck_and_cost.review(match, known(match))
    told = endings(review, "pips")[0]
    assert review.accounts[0].marks == {"?!": 0, "?": 1, "??": 0}
    assert told.account.endswith("; your choices cost 0.21.")
    assert CHOICE.fullmatch(told.choice)
    assert told.choice.endswith("would have been worth 0.21 columns more.")


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
    (told,) = endings(luck_and_cost.review(match, known(match)), "pips")
    assert told.choice.startswith("From ⚁ ⚁ ⚃ ⚃ ⚅ you kept ⚁ ⚁ ⚃ ⚃ ⚅; to keep none would have been worth ")
