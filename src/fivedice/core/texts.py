"""Parses short texts that people type: dice, and who starts."""

from collections.abc import Iterable
from operator import index
from typing import Any, Literal

from fivedice.core.dice import Dice, are_dice
from fivedice.core.rules import quoted

AnyDice = str | Iterable[int]
"""Dice as people type them, or as programs have them."""

LONGEST_NUMBER = 9
"""More digits than any number has that is meant."""


class BadText(ValueError):  # noqa: N818 - what came in is bad, not the program
    """A text that cannot be read, explained in a sentence."""


def dice(given: AnyDice) -> Dice:
    """Dice from digits 1 to 6, such as `14466`, or from their numbers."""
    if not isinstance(given, str):
        return _numbers(given)
    if given.strip("123456"):
        raise BadText(f"Dice are digits from 1 to 6, not {quoted(given)}.")
    return tuple(map(int, given))


def _numbers(given: Iterable[int]) -> Dice:
    try:
        numbers = tuple(map(index, given))
    except TypeError:
        numbers = (0,)
    if not are_dice(numbers, len(numbers)):
        written = "digits in quotes, such as '14466', or a tuple of numbers from 1 to 6"
        raise BadText(f"Dice are {written}, not {quoted(given)}.")
    return numbers


def whole(number: Any) -> Any:
    """A whole number of any kind, such as numpy's, as Python's own; a truth value is none.

    Anything else stays as it is, for whoever checks it.
    """
    try:
        return number if isinstance(number, bool) else int(index(number))
    except TypeError:
        return number


def first(value: Any) -> int | Literal["roll", "random"]:
    """Who starts: a seat, "roll" or "random"."""
    if value in ("roll", "random"):
        return value  # type: ignore[no-any-return]
    if isinstance(value, str) and value.isdecimal() and len(value) <= LONGEST_NUMBER:
        return int(value)
    seat = whole(value)
    if type(seat) is int:
        return seat
    raise BadText(f"Who starts is a seat, 'roll' or 'random', not {quoted(value)}.")
