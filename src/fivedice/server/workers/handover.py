"""A connection as it arrives at one of several workers and comes home; which that is, `homes` knows."""

import asyncio
import socket
from collections.abc import Callable
from functools import partial
from typing import Any

from fivedice.server.protection.http_protocol import Connection
from fivedice.server.routes.websocket import PATH
from fivedice.server.tables import codes
from fivedice.server.workers.affinity import Homes

HOMES = "homes"
"""Under which every connection finds the homes in what the application says when it starts."""
OF_A_BODY = (b"content-length", b"transfer-encoding")


class Arrival(Connection):
    """A connection that goes to the home of a table as soon as it asks to become that table's WebSocket."""

    def __init__(self, *parts: Any, read: bytes = b"", **more: Any) -> None:
        """Not made yet. What another worker has `read` of it says that it was handed over, and is home."""
        super().__init__(*parts, **more)
        self._homes: Homes = self.app_state[HOMES]
        self._read = read

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The first one makes its worker a home: it has all that is needed to take others in."""
        super().connection_made(transport)
        again = partial(Arrival, self.config, self.server_state, self.app_state)
        self._homes.open(partial(_welcome, self.tasks, again), self.connections)
        if self._read and not transport.is_closing():
            self.data_received(self._read)

    def handle_websocket_upgrade(self) -> None:
        """Goes home, or becomes a WebSocket here."""
        if self._read or not self._goes_home():
            super().handle_websocket_upgrade()
        else:
            self.transport.abort()  # which closes this end of it alone

    def _goes_home(self) -> bool:
        """Whether another worker has it now; not while an answer is under way, nor with a body to come."""
        path = self.url.partition(b"?")[0].decode("ascii", "replace")
        code, names = path.removeprefix(PATH), [name for name, _ in self.headers]
        is_answered = self.cycle is None or self.cycle.response_complete
        if not (is_answered and path.startswith(PATH) and codes.is_code(code)):
            return False
        if self.transport.get_write_buffer_size() or any(name in OF_A_BODY for name in names):
            return False
        return self._homes.hand(code, self.transport.get_extra_info("socket").fileno(), self._head())

    def _head(self) -> bytes:
        """The request, as it is read again."""
        first = b" ".join([self.scope["method"].encode(), self.url, b"HTTP/1.1"])
        return b"\r\n".join([first, *(name + b": " + value for name, value in self.headers), b"", b""])


def _welcome(tasks: set[Any], again: Callable[..., Arrival], wire: socket.socket, read: bytes) -> None:
    """Takes in a connection that was handed over, as if it had arrived here; the server waits for that."""
    task = asyncio.ensure_future(_made(partial(again, read=read), wire))
    tasks.add(task)
    task.add_done_callback(tasks.discard)


async def _made(make: Callable[[], Arrival], wire: socket.socket) -> None:
    try:
        await asyncio.get_running_loop().connect_accepted_socket(make, wire)
    except OSError:  # it has ended meanwhile
        wire.close()
