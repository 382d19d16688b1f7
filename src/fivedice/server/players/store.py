"""Players and their devices in the database.

A player's key exists in the database only sealed: with the secret of each device, and with their twelve
words. It seals the tokens of their seats. So a stolen database gives nobody a seat.
"""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from fivedice.server.storage.schema import devices as _devices
from fivedice.server.storage.schema import players as _players
from fivedice.server.tables import codes

DAY = 24 * 3600.0
"""How often, in seconds, the database notes that a player was seen."""


class Player(Struct, frozen=True):
    """A player, as one of their devices knows them."""

    id: str
    key: str
    """Seals their tokens; never leaves the server."""
    name: str
    colour: str = ""
    barred: str = ""
    """The host's reason why they may not play here, or ""."""
    has_words: bool = False
    settings: dict[str, Any] = {}


def create(connection: Connection, name: str, colour: str, now: float) -> tuple[Player, str]:
    """Creates a player, and the secret of their first device."""
    player = Player(secrets.token_hex(8), codes.new_token(), name, colour)
    row = {"player": player.id, "name": name, "colour": colour, "at": now, "seen": now}
    connection.execute(insert(_players).values(barred="", words="", sealed="", settings="{}", **row))
    return player, add_device(connection, player, now)


def add_device(connection: Connection, player: Player, now: float) -> str:
    """The secret of a new device."""
    secret = codes.new_token()
    row = {"digest": codes.digest(secret), "player": player.id, "seen": now}
    connection.execute(insert(_devices).values(sealed=codes.seal(player.key, secret), **row))
    return secret


def remove_device(connection: Connection, secret: str) -> None:
    """Signs a device out."""
    connection.execute(delete(_devices).where(_devices.c.digest == codes.digest(secret)))


def find(connection: Connection, given: Sequence[str]) -> dict[str, Player]:
    """The players with these device secrets, by secret and in their order; unknown secrets are left out."""
    digests = {codes.digest(secret): secret for secret in given}
    wanted = select(_devices.c.digest, _devices.c.sealed.label("kept"), _players).join(
        _players, _players.c.player == _devices.c.player
    )
    rows = connection.execute(wanted.where(_devices.c.digest.in_(digests))).all()
    found = {digests[row.digest]: _player(row, codes.unseal(row.kept, digests[row.digest])) for row in rows}
    return {secret: found[secret] for secret in given if secret in found}


def see(connection: Connection, secret: str, player: Player, now: float) -> None:
    """Notes, at most once a day, that a player was here with this device."""
    digest, late = codes.digest(secret), now - DAY
    connection.execute(
        update(_devices).where(_devices.c.digest == digest, _devices.c.seen < late).values(seen=now)
    )
    connection.execute(
        update(_players).where(_players.c.player == player.id, _players.c.seen < late).values(seen=now)
    )


def change(connection: Connection, player: Player, **values: str) -> None:
    """Changes columns of a player."""
    connection.execute(update(_players).where(_players.c.player == player.id).values(**values))


def _player(row: Any, key: str) -> Player:
    settings = msgspec.json.decode(row.settings)
    return Player(row.player, key, row.name, row.colour, row.barred, bool(row.words), settings)
