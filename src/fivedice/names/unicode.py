"""Skeletons, scripts and combining marks of a text by Unicode UTS #39.

The data is read when it is first needed. Script extensions are left out: they concern hardly any letter.
"""

from bisect import bisect
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import NamedTuple
from unicodedata import category, normalize

import msgspec

ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER = "\u200c", "\u200d"
JOINERS = frozenset((ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER))
UNSEEN = JOINERS | frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Characters that show nothing of themselves: joiners, fillers, blanks, what chooses a look."""
WRITTEN_TOGETHER = (
    frozenset(("Latin", "Han", "Hiragana", "Katakana")),
    frozenset(("Latin", "Han", "Bopomofo")),
    frozenset(("Latin", "Han", "Hangul")),
)
"""Scripts that one word may mix: the restriction level "highly restrictive" of UTS #39."""
KEPT = 1024
"""So many texts are remembered with their skeletons."""


class _Data(msgspec.Struct):
    """The file: ranges of characters by script, and by prototype all characters that look like it."""

    scripts: dict[str, str]
    look_alikes: dict[str, str]


class _Scripts(NamedTuple):
    """The ranges of all scripts in order."""

    firsts: list[int]
    lasts: list[int]
    names: list[str]


def is_seen(text: str) -> bool:
    """Whether anything is seen of a text: a letter, a figure or a sign, not only what shows nothing."""
    return any(category(letter)[0] in "LNPS" for letter in text if letter not in UNSEEN)


def as_seen(text: str) -> str:
    """What a text is taken for by who reads it: wide and narrow letters are one, and so are capitals."""
    return "".join(letter for letter in normalize("NFKC", text) if letter not in UNSEEN).strip().casefold()


def skeleton(text: str) -> str:
    """The same for all texts that look alike, and for no others: it is not meant to be read."""
    seen = (letter for letter in normalize("NFD", text) if letter not in UNSEEN)
    return normalize("NFD", "".join(_prototypes().get(letter, letter) for letter in seen))


def look_alike(one: str, other: str) -> bool:
    """Whether one text may be taken for the other, in capitals or small letters."""
    return any(mine == theirs for mine, theirs in zip(_looks(one), _looks(other), strict=True))


@lru_cache(maxsize=KEPT)
def _looks(text: str) -> tuple[str, str, str]:
    """The skeletons of a text as it stands, in small letters, and of its skeleton in small letters.

    The letter I looks like l only as a capital, and a zero like o only beside other small letters.
    """
    stands = skeleton(normalize("NFKC", text).strip())
    return stands, skeleton(as_seen(text)), skeleton(stands.casefold())


def mixed_scripts(text: str) -> tuple[str, ...]:
    """The scripts of a text, where no orthography mixes them; else none."""
    found = {script for letter in text if letter not in UNSEEN and (script := _script(letter))}
    fits = len(found) <= 1 or any(found <= together for together in WRITTEN_TOGETHER)
    return () if fits else tuple(sorted(script.replace("_", " ") for script in found))


def most_marks(text: str) -> int:
    """How many nonspacing marks stand on a letter at the most."""
    marks = groupby(normalize("NFD", text), key=lambda letter: category(letter) in ("Mn", "Me"))
    return max((len(list(some)) for are_marks, some in marks if are_marks), default=0)


def _script(letter: str) -> str:
    """The script of a character; empty for one that several have in common."""
    if letter.isascii():
        return "Latin" if letter.isalpha() else ""
    known = _scripts()
    place = bisect(known.firsts, ord(letter)) - 1
    return known.names[place] if place >= 0 and ord(letter) <= known.lasts[place] else ""


@cache
def _data() -> _Data:
    return msgspec.json.decode(files(__package__).joinpath("unicode.json").read_bytes(), type=_Data)


@cache
def _prototypes() -> dict[str, str]:
    return {letter: prototype for prototype, letters in _data().look_alikes.items() for letter in letters}


@cache
def _scripts() -> _Scripts:
    ranges = sorted(
        (*(int(end, 16) for end in span.split("-")), script)
        for script, spans in _data().scripts.items()
        for span in spans.split()
    )
    firsts, lasts, names = zip(*ranges, strict=True)
    return _Scripts(list(firsts), list(lasts), list(names))
