"""Matches go on when a server, its database or the disk fails, and nothing that was told is lost."""

import asyncio
import os
import resource
import signal
import sqlite3
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.frames import CloseCode

from fivedice.deals import verify
from fivedice.folders import COMPILED_VARIABLE
from fivedice.notation import record
from tests.patience import PATIENCE, awaited
from tests.server import clients, own_cards, postgres
from tests.server.clients import Client, Message, opened, play_on
from tests.server.descriptors import connections
from tests.server.postgres import database
from tests.server.proxies import several
from tests.server.serving import Process, process
from tests.server.stored import check_mirror, check_shown, kept
from tests.server.test_failing import SENTENCE, TABLE
from tests.server.test_workers import at_both, pids_of

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


@contextmanager
def two_servers(folder: Path, address: str) -> Iterator[list[Process]]:
    """Two servers over one database, as the host's guide starts them behind a proxy."""
    options = ("--database", address, "--behind-proxy")
    with process(folder / "one", *options) as one, process(folder / "other", *options) as other:
        yield [one, other]


@pytest.mark.proof
async def test_a_match_goes_on_at_the_other_server(postgres_server: str, tmp_path: Path) -> None:
    """nginx leads both players to one server. When it is killed they come to the other; nothing is lost."""
    with (
        database(postgres_server, "several") as address,
        two_servers(tmp_path, address) as servers,
        several([server.port for server in servers], tmp_path / "nginx") as url,
    ):
        seats = opened(url, "traditional", "Ann", "Ben")
        code = seats[0]["code"]

        def theirs() -> list[Process]:
            return [one for one in servers if connections(one.process.pid, one.port) == len(seats)]

        async def kill_its_server() -> None:
            while len(kept(address, code).entries) < SOME or not theirs():
                await asyncio.sleep(0.02)
            theirs()[0].kill()

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


@pytest.fixture
def primary() -> Iterator[postgres.Server]:
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
    with postgres.place() as standby:
        standby.copy(primary)
        either = postgres.either(primary, standby)
        with process(tmp_path / "server", "--database", either) as server:

            async def fail_over() -> None:
                await asyncio.to_thread(primary.stop, signal.SIGQUIT)
                await outage(server, "The database failed")
                await asyncio.to_thread(standby.ask, "SELECT pg_promote()")

            assert refusals(await under_load(server.url, standby.url, fail_over())) <= {SENTENCE}


@pytest.mark.proof
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


KILLS = 2
GRACEFUL = 2
"""Seconds in which connections are to end by themselves."""
WORK = 1.0
"""Seconds of processor time; an answer whose code is compiled first takes ten."""


@pytest.mark.proof
async def test_a_match_outlives_its_server(own_server: Process) -> None:
    """Killed at random moments: all come back by their tokens, the match ends, what was told holds, and all
    throws are those of one deal.
    """
    seats = clients.opened(own_server.url, "challenge", "Ann", "Ben", contribution="a1" * 16)
    code, chance = seats[0]["code"], Random(4)

    async def kill_again_and_again() -> None:
        for _ in range(KILLS):
            await asyncio.sleep(0.2 + chance.random() / 2)
            await asyncio.to_thread(own_server.kill)
            await asyncio.to_thread(own_server.start)

    async with asyncio.TaskGroup() as together:
        played = together.create_task(play_on(own_server.url, seats, 8))
        together.create_task(kill_again_and_again())
    check_mirror(own_server.database, code, played.result())
    check_shown(own_server.database, code, played.result())
    text = httpx.get(f"{own_server.url}/api/tables/{code}/record").content
    assert verify.check(record.replay(text)).verdict == "verified"


async def test_turns_go_on_where_they_stood(own_server: Process) -> None:
    url = own_server.url
    tables = [clients.opened(url, "traditional", "Ann", "Ben")[0] for _ in range(2)]
    first, second = clients.opened(url, "challenge", "Ann", "Ben")
    anns = [Client(url, seat["code"], seat["token"]) for seat in tables]
    ann, ben = (Client(url, seat["code"], seat["token"]) for seat in (first, second))
    for person, moment in zip(anns, ("keep", "use"), strict=True):
        async with person:
            await _throws(person)
            while person.you["asked"] != moment or person.picture["turn"]["step"] == 1:
                await _keep_one(person)
    before = [(person.picture, person.you) for person in anns]
    async with ann:
        await _throws(ann)
        await ann.say("keep", dice=ann.picture["turn"]["hands"]["0"][:2])
        await ann.until(lambda _: ann.you["decided"] is not None)
        await asyncio.to_thread(own_server.kill)
    await asyncio.to_thread(own_server.start)
    for person, stood in zip(anns, before, strict=True):
        async with person:
            assert (person.picture, person.you) == stood
            await person.say("use", use=person.you["uses"][0]["name"])
            await person.until(partial(_waits_for_ben, person))
    async with ann, ben:
        assert ann.you["decided"]["keep"]
        assert ann.you["asked"] == ""
        assert ben.picture["turn"]["decided"] == [0]
        assert ben.you["decided"] is None
        await ben.say("keep", dice="")
        await ben.until(lambda _: "keeps" in " ".join(ben.heard[-1]["told"]))


def _waits_for_ben(person: Client, _: Message) -> bool:
    return bool(person.picture["awaits"]["seats"] == [1])


async def _throws(ann: Client) -> None:
    await ann.say("throw")
    await ann.until(lambda _: ann.you["asked"] == "keep")


async def _keep_one(ann: Client) -> None:
    await ann.say("keep", dice=ann.picture["turn"]["hands"]["0"][:1])
    number = ann.picture["number"]
    await ann.until(lambda _: ann.picture["number"] >= number + 2)


@pytest.mark.proof
async def test_a_move_that_waits_for_the_database_is_kept_before_it_ends(own_server: Process) -> None:
    """Ctrl+C while somebody else has the database for longer than connections have to end: no traceback."""
    seat = clients.opened(own_server.url, "traditional", "Ann", "Ben")[0]
    file = own_server.database.removeprefix("sqlite:///")
    async with Client(own_server.url, seat["code"], seat["token"]) as ann:
        await ann.until(lambda _: ann.you["asked"] == "throw")
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await ann.say("throw")
            ending = asyncio.create_task(asyncio.to_thread(own_server.end))
            await asyncio.sleep(GRACEFUL + 1)
            assert not ending.done()
            other.execute("ROLLBACK")
        assert await ending == 130
    assert "Traceback" not in own_server.complaints.read_text()
    with closing(sqlite3.connect(file)) as kept:
        (thrown,) = kept.execute(
            "SELECT count(*) FROM fivedice_entries WHERE code = ? AND entry LIKE '%throw%'", (seat["code"],)
        ).fetchone()
    assert thrown == 1


@pytest.mark.proof
def test_who_waits_for_an_answer_is_told_that_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C while something long is worked out: whoever asked gets a sentence, the log no traceback."""
    monkeypatch.delenv(COMPILED_VARIABLE, raising=False)  # so that it is long: the server compiles for itself
    with process(tmp_path / "server", "--own-cards") as server, ThreadPoolExecutor(1) as beside:
        code = clients.opened(server.url, "card", "Ann", written=own_cards.CARD)[0]["code"]
        before = worked(server)
        asked = beside.submit(httpx.get, f"{server.url}/api/tables/{code}/spread", timeout=60)
        awaited(lambda: worked(server) > before + WORK)
        assert server.end() == 130
    answer = asked.result()
    assert (answer.status_code, answer.json()["sentence"][-1]) == (503, ".")


def worked(server: Process) -> float:
    spent = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")
