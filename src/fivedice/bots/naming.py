"""Suggests the bot that a misspelt name means."""

import re
from collections.abc import Collection
from difflib import get_close_matches

from fivedice.names import as_seen, skeleton

SLIP = 0.8
"""Names as alike as this differ by a slip, as "gredy" from greedy; Grady, Randy and Greta stay below it."""
ALIKE = 0.5
"""Enough where nothing but a bot can be meant."""


def closest(name: str, bots: Collection[str], least: float = ALIKE) -> str:
    """The bot whose name is most like the letters of this one, or nothing."""
    return next(iter(get_close_matches(_letters(name), bots, 1, least)), "")


def meant(name: str, bots: Collection[str], graded: str) -> str:
    """The bot that may be meant by a name given to a player, or nothing where it can only be a person's.

    Capitals, blanks, numbers and letters of other scripts that look alike make no new name of a bot's
    ("Greedy", "greedy 2"), and only a bot, `graded`,
    has a number behind a colon. Else bots are typed small: "rando" may be a slip, Rando is somebody.
    """
    same = next((bot for bot in bots if skeleton(bot) == skeleton(_letters(name))), "")
    if same:
        return same
    if re.search(r":\s*\d", as_seen(name)):
        return closest(name, bots) or graded
    return closest(name, bots, SLIP) if name == name.lower() else ""


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, as_seen(name)))
