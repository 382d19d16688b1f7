"""Builds a card from parsed TOML or JSON; errors name their place."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from fivedice.cards.boxes import Box, quoted_with_suggestion
from fivedice.cards.faults import SAYS, Fault, Place
from fivedice.cards.scorecard import Further, Section, Written
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import quoted, shortened
from fivedice.language import comma, mark, tr


class Form(Struct, frozen=True):
    """The words of error messages for a document format."""

    table: str
    """A message with the name of a table, such as "an object"."""
    tables: Mapping[str, str]
    """Messages with the expected values of keys with nested parts."""
    plain: Callable[[str, Any, Place], Any]
    """Normalizes the value of a key."""
    spelled: Callable[[Any], str]
    """Quotes a value for a sentence."""

    def says(self, key: str) -> str:
        """The expected value of a key."""
        expected = self.tables.get(key) or SAYS[key]
        return tr(expected, names=comma(FACE_SETS), example="{ name = 'Chance' }")

    def given(self, value: Any) -> str:
        """Describes the value that was given."""
        if isinstance(value, dict):
            return tr(self.table)
        return tr("a list") if isinstance(value, list) else self.spelled(value)


JSON = Form(
    mark("an object"),
    {"sections": mark("a list of objects"), "further": mark("an object"), "boxes": mark("a list of objects")},
    lambda _key, value, _place: value,
    lambda value: shortened(json.dumps(value, default=repr), 40),
)
"""Cards in records and messages, already normalized."""

INSIDE: Mapping[str, type[Struct]] = {"sections": Section, "boxes": Box, "further": Further}
"""The type of each nested table, by its key."""
UNKNOWN_KEY: Mapping[type[Struct], str] = {
    Written: mark("A card has no {key}; it has {names}"),
    Section: mark("A section has no {key}; it has {names}"),
    Box: mark("A box has no {key}; it has {names}"),
    Further: mark("The rule for a further Yahtzee has no {key}; it has {names}"),
}
MISSING_KEY: Mapping[type[Struct], str] = {
    Written: mark("A card needs {key}; it must be {wanted}"),
    Section: mark("A section needs {key}; it must be {wanted}"),
    Box: mark("A box needs {key}; it must be {wanted}"),
    Further: mark("The rule for a further Yahtzee needs {key}; it must be {wanted}"),
}


def card(document: Any, form: Form) -> Written:
    """The card of a parsed document. Raises `Fault`."""
    if not isinstance(document, dict):
        wrong = mark("A card is {wanted}, not {given}")
        raise Fault(tr(wrong, wanted=tr(form.table), given=form.given(document)))
    try:
        return msgspec.convert(_evened(document, Written, (), form), Written)
    except msgspec.ValidationError as error:
        place = _place_of(error)
        if isinstance(error.__cause__, Fault):
            fault = error.__cause__
            raise Fault(str(fault), *place, *fault.place, other=fault.other) from None
        raise _mistyped(document, place, form) from None


def _evened(value: Any, kind: type[Struct], place: Place, form: Form) -> Any:
    """Normalizes a document. Raises `Fault` for unknown or missing keys and invalid numbers."""
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
def _keys_of(kind: type[Struct]) -> Mapping[str, bool]:
    """The keys of a table and whether they are required; cached, as texts may have thousands of tables."""
    return {field.name: field.required for field in fields(kind)}


def _check_keys(table: dict[str, Any], kind: type[Struct], place: Place, form: Form) -> None:
    keys = _keys_of(kind)
    names = {name: name for name in keys}
    for key in table:
        if key not in keys:
            unknown = quoted_with_suggestion(key, names)
            raise Fault(tr(UNKNOWN_KEY[kind], key=unknown, names=comma(names)), *place, key)
    for key, required in keys.items():
        if required and key not in table:
            raise Fault(tr(MISSING_KEY[kind], key=quoted(key), wanted=form.says(key)), *place, key)


def _mistyped(document: dict[str, Any], place: Place, form: Form) -> Fault:
    value: Any = document
    for step in place:
        value = value[step]
    key = next(step for step in reversed(place) if isinstance(step, str))
    wrong = mark("{name} is {wanted}, not {given}")
    return Fault(tr(wrong, name=quoted(key), wanted=form.says(key), given=form.given(value)), *place)


def _place_of(error: msgspec.ValidationError) -> Place:
    """The place in msgspec's message: "... - at `$.sections[0].boxes[3]`"."""
    _, _, path = str(error).rpartition(" - at `$")
    steps = re.findall(r"\[(\d+)\]|\.(\w+)", path)
    return tuple(name or int(number) for number, name in steps)
