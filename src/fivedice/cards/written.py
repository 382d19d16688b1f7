"""Parses a score card from TOML; errors name line and key."""

import re
import tomllib
from contextlib import suppress
from itertools import accumulate
from operator import add, sub
from typing import Any
from unicodedata import combining, normalize

from fivedice.cards import places
from fivedice.cards.faults import BadCard, Fault
from fivedice.cards.made import Form, card
from fivedice.cards.places import Place
from fivedice.cards.scorecard import Written
from fivedice.core.rules import quoted, shortened

__all__ = ["LONGEST_TEXT", "TOO_LONG", "BadCard", "read", "typed"]

LONGEST_TEXT = 10_000
"""The most characters of a card."""
TOO_LONG = f"A card can have at most {LONGEST_TEXT:,} characters."
MOST_DOTS = 32
"""Per line. The time to parse a key grows with the square of its dots."""
MOST_MARKS = 30
"""Combining marks in a row, as in stream-safe text (UAX #15). The time to sort them grows with their square.
"""
HELD = str.maketrans("\u00a0\u202f", "  ")
"""Non-breaking spaces, which a card copied from a web page may contain."""
CURLED = str.maketrans(dict.fromkeys("“”„‟", '"'))
NO_VALUE = "Invalid value"
"""tomllib's message for a text without quotes, among others."""
LARGEST = 1_000_000
"""The largest number on a card."""


def read(text: str) -> Written:
    """The card of a TOML document. Raises `BadCard` with the line and the key."""
    if len(text) > LONGEST_TEXT:
        raise BadCard(TOO_LONG)
    _check_marks(text)
    document = normalize("NFC", text.removeprefix("\ufeff")).translate(HELD)
    _check_dots(document)
    try:
        document, tables = _tables(document)
        return card(tables, TOML)
    except Fault as fault:
        raise BadCard(_sentence(document, fault)) from None
    except RecursionError:
        raise BadCard(f"line {_deepest(document)}: This is nested too deep for a card.") from None


def typed(name: str) -> str:
    """The typed name of a box: "Full House" is "full-house"."""
    return "-".join(name.lower().split())


def _check_marks(text: str) -> None:
    marks = 0
    for place, sign in enumerate(text):
        marks = marks + 1 if combining(sign) else 0
        if marks > MOST_MARKS:
            number = text.count("\n", 0, place) + 1
            raise BadCard(f"line {number}: A letter has at most {MOST_MARKS} marks above and below it.")


def _check_dots(document: str) -> None:
    for number, line in enumerate(document.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            raise BadCard(f"line {number}: A line of a card has at most {MOST_DOTS} dots.")


def _tables(document: str) -> tuple[str, dict[str, Any]]:
    """The document as parsed, and its tables. Retries with straight quotes, as phones insert curly ones.
    Raises `BadCard` if it is not valid TOML.
    """
    with suppress(ValueError):
        return document, _loaded(document)
    straight = document.translate(CURLED)
    return straight, _parsed(straight)


def _loaded(document: str) -> dict[str, Any]:
    return tomllib.loads(document, parse_float=_Pointed)


def _parsed(document: str) -> dict[str, Any]:
    try:
        return _loaded(document)
    except ValueError as error:
        said, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = int(line[1]) if line else _last_line(document)
        if slip := _slip(said, number, document):
            raise BadCard(f"line {slip[0]}: {shortened(slip[1], 120)}.") from None
        hint = '; write text in straight quotes, for example "Fours"' if said == NO_VALUE else ""
        raise BadCard(f"line {number}: This is not valid TOML: {shortened(said, 80)}{hint}.") from None


def _last_line(document: str) -> int:
    """The line of an error without a place: a number that is too long, or the end."""
    long = re.search(r"\d{1000}", document)
    return document.count("\n", 0, long.start() if long else len(document.rstrip())) + 1


def _deepest(document: str) -> int:
    """The line with the deepest nesting, judged by brackets."""
    lines = document.split("\n")
    opened = [line.count("[") + line.count("{") for line in lines]
    closed = [line.count("]") + line.count("}") for line in lines]
    before = accumulate(map(sub, opened, closed), initial=0)
    depths = list(map(add, before, opened))
    return depths.index(max(depths)) + 1


# --- Words and numbers -----------------------------------------------------------------------------------


def _plain(key: str, value: Any, place: Place) -> Any:
    numbers = value if isinstance(value, list) else [value]
    if any(isinstance(number, int) and abs(number) > LARGEST for number in numbers):
        raise Fault(f"No number on a card is larger than {LARGEST:,}", *place)
    if not isinstance(value, str) or key in ("title", "line"):
        return value
    return typed(value) if key in ("name", "box") else " ".join(value.lower().split())


class _Pointed(float):
    """A decimal number, which no card has, kept as written: 1e400 is not `inf`."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def _spelled(value: Any) -> str:
    """A value as TOML writes it: true, 2024-05-06, 07:30:00."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value.isoformat()) if hasattr(value, "isoformat") else quoted(value)


TOML = Form(
    "a table",
    {
        "sections": "a list of tables, each begun by [[sections]]",
        "further": "a table, begun by [further]",
        "boxes": "a list of tables, each for example { name = 'Chance' }",
    },
    _plain,
    _spelled,
)


# --- Sentences -------------------------------------------------------------------------------------------


def _sentence(document: str, fault: Fault) -> str:
    lines = places.lines(document)
    key = next((step for step in reversed(fault.place) if isinstance(step, str)), "card")
    other = f"; the other is on line {places.line_of(fault.other, lines)}" if fault.other else ""
    return f"line {places.line_of(fault.place, lines)}, {shortened(key, 40)}: {fault}{other}."


SLIPS = {
    "Illegal character '\\n'": "A quote is missing: text must end with one on the same line",
    "Unterminated string": "A quote is missing: text must end with one on the same line",
    "Unclosed inline table": "A comma or a } is missing here",
    'Expected "\'"': "A quote is missing: text must end with one on the same line",
    "Expected ']": "A bracket is missing: headings are written [[sections]] or [further]",
    "Expected '='": "An = is missing between a key and its value",
    "Exceeds the limit": "This number has too many digits",
    "Expected newline": "This line has more than one key and its value; put each key on its own line",
}
"""Explanations of tomllib's messages, by how these begin."""


def _slip(said: str, line: int, document: str) -> tuple[int, str] | None:
    """The wrong line and an explanation of tomllib's message, or None for an unknown message."""
    lines = document.splitlines()
    here = lines[line - 1] if line <= len(lines) else ""
    if said.startswith("Cannot overwrite"):
        return line, _twice(line, lines)
    if said.startswith("Unclosed array"):
        return _unclosed(line, lines)
    if said == "Invalid value" and here.rstrip().endswith("="):
        return (
            line,
            f"{_key(here)!r} has no value; the value must begin on this line, a list with [",
        )
    found = next((sentence for begins, sentence in SLIPS.items() if said.startswith(begins)), "")
    return (line, found) if found else None


def _twice(line: int, lines: list[str]) -> str:
    key = _key(lines[line - 1])
    if not key.isidentifier():
        return "This key or heading appears twice"
    others = [number for number in range(1, line) if _key(lines[number - 1]) == key]
    before = f", first on line {others[-1]}" if others else ""
    missing = "; perhaps the heading [[sections]] is missing between them" if key == "title" else ""
    return f"{key!r} appears twice{before}{missing}"


def _unclosed(line: int, lines: list[str]) -> tuple[int, str]:
    """A list without a comma at the end of a line or between two items, or without its end."""
    filled = [number for number in range(1, min(line, len(lines) + 1)) if _bare(lines[number - 1])]
    if line <= len(lines) and filled and _bare(lines[filled[-1] - 1])[-1] in "}\"'0123456789":
        return filled[-1], "A comma is missing at the end of this line, or a ] after it"
    return line, "A comma or a ] is missing here"


def _key(line: str) -> str:
    return line.partition("=")[0].strip()


def _bare(line: str) -> str:
    """A line without its comment."""
    return line.partition("#")[0].strip()
