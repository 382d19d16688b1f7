"""Which bot was meant by a name that is none's: judged by how it looks alone. Knows no bot and no person."""

import re
from collections.abc import Collection
from difflib import get_close_matches
from unicodedata import category, normalize

SLIP = 0.8
"""Names as alike as this differ by a slip, as "gredy" from greedy; Grady, Randy and Greta stay below it."""
ALIKE = 0.5
"""Enough where nothing but a bot can be meant."""
UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Characters that count as printed though they show nothing: fillers, blanks, what chooses a look."""


def is_seen(name: str) -> bool:
    """Whether anything is seen of a name: a letter, a figure or a sign, not only what shows nothing."""
    return any(category(letter)[0] in "LNPS" for letter in name if letter not in UNSEEN)


def as_seen(name: str) -> str:
    """What a name is taken for by who reads it: wide and narrow letters are one, and so are capitals."""
    return "".join(letter for letter in normalize("NFKC", name) if letter not in UNSEEN).strip().casefold()


def closest(name: str, bots: Collection[str], least: float = ALIKE) -> str:
    """The bot whose name is most like the letters of this one, or nothing."""
    return next(iter(get_close_matches(_letters(name), bots, 1, least)), "")


def meant(name: str, bots: Collection[str], graded: str) -> str:
    """The bot that may be meant by a name given to a player, or nothing where it can only be a person's.

    Capitals, blanks and numbers make no new name of a bot's ("Greedy", "greedy 2"), and only a bot, `graded`,
    has a number behind a colon. Else bots are typed small: "rando" may be a slip, Rando is somebody.
    """
    if _letters(name) in bots:
        return _letters(name)
    if re.search(r":\s*\d", as_seen(name)):
        return closest(name, bots) or graded
    return closest(name, bots, SLIP) if name == name.lower() else ""


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, as_seen(name)))
