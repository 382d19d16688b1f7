"""One connection: how long it may take, and how many an address may have. What is said in it is uvicorn's."""

import asyncio
from collections import deque
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fivedice.web import addresses
from fivedice.web.errors import refused
from fivedice.web.limits import Held
from fivedice.web.senders import Proxies
from fivedice.web.settings import Settings

DOOR = "door"
"""Under which every connection finds the door in what the application says when it starts."""
FRAMES = "frames"
"""Under which a message to be sent has frames that are made already."""
NO_TEXT = 1007
"""The code that ends a WebSocket over which text came that is none."""


class Door:
    """What holds for all connections; it counts those of each household, but not of proxies."""

    def __init__(self, settings: Settings) -> None:
        """Nobody is here yet."""
        self.patience, self.slow = settings.patience, settings.slow
        self._proxies, self._held = Proxies(settings.proxies), Held(settings.connections)

    def enter(self, peer: str) -> bool:
        """One more connection of this address, if it may have it."""
        return self._proxies.trust(peer) or self._held.take(addresses.household(peer))

    def leave(self, peer: str) -> None:
        """A connection that had entered has ended."""
        if not self._proxies.trust(peer):
            self._held.give_back(addresses.household(peer))


class Stay:
    """The time from the beginning of a connection to its end; who takes nothing is cut off.

    Closing is not enough for that: it waits until all has been taken.
    """

    def __init__(self, door: Door, transport: asyncio.Transport, client: tuple[str, int] | None) -> None:
        """It has begun."""
        self._door, self._transport, self._peer = door, transport, client[0] if client else ""
        self.is_welcome = door.enter(self._peer)
        self._waiting = 0
        self._look_later()

    def end(self) -> None:
        """The connection is no more, or another's."""
        self._timer.cancel()
        if self.is_welcome:
            self._door.leave(self._peer)

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._door.slow, self._look)

    def _look(self) -> None:
        """Cuts the connection if no less waits to be taken than at the last look."""
        waiting = self._transport.get_write_buffer_size()
        if 0 < self._waiting <= waiting:
            self._transport.abort()
            return
        self._waiting = waiting
        self._look_later()


class Connection(HttpToolsProtocol):
    """A connection as it begins: a request must come in time, once it is waited for or has begun."""

    def __init__(self, *parts: Any, **more: Any) -> None:
        """Not made yet."""
        super().__init__(*parts, **more)
        self._door: Door = self.app_state[DOOR]
        self._due: asyncio.TimerHandle | None = None
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
        """The head of a request must be there soon after its first byte."""
        if self._due is None and (self.cycle is None or self.cycle.response_complete):
            self._wait(self._door.patience)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """The body may take longer."""
        self._wait(self._door.slow)
        super().on_headers_complete()
        while self._requests and self._requests[0].response_complete:
            self._requests.popleft()
        if self.cycle is not None:
            self._requests.append(self.cycle)

    def on_message_complete(self) -> None:
        """Nothing more is waited for."""
        self._wait(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a `Socket`, which enters anew."""
        self._leave()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - as it is called
        """What came cannot be read."""
        self._refuse(400, "This is no request in HTTP.")

    def _leave(self) -> None:
        self._wait(None)
        self._stay.end()

    def _wait(self, seconds: float | None) -> None:
        """Gives what is to come so many seconds from now, or any time."""
        if self._due is not None:
            self._due.cancel()
        self._due = None if seconds is None else self.loop.call_later(seconds, self._overdue)

    def _overdue(self) -> None:
        """The request is given up; who has sent none, or was answered before its end, needs no answer."""
        is_answered = (
            self.cycle is not None and self.cycle.scope is self.scope and self.cycle.response_started
        )
        if self.scope is None or is_answered:
            self.transport.close()
        else:
            self._refuse(408, "The request did not come in time.")

    def _refuse(self, status: int, sentence: str) -> None:
        answer = refused(status, sentence)
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(), b"connection: close"]
        lines += [name + b": " + value for name, value in answer.raw_headers]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(answer.body)]))
        self.transport.close()


class Socket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It enters in the place of the request that it was."""
        super().connection_made(transport)
        self._stay = Stay(self.app_state[DOOR], self.transport, self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        """It leaves."""
        self._stay.end()
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """What the application sends; frames that it has made itself go out as they are."""
        if FRAMES not in message:
            await super().send(message)
            if message["type"] == "websocket.accept":
                del self.request, self.response  # held for nothing, as long as the connection is open
            return
        await self.writable.wait()
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        self.transport.write(message[FRAMES])

    def send_receive_event_to_app(self) -> None:
        """Text that is none ends the connection; that is the sender's error, and no line in our log."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            if not self.close_sent:
                self.conn.send_close(NO_TEXT)
                self.handle_parser_exception()
            return
        super().send_receive_event_to_app()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
