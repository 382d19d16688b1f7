"""The profile, against a naive recount of the same figures."""

import csv
import io
import json
from itertools import permutations
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest
from msgspec.structs import replace

from fivedice.statistics.export import as_bytes
from fivedice.statistics.figures import MatchFigures, Opponent
from fivedice.statistics.profile import KindProfile, profile
from fivedice.statistics.ratings import Rating, after, chance

NEAR = pytest.approx


def one(number: int, **fields: object) -> MatchFigures:
    source = Random(number)
    cost, luck = 40 * source.random(), source.gauss(0, 40)
    total = round(254.6 - cost + luck)
    made = MatchFigures("traditional joker=forced", "Traditional", "points", 0, 1, (total,), 1, 0.0)
    usual = {"at": float(number), "code": f"M{number}", "bonuses": number % 2, "yahtzees": 0, "start": 254.6}
    usual |= {"cost": cost, "luck": luck, "exact": True, "alone": True, "better": (0.3,)}
    usual |= {"by_kind": {"first keep": cost / 4, "use": 3 * cost / 4}, "by_box": {"chance": cost}}
    return replace(made, **usual | fields)


def of(matches: list[MatchFigures]) -> KindProfile:
    (found,) = profile(matches).kinds
    return found


def value(found: KindProfile, label: str) -> str:
    return next(line.value for line in found.lines if line.label == label)


def how(found: KindProfile, label: str) -> str:
    return next(line.how for line in found.lines if line.label == label)


def test_plays_like_is_best_play_less_the_mean_cost() -> None:
    matches = [one(number) for number in range(20)]
    costs = np.array([match.cost for match in matches])
    found = of(matches).plays_like
    assert found is not None
    assert found.value == NEAR(254.6 - costs.mean())
    assert found.error == NEAR(costs.std(ddof=1) / sqrt(20))
    assert "60 more matches would halve it" in how(of(matches), "Plays like")


def test_luck_does_not_change_what_a_player_plays_like() -> None:
    lucky = [one(number, luck=100.0, totals=(350,)) for number in range(10)]
    assert of(lucky).plays_like == of([one(number) for number in range(10)]).plays_like is not None


def test_four_times_the_matches_halve_the_error() -> None:
    few, many = (of([one(number % 10) for number in range(count)]).plays_like for count in (1000, 4000))
    assert few is not None
    assert many is not None
    assert many.error == NEAR((few.error or 0) / 2, rel=1e-3)
    assert few.of + few.to_halve == many.of


@pytest.mark.parametrize("marked", [{"hints": 1}, {"by_game": 1}, {"cost": None, "luck": None}], ids=str)
def test_matches_that_say_nothing_about_choices_only_count_as_played(marked: dict[str, object]) -> None:
    found = of([one(1), one(2, **marked)])
    assert found.played == 2
    assert found.cost is not None
    assert found.cost.of == 1
    assert found.cost.value == one(1).cost


def test_a_match_that_the_computer_played_does_not_count() -> None:
    assert of([one(1), one(2, credited=False)]).played == 1


def test_matches_of_several_games_count_per_game() -> None:
    found = of([one(1, games=2, totals=(100, 200), start=509.2, cost=40.0, luck=-10.0)] * 10)
    assert found.total.value == 150
    assert found.cost is not None
    assert found.cost.value == 20
    assert found.plays_like is not None
    assert found.plays_like.value == NEAR(234.6)
    assert value(found, "Best total") == "200"


@pytest.mark.parametrize(("late", "told"), [(5.0, "better"), (35.0, "worse")])
def test_a_clear_trend_says_so(late: float, told: str) -> None:
    matches = [one(number, cost=20.0 + number % 3) for number in range(10)]
    matches += [one(number, cost=late + number % 3) for number in range(10, 20)]
    found = of(matches)
    assert found.trend is not None
    assert found.trend.value == NEAR(20 - late, abs=0.5)
    assert value(found, "Trend").endswith(told)
    assert "more than chance explains" in how(found, "Trend")


def test_no_trend_is_told_of_the_same_play() -> None:
    assert of([one(number, cost=20.0 + number % 3) for number in range(12)]).trend is None


@pytest.mark.parametrize(("played", "claimed"), [(1, False), (9, False), (10, True)])
def test_nothing_is_claimed_of_a_player_before_ten_matches(played: int, claimed: bool) -> None:
    habits = {"full-house:late": 1.9}
    found = of([one(number, cost=9.0 * (number < 5) + number / 9, habits=habits) for number in range(played)])
    claims = found.habits, found.trend, found.plays_like
    assert [bool(claim) for claim in claims] == [claimed] * 3
    assert (" like" in str(found.lines)) == ("Trend" in str(found.lines)) == claimed


def test_a_habit_is_what_chance_does_not_explain() -> None:
    late = {"full-house:late": 2.9, "full-house:early": 0.3}
    evening = {"yahtzee:kept": 32.6}
    both = [{"chance:early": number % 3, "chance:late": (number + 1) % 3} for number in range(10)]
    habits = [{**late, **each, **(evening if not number else {})} for number, each in enumerate(both)]
    found = of([one(number, habits=each) for number, each in enumerate(habits)])
    assert [habit.sentence for habit in found.habits] == [
        "Full House: you wait too long, 2.9 points per game",
        "Chance: 1.9 points per game",
    ]


def test_opponents_are_counted_with_who_won() -> None:
    ben, bot = Opponent("Ben", 2), Opponent("Casual", 1, "casual:3")
    matches = [
        one(1, opponents=(ben,), won=1.0),
        one(2, opponents=(replace(ben, place=1),), won=0.0, place=2),
        one(3, opponents=(ben, bot), won=0.5),
        one(4, opponents=(replace(bot, credited=False),)),
    ]
    found = profile(matches).opponents
    assert [(each.name, each.played, each.won, each.lost) for each in found] == [
        ("Ben", 3, 2, 1),
        ("Casual", 1, 1, 1),
    ]
    (kind,) = profile(matches).kinds
    assert value(kind, "Won") == "1.5 of 4"


def test_wins_in_a_row() -> None:
    ben = (Opponent("Ben", 2),)
    found = of([one(number, opponents=ben, place=place) for number, place in enumerate((1, 1, 1, 2, 1))])
    assert value(found, "Wins in a row") == "1 now, 3 at most"


def test_the_order_of_the_matches_does_not_matter() -> None:
    matches = [one(number) for number in range(50)]
    assert profile(matches) == profile(matches[::-1])


def test_charts_have_few_points_that_keep_the_means() -> None:
    found = of([one(number) for number in range(1000)])
    assert len(found.costs) == len(found.lucks) == 40
    assert found.cost is not None
    assert float(np.mean(found.costs)) == NEAR(found.cost.value)
    assert sum(found.totals.values()) == 1000


def test_a_player_without_matches_has_an_empty_profile() -> None:
    assert profile([]).kinds == ()


def test_without_solver_scores_remain() -> None:
    found = of([one(number, start=None, cost=None, luck=None) for number in range(4)])
    assert (found.cost, found.plays_like, found.habits) == (None, None, ())
    assert value(found, "Played").startswith("4")


# --- Ratings ------------------------------------------------------------------------------------------------


STRENGTHS = (150, 165, 180, 200, 210, 215, 220, 240)
"""The mean scores of simulated players, whose scores deviate by `DEVIATION`."""
DEVIATION, MATCHES, LEARNING = 55, 2000, 200


def test_of_matches_predicted_at_60_percent_as_many_are_won() -> None:
    source, ratings = Random(1), [Rating()] * len(STRENGTHS)
    won = list[float]()
    for number in range(LEARNING + MATCHES):
        pair = source.sample(range(len(STRENGTHS)), 2)
        own, other = (round(source.gauss(STRENGTHS[one], DEVIATION)) for one in pair)
        share = (own > other) + (own == other) / 2
        likely = chance(*(ratings[one] for one in pair))
        if number >= LEARNING and 0.55 <= max(likely, 1 - likely) <= 0.65:
            won.append(share if likely >= 0.5 else 1 - share)
        places = (1 + (other > own), 1 + (own > other))
        for one, rating in zip(pair, after([ratings[one] for one in pair], places), strict=True):
            ratings[one] = rating
    assert len(won) > 300
    assert 0.57 <= sum(won) / len(won) <= 0.63


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_the_whole_order_of_three_counts_whatever_their_seats(order: tuple[int, ...]) -> None:
    found = after([Rating()] * 3, [1 + place for place in order])
    by_place = sorted(zip(order, found, strict=True))
    first, second, third = (rating.mu for _, rating in by_place)
    assert first > second > third
    assert second == pytest.approx(25)


def test_a_tie_of_equals_changes_no_mean_and_makes_it_surer() -> None:
    found = after([Rating(), Rating()], [1, 1])
    assert [one.mu for one in found] == pytest.approx([25, 25])
    assert all(one.sigma < Rating().sigma and one.matches == 1 for one in found)


def test_a_lead_of_100_means_64_of_100_matches() -> None:
    sure = Rating(sigma=0.1)
    lead = Rating(mu=25 + 100 / 23.7, sigma=0.1)
    assert (lead.points, sure.points) == (1600, 1500)
    assert chance(lead, sure) == pytest.approx(0.64, abs=0.002)


# --- Export -------------------------------------------------------------------------------------------------


EXPORTED = [
    one(1, habits={"chance:early": 1.5}),
    one(
        1_700_000_000, opponents=(Opponent("=HYPERLINK(1)", 2), Opponent("Zoë; Ben", 3)), cost=None, luck=None
    ),
]


def parquet(matches: list[MatchFigures]) -> list[dict[str, Any]]:
    return list(pyarrow.parquet.read_table(io.BytesIO(as_bytes(matches, "parquet"))).to_pylist())


def test_every_format_has_the_same_columns_and_rows() -> None:
    by_json, by_parquet = json.loads(as_bytes(EXPORTED, "json")), parquet(EXPORTED)
    by_csv = list(csv.DictReader(as_bytes(EXPORTED, "csv").decode().splitlines()))
    for plain, table, text in zip(by_json, by_parquet, by_csv, strict=True):
        assert [*plain] == [*table] == [*text]
        assert f"{table.pop('at'):%Y-%m-%dT%H:%M:%S}Z" == plain["at"] == text["at"]
        for name in ("by_kind", "by_box", "habits"):
            assert dict(table.pop(name)) == pytest.approx(plain.pop(name))
        plain.pop("at")
        assert plain == table
        assert text["cost"] == ("" if plain["cost"] is None else str(plain["cost"]))


@pytest.mark.parametrize("name", ["csv", "json", "parquet"])
def test_no_matches_make_an_empty_file(name: str) -> None:
    assert as_bytes([], name)


def test_a_name_is_no_formula_for_a_spreadsheet() -> None:
    matches = [replace(EXPORTED[0], title="+1"), EXPORTED[1]]
    first, second = csv.DictReader(as_bytes(matches, "csv").decode().splitlines())
    assert (first["title"], second["opponents"]) == ("'+1", "'=HYPERLINK(1); Zoë; Ben")
