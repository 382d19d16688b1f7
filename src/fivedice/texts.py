"""The short texts that people type: dice, and who starts. Knows no event, no game and no record."""

from typing import Any, Literal

from fivedice.dice import Dice
from fivedice.rules import quoted

LONGEST_NUMBER = 9
"""More digits than any number has that is meant."""


class BadText(ValueError):  # noqa: N818 - what came in is bad, not the program
    """A text that cannot be read, explained in a sentence."""


def dice(text: str) -> Dice:
    """Dice from digits 1 to 6: `14466`."""
    if text.strip("123456"):
        raise BadText(f"Dice are digits from 1 to 6, not {quoted(text)}.")
    return tuple(map(int, text))


def first(value: Any) -> int | Literal["roll", "random"]:
    """Who starts: a seat, "roll" or "random"."""
    if value in ("roll", "random"):
        return value  # type: ignore[no-any-return]
    if isinstance(value, str) and value.isdecimal() and len(value) <= LONGEST_NUMBER:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise BadText(f"Who starts is a seat, 'roll' or 'random', not {quoted(value)}.")
