"""A statement that PostgreSQL has ready, and that is carried out without a thread. Knows no table.

It has a connection of its own. A thread would have to be woken for each question, and the loop for each
answer, which costs several times as much as asking does. So what is asked is handed to the driver's own
library, and read when something has come.
"""

import asyncio
from typing import Self

import psycopg
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGresult

from fivedice.server.storage.append_entries import SPOKEN

_NAME = b"prepared"
"""What it is called there."""
_FINE = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)


class Statement:
    """One at a time carries it out, in the loop in which it was opened."""

    def __init__(self, connection: psycopg.AsyncConnection) -> None:
        """A connection that nobody else has."""
        self._connection, self._pg = connection, connection.pgconn
        self._loop, self._stirred = asyncio.get_running_loop(), asyncio.Event()
        self._socket = self._pg.socket
        self._loop.add_reader(self._socket, self._read)

    @classmethod
    async def open(cls, url: str, statement: str) -> Self:
        """This statement, with $1, $2 and so on in it. Raises `psycopg.Error`."""
        made = cls(await psycopg.AsyncConnection.connect(url, autocommit=True, client_encoding=SPOKEN))
        try:
            made._pg.send_prepare(_NAME, statement.encode())
            await made._answer()
        except BaseException:
            made.close()
            raise
        return made

    @property
    def process(self) -> int:
        """The process of PostgreSQL at the other end; 0 when that has gone."""
        return self._pg.backend_pid if self.is_open else 0

    @property
    def is_open(self) -> bool:
        """Whether the other end is there, by all that was read."""
        return self._pg.status == ConnStatus.OK

    def look(self) -> None:
        """Reads what has come: where the server ended the connection, why is read first, and then its end."""
        self._read()
        self._read()

    async def run(self, *values: bytes) -> bytes:
        """The first value of the row that it gives for these. Raises `psycopg.Error`."""
        try:
            self._pg.send_query_prepared(_NAME, values)
            return (await self._answer()).get_value(0, 0) or b""
        except asyncio.CancelledError:
            self.close()  # what comes yet would be taken for the answer to another question
            raise
        finally:
            if not self.is_open:
                self._forget()

    def close(self) -> None:
        """Lets go of the server."""
        self._forget()
        self._pg.finish()

    async def _answer(self) -> PGresult:
        """What comes of what was sent; all of it is read."""
        while self._pg.flush():
            self._loop.add_writer(self._socket, self._stirred.set)
            await self._next()
            if self._socket >= 0:
                self._loop.remove_writer(self._socket)
        answers = list[PGresult]()
        while (answer := await self._one_answer()) is not None:
            answers.append(answer)
        if not answers:
            raise psycopg.OperationalError(self._pg.get_error_message())
        for answer in answers:
            if answer.status not in _FINE:
                raise error_from_result(answer)
        return answers[-1]

    async def _one_answer(self) -> PGresult | None:
        while self._pg.is_busy():
            await self._next()
        return self._pg.get_result()

    async def _next(self) -> None:
        """Returns when the connection can be read from or written to, or is lost."""
        self._stirred.clear()
        await self._stirred.wait()

    def _read(self) -> None:
        """Takes what has come. A lost connection could be read from for ever, so that is the last time."""
        if self.is_open:
            try:
                self._pg.consume_input()
            except psycopg.OperationalError:
                self._forget()
        self._stirred.set()

    def _forget(self) -> None:
        """Once and no more: when the connection is lost, its number may soon be that of another."""
        if self._socket >= 0 and not self._loop.is_closed():
            self._loop.remove_reader(self._socket)
            self._loop.remove_writer(self._socket)
        self._socket = -1
