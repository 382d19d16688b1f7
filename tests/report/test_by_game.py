"""A review marks decisions of the game for an absent player (R6), and sums them separately."""

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.analysis.luck_and_cost import MatchReview
from fivedice.match.events import Decision
from fivedice.match.match import EventMatch
from fivedice.narration import reviews
from fivedice.narration.end_summary import endings
from fivedice.report import review_json, text
from fivedice.report.summary import summary
from tests.report.conftest import Known, Playing


def decisions(match: EventMatch, seat: int) -> list[int]:
    return [
        n for n, event in enumerate(match.events, 1) if isinstance(event, Decision) and event.seat == seat
    ]


@pytest.fixture
def match(played: Playing) -> EventMatch:
    return played("junior", "random", "random", seed=3)


def looked_back(match: EventMatch, known: Known, share: float) -> tuple[MatchReview, MatchReview]:
    """A review of the match, and another where the game made the last share of seat 0's decisions."""
    own = decisions(match, 0)
    by_game = frozenset(own[round(len(own) * (1 - share)) :])
    return luck_and_cost.review(match, known(match)), luck_and_cost.review(match, known(match), by_game)


@pytest.mark.parametrize("share", [0.4, 1.0])
def test_the_cost_of_the_game_s_choices_is_not_the_player_s(
    share: float, match: EventMatch, known: Known
) -> None:
    before, after = (review.accounts for review in looked_back(match, known, share))
    assert after[0].cost + after[0].cost_of_game == pytest.approx(before[0].cost)
    assert after[0].cost_of_game > 0
    assert (after[0].cost == 0) == (share == 1)
    assert after[0].adds_up
    assert sum(after[0].by_kind.values()) == pytest.approx(after[0].cost)
    assert sum(after[0].by_box.values()) == pytest.approx(after[0].cost)
    assert after[1] == before[1]


def test_the_game_s_choices_are_marked_as_such_and_by_no_mark_of_a_mistake(
    match: EventMatch, known: Known
) -> None:
    _, review = looked_back(match, known, 0.4)
    knows, made = known(match), [moment for moment in review.moments if moment.by_game]
    assert made
    for moment in made:
        assert moment.mark == ""
        assert moment.luck == 0
        assert reviews.describe_event(moment, "digits").startswith("the game ")
        assert review_json.moment(moment, knows, "digits")["by_game"]
        assert moment not in reviews.costliest(review, 100)
    told = f"The computer made {len(made)} decisions for random 0, who was away. They cost "
    assert told in "\n".join(text.lines(review, knows, "digits", width=200))
    assert " - cost of the computer's choices" in reviews.sum_check(review)


def test_the_end_tells_both_apart(match: EventMatch, known: Known) -> None:
    none, some, every = (
        endings(review, "pips")[0]
        for review in (
            luck_and_cost.review(match, known(match)),
            looked_back(match, known, 0.4)[1],
            looked_back(match, known, 1)[1],
        )
    )
    assert "omputer" not in none.account
    assert ". Your choices cost " in some.account
    assert " from the computer's choices" in some.account
    assert ". The computer made every choice for you; " in every.account
    assert "our choices" not in every.account
    assert (every.cost, every.choice, every.choice_at) == (0, "", 0)


def test_a_summary_says_that_the_computer_made_every_choice(match: EventMatch, known: Known) -> None:
    review = looked_back(match, known, 1)[1]
    first, second = (summary(review, viewer)["sentence"] for viewer in (0, 1))
    name, other = (player.name for player in review.match.setup.players)
    assert ". The computer made every choice for you; " in first
    assert f"; {other}'s choices cost " in first
    assert second.count("choices cost ") == 1
    assert f"; the computer made every choice for {name}." in second
