"""An unobtrusive daily goal: the number of drills answered today, and of days in a row.

An answer counts for the date in the player's time zone at that moment, so neither daylight saving nor a
journey loses a day. A missed day ends a streak and has no other effect. Dates after tomorrow come from a
wrong clock and do not count.
"""

from collections.abc import Collection, Mapping
from datetime import date, timedelta

from fivedice.language import sentences, tr

USUAL_GOAL = 10
"""The default goal, in drills per day."""
MOST_A_DAY = 100


def streak(days: Collection[str], today: str) -> int:
    """The number of days in a row until today, or until yesterday if today has none yet.

    `days` are the dates with an answer. An answer from another time zone may have the date after `today`; it
    counts as today.
    """
    now = date.fromisoformat(today)
    answer_days = {one for one in map(date.fromisoformat, days) if one <= now + timedelta(days=1)}
    at = max([now, *answer_days])
    if at not in answer_days:
        at -= timedelta(days=1)
    first = at
    while first in answer_days:
        first -= timedelta(days=1)
    return (at - first).days


def sentence(days: Mapping[str, int], goal: int, today: str) -> str:
    """A sentence on the drills answered today, the goal if there is one, and the days in a row."""
    done, row = days.get(today, 0), streak(days, today)
    count = tr("Drills today: {done}.", done=done)
    if goal:
        count = tr("Today: {done} of {goal} drills.", done=done, goal=goal)
    return sentences(count, tr("{count} days in a row.", count=row) if row > 1 else "")
