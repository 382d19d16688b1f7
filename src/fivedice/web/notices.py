"""How workers over one PostgreSQL hear of each other's entries. SQLite has one worker, which hears itself."""

import asyncio

import psycopg
from psycopg import sql
from psycopg.pq.abc import PGconn

from fivedice.store import StoreError
from fivedice.web.appending import CHANNEL
from fivedice.web.hall import Hall

AGAIN = 1.0
"""Seconds before a lost connection is tried again."""


async def listen(url: str, hall: Hall) -> None:
    """Brings the hall up to date whenever another worker has appended, until cancelled."""
    while True:
        try:
            await _listen(url, hall)
        except (psycopg.Error, StoreError):
            await asyncio.sleep(AGAIN)


async def _listen(url: str, hall: Hall) -> None:
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
    async with connection:
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        await hall.catch_up()
        await _hear(connection.pgconn, hall)


async def _hear(connection: PGconn, hall: Hall) -> None:
    """Hands on what is told, until the connection is lost; all workers hear all, so it costs little."""
    more, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.add_reader(connection.socket, more.set)
    try:
        while True:
            more.clear()
            connection.consume_input()
            while notice := connection.notifies():
                await hall.heard(notice.extra.decode())
            await more.wait()
    finally:
        loop.remove_reader(connection.socket)
