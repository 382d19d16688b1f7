"""Codes of tables and tokens of seats, from the operating system's generator. Keeps neither."""

import hashlib
import re
import secrets

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without those that are taken for each other."""
LENGTH = 6

_code = re.compile(f"[{LETTERS}]{{{LENGTH}}}")


def new_code() -> str:
    """A short code that can be said aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def is_code(text: str) -> bool:
    """Whether a text has the form of a code."""
    return _code.fullmatch(text) is not None


def new_token() -> str:
    """A token that cannot be guessed: 128 bits."""
    return secrets.token_urlsafe(16)


def digest(token: str) -> str:
    """What is kept of a token; the token cannot be had from it."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest() if token else ""
