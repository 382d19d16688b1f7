"""Says things in the reader's language: `tr` finds a sentence in a catalogue and fills in its values.

A sentence stands in the code in English, as an ICU message with named values and plurals:

    tr("{name} has {count, plural, one {# point} other {# points}}.", name=name, count=points)

Where a catalogue (see `catalogue`) lacks a sentence, it is said in English.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from fivedice.language.catalogue import messages
from fivedice.language.languages import LANGUAGES, SOURCE
from fivedice.language.message import filled
from fivedice.language.numbers import number

P = ParamSpec("P")
Result = TypeVar("Result")

_language: ContextVar[str] = ContextVar("language", default=SOURCE)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Says everything inside the block in this language."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def spoken() -> str:
    """The language in which things are said here."""
    return _language.get()


def tag() -> str:
    """The spoken language as the `lang` of a page."""
    return LANGUAGES[spoken()].tag or spoken()


def tr(english: str, context: str = "", /, **values: object) -> str:
    """A sentence in the reader's language; `context` tells apart what English says with one word."""
    language = _language.get()
    if language != SOURCE:
        english = messages(language, "program").get((context, english), english)
    return filled(english, values, language) if values else english


def knows(english: str, context: str = "") -> bool:
    """Whether the reader's language has this message."""
    return spoken() == SOURCE or (context, english) in messages(spoken(), "program")


def cached(kept: int | None = None) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Caches what a function returns, for each language by itself; at most `kept` results."""

    def decorate(function: Callable[P, Result]) -> Callable[P, Result]:
        known = lru_cache(kept)(lambda _language, *args, **keywords: function(*args, **keywords))
        return wraps(function)(lambda *args, **keywords: known(_language.get(), *args, **keywords))

    return decorate


def mark(english: str, _context: str = "", /) -> str:
    """Marks a text for the catalogues where it is only named, to be said later."""
    return english


class Localized:
    """A text of a class, said in the reader's language wherever it is read."""

    def __init__(self, english: str) -> None:
        self._english = english

    def __get__(self, instance: object, owner: type) -> str:
        return tr(self._english)


def paragraphs(english: str) -> str:
    """A text of several paragraphs, each of which is a message of its own."""
    return "\n\n".join(tr(part) if part.strip() else part for part in english.split("\n\n"))


def percent(chance: float, digits: int = 0) -> str:
    """A chance: "52%"."""
    return tr("{number}%", number=number(100 * chance, digits, spoken()))


def decimal(value: float, digits: int = 1, sign: bool = False) -> str:
    """A figure with so many decimals, and with its sign if asked: "+1.5"."""
    return number(value, digits, spoken(), sign)


def all_of(words: Iterable[str]) -> str:
    """Words as a list: "Ann, Ben and Cem"."""
    *before, last = [*words] or [""]
    return tr("{list} and {last}", list=comma(before), last=last) if before else last


def one_of(words: Iterable[str]) -> str:
    """Words as alternatives: "Ann, Ben or Cem"."""
    *before, last = [*words] or [""]
    return tr("{list} or {last}", list=comma(before), last=last) if before else last


def comma(words: Iterable[str]) -> str:
    """Words in a row: "Ann, Ben, Cem"."""
    return tr(", ", "between words of a list").join(words)


def clauses(parts: Iterable[str]) -> str:
    """Parts of a sentence in a row: "2 now, about 14 more to come"; Chinese parts them unlike words."""
    return tr(", ", "between parts of a sentence").join(parts)


def sentences(*said: str) -> str:
    """Sentences in a row, without empty ones; not every language writes a space between them."""
    return tr("{before} {after}", "two sentences", before="", after="").join(filter(None, said))


def with_label(label: str, text: str) -> str:
    """A text after its label: "Ann: 57 points"."""
    return tr("{label}: {text}", label=label, text=text)


def preferred(wanted: str) -> str:
    """The first language we speak in an `Accept-Language` header, such as "fr-CH, de;q=0.8"."""
    ranked = sorted((_weighed(one) for one in wanted.split(",")), key=lambda one: -one[1])
    return next((tag for tag, weight in ranked if weight > 0 and tag in LANGUAGES), SOURCE)


def _weighed(one: str) -> tuple[str, float]:
    tag, _, weight = "".join(one.lower().split()).partition(";q=")
    try:
        return tag.partition("-")[0], float(weight or 1)
    except ValueError:
        return "", 0.0
