"""One connection's way out: messages wait in a queue of limited length. Knows no table."""

import asyncio

import msgspec

from fivedice.wire.messages import FromTable

LONGEST_QUEUE = 512


class Client:
    """Who looks at a table. A client that does not take its messages is let go."""

    def __init__(self) -> None:
        """Nothing is waiting."""
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(LONGEST_QUEUE)
        self._overrun = asyncio.Event()

    def send(self, message: FromTable) -> None:
        """Puts a message into the queue."""
        self.send_bytes(msgspec.json.encode(message))

    def send_bytes(self, message: bytes | None) -> None:
        """The same for a message that is encoded already; None is the last."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self._overrun.set()

    async def next(self) -> bytes | None:
        """The next message to send, or None at the end."""
        return await self._queue.get()

    async def overrun(self) -> None:
        """Returns when more is waiting than may."""
        await self._overrun.wait()
