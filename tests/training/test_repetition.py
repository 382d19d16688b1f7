"""Drills come back at growing intervals, and days are counted where the player is."""

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from fsrs import Card

from fivedice.analysis import luck_and_cost
from fivedice.api.match import start
from fivedice.runtime import days as calendar
from fivedice.runtime import store
from fivedice.runtime.library import Library
from fivedice.training import drills, exercise
from fivedice.training.grading import Grade
from fivedice.training.session import Training, overview

NOON = datetime(2026, 3, 1, 12, tzinfo=ZoneInfo("UTC")).timestamp()
DAY = 86_400.0
BERLIN, HONOLULU = ZoneInfo("Europe/Berlin"), ZoneInfo("Pacific/Honolulu")


def at(text: str, where: ZoneInfo = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=where).timestamp()


def today(now: float, zone: str) -> str:
    return calendar.date_at(now, calendar.zone(zone)).isoformat()


def one() -> drills.Drill:
    return max(drills.of_game("traditional").values(), key=lambda drill: drill.weight)


def test_a_wrong_answer_comes_back_at_once_and_a_hard_one_sooner() -> None:
    known = drills.answered(drills.answered(one(), "good", NOON, UTC), "good", NOON + 3 * DAY, UTC)
    now = NOON + 20 * DAY
    again, hard, good = (drills.answered(known, how, now, UTC).due - now for how in ("again", "hard", "good"))
    assert again < DAY < hard < good


def test_the_first_intervals_are_these() -> None:
    """Each answer on its day: FSRS 6 with its usual parameters and without steps on the first day."""
    known: tuple[tuple[list[Grade], list[float]], ...] = (
        (["good", "good", "good", "good"], [2, 11, 46, 163]),
        (["again", "good", "hard", "good"], [1, 2, 5, 11]),
    )
    for grades, expected in known:
        drill, now, waits = one(), NOON, list[float]()
        for grade in grades:
            drill = drills.answered(drill, grade, now, UTC)
            waits.append((drill.due - now) / DAY)
            now = drill.due
        assert waits == expected
    *first, last = (f"{wait}" for wait in known[0][1])
    page = (Path(__file__).parents[2] / "docs" / "guide" / "play.md").read_text(encoding="utf-8")
    assert f"in {', '.join(first)} and {last} days" in page


@pytest.mark.parametrize(
    ("answered", "not_yet", "due"),
    [
        ("2026-03-02T20:00", "2026-03-02T23:59", "2026-03-03T18:00"),
        ("2026-03-02T20:00", "2026-03-02T23:59", "2026-03-03T00:05"),
        ("2026-03-28T20:00", "2026-03-28T23:59", "2026-03-29T00:05"),  # a day of 23 hours follows
        ("2026-03-29T00:05", "2026-03-29T23:59", "2026-03-30T00:05"),
        ("2026-10-25T00:05", "2026-10-25T23:59", "2026-10-26T00:05"),  # a day of 25 hours
    ],
)
def test_a_drill_is_due_all_day(answered: str, not_yet: str, due: str) -> None:
    drill = drills.answered(one(), "hard", at(answered), BERLIN)
    assert drills.upcoming([drill], at(not_yet), BERLIN) is None
    assert drills.upcoming([drill], at(due), BERLIN) == drill


def test_who_trains_a_little_earlier_each_day_waits_no_longer_than_others() -> None:
    """The dates count, and the time of each answer stays true."""
    early = late = one()
    for number in range(5):
        day = f"2026-03-0{number + 1}T"
        early = drills.answered(early, "hard", at(f"{day}{20 - number}:00"), BERLIN)
        late = drills.answered(late, "hard", at(f"{day}20:00"), BERLIN)
    kept = [Card.from_json(drill.card) for drill in (early, late)]
    assert kept[0].stability == kept[1].stability
    assert kept[0].last_review == datetime(2026, 3, 5, 16, tzinfo=BERLIN)


def test_a_drill_is_due_where_the_player_is() -> None:
    """West of Berlin the day of the answer begins again, and the drill waits for the next one there."""
    drill = drills.answered(one(), "hard", at("2026-03-03T08:00"), BERLIN)  # 2 March, 21:00 in Honolulu
    assert not drills.is_due(drill, at("2026-03-02T23:59", HONOLULU), HONOLULU)
    assert drills.is_due(drill, at("2026-03-03T00:05", HONOLULU), HONOLULU)
    home = drills.answered(one(), "hard", at("2026-03-02T23:00", HONOLULU), HONOLULU)  # 3 March in Berlin
    assert not drills.is_due(home, at("2026-03-03T23:59"), BERLIN)
    assert drills.is_due(home, at("2026-03-04T00:05"), BERLIN)


def test_an_answer_from_a_wrong_clock_does_not_hold_a_drill_back() -> None:
    drill = drills.answered(one(), "good", NOON + 3650 * DAY, UTC)
    assert drills.is_due(drill, NOON, UTC)
    assert drills.answered(drill, "good", NOON, UTC).due == NOON + 2 * DAY


def test_a_lapse_comes_back_after_minutes() -> None:
    known = drills.answered(one(), "good", NOON, UTC)
    lapsed = drills.answered(known, "again", NOON + 5 * DAY, UTC)
    waits = (60.0, 600.0)
    assert [drills.is_due(lapsed, NOON + 5 * DAY + wait, UTC) for wait in waits] == [False, True]


def test_what_is_due_comes_before_what_is_new_and_the_heaviest_first() -> None:
    light, *_, heavy = sorted(drills.of_game("junior").values(), key=lambda drill: drill.weight)
    assert drills.upcoming([light, heavy], NOON, UTC) == heavy
    seen = drills.answered(light, "good", NOON, UTC)
    assert drills.upcoming([seen, heavy], NOON, UTC) == heavy
    assert drills.upcoming([seen, heavy], seen.due, UTC) == seen
    assert drills.upcoming([seen], NOON, UTC) is None
    assert drills.upcoming([], NOON, UTC) is None


def test_as_many_are_to_repeat_as_are_shown() -> None:
    now, evening = at("2026-03-03T01:05"), at("2026-03-02T20:05")
    own = {
        key: drills.answered(drill, "hard", evening, BERLIN)
        for key, drill in drills.of_game("junior").items()
    }
    training = Training(own)
    for when, told in ((now, f"{len(own)} to repeat · 0 new positions"), (evening, "0 new positions")):
        assert overview(training, "junior", [], when, BERLIN)["told"] == told
        assert (training.upcoming("junior", when, BERLIN) is None) == told.startswith("0")


def test_a_match_adds_its_costliest_choices() -> None:
    match = start("traditional", "Ann").throw("66661").keep("66661").use("aces").throw("65432").keep("65432")
    match = match.use("small-straight")
    known = Library(store.tables())(match.setup.game, 1, "score").at_leisure()
    review = luck_and_cost.review(match, known)
    found = drills.from_review(review, 0)
    costs = sorted((one.cost for one in review.moments if one.cost >= 0.5), reverse=True)
    assert 0 < len(found) == len(costs)
    assert exercise.state_of(found[0].terms).awaited.kind in ("keep", "use")
    assert all(drill.weight > 0 for drill in found)
    cheap = next((one for one in review.moments if one.best and one.cost > 0), None)
    assert cheap
    assert len(drills.from_review(review, 0, cheap.number)) == 1
    assert drills.from_review(review, 0, 1) == []


def test_today_may_still_be_to_come() -> None:
    days = {"2026-11-23", "2026-11-24", "2026-11-25"}
    assert calendar.streak(days, "2026-11-25") == 3
    assert calendar.streak(days, "2026-11-26") == 3
    assert calendar.streak(days, "2026-11-27") == 0
    assert calendar.streak(days - {"2026-11-24"}, "2026-11-25") == 1
    assert calendar.streak(set(), "2026-11-25") == 0


def test_days_after_tomorrow_were_written_with_a_wrong_clock() -> None:
    days = {"2026-11-24", "2026-11-25"}
    wrong, noon = (
        {"2026-11-27", "2036-01-01", "9999-12-31"},
        datetime(2026, 11, 25, 12, tzinfo=UTC).timestamp(),
    )
    trained = Training(days=dict.fromkeys(days | wrong, 1), goal=5)
    assert calendar.streak(wrong, "2026-11-25") == 0
    assert calendar.streak(days | wrong, "2026-11-25") == 2
    assert trained.goal_sentence(noon, UTC) == "Today: 1 of 5 drills. 2 days in a row."
