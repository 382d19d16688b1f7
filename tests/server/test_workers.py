"""Two workers over one PostgreSQL serve one table together, and either may die."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest
from websockets.frames import CloseCode

from fivedice.server import supervisor
from fivedice.server.tables.presence import ANSWER
from tests.patience import awaited
from tests.server import clients
from tests.server.clients import Client, Message, get, opened, play_on
from tests.server.descriptors import opened_by
from tests.server.serving import Process
from tests.server.stored import check_mirror
from tests.server.test_absent import is_entry
from tests.server.test_moderation import check_all_hear

GRACE = 1
"""Seconds that these workers wait for a person."""
ATTEMPTS = 300
KILLED = supervisor.ENDED % "signal 9"


def worker_of(server: Process, client: Client) -> int:
    """The process that has the other end of a connection (as Linux tells it)."""
    port = client.socket.local_address[1]
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ends = {(int(row[1][-4:], 16), int(row[2][-4:], 16)): row[9] for row in rows}
    wanted = f"socket:[{ends[server.port, port]}]"
    return next(pid for pid in children(server.process.pid) if wanted in opened_by(pid))


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


async def at_another(
    stack: AsyncExitStack, server: Process, seat: Message, taken: set[int]
) -> tuple[Client, int]:
    """A client of this seat whose connection has come to a worker that is not taken."""
    for _ in range(ATTEMPTS):
        client = await stack.enter_async_context(Client(server.url, seat["code"], seat["token"]))
        worker = worker_of(server, client)
        if worker not in taken:
            return client, worker
        await client.socket.close()
        await asyncio.sleep(0.1)  # a worker may just be starting
    raise AssertionError("all connections come to one worker")


async def at_both(
    stack: AsyncExitStack, server: Process, seats: list[Message]
) -> tuple[Client, Client, int, int]:
    """The first two seats, each at a worker of its own."""
    ann, one = await at_another(stack, server, seats[0], set())
    ben, other = await at_another(stack, server, seats[1], {one})
    return ann, ben, one, other


async def test_of_several_moves_one_wins_and_the_others_are_stale(workers: Process) -> None:
    """Two connections at each worker answer every question of a match: one counts, three are told `stale`."""
    (seat,) = opened(workers.url, "junior", "Ann")
    async with AsyncExitStack() as stack:
        one, first = await at_another(stack, workers, seat, set())
        other, second = await at_another(stack, workers, seat, {first})
        third, _ = await at_another(stack, workers, seat, {second})
        fourth, _ = await at_another(stack, workers, seat, {first})
        racing = (one, other, third, fourth)
        while not clients.is_over(one.picture):
            move = clients.chosen(one.picture, one.you, Random(one.picture["number"]))
            told = await asyncio.gather(*(_told(client, move) for client in racing))
            assert sorted(told) == [[], ["stale"], ["stale"], ["stale"]]
            newest = max(client.picture["number"] for client in racing)
            await asyncio.gather(*(_reach(client, newest) for client in racing))
        check_mirror(workers.database, seat["code"], [*racing])


NO_SUCH = 1_000_000
"""An entry that nobody has seen: who names it is refused, after all that was sent before is done with."""


async def _told(client: Client, move: Message) -> list[str]:
    await client.send(move)
    await client.send({"type": "throw", "after": NO_SUCH})
    refusals = list[Message]()
    while not refusals or str(NO_SUCH) not in refusals[-1]["sentence"]:
        refusals.append(await client.refusal())
    return ["stale" if refused["stale"] else refused["sentence"] for refused in refusals[:-1]]


async def _reach(client: Client, number: int) -> None:
    while client.picture["number"] < number:
        await client.next()


async def test_a_worker_dies_and_its_tables_go_on(workers: Process) -> None:
    tables = [opened(workers.url, "junior", "Ann", "Ben", bots=number % 2) for number in range(4)]
    tables.append(opened(workers.url, "traditional", "Ann", "Ben"))
    before = workers.complaints.read_text().count(KILLED)

    async def kill_one() -> None:
        await asyncio.sleep(0.5)
        os.kill(pids_of(workers)[0], signal.SIGKILL)

    playing = [play_on(workers.url, seats, number) for number, seats in enumerate(tables)]
    played, _ = await asyncio.gather(asyncio.gather(*playing), kill_one())
    for seats, shown in zip(tables, played, strict=True):
        check_mirror(workers.database, seats[0]["code"], shown)
    awaited(lambda: workers.complaints.read_text().count(KILLED) > before)


@pytest.mark.proof
def test_no_worker_outlives_the_process_above_it(workers: Process) -> None:
    """After a kill of that one alone the server starts again, on its port and with its tables."""
    before = len(workers.complaints.read_text().splitlines())
    code = opened(workers.url, "junior", "Ann")[0]["code"]
    workers.kill_main()
    assert workers.complaints.read_text().splitlines()[before:] == 2 * [supervisor.GONE]
    workers.start()
    assert get(workers.url, f"tables/{code}")["code"] == code


async def test_the_server_ends_in_order(workers: Process) -> None:
    """Clients at every worker are told that it ends, the command ends well, and nothing is logged."""
    before = workers.complaints.read_text()
    seats = opened(workers.url, "traditional", "Ann", "Ben")
    async with AsyncExitStack() as stack:
        ann, ben, *_ = await at_both(stack, workers, seats)
        ended = asyncio.create_task(asyncio.to_thread(workers.end))
        for client in (ann, ben):
            assert await client.end() == CloseCode.SERVICE_RESTART
        assert await ended == 0
    assert workers.complaints.read_text() == before


def pids_of(server: Process) -> list[int]:
    those = children(server.process.pid)
    return [pid for pid in those if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]


@pytest.mark.proof
async def test_who_sits_at_another_worker_is_here(workers: Process) -> None:
    seats = opened(workers.url, "traditional", "Ann", "Ben")
    async with AsyncExitStack() as stack:
        ann, ben, *_ = await at_both(stack, workers, seats)
        await asyncio.sleep(GRACE + 2 * ANSWER)
        await ann.say("throw")
        await ben.until(lambda _: ben.picture["awaits"]["kind"] == "keep")
        assert not any(is_entry("left")(message) for message in ben.heard)


@pytest.mark.proof
async def test_the_clock_runs_at_all_workers_alike(workers: Process) -> None:
    seats = opened(workers.url, "traditional", "Ann", "Ben", free=1, clock=1)
    async with AsyncExitStack() as stack:
        ann, ben, *_ = await at_both(stack, workers, seats)
        await asyncio.to_thread(clients.start, workers.url, seats[0])
        await ben.until(is_entry("left"))
        await ben.asked()
        assert ann.picture["number"] <= ben.picture["number"]
        assert not any(is_entry("back")(message) for message in ben.heard)


@pytest.mark.proof
@pytest.mark.parametrize("stays", [0, 1])
async def test_who_dies_with_a_worker_is_missed(stays: int, workers: Process) -> None:
    """A person whose worker died and who does not come back is waited for no longer than another."""
    seats = opened(workers.url, "traditional", "Ann", "Ben")
    async with AsyncExitStack() as stack:
        *both, one, other = await at_both(stack, workers, seats)
        os.kill((other, one)[stays], signal.SIGKILL)
        await both[stays].until(is_entry("left"))
        assert not any(is_entry("back")(message) for message in both[stays].heard)


async def test_all_workers_hear_why_a_table_is_closed(workers: Process) -> None:
    seats = opened(workers.url, "junior", "Ann", "Ben")
    async with AsyncExitStack() as stack:
        ann, ben, *_ = await at_both(stack, workers, seats)
        await check_all_hear(workers.database, seats[0]["code"], [ann, ben])
