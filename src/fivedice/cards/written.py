"""Score cards as people write them down: the document, and how it is read from TOML (docs/cards.md).

What is wrong is told in a sentence that names the line and the key. Knows no file.
"""

import re
import tomllib
from typing import Any

import msgspec
from msgspec import Struct

from fivedice.cards.boxes import Fault
from fivedice.cards.scorecard import Further, ScoreCard, Section
from fivedice.faces import FACE_SETS

LONGEST_TEXT = 20_000
"""More characters than any card needs."""
MOST_SEATS = 10
LONGEST_TITLE, LONGEST_LINE = 40, 120


class BadCard(ValueError):  # noqa: N818 - what came in is bad, not the program
    """A card that cannot be read or played, told in a sentence with its line."""


class Written(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A score card with all that is needed to play by it."""

    title: str
    sections: tuple[Section, ...]
    further: Further | None = None
    line: str = ""
    """What it is, in one line."""
    faces: str = "pips"
    """What the dice show: a key of `fivedice.faces.FACE_SETS`."""
    seats: tuple[int, int] = (1, 6)
    """The fewest and the most that may play."""

    def __post_init__(self) -> None:
        """Raises `Fault` with a sentence for what cannot be played."""
        check(self)

    @property
    def card(self) -> ScoreCard:
        """What is scored."""
        return ScoreCard(self.sections, self.further)

    def __str__(self) -> str:
        """What the card is called, for a sentence."""
        return self.title


def check(written: Written) -> None:
    """Raises `Fault` with a sentence for a document that cannot be played."""
    _check_words("title", written.title, 1, LONGEST_TITLE)
    _check_words("line", written.line, 0, LONGEST_LINE)
    if written.faces not in FACE_SETS:
        raise Fault("faces", f"Dice show {', '.join(FACE_SETS)}, not {written.faces[:40]!r}")
    least, most = written.seats
    if not 1 <= least <= most <= MOST_SEATS:
        raise Fault("seats", f"The seats are the fewest and the most players, within 1 to {MOST_SEATS}")
    _ = written.card


def _check_words(what: str, text: str, least: int, most: int) -> None:
    if not least <= len(text) <= most or not text.isprintable() or text != text.strip():
        raise Fault(what, f"A {what} has {least} to {most} printable characters")


# --- Reading ---------------------------------------------------------------------------------------------


def read(text: str) -> Written:
    """The card of a TOML document. Raises `BadCard` with a sentence that names the line and the key."""
    if len(text) > LONGEST_TEXT:
        raise BadCard(f"A card is written in at most {LONGEST_TEXT} characters.")
    try:
        fields = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCard(_of_syntax(str(error))) from None
    except RecursionError:
        raise BadCard("line 1: This is nested too deep for a card.") from None
    try:
        return msgspec.convert(_typed(fields), Written)
    except msgspec.ValidationError as error:
        raise BadCard(_of_meaning(text, error)) from None


def typed(name: str) -> str:
    """The name of a box as it is typed: "Full House" is "full-house"."""
    return "-".join(name.lower().split())


def _typed(fields: Any) -> Any:
    """The document with the names of boxes as they are typed."""
    match fields:
        case {"name": str(name)}:
            return {**fields, "name": typed(name)}
        case dict():
            return {
                key: typed(value) if key == "box" and isinstance(value, str) else _typed(value)
                for key, value in fields.items()
            }
        case list():
            return [_typed(part) for part in fields]
    return fields


def _of_syntax(message: str) -> str:
    """The sentence for what is no TOML; the parser names the place at the end of its message."""
    said, _, place = message.partition(" (at ")
    line = re.match(r"line (\d+)", place)
    return f"line {line[1] if line else 'last'}: This is no TOML: {said}."


def _of_meaning(text: str, error: msgspec.ValidationError) -> str:
    """The sentence for a document that says what there is not."""
    said, _, path = str(error).partition(" - at `$")
    cause = error.__cause__
    steps = re.findall(r"\[(\d+)\]|\.([\w-]+)", path)
    keys = [name for _, name in steps if name]
    if isinstance(cause, Fault):
        keys.append(cause.key)
    elif (
        unknown := re.search(r"(?:field|Invalid enum value|value) [`'](\w+)[`']", said)
    ) and "field" in said:
        keys.append(unknown[1])
    key = keys[-1] if keys else "title"
    numbers = [int(number) for number, _ in steps if number]
    return f"line {_line_of(text, key, *numbers[:2])}, {key}: {said}."


def _line_of(text: str, key: str, section: int | None = None, box: int | None = None) -> int:
    """The line of a key: of the document, of a section by its number, or of a box by its number there."""
    bare = _bared(text)
    begin, end = 0, len(bare)
    heads = [found.start() for found in re.finditer(r"\[\[ *sections *\]\]", bare)]
    if section is not None and section < len(heads):
        begin, end = heads[section], [*heads[section + 1 :], len(bare)][0]
        starts = [
            found.start() + begin
            for found in re.finditer(r"\{|\[\[ *sections *\. *boxes *\]\]", bare[begin:end])
        ]
        if box is not None and box < len(starts):
            begin, end = starts[box], [*starts[box + 1 :], end][0]
    found = re.search(rf"(?<![\w-]){re.escape(key)}\b *[=\].]", bare[begin:end])
    return bare.count("\n", 0, begin + found.start() if found else begin) + 1


def _bared(text: str) -> str:
    """The text with what stands in strings and comments blanked out, every character in its place."""
    inside = r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*'
    return re.sub(inside, lambda found: re.sub(r"[^\n]", " ", found[0]), text)
