"""What a database has of a table, and whether clients were shown just that; a table put there half played."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from fivedice.folders import NOWHERE
from fivedice.match.events import Event
from fivedice.runtime.library import Library
from fivedice.server.compute.bot_runner import BotRunner
from fivedice.server.storage import table_rows
from fivedice.server.storage.append_entries import Append
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.table_rows import StoredTable
from fivedice.server.tables import codes
from fivedice.server.tables.registry import TableRegistry
from fivedice.server.tables.session import TableServices
from fivedice.table import log
from fivedice.table.log import Happened, SeatTaken, Started
from fivedice.table.protocol import player_view
from fivedice.table.state import TableState, opened
from fivedice.table.terms import Terms
from tests.server.clients import Client, Message


def services(url: str, folder: Path = NOWHERE, grace: float = 0.1) -> TableServices:
    """What the tables of a worker over this database share; solved tables are in this folder."""
    return TableServices(
        AsyncDatabase(Database(url)), BotRunner(Library(folder), Random(1)), Random(1), grace
    )


@asynccontextmanager
async def registry_over(url: str, folder: Path = NOWHERE, **more: Any) -> AsyncIterator[TableRegistry]:
    """The tables of a worker over this database, for as long as it runs."""
    registry = TableRegistry(services(url, folder), **more)
    yield registry
    await asyncio.sleep(0)
    registry.close()
    registry._storage.close()


def kept(database: str, code: str) -> StoredTable:
    reader = Database(database)
    found = reader.run(table_rows.load, code)
    reader.close()
    assert found is not None
    return found


def rooms(database: str, code: str) -> list[TableState]:
    """The room after each of the stored entries of a table, from its opening on."""
    found = kept(database, code)
    folded = [opened(msgspec.json.decode(found.terms, type=Terms))]
    for text in found.entries:
        folded.append(folded[-1].after(log.entry(text)))
    return folded


def check_shown(database: str, code: str, shown: list[Client]) -> None:
    """Every picture that a client was ever shown is what the stored entries up to it lead to."""
    stored = [as_json(player_view.picture(room, code)) for room in rooms(database, code)]
    told = [message["picture"] for client in shown for message in client.heard if "picture" in message]
    assert all(seen == stored[seen["number"]] for seen in told)


def check_mirror(database: str, code: str, shown: list[Client]) -> None:
    """Every client's picture is what the stored entries lead to."""
    room = rooms(database, code)[-1]
    for client in shown:
        assert client.picture == as_json(player_view.picture(room, code))
        assert client.you == as_json(player_view.seen_by(room, client.you["seat"]))


def put(database: str, terms: Terms, names: tuple[str, ...], events: Iterable[Event]) -> list[Message]:
    """Puts a table there at which this much has happened; the seats of these people."""
    code, tokens = codes.new_code(), [codes.new_token() for _ in names]
    holders = [codes.digest(token) for token in tokens]
    sat = map(SeatTaken, range(len(names)), names, holders)
    log_: list[log.Entry] = [*sat, Started(), *map(Happened, events)]
    entries = [*map(log.text, log_)]
    writer = Database(database)
    writer.run(table_rows.open_table, msgspec.json.encode(terms).decode(), Append(code, 0, entries))
    writer.close()
    return [{"code": code, "token": token, "chair": chair} for chair, token in enumerate(tokens)]


def as_json(value: Any) -> Any:
    """A value as it arrives over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))
