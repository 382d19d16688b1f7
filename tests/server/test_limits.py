"""Who a request is from, and how much one household may send; who floods or is silent is let go."""

import asyncio
import os
import socket
import struct
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode, Frame, Opcode
from websockets.sync.client import connect as connect_and_wait

from fivedice.server.protection import connection_limits, rate_limits, throttle
from fivedice.server.protection.addresses import Proxies, household
from fivedice.server.protection.middleware import ALL
from fivedice.server.protection.protocols import WebSocketProtocol
from fivedice.server.protection.rate_limits import Allowance
from fivedice.server.protection.throttle import EXCESS, FRAME, PIECE, READ, SHORT_PIECE, TURN, Throttle
from fivedice.server.routes import websocket
from fivedice.server.settings import HERE
from fivedice.server.tables import subscribers
from fivedice.table import state
from tests.commands import complaint
from tests.patience import PATIENCE
from tests.server.asking import assert_refused, handshake, heard
from tests.server.clients import Client, at_table, opened
from tests.server.descriptors import await_connections
from tests.server.serving import QUICK, Process, in_thread, unlimited
from tests.server.test_absent import is_entry
from tests.spread import one_in, spread
from tests.table.refusals import assert_sentence


async def test_a_flood_is_slowed_down_and_the_others_are_served(server: Process) -> None:
    sent = 200
    async with at_table(server.url, opened(server.url, "traditional", "Ann", "Ben")) as (ann, ben):
        began = time.monotonic()
        await asyncio.gather(*(ben.say("say", phrase=3) for _ in range(sent)))
        await ann.say("throw")
        await ann.until(lambda _: ann.you["asked"] == "keep")
        await ben.until(lambda _: ben.picture["awaits"]["kind"] == "keep")
        took = time.monotonic() - began
        read = sum(is_entry("said")(message) or message["type"] == "refused" for message in ben.heard)
        assert read <= websocket.AT_ONCE + websocket.A_SECOND * took + 1


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody may say as much as they like, and few messages wait for who does not listen."""
    monkeypatch.setattr(subscribers, "LONGEST_QUEUE", 8)
    monkeypatch.setattr(websocket, "A_SECOND", QUICK)
    monkeypatch.setattr(websocket, "AT_ONCE", 10_000)
    monkeypatch.setattr(state, "MOST_PHRASES", 10_000)


@pytest.mark.usefixtures("talkative")
async def test_who_never_reads_is_cut_off(tmp_path: Path) -> None:
    with in_thread(unlimited(tmp_path, patience=0.5)) as url:
        port = int(url.rpartition(":")[2])
        first = opened(url, "traditional", "Ann", *[f"Guest {n}" for n in range(9)])[0]
        deaf = [_silently(port, first["code"]) for _ in range(5)]
        async with Client(url, first["code"], first["token"]) as ann:
            for number in range(120):
                await ann.say("say", phrase=number % 9)
                await ann.until(lambda message: message["type"] == "told")
            await asyncio.to_thread(await_connections, os.getpid(), port, 1)
        for wire in deaf:
            wire.close()


def _silently(port: int, code: str) -> socket.socket:
    """A WebSocket that has said hello to a table and never reads."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.connect(("127.0.0.1", port))
    hello, mask = b'{"type": "hello"}', bytes(4)
    wire.sendall(handshake(code))
    assert wire.recv(4096).startswith(b"HTTP/1.1 101 ")  # frames that come with the handshake are lost
    wire.sendall(bytes((0x81, 0x80 | len(hello))) + mask + hello)
    return wire


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


FLOODS = {
    "pings": [frame(Opcode.PING, b"")] * 2000,
    "long pings": [frame(Opcode.PING, bytes(125))] * 2000,
    "pongs": [frame(Opcode.PONG, b"")] * 2000,
    "empty messages": [frame(Opcode.TEXT, b"")] * 2000,
    "empty parts": [frame(Opcode.TEXT, b"", fin=False), *[frame(Opcode.CONT, b"", fin=False)] * 2000],
    "parts of one message": [
        frame(Opcode.TEXT, b"a", fin=False),
        *[frame(Opcode.CONT, b"a", fin=False)] * 99,
    ],
}


@pytest.mark.parametrize("kind", spread(FLOODS, "empty parts"))
def test_who_sends_frames_without_end_is_cut_off(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0
    take = WebSocketProtocol.handle_events

    def counted(connection: WebSocketProtocol) -> None:
        nonlocal read
        read += len(connection.conn.events)
        take(connection)

    monkeypatch.setattr(throttle, "EXCESS", 0.3)
    monkeypatch.setattr(websocket, "A_SECOND", QUICK)
    monkeypatch.setattr(websocket, "AT_ONCE", 10_000)
    monkeypatch.setattr(WebSocketProtocol, "handle_events", counted)
    with (
        in_thread(unlimited(tmp_path)) as url,
        connect_and_wait(f"{url.replace('http', 'ws')}/ws/", ping_interval=None) as wire,
    ):
        with suppress(ConnectionError):
            wire.socket.sendall(b"".join(FLOODS[kind]))
        with suppress(ConnectionClosed):
            while True:
                wire.recv(PATIENCE)
    assert wire.close_code == CloseCode.POLICY_VIOLATION
    assert read < 4 * connection_limits.FRAMES_AT_ONCE  # 60 more for each second that a busy machine stalls


def test_who_does_not_say_hello_is_let_go(tmp_path: Path) -> None:
    with in_thread(unlimited(tmp_path, patience=0.2)) as url:
        code = opened(url, "traditional", "Ann", "Ben")[0]["code"]
        address = f"{url.replace('http', 'ws')}/ws/{code}"
        with connect_and_wait(address) as mute, pytest.raises(ConnectionClosed):
            mute.recv(30)


PAGE = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = handshake("ABCDEF")
RESET = struct.pack("ii", 1, 0)
"""For SO_LINGER: the connection ends at once, with an error at the other end."""


NO_TEXTS = (
    frame(Opcode.TEXT, b"\xff") * 9,
    frame(Opcode.TEXT, b"\xc3", fin=False) + frame(Opcode.CONT, b"\xc3"),
)
HANDSHAKES = {
    "of another method": (400, UPGRADE.replace(b"GET", b"POST")),
    "for no table": (404, UPGRADE.replace(b"/ws/ABCDEF", b"/api/games")),
    "with another name": (421, UPGRADE.replace(b"localhost", b"elsewhere.example")),
    "without a name": (400, UPGRADE.replace(b"Host", b"Guest")),
    "from another page": (403, UPGRADE.replace(b"\r\n", b"\r\nOrigin: http://elsewhere.example\r\n", 1)),
    "before an answer": (400, PAGE.replace(b"/", b"/api/rules/yatzy", 1) + b"\r\n" + UPGRADE),
    "before many answers": (400, (PAGE.replace(b"/", b"/api/games", 1) + b"\r\n") * 5 + UPGRADE),
}
"""What is refused, and the status of that."""
SENT = {
    "half a handshake": UPGRADE[:80],
    "a handshake and no more": UPGRADE,
    "a handshake without a key": PAGE + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "another upgrade": PAGE + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    "nonsense": b"\x16\x03\x01\x02\x00" * 20,
    "half a body": PAGE.replace(b"GET /", b"POST /api/records") + b"Content-Length: 99\r\n\r\nx",
    "many requests, no answer read": (PAGE + b"\r\n") * 500,
    **{f"a handshake {kind}": sent for kind, (_, sent) in HANDSHAKES.items()},
}


@pytest.mark.parametrize("is_rude", [False, True], ids=["closed", "reset"])
def test_what_strangers_do_is_not_logged(is_rude: bool, server: Process) -> None:
    logged = server.complaints.read_text()
    for sent in (*SENT.values(),) * 3:
        with socket.create_connection(("127.0.0.1", server.port)) as wire, suppress(ConnectionError):
            wire.sendall(sent)
            if sent.endswith(b"\r\n\r\n"):
                wire.recv(1)
            if is_rude:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    await_connections(server.process.pid, server.port, 0)
    assert httpx.get(server.url).status_code == 200
    assert server.complaints.read_text() == logged


@pytest.mark.parametrize(("status", "sent"), HANDSHAKES.values(), ids=HANDSHAKES)
def test_a_handshake_is_refused_in_a_sentence(status: int, sent: bytes, server: Process) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as wire:
        wire.sendall(sent)
        assert_refused(heard(wire), status)


@pytest.mark.parametrize("frames", NO_TEXTS, ids=["in one", "in parts"])
def test_text_that_is_none_ends_the_connection_as_the_protocol_says(frames: bytes, server: Process) -> None:
    logged = server.complaints.read_text()
    code = opened(server.url, "junior", "Ann", "Ben")[0]["code"]
    with connect_and_wait(f"{server.url.replace('http', 'ws')}/ws/{code}") as wire:
        wire.socket.sendall(frames)
        with pytest.raises(ConnectionClosed):
            wire.recv(30)
    assert wire.close_code == CloseCode.INVALID_DATA
    assert server.complaints.read_text() == logged


def test_the_log_warns_once_of_a_websocket_without_its_upgrade(
    lenient: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And again after an hour: strangers can send such requests as often as they like."""
    now = [10.0]
    monkeypatch.setattr(websocket, "monotonic", lambda: now[0])
    for _ in range(3):
        answer = httpx.get(f"{lenient}/ws/ABC234")
    assert (answer.status_code, answer.headers["upgrade"]) == (426, "websocket")
    assert answer.json() == {"sentence": websocket.NO_UPGRADE}
    assert [record.message for record in caplog.records] == [websocket.PROXY_WARNING]
    now[0] += websocket.WARN_EVERY
    httpx.get(f"{lenient}/ws/ABC234")
    assert len(caplog.records) == 2


TABLE = {"game": "traditional", "chairs": ["", ""], "name": "Ann"}


def statuses(url: str, forwarded: list[str]) -> list[int]:
    """What becomes of requests that change something, each said to be forwarded for somebody."""
    return [
        httpx.post(f"{url}/api/tables", json=TABLE, headers={"x-forwarded-for": sender}).status_code
        for sender in forwarded
    ]


def test_nobody_is_believed_about_the_sender(tmp_path: Path) -> None:
    """Who is told of no proxy limits a sender whatever it says of itself, also from this machine."""
    with in_thread(unlimited(tmp_path, requests=0.01, at_once=2)) as url:
        assert statuses(url, ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]) == [201, 201, 429, 429]


def test_a_proxy_is_believed_about_its_own_hop_only(tmp_path: Path) -> None:
    """The last hop that is no proxy counts; what the sender has written before it does not."""
    with in_thread(unlimited(tmp_path, requests=0.01, at_once=2, behind_proxy=HERE)) as url:
        first = statuses(url, ["192.0.2.1", "198.51.100.9, 192.0.2.1", "203.0.113.5,192.0.2.1, ::1"])
        assert first == [201, 201, 429]
        assert statuses(url, ["192.0.2.2", "192.0.2.1, 192.0.2.2", "192.0.2.2"]) == [201, 201, 429]


@pytest.mark.parametrize(
    ("peer", "forwarded", "sender"),
    [
        ("192.0.2.7", ["1.2.3.4"], "192.0.2.7"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("127.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("::ffff:127.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("127.0.0.1", ["5.6.7.8, 1.2.3.4"], "1.2.3.4"),
        ("127.0.0.1", ["5.6.7.8", "1.2.3.4"], "1.2.3.4"),
        ("127.0.0.1", ["5.6.7.8, 1.2.3.4, 10.9.9.9"], "1.2.3.4"),
        ("127.0.0.1", ["5.6.7.8, 10.1.1.1, 10.9.9.9"], "5.6.7.8"),
        ("127.0.0.1", ["10.1.1.1, 10.9.9.9"], "10.1.1.1"),
        ("127.0.0.1", ["1.2.3.4:5678"], "1.2.3.4"),
        ("127.0.0.1", ["[2001:db8::1]:5678"], household("2001:db8::1")),
        ("127.0.0.1", ["nonsense"], "127.0.0.1"),
        ("127.0.0.1", ["1.2.3.4, nonsense"], "1.2.3.4"),
        ("", [], ""),
    ],
)
def test_the_sender_is_the_last_hop_that_is_no_proxy(peer: str, forwarded: list[str], sender: str) -> None:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {"type": "http", "client": (peer, 1) if peer else None, "headers": headers}
    assert Proxies(["127.0.0.1", "10.0.0.0/8"]).sender(scope) == sender


def test_the_devices_of_a_household_are_one_sender() -> None:
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::9") != household("2001:db8:1:3::1")
    assert household("192.0.2.1") == household("::ffff:192.0.2.1") != household("192.0.2.2")


def test_requests_of_any_kind_are_limited(tmp_path: Path) -> None:
    with in_thread(unlimited(tmp_path, requests=0.001, at_once=2)) as url:
        found = [httpx.get(f"{url}/api/games") for _ in range(2 * ALL + 2)]
    assert [answer.status_code for answer in found] == [200] * 2 * ALL + [429] * 2
    assert_sentence(found[-1].json()["sentence"])


def over_rest(url: str, code: str) -> int:
    return httpx.get(f"{url}/api/tables/{code}").status_code


def by_review(url: str, code: str) -> int:
    return httpx.get(f"{url}/review/{code}/report").status_code


def by_chair(url: str, code: str) -> int:
    return httpx.post(f"{url}/api/tables/{code}/chairs", json={"name": "Eve"}).status_code


def by_list(url: str, code: str) -> int:
    answer = httpx.post(f"{url}/api/mine", json={"codes": [code]})
    return 404 if answer.json() == [] else answer.status_code


def by_socket(url: str, code: str) -> int:
    try:
        with connect_and_wait(f"{url.replace('http', 'ws')}/ws/{code}") as wire:
            wire.send('{"type": "hello"}')
            return 404 if "refused" in str(wire.recv(PATIENCE)) else 200
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize("ask", one_in(4, [over_rest, by_review, by_chair, by_list, by_socket]))
def test_codes_cannot_be_guessed_for_long(
    ask: Callable[[str, str], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.monotonic()
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: now))
    with in_thread(unlimited(tmp_path, guesses=5)) as url:
        code = opened(url, "traditional", "Ann", free=1)[0]["code"]
        assert [ask(url, "ZZZZZZ") for _ in range(5)] == [404] * 5
        for other in (over_rest, by_review, by_chair, by_list, by_socket):
            assert (other(url, code), other(url, "ZZZZZZ")) == (429, 429)
        assert_sentence(httpx.get(f"{url}/api/tables/{code}").json()["sentence"])
        assert httpx.get(f"{url}/t/{code}").status_code == 200
        now += 60
        assert over_rest(url, code) == 200


def test_right_codes_are_no_guesses(tmp_path: Path) -> None:
    with in_thread(unlimited(tmp_path, guesses=2)) as url:
        code = opened(url, "traditional", "Ann", free=1)[0]["code"]
        assert {over_rest(url, code) for _ in range(10)} == {200}
        assert {by_socket(url, code) for _ in range(10)} == {200}


def test_behind_a_proxy_each_sender_has_its_own_connections(tmp_path: Path) -> None:
    with in_thread(unlimited(tmp_path, connections=3, behind_proxy=HERE)) as url, ExitStack() as stack:
        code = opened(url, "traditional", "Ann", free=1)[0]["code"]
        address = f"{url.replace('http', 'ws')}/ws/{code}"

        def sit(sender: str) -> None:
            stack.enter_context(connect_and_wait(address, additional_headers={"x-forwarded-for": sender}))

        for sender in ("192.0.2.1", "192.0.2.2", "192.0.2.3"):
            for _ in range(3):
                sit(sender)
            with pytest.raises(InvalidStatus) as refused:
                sit(f"203.0.113.9, {sender}")
            assert refused.value.response.status_code == 429


@pytest.mark.parametrize("addresses", ["*", "nonsense", "10.0.0.0/99", "127.0.0.1,x", "10.0.0.1/8"])
def test_a_proxy_that_is_none_is_one_sentence(addresses: str) -> None:
    assert "are not proxy addresses" in complaint("serve", "--port", "0", "--behind-proxy", addresses)


SHORTEST_FRAME = 8
"""Bytes of it."""
RATE, MOST = 10, 100
"""Frames of an allowance, in a second and at once."""
A_PIECE = SHORT_PIECE // SHORTEST_FRAME


class Transport(asyncio.Transport):
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
    peer = Peer(bytearray(READ), None)
    peer.pauses_after = 2
    in_a_piece = PIECE // SHORTEST_FRAME
    peer.send(5 * in_a_piece)
    assert (peer.got, peer.transport.is_read) == (2 * in_a_piece, False)
    peer.throttle.resume_reading()
    assert (peer.got, peer.transport.is_read) == (5 * in_a_piece, True)


@pytest.mark.usefixtures("wind")
def test_who_takes_nothing_is_not_read() -> None:
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
