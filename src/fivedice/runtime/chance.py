"""Random numbers: the only place where dice and random seeds are drawn."""

import secrets
from hashlib import blake2b
from math import floor
from random import Random
from typing import TYPE_CHECKING

from fivedice.core.dice import FACES, Dice
from fivedice.core.rules import quoted
from fivedice.deals import deal
from fivedice.deals.deal import SECRET_BYTES
from fivedice.deals.source import Source, dealt
from fivedice.match.events import First, Throw
from fivedice.match.setup import Promise
from fivedice.match.state import Awaited

if TYPE_CHECKING:
    from numpy.random import Generator


def system() -> Random:
    """The operating system's generator: unpredictable, and without a seed that could leak."""
    return secrets.SystemRandom()


def seeded(*parts: object) -> Random:
    """A generator seeded by these parts, for simulations and demonstrations."""
    return Random("/".join(map(str, parts)))


def new_seed() -> int:
    """A seed too large to guess or find by trying, and small enough for any JSON reader to keep exactly."""
    return secrets.randbelow(2**53)


def for_bot(source: Random) -> Random:
    """A generator for an external bot, drawn from `source` without revealing anything about it.

    The state of Python's generator can be computed from its output, so a hash separates the two.
    """
    drawn = source.getrandbits(256).to_bytes(32)
    return Random(blake2b(drawn).digest())


def new_secret() -> bytes:
    """A new secret for all dice of a match."""
    return secrets.token_bytes(SECRET_BYTES)


def generator_from(source: "Random | Generator | None") -> Random:
    """The caller's generator. A numpy generator provides a seed; None stands for the system's generator."""
    if source is None:
        return system()
    if isinstance(source, Random):
        return source
    if not hasattr(source, "integers"):
        raise TypeError(
            f"Random numbers come from a random.Random or a numpy Generator, not {quoted(source)}."
        )
    return Random(int(source.integers(2**63)))


def throw(chance: Random, number: int) -> Dice:
    """Throws that many dice."""
    draw, sides = chance.random, len(FACES)
    return tuple([FACES[floor(draw() * sides)] for _ in range(number)])


def source(promise: Promise | None, secret: bytes, drawn: Random) -> Source:
    """The source of a match's dice: its deal, or a generator if there is no deal or its secret is gone."""
    if promise is None or not secret:
        return lambda state, _: happen(state.awaited, drawn)
    return dealt(deal.of(secret, promise))


def happen(awaited: Awaited, chance: Random) -> Throw | First:
    """The chance event that a match awaits."""
    if awaited.kind == "first":
        return First(chance.choice(awaited.seats))
    return Throw(awaited.seats[0], throw(chance, awaited.dice))
