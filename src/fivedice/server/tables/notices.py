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
"""Seconds before reconnecting."""
PAUSE = 0.05
"""Seconds in which notices are collected. Most are about tables of other workers, and waking up for each
would cost more than reading it."""


async def listen(url: str, registry: TableRegistry, own: Callable[[], int], outages: Outages) -> None:
    """Passes the notices of other workers to the registry, until cancelled.

    `own` returns the PostgreSQL process that writes for this worker, whose notices are ignored.
    """
    while True:
        try:
            await _listen(url, registry, own)
        except psycopg.Error as error:
            outages.add(DatabaseFailed(error))
        except StoreError:
            pass  # already logged by the registry's query
        await asyncio.sleep(AGAIN)


async def _listen(url: str, registry: TableRegistry, own: Callable[[], int]) -> None:
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True, client_encoding=SPOKEN)
    async with connection:
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        await registry.catch_up()
        await _hear(connection.pgconn, registry, own)


async def _hear(connection: PGconn, registry: TableRegistry, own: Callable[[], int]) -> None:
    """Reads notices until the connection is lost; cheap, because every worker receives all of them."""
    while True:
        connection.consume_input()
        while notice := connection.notifies():
            if notice.be_pid != own():
                await registry.on_notice(notice.extra.decode())
        await asyncio.sleep(PAUSE)
        await _more(connection.socket)


async def _more(wire: int) -> None:
    """Waits until there is something to read."""
    came, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.add_reader(wire, came.set)
    try:
        await came.wait()
    finally:
        loop.remove_reader(wire)
