"""Parses short texts that people type: dice, who starts, and other names of boxes."""

from collections.abc import Iterable
from operator import index
from typing import Any, Literal
from unicodedata import normalize

from fivedice.core.dice import Dice, are_dice
from fivedice.core.rules import Untranslated, plain_letters, quoted
from fivedice.language import tr

AnyDice = str | Iterable[int]
"""Digits as people type them, or numbers."""

AnyFirst = int | Literal["roll", "random"]
"""Who starts: a seat, the winner of a roll-off, or one drawn."""

LONGEST_NUMBER = 9
"""Numbers of more digits are mistakes."""


class BadText(ValueError):  # noqa: N818 - what came in is bad, not the program
    """A text that cannot be parsed, explained in a sentence in the reader's language."""


class WrongValue(Untranslated, BadText):
    """A value that cannot be understood; its sentence is for programmers."""


def dice(given: AnyDice) -> Dice:
    """Dice from digits such as `14466`, or from numbers."""
    if not isinstance(given, str):
        return _numbers(given)
    if given.strip("123456"):
        raise BadText(tr("Dice are digits from 1 to 6, not {given}.", given=quoted(given)))
    return tuple(map(int, given))


def _numbers(given: Iterable[int]) -> Dice:
    try:
        numbers = tuple(map(index, given))
    except TypeError:
        numbers = (0,)
    if not are_dice(numbers, len(numbers)):
        forms = "digits in quotes, such as '14466', or a tuple of numbers from 1 to 6"
        raise WrongValue(f"Dice are {forms}, not {quoted(given)}.")
    return numbers


def whole(number: Any) -> Any:
    """An integer of any kind, such as numpy's, as Python's `int`. Booleans and anything else stay as they
    are.
    """
    try:
        return number if isinstance(number, bool) else int(index(number))
    except TypeError:
        return number


def first(value: Any) -> AnyFirst:
    """Parses the choice of who starts: a seat, "roll" or "random"."""
    if value in ("roll", "random"):
        return value  # type: ignore[no-any-return]
    if isinstance(value, str) and value.isdecimal() and len(value) <= LONGEST_NUMBER:
        return int(value)
    seat = whole(value)
    if type(seat) is int:
        return seat
    raise BadText(tr("Who starts is a seat, 'roll' or 'random', not {given}.", given=quoted(value)))


LABELS: dict[str, tuple[str, ...]] = {
    "aces": ("ace", "ones", "one"),
    "twos": ("two",),
    "threes": ("three",),
    "fours": ("four",),
    "fives": ("five",),
    "sixes": ("six",),
    "nulls": ("null", "sixes", "six"),
    "3-of-a-kind": ("three of a kind",),
    "4-of-a-kind": ("four of a kind",),
    "small-straight": ("sm. straight", "sm straight"),
    "large-straight": ("lg. straight", "lg straight"),
}
"""Other names of a box or card. The traditional and piecepack sheets print Ones, Sm. and Lg. Straight."""

NUMBERS = ("aces", "twos", "threes", "fours", "fives", "sixes")
"""The names of the boxes of the numbers 1 to 6."""


def labels_of(name: str, face: int = 0) -> tuple[str, ...]:
    """Every other name of a box; a box that counts a number also goes by that number."""
    number = NUMBERS[face - 1] if face else ""
    of_number = (number, *LABELS[number]) if number else ()
    return (*of_number, *LABELS.get(name, ()))


def spaced(name: str) -> str:
    """A name as plain lower-case words: "Sm. Straight" is "sm straight"."""
    return in_words(plain_letters(name))


SEPARATORS = str.maketrans("-.", "  ", "\N{KATAKANA MIDDLE DOT}\N{ZERO WIDTH SPACE}")


def in_words(name: str) -> str:
    """A name as lower-case words, with its diacritics."""
    return " ".join(normalize("NFC", name).casefold().translate(SEPARATORS).split())


def meant(text: str, names: Iterable[str]) -> str:
    """The name that a text means, in any case or by a label; an unknown text stays unchanged."""
    options, words = list(names), spaced(text)
    if text in options:
        return text
    own = [name for name in options if spaced(name) == words]
    labelled = [name for name in options if words in map(spaced, LABELS.get(name, ()))]
    fitting = own or labelled
    return fitting[0] if len(fitting) == 1 else text
