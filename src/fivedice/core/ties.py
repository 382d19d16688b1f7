"""Choosing and ranking by worth: worths that differ by rounding alone are equal, of equals the first is best.

Worths are read from solved tables or worked out anew, compiled or not, so their last digits vary.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

DIGITS = 9
"""So many decimals of a worth count."""
SAME = 10.0**-DIGITS
"""Worths that differ by no more than this are equal."""

Item = TypeVar("Item")


def first_best(worths: Sequence[float]) -> int:
    """The place of the first worth that no other exceeds."""
    least = max(worths) - SAME
    return next(place for place, worth in enumerate(worths) if worth >= least)


def best_named(worths: Mapping[str, float]) -> str:
    """The first name of a worth that no other exceeds."""
    return [*worths][first_best([*worths.values()])]


def ranking(worths: Sequence[float]) -> list[int]:
    """The places of worths, the highest first; equal ones stay in their order."""
    ranked = sorted(range(len(worths)), key=worths.__getitem__, reverse=True)
    begin = 0
    for end in range(1, len(ranked) + 1):
        if end == len(ranked) or worths[ranked[end]] < worths[ranked[begin]] - SAME:
            if end - begin > 1:
                ranked[begin:end] = sorted(ranked[begin:end])
            begin = end
    return ranked


def best_first(items: Iterable[Item], worth: Callable[[Item], float]) -> list[Item]:
    """The items, those worth most first; equal ones stay in their order."""
    listed = list(items)
    return [listed[place] for place in ranking([worth(item) for item in listed])]
