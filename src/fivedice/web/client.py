"""One connection's way out: messages wait, so many at most, and are taken all at once. Knows no table."""

import asyncio

import msgspec

from fivedice.wire.messages import FromTable

LONGEST_QUEUE = 512


class Client:
    """Who looks at a table. A client that does not take its messages is let go."""

    def __init__(self) -> None:
        """Nothing is waiting."""
        self._waiting: list[bytes] = []
        self._more, self._ends = asyncio.Event(), False
        self.overrun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when more is waiting than may."""

    def send(self, message: FromTable) -> None:
        """Lets a message wait to be taken."""
        self.send_bytes(msgspec.json.encode(message))

    def send_bytes(self, message: bytes) -> None:
        """The same for a message that is encoded already."""
        if self._ends:
            return
        if len(self._waiting) < LONGEST_QUEUE:
            self._waiting.append(message)
            self._more.set()
        elif not self.overrun.done():
            self.overrun.set_result(None)

    def end(self) -> None:
        """What waits now is the last."""
        self._ends = True
        self._more.set()

    async def next(self) -> list[bytes]:
        """All messages that wait, as soon as there is one; none at the end."""
        await self._more.wait()
        if not self._ends:
            self._more.clear()
        waiting, self._waiting = self._waiting, []
        return waiting
