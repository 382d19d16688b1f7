"""What strangers send and how they go leaves no line in the log; a proxy without WebSockets leaves one."""

import socket
import struct
from contextlib import suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode
from websockets.sync.client import connect as connect_and_wait

from fivedice.server.routes import websocket
from tests.server.asking import assert_refused, handshake, heard
from tests.server.clients import opened
from tests.server.descriptors import await_connections
from tests.server.serving import Process

PAGE = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = handshake("ABCDEF")
RESET = struct.pack("ii", 1, 0)
"""For SO_LINGER: the connection ends at once, with an error at the other end."""


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


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
    """Whatever comes and however it ends, several times over: the log stays empty, and the server serves."""
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
    """Nothing else comes, and no answer to an earlier request within a WebSocket: the connection ends."""
    with socket.create_connection(("127.0.0.1", server.port)) as wire:
        wire.sendall(sent)
        assert_refused(heard(wire), status)


@pytest.mark.parametrize("frames", NO_TEXTS, ids=["in one", "in parts"])
def test_text_that_is_none_ends_the_connection_as_the_protocol_says(frames: bytes, server: Process) -> None:
    """The client is told the code for it; the log is told nothing."""
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
