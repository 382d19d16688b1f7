"""Rate limit for what a peer sends: bytes, frames and requests.

A connection over its limit is not read until it may send again, so that what waits is the peer's to keep.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from fivedice.server.protection.rate_limits import Allowance

READ = 16_384
"""Bytes that are read at a time."""
PIECE, SHORT_PIECE = 512, 64
"""Bytes at a time that hold a few dozen requests at most, or of a WebSocket ten frames."""
FRAME, REQUEST, CHUNK = 8_000, 10_000, 100
"""How many bytes of an allowance a frame, a request or a part of a body costs besides its own."""
EXCESS = 5.0
"""Seconds for which a peer may use up its own allowance; one that goes on is disconnected."""
TURN = 2.0
"""Seconds after which a WebSocket is read again, however much others of its household send."""
SHORTEST = 0.05
"""Seconds at least between two checks of a connection that has to wait."""
NOTHING = memoryview(b"")
NOBODY = asyncio.Protocol()
"""Takes the place of a protocol whose connection is lost."""


class Throttle(asyncio.BufferedProtocol, asyncio.Transport):
    """Sits between a transport and its protocol, as the protocol of one and the transport of the other.

    A connection is read while the protocol wants more, the peer reads what it is sent, and no allowance that
    the connection counts against is used up.
    """

    __slots__ = (
        "_buffer",
        "_is_busy",
        "_is_taken",
        "_is_wanted",
        "_protocol",
        "_timer",
        "_transport",
        "_turn",
        "_waiting",
        "cut",
        "own",
        "piece",
        "share",
    )

    def __init__(self, transport: asyncio.Transport, protocol: asyncio.Protocol, buffer: bytearray) -> None:
        """Takes the protocol's place. All connections of a loop may read into the same `buffer`."""
        self._transport, self._protocol, self._buffer = transport, protocol, buffer
        self._waiting = NOTHING
        self._timer: asyncio.TimerHandle | None = None
        self._is_wanted = self._is_taken = True
        self._is_busy, self._turn = False, 0.0
        self.piece = PIECE
        """Bytes that the protocol is given at a time."""
        self.own: Allowance | None = None
        self.share: Allowance | None = None
        """The connection's own allowance, and the one that its household shares."""
        self.cut: Callable[[], None] = transport.abort
        """Called when the peer has exceeded its own allowance for too long."""
        transport.set_protocol(NOBODY)  # uvloop keeps a method of the last protocol that reads into no buffer
        transport.set_protocol(self)

    def charge(self, amount: float) -> None:
        """Counts this many bytes against the allowances."""
        for allowance in (self.own, self.share):
            if allowance is not None:
                allowance.charge(amount)

    # as a protocol

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002 - as it is called
        """Where to read to."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Something has come."""
        self._waiting = memoryview(bytes(self._waiting) + self._buffer[:nbytes])
        self._pass_on()

    def eof_received(self) -> bool | None:
        """Comes after all data was passed on, since nothing is read while data waits."""
        return self._protocol.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Drops every reference that would form a cycle."""
        protocol, self._protocol = self._protocol, NOBODY
        self.cut, self._waiting = self._transport.abort, NOTHING
        if self._timer is not None:
            self._timer.cancel()
        protocol.connection_lost(exc)

    def pause_writing(self) -> None:
        """A peer that does not read what it is sent is not read either."""
        self._is_taken = False
        self._transport.pause_reading()
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """It reads again."""
        self._is_taken = True
        self._protocol.resume_writing()
        self._pass_on()

    # as a transport

    def get_protocol(self) -> asyncio.BaseProtocol:
        """The protocol that gets the data."""
        return self._protocol

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Another protocol takes over; data that came before the switch was not meant for it."""
        assert isinstance(protocol, asyncio.Protocol)
        self._protocol, self._waiting = protocol, NOTHING

    def is_reading(self) -> bool:
        """Whether the protocol wants more."""
        return self._is_wanted

    def pause_reading(self) -> None:
        """The protocol wants no more for now."""
        self._is_wanted = False
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """It does again."""
        self._is_wanted = True
        self._pass_on()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """As the transport says."""
        return self._transport.get_extra_info(name, default)

    def get_write_buffer_size(self) -> int:
        """Bytes that the peer has not taken yet."""
        return self._transport.get_write_buffer_size()

    def is_closing(self) -> bool:
        """Whether it is closed, or about to be."""
        return self._transport.is_closing()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Sends this."""
        self._transport.write(data)

    def close(self) -> None:
        """Closes the connection once everything is sent."""
        self._transport.close()

    def abort(self) -> None:
        """Closes it at once."""
        self._transport.abort()

    def _pass_on(self) -> None:
        """Gives the protocol what waits, as far as the limits allow, and then reads more."""
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
        if self.is_closing() or not self._waiting:
            self._waiting = NOTHING  # an empty view would keep all that it was cut from
        if self._may_go_on():
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()
            self._go_on_later()

    def _may_go_on(self) -> bool:
        return self._is_wanted and self._is_taken and not self._wait and not self.is_closing()

    @property
    def _wait(self) -> float:
        """Seconds until the peer may send again."""
        own = 0.0 if self.own is None else self.own.wait
        share = 0.0 if self.share is None else self.share.wait
        if self.own is not None:
            share = min(share, self._turn + TURN - time.monotonic())
        return max(own, share)

    def _go_on_later(self) -> None:
        """Checks again when the limits allow more; any other pause ends by a call of its own."""
        wait = self._wait
        if not wait or self._timer is not None or self.is_closing():
            return
        if self.own is not None and self.own.excess > EXCESS:
            self.cut()
            return
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(wait, SHORTEST), self._look_again)

    def _look_again(self) -> None:
        self._timer = None
        self._pass_on()
