"""What a peer may send, without any server: pieces, pauses and turns, on a clock that the test winds."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from fivedice.server.protection import rate_limits, throttle
from fivedice.server.protection.rate_limits import Allowance
from fivedice.server.protection.throttle import EXCESS, FRAME, PIECE, READ, SHORT_PIECE, TURN, Throttle

SHORTEST_FRAME = 8
"""Bytes of it."""
RATE, MOST = 10, 100
"""Frames of an allowance, in a second and at once."""
A_PIECE = SHORT_PIECE // SHORTEST_FRAME


class Transport(asyncio.Transport):
    """One that only notes whether it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.is_read, self.is_cut = True, False
        self.protocol: Any = None

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def is_closing(self) -> bool:
        return self.is_cut

    def abort(self) -> None:
        self.is_cut = True


class Peer(asyncio.Protocol):
    """What a peer has sent, as its protocol is given it: the shortest frames there are."""

    def __init__(self, buffer: bytearray, share: Allowance | None, own: Allowance | None = None) -> None:
        self.heard, self.lost, self.pauses_after = list[bytes](), 0, 0
        self.transport = Transport()
        self.throttle = Throttle(self.transport, self, buffer)
        self.throttle.share, self.throttle.own = share, own
        self.throttle.piece = PIECE if own is None else SHORT_PIECE

    def data_received(self, data: bytes) -> None:
        self.heard.append(data)
        self.throttle.charge(FRAME * len(data) / SHORTEST_FRAME)
        if len(self.heard) == self.pauses_after:
            self.throttle.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - as it is called
        self.lost += 1

    def send(self, sent: int) -> None:
        """So many frames, as the loop hands them on; only what is read can come."""
        assert self.transport.is_read
        length = SHORTEST_FRAME * sent
        view = memoryview(self.throttle.get_buffer(-1))
        view[:length] = bytes(length)
        self.throttle.buffer_updated(length)

    @property
    def got(self) -> float:
        return sum(map(len, self.heard)) / SHORTEST_FRAME


Wind = Callable[[float], None]


@pytest.fixture
def wind(monkeypatch: pytest.MonkeyPatch) -> Wind:
    """Lets time pass, and whatever is due by then happen."""
    now = 1000.0
    due: list[tuple[float, Callable[[], None]]] = []
    clock = SimpleNamespace(monotonic=lambda: now)
    monkeypatch.setattr(rate_limits, "time", clock)
    monkeypatch.setattr(throttle, "time", clock)

    def later(seconds: float, call: Callable[[], None]) -> Any:
        due.append((now + seconds, call))
        return SimpleNamespace(cancel=lambda: None)

    monkeypatch.setattr(asyncio, "get_running_loop", lambda: SimpleNamespace(call_later=later))

    def wound(seconds: float) -> None:
        nonlocal now
        until = now + seconds
        while due and (first := min(due, key=lambda one: one[0]))[0] <= until:
            due.remove(first)
            now = max(now, first[0])
            first[1]()
        now = until

    return wound


def frames(rate: float = RATE, most: float = MOST) -> Allowance:
    """An allowance of so many frames a second, and at once."""
    return Allowance(rate * FRAME, most * FRAME)


def test_a_peer_is_read_in_pieces_as_far_as_its_allowance_goes(wind: Wind) -> None:
    """What it sends at once reaches the protocol as far as the burst goes, and the rest at the rate."""
    peer = Peer(bytearray(READ), None, frames())
    peer.send(3 * MOST)
    assert MOST <= peer.got <= MOST + A_PIECE
    assert max(map(len, peer.heard)) <= SHORT_PIECE
    assert not peer.transport.is_read
    wind(EXCESS / 2)
    assert peer.got <= MOST + A_PIECE + RATE * EXCESS / 2
    peer.throttle.own = frames()
    wind(1)
    assert peer.got >= 2 * MOST


def test_who_goes_on_too_long_is_cut_off(wind: Wind) -> None:
    """A peer that always has more to send than its own allowance lets through; not before some seconds."""
    peer = Peer(bytearray(READ), None, frames())
    peer.send(10 * MOST)
    wind(EXCESS - 1)
    assert not peer.transport.is_cut
    wind(EXCESS)
    assert peer.transport.is_cut
    assert peer.got <= MOST + A_PIECE + 2 * RATE * EXCESS


def test_a_burst_now_and_then_is_let_be(wind: Wind) -> None:
    """A peer that pauses until its allowance is half full may send a burst again, however often."""
    peer = Peer(bytearray(READ), None, frames())
    for sent in range(1, 5):
        peer.send(MOST)
        wind(MOST / RATE)
        assert (peer.got, peer.transport.is_cut) == (sent * MOST, False)


def test_a_household_is_no_way_around(wind: Wind) -> None:
    """Many connections together are let through no more than one, and who sends little has its turn soon."""
    share = frames()
    flood = [Peer(bytearray(READ), share, frames()) for _ in range(50)]
    for peer in flood:
        peer.send(MOST)
    assert sum(peer.got for peer in flood) <= MOST + len(flood) * A_PIECE
    calm = Peer(bytearray(READ), share, frames())
    wind(TURN)
    calm.send(1)
    wind(TURN)
    assert calm.got == 1


@pytest.mark.usefixtures("wind")
def test_what_the_protocol_does_not_want_waits_and_no_more_is_read() -> None:
    """The protocol pauses in the middle of what was read: no further piece comes until it wants more."""
    peer = Peer(bytearray(READ), None)
    peer.pauses_after = 2
    in_a_piece = PIECE // SHORTEST_FRAME
    peer.send(5 * in_a_piece)
    assert (peer.got, peer.transport.is_read) == (2 * in_a_piece, False)
    peer.throttle.resume_reading()
    assert (peer.got, peer.transport.is_read) == (5 * in_a_piece, True)


@pytest.mark.usefixtures("wind")
def test_who_takes_nothing_is_not_read() -> None:
    """Answers that are not taken, pongs included, pile up no further than the buffer of the transport."""
    peer = Peer(bytearray(READ), None, frames())
    peer.throttle.pause_writing()
    assert not peer.transport.is_read
    peer.throttle.pause_reading()
    peer.throttle.resume_reading()
    assert not peer.transport.is_read
    peer.throttle.resume_writing()
    assert peer.transport.is_read


@pytest.mark.usefixtures("wind")
def test_nothing_is_held_once_it_is_passed_on_or_lost() -> None:
    """No bytes of a read stay behind, and a lost connection no longer knows its protocol."""
    peer = Peer(bytearray(READ), None)
    peer.send(READ // SHORTEST_FRAME)
    assert peer.throttle._waiting is throttle.NOTHING
    peer.throttle.connection_lost(None)
    assert (peer.lost, peer.throttle.get_protocol()) == (1, throttle.NOBODY)


def test_a_debt_ends_soon(wind: Wind) -> None:
    allowance = Allowance(RATE, MOST)
    allowance.charge(1_000_000)
    assert allowance.wait <= (MOST + 1) / RATE
    wind((MOST + 1) / RATE)
    assert allowance.take()
