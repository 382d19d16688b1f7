"""Twelve words that restore a player, with a checksum (BIP-39)."""

from functools import cache

from mnemonic import Mnemonic

BITS = 128


def new() -> str:
    """Twelve random words."""
    return _list().generate(BITS)


def read(text: str) -> str:
    """The words in a text, lower-case with single spaces; "" if they cannot be right."""
    words = " ".join(text.lower().replace(",", " ").split())
    return words if len(words.split()) * 32 == BITS * 3 and _list().check(words) else ""


@cache
def _list() -> Mnemonic:
    return Mnemonic("english")
