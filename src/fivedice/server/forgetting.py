"""Deletes players: removes matches without other people, and renames the player to "someone" elsewhere."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, exists, select, update

from fivedice.core.rules import IllegalMove
from fivedice.names import SOMEONE, numbered
from fivedice.server.club import store as club
from fivedice.server.compute import reading
from fivedice.server.push import subscriptions
from fivedice.server.storage import append_entries, errors, schema, summary, table_rows
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.schema import entries, imports, passes, results, seats, summaries
from fivedice.server.tables.registry import RENAMED, NoTable, TableRegistry
from fivedice.table import log
from fivedice.table.log import Entry, SeatGivenUp, SeatLeft, SeatTaken
from fivedice.table.state import TableState

GONE = "forgotten"
"""The holder of the chairs of deleted players; no token has this digest."""


async def forget(registry: TableRegistry, storage: AsyncDatabase, player: str) -> None:
    """Deletes a player while the server runs. If the deletion fails halfway, it can be repeated."""
    for code, holders in (await storage.ask(_seats_of, player)).items():
        with suppress(NoTable, IllegalMove, errors.Damaged):
            if not await storage.ask(table_rows.summaries, [code]):
                await (await registry.table(code)).act(partial(_leaving, mine=holders))
        await storage.ask(_forget_table, code, holders)
        await registry.reload(code)
    for code in await storage.ask(_uploads_of, player):
        await storage.ask(table_rows.remove, code)
        await registry.reload(code)
    await storage.ask(_delete, player)


def forget_now(database: Database, player: str) -> None:
    """Deletes a player for a command of the host."""
    for code, holders in database.run(_seats_of, player).items():
        database.retry(_forget_table, code, holders)
    for code in database.run(_uploads_of, player):
        database.run(table_rows.remove, code)
    database.run(_delete, player)


def _seats_of(connection: Connection, player: str) -> dict[str, set[str]]:
    """The digests of the player's tokens that no other player has, by table."""
    digests, other = defaultdict[str, set[str]](set), seats.alias()
    is_shared = exists().where(other.c.holder == seats.c.holder, other.c.code == seats.c.code)
    own = select(seats.c.code, seats.c.holder, is_shared.where(other.c.player != player))
    for code, holder, shared in connection.execute(own.where(seats.c.player == player)):
        digests[code] |= set() if shared else {holder}
    for code, holders in club.holders_of(connection, player):
        digests[code] |= holders
    return digests


def _uploads_of(connection: Connection, player: str) -> list[str]:
    """The records that only this player has imported."""
    others = [select(table.c.code).where(table.c.player != player) for table in (imports, results)]
    mine = (imports.c.player == player, *(imports.c.code.not_in(codes) for codes in others))
    return list(connection.scalars(select(imports.c.code).where(*mine)))


def _forget_table(connection: Connection, code: str, mine: Collection[str]) -> None:
    """Removes a table, or renames the player whose tokens have these digests."""
    stored = table_rows.load(connection, code)
    if stored:
        state, holders = _look_up(connection, code, stored)
        if holders is not None and not _others(holders, mine):
            table_rows.remove(connection, code)
        else:
            if last := _leaving(state, mine) if state else []:
                lines = [log.text(entry) for entry in last]
                table_rows.append(connection, [append_entries.Append(code, len(stored.entries), lines)])
            _rename(connection, code, mine, stored.entries)
    append_entries.notify(connection, [f"{code} {RENAMED} 0"])


def _look_up(
    connection: Connection, code: str, stored: table_rows.StoredTable
) -> tuple[TableState | None, Sequence[str] | None]:
    """The state of a table unless it is summarized, and the holders of its chairs; None if damaged."""
    known = table_rows.summaries(connection, [code]).get(code)
    with suppress(errors.Damaged), errors.reading(code):
        if known:
            return None, summary.read(code, known).holders
        state = reading.state(stored)
        return state, [chair.holder for chair in state.chairs]
    return None, None


def _others(holders: Sequence[str], mine: Collection[str]) -> bool:
    return any(holder not in ("", GONE, *mine) for holder in holders)


def _leaving(state: TableState, mine: Collection[str]) -> list[Entry]:
    """The entries with which a player leaves an unfinished match for good, if others sit there."""
    if summary.changes(state) and _others([chair.holder for chair in state.chairs], mine):
        chairs = [place for place, chair in enumerate(state.chairs) if chair.holder in mine]
        if state.match is None:
            return [SeatGivenUp(chair) for chair in chairs]
        return [SeatLeft(chair, meant=True) for chair in chairs if not state.chairs[chair].away]
    return []


def _rename(connection: Connection, code: str, mine: Collection[str], lines: Collection[str]) -> None:
    """Renames a player in the log of a table; its summary is rebuilt when it is needed."""
    stored = {number: errors.read_or_log(code, log.entry, line) for number, line in enumerate(lines, 1)}
    sat = {number: entry for number, entry in stored.items() if isinstance(entry, SeatTaken)}
    occupied = {entry.name.casefold() for entry in sat.values()}
    free = (name for name in numbered(SOMEONE) if name not in occupied)
    names = {entry.name: next(free) for entry in sat.values() if entry.holder in mine}
    for number, entry in sat.items():
        if entry.holder in mine:
            renamed = log.text(SeatTaken(entry.chair, names[entry.name], GONE))
            connection.execute(update(entries).filter_by(code=code, number=number).values(entry=renamed))
    schema.clear(connection, code, summaries, passes)
    for row in connection.execute(select(results).where(results.c.code == code)).all():
        figures = msgspec.json.encode(_replaced(msgspec.json.decode(row.figures), names)).decode()
        this = update(results).filter_by(player=row.player, code=code, seat=row.seat)
        connection.execute(this.values(figures=figures))


def _replaced(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_replaced(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def _delete(connection: Connection, player: str) -> None:
    """Deletes all rows of a player, and summaries that a worker has made meanwhile."""
    for code, holders in _seats_of(connection, player).items():
        for holder in holders:
            subscriptions.forget_seat(connection, (code, holder))
            stale = (summaries.c.code == code) & summaries.c.summary.contains(holder)
            connection.execute(delete(summaries).where(stale))
    connection.execute(delete(passes).where(passes.c.code == player))
    club.forget(connection, player)
    for table in schema.of_players():
        connection.execute(delete(table).where(table.c.player == player))
