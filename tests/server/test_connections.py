"""Connections that are slow, silent or deaf, on real sockets: the server is rid of them, and of no others."""

import gc
import json
import os
import re
import resource
import select
import socket
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect as connect_and_wait

from fivedice.server.protection import connection_limits, protocols
from fivedice.server.protection.protocols import WebSocketProtocol
from fivedice.server.protection.throttle import PIECE
from fivedice.server.tables.registry import TableRegistry
from fivedice.server.tables.session import TableSession
from tests.patience import PATIENCE, awaited
from tests.server import clients
from tests.server.asking import assert_refused, heard
from tests.server.clients import Client, opened, play_on, run
from tests.server.descriptors import await_connections, opened_by
from tests.server.serving import Process, in_thread, process, unlimited
from tests.spread import one_in

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
UPLOAD = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
MANY = 20
BREATH = 0.05
"""Seconds between two bytes of who dribbles."""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("hasty"), "--patience", "0.4") as running:
        yield running


def called(server: Process) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port))


def dribbled(wire: socket.socket, begun: bytes, dribble: bytes) -> bytes:
    """All that comes back until the server ends a connection over which bytes come one by one."""
    came_back, sent = b"", 0
    wire.settimeout(BREATH)
    wire.sendall(begun)
    with suppress(ConnectionError):  # it may end while something is sent
        while sent < PATIENCE / BREATH:
            try:
                came = wire.recv(65536)
            except TimeoutError:
                wire.sendall(dribble)
                sent += 1
                continue
            if not came:
                return came_back
            came_back += came
        raise AssertionError("the server listens for ever")
    return came_back


@pytest.mark.parametrize(
    ("begun", "dribble"), one_in(3, [(HEAD, b"X"), (HEAD, b"A: b\r\n"), (b"GET /", b"a"), (UPLOAD, b"x")])
)
def test_a_request_that_does_not_come_in_time_is_given_up(
    begun: bytes, dribble: bytes, hasty: Process
) -> None:
    with called(hasty) as wire:
        answer = dribbled(wire, begun, dribble)
        await_connections(hasty.process.pid, hasty.port, 0)
    assert_refused(answer, 408)


CHUNKED = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"
LINES = b"A: b\r\n" * (protocols.MOST_LINES + 1)
LONG = b"a" * protocols.LONGEST_HEAD


@pytest.mark.parametrize(
    ("begun", "more"),
    [
        (b"GET /", LONG),
        (HEAD + b"A: ", LONG),
        (HEAD + b"Upgrade: websocket\r\nConnection: Upgrade\r\nA: ", LONG),
        (CHUNKED + b"2;", LONG),
        (CHUNKED + b"0\r\nA: ", LONG),
        (HEAD, LINES),
        (CHUNKED + b"0\r\n", LINES),
    ],
    ids=("path", "line", "handshake", "chunk", "trailer", "lines", "trailers"),
)
def test_a_head_without_end_is_not_read_on(begun: bytes, more: bytes, server: Process) -> None:
    with called(server) as wire:
        assert_refused(dribbled(wire, begun, more), 431)


def test_a_head_may_be_as_long_as_is_said(server: Process) -> None:
    missing = protocols.LONGEST_HEAD - len(HEAD) - len(b"A: \r\n\r\n")
    longest = HEAD + b"A: " + b"a" * missing + b"\r\n\r\n"
    lines = HEAD + b"A: b\r\n" * (protocols.MOST_LINES - 1) + b"\r\n"
    body = UPLOAD + b"x" * 100_000
    for sent in (longest, lines, body):
        with called(server) as wire:
            wire.settimeout(PATIENCE)
            for _ in range(3):
                wire.sendall(sent)
                assert wire.recv(65536).startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 422 "))
                while select.select([wire], [], [], BREATH)[0]:
                    wire.recv(65536)


def test_requests_wait_with_their_sender(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most, begin = 0, protocols.Connection.on_message_begin

    def noted(connection: protocols.Connection) -> None:
        nonlocal most
        most = max(most, len(connection.pipeline))
        begin(connection)

    monkeypatch.setattr(protocols.Connection, "on_message_begin", noted)
    paths = [f"/api/nothing/{number}" for number in range(500)]
    asked = b"".join(HEAD.replace(b"/", path.encode(), 1) + b"\r\n" for path in paths)
    with (
        in_thread(unlimited(tmp_path)) as url,
        socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as wire,
    ):
        wire.sendall(asked + HEAD + b"Connection: close\r\n\r\n")
        answers = heard(wire)
    assert answers.count(b"HTTP/1.1 404 ") == len(paths)
    assert answers.count(b"HTTP/1.1 200 ") == 1
    assert answers.rindex(b"HTTP/1.1 404 ") < answers.index(b"HTTP/1.1 200 ")
    assert most <= PIECE / len(HEAD)


CODED = {
    "another before": (501, b"Transfer-Encoding: gzip, chunked\r\n"),
    "another after": (400, b"Transfer-Encoding: chunked, gzip\r\n"),
    "in two lines": (501, b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"),
    "none": (501, b"Transfer-Encoding: identity\r\n"),
    "twice": (400, b"Transfer-Encoding: chunked, chunked\r\n"),
    "with a length": (400, b"Transfer-Encoding: chunked\r\nContent-Length: 12\r\n"),
    "with a length before": (400, b"Content-Length: 12\r\nTransfer-Encoding: chunked\r\n"),
    "with a length, and another": (400, b"Content-Length: 12\r\nTransfer-Encoding: gzip, chunked\r\n"),
}


@pytest.mark.parametrize(("status", "lines"), CODED.values(), ids=CODED)
def test_a_body_in_another_coding_is_refused(status: int, lines: bytes, server: Process) -> None:
    """A proxy and this server could disagree on where it ends: one sentence, and nothing more is read."""
    body = b"2\r\n{}\r\n0\r\n\r\n"
    with called(server) as wire:
        wire.sendall(HEAD.replace(b"GET /", b"POST /api/mine") + lines + b"\r\n" + body + HEAD + b"\r\n")
        assert_refused(answer := heard(wire), status)
    assert answer.count(b"HTTP/1.1 ") == 1


def test_a_body_in_parts_is_read(server: Process) -> None:
    for coding in ("chunked", "Chunked", "CHUNKED"):
        headers = {"content-type": "application/json", "transfer-encoding": coding}
        answer = httpx.post(f"{server.url}/api/mine", content=iter([b"{", b"}"]), headers=headers)
        assert (answer.status_code, answer.json()) == (200, [])


def test_a_second_request_has_no_more_time_than_the_first(hasty: Process) -> None:
    for begun, dribble in ((b"GET /", b"a"), (b"", b"\r\n")):
        with called(hasty) as wire:
            wire.settimeout(PATIENCE)
            wire.sendall(HEAD + b"\r\n")
            assert wire.recv(65536).startswith(b"HTTP/1.1 200 ")
            dribbled(wire, begun, dribble)
    await_connections(hasty.process.pid, hasty.port, 0)


def test_who_says_nothing_is_let_go(hasty: Process) -> None:
    wires = [called(hasty) for _ in range(MANY)]
    for wire in wires:
        wire.settimeout(PATIENCE)
        assert wire.recv(1) == b""
    await_connections(hasty.process.pid, hasty.port, 0)
    for wire in wires:
        wire.close()


def test_who_takes_no_answers_is_cut_off(hasty: Process) -> None:
    asked = (HEAD.replace(b"GET /", b"GET /api/openapi.json") + b"\r\n") * 2000
    with ExitStack() as stack:
        wires = [stack.enter_context(socket.socket()) for _ in range(MANY)]
        for wire in wires:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.connect(("127.0.0.1", hasty.port))
            wire.setblocking(False)
            wire.send(asked)
        assert all(select.select([wire], [], [], PATIENCE)[0] for wire in wires)
        await_connections(hasty.process.pid, hasty.port, 0)


Deadlines = dict[protocols.Connection, float | None]


@pytest.fixture
def deadlines(monkeypatch: pytest.MonkeyPatch) -> Deadlines:
    """The seconds after which each connection is given up, if it is."""
    found, wait = Deadlines(), protocols.Connection._wait

    def noted(connection: protocols.Connection, seconds: float | None) -> None:
        found[connection] = seconds
        wait(connection, seconds)

    monkeypatch.setattr(protocols.Connection, "_wait", noted)
    return found


async def test_who_waits_for_others_is_let_be(lenient: str, deadlines: Deadlines) -> None:
    (seat,) = opened(lenient, "traditional", "Ann", free=1)
    async with Client(lenient, seat["code"], seat["token"]):
        assert set(deadlines.values()) == {None}


def test_who_waits_for_a_long_answer_gets_it(
    lenient: str, deadlines: Deadlines, monkeypatch: pytest.MonkeyPatch
) -> None:
    (seat,) = opened(lenient, "traditional", "Ann", free=1)
    table, meanwhile = TableRegistry.table, set[float | None]()

    async def noted(registry: TableRegistry, code: str) -> TableSession:
        meanwhile.update(deadlines.values())
        return await table(registry, code)

    monkeypatch.setattr(TableRegistry, "table", noted)
    clients.get(lenient, f"tables/{seat['code']}")
    assert meanwhile == {None}


async def test_who_asks_whether_anybody_is_there_hears_so(server: Process) -> None:
    seat = opened(server.url, "traditional", "Ann", bots=1, first=0)[0]

    async def ask(token: str) -> int:
        async with Client(server.url, seat["code"], token) as client:
            await client.say("there")
            assert await client.next() == {"type": "here"}
            return int(client.picture["number"])

    numbers: list[int] = []
    numbers.extend([await ask(seat["token"]), await ask("")])
    assert numbers[0] == numbers[1]
    with connect_and_wait(f"{server.url.replace('http', 'ws')}/ws/{seat['code']}") as socket:
        socket.send('{"type": "there"}')
        assert "hello" in str(socket.recv())


def test_what_has_ended_is_gone_at_once(lenient: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[weakref.ref[WebSocketProtocol]] = []
    begin = WebSocketProtocol.__init__

    def noted(connection: WebSocketProtocol, *parts: Any, **more: Any) -> None:
        begin(connection, *parts, **more)
        made.append(weakref.ref(connection))

    monkeypatch.setattr(WebSocketProtocol, "__init__", noted)
    seats = opened(lenient, "traditional", "Ann", "Ben")
    gc.disable()
    try:
        run(play_on(lenient, seats, 1, lambda picture: picture.get("number", 0) > 9))
        assert awaited(lambda: [connection() for connection in made] == [None] * len(seats))
    finally:
        gc.enable()


def test_a_websocket_keeps_nothing_of_the_request_it_was(
    lenient: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgraded: list[weakref.ref[protocols.Connection]] = []
    become = protocols.Connection._become_a_socket

    def noted(connection: protocols.Connection) -> None:
        upgraded.append(weakref.ref(connection))
        become(connection)

    monkeypatch.setattr(protocols.Connection, "_become_a_socket", noted)
    (seat,) = opened(lenient, "junior", "Ann", bots=1)
    with connect_and_wait(f"{lenient.replace('http', 'ws')}/ws/{seat['code']}") as socket:
        socket.send('{"type": "there"}')
        assert "hello" in str(socket.recv())
        gc.collect()
        assert [connection() for connection in upgraded] == [None]


def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    with in_thread(unlimited(tmp_path, connections=5)) as url:
        port = int(url.rpartition(":")[2])
        wires = [socket.create_connection(("127.0.0.1", port)) for _ in range(5)]
        await_connections(os.getpid(), port, 5)
        with socket.create_connection(("127.0.0.1", port)) as more:
            assert_refused(answer := heard(more), 429)
        assert b"too many connections" in answer
        for wire in wires:
            wire.close()
        await_connections(os.getpid(), port, 0)
        code = opened(url, "junior", "Ann", "Ben")[0]["code"]
        for _ in range(12):  # a place is given back, whatever became of the connection
            with connect_and_wait(f"{url.replace('http', 'ws')}/ws/{code}"):
                pass
            await_connections(os.getpid(), port, 0)


def test_where_descriptors_run_short_the_host_is_told_once(own_server: Process) -> None:
    pid, url = own_server.process.pid, own_server.url
    seat = opened(url, "traditional", "Ann", "Ben")[0]
    with connect_and_wait(f"{url.replace('http', 'ws')}/ws/{seat['code']}") as ann, ExitStack() as stack:
        ann.send(json.dumps({"type": "hello", "token": seat["token"]}))
        number = json.loads(ann.recv(PATIENCE))["picture"]["number"]
        before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        few = len(opened_by(pid)) + connection_limits.RESERVE + 5
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (few, before[1]))
        wires = [stack.enter_context(called(own_server)) for _ in range(20)]
        assert_refused(heard(wires[-1]), 503)
        ann.send(json.dumps({"type": "throw", "after": number}))
        assert json.loads(ann.recv(PATIENCE))["type"] == "told"
        for wire in wires:
            wire.close()
        await_connections(pid, own_server.port, 1)
        assert httpx.get(url).status_code == 200
    assert own_server.complaints.read_text().splitlines() == [connection_limits.TOO_FEW_DESCRIPTORS]


@pytest.mark.proof
def test_a_household_of_phones_meets_no_limit(tmp_path: Path) -> None:
    """Twelve behind one address, by what holds if nothing is said: each loads all files and sits twice."""
    usual = ("--requests", "20", "--guesses", "60")
    with process(tmp_path / "household", *usual) as server, ExitStack() as stack:
        code = opened(server.url, "traditional", "Ann", free=1)[0]["code"]
        pages = "/", f"/t/{code}"
        files = {
            file
            for page in pages
            for file in re.findall(r"/static/[^\"]+", httpx.get(server.url + page).text)
        }
        paths = [*pages, "/api/games", *files]
        for _ in range(12):
            phone = stack.enter_context(httpx.Client(base_url=server.url))
            assert {phone.get(path).status_code for path in paths} == {200}
            for _ in range(2):
                wire = stack.enter_context(connect_and_wait(f"{server.url.replace('http', 'ws')}/ws/{code}"))
                wire.send('{"type": "hello"}')
                assert "picture" in str(wire.recv(PATIENCE))
