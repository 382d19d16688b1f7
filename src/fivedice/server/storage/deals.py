"""The secrets that determine the dice of tables, stored under their commitments; some are shared."""

import re
import time
from collections import Counter
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from fivedice.core.rules import IllegalMove
from fivedice.deals.deal import commitment
from fivedice.language import tr
from fivedice.match.setup import Promise
from fivedice.server.storage import schema
from fivedice.server.storage.schema import deals, entries, tables, thrown

_THROW, _OWN_DICE = re.compile(r'"throw\W+([1-6]{1,5})'), '"dice":"own"'
"""A throw within an entry of a table's log, and real dice within its terms."""
UNUSED = 86_400.0
"""Seconds after which a secret that no table uses is deleted."""


class Secret(Struct, frozen=True):
    """A secret in hexadecimal, and the time before which nothing reveals it."""

    text: str = ""
    until: float = 0.0

    @property
    def revealed(self) -> str:
        """The secret, or "" before its time."""
        return self.text if time.time() >= self.until else ""


class Shared(Struct, frozen=True):
    """A deal that several tables share, with the time when it was drawn."""

    commitment: str
    at: float
    secret: Secret


def offer(connection: Connection, secret: bytes) -> str:
    """Stores a new secret for the table that will be opened with its commitment; returns the commitment."""
    now = time.time()
    connection.execute(delete(deals).where(deals.c.taken == 0, deals.c.at < now - UNUSED))
    return _add(connection, secret, now, taken=0)


def keep(connection: Connection, secret: bytes, until: float = 0.0) -> None:
    """Stores the secret of dice that several tables share, unless it is already stored."""
    if not find(connection, commitment(secret)).text:
        _add(connection, secret, time.time(), until=until)


def take(connection: Connection, promised: str, secret: bytes) -> None:
    """Assigns offered dice, or those of a new secret, to a table. Raises `IllegalMove` if not offered."""
    if secret:
        _add(connection, secret, time.time())
        return
    free = (deals.c.commitment == promised) & (deals.c.taken == 0)
    if not connection.execute(update(deals).where(free).values(taken=1)).rowcount:
        raise IllegalMove(tr("These dice were not offered or are already used; request new ones."))


class _Terms(Struct):
    """The part of a table's terms that names its dice."""

    promise: Promise | None = None


def of_table(connection: Connection, terms: str) -> Secret:
    """The secret of a table's dice; an empty one if it has none, or if its terms are damaged."""
    with suppress(msgspec.MsgspecError):
        if promise := msgspec.json.decode(terms, type=_Terms).promise:
            return find(connection, promise.commitment)
    return Secret()


def reveal(connection: Connection, promised: str) -> None:
    """Allows the secret to be revealed, because nobody plays on these dice any more."""
    connection.execute(update(deals).where(deals.c.commitment == promised).values(until=0.0))


def find(connection: Connection, promised: str) -> Secret:
    """The secret of a commitment; an empty one if it is not stored."""
    row = connection.execute(select(deals).where(deals.c.commitment == promised)).one_or_none()
    return Secret(row.secret, row.until) if row else Secret()


def share(connection: Connection, name: str, secret: bytes, until: float) -> Shared:
    """The shared deal of this name: the stored deal, or a new one with this secret."""
    if known := shared(connection, name):
        return known
    schema.lock(connection)
    if known := shared(connection, name):
        return known
    now = time.time()
    return Shared(_add(connection, secret, now, name=name, until=until), now, Secret(secret.hex(), until))


def shared(connection: Connection, name: str) -> Shared | None:
    """The deal of this name, if there is one."""
    row = connection.execute(select(deals).where(deals.c.name == name)).one_or_none()
    return Shared(row.commitment, row.at, Secret(row.secret, row.until)) if row else None


def count_dice(connection: Connection, code: str) -> None:
    """Adds the dice of an ended table to the count of all thrown dice, unless people threw them."""
    terms = connection.scalar(select(tables.c.terms).where(tables.c.code == code))
    if terms is None or _OWN_DICE in terms:
        return
    rows = connection.scalars(select(entries.c.entry).where(entries.c.code == code))
    faces = Counter(int(die) for row in rows for dice in _THROW.findall(row) for die in dice)
    for face, dice in sorted(faces.items()):
        more = update(thrown).where(thrown.c.face == face).values(dice=thrown.c.dice + dice)
        connection.execute(more)


def dice_thrown(connection: Connection) -> tuple[int, ...]:
    """The number of dice that have shown each face, from 1 to 6."""
    return tuple(connection.scalars(select(thrown.c.dice).order_by(thrown.c.face)))


def _add(connection: Connection, secret: bytes, now: float, **columns: Any) -> str:
    row = {"secret": secret.hex(), "name": "", "taken": 1, "at": now, "until": 0.0} | columns
    connection.execute(insert(deals).values(commitment=commitment(secret), **row))
    return commitment(secret)
