"""What strangers send and how they go: none of it leaves a line in the server's log."""

import logging
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect as connect_and_wait

from fivedice.web.appending import Conflict
from fivedice.web.database import Database
from tests.web.clients import opened
from tests.web.descriptors import await_connections
from tests.web.postgres import database
from tests.web.serving import Process, process

NO_TEXT = 1007
PAGE = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (
    b"GET /ws/ABCDEF HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
RESET = struct.pack("ii", 1, 0)
"""For SO_LINGER: the connection ends at once, with an error at the other end."""


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


NO_TEXTS = (
    frame(Opcode.TEXT, b"\xff") * 9,
    frame(Opcode.TEXT, b"\xc3", fin=False) + frame(Opcode.CONT, b"\xc3"),
)
SENT = {
    "half a handshake": UPGRADE[:80],
    "a handshake and no more": UPGRADE,
    "a handshake without a key": PAGE + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "another upgrade": PAGE + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    "nonsense": b"\x16\x03\x01\x02\x00" * 20,
    "half a body": PAGE.replace(b"GET /", b"POST /api/records") + b"Content-Length: 99\r\n\r\nx",
    "many requests, no answer read": (PAGE + b"\r\n") * 500,
}


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server whose log is read."""
    with process(tmp_path_factory.mktemp("quiet")) as running:
        yield running


@pytest.mark.parametrize("sent", SENT.values(), ids=SENT)
@pytest.mark.parametrize("is_rude", [False, True], ids=["closed", "reset"])
def test_what_strangers_do_is_not_logged(sent: bytes, is_rude: bool, quiet: Process) -> None:
    """Whatever comes and however it ends, several times over: the log stays empty, and the server serves."""
    logged = quiet.complaints.read_text()
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", quiet.port)) as wire, suppress(ConnectionError):
            wire.sendall(sent)
            if sent.endswith(b"\r\n\r\n"):
                wire.recv(1)
            if is_rude:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    await_connections(quiet.process.pid, quiet.port, 0)
    assert httpx.get(quiet.url).status_code == 200
    assert quiet.complaints.read_text() == logged


@pytest.mark.parametrize("frames", NO_TEXTS, ids=["in one", "in parts"])
def test_text_that_is_none_ends_the_connection_as_the_protocol_says(frames: bytes, quiet: Process) -> None:
    """The client is told the code for it; the log is told nothing."""
    logged = quiet.complaints.read_text()
    code = opened(quiet.url, "junior", "Ann", "Ben")[0]["code"]
    with connect_and_wait(f"{quiet.url.replace('http', 'ws')}/ws/{code}") as wire:
        wire.socket.sendall(frames)
        with pytest.raises(ConnectionClosed) as closed:
            wire.recv(30)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NO_TEXT
    assert quiet.complaints.read_text() == logged


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_lost_race_is_not_logged(
    kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest
) -> None:
    """Of two writers the slower is told `Conflict`, all or nothing; the log has no word of it."""
    if kind == "sqlite":
        _lose(f"sqlite:///{tmp_path / 'race.sqlite3'}")
    else:
        with database(request.getfixturevalue("postgres_server"), "race") as address:
            _lose(address)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def _lose(url: str) -> None:
    one, other = Database(url), Database(url)
    one.open("ABCDEF", "{}", ["a", "b"])
    one.append("ABCDEF", 2, ["c", "d", "e"])
    for entries in (["x"], ["x", "y"], ["x", "y", "z", "w"]):
        with pytest.raises(Conflict):
            other.append("ABCDEF", 2, entries)
        with pytest.raises(Conflict):
            other.append("ABCDEF", 4, ["x", *entries])
    assert other.since("ABCDEF", 0) == ("a", "b", "c", "d", "e")
    one.close()
    other.close()
