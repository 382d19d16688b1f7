"""Rate limits for the bytes, frames and requests of a peer.

A connection over its limit is not read, so that the peer has to buffer the data.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from fivedice.server.protection.rate_limits import Allowance

READ = 16_384
"""The maximum number of bytes per read."""
PIECE, SHORT_PIECE = 512, 64
"""The maximum number of bytes passed on at a time: a few dozen requests, or ten frames of a WebSocket."""
FRAME, REQUEST, CHUNK = 8_000, 10_000, 100
"""The extra cost, in bytes, of a frame, a request and a chunk of a body."""
EXCESS = 5.0
"""Seconds for which a peer may exhaust its own allowance before it is disconnected."""
TURN = 2.0
"""Seconds after which a WebSocket is read again even if its household is over the limit."""
SHORTEST = 0.05
"""The shortest time between two checks of a waiting connection, in seconds."""
NOTHING = memoryview(b"")
NOBODY = asyncio.Protocol()
"""Replaces the protocol of a lost connection."""


class Throttle(asyncio.BufferedProtocol):
    """Sits between a transport and its protocol, as the protocol of one and the transport of the other.

    It reads while the protocol wants data, the peer reads its data, and no allowance is exhausted. All
    connections of a loop may share the read `buffer`.
    """

    __slots__ = (
        *("_buffer", "_is_busy", "_is_taken", "_is_wanted", "_protocol", "_timer", "_transport", "_turn"),
        *("_waiting", "cut", "own", "piece", "share"),
    )

    def __init__(self, transport: asyncio.Transport, protocol: asyncio.Protocol, buffer: bytearray) -> None:
        self._transport, self._protocol, self._buffer = transport, protocol, buffer
        self._waiting = NOTHING
        self._timer: asyncio.TimerHandle | None = None
        self._is_wanted = self._is_taken = True
        self._is_busy, self._turn = False, 0.0
        self.piece = PIECE
        """Bytes passed to the protocol at a time."""
        self.own: Allowance | None = None
        self.share: Allowance | None = None
        """The allowances of the connection and of its household."""
        self.cut: Callable[[], None] = transport.abort
        """Called when the peer exceeds its own allowance for too long."""
        transport.set_protocol(NOBODY)  # uvloop keeps a bound method of the last unbuffered protocol
        transport.set_protocol(self)

    def charge(self, amount: float) -> None:
        """Counts this many bytes against the allowances."""
        for allowance in (self.own, self.share):
            if allowance is not None:
                allowance.charge(amount)

    # as a protocol

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002 - fixed signature
        """The buffer to read into."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Data has arrived."""
        self._waiting = memoryview(bytes(self._waiting) + self._buffer[:nbytes])
        self._pass_on()

    def eof_received(self) -> bool | None:
        """Called after all data was passed on, because nothing is read while data waits."""
        return self._protocol.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Breaks all reference cycles."""
        protocol, self._protocol = self._protocol, NOBODY
        self.cut, self._waiting = self._transport.abort, NOTHING
        if self._timer is not None:
            self._timer.cancel()
        protocol.connection_lost(exc)

    def pause_writing(self) -> None:
        """Stops reading from a peer that does not read its data."""
        self._is_taken = False
        self._transport.pause_reading()
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """Reads from the peer again."""
        self._is_taken = True
        self._protocol.resume_writing()
        self._pass_on()

    # as a transport

    def get_protocol(self) -> asyncio.BaseProtocol:
        """The protocol that receives the data."""
        return self._protocol

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Switches the protocol and drops data from before the switch."""
        assert isinstance(protocol, asyncio.Protocol)
        self._protocol, self._waiting = protocol, NOTHING

    def pause_reading(self) -> None:
        """The protocol wants no data for now."""
        self._is_wanted = False
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """The protocol wants data again."""
        self._is_wanted = True
        self._pass_on()

    def __getattr__(self, name: str) -> Any:
        """All other methods of a transport."""
        return getattr(self._transport, name)

    def _pass_on(self) -> None:
        """Passes waiting data to the protocol as far as the limits allow, then reads more."""
        if self._is_busy:
            return
        self._is_busy = True
        try:
            while self._waiting and self._may_go_on():
                piece, self._waiting = self._waiting[: self.piece], self._waiting[self.piece :]
                self.charge(len(piece))
                self._protocol.data_received(bytes(piece))
                self._turn = time.monotonic()
        finally:
            self._is_busy = False
        if self._transport.is_closing() or not self._waiting:
            self._waiting = NOTHING  # an empty view would keep its whole buffer alive
        if self._may_go_on():
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()
            self._go_on_later()

    def _may_go_on(self) -> bool:
        return self._is_wanted and self._is_taken and not self._wait and not self._transport.is_closing()

    @property
    def _wait(self) -> float:
        """Seconds until the peer may send again."""
        own = 0.0 if self.own is None else self.own.wait
        share = 0.0 if self.share is None else self.share.wait
        if self.own is not None:
            share = min(share, self._turn + TURN - time.monotonic())
        return max(own, share)

    def _go_on_later(self) -> None:
        """Schedules a check for when the limits allow more; other pauses end by themselves."""
        wait = self._wait
        if not wait or self._timer is not None or self._transport.is_closing():
            return
        if self.own is not None and self.own.excess > EXCESS:
            self.cut()
            return
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(wait, SHORTEST), self._look_again)

    def _look_again(self) -> None:
        self._timer = None
        self._pass_on()
