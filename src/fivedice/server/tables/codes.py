"""Random codes of tables and tokens of seats, and digests of tokens."""

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


def seal(token: str, key: str) -> str:
    """A token that only who has the key can read, in hexadecimal."""
    return _crossed(token.encode(), key).hex()


def unseal(sealed: str, key: str) -> str:
    """The token again."""
    return _crossed(bytes.fromhex(sealed), key).decode()


def _crossed(data: bytes, key: str) -> bytes:
    """Data and as many bytes that follow from a key, which serves once: a token is shorter than a digest."""
    stream = hashlib.sha256(f"seal {key}".encode()).digest()
    return bytes(one ^ other for one, other in zip(data, stream, strict=False))


def digest(token: str) -> str:
    """What is kept of a token; the token cannot be had from it."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest() if token else ""
