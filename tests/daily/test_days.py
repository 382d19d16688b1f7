"""Days of time zones, whatever their clocks do, and streaks of dates."""

from datetime import date
from itertools import pairwise

import pytest

from fivedice.core.rules import IllegalMove
from fivedice.daily import days
from fivedice.training import goals

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Pacific/Kiritimati",
    "Asia/Kathmandu",
    "America/Havana",  # the clocks change at midnight
    "Asia/Beirut",
    "Africa/Cairo",
)
HOUR = 3600.0


def year(zone: str, first: str = "2027-12-01") -> list[days.Day]:
    """All days of more than a year, with the leap day of 2028."""
    where = days.zone(zone)
    found = [days.of(first, where)]
    for _ in range(430):
        found.append(days.tomorrow(found[-1], where))
    return found


@pytest.mark.parametrize("zone", ZONES)
def test_every_moment_belongs_to_one_day(zone: str) -> None:
    where = days.zone(zone)
    for day, after in pairwise(year(zone)):
        assert day.ends == after.begins
        assert days.today(day.begins, where) == day
        assert days.today(day.ends - 0.001, where) == day
        assert days.of(day.date, where) == day


def test_a_day_is_as_long_as_the_clocks_make_it() -> None:
    lengths = {day.date: (day.ends - day.begins) / HOUR for day in year("Europe/Berlin")}
    assert (lengths["2028-03-26"], lengths["2028-10-29"], lengths["2028-07-01"]) == (23, 25, 24)


def test_a_day_begins_when_its_place_has_midnight() -> None:
    begins = {zone: days.of("2026-11-25", days.zone(zone)).begins for zone in ("Pacific/Kiritimati", "UTC")}
    assert begins["UTC"] - begins["Pacific/Kiritimati"] == 14 * HOUR


@pytest.mark.parametrize("zone", ZONES)
def test_a_streak_survives_changes_of_the_clocks(zone: str) -> None:
    """Somebody plays every 24 hours."""
    where = days.zone(zone)
    first = days.of("2028-01-01", where).begins + 12 * HOUR
    played = {days.date_at(first + 24 * HOUR * number, where).isoformat() for number in range(366)}
    assert goals.streak(played, max(played)) == 366


def test_the_day_of_a_deal_may_begin_later_than_its_date(monkeypatch: pytest.MonkeyPatch) -> None:
    midnight = days.begins_at
    monkeypatch.setattr(days, "begins_at", lambda on, where: midnight(on, where) + 4 * HOUR)
    where = days.zone("Europe/Berlin")
    early, late = (midnight(date(2026, 11, 25), where) + hours * HOUR for hours in (3.9, 4))
    assert [days.today(now, where).date for now in (early, late)] == ["2026-11-24", "2026-11-25"]
    assert {days.date_at(now, where).isoformat() for now in (early, late)} == {"2026-11-25"}


@pytest.mark.parametrize("text", ["", "today", "2026-02-30", "9999-12-31", "../etc"])
def test_a_date_that_there_is_not(text: str) -> None:
    with pytest.raises(IllegalMove, match="There is no date"):
        days.of(text, days.zone("Asia/Tokyo"))


@pytest.mark.parametrize("name", ["Berlin", "../etc/passwd", "Europe", "Europe/Berlin\0"])
def test_a_time_zone_that_there_is_not(name: str) -> None:
    with pytest.raises(IllegalMove, match="There is no time zone"):
        days.zone(name)
