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
    ranked: list[int] = []
    equal: list[int] = []
    for place in sorted(range(len(worths)), key=worths.__getitem__, reverse=True):
        if equal and worths[place] < worths[equal[0]] - SAME:
            ranked += sorted(equal)
            equal = []
        equal.append(place)
    return ranked + sorted(equal)


def best_first(items: Iterable[Item], worth: Callable[[Item], float]) -> list[Item]:
    """The items, those worth most first; equal ones stay in their order."""
    listed = list(items)
    return [listed[place] for place in ranking([worth(item) for item in listed])]
