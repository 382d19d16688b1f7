"""Tables and players on the command line: what a host lists and decides, and who one is in a terminal."""

import json
import stat
import sys
import time
from contextlib import closing
from io import StringIO
from pathlib import Path

import httpx
import psycopg
import pytest
from sqlalchemy import create_engine, inspect

from fivedice.__main__ import run
from fivedice.runtime import identity, server_client, store
from fivedice.runtime.identity import COOKIE
from fivedice.server.storage import sqlite_file, table_rows
from fivedice.server.storage.database import Database
from fivedice.terminal import asking
from tests.cli.test_stats import documented
from tests.commands import complaint, printed, refused
from tests.server import clients
from tests.server.clients import opened
from tests.server.postgres import USER
from tests.server.postgres import database as database_of
from tests.server.serving import Process
from tests.server.test_players import Device, found_in, held, keeps, sat_down

DENIED = "The database failed: permission denied for"


def some_tables(own_server: Process) -> dict[str, str]:
    """The codes of a match that is over, one that goes on and one that waits for players."""
    return {
        "over": clients.over(own_server.url, "Ann", "Ben")[0]["code"],
        "goes on": clients.opened(own_server.url, "piecepack", "Cid", "Dee")[0]["code"],
        "waits": clients.opened(own_server.url, "traditional", "Eve", free=1)[0]["code"],
    }


def check_list(own_server: Process, played: dict[str, str]) -> None:
    """The oldest first: since when, the game, who sits there, and how it stands."""
    command = ("tables", "--database", own_server.database)
    over, on, waits, last = printed(*command).splitlines()
    assert over.startswith(played["over"])
    assert "  Junior: Ann " in over
    assert over.endswith(". Over.")
    assert on.startswith(played["goes on"])
    assert on.endswith("  Piecepack: Cid 0, Dee 0. In progress.")
    assert waits.startswith(played["waits"])
    assert waits.endswith("  Traditional: Eve, nobody. Waiting for players.")
    listed = json.loads(printed(*command, "--json"))
    assert set(listed) == {"fivedice_tables", "tables"}
    for one, stage in zip(listed["tables"], ("over", "playing", "gathering"), strict=True):
        assert set(one) == documented("tables")
        assert (one["stage"], one["damaged"]) == (stage, False)
    assert [seat["name"] for seat in listed["tables"][0]["seats"]] == ["Ann", "Ben"]
    assert last == "3 tables in total."


def check_records(own_server: Process, played: dict[str, str], folder: Path) -> None:
    """They hold; of a match that goes on nothing is told. The second time only what is new is written."""
    command = ("tables", "--database", own_server.database, "--records", str(folder))
    printed(*command)
    (file,) = folder.iterdir()
    assert file.name == f"fivedice-{played['over']}.jsonl"
    printed("verify", str(file))
    code = clients.brought(own_server.url, file.read_bytes())
    told = printed(*command).splitlines()[-1]
    assert told == f"1 record written to {folder}; already there: 1."
    assert (folder / f"fivedice-{code}.jsonl").read_bytes() == file.read_bytes()


def check_removal(own_server: Process, played: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked about first; nothing of it is left, and nothing else is touched."""
    monkeypatch.setattr(sqlite_file, "LOCK_PATIENCE", 0.0)
    command = ("tables", "--database", own_server.database)
    removal = (*command, "--remove", played["over"])
    assert "in use by another fivedice server" in complaint(*removal)
    own_server.end()
    told = complaint(*command, "--remove", "ZZZZZZ", "--remove", played["over"])
    assert told == "There is no table ZZZZZZ; nothing was removed."
    for answer, code, left in (("no", 2, 4), ("yes", 0, 3)):
        monkeypatch.setattr(sys, "stdin", StringIO(f"{answer}\n"))
        assert run([*removal]) == code
        assert printed(*command).splitlines()[-1] == f"{left} tables in total."
    with closing(Database(own_server.database)) as left_there:
        assert left_there.run(table_rows.load, played["over"]) is None
        assert left_there.run(table_rows.since, played["over"], -1) == ()
        assert left_there.run(table_rows.summaries, [played["over"]]) == {}


def test_tables_are_listed_written_out_and_removed(
    own_server: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = some_tables(own_server)
    check_list(own_server, played)
    check_records(own_server, played, tmp_path / "out")
    check_removal(own_server, played, monkeypatch)


def test_where_nothing_is_kept_nothing_is_made(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    told = complaint("tables", "--database", f"sqlite:///{file}")
    assert told == f"No tables are saved yet in {file}."
    assert not file.exists()


def test_in_an_empty_database_nothing_is_made(empty: str) -> None:
    if empty.startswith("sqlite"):
        Path(empty.removeprefix("sqlite:///")).touch()
    sentence = "There are no tables yet: no server has been started with this database."
    assert complaint("tables", "--database", empty) == sentence
    assert _names(empty) == []
    if empty.startswith("sqlite"):
        assert Path(empty.removeprefix("sqlite:///")).stat().st_size == 0


@pytest.mark.parametrize("row", ["", "INSERT INTO fivedice_schema VALUES (99)"], ids=["no row", "two rows"])
def test_a_database_that_does_not_say_its_version_is_one_sentence(
    row: str, database: Database, empty: str
) -> None:
    """Half put back, as it may be after an accident: neither listed nor served, and left as it is."""
    database.run(lambda it: it.exec_driver_sql(row or "DELETE FROM fivedice_schema"))
    for command in ("tables", "serve"):
        told = "lacks its version or some of its tables; `fivedice doctor` shows what can be recovered."
        assert complaint(command, "--database", empty).endswith(told)


def test_a_role_that_may_only_read_lists_tables_and_cannot_serve(postgres_server: str) -> None:
    with database_of(postgres_server, f"r{time.monotonic_ns()}") as address:
        Database(address).close()
        reader = address.replace(f"{USER}@", "reader@")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE ROLE reader LOGIN")
            connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
        assert printed("tables", "--database", reader) == "No tables are saved yet.\n"
        told = complaint("serve", "--port", "0", "--database", reader)
        assert told.partition(" table ")[0] == DENIED


def _names(url: str) -> list[str]:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    found = inspect(engine).get_table_names()
    engine.dispose()
    return found


def host(server: Process, *words: str) -> str:
    return printed("players", "--database", server.database, *words)


def test_a_host_lists_players(server: Process) -> None:
    device, _ = sat_down(server.url, "Annegret")
    player = device.player["id"]
    lines = host(server).splitlines()
    (line,) = [line for line in lines if line.startswith(player)]
    assert line.endswith("  Annegret: 1 seat.")
    assert lines[-1].endswith(" in total.")
    told = json.loads(host(server, "--json"))
    assert set(told) == {"fivedice_players", "players"}
    (one,) = [one for one in told["players"] if one["id"] == player]
    assert set(one) == documented("players")
    assert device.cookies[COOKIE] not in str(told)


def test_a_barred_player_takes_no_seat(server: Process) -> None:
    device, seat = sat_down(server.url)
    player = device.player["id"]
    code = opened(server.url, "junior", "Ben", free=1)[0]["code"]
    told = host(server, "--bar", player, "--reason", "Please be kind.")
    assert told == f"The player {player} is barred.\n"
    for path, body in (
        ("tables", {"game": "junior", "chairs": ["", ""], "name": "Ann"}),
        (f"tables/{code}/chairs", {"name": "Ann"}),
        (f"tables/{code}/again", {"token": "x"}),
        (f"tables/{code}/try", {"number": 0, "seat": 0, "name": "Ann"}),
    ):
        refused = httpx.post(f"{server.url}/api/{path}", json=body, cookies=device.cookies)
        assert refused.status_code == 403
        assert refused.json() == {"sentence": "The host has barred you from new matches: Please be kind."}
    assert device.player["barred"] == "Please be kind."
    assert held(device) == [seat["token"]]
    host(server, "--unbar", player)
    opens = {"game": "junior", "chairs": ["", ""], "name": "Ann"}
    assert httpx.post(f"{server.url}/api/tables", json=opens, cookies=device.cookies).status_code == 201


def test_a_host_removes_a_player(own_server: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = opened(own_server.url, "junior", "Zacharias", "Ben")
    waiting = opened(own_server.url, "junior", "Zacharias", "Ben", free=1)[0]
    device = Device(own_server.url)
    player = keeps(device, seats[0], waiting)["id"]
    own_server.end()
    monkeypatch.setattr("builtins.input", lambda _: "no")
    refused("players", "--database", own_server.database, "--remove", player)
    assert found_in(own_server.database, "Zacharias")
    monkeypatch.setattr("builtins.input", lambda _: "yes")
    assert host(own_server, "--remove", player).endswith(f"The player {player} was removed.\n")
    assert found_in(own_server.database, "Zacharias", player) == []
    own_server.start()
    table = httpx.get(f"{own_server.url}/api/tables/{seats[0]['code']}").json()
    assert [(chair["name"], chair["away"]) for chair in table["chairs"]] == [
        ("someone", True),
        ("Ben", False),
    ]
    assert device.player is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bar", "nobody", "--reason", "Why."], "There is no player nobody."),
        (["--unbar", "nobody"], "There is no player nobody."),
        (["--remove", "nobody"], "There is no player nobody."),
        (["--bar", "nobody"], "--bar ID and --reason TEXT must be used together."),
        (["--unbar", "x", "--json"], "--json, --bar, --unbar and --remove cannot be combined."),
        (["--bar", "x", "--reason", "\x1b[2J"], "The reason contains unprintable characters."),
    ],
)
def test_a_host_is_refused_in_a_sentence(words: list[str], sentence: str, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    from fivedice.server.storage.database import Database

    Database(address).close()
    assert refused("players", "--database", address, *words) == f"fivedice: {sentence}\n"


def test_a_terminal_knows_you() -> None:
    assert printed("player") == "You have no name yet.\n"
    assert printed("player", "--name", "Ann", "--colour", "teal") == "Ann, teal.\n"
    file = store.folder().with_name(identity.FILE)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    told = json.loads(printed("player", "--json"))
    assert set(told) == documented("player") | {"fivedice_player"}
    assert (told["name"], told["servers"]) == ("Ann", [])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert asking.usual_seats() == "Ann,greedy"
    for wrong in (["--colour", "plaid"], ["--name", "\u200b"], ["--connect", "ftp://x"]):
        assert run(["player", *wrong]) == 2
    file.write_text("{")
    assert refused("player").endswith("player.json is damaged; remove it to begin anew.\n")


def test_a_terminal_connects_to_a_server(
    server: Process, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    device, seat = sat_down(server.url)
    words = device.asks("POST", "words").json()["words"]
    link = f"{server.url}/me#pass={device.asks('POST', 'pass').json()['pass']}"
    secrets = set[str]()
    for given in (words, link, "\n".join(words.split())):
        lines = iter(given.split("\n"))
        monkeypatch.setattr("builtins.input", lambda _, lines=lines: next(lines))
        assert run(["player", "--connect", f"{server.url}/me"]) == 0
        known = identity.load()
        assert (known.name, [*known.servers]) == ("Ann", [server.url])
        assert [one["token"] for one in server_client.ask(known, server.url, "player")["seats"]] == [
            seat["token"]
        ]
        secrets.add(known.servers[server.url])
        assert run(["player", "--disconnect", server.url]) == 0
        assert identity.load().servers == {}
    printed = capsys.readouterr()
    for secret in (*secrets, words, link):
        assert secret not in printed.out + printed.err
    monkeypatch.setattr("builtins.input", lambda _: link)
    assert refused("player", "--connect", server.url).startswith(
        "fivedice: This link was already used or has expired."
    )
    assert run(["player", "--disconnect", server.url]) == 2
    assert refused("player", "--connect", "127.0.0.1:9").endswith(
        "The server http://127.0.0.1:9 cannot be reached.\n"
    )
