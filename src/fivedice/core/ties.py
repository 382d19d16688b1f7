"""Choosing and ranking by worth.

Worths that differ only by rounding count as equal; among equals, the first is best. The last digits of worths
vary with how they are computed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

DIGITS = 9
"""The number of decimals of a worth that count."""
SAME = 10.0**-DIGITS
"""Worths that differ by no more than this are equal."""

Item = TypeVar("Item")


def first_best(worths: Sequence[float]) -> int:
    """The index of the first worth that no other exceeds."""
    least = max(worths) - SAME
    return next(place for place, worth in enumerate(worths) if worth >= least)


def best_named(worths: Mapping[str, float]) -> str:
    """The first name whose worth no other exceeds."""
    return [*worths][first_best([*worths.values()])]


def ranking(worths: Sequence[float]) -> list[int]:
    """The indices of worths, highest first; equal ones stay in order."""
    ranked = sorted(range(len(worths)), key=worths.__getitem__, reverse=True)
    begin = 0
    for end in range(1, len(ranked) + 1):
        if end == len(ranked) or worths[ranked[end]] < worths[ranked[begin]] - SAME:
            if end - begin > 1:
                ranked[begin:end] = sorted(ranked[begin:end])
            begin = end
    return ranked


def best_first(items: Iterable[Item], worth: Callable[[Item], float]) -> list[Item]:
    """The items, highest worth first; equal ones stay in order."""
    listed = list(items)
    return [listed[place] for place in ranking([worth(item) for item in listed])]
