"""What a host decides: a table is closed for a reason, which all who look at it hear."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from fivedice.__main__ import run as command
from fivedice.server.storage import async_database, sqlite_file, table_rows
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.table import log
from fivedice.table.log import Closed, PhraseSaid
from fivedice.table.terms import Terms
from tests.commands import complaint, printed
from tests.server import clients
from tests.server.clients import Client, get, opened
from tests.server.serving import Process
from tests.server.stored import check_mirror, kept, put, rooms
from tests.server.test_workers import at_both

TWO = Terms("junior", ("", ""), first=0)
WHY = "Choose other names."
TOLD = f"The host closed this table: {WHY}"


def closing(address: str, code: str, reason: str = WHY) -> tuple[str, ...]:
    return ("tables", "--database", address, "--close", code, "--reason", reason)


def test_a_table_is_closed_once_and_lists_say_why(database: Database, empty: str) -> None:
    """With no server running, too; it is no longer open, and its last entry is the reason."""
    code = put(empty, TWO, ("Ann", "Ben"), ())[0]["code"]
    assert printed(*closing(empty, code)) == f"Table {code} is closed.\n"
    assert log.entry(kept(empty, code).entries[-1]) == Closed(WHY)
    assert database.run(table_rows.idle, 2**40) == ()
    listed = printed("tables", "--database", empty).splitlines()[0]
    assert listed.endswith(f"  Junior: Ann 0, Ben 0. {TOLD}")
    (one,) = json.loads(printed("tables", "--database", empty, "--json"))["tables"]
    assert (one["stage"], one["closed"], one["closed_told"]) == ("playing", True, TOLD)
    assert complaint(*closing(empty, code, "Twice.")) == "This table is closed."
    assert log.entry(kept(empty, code).entries[-1]) == Closed(WHY)


def test_a_table_that_cannot_be_closed_is_one_sentence(empty: str, server: Process) -> None:
    """Where there is none, where the match is over, and for a reason that nobody could read."""
    (seat,) = put(empty, TWO, ("Ann",), ())[:1]
    assert complaint(*closing(empty, "ZZZZZZ")) == "There is no table ZZZZZZ."
    told = complaint(*closing(empty, seat["code"], "a\x1b[2J"))
    assert told == "The reason contains unprintable characters."
    for alone in (["--close", seat["code"]], ["--reason", WHY]):
        told = complaint("tables", "--database", empty, *alone)
        assert told == "--close CODE and --reason TEXT must be used together."
    assert not rooms(empty, seat["code"])[-1].closed
    code = clients.over(server.url, "Ann")[0]["code"]
    told = complaint(*closing(server.database, code))
    assert told.endswith(f"table {code} is over; there is nothing to close.")


def test_a_move_that_is_faster_is_kept_before_the_table_is_closed(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, appends = put(empty, TWO, ("Ann", "Ben"), ())[0]["code"], list[int]()
    append, other = table_rows.append, Database(empty)

    def late(connection: Connection, given: Sequence[Append]) -> None:
        if not appends:
            other.run(append, [Append(code, given[0].number, [log.text(PhraseSaid(0, 0))])])
        appends.append(given[0].number)
        append(connection, given)

    monkeypatch.setattr(table_rows, "append", late)
    assert command([*closing(empty, code)]) == 0
    assert appends == [3, 4]
    assert [log.entry(text) for text in kept(empty, code).entries[-2:]] == [PhraseSaid(0, 0), Closed(WHY)]
    with pytest.raises(Conflict):
        other.run(append, [Append(code, 4, [log.text(PhraseSaid(1, 0))])])
    other.close()


async def test_a_server_of_sqlite_notices_what_others_write_and_not_what_it_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a number that SQLite counts for each connection."""
    monkeypatch.setattr(async_database, "WATCH", 0.0)
    address = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    ours, others = AsyncDatabase(Database(address)), Database(address)
    looks, calls = list[int](), list[int]()
    version = sqlite_file.data_version
    monkeypatch.setattr(sqlite_file, "data_version", lambda it: (looks.append(1), version(it))[1])

    async def changed() -> None:
        calls.append(1)

    async def two_more_looks() -> None:
        before = len(looks)
        while len(looks) < before + 2:
            await asyncio.sleep(0)

    watching = asyncio.create_task(ours.watch(changed))
    await two_more_looks()
    await ours.ask(table_rows.open_table, "{}", Append("ABCDEF", 0, ["one"]))
    await two_more_looks()
    assert calls == []
    others.run(table_rows.append, [Append("ABCDEF", 1, ["two"])])
    await two_more_looks()
    watching.cancel()
    assert calls == [1]
    others.close()
    ours.close()


async def hears(client: Client) -> None:
    """The reason, as an entry and in the picture; from then on nobody is asked, and no move is taken."""
    told = await client.until(lambda message: message.get("entry", {}).get("entry") == "closed")
    assert told["told"] == [TOLD]
    assert told["entry"] == {"entry": "closed", "reason": WHY}
    assert (client.picture["closed_told"], client.picture["awaits"]["asked"]) == (TOLD, [])
    assert (told["left"], client.you["asked"]) == (None, "")
    if client.token:
        await client.say("throw")
        assert (await client.refusal())["sentence"] == "This table is closed."


async def all_hear(address: str, code: str, here: Sequence[Client]) -> None:
    """Who is connected, and in the end every client has seen what is stored."""
    assert await asyncio.to_thread(command, [*closing(address, code)]) == 0
    await asyncio.gather(*map(hears, here))
    check_mirror(address, code, list(here))
    assert rooms(address, code)[-1].closed


async def test_players_and_spectators_hear_why_while_the_server_runs(server: Process) -> None:
    """Of SQLite; bots play no more, a summary says why, and who comes later or comes back sees it."""
    seats = opened(server.url, "junior", "Ann", "Ben", bots=2, clock=60)
    code = seats[0]["code"]
    async with AsyncExitStack() as stack:
        here = [
            await stack.enter_async_context(Client(server.url, code, token))
            for token in (seats[0]["token"], "")
        ]
        await all_hear(server.database, code, here)
    for token in (seats[0]["token"], seats[1]["token"], ""):
        async with Client(server.url, code, token) as client:
            assert (client.picture["closed"], client.picture["closed_told"]) == (True, TOLD)
    assert isinstance(log.entry(kept(server.database, code).entries[-1]), Closed)
    assert get(server.url, f"tables/{code}")["closed_told"] == TOLD
    mine: Any = clients.post(server.url, "mine", {"tokens": [[code, seats[0]["token"]]]})
    assert mine[0]["status"] == TOLD


async def test_all_workers_hear_why(workers: Process) -> None:
    """Of PostgreSQL, by the notice that each entry sends."""
    seats = opened(workers.url, "junior", "Ann", "Ben")
    async with AsyncExitStack() as stack:
        ann, ben, *_ = await at_both(stack, workers, seats)
        await all_hear(workers.database, seats[0]["code"], [ann, ben])
