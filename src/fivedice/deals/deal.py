"""A deal: the secret and the contributions from which all dice of a match follow (docs/reference/dice.md)."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from fivedice.match.setup import Promise

SECRET_BYTES, CONTRIBUTION_BYTES = 32, 16
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

    def die(self, place: str) -> int:
        """The die at a place, 1 to 6."""
        return 1 + self.draw(place, 6)

    def draw(self, place: str, sides: int) -> int:
        """A uniform number from 0 to `sides` - 1. Bytes that would make some numbers likelier are skipped."""
        each = 256 // sides
        for counter in count():
            keyed = self._keyed.copy()
            keyed.update(f"{place}\n{counter}".encode())
            number = keyed.digest()[0] // each
            if number < sides:
                return number
        raise AssertionError

    @cached_property
    def _keyed(self) -> hmac.HMAC:
        """The HMAC of the part that all places have in common."""
        begun = f"fivedice dice\n{self.match}\n{','.join(self.contributions)}\n"
        return hmac.new(self.secret, begun.encode(), hashlib.sha256)


def of(secret: bytes, promise: Promise) -> Deal:
    """The deal of a promise."""
    return Deal(secret, promise.contributions, promise.match)


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret in hexadecimal, which is published before anyone contributes."""
    return hashlib.sha256(secret).hexdigest()


def seeded(*parts: object) -> bytes:
    """The secret of a seed, for demonstrations, simulations and arenas; anyone with the seed knows it."""
    return hashlib.sha256("/".join(map(str, ("fivedice seed", *parts))).encode()).digest()


def collected(bots: Sequence[str], given: Sequence[str]) -> tuple[str, ...]:
    """The contributions of all seats: "server" for a bot, the given one for a person ("" in `bots`)."""
    return tuple(SERVER if bot else text for bot, text in zip(bots, given, strict=True))
