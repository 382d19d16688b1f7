"""uvicorn's HTTP and WebSocket protocols with limits: time and size of requests, connections, frames."""

import asyncio
from collections import deque
from collections.abc import Collection
from http import HTTPStatus
from typing import Any, cast

from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from fivedice.server.protection.connection_limits import CONNECTION_LIMITS, ConnectionLimits, Refusal
from fivedice.server.protection.throttle import CHUNK, FRAME, PIECE, REQUEST, Throttle
from fivedice.server.protection.uvicorn_internals import (
    FlowControl,
    HttpToolsProtocol,
    RequestResponseCycle,
    WebSocketsSansIOProtocol,
)
from fivedice.server.refusals import refused

MOST_PARTS = 64
"""The most frames of one message; `ws_max_size` does not limit empty frames."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection after its upgrade to a WebSocket; its transport is the `Throttle` it had before."""

    def connection_made(self, transport: Any) -> None:
        """Takes the connection over from a `Connection`."""
        super().connection_made(transport)
        self._throttle = cast(Throttle, transport)
        self._limits: ConnectionLimits = self.app_state[CONNECTION_LIMITS]

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops counting the connection."""
        self._limits.leave(self._throttle)
        super().connection_lost(exc)
        self.conn.parser.close()  # breaks the cycle between a suspended generator and the connection

    def handle_connect(self, event: Request) -> None:
        """Limits frames from the handshake on."""
        super().handle_connect(event)
        if not self.handshake_complete:
            self._limits.limit(self._throttle, cast(dict[str, Any], self.scope))
            self._throttle.cut = self._fail

    def handle_events(self) -> None:
        """Charges for each frame, however short it is."""
        self._throttle.charge(FRAME * len(self.conn.events))
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """Limits the number of frames of a message."""
        if len(self.frames) == MOST_PARTS:
            self._fail()
        elif not self.close_sent:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Checks the encoding, because uvicorn would log a traceback, and strangers could fill the log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(CloseCode.INVALID_DATA)
                return
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Counts a refused handshake as complete, because uvicorn would log an error for each."""
        await super().send(message)
        self.handshake_complete = self.handshake_complete or self.close_sent

    def _fail(self, code: CloseCode = CloseCode.POLICY_VIOLATION) -> None:
        self.frames = []
        if self.conn.state is State.OPEN:
            self.conn.fail(code)
            self.handle_parser_exception()
        else:
            self.transport.abort()


LONGEST_HEAD, MOST_LINES = 32_000, 128
"""The limits of bytes and lines in a request's head and in its trailers; httptools sets none."""
LATE = "The request did not arrive in time."
LONG_HEAD = f"The head of a request may have at most {LONGEST_HEAD} bytes and {MOST_LINES} lines."
NO_HANDSHAKE = "This is not a valid WebSocket handshake."
TOO_EARLY = "A WebSocket cannot begin before all earlier requests are answered."
NO_REQUEST: Refusal = 400, "This is not a valid HTTP request."
CODED: Refusal = 501, "The only supported Transfer-Encoding is chunked."


class SequentialFlowControl(FlowControl):
    """Reads nothing while a pipelined request waits for the response to the request before it."""

    def __init__(self, transport: asyncio.Transport, queued: Collection[object]) -> None:
        """`queued` are the waiting requests."""
        super().__init__(transport)
        self._queued = queued

    def resume_reading(self) -> None:
        """Called as soon as the application reads the body, even if requests are queued."""
        if not self._queued:
            super().resume_reading()


class InvalidHead(Exception):  # noqa: N818 - the client is at fault
    """Stops the parser; `Connection` knows the reason."""


class Connection(HttpToolsProtocol):
    """An HTTP connection. A request must arrive in time once it is expected or has begun.

    `_so_far` counts the bytes of the current head or trailers.
    """

    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self._limits: ConnectionLimits = self.app_state[CONNECTION_LIMITS]
        self._due: asyncio.TimerHandle | None = None
        self._so_far, self._fault = 0, NO_REQUEST
        self._requests: deque[RequestResponseCycle] = deque()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Waits for the first request, or refuses the connection if there are too many."""
        self._throttle = Throttle(transport, self, self._limits.buffer)
        super().connection_made(cast(asyncio.Transport, self._throttle))
        self.flow = SequentialFlowControl(self.transport, self.pipeline)
        refusal = self._limits.enter(self._throttle, self.client)
        self._throttle.charge(REQUEST)  # a connection costs about as much as a request
        self._wait(self._limits.patience)
        if refusal is not None:
            self._refuse(*refusal)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops all timers, and disconnects all pipelined requests."""
        self._wait(None)
        self._limits.leave(self._throttle)
        for request in self._requests:
            request.disconnected = True
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Limits the time and the size of a request's head."""
        if self._due is None and (self.cycle is None or self.cycle.response_complete):
            self._wait(self._limits.patience)
        while data and not (self.parser is None or self.transport.is_closing()):
            room = LONGEST_HEAD - self._so_far
            came, data = data[:room], data[room:]
            self._so_far += len(came)
            super().data_received(came)
            if self._so_far == LONGEST_HEAD:
                self._give_up(431, LONG_HEAD)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Limits the number of lines, because each costs far more memory than its bytes."""
        if len(self.headers) == MOST_LINES:
            self._so_far = LONGEST_HEAD
            raise InvalidHead
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Checks the head and gives the body more time."""
        self._so_far = 0
        self._throttle.charge(REQUEST)
        fault = _fault_of_coding(self.headers, self.parser.get_http_version())
        if fault is not None:
            self._fault = fault
            raise InvalidHead
        length = next((int(value) for name, value in self.headers if name == b"content-length"), 0)
        self._throttle.piece = max(PIECE, length)  # a piece of this length contains no other request
        self._wait(self._limits.slow)
        super().on_headers_complete()
        while self._requests and self._requests[0].response_complete:
            self._requests.popleft()
        if self.cycle is not None:
            self._requests.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        """Charges for a part of the body; `ProtectionMiddleware` limits its size."""
        self._so_far = 0
        self._throttle.charge(CHUNK)
        self._throttle.piece = max(PIECE, self._throttle.piece - len(body))
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Stops the timer."""
        self._so_far = 0
        self._wait(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Refuses an upgrade while responses are pending: they would end up inside the WebSocket."""
        if self.scope["method"] != "GET":
            self._refuse(400, NO_HANDSHAKE)
        elif not all(request.response_complete for request in self._requests):
            self._refuse(400, TOO_EARLY)
        else:
            self._become_a_socket()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - fixed signature
        """Refuses an invalid request; `data_received` refuses a request that is only too long."""
        if self._so_far < LONGEST_HEAD:
            self._refuse(*self._fault)

    def _become_a_socket(self) -> None:
        self._wait(None)
        super().handle_websocket_upgrade()
        successor = cast(WebSocketProtocol, self.transport.get_protocol())
        if successor.conn.handshake_exc is not None and not self.transport.is_closing():
            self._refuse(400, NO_HANDSHAKE)
        # breaks the reference cycle between the parser and this connection
        self.parser = None  # type: ignore[assignment]

    def _wait(self, seconds: float | None) -> None:
        """Sets the deadline for the next data; None for no deadline."""
        if self._due is not None:
            self._due.cancel()
        self._due = None if seconds is None else self.loop.call_later(seconds, self._give_up, 408, LATE)

    def _give_up(self, status: int, sentence: str) -> None:
        """Ends the connection, with a response if a request has begun and is not answered."""
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


def _fault_of_coding(headers: list[tuple[bytes, bytes]], version: str) -> Refusal | None:
    """The refusal if the end of a request's body is ambiguous or its coding is not supported."""
    codings = [value.strip().lower() for name, value in headers if name == b"transfer-encoding"]
    if codings and (version == "1.0" or any(name == b"content-length" for name, _ in headers)):
        return NO_REQUEST
    return CODED if codings and codings != [b"chunked"] else None
