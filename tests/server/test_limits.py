"""Who sends too fast, says nothing or does not listen: slowed down or let go, and the others are served."""

import asyncio
import json
import os
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Opcode
from websockets.sync.client import connect as connect_and_wait

from fivedice.server.protection import connection_limits, throttle
from fivedice.server.protection.protocols import WebSocketProtocol
from fivedice.server.routes import websocket
from fivedice.server.tables import subscribers
from fivedice.table import state
from tests.server.asking import handshake
from tests.server.clients import PATIENCE, Client, at_table, opened
from tests.server.descriptors import await_connections
from tests.server.serving import QUICK, Process, in_thread, unlimited
from tests.server.test_absent import is_entry
from tests.server.test_noise import frame
from tests.spread import spread


async def test_a_flood_is_slowed_down_and_the_others_are_served(server: Process) -> None:
    """Who sends hundreds at once is read so many a second; another at the same table plays at once."""
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


async def talks(ann: Client, much: int) -> None:
    """Says something so many times."""
    for number in range(much):
        await ann.say("say", phrase=number % 9)
        await ann.until(lambda message: message["type"] == "told")


@pytest.mark.usefixtures("talkative")
async def test_who_does_not_listen_is_let_go(lenient: str) -> None:
    """A client that takes no messages is dropped when too many wait; the others hear all of them."""
    first, second = opened(lenient, "traditional", "Ann", *[f"Guest {n}" for n in range(9)])[:2]
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", int(lenient.rpartition(":")[2])))
    deaf.setblocking(False)
    address = f"{lenient.replace('http', 'ws')}/ws/{first['code']}"
    async with (
        Client(lenient, first["code"], first["token"]) as ann,
        connect(address, sock=deaf, max_queue=1, ping_interval=None, close_timeout=1) as ben,
    ):
        await ben.send(json.dumps({"type": "hello", "token": second["token"]}))
        await talks(ann, much=100)
        taken = 0
        with suppress(ConnectionClosed):
            while await ben.recv():
                taken += 1
        assert 0 < taken < 100


@pytest.mark.usefixtures("talkative")
async def test_who_never_reads_is_cut_off(tmp_path: Path) -> None:
    """A client that is let go and takes not even the farewell: its descriptor is closed soon after."""
    with in_thread(unlimited(tmp_path, patience=0.5)) as url:
        port = int(url.rpartition(":")[2])
        first = opened(url, "traditional", "Ann", *[f"Guest {n}" for n in range(9)])[0]
        deaf = [_silently(port, first["code"]) for _ in range(5)]
        async with Client(url, first["code"], first["token"]) as ann:
            await talks(ann, much=120)
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


@pytest.mark.parametrize("kind", spread(FLOODS, "pings", "empty parts"))
def test_who_sends_frames_without_end_is_cut_off(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frames of any kind, without a hello: few are read, and the connection ends as the protocol has it."""
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
