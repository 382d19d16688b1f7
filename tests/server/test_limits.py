"""Who sends too fast, says nothing or does not listen is let go, and strangers leave no line in the log."""

import asyncio
import os
import socket
import struct
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode
from websockets.sync.client import connect as connect_and_wait

from fivedice.server.protection import connection_limits, throttle
from fivedice.server.protection.protocols import WebSocketProtocol
from fivedice.server.routes import websocket
from fivedice.server.tables import subscribers
from fivedice.table import state
from tests.patience import PATIENCE
from tests.server.asking import assert_refused, handshake, heard
from tests.server.clients import Client, at_table, opened
from tests.server.descriptors import await_connections
from tests.server.serving import QUICK, Process, in_thread, unlimited
from tests.server.test_absent import is_entry
from tests.spread import spread


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
