"""Errors in a card, their places, and type checks for all fields."""

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import Struct
from msgspec.structs import fields, force_setattr

from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import Untranslated, quoted
from fivedice.language import mark

Place = tuple[str | int, ...]
"""A place in a document: keys, and indices of list items from 0."""


class BadCard(ValueError):  # noqa: N818 - what came in is bad, not the program
    """A card that cannot be parsed or played, explained in a sentence; for a text, with the line."""


class Fault(BadCard):
    """The reason why a card cannot be played: a sentence without its full stop.

    `place` has the keys that lead to the fault; `other` is a second place that conflicts with it.
    """

    def __init__(self, sentence: str, *place: str | int, other: Place = ()) -> None:
        super().__init__(sentence)
        self.place: Place = place
        self.other = other


class WrongField(Untranslated, Fault):
    """A field of the wrong type in a card that a program makes."""


SAYS: Mapping[str, str] = {
    "title": mark("text in quotes"),
    "line": mark("text in quotes"),
    "faces": mark("one of {names}, in quotes"),
    "seats": mark("the fewest and the most players, for example [1, 6]"),
    "goal": mark("a whole number"),
    "bonus": mark("a whole number"),
    "name": mark("text in quotes"),
    "needs": mark("text in quotes, for example 'face 3'"),
    "pays": mark("a whole number, 'all dice' or 'these dice'"),
    "box": mark("the name of a box in quotes"),
    "joker": mark("'none', 'forced' or 'free'"),
}
"""The expected value of each key of a card file, except those with nested parts."""
IN_PYTHON: Mapping[str, str] = {
    **SAYS,
    "faces": f"one of {', '.join(FACE_SETS)}, in quotes",
    "sections": "a tuple of Section",
    "further": "a Further or None",
    "boxes": "a tuple of Box",
}
"""The expected value of each field of a card in Python."""


def check_kinds(part: Struct) -> None:
    """Raises `WrongField` for a field of the wrong type; a list becomes a tuple."""
    for field in _fields(type(part)):
        given = getattr(part, field.name)
        try:
            converted = msgspec.convert(given, field.type)
        except msgspec.ValidationError:
            sentence = f"{field.name!r} is {IN_PYTHON[field.name]}, not {quoted(given)}"
            raise WrongField(sentence, field.name) from None
        if converted != given:  # a default must stay the same object, or it would be written into records
            force_setattr(part, field.name, converted)


_fields = cache(fields)
