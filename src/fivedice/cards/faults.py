"""Errors in a card, their places, and type checks for all fields."""

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import Struct
from msgspec.structs import fields, force_setattr

from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import quoted

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


SAYS: Mapping[str, str] = {
    "title": "text in quotes",
    "line": "text in quotes",
    "faces": f"one of {', '.join(FACE_SETS)}, in quotes",
    "seats": "the fewest and the most players, for example [1, 6]",
    "sections": "a tuple of Section",
    "further": "a Further or None",
    "boxes": "a tuple of Box",
    "goal": "a whole number",
    "bonus": "a whole number",
    "name": "text in quotes",
    "needs": "text in quotes, for example 'face 3'",
    "pays": "a whole number, 'all dice' or 'these dice'",
    "box": "the name of a box in quotes",
    "joker": "'none', 'forced' or 'free'",
}
"""The expected value of each field of a card."""


def check_kinds(part: Struct) -> None:
    """Raises `Fault` for a field of the wrong type; a list becomes a tuple."""
    for field in _fields(type(part)):
        given = getattr(part, field.name)
        try:
            taken = msgspec.convert(given, field.type)
        except msgspec.ValidationError:
            raise Fault(f"{field.name!r} is {SAYS[field.name]}, not {quoted(given)}", field.name) from None
        if taken != given:  # a default must stay the same object, or it would be written into records
            force_setattr(part, field.name, taken)


_fields = cache(fields)
