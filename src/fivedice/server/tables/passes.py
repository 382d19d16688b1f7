"""Passes, which move a seat or a player to another device, once and for a short time."""

import time

from sqlalchemy import Connection, Select, delete, insert, select

from fivedice.server.storage.schema import passes as _passes
from fivedice.server.tables import codes

SECONDS = 180.0
"""Seconds for which a pass is valid."""


def give(connection: Connection, owner: str, secret: str) -> str:
    """Stores the secret of an owner, a table or a player, encrypted with a new pass.

    Deletes expired passes.
    """
    pass_, now = codes.new_token(), time.time()
    connection.execute(delete(_passes).where(_passes.c.until < now))
    row = {"digest": codes.digest(pass_), "code": owner, "sealed": codes.seal(secret, pass_)}
    connection.execute(insert(_passes).values(until=now + SECONDS, **row))
    return pass_


def take(
    connection: Connection, pass_: str, owners: list[str] | Select[tuple[str]]
) -> tuple[str, str] | None:
    """Redeems a pass of one of these owners for its owner and secret.

    A pass works once; None if it was used, has expired or is another owner's, for whom it stays valid.
    """
    mine = (_passes.c.digest == codes.digest(pass_)) & _passes.c.code.in_(owners)
    row = connection.execute(select(_passes).where(mine)).one_or_none()
    is_first = connection.execute(delete(_passes).where(mine)).rowcount == 1
    if row is None or not is_first or row.until < time.time():
        return None
    return row.code, codes.unseal(row.sealed, pass_)
