"""ICU messages: text with named values and plurals, such as "{count, plural, one {# win} other {# wins}}"."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from fivedice.language.numbers import number, plural

KEPT = 8192
"""Size of the cache of messages."""


class Plural(NamedTuple):
    """A part that depends on a number: for each plural category of the language, its parts."""

    name: str
    forms: dict[str, "Parts"]


class Value(NamedTuple):
    """A part that is filled in."""

    name: str


NUMBER = Value("#")
"""The number of the plural around it."""
Parts = tuple[str | Value | Plural, ...]


def filled(message: str, values: Mapping[str, object], language: str) -> str:
    """The message with its values. Raises `KeyError` for a missing value."""
    return _joined(parts(message), values, language)


def _joined(some: Parts, values: Mapping[str, object], language: str) -> str:
    return "".join([one if isinstance(one, str) else _part(one, values, language) for one in some])


def _part(one: Value | Plural, values: Mapping[str, object], language: str) -> str:
    value = values[one.name]
    if isinstance(one, Value):
        return number(value, 0, language) if isinstance(value, int) else str(value)
    assert isinstance(value, int | float)
    form = one.forms.get(plural(value, language)) or one.forms["other"]
    figure = number(value, 0 if isinstance(value, int) else 1, language)
    return _joined(form, {**values, "#": figure}, language)


@lru_cache(maxsize=KEPT)
def parts(message: str) -> Parts:
    """The parts of a message. Raises `ValueError` for unbalanced braces or a plural without "other"."""
    whole, end = _read(message, 0, inside=False)
    if end < len(message):
        raise ValueError(f"A brace closes nothing in {message!r}.")
    return whole


def _read(message: str, at: int, *, inside: bool) -> tuple[Parts, int]:
    """The parts from a place on up to the brace that closes them, and the place of that brace."""
    some: list[str | Value | Plural] = []
    while at < len(message) and message[at] != "}":
        if message[at] == "#" and inside:
            some.append(NUMBER)
            at += 1
        elif match := _VALUE.match(message, at):
            some.append(Value(match[1]))
            at = match.end()
        elif match := _PLURAL.match(message, at):
            forms, at = _forms(message, match.end())
            some.append(Plural(match[1], forms))
        elif match := (_TEXT_INSIDE if inside else _TEXT).match(message, at):
            some.append(match[0])
            at = match.end()
        else:
            raise ValueError(f"A brace opens nothing in {message!r}.")
    return tuple(some), at


def _forms(message: str, at: int) -> tuple[dict[str, Parts], int]:
    forms = {}
    while match := _FORM.match(message, at):
        forms[match[1]], at = _read(message, match.end(), inside=True)
        at += 1
    if "other" not in forms or message[at : at + 1] != "}":
        raise ValueError(f"A plural ends early, or lacks its form 'other', in {message!r}.")
    return forms, at + 1


_VALUE, _PLURAL = re.compile(r"\{(\w+)\}"), re.compile(r"\{(\w+), plural,")
_FORM = re.compile(r"\s*(\w+) \{")
_TEXT, _TEXT_INSIDE = re.compile(r"[^{}]+"), re.compile(r"[^{}#]+")
