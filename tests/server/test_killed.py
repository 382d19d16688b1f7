"""The server is killed in the middle of things and started again: nothing that anybody was told is lost."""

import asyncio
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import httpx
import pytest

from fivedice.deals import verify
from fivedice.notation import record
from tests import shared
from tests.patience import awaited
from tests.server import clients, own_cards
from tests.server.clients import Client, Message, play_on
from tests.server.serving import Process, process
from tests.server.stored import check_mirror, check_shown

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
    """Killed between a keep and the use of the dice, the same dice lie there, with throws left or none."""
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
    monkeypatch.delenv(shared.COMPILED)  # so that it is long: the server compiles for itself
    with process(tmp_path / "server", "--own-cards") as server, ThreadPoolExecutor(1) as beside:
        code = clients.opened(server.url, "card", "Ann", written=own_cards.CARD)[0]["code"]
        before = worked(server)
        asked = beside.submit(httpx.get, f"{server.url}/api/tables/{code}/spread", timeout=60)
        awaited(lambda: worked(server) > before + WORK)
        assert server.end() == 130
    answer = asked.result()
    assert (answer.status_code, answer.json()["sentence"][-1]) == (503, ".")


def worked(server: Process) -> float:
    """Seconds of processor time that the server has used."""
    spent = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")
