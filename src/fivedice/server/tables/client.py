"""Who looks at a table: messages wait, so many at most, and go out all at once. Knows no table."""

import asyncio
from collections.abc import Callable
from typing import Protocol

import msgspec

from fivedice.server.protection import websocket_frames
from fivedice.table.protocol.messages import FromTable

LONGEST_QUEUE = 512


class Way(Protocol):
    """The way out of a connection."""

    again: Callable[[], None]
    """What is called when it is free again."""

    @property
    def is_free(self) -> bool:
        """Whether the other end takes what is sent."""

    def write(self, data: bytes) -> None:
        """Sends frames."""

    def give_up(self) -> None:
        """Nothing more is heard of the other end."""


class Client:
    """One connection to a table. A client that does not take its messages is let go."""

    __slots__ = ("_ends", "_is_due", "_waiting", "_way")

    def __init__(self, way: Way) -> None:
        """Nothing is waiting."""
        self._way, self._waiting = way, list[bytes]()
        self._is_due = self._ends = False
        way.again = self._pass_on

    def send(self, message: FromTable) -> None:
        """Lets a message wait for the others of this moment, and for the way to be free."""
        self.send_bytes(msgspec.json.encode(message))

    def send_bytes(self, message: bytes) -> None:
        """The same for a message that is encoded already."""
        if self._ends:
            return
        if len(self._waiting) == LONGEST_QUEUE:
            self.end()
            return
        self._waiting.append(message)
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._pass_on)

    def end(self) -> None:
        """What waits now is the last."""
        if not self._ends:
            self._ends = True
            self._pass_on()
            self._way.give_up()

    def _pass_on(self) -> None:
        """Sends all that waits in one piece, and holds none of it afterwards."""
        self._is_due = False
        if self._waiting and self._way.is_free:
            waiting, self._waiting = self._waiting, []
            self._way.write(websocket_frames.texts(waiting))
