"""Line numbers of keys and list items in a TOML document that tomllib has already parsed."""

import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

Place = tuple[str | int, ...]
"""A place in a document: keys, and indices of list items from 0."""

DEEPEST = 8
"""Parts of a dotted key that are kept; no card has more."""
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


def lines(document: str) -> dict[Place, int]:
    """The line of every key and list item, from 1."""
    return _Walk(document).lines


def line_of(place: Place, lines: dict[Place, int]) -> int:
    """The line of a place, or of its nearest enclosing place; 1 for the whole document."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)


class _Walk:
    def __init__(self, document: str) -> None:
        self.lines: dict[Place, int] = {}
        self._tokens = _tokens(document)
        self._lengths: dict[Place, int] = {}
        """The tables so far in each list of tables."""
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
            names += [_said(token.text)] if token.kind == "text" else filter(None, token.text.split("."))
            token = next(self._tokens)
        return names[:DEEPEST]

    def _entry(self, table: Place, first: Token) -> None:
        place = table
        for name in self._names(first, "="):
            place = (*place, name)
            self.lines.setdefault(place, first.line)
        self._value(place, next(self._tokens))

    def _value(self, place: Place, first: Token) -> None:
        if first.kind == "mark" and first.text == "[":
            self._list(place)
        elif first.kind == "mark" and first.text == "{":
            self._table(place)

    def _list(self, place: Place) -> None:
        number = 0
        for token in self._tokens:
            if token.kind == "mark" and token.text == "]":
                return
            if token.kind == "mark" and token.text in ",\n":
                number += token.text == ","
                continue
            self.lines.setdefault((*place, number), token.line)
            self._value((*place, number), token)

    def _table(self, place: Place) -> None:
        for token in self._tokens:
            if token.kind == "mark" and token.text == "}":
                return
            if token.kind != "mark":
                self._entry(place, token)


def _tokens(document: str) -> Iterator[Token]:
    line = 1
    for match in TOKENS.finditer(document):
        if match.lastgroup != "nothing":
            yield Token(match.lastgroup, match[0], line)
        line += match[0].count("\n")


def _said(key: str) -> str:
    return str(tomllib.loads(f"key = {key}")["key"])
