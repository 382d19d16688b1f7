"""Builds a card from the tables of a TOML document; errors name their place."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from fivedice.cards.boxes import Box, meant
from fivedice.cards.faults import SAYS, Fault
from fivedice.cards.places import Place
from fivedice.cards.scorecard import Further, Section, Written
from fivedice.core.rules import quoted, shortened


class Form(Struct, frozen=True):
    """What a document is written in, as far as sentences about it say so."""

    table: str
    """What a table is called there."""
    tables: Mapping[str, str]
    """What those keys say that hold parts of the card."""
    plain: Callable[[str, Any, Place], Any]
    """What a key says besides, at its place, spelled as the program spells it."""
    spelled: Callable[[Any], str]
    """A value as a sentence quotes it."""

    def says(self, key: str) -> str:
        """What a key says."""
        return self.tables.get(key) or SAYS[key]

    def given(self, value: Any) -> str:
        """What is said instead."""
        if isinstance(value, dict):
            return self.table
        return "a list" if isinstance(value, list) else self.spelled(value)


JSON = Form(
    "an object",
    {"sections": "a list of objects", "further": "an object", "boxes": "a list of objects"},
    lambda _key, value, _place: value,
    lambda value: shortened(json.dumps(value, default=repr), 40),
)
"""That of records and messages, which spell a card as the program does."""

INSIDE: Mapping[str, type[Struct]] = {"sections": Section, "boxes": Box, "further": Further}
"""What tables there are, by the key under which they stand."""
CALLED: Mapping[type[Struct], str] = {
    Written: "A card",
    Section: "A section",
    Box: "A box",
    Further: "What a further Yahtzee does",
}


def card(document: Any, form: Form) -> Written:
    """The card that a document says. Raises `Fault`."""
    if not isinstance(document, dict):
        raise Fault(f"A card is {form.table}, not {form.given(document)}")
    try:
        return msgspec.convert(_evened(document, Written, (), form), Written)
    except msgspec.ValidationError as error:
        place = _place_of(error)
        if isinstance(error.__cause__, Fault):
            fault = error.__cause__
            raise Fault(str(fault), *place, *fault.place, other=fault.other) from None
        raise _mistyped(document, place, form) from None


def _evened(value: Any, kind: type[Struct], place: Place, form: Form) -> Any:
    """The document with its words spelled as the program spells them.

    Raises `Fault` for a key that there is not, one that is missing, and a number that cannot be meant.
    """
    if isinstance(value, list):
        return [
            _evened(part, kind, (*place, number), form) if isinstance(part, dict) else part
            for number, part in enumerate(value)
        ]
    if not isinstance(value, dict):
        return value
    _check_keys(value, kind, place, form)
    return {
        key: _evened(part, INSIDE[key], (*place, key), form)
        if key in INSIDE
        else form.plain(key, part, (*place, key))
        for key, part in value.items()
    }


@cache
def _known(kind: type[Struct]) -> Mapping[str, bool]:
    """The keys of a table, and whether it needs them; kept, as a text may have thousands of tables."""
    return {field.name: field.required for field in fields(kind)}


def _check_keys(table: dict[str, Any], kind: type[Struct], place: Place, form: Form) -> None:
    known = _known(kind)
    names = {name: name for name in known}
    for key in table:
        if key not in known:
            may = f"{meant(key, names)}; it has {', '.join(names)}"
            raise Fault(f"{CALLED[kind]} has no {quoted(key)}{may}", *place, key)
    for key, required in known.items():
        if required and key not in table:
            raise Fault(f"{CALLED[kind]} needs {key!r}, which is {form.says(key)}", *place, key)


def _mistyped(document: dict[str, Any], place: Place, form: Form) -> Fault:
    """The fault of a value that is not of the kind that its key asks for."""
    value: Any = document
    for step in place:
        value = value[step]
    key = next(step for step in reversed(place) if isinstance(step, str))
    return Fault(f"{key!r} is {form.says(key)}, not {form.given(value)}", *place)


def _place_of(error: msgspec.ValidationError) -> Place:
    """Where a document is wrong, as the library that reads it says: "... - at `$.sections[0].boxes[3]`"."""
    _, _, path = str(error).rpartition(" - at `$")
    steps = re.findall(r"\[(\d+)\]|\.(\w+)", path)
    return tuple(name or int(number) for number, name in steps)
