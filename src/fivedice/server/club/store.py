"""Club nights in the database: their logs, stored like those of tables, and the guest ids of players."""

import msgspec
from sqlalchemy import Connection, insert, select, update

from fivedice.club import entries
from fivedice.server.players.store import lock
from fivedice.server.storage import table_rows
from fivedice.server.storage.schema import entries as _entries
from fivedice.server.storage.schema import guests, results, tables
from fivedice.statistics.figures import MatchFigures

HOST = "host"
"""The guest id of the host; players have random ids."""


def log_of(connection: Connection, code: str) -> tuple[str, ...]:
    """The entries of a club night; none for other codes."""
    is_table = connection.execute(select(tables.c.code).where(tables.c.code == code)).first()
    return () if is_table else table_rows.since(connection, code, 0)


def welcome(connection: Connection, code: str, player: str, guest: str) -> str:
    """The guest id of a player, from now on `guest` if there was none."""
    lock(connection, player)
    known = min(guests_of(connection, code, player) - {HOST}, default="")
    if not known:
        connection.execute(insert(guests).values(code=code, player=player, guest=guest))
    return known or guest


def guests_of(connection: Connection, code: str, player: str) -> set[str]:
    """The guest ids of a player: as the host, as a participant, both or none."""
    return set(connection.execute(select(guests.c.guest).filter_by(code=code, player=player)).scalars())


def costs(connection: Connection, codes: list[str]) -> dict[tuple[str | int, ...], float]:
    """The cost of each chair's choices at these tables, if it has been counted for a player."""
    rows = connection.execute(select(results).where(results.c.code.in_(codes)))
    known = [msgspec.json.decode(row.figures, type=MatchFigures) for row in rows]
    return {(one.code, one.seat): one.cost for one in known if one.cost is not None}


def forget(connection: Connection, player: str) -> None:
    """Renames a player in the club nights that they attended, before their rows are deleted."""
    for row in connection.execute(select(guests).where(guests.c.player == player)).all():
        here = _entries.c.code == row.code
        for number, line in connection.execute(select(_entries.c.number, _entries.c.entry).where(here)).all():
            entry = entries.entry(line)
            if isinstance(entry, entries.PlayerArrived) and entry.guest == row.guest:
                unnamed = entries.text(entries.PlayerArrived(f"someone {number}", row.guest))
                connection.execute(
                    update(_entries).where(here, _entries.c.number == number).values(entry=unnamed)
                )
