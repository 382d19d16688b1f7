"""Random codes of tables and tokens of seats, and digests of tokens."""

import hashlib
import secrets
from dataclasses import dataclass

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters and digits of codes, without those that look alike."""
LENGTH = 6


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A chair you have taken. The token is shown only once."""

    code: str
    chair: int
    token: str

    @property
    def holder(self) -> str:
        """The digest of its token, the same on all devices."""
        return digest(self.token).partition(".")[0]


def new_code() -> str:
    """A short code that people can read aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def is_code(text: str) -> bool:
    """Whether a text has the form of a code."""
    return len(text) == LENGTH and set(text) <= set(LETTERS)


def new_token() -> str:
    """A random token of 128 bits."""
    return secrets.token_urlsafe(16)


def seal(token: str, key: str) -> str:
    """A token encrypted with a one-time key, in hexadecimal."""
    return _crossed(token.encode(), key).hex()


def unseal(sealed: str, key: str) -> str:
    """Decrypts `seal`."""
    return _crossed(bytes.fromhex(sealed), key).decode()


def _crossed(data: bytes, key: str) -> bytes:
    """XOR with a key stream; safe because each key is used once and a token is shorter than a digest."""
    stream = hashlib.sha256(f"seal {key}".encode()).digest()
    return bytes(one ^ other for one, other in zip(data, stream, strict=False))


def digest(token: str) -> str:
    """The hash that is stored instead of a token: of its seat and, after a dot, of its second device."""
    parts = token.encode(errors="replace").split(b".", 1) if token else ()
    return ".".join(hashlib.sha256(part).hexdigest() for part in parts)


def elsewhere(token: str) -> str:
    """The token of the same seat for another device; short enough for `seal`."""
    return f"{token.partition('.')[0]}.{secrets.token_urlsafe(6)}"
