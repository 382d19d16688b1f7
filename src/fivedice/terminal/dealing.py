"""The dice of matches at this keyboard. A secret is stored beside the record until the match is over."""

from contextlib import suppress
from pathlib import Path
from random import Random

from msgspec.structs import replace

from fivedice.deals.deal import CONTRIBUTION_BYTES, SECRET_BYTES, Deal, collected
from fivedice.match.events import Event
from fivedice.match.setup import Setup
from fivedice.runtime import chance, store
from fivedice.table.state import TableState

SUFFIX = ".secret"


class LocalDice:
    """The secret of the deal that a match has committed to; without one, random numbers are the dice."""

    def __init__(self, drawn: Random, secret: bytes = b"") -> None:
        self.drawn, self.secret = drawn, secret

    def promised(self, setup: Setup) -> Setup:
        """The setup with the commitment to new dice. A seeded generator always gives the same dice."""
        self.secret = self.drawn.randbytes(SECRET_BYTES)
        contributions = [self.drawn.randbytes(CONTRIBUTION_BYTES).hex() for _ in setup.players]
        deal = Deal(self.secret, collected([player.bot for player in setup.players], contributions))
        return replace(setup, dice=deal.promise)

    def happen(self, table: TableState) -> Event:
        """The chance event that the match of a table awaits."""
        assert table.match is not None
        dice = chance.source(table.match.setup.dice, self.secret, self.drawn)
        return dice(table.match.state, table.trail)

    def keep(self, record: Path) -> None:
        """Keeps the secret of a match that begins. Raises `StoreError`."""
        if self.secret:
            store.write_new(_beside(record), [self.secret.hex() + "\n"], private=True)


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
