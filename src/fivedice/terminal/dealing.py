"""The deal of a match at this keyboard. Its secret is stored beside the record until the match is over."""

from contextlib import suppress
from pathlib import Path
from random import Random

from msgspec.structs import replace

from fivedice.deals.deal import CONTRIBUTION_BYTES, SECRET_BYTES, Deal, collected
from fivedice.match.setup import Setup
from fivedice.runtime import store

SUFFIX = ".secret"


def promised(setup: Setup, drawn: Random) -> tuple[Setup, bytes]:
    """The setup with the commitment to new dice, and their secret. A seeded generator always gives the same
    dice.
    """
    secret = drawn.randbytes(SECRET_BYTES)
    given = [drawn.randbytes(CONTRIBUTION_BYTES).hex() for _ in setup.players]
    deal = Deal(secret, collected([player.bot for player in setup.players], given))
    return replace(setup, dice=deal.promise), secret


def keep(record: Path, secret: bytes) -> None:
    """Keeps the secret of a match that begins. Raises `StoreError`."""
    store.write_new(_beside(record), [secret.hex() + "\n"], private=True)


def kept(record: Path) -> bytes:
    """The secret of a match under way; empty if there is none."""
    try:
        return bytes.fromhex(_beside(record).read_text())
    except (OSError, ValueError):
        return b""


def forget(record: Path) -> None:
    """Removes the secret, which the record now reveals."""
    with suppress(OSError):
        _beside(record).unlink()


def _beside(record: Path) -> Path:
    return record.with_suffix(SUFFIX)
