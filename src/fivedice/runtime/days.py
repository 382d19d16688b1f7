"""Days of today's deal, which last 23 to 25 hours, and calendar dates, of drills and days in a row."""

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from fivedice.core.rules import IllegalMove, quoted
from fivedice.language import mark, tr

PLAYED_ON = 6 * 3600.0
"""Seconds from the end of a day until its secrets are revealed. Until then, matches that began in time may
go on, and a player who knew the secret would know their dice.
"""

ONE_DAY = timedelta(days=1)
DAY = 24 * 3600
"""Seconds; today's deal may last an hour more or less."""
MONTHS = (
    *(mark("January"), mark("February"), mark("March"), mark("April"), mark("May"), mark("June")),
    *(mark("July"), mark("August"), mark("September"), mark("October"), mark("November"), mark("December")),
)


class Day(Struct, frozen=True):
    """The day of a deal, from where it begins in its time zone to where the next one begins."""

    date: str
    begins: float
    ends: float

    @property
    def reveals(self) -> float:
        """The time at which the secrets of its deals are revealed."""
        return self.ends + PLAYED_ON


Zone = tzinfo | None
"""A time zone; None means the time zone of this computer."""


def zone(name: str) -> tzinfo:
    """A time zone such as "Europe/Berlin"; "" is UTC. Raises `IllegalMove` for an unknown one."""
    try:
        return ZoneInfo(name) if name not in ("", "UTC") else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        unknown = mark("There is no time zone {name}; write it like Europe/Berlin.")
        raise IllegalMove(tr(unknown, name=quoted(name))) from None


def date_at(moment: float, where: Zone) -> date:
    """The calendar date of a moment, whenever the day of a deal begins."""
    return datetime.fromtimestamp(moment, where).date()


def begins_at(on: date, where: Zone) -> float:
    """When the day of a deal begins: at midnight, or when the clock skips it."""
    return datetime(on.year, on.month, on.day, tzinfo=where).timestamp()


def today(now: float, where: Zone) -> Day:
    """The day of a deal that contains a moment."""
    day = _day(date_at(now, where), where)
    return day if day.begins <= now else _day(date_at(now, where) - ONE_DAY, where)


def tomorrow(day: Day, where: Zone) -> Day:
    """The day after another."""
    return _day(date.fromisoformat(day.date) + ONE_DAY, where)


def of(text: str, where: tzinfo) -> Day:
    """The day of a date such as 2026-11-25. Raises `IllegalMove` for an invalid date."""
    try:
        return _day(date.fromisoformat(text), where)
    except (ValueError, OverflowError):
        unknown = tr("There is no date {date}; write it like 2026-11-25.", date=quoted(text))
        raise IllegalMove(unknown) from None


def streak(days: Collection[str], today: str) -> int:
    """The number of days in a row until today, or until yesterday if today has none yet.

    A date from another time zone may be the one after `today`, and counts as it. Dates after tomorrow come
    from a wrong clock and do not count.
    """
    now = date.fromisoformat(today)
    counted = {one for one in map(date.fromisoformat, days) if one <= now + ONE_DAY}
    at = max([now, *counted])
    first = at = at if at in counted else at - ONE_DAY
    while first in counted:
        first -= ONE_DAY
    return (at - first).days


def spoken(text: str, *, year: bool = False) -> str:
    """A date in words: "25 November"."""
    day = date.fromisoformat(text)
    parts = {"day": day.day, "month": tr(MONTHS[day.month - 1]), "year": str(day.year)}
    return tr("{day} {month} {year}", **parts) if year else tr("{day} {month}", **parts)


def _day(on: date, where: Zone) -> Day:
    return Day(on.isoformat(), begins_at(on, where), begins_at(on + ONE_DAY, where))
