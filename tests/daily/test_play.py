"""What a day's deal is played on, how its result is told; days of time zones and streaks of dates."""

from datetime import date
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from fivedice.core.rules import Game, IllegalMove
from fivedice.daily import play
from fivedice.games import GAMES
from fivedice.runtime import days
from fivedice.statistics.figures import MatchFigures
from fivedice.statistics.luck import measured
from fivedice.table.terms import check_terms

DOCS = Path(__file__).parents[2] / "docs"
TRADITIONAL = GAMES["traditional"]
PLAYED = MatchFigures(
    "traditional", "Traditional", "points", 0, 1, (243,), 1, 0.0, start=250.0, luck=-2.9, cost=4.1
)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_a_deal_a_day(game: Game) -> None:
    name = play.name("2026-11-25", game)
    assert len(name) <= 80
    assert play.date_of(name) == "2026-11-25"
    agreed = play.terms(game, "a" * 64)
    check_terms(agreed)
    assert agreed.chairs.count("") == 1
    assert (agreed.hints, agreed.watching) == (False, False)
    assert agreed.promise is not None
    assert agreed.promise.contributions == ("",) * len(agreed.chairs)


def test_names_and_predictable_deals_differ_by_day_and_game() -> None:
    dates = ("2026-11-25", "2026-11-26")
    secrets = {play.predictable(date, game) for date in dates for game in GAMES.values()}
    assert len(secrets) == 2 * len(GAMES)


def test_a_predictable_secret_is_the_documented_one() -> None:
    seed = b"fivedice seed/daily 2026-11-25 traditional joker=forced"
    assert play.predictable("2026-11-25", TRADITIONAL) == sha256(seed).digest()
    assert seed.decode() in (DOCS / "reference" / "dice.md").read_text("utf-8")


def told(**changes: Any) -> str:
    """The line to share of an attempt, where every total from 0 to 499 is equally likely."""
    result = play.result(replace(PLAYED, **changes), np.full(500, 1 / 500))
    return result.share(TRADITIONAL, "2026-11-25")


def test_the_line_to_share_reads_well() -> None:
    line = "fivedice, Traditional, 25 November: 243 points, 4.1 lost, luckier than 49%"
    assert told() == line


def test_the_line_says_only_what_is_known() -> None:
    assert told(luck=None, cost=None) == "fivedice, Traditional, 25 November: 243 points"
    assert told(by_game=3).endswith("243 points, luckier than 49%")
    assert told(totals=(1,), cost=0.0, luck=-400.0).endswith("1 point, 0.0 lost, luckier than 0%")
    junior = replace(PLAYED, unit="columns", totals=(3,), cost=0.25)
    assert play.result(junior).share(GAMES["junior"], "2026-11-01") == (
        "fivedice, Junior, 1 November: 3 columns, 0.25 lost"
    )


def test_luck_in_games_without_totals_is_compared_with_what_was_measured() -> None:
    kind = "showdown pawns= for 2"
    middle = measured()[kind].quantiles[50]
    changes = {"kind": kind, "unit": "chips", "totals": (31,), "luck": middle}
    assert play.result(replace(PLAYED, **changes)).share(GAMES["showdown"], "2026-11-25") == (
        "fivedice, Showdown, 25 November: 31 chips, 4.10 lost, luckier than 50%"
    )


def test_equal_results_share_a_place() -> None:
    costs = [4.1, 0.0, 4.1, 9.0]
    assert [play.place(costs, own) for own in costs] == [2, 1, 2, 4]


ZONES = (
    *("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Kiritimati"),
    *("Asia/Kathmandu", "America/Havana", "Asia/Beirut", "Africa/Cairo"),
)
"""In Havana the clocks change at midnight."""
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
    assert days.streak(played, max(played)) == 366


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
