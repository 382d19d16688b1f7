"""Reads a written score card from TOML. What is wrong is named with its line and key. Knows no file."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any
from unicodedata import normalize

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from fivedice.cards import places
from fivedice.cards.boxes import Box, meant
from fivedice.cards.document import Written
from fivedice.cards.faults import SAYS, BadCard, Fault
from fivedice.cards.places import Place
from fivedice.cards.scorecard import Further, Section
from fivedice.rules import quoted, shortened

__all__ = ["LONGEST_TEXT", "BadCard", "read", "typed"]

LONGEST_TEXT = 10_000
"""More characters than any card needs."""
LARGEST = 1_000_000
"""More than any number on a card."""


def read(text: str) -> Written:
    """The card of a TOML document. Raises `BadCard` with a sentence that names the line and the key."""
    if len(text) > LONGEST_TEXT:
        raise BadCard(f"A card is written in at most {LONGEST_TEXT:,} characters.")
    document = normalize("NFC", text.removeprefix("\ufeff"))
    try:
        return _made(_parsed(document))
    except Fault as fault:
        raise BadCard(_sentence(document, fault)) from None
    except RecursionError:
        raise BadCard("line 1: This is nested too deep for a card.") from None


def typed(name: str) -> str:
    """The name of a box as it is typed: "Full House" is "full-house"."""
    return "-".join(name.lower().split())


def _parsed(document: str) -> dict[str, Any]:
    """The document as tables. Raises `BadCard` where it is no TOML."""
    try:
        return tomllib.loads(document)
    except ValueError as error:
        said, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = int(line[1]) if line else _last_line(document)
        raise BadCard(f"line {number}: This is not valid TOML: {shortened(said, 80)}.") from None


def _last_line(document: str) -> int:
    """Where reading ended that names no place: at a number that is too long, or at the end."""
    long = re.search(r"\d{1000}", document)
    return document.count("\n", 0, long.start() if long else len(document.rstrip())) + 1


def _made(document: dict[str, Any]) -> Written:
    """The card that a document says. Raises `Fault`."""
    try:
        return msgspec.convert(_evened(document, Written, ()), Written)
    except msgspec.ValidationError as error:
        place = _place_of(error)
        if isinstance(error.__cause__, Fault):
            fault = error.__cause__
            raise Fault(str(fault), *place, *fault.place, other=fault.other) from None
        raise _mistyped(document, place) from None


# --- Keys ------------------------------------------------------------------------------------------------

INSIDE: Mapping[str, type[Struct]] = {"sections": Section, "boxes": Box, "further": Further}
"""What tables there are, by the key under which they stand."""
CALLED: Mapping[type[Struct], str] = {
    Written: "A card",
    Section: "A section",
    Box: "A box",
    Further: "What a further Yahtzee does",
}
TABLES: Mapping[str, str] = {
    "sections": "a list of tables, each begun by [[sections]]",
    "further": "a table, begun by [further]",
    "boxes": "a list of tables, each for example { name = 'Chance' }",
}
"""What those keys say here that hold parts of the card."""


def _says(key: str) -> str:
    return TABLES.get(key) or SAYS[key]


def _evened(value: Any, kind: type[Struct], place: Place) -> Any:
    """The document with its words spelled as the program spells them.

    Raises `Fault` for a key that there is not, one that is missing, and a number that cannot be meant.
    """
    if isinstance(value, list):
        return [_evened(part, kind, (*place, number)) for number, part in enumerate(value)]
    if not isinstance(value, dict):
        return value
    _check_keys(value, kind, place)
    return {
        key: _evened(part, INSIDE[key], (*place, key)) if key in INSIDE else _plain(key, part, (*place, key))
        for key, part in value.items()
    }


def _check_keys(table: dict[str, Any], kind: type[Struct], place: Place) -> None:
    known = {field.name: field.required for field in fields(kind)}
    names = {name: name for name in known}
    for key in table:
        if key not in known:
            may = f"{meant(key, names)}; it has {', '.join(names)}"
            raise Fault(f"{CALLED[kind]} has no {quoted(key)}{may}", *place, key)
    for key, required in known.items():
        if required and key not in table:
            raise Fault(f"{CALLED[kind]} needs a {key!r}, which is {_says(key)}", *place, key)


def _plain(key: str, value: Any, place: Place) -> Any:
    numbers = value if isinstance(value, list) else [value]
    if any(isinstance(number, int) and abs(number) > LARGEST for number in numbers):
        raise Fault(f"No number on a card is larger than {LARGEST:,}", *place)
    if not isinstance(value, str) or key in ("title", "line"):
        return value
    return typed(value) if key in ("name", "box") else " ".join(value.lower().split())


def _mistyped(document: dict[str, Any], place: Place) -> Fault:
    """The fault of a value that is not of the kind that its key asks for."""
    value: Any = document
    for step in place:
        value = value[step]
    key = next(step for step in reversed(place) if isinstance(step, str))
    given = "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else quoted(value)
    return Fault(f"{key!r} is {_says(key)}, not {given}", *place)


def _place_of(error: msgspec.ValidationError) -> Place:
    """Where a document is wrong, as the library that reads it says: "... - at `$.sections[0].boxes[3]`"."""
    _, _, path = str(error).rpartition(" - at `$")
    steps = re.findall(r"\[(\d+)\]|\.(\w+)", path)
    return tuple(name or int(number) for number, name in steps)


# --- Sentences -------------------------------------------------------------------------------------------


def _sentence(document: str, fault: Fault) -> str:
    """The sentence of a fault with the line, and with the key that stands or is missing there."""
    lines = places.lines(document)
    key = next((step for step in reversed(fault.place) if isinstance(step, str)), "card")
    other = f"; the other is in line {places.line_of(fault.other, lines)}" if fault.other else ""
    return f"line {places.line_of(fault.place, lines)}, {shortened(key, 40)}: {fault}{other}."
