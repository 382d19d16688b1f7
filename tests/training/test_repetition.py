"""Drills come back at growing intervals, and days are counted where the player is."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.analysis.solver_api import at_leisure
from fivedice.core.rules import IllegalMove
from fivedice.match.match import start
from fivedice.runtime import store
from fivedice.runtime.library import Library
from fivedice.training import drills, exercise, goals

NOON = datetime(2026, 3, 1, 12, tzinfo=ZoneInfo("UTC")).timestamp()
DAY = 86_400.0


def one() -> drills.Drill:
    return max(drills.of_game("traditional").values(), key=lambda drill: drill.weight)


def test_right_answers_come_back_later_and_later() -> None:
    drill, now, waits = one(), NOON, []
    for _ in range(6):
        drill = drills.answered(drill, "good", now)
        waits.append(drill.due - now)
        now = drill.due
    assert waits == sorted(waits)
    assert waits[0] >= DAY
    assert waits[-1] > 60 * DAY


def test_a_wrong_answer_comes_back_at_once_and_a_hard_one_sooner() -> None:
    known = drills.answered(drills.answered(one(), "good", NOON), "good", NOON + 3 * DAY)
    now = NOON + 20 * DAY
    again, hard, good = (drills.answered(known, grade, now).due - now for grade in ("again", "hard", "good"))
    assert again < DAY < hard < good


def test_the_same_answers_give_the_same_times() -> None:
    """Nothing is drawn at random, so two devices agree."""
    assert drills.answered(one(), "good", NOON) == drills.answered(one(), "good", NOON)


def test_what_is_due_comes_before_what_is_new_and_the_heaviest_first() -> None:
    light, *_, heavy = sorted(drills.of_game("junior").values(), key=lambda drill: drill.weight)
    assert drills.upcoming([light, heavy], NOON) == heavy
    seen = drills.answered(light, "good", NOON)
    assert drills.upcoming([seen, heavy], NOON) == heavy
    assert drills.upcoming([seen, heavy], seen.due) == seen
    assert drills.upcoming([seen], NOON) is None
    assert drills.upcoming([], NOON) is None


def test_a_match_adds_its_costliest_choices() -> None:
    """Those that cost half a point or more; a cheaper one only when it is asked for."""
    match = start("traditional", "Ann").throw("66661").keep("66661").use("aces").throw("65432").keep("65432")
    match = match.use("small-straight")
    known = at_leisure(Library(store.tables())(match.setup.game, 1, "score"))
    review = luck_and_cost.review(match, known)
    found = drills.from_review(review, 0, "traditional")
    costs = sorted((one.cost for one in review.moments if one.cost >= 0.5), reverse=True)
    assert 0 < len(found) == len(costs)
    assert exercise.state_of(found[0].terms).awaited.kind in ("keep", "use")
    assert all(drill.weight > 0 for drill in found)
    cheap = next((one for one in review.moments if one.best and one.cost > 0), None)
    assert cheap
    assert len(drills.from_review(review, 0, "traditional", cheap.number)) == 1
    assert drills.from_review(review, 0, "traditional", 1) == []


# --- Days --------------------------------------------------------------------------------------------------


def test_a_year_of_daily_answers_is_a_streak_whatever_the_clocks_do() -> None:
    """Over both changes of daylight saving and a leap day, at half past midnight and just before it."""
    zone = ZoneInfo("Europe/Berlin")
    for hour in ((0, 30), (23, 59)):
        noons = [datetime(2027, 7, 1, *hour, tzinfo=zone) + timedelta(days=number) for number in range(366)]
        days = {goals.day(at.timestamp(), "Europe/Berlin") for at in noons}
        assert len(days) == 366
        assert "2028-02-29" in days
        assert goals.streak(days, max(days)) == 366


def test_today_may_still_be_to_come() -> None:
    days = {"2026-11-23", "2026-11-24", "2026-11-25"}
    assert goals.streak(days, "2026-11-25") == 3
    assert goals.streak(days, "2026-11-26") == 3
    assert goals.streak(days, "2026-11-27") == 0
    assert goals.streak(days - {"2026-11-24"}, "2026-11-25") == 1
    assert goals.streak(set(), "2026-11-25") == 0


def test_a_journey_takes_no_day_away() -> None:
    """Answered in Auckland in the evening, looked at in Los Angeles, where that day is still to come."""
    evening = datetime(2026, 11, 25, 20, tzinfo=ZoneInfo("Pacific/Auckland")).timestamp()
    days = {goals.day(evening - number * DAY, "Pacific/Auckland") for number in range(3)}
    assert goals.day(evening, "America/Los_Angeles") == "2026-11-24"
    assert goals.streak(days, goals.day(evening, "America/Los_Angeles")) == 3


@pytest.mark.parametrize("zone", ["Atlantis/Poseidonis", "../../etc/passwd", "Europe/", "\0"])
def test_an_unknown_zone_is_refused(zone: str) -> None:
    with pytest.raises(IllegalMove, match="no time zone"):
        goals.day(NOON, zone)
