"""Parses names with a figure each: `fives=15, 3 of a kind 18`."""

import re
from collections.abc import Iterable, Mapping

from fivedice.core.rules import plain_letters
from fivedice.core.texts import LONGEST_NUMBER, BadText

BETWEEN = re.compile(r"[\s,;.]*")
"""What may stand between two of them."""
NUMBER = rf"\d{{1,{LONGEST_NUMBER}}}(?!\d)"
_JOINT = r"[\s_-]*"


def called(names: Iterable[str]) -> str:
    """A pattern for any of these names; in a text its words may have spaces, hyphens or nothing between."""
    longest_first = sorted(names, key=len, reverse=True)
    return (
        "(?:" + "|".join(_JOINT.join(map(re.escape, re.split("[ -]", name))) for name in longest_first) + ")"
    )


def plain(name: str) -> str:
    """A name as it is looked up: plain small letters and nothing between its words."""
    return re.sub(r"[\s_-]+", "", plain_letters(name))


def figures(text: str, names: Mapping[str, int], what: str) -> dict[int, int | None]:
    """The figure of each thing that is named, by its place; None for one that is said to be open.

    `names` are all the names that each place goes by, `what` says what they name; letters may be plain ones.
    Raises `BadText`.
    """
    places = {plain(name): place for name, place in names.items()}
    name = called({*names, *map(plain_letters, names)})
    entry = re.compile(
        rf"(?P<name>{name})(?![a-z])\s*[=:]?\s*(?P<figure>{NUMBER}(?!{_JOINT}of\b)|-)?", re.IGNORECASE
    )
    by_place: dict[int, int | None] = {}
    for match in each(entry, text, f"no {what}; there are: {', '.join(_first_names(names))}"):
        place = places[plain(match["name"])]
        if place in by_place:
            raise BadText(f"{match['name'].strip()!r} is named twice.")
        by_place[place] = int(match["figure"]) if match["figure"] not in (None, "-") else None
    return by_place


def each(entry: re.Pattern[str], text: str, otherwise: str) -> Iterable[re.Match[str]]:
    """The entries of a text one after another. Raises `BadText` at the first thing that is none."""
    at = _after(BETWEEN, text, 0)
    while at < len(text):
        match = entry.match(text, at)
        if match is None:
            wrong = re.split("[,;]", text[at:], maxsplit=1)[0].strip()
            raise BadText(f"{wrong[:30]!r} is {otherwise}.")
        yield match
        at = _after(BETWEEN, text, match.end())


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _first_names(names: Mapping[str, int]) -> Iterable[str]:
    """The name that stands for each place in a sentence: the first one."""
    first: dict[int, str] = {}
    for name, place in names.items():
        first.setdefault(place, name)
    return first.values()
