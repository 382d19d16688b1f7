"""A client of a table: a bounded queue of outgoing messages and the task that sends them."""

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.frames import CloseCode

from fivedice.table.protocol.messages import FromTable

LONGEST_QUEUE = 512
LAST_WORDS = 2.0
"""Seconds to send the remaining messages before a connection is closed."""


class Client:
    """One connection to a table. A client that does not read its messages is disconnected."""

    __slots__ = ("_close_code", "_is_ended", "_queue", "_timeout")

    def __init__(self) -> None:
        """Nothing is sent before `deliver` is called."""
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._timeout: asyncio.Timeout | None = None
        self._is_ended, self._close_code = False, int(CloseCode.POLICY_VIOLATION)

    def send(self, message: FromTable) -> None:
        """Queues a message."""
        self.send_text(msgspec.json.encode(message).decode())

    def send_text(self, message: str) -> None:
        """Queues a message that is encoded already."""
        if self._is_ended:
            return
        if self._queue.qsize() >= LONGEST_QUEUE:
            self.end()
        else:
            self._queue.put_nowait(message)

    def end(self, close_code: int = CloseCode.POLICY_VIOLATION) -> None:
        """Closes the connection after the messages that are queued now."""
        if self._is_ended:
            return
        self._is_ended, self._close_code = True, close_code
        self._queue.put_nowait(None)
        if self._timeout is not None:
            self._timeout.reschedule(asyncio.get_running_loop().time() + LAST_WORDS)

    async def deliver(self, socket: WebSocket) -> None:
        """Sends the queued messages until `end`, then closes the connection.

        Raises `TimeoutError` for a client that does not read the last messages.
        """
        # uvicorn raises RuntimeError where it has closed the connection itself
        with suppress(WebSocketDisconnect, RuntimeError):
            try:
                async with asyncio.timeout(None) as self._timeout:
                    while (message := await self._queue.get()) is not None:
                        await socket.send_text(message)
                    await socket.close(self._close_code)
            finally:
                self._is_ended = True
