"""Matches go on when a server, its database or the disk fails for a while, and nothing stored is lost."""

import asyncio
import os
import resource
import signal
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.frames import CloseCode

from tests.server import postgres
from tests.server.clients import Client, Message, opened, play_on
from tests.server.descriptors import connections
from tests.server.postgres import database
from tests.server.proxies import several
from tests.server.serving import PATIENCE, Process, process
from tests.server.stored import check_mirror, kept
from tests.server.test_failing import SENTENCE, TABLE
from tests.server.test_workers import at_both, pids_of

BOTH = 2
"""Players of a table."""
SOME = 20
"""Entries after which a match is well under way."""
PAGE = 4096
"""Bytes that are left for the server's log, and are too few for SQLite's."""


async def under_load(url: str, address: str, event: Coroutine[None, None, None]) -> list[Client]:
    """Two matches are under way when something happens, and others follow while it does.

    Everybody sees each of them end as it is stored.
    """
    tables = {game: await _opened(url, game) for game in ("traditional", "junior")}
    for seats in tables.values():
        await play_on(url, seats, SOME, lambda picture: picture["number"] >= SOME)
    happening = asyncio.create_task(event)
    played = await asyncio.gather(*(_matches(url, address, *table, happening) for table in tables.items()))
    await happening
    return [client for clients in played for client in clients]


async def _matches(
    url: str, address: str, game: str, seats: list[Message], happening: asyncio.Task[None]
) -> list[Client]:
    seen = await _ended(url, address, seats)
    while not happening.done():
        seen += await _ended(url, address, await _opened(url, game))
    return seen


async def _ended(url: str, address: str, seats: list[Message]) -> list[Client]:
    """Plays a match to its end."""
    clients = await play_on(url, seats, SOME)
    check_mirror(address, seats[0]["code"], clients)
    return clients


async def _opened(url: str, game: str) -> list[Message]:
    """A new table, as soon as one can be opened."""
    while True:
        with suppress(AssertionError, httpx.TransportError):  # a worker that ends drops new connections
            return await asyncio.to_thread(opened, url, game, "Ann", "Ben", bots=1)
        await asyncio.sleep(0.1)


def refusals(clients: list[Client]) -> set[str]:
    """Why moves were refused, but for those that came too late."""
    messages = (message for client in clients for message in client.heard if message["type"] == "refused")
    return {message["sentence"] for message in messages if not message.get("stale")}


async def outage(server: Process, why: str) -> None:
    """Returns when players are told that the database fails, which the log explains."""
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=PATIENCE) as player:
        while (answer := await player.post(f"{server.url}/api/tables", json=TABLE)).is_success:
            await asyncio.sleep(0.05)
    assert (answer.status_code, answer.json()) == (503, {"sentence": SENTENCE})
    assert why in server.complaints.read_text()


# --- A server fails -----------------------------------------------------------------------------------------


@contextmanager
def two_servers(folder: Path, address: str) -> Iterator[list[Process]]:
    """Two servers over one database, as the host's guide starts them behind a proxy."""
    options = ("--database", address, "--behind-proxy")
    with process(folder / "one", *options) as one, process(folder / "other", *options) as other:
        yield [one, other]


async def server_of(servers: list[Process], clients: int) -> Process:
    """The server that this many clients are connected to."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for server in servers:
                if connections(server.process.pid, server.port) == clients:
                    return server
            await asyncio.sleep(0.02)


async def test_a_match_goes_on_at_the_other_server(postgres_server: str, tmp_path: Path) -> None:
    """nginx leads both players to one server. When it is killed they come to the other; nothing is lost."""
    with (
        database(postgres_server, "several") as address,
        two_servers(tmp_path, address) as servers,
        several([server.port for server in servers], tmp_path / "nginx") as url,
    ):
        seats = opened(url, "traditional", "Ann", "Ben")
        code = seats[0]["code"]

        async def kill_its_server() -> None:
            server = await server_of(servers, BOTH)
            while len(kept(address, code).entries) < SOME:
                await asyncio.sleep(0.02)
            server.kill()

        clients, _ = await asyncio.gather(play_on(url, seats, 1), kill_its_server())
        check_mirror(address, code, clients)
        assert [sum(told["type"] == "table" for told in one.heard) for one in clients] == [2, 2]


@pytest.mark.proof
async def test_a_rolling_restart_loses_nothing(workers: Process) -> None:
    """By SIGHUP while matches are played: whoever is cut off comes back and misses nothing."""
    seats = opened(workers.url, "traditional", "Ann", "Ben")
    before = set(pids_of(workers))

    async def restart() -> None:
        async with AsyncExitStack() as stack:
            ann, ben, *_ = await at_both(stack, workers, seats)
            os.kill(workers.process.pid, signal.SIGHUP)
            for client in (ann, ben):
                assert await client.end() == CloseCode.SERVICE_RESTART
        async with asyncio.timeout(PATIENCE):
            while before & set(pids_of(workers)):
                await asyncio.sleep(0.05)
        await _ended(workers.url, workers.database, seats)

    assert refusals(await under_load(workers.url, workers.database, restart())) == set()


# --- The database fails -------------------------------------------------------------------------------------


@pytest.fixture
def primary() -> Iterator[postgres.Server]:
    """A PostgreSQL server that a test may end."""
    with postgres.running() as server:
        yield server


@pytest.mark.proof
async def test_postgresql_restarts(primary: postgres.Server, tmp_path: Path) -> None:
    """It crashes under load: moves are refused in a sentence until it is back, and all matches end."""
    with process(tmp_path / "server", "--database", primary.url, "--workers", "2") as server:

        async def restart() -> None:
            await asyncio.to_thread(primary.stop, signal.SIGQUIT)
            await outage(server, "The database failed")
            await asyncio.to_thread(primary.start)

        assert refusals(await under_load(server.url, primary.url, restart())) <= {SENTENCE}


@pytest.mark.proof
async def test_a_standby_takes_over(primary: postgres.Server, tmp_path: Path) -> None:
    """The server finds the standby when it is promoted; it has all that players were told."""
    with postgres.place() as standby:
        standby.copy(primary)
        either = postgres.either(primary, standby)
        with process(tmp_path / "server", "--database", either) as server:

            async def fail_over() -> None:
                await asyncio.to_thread(primary.stop, signal.SIGQUIT)
                await outage(server, "The database failed")
                await asyncio.to_thread(standby.ask, "SELECT pg_promote()")

            assert refusals(await under_load(server.url, standby.url, fail_over())) <= {SENTENCE}


async def test_postgresql_is_read_only_for_a_while(primary: postgres.Server, tmp_path: Path) -> None:
    """As it may be set when its disk is nearly full: moves are refused in a sentence until it is not."""
    with process(tmp_path / "server", "--database", primary.url) as server:

        async def stop_writing() -> None:
            primary.set("default_transaction_read_only", "on")
            await outage(server, "read-only transaction")
            primary.set("default_transaction_read_only", "off")

        assert refusals(await under_load(server.url, primary.url, stop_writing())) <= {SENTENCE}


@pytest.mark.proof
async def test_the_disk_of_a_file_is_full_for_a_while(own_server: Process) -> None:
    pid, log = own_server.process.pid, Path(own_server.database.removeprefix("sqlite:///") + "-wal")

    async def fill() -> None:
        limit, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (log.stat().st_size + PAGE, hard))
        try:
            await outage(own_server, "disk I/O error")
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (limit, hard))

    assert refusals(await under_load(own_server.url, own_server.database, fill())) <= {SENTENCE}
