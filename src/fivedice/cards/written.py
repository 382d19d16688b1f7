"""Parses a score card from TOML; errors name line and key."""

import re
import tomllib
from collections.abc import Iterator
from itertools import accumulate
from operator import add, sub
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from fivedice.cards.faults import BadCard, Fault, Place
from fivedice.cards.made import Form, card
from fivedice.cards.scorecard import Written
from fivedice.core.rules import quoted, shortened
from fivedice.language import mark, tr

LONGEST_TEXT = 10_000
"""The most characters of a card."""
MOST_DOTS = 32
"""Per line. The time to parse a key grows with the square of its dots."""
MOST_MARKS = 30
"""As in stream-safe text (UAX #15). The time to sort combining marks grows with their square."""
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
        raise too_long()
    _check_size(text)
    document = normalize("NFC", text.removeprefix("\ufeff")).translate(HELD)
    try:
        document, tables = _tables(document)
        return card(tables, TOML)
    except Fault as fault:
        raise BadCard(_sentence(document, fault)) from None
    except RecursionError:
        raise _at_line(_deepest(document), tr("This is nested too deep for a card.")) from None


def too_long() -> BadCard:
    """The error for a text that is too long for a card."""
    return BadCard(tr("A card can have at most {most} characters.", most=LONGEST_TEXT))


def not_utf_8() -> BadCard:
    """The error for bytes that are not text."""
    return _at_line(1, tr("A card must be UTF-8 text."))


def _at_line(line: int, sentence: str) -> BadCard:
    return BadCard(tr("line {line}: {sentence}", line=str(line), sentence=sentence))


def typed(name: str) -> str:
    """The typed name of a box: "Full House" is "full-house"."""
    return "-".join(name.lower().split())


def _check_size(text: str) -> None:
    """Raises `BadCard` for marks or dots that would take too long."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            raise _at_line(number, tr("A line of a card has at most {most} dots.", most=MOST_DOTS))
    marks = 0
    for place, sign in enumerate(text):
        marks = marks + 1 if combining(sign) else 0
        if marks > MOST_MARKS:
            many = mark("A letter has at most {most} marks above and below it.")
            raise _at_line(text.count("\n", 0, place) + 1, tr(many, most=MOST_MARKS))


def _tables(document: str) -> tuple[str, dict[str, Any]]:
    """The document as parsed, and its tables. Retries with straight quotes, as phones insert curly ones.
    Raises `BadCard` if it is not valid TOML.
    """
    straight = document.translate(CURLED)
    for text in (document, straight):
        try:
            return text, tomllib.loads(text, parse_float=_Pointed)
        except ValueError as error:
            fault = str(error)
    reason, _, place = fault.partition(" (at ")
    line = re.match(r"line (\d+)", place)
    number = int(line[1]) if line else _last_line(straight)
    if slip := _slip(reason, number, straight):
        raise _at_line(*slip)
    invalid = mark("This is not valid TOML: {reason}.")
    if reason == NO_VALUE:
        invalid = mark(
            'This is not valid TOML: {reason}; write text in straight quotes, for example "Fours".'
        )
    raise _at_line(number, tr(invalid, reason=shortened(reason, 80)))


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
        raise Fault(tr("No number on a card is larger than {most}", most=LARGEST), *place)
    if not isinstance(value, str) or key in ("title", "line"):
        return value
    return typed(value) if key in ("name", "box") else " ".join(value.lower().split())


class _Pointed(float):
    """A decimal number, which no card may have, kept as written: 1e400 is not `inf`."""

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
    mark("a table"),
    {
        "sections": mark("a list of tables, each begun by [[sections]]"),
        "further": mark("a table, begun by [further]"),
        "boxes": mark("a list of tables, each for example {example}"),
    },
    _plain,
    _spelled,
)


# --- Sentences -------------------------------------------------------------------------------------------


def _sentence(document: str, fault: Fault) -> str:
    numbers = line_numbers(document)
    key = next((step for step in reversed(fault.place) if isinstance(step, str)), "card")
    one, two = (
        mark("line {line}, {key}: {fault}."),
        mark("line {line}, {key}: {fault}; the other is on line {other}."),
    )
    line, other = (str(line_of(place, numbers)) for place in (fault.place, fault.other))
    return tr(two if fault.other else one, line=line, key=shortened(key, 40), fault=fault, other=other)


NO_QUOTE = mark("A quote is missing: text must end with one on the same line.")
SLIPS = {
    "Illegal character '\\n'": NO_QUOTE,
    "Unterminated string": NO_QUOTE,
    "Unclosed inline table": mark("A comma or a {brace} is missing here."),
    'Expected "\'"': NO_QUOTE,
    "Expected ']": mark("A bracket is missing: headings are written [[sections]] or [further]."),
    "Expected '='": mark("An = is missing between a key and its value."),
    "Exceeds the limit": mark("This number has too many digits."),
    "Expected newline": mark("This line has more than one key and its value; put each key on its own line."),
}
"""Explanations of tomllib's messages, by the beginnings of the messages."""


def _slip(reason: str, line: int, document: str) -> tuple[int, str] | None:
    """The wrong line and an explanation of tomllib's message, or None for an unknown message."""
    lines = document.splitlines()
    here = lines[line - 1] if line <= len(lines) else ""
    if reason.startswith("Cannot overwrite"):
        return line, _twice(line, lines)
    if reason.startswith("Unclosed array"):
        return _unclosed(line, lines)
    if reason == NO_VALUE and here.rstrip().endswith("="):
        missing = mark("{key} has no value; the value must begin on this line, a list with [.")
        return line, tr(missing, key=quoted(_key(here)))
    slip = next((message for begins, message in SLIPS.items() if reason.startswith(begins)), "")
    return (line, tr(slip, brace="}")) if slip else None


def _twice(line: int, lines: list[str]) -> str:
    key = _key(lines[line - 1])
    if not key.isidentifier():
        return tr("This key or heading appears twice.")
    others = [number for number in range(1, line) if _key(lines[number - 1]) == key]
    if not others:
        return tr("{key} appears twice.", key=quoted(key))
    twice = mark("{key} appears twice, first on line {line}.")
    if key == "title":
        twice = mark(
            "{key} appears twice, first on line {line}; perhaps the heading [[sections]] is missing between"
            " them."
        )
    return tr(twice, key=quoted(key), line=str(others[-1]))


def _unclosed(line: int, lines: list[str]) -> tuple[int, str]:
    """A list without a comma at the end of a line or between two items, or without its end."""
    filled = [number for number in range(1, min(line, len(lines) + 1)) if _bare(lines[number - 1])]
    if line <= len(lines) and filled and _bare(lines[filled[-1] - 1])[-1] in "}\"'0123456789":
        return filled[-1], tr("A comma is missing at the end of this line, or a ] after it.")
    return line, tr("A comma or a ] is missing here.")


def _key(line: str) -> str:
    return line.partition("=")[0].strip()


def _bare(line: str) -> str:
    """A line without its comment."""
    return line.partition("#")[0].strip()


# --- Lines of keys and list items in a document that tomllib has parsed ------------------------------------

DEEPEST = 8
"""The most parts of a dotted key that are kept; no valid key has more."""
TOKENS = re.compile(
    r"""
    (?P<text> \"{3} (?:\\.|[^\\])*? \"{3,5} | '{3} .*? '{3,5} | \"(?:\\.|[^\"\\\n])*\" | '[^'\n]*' )
    | (?P<mark> [\[\]{},=\n] )
    | (?P<bare> [^\s\[\]{},=\#\"']+ (?: \ \d\d:[^\s\[\]{},=\#\"']+ )? )
    | (?P<nothing> \#[^\n]* | [^\S\n]+ )
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A punctuation mark, a quoted string or a bare word, and the line where it begins, from 1."""

    kind: str | None
    text: str
    line: int


def line_numbers(document: str) -> dict[Place, int]:
    """The line of every key and list item, from 1."""
    return _Walk(document).lines


def line_of(place: Place, numbers: dict[Place, int]) -> int:
    """The line of a place, or of its nearest enclosing place; 1 for the whole document."""
    while place and place not in numbers:
        place = place[:-1]
    return numbers.get(place, 1)


class _Walk:
    def __init__(self, document: str) -> None:
        self.lines: dict[Place, int] = {}
        self._tokens = _tokens(document)
        self._lengths: dict[Place, int] = {}
        """The number of tables so far in each list of tables."""
        base: Place = ()
        for token in self._tokens:
            if token.text == "[" and token.kind == "mark":
                base = self._header(token)
            elif token.kind != "mark":
                self._entry(base, token)

    def _header(self, opening: Token) -> Place:
        """The table of a header: `[further]`, or one more item of a list: `[[sections]]`."""
        first = next(self._tokens)
        several = first.text == "[" and first.kind == "mark"
        names = self._names(next(self._tokens) if several else first, "]")
        table: Place = ()
        for number, name in enumerate(names, start=1):
            table = (*table, name)
            self.lines.setdefault(table, opening.line)
            if several and number == len(names):
                self._lengths[table] = self._lengths.get(table, 0) + 1
            if table in self._lengths:
                table = (*table, self._lengths[table] - 1)
                self.lines.setdefault(table, opening.line)
        return table

    def _names(self, first: Token, end: str) -> list[str]:
        """The parts of a dotted key such as `sections.boxes`, up to the mark after it."""
        names, token = list[str](), first
        while token.text != end or token.kind != "mark":
            names += [_unquoted(token.text)] if token.kind == "text" else filter(None, token.text.split("."))
            token = next(self._tokens)
        return names[:DEEPEST]

    def _entry(self, table: Place, first: Token) -> None:
        place = table
        for name in self._names(first, "="):
            place = (*place, name)
            self.lines.setdefault(place, first.line)
        self._value(place, next(self._tokens))

    def _value(self, place: Place, first: Token) -> None:
        """The items of a list, or the entries of a table."""
        closing = {"[": "]", "{": "}"}.get(first.text) if first.kind == "mark" else None
        number = 0
        for token in self._tokens if closing else ():
            if token.kind == "mark" and token.text == closing:
                return
            if token.kind == "mark" and token.text in ",\n":
                number += token.text == ","
            elif closing == "}":
                self._entry(place, token)
            else:
                self.lines.setdefault((*place, number), token.line)
                self._value((*place, number), token)


def _tokens(document: str) -> Iterator[Token]:
    line = 1
    for match in TOKENS.finditer(document):
        if match.lastgroup != "nothing":
            yield Token(match.lastgroup, match[0], line)
        line += match[0].count("\n")


def _unquoted(key: str) -> str:
    return str(tomllib.loads(f"key = {key}")["key"])
