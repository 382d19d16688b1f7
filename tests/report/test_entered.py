"""A review of turns entered without throws, and of decisions of the game for an absent player (R6)."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.analysis.luck_and_cost import MatchReview
from fivedice.analysis.solver_api import Knowledge
from fivedice.api.match import start
from fivedice.match.events import Decision, Score, Spend
from fivedice.match.match import EventMatch, begin
from fivedice.match.setup import Player, Setup, game_called
from fivedice.narration import comparisons, costs, reviews
from fivedice.narration.costs import endings
from fivedice.report import review_json, text
from fivedice.report.summary import summary
from tests.documented_keys import documented
from tests.laws.matches import NAMES, entered
from tests.report.conftest import Known, Playing


@dataclass
class Retold:
    """A match that was thrown, and the same with its turns entered as final dice, or as scores only."""

    thrown: EventMatch
    dice: EventMatch
    scores: EventMatch


@pytest.fixture(scope="module")
def retold(played: Playing) -> Retold:
    thrown = played("traditional", "casual:3", "casual:5", seed=2)
    dice = scores = begin(thrown.setup)
    now = begin(thrown.setup)
    for event in thrown.events:
        if isinstance(event, Spend):
            (final,) = now.state.turn.hands if now.state.turn else ()
            use = next(use for use in now.uses() if use.name == event.use)
            dice = dice.final(final).use(event.use)
            scores = scores.score(use.name, use.pays, five=len(set(final)) == 1)
        now = now.step(event)
    return Retold(thrown, dice, scores)


def reviewed(match: EventMatch, known: Known) -> luck_and_cost.MatchReview:
    return luck_and_cost.review(match, known(match))


def test_all_three_forms_of_a_match_have_one_result(retold: Retold, known: Known) -> None:
    thrown, *others = (reviewed(match, known) for match in (retold.thrown, retold.dice, retold.scores))
    for other in others:
        assert other.match.scores == thrown.match.scores
        for one, told in zip(thrown.accounts, other.accounts, strict=True):
            assert told.start == one.start
            assert told.adds_up
            gained = told.luck - told.cost + told.joint
            assert gained == pytest.approx(one.luck - one.cost, abs=1e-9)


def test_final_dice_tell_luck_and_keeps_together_and_the_choice_of_box_by_itself(
    retold: Retold, known: Known
) -> None:
    thrown, dice = reviewed(retold.thrown, known), reviewed(retold.dice, known)
    for one, told in zip(thrown.accounts, dice.accounts, strict=True):
        keeps = one.by_kind["first keep"] + one.by_kind["second keep"]
        assert told.by_kind == {"use": pytest.approx(one.by_kind["use"], abs=1e-9)}
        assert told.joint == pytest.approx(one.luck - keeps, abs=1e-9)
        assert told.luck == 0
    assert [m.mark for m in dice.moments if isinstance(m.event, Spend)] == [
        m.mark for m in thrown.moments if isinstance(m.event, Spend)
    ]


def test_of_a_score_only_the_whole_is_known_and_nothing_is_marked(retold: Retold, known: Known) -> None:
    review = reviewed(retold.scores, known)
    for account in review.accounts:
        assert (account.luck, account.cost, account.by_kind, account.by_box) == (0, 0, {}, {})
        assert account.joint == pytest.approx(account.result - account.start, abs=1e-9)
    assert not any(moment.mark or moment.best for moment in review.moments)
    assert review.decisive
    assert all(moment.weight == abs(moment.joint) for moment in review.decisive)


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("traditional", 3),
        ("challenge", 1),
        ("challenge", 3),
        ("junior", 2),
        ("piecepack", 2),
        ("yatzy", 2),
        pytest.param("showdown", 2, marks=pytest.mark.proof),
    ],
)
def test_a_mixed_match_adds_up(name: str, seats: int, known: Known) -> None:
    for seed in range(3):
        setup = Setup(
            game_called(name),
            tuple(map(Player, NAMES[:seats])),
            games=1 + seed % 2 * (name in ("traditional", "challenge", "yatzy")),
        )
        whole = entered(setup, seed)
        for match in (whole, entered(setup, seed, most=len(whole.events) // 2)):
            review = reviewed(match, known)
            for account in review.accounts:
                terms = account.start + account.luck - account.cost + account.joint + account.others
                assert terms == pytest.approx(account.result, abs=1e-9)
                own = [moment for moment in review.moments if moment.seat == account.seat]
                assert sum(moment.joint for moment in own) == pytest.approx(account.joint, abs=1e-9)


@pytest.mark.parametrize("name", ["challenge", "junior"])
def test_a_mixed_match_for_the_win_adds_up(name: str, library: Callable[..., Knowledge]) -> None:
    match = entered(Setup(game_called(name), tuple(map(Player, NAMES[:2]))), 5)
    review = luck_and_cost.review(match, library(match.setup.game, 2, "wins"))
    for account in review.accounts:
        assert account.adds_up
        if name == "junior":
            assert account.unexplained == pytest.approx(0, abs=1e-9)
            (other,) = (one for one in review.accounts if one.seat != account.seat)
            assert account.lost_to_joint == pytest.approx(other.joint, abs=1e-9)


# --- What is shown -----------------------------------------------------------------------------------------


def test_the_text_shows_the_figure_and_says_what_cannot_be_known(retold: Retold, known: Known) -> None:
    for match in (retold.dice, retold.scores):
        review = reviewed(match, known)
        lines = text.lines(review, known(match), "pips", everything=True)
        told = " ".join(lines)
        assert comparisons.ENTERED in told
        assert "start + luck - cost + joint = result, and the record agrees" in " ".join(told.split())
        assert "luck and choices +" in told
        assert all(len(line) <= text.WIDTH for line in lines)
        heads = next(line for line in lines if "start" in line and "?!" in line).split()
        assert heads[:5] == ["start", "luck", "cost", "joint", "result"]
        assert "Net luck" not in told
        assert "No choice cost anything" not in told
        if match is retold.scores:
            assert "No choice that was entered cost anything." in told
            assert "from luck" not in told


def test_a_moment_is_told_with_what_was_not_entered(retold: Retold, known: Known) -> None:
    final, *_ = reviewed(retold.dice, known).moments
    score, *_ = reviewed(retold.scores, known).moments
    assert re.fullmatch(
        r"ended on( [⚀-⚅]){5} \(throws not entered\), luck and choices [+−][\d.]+",
        reviews.describe(final, "points", "pips"),
    )
    assert re.fullmatch(
        r"scored .+ \d+ \(dice not entered\), luck and choices [+−][\d.]+",
        reviews.describe(score, "points", "pips"),
    )
    assert "luck and choices" in repr(final)


def test_the_json_has_further_documented_keys(retold: Retold, known: Known) -> None:
    plain, more = (
        json.loads(review_json.text(reviewed(match, known), known(match), "digits"))
        for match in (retold.thrown, retold.dice)
    )
    assert set(more) == set(plain)
    account = set(more["accounts"][0]) - set(plain["accounts"][0])
    assert account == {"joint", "lost_to_joint"}
    for moment in more["moments"]:
        assert ("joint" in moment) == ("final" in moment["event"])
    assert account <= documented("review-json.md", "Turns entered without throws")


def test_the_summary_adds_up_and_claims_nothing_that_is_not_known(retold: Retold, known: Known) -> None:
    review = reviewed(retold.scores, known)
    told = summary(review, 0)
    (row,) = (row for row in told["rows"] if row["label"] == "Turns without throws")
    assert row["cells"] == [reviews.signed(one.joint, "points") for one in review.accounts]
    assert told["sentence"].startswith(comparisons.ENTERED)
    assert "You " in told["sentence"]
    assert told["estimate"] == ""
    (headline,) = told["headlines"]
    assert [one["label"] for one in headline["figures"]] == ["Luck and choices, turns without throws"]
    (mixed,) = summary(reviewed(retold.dice, known), 0)["headlines"]
    labels = ["Lost by choices", "Luck and choices, turns without throws"]
    assert [one["label"] for one in mixed["figures"]] == labels


def test_the_end_of_a_match_claims_no_luck_where_it_is_not_known(retold: Retold, known: Known) -> None:
    for ending in endings(reviewed(retold.scores, known), "pips"):
        joint = rf"{re.escape(comparisons.ENTERED)} Joint is both together: .+\d\."
        assert re.fullmatch(joint, ending.account)
        assert (ending.luck, ending.cost, ending.choice) == (None, None, "")


def test_a_match_that_stands_between_two_entries_is_reviewed(known: Known) -> None:
    match = start("challenge", "Ann", "Ben", "Cy").final("66655", 2).score("chance", 17, 0)
    for one in (match, match.final("12345", 1), match.final("12345", 1).use("sixes", 2)):
        assert all(account.adds_up for account in reviewed(one, known).accounts)


def test_the_table_is_told_the_cost_of_a_choice_of_box_and_none_of_a_score(known: Known) -> None:
    match = start("challenge", "Ann", "Ben").score("chance", 17, 0).final("66665", 1)
    spent = Spend(1, "chance")
    assert costs.decisions(match.state, spent) == (spent,)
    told = costs.describe(costs.judge(match.state, spent, known(match)), "score")
    assert re.match(r"Ben's choice cost [\d.]+ points\. Better: ", told)
    assert costs.decisions(start("traditional", "Ann").state, Score(0, "chance", 17)) == ()


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
