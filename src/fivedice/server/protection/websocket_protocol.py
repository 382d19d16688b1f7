"""A connection that has become a WebSocket, as small as can be, and the way out of it.

What is said in it is uvicorn's.
"""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from fivedice.server.protection.connection_limits import DOOR, ConnectionLimits, Stay
from fivedice.server.protection.throttle import FRAME, Throttle

WAY = "way"
"""Under which a WebSocket's scope has the way out for frames that are made already (`client.Way`)."""
NO_TEXT = 1007
"""The code that ends a WebSocket over which text came that is none."""
POLICY_VIOLATED = 1008
"""The code that ends a WebSocket when the server has had enough of it."""

MOST_PARTS = 64
"""Parts that a message may come in."""


class Inbox:
    """What has come over a connection and is not read yet, by its one reader.

    A queue of asyncio's would hold 3 kB for as long as the connection is open.
    """

    __slots__ = ("_come", "_reader")

    def __init__(self) -> None:
        """Nothing has come."""
        self._come: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        """Something has come."""
        self._come.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """What came first, as soon as there is anything."""
        while not self._come:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        self._reader = None
        return self._come.pop(0)

    def empty(self) -> bool:
        """Whether there is nothing to read."""
        return not self._come


def _always() -> asyncio.Event:
    free = asyncio.Event()
    free.set()
    return free


FREE = _always()
"""All connections that take what is sent have this one in common: an event of its own is held by each."""


class Socket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket, and the way out of it."""

    def __init__(self, *parts: Any, **more: Any) -> None:
        """Not made yet; what uvicorn holds for a connection is as small as can be."""
        super().__init__(*parts, **more)
        self.queue, self.writable = Inbox(), FREE  # type: ignore[assignment]
        self.again: Callable[[], None] = _nothing

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It enters in the place of the request that it was."""
        super().connection_made(transport)
        self._throttle = cast(Throttle, transport)
        self._door: ConnectionLimits = self.app_state[DOOR]
        self._stay = Stay(self._door, self.transport, self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        """It leaves, and holds nothing that holds it."""
        self._stay.end()
        super().connection_lost(exc)
        self.again = _nothing
        self.conn.parser.close()

    def handle_connect(self, event: Request) -> None:
        """What comes in begins to be served, and finds the way out; from now on frames are counted."""
        super().handle_connect(event)
        if not self.handshake_complete:
            scope = cast(dict[str, Any], self.scope)
            scope[WAY] = self
            self._door.limit(self._throttle, scope)
            self._throttle.cut = self._cut_off

    def handle_events(self) -> None:
        """Each frame counts, however short it is."""
        self._throttle.charge(FRAME * len(self.conn.events))
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """A part of a message, unless it has too many: empty ones are held as well."""
        if len(self.frames) == MOST_PARTS:
            self._cut_off()
        elif not self.close_sent:
            super().handle_cont(event)

    def _cut_off(self) -> None:
        """The server has had enough of it."""
        self.frames = []
        if self.conn.state is State.OPEN:
            self.conn.fail(POLICY_VIOLATED)
            self.handle_parser_exception()
        else:
            self.transport.abort()

    async def send(self, message: Any) -> None:
        """What the application sends. What was said to begin with is held no longer than it is needed."""
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True  # refused is answered, too: uvicorn would log that it is not
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # the parser of what comes holds the request for good
            cast(list[Any], self.scope["headers"]).clear()
            del self.request, self.response

    def pause_writing(self) -> None:
        """The other end must first take what was sent."""
        self.writable = asyncio.Event()

    def resume_writing(self) -> None:
        """It has; what waits goes out before anything else."""
        taken, self.writable = self.writable, FREE
        self.again()
        taken.set()

    @property
    def is_free(self) -> bool:
        """Whether the other end takes what is sent."""
        return self.writable is FREE and self.is_open

    @property
    def is_open(self) -> bool:
        """Whether anything can still be said."""
        return not (self.disconnected or self.close_sent or self.transport.is_closing())

    def write(self, data: bytes) -> None:
        """Sends frames as they are."""
        self.transport.write(data)

    def give_up(self) -> None:
        """Nothing more is read of the other end."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY_VIOLATED})

    def send_receive_event_to_app(self) -> None:
        """Text that is none ends the connection; that is the sender's error, and no line in our log."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            if not self.close_sent:
                self.conn.send_close(NO_TEXT)
                self.handle_parser_exception()
            return
        super().send_receive_event_to_app()


def _nothing() -> None:
    return


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
