"""Two workers over one PostgreSQL: who comes to a table comes to its home, and is served where that fails."""

import asyncio
import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fivedice.server.settings import VARIABLE
from fivedice.server.tables import codes
from fivedice.server.workers.affinity import Homes
from tests.server.clients import Client, opened, play_on, run
from tests.server.descriptors import PATIENCE, await_connections, connections
from tests.server.postgres import database
from tests.server.serving import Process, process
from tests.server.stored import check_mirror
from tests.server.test_connections import called, dribbled
from tests.server.test_workers import all_end_as_stored, children, command_of, worker_of

MANY = 12
NOBODY = "ZZZZZZ"
"""A code that no table has."""


def pids(server: Process) -> list[int]:
    """The workers of a server."""
    return [pid for pid in children(server.process.pid) if "spawn_main" in command_of(pid)]


def meeting(server: Process) -> Path:
    """The folder in which the workers of a server find each other."""
    pairs = Path(f"/proc/{pids(server)[0]}/environ").read_bytes().split(b"\0")
    settings = next(pair for pair in pairs if pair.startswith(VARIABLE.encode()))
    return Path(json.loads(settings.partition(b"=")[2])["homes"])


def await_homes(server: Process, wanted: int = 2) -> None:
    """Returns when connections have come to all workers, and all are homes."""
    until = time.monotonic() + PATIENCE
    folder = meeting(server)
    while sum(map(_is_home, folder.iterdir())) < wanted:
        assert time.monotonic() < until, "a worker is no home"
        with suppress(httpx.TransportError):
            httpx.get(f"{server.url}/api/games")


def _is_home(place: Path) -> bool:
    """Whether there is somebody who takes in what is handed over."""
    with socket.socket(socket.AF_UNIX) as caller, suppress(OSError):
        caller.connect(str(place))
        return True
    return False


@pytest.fixture
def at_home(workers: Process) -> Process:
    """A server whose two workers are both homes."""
    await_homes(workers)
    return workers


def upgrade(code: str, *lines: str) -> bytes:
    """What a browser begins a WebSocket with."""
    head = [
        f"GET /ws/{code} HTTP/1.1",
        "Host: localhost",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *lines,
    ]
    return "\r\n".join([*head, "", ""]).encode()


def answer(server: Process, *pieces: bytes) -> bytes:
    """The first line that comes back when this has been said."""
    with called(server) as wire:
        wire.settimeout(PATIENCE)
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        heard = b""
        with suppress(ConnectionResetError, BrokenPipeError):
            for piece in pieces:
                wire.sendall(piece)
            while b"\r\n" not in heard and (came := wire.recv(65536)):
                heard += came
    return heard.partition(b"\r\n")[0]


def test_all_at_a_table_come_to_its_home(at_home: Process) -> None:
    """Whoever accepts them: all of one table are at one worker, and not all tables at the same."""

    async def come() -> None:
        async with AsyncExitStack() as stack:
            homes = set()
            for _ in range(MANY):
                seats = opened(at_home.url, "traditional", "Ann", "Ben")
                came = [Client(at_home.url, seat["code"], seat["token"]) for seat in seats]
                came.append(Client(at_home.url, seats[0]["code"]))
                at = {worker_of(at_home, await stack.enter_async_context(client)) for client in came}
                assert len(at) == 1
                homes |= at
            assert homes == set(pids(at_home))
            until = time.monotonic() + PATIENCE
            while sum(connections(pid, at_home.port) for pid in homes) != 3 * MANY:
                assert time.monotonic() < until, "a worker holds on to what it has handed over"
                await asyncio.sleep(0.05)

    run(come())
    for pid in pids(at_home):
        await_connections(pid, at_home.port, 0)


def test_a_match_is_played_at_home(at_home: Process) -> None:
    """Both see it as it is stored."""
    seats = opened(at_home.url, "junior", "Ann", "Ben", bots=1)

    async def play() -> None:
        check_mirror(at_home.database, seats[0]["code"], await play_on(at_home.url, seats, 1))

    run(play())


def test_who_asked_something_else_before_comes_home_too(at_home: Process) -> None:
    """As through a proxy that uses a connection again."""
    for _ in range(MANY):
        code = opened(at_home.url, "traditional", "Ann", free=1)[0]["code"]
        with called(at_home) as wire, wire.makefile("rb") as heard:
            wire.settimeout(PATIENCE)
            wire.sendall(b"HEAD /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
            while heard.readline() != b"\r\n":
                pass
            wire.sendall(upgrade(code))
            assert heard.readline() == b"HTTP/1.1 101 Switching Protocols\r\n"


def test_a_home_dies_and_its_tables_go_on(workers: Process) -> None:
    """Those who were at it come back, and play to the end as stored; its place is taken by another."""
    await_homes(workers)
    tables = [opened(workers.url, "junior", "Ann", "Ben") for _ in range(4)]

    async def kill() -> None:
        async with Client(workers.url, tables[0][0]["code"]) as onlooker:
            os.kill(worker_of(workers, onlooker), signal.SIGKILL)

    run(all_end_as_stored(workers, tables, kill()))


def test_a_home_that_takes_nothing_is_passed_over(at_home: Process) -> None:
    """Where a hand-over is refused, or nobody is left to take it, who arrived is served at once."""
    folder = meeting(at_home)
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(folder / "dead"))
    with ExitStack() as stack:
        full = stack.enter_context(socket.socket(socket.AF_UNIX))
        full.bind(str(folder / "full"))
        full.listen(0)
        with suppress(BlockingIOError):
            while True:
                waiting = stack.enter_context(socket.socket(socket.AF_UNIX))
                waiting.setblocking(False)
                waiting.connect(str(folder / "full"))
        for tried in range(9 * MANY):  # homes go by the code, which is drawn: a few may all miss the dead one
            if tried >= MANY and not (folder / "dead").exists():
                break
            code = opened(at_home.url, "traditional", "Ann", free=1)[0]["code"]
            assert answer(at_home, upgrade(code)) == b"HTTP/1.1 101 Switching Protocols"
        (folder / "full").unlink()
    assert not (folder / "dead").exists()


def test_who_cannot_be_taken_in_comes_back(at_home: Process) -> None:
    """A request that comes without its connection is no harm to a home; it stands aside and is back soon."""
    folder = meeting(at_home)
    for home in tuple(folder.iterdir()):
        with socket.socket(socket.AF_UNIX) as mute, socket.socket(socket.AF_UNIX) as other:
            mute.connect(str(home))
            other.connect(str(home))
            other.sendall(upgrade(NOBODY))
    await_homes(at_home)
    code = opened(at_home.url, "traditional", "Ann", free=1)[0]["code"]
    assert answer(at_home, upgrade(code)) == b"HTTP/1.1 101 Switching Protocols"


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param([upgrade(NOBODY)], id="no such table"),
        pytest.param([bytes([byte]) for byte in upgrade(NOBODY)], id="byte by byte"),
        pytest.param([upgrade(NOBODY, "Cookie: " + 5000 * "x")], id="long"),
        pytest.param([upgrade(NOBODY, "Cookie: " + 40_000 * "x")], id="too long"),
        pytest.param([upgrade(NOBODY, *(f"A{n}: b" for n in range(500)))], id="many lines"),
        pytest.param([upgrade(NOBODY, "Content-Length: 5"), b"xxxxx"], id="with a body"),
        pytest.param([upgrade(NOBODY).replace(b"GET", b"POST")], id="another method"),
        pytest.param([upgrade(NOBODY).replace(b"13", b"12")], id="another version"),
        pytest.param([upgrade(NOBODY, "Origin: http://elsewhere.example")], id="another origin"),
        pytest.param([upgrade(NOBODY).replace(b"localhost", b"elsewhere.example")], id="another name"),
        pytest.param([upgrade("../" * 50)], id="a path"),
        pytest.param([upgrade("%5A%5A%5A%5A%5A%5A")], id="escaped"),
        pytest.param([b"\x16\x03\x01" + bytes(range(256))], id="no words"),
        pytest.param([b"GET /ws/" + 100_000 * b"A" + b" HTTP/1.1\r\n\r\n"], id="endless"),
    ],
)
def test_a_hostile_beginning_is_answered_as_by_one_worker(
    pieces: list[bytes], server: Process, at_home: Process
) -> None:
    """Huge, slow, nonsense, or for a table that there is not."""
    assert answer(at_home, *pieces) == answer(server, *pieces) != b""


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> Iterator[Process]:
    """Two workers with little patience, and room for few connections of an address."""
    more = "--workers", "2", "--patience", "3", "--connections", "6"
    with (
        database(postgres_server, "narrow") as address,
        process(tmp_path_factory.mktemp("narrow"), "--database", address, *more) as running,
    ):
        yield running


def test_who_is_too_slow_is_given_up(narrow: Process) -> None:
    """An upgrade that does not come in time, at whichever worker."""
    with called(narrow) as wire:
        heard = dribbled(wire, upgrade(NOBODY)[:-2], b"A: b\r\n")
    assert heard.startswith(b"HTTP/1.1 408 ")


def test_an_address_holds_no_more_at_home_than_anywhere(narrow: Process) -> None:
    """Connections that are handed over count where they are, and no longer where they arrived."""
    await_homes(narrow)
    seat = opened(narrow.url, "traditional", "Ann", free=1)[0]

    async def come() -> None:
        async with AsyncExitStack() as stack:
            came = [Client(narrow.url, seat["code"], seat["token"]) for _ in range(7)]
            for client in came[:6]:
                await stack.enter_async_context(client)
            with pytest.raises(InvalidStatus, match="429"):
                await stack.enter_async_context(came[6])
            assert len({worker_of(narrow, client) for client in came[:6]}) == 1
        async with Client(narrow.url, seat["code"], seat["token"]):
            pass

    for _ in range(3):
        run(come())
        for pid in pids(narrow):
            await_connections(pid, narrow.port, 0)


def test_the_server_ends_in_order(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> None:
    """Those who were handed over are told that it ends; nothing is left of where the workers met."""
    with (
        database(postgres_server, "ending") as address,
        process(tmp_path_factory.mktemp("end"), "--database", address, "--workers", "2") as running,
    ):
        await_homes(running)
        folder = meeting(running)
        assert folder.stat().st_mode & 0o777 == 0o700

        async def come() -> None:
            async with AsyncExitStack() as stack:
                for _ in range(MANY):
                    seat = opened(running.url, "traditional", "Ann", free=1)[0]
                    client = Client(running.url, seat["code"], seat["token"])
                    await stack.enter_async_context(client)
                ended = asyncio.create_task(asyncio.to_thread(running.end))
                with pytest.raises(ConnectionClosed):
                    await client.until(lambda _: False)
                assert await ended == 0

        run(come())
        assert not folder.exists()
        assert running.complaints.read_text() == ""


def test_a_home_that_goes_moves_only_its_tables(tmp_path: Path) -> None:
    """All workers agree where a table is at home, and each is home to about as many."""
    names = ("one", "two", "three", "four")
    drawn = [codes.new_code() for _ in range(2000)]
    for name in (*names, ".half"):
        (tmp_path / name).touch()
    before = [Homes(str(tmp_path)).nearest(code) for code in drawn]
    assert all(sorted(homes) == sorted(names) for homes in before)
    assert all(350 < sum(homes[0] == name for homes in before) < 650 for name in names)
    (tmp_path / "two").unlink()
    after = [Homes(str(tmp_path)).nearest(code) for code in drawn]
    assert after == [[name for name in homes if name != "two"] for homes in before]
