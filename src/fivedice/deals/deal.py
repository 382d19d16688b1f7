"""A deal: the secret and the contributions from which all dice of a match follow (docs/reference/dice.md)."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from fivedice.core.dice import Dice
from fivedice.match.setup import Promise

SECRET_BYTES, CONTRIBUTION_BYTES = 32, 16
BLOCK_BYTES = 64
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
SERVER = "server"
"""The contribution of a bot. It has no bytes: anyone with the secret could pick bytes to get certain dice."""


@dataclass(frozen=True)
class Deal:
    """All dice of match number `match` for a secret of 32 bytes, with one contribution per seat."""

    secret: bytes
    contributions: tuple[str, ...] = ()
    match: int = 1

    @property
    def promise(self) -> Promise:
        """The public promise before the match."""
        return Promise(commitment(self.secret), self.contributions, self.match)

    def dice(self, places: Iterable[str]) -> Dice:
        """The die at each of these places."""
        return tuple([1 + self.draw(place, 6) for place in places])

    def draw(self, place: str, sides: int, counter: int = 0) -> int:
        """A uniform number from 0 to `sides` - 1. Bytes that would make some numbers likelier are skipped."""
        begun, keyed = self._keyed
        inner, outer = begun.copy(), keyed.copy()
        inner.update(f"{place}\n{counter}".encode())
        outer.update(inner.digest())
        number = outer.digest()[0] // (256 // sides)
        return number if number < sides else self.draw(place, sides, counter + 1)

    @cached_property
    def _keyed(self) -> "tuple[hashlib._Hash, hashlib._Hash]":
        """The hashes of an HMAC (RFC 2104) before the place; an `hmac` object takes twice as long to copy."""
        prefix = f"fivedice dice\n{self.match}\n{','.join(self.contributions)}\n".encode()
        key = self.secret.ljust(BLOCK_BYTES, b"\0")
        return hashlib.sha256(key.translate(INNER) + prefix), hashlib.sha256(key.translate(OUTER))


def of(secret: bytes, promise: Promise) -> Deal:
    """The deal of a promise."""
    return Deal(secret, promise.contributions, promise.match)


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret in hexadecimal, which is published before anyone contributes."""
    return hashlib.sha256(secret).hexdigest()


def seeded(*parts: object) -> bytes:
    """The secret of a seed, for demonstrations, simulations and arenas; anyone with the seed knows it."""
    return hashlib.sha256("/".join(map(str, ("fivedice seed", *parts))).encode()).digest()


def collected(bots: Sequence[str], contributions: Sequence[str]) -> tuple[str, ...]:
    """The contributions of all seats: "server" for a bot, the given one for a person ("" in `bots`)."""
    return tuple(SERVER if bot else text for bot, text in zip(bots, contributions, strict=True))
