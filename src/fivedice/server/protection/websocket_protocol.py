"""uvicorn's WebSocket protocol with limits: connections, frames, and parts of a message."""

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from fivedice.server.protection.connection_limits import (
    CONNECTION_LIMITS,
    ConnectionLimits,
    TrackedConnection,
)
from fivedice.server.protection.throttle import FRAME, Throttle

MOST_PARTS = 64
"""Frames of one message; `ws_max_size` does not limit empty ones."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection after its upgrade to a WebSocket; its transport is the `Throttle` it had before."""

    def connection_made(self, transport: Any) -> None:
        """Counts the connection again, after `Connection` has stopped counting it."""
        super().connection_made(transport)
        self._throttle = cast(Throttle, transport)
        self._limits: ConnectionLimits = self.app_state[CONNECTION_LIMITS]
        self._tracking = TrackedConnection(self._limits, transport, self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops counting the connection."""
        self._tracking.end()
        super().connection_lost(exc)
        self.conn.parser.close()  # a suspended generator that refers to the connection

    def handle_connect(self, event: Request) -> None:
        """From the handshake on, frames are limited."""
        super().handle_connect(event)
        if not self.handshake_complete:
            self._limits.limit(self._throttle, cast(dict[str, Any], self.scope))
            self._throttle.cut = self._cut_off

    def handle_events(self) -> None:
        """Charges for each frame, however short it is."""
        self._throttle.charge(FRAME * len(self.conn.events))
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """Limits the number of frames of a message."""
        if len(self.frames) == MOST_PARTS:
            self._cut_off()
        elif not self.close_sent:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Checks the encoding: uvicorn would log a traceback, and a stranger could fill the log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(CloseCode.INVALID_DATA)
                return
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Counts a refused handshake as complete: uvicorn would log an error for each."""
        await super().send(message)
        self.handshake_complete = self.handshake_complete or self.close_sent

    def _cut_off(self) -> None:
        """Ends the connection of a peer that exceeds its limits."""
        self._fail(CloseCode.POLICY_VIOLATION)

    def _fail(self, code: CloseCode) -> None:
        self.frames = []
        if self.conn.state is State.OPEN:
            self.conn.fail(code)
            self.handle_parser_exception()
        else:
            self.transport.abort()
