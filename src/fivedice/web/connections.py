"""One connection: how long it may take, how much comes before a body, and how many an address may have.

What is said in it is uvicorn's.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from fivedice.web import addresses
from fivedice.web.errors import refused
from fivedice.web.limits import Held
from fivedice.web.senders import Proxies
from fivedice.web.settings import Settings

DOOR = "door"
"""Under which every connection finds the door in what the application says when it starts."""
WAY = "way"
"""Under which a WebSocket's scope has the way out for frames that are made already (`client.Way`)."""
NO_TEXT = 1007
"""The code that ends a WebSocket over which text came that is none."""
LONGEST_HEAD, MOST_LINES = 32_000, 128
"""Bytes and lines of a request's head, and of what stands after a body in chunks; no library counts them."""
LONG_HEAD = f"The head of a request has at most {LONGEST_HEAD} bytes and {MOST_LINES} lines."
NO_HANDSHAKE = "This is no request for a WebSocket."
TOO_EARLY = "A WebSocket begins once every request before it is answered."
POLICY_VIOLATED = 1008
"""The code that ends a WebSocket when the server has had enough of it."""


class TooManyLines(Exception):  # noqa: N818 - the request is at fault
    """A head of more lines than any may have."""


class Door:
    """What holds for all connections; it counts those of each household, but not of proxies."""

    def __init__(self, settings: Settings) -> None:
        """Nobody is here yet."""
        self.patience, self.slow = settings.patience, settings.slow
        self._proxies, self._held = Proxies(settings.proxies), Held(settings.connections)
        self._stays: set[Stay] = set()

    def enter(self, stay: "Stay") -> bool:
        """A connection begins; whether its address may have one more."""
        if not self._stays:
            self._look_later()
        self._stays.add(stay)
        return self._proxies.trust(stay.peer) or self._held.take(addresses.household(stay.peer))

    def leave(self, stay: "Stay") -> None:
        """A connection has ended."""
        self._stays.discard(stay)
        if stay.is_welcome and not self._proxies.trust(stay.peer):
            self._held.give_back(addresses.household(stay.peer))

    def _look_later(self) -> None:
        asyncio.get_running_loop().call_later(self.slow, self._look)

    def _look(self) -> None:
        """At all connections, for as long as there are any: a timer each would be held by each."""
        for stay in tuple(self._stays):
            stay.look()
        if self._stays:
            self._look_later()


class Stay:
    """The time from the beginning of a connection to its end; who takes nothing is cut off.

    Closing is not enough for that: it waits until all has been taken.
    """

    __slots__ = ("_door", "_transport", "_waiting", "is_welcome", "peer")

    def __init__(self, door: Door, transport: asyncio.Transport, client: tuple[str, int] | None) -> None:
        """It has begun."""
        self._door, self._transport, self.peer = door, transport, client[0] if client else ""
        self._waiting = 0
        self.is_welcome = door.enter(self)

    def end(self) -> None:
        """The connection is no more, or another's."""
        self._door.leave(self)

    def look(self) -> None:
        """Cuts the connection if no less waits to be taken than at the last look."""
        waiting = self._transport.get_write_buffer_size()
        if 0 < self._waiting <= waiting:
            self._transport.abort()
        self._waiting = waiting


class Connection(HttpToolsProtocol):
    """A connection as it begins: a request must come in time, once it is waited for or has begun.

    `_so_far` counts the bytes since anything but a head was read.
    """

    def __init__(self, *parts: Any, **more: Any) -> None:
        """Not made yet."""
        super().__init__(*parts, **more)
        self._door: Door = self.app_state[DOOR]
        self._due: asyncio.TimerHandle | None = None
        self._so_far = 0
        self._requests: deque[RequestResponseCycle] = deque()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Its first request is waited for, unless its address has too many."""
        super().connection_made(transport)
        self._stay = Stay(self._door, transport, self.client)
        self._wait(self._door.patience)
        if not self._stay.is_welcome:
            self._refuse(429, "There are too many connections from your address.")

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more, and none of the requests that came one after another answered."""
        self._leave()
        for request in self._requests:
            request.disconnected = True
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """The head of a request must be there soon after its first byte, and is not read on for ever."""
        if self._due is None and (self.cycle is None or self.cycle.response_complete):
            self._wait(self._door.patience)
        while data and not (self.parser is None or self.transport.is_closing()):
            room = LONGEST_HEAD - self._so_far
            came, data = data[:room], data[room:]
            self._so_far += len(came)
            super().data_received(came)
            if self._so_far == LONGEST_HEAD:
                self._give_up(431, LONG_HEAD)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One more line, unless there are too many: each costs far more to hold than to send."""
        if len(self.headers) == MOST_LINES:
            self._so_far = LONGEST_HEAD
            raise TooManyLines
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The body may take longer."""
        self._so_far = 0
        self._wait(self._door.slow)
        super().on_headers_complete()
        while self._requests and self._requests[0].response_complete:
            self._requests.popleft()
        if self.cycle is not None:
            self._requests.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        """How long it may be is known to the guard."""
        self._so_far = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Nothing more is waited for."""
        self._so_far = 0
        self._wait(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Only where nothing is to be answered before: it would be within the WebSocket."""
        if self.scope["method"] != "GET":
            self._refuse(400, NO_HANDSHAKE)
        elif not all(request.response_complete for request in self._requests):
            self._refuse(400, TOO_EARLY)
        else:
            self._become_a_socket()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - as it is called
        """What came cannot be read; what is only too long is told so by whoever handed it on."""
        if self._so_far < LONGEST_HEAD:
            self._refuse(400, "This is no request in HTTP.")

    def _become_a_socket(self) -> None:
        """From here on it is a `Socket`, which enters anew."""
        self._leave()
        super().handle_websocket_upgrade()
        begun = cast(Socket, self.transport.get_protocol())
        if begun.conn.handshake_exc is not None and not self.transport.is_closing():
            self._refuse(400, NO_HANDSHAKE)
        # the parser and this know each other, so that neither would go by itself
        self.parser = None  # type: ignore[assignment]

    def _leave(self) -> None:
        self._wait(None)
        self._stay.end()

    def _wait(self, seconds: float | None) -> None:
        """Gives what is to come so many seconds from now, or any time."""
        if self._due is not None:
            self._due.cancel()
        self._due = None if seconds is None else self.loop.call_later(seconds, self._overdue)

    def _overdue(self) -> None:
        self._give_up(408, "The request did not come in time.")

    def _give_up(self, status: int, sentence: str) -> None:
        """The request is not read on; who has sent none, or was answered before its end, needs no answer."""
        is_answered = (
            self.cycle is not None and self.cycle.scope is self.scope and self.cycle.response_started
        )
        if self.scope is None or is_answered:
            self.transport.close()
        else:
            self._refuse(status, sentence)

    def _refuse(self, status: int, sentence: str) -> None:
        answer = refused(status, sentence)
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(), b"connection: close"]
        lines += [name + b": " + value for name, value in answer.raw_headers]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(answer.body)]))
        self.transport.close()


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
        self._stay = Stay(self.app_state[DOOR], self.transport, self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        """It leaves, and holds nothing that holds it."""
        self._stay.end()
        super().connection_lost(exc)
        self.again = _nothing
        self.conn.parser.close()

    def handle_connect(self, event: Request) -> None:
        """What comes in begins to be served, and finds the way out."""
        super().handle_connect(event)
        if not self.handshake_complete:
            cast(dict[str, Any], self.scope)[WAY] = self

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
