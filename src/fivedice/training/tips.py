"""One tip after a match: the habit that cost the most over the last twenty matches of that kind."""

from collections.abc import Sequence

from fivedice.statistics.figures import MatchFigures
from fivedice.statistics.profile import Habit, profile

LAST, FEWEST = 20, 3
"""The most matches that a tip considers, and the fewest that it needs."""


def tip(matches: Sequence[MatchFigures], kind: str) -> Habit | None:
    """The costliest habit of the newest matches of a kind; None if too few are rated."""
    newest = sorted((one for one in matches if one.kind == kind and one.counts), key=lambda one: one.at)[
        -LAST:
    ]
    if len(newest) < FEWEST:
        return None
    (known,) = profile(newest).kinds
    return known.habits[0] if known.habits else None
