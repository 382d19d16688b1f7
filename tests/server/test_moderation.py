"""What a host decides: tables that are closed for a reason, and names that are refused."""

import asyncio
import json
import os
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection

from fivedice.__main__ import run as command
from fivedice.core.rules import IllegalMove
from fivedice.server.storage import async_database, sqlite_file, table_rows
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.tables.policy import RefusedNames
from fivedice.table import log
from fivedice.table.log import Closed, PhraseSaid
from fivedice.table.terms import Terms
from tests.commands import complaint, printed
from tests.golden import make
from tests.server import clients
from tests.server.clients import Client, brought, get, opened, post
from tests.server.serving import Process, in_thread, unlimited
from tests.server.stored import check_mirror, kept, put, rooms
from tests.table.refusals import assert_sentence

TWO = Terms("junior", ("", ""), first=0)
WHY = "Choose other names."
TOLD = f"The host closed this table: {WHY}"


def closing(address: str, code: str, reason: str = WHY) -> tuple[str, ...]:
    return ("tables", "--database", address, "--close", code, "--reason", reason)


def test_a_table_is_closed_once_and_lists_say_why(database: Database, empty: str) -> None:
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


async def check_all_hear(address: str, code: str, here: Sequence[Client]) -> None:
    """Who is connected, and in the end every client has seen what is stored."""
    assert await asyncio.to_thread(command, [*closing(address, code)]) == 0
    await asyncio.gather(*map(hears, here))
    check_mirror(address, code, list(here))
    assert rooms(address, code)[-1].closed


async def test_players_and_spectators_hear_why_while_the_server_runs(server: Process) -> None:
    seats = opened(server.url, "junior", "Ann", "Ben", bots=2, clock=60)
    code = seats[0]["code"]
    async with AsyncExitStack() as stack:
        here = [
            await stack.enter_async_context(Client(server.url, code, token))
            for token in (seats[0]["token"], "")
        ]
        await check_all_hear(server.database, code, here)
    for token in (seats[0]["token"], seats[1]["token"], ""):
        async with Client(server.url, code, token) as client:
            assert (client.picture["closed"], client.picture["closed_told"]) == (True, TOLD)
    assert isinstance(log.entry(kept(server.database, code).entries[-1]), Closed)
    assert get(server.url, f"tables/{code}")["closed_told"] == TOLD
    mine: Any = clients.post(server.url, "mine", {"tokens": [[code, seats[0]["token"]]]})
    assert mine[0]["status"] == TOLD


LIST = """\ufeff# The list of the club
Mallory
  *troll*  # also in the middle of a name
Bad #1 fan
J*n D*e
Rude*
. *
!?
か
"""
REFUSED = """Mallory|mallory|MALLORY|Mа11оry|Troll|The Trollop|TR0LL king|Bad|Jon Doe|jan de|Ru.de|r u d e
|Rüde|R\u0332u\u0332d\u0332e\u20dd|-rúdé- Ann|!?"""
"""The second letter of the fourth is Cyrillic."""
ALLOWED = "Mallor|Mallory K|Rolltop|club|also in the middle of a name|Jon|*|#|R4de|Rue de|?!|が"


def written(file: Path, text: str) -> None:
    """Writes a list; a second one at once has another time, as on a slower clock."""
    before = file.stat().st_mtime_ns if file.exists() else 0
    file.write_text(text, encoding="utf-8")
    os.utime(file, ns=(before + 10**9, before + 10**9))


def refuses(names: RefusedNames, name: str) -> bool:
    try:
        names.check(name)
    except IllegalMove as refusal:
        assert_sentence(str(refusal))
        return True
    return False


def test_names_are_compared_as_they_look(tmp_path: Path) -> None:
    written(tmp_path / "names.txt", LIST)
    names = RefusedNames(str(tmp_path / "names.txt"))
    assert [name for name in REFUSED.replace("\n", "").split("|") if not refuses(names, name)] == []
    assert [name for name in ALLOWED.split("|") if refuses(names, name)] == []
    assert not refuses(RefusedNames(), "Mallory")


def test_a_pattern_of_many_stars_holds_nobody_up(tmp_path: Path) -> None:
    written(tmp_path / "names.txt", f"{'*a' * 19}*b\n")
    names = RefusedNames(str(tmp_path / "names.txt"))
    assert not refuses(names, "a" * 40)
    assert refuses(names, "a" * 39 + "b")


def test_a_list_that_changes_is_read_again(tmp_path: Path) -> None:
    written(file := tmp_path / "names.txt", "Mallory\n")
    names = RefusedNames(str(file))
    assert refuses(names, "Mallory")
    written(file, "Trudy\n")
    assert [refuses(names, name) for name in ("Mallory", "Trudy")] == [False, True]
    written(other := tmp_path / "other.txt", "Mallory\nTrudy\n")
    other.replace(file)
    assert [refuses(names, name) for name in ("Mallory", "Trudy")] == [True, True]


def test_a_list_that_cannot_be_read_any_more_stays_in_force(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    written(file := tmp_path / "names.txt", "Mallory\n")
    names = RefusedNames(str(file))
    assert refuses(names, "Mallory")
    text = file.read_bytes()
    file.unlink()
    for _ in range(2):
        assert [refuses(names, name) for name in ("Mallory", "Ann")] == [True, False]
    os.mkfifo(file)
    assert [refuses(names, name) for name in ("Mallory", "Ann")] == [True, False]
    file.unlink()
    file.write_bytes(b"\xff\xfe")
    assert refuses(names, "Mallory")
    begin = f"The list of refused names {file} cannot be read: "
    ends = ["no such file or directory.", "it is not a file.", "it is not UTF-8 text."]
    assert caplog.messages == [f"{begin}{end} The previous list stays in effect." for end in ends]
    file.write_bytes(text)
    assert refuses(names, "Mallory")
    file.unlink()
    assert refuses(names, "Mallory")
    assert caplog.messages[3:] == caplog.messages[:1]


def test_whoever_opens_sits_down_or_continues_is_refused_and_bots_are_not(tmp_path: Path) -> None:
    written(file := tmp_path / "names.txt", "Mallory\nPip\ngreedy\n")
    settings = unlimited(tmp_path, refused_names=str(file))
    record = (make.FOLDER / "junior-2seats.jsonl").read_bytes()
    with in_thread(settings) as url:
        (seat,) = opened(url, "junior", "Ann", bots=1, free=1)
        code = brought(url, record)
        sentence = "The host of this server refuses the name 'Mallory'; please choose another one."
        for path, body in (
            ("tables", {"game": "junior", "chairs": ["", ""]}),
            (f"tables/{seat['code']}/chairs", {}),
            (f"tables/{code}/try", {"number": 3, "seat": 0}),
        ):
            answer = httpx.post(f"{url}/api/{path}", json={**body, "name": "Mallory"})
            assert (answer.status_code, answer.json()) == (409, {"sentence": sentence})
            post(url, path, {**body, "name": "Ben"})
        written(file, "Ben\n")
        (alone,) = opened(url, "junior", "Mallory", free=1)
        answer = httpx.post(f"{url}/api/tables/{alone['code']}/chairs", json={"name": "Ben"})
        assert answer.status_code == 409
