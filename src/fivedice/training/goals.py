"""A quiet daily goal: how many drills were answered today, and on how many days in a row.

A day is that of the player's own time zone when the answer was given, so that neither daylight saving nor a
journey takes a day away. One missed day ends a streak, and nothing more happens. Days after tomorrow were
written with a wrong clock, and do not count.
"""

from collections.abc import Collection, Mapping
from datetime import date, timedelta

USUAL_GOAL = 5
"""Drills a day."""
MOST_A_DAY = 100


def streak(days: Collection[str], today: str) -> int:
    """The number of days in a row until today, or until yesterday if today has none yet.

    `days` are those on which something was answered. West of the date line a day may still be to come: a day
    after `today`, from another time zone, counts as today.
    """
    now = date.fromisoformat(today)
    answered = {one for one in map(date.fromisoformat, days) if one <= now + timedelta(days=1)}
    at = max([now, *answered])
    if at not in answered:
        at -= timedelta(days=1)
    first = at
    while first in answered:
        first -= timedelta(days=1)
    return (at - first).days


def told(days: Mapping[str, int], goal: int, today: str) -> str:
    """How many drills were answered today, of the goal if there is one, and on how many days in a row."""
    done, row = days.get(today, 0), streak(days, today)
    count = f"Today: {done} of {goal} drills." if goal else f"Drills today: {done}."
    return f"{count} {row} days in a row." if row > 1 else count
