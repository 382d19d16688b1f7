"""Listens to the entries of other workers through PostgreSQL's LISTEN and NOTIFY."""

import asyncio
from collections.abc import Callable

import psycopg
from psycopg import sql
from psycopg.pq.abc import PGconn

from fivedice.runtime.store import StoreError
from fivedice.server.storage.append_entries import CHANNEL, SPOKEN
from fivedice.server.storage.errors import DatabaseFailed, Outages
from fivedice.server.tables.registry import TableRegistry

AGAIN = 1.0
"""Seconds before a lost connection is tried again."""
PAUSE = 0.05
"""Seconds after hearing something in which more is let come. Most of it is of tables that nobody has here,
and to wake up for each takes longer than to hear of it."""


async def listen(url: str, registry: TableRegistry, own: Callable[[], int], outages: Outages) -> None:
    """Updates the registry whenever another worker has appended, until cancelled.

    `own` gives the process of PostgreSQL that writes for this worker: what that tells is known here.
    """
    while True:
        try:
            await _listen(url, registry, own)
        except psycopg.Error as error:
            outages.add(DatabaseFailed(error))
        except StoreError:
            pass  # the registry has asked, and the outage is noted
        await asyncio.sleep(AGAIN)


async def _listen(url: str, registry: TableRegistry, own: Callable[[], int]) -> None:
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True, client_encoding=SPOKEN)
    async with connection:
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        await registry.catch_up()
        await _hear(connection.pgconn, registry, own)


async def _hear(connection: PGconn, registry: TableRegistry, own: Callable[[], int]) -> None:
    """Hands on what others tell, until the connection is lost; all workers hear all, so it costs little."""
    while True:
        connection.consume_input()
        while notice := connection.notifies():
            if notice.be_pid != own():
                await registry.heard(notice.extra.decode())
        await asyncio.sleep(PAUSE)
        await _more(connection.socket)


async def _more(wire: int) -> None:
    """Returns when there is something to read."""
    came, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.add_reader(wire, came.set)
    try:
        await came.wait()
    finally:
        loop.remove_reader(wire)
