"""Players on the command line: what a host decides about them, and who one is in a terminal."""

import json
import stat
from pathlib import Path

import httpx
import pytest

from fivedice.__main__ import run
from fivedice.runtime import identity, server_client, store
from fivedice.runtime.identity import COOKIE
from fivedice.terminal import asking
from tests.cli.test_json import documented
from tests.commands import printed, refused
from tests.server.clients import opened
from tests.server.serving import Process, process
from tests.server.test_forgetting import found_in
from tests.server.test_players import Device, held, keeps, sat_down


def host(server: Process, *words: str) -> str:
    """What a command of the server's host prints."""
    return printed("players", "--database", server.database, *words)


def test_a_host_lists_players(server: Process) -> None:
    """With their seats, and without anything secret."""
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
    """While the server runs; matches go on, and the player may be let in again."""
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


def test_a_host_removes_a_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the server has stopped; a match with others goes on without them."""
    with process(tmp_path) as server:
        seats = opened(server.url, "junior", "Zacharias", "Ben")
        waiting = opened(server.url, "junior", "Zacharias", "Ben", free=1)[0]
        device = Device(server.url)
        player = keeps(device, seats[0], waiting)["id"]
        server.end()
        monkeypatch.setattr("builtins.input", lambda _: "no")
        refused("players", "--database", server.database, "--remove", player)
        assert found_in(server.database, "Zacharias")
        monkeypatch.setattr("builtins.input", lambda _: "yes")
        assert host(server, "--remove", player).endswith(f"The player {player} was removed.\n")
        assert found_in(server.database, "Zacharias", player) == []
        server.start()
        table = httpx.get(f"{server.url}/api/tables/{seats[0]['code']}").json()
        chairs = [(chair["name"], chair["away"]) for chair in table["chairs"]]
        assert chairs == [("someone", True), ("Ben", False)]
        assert device.player is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bar", "nobody", "--reason", "Why."], "There is no player nobody."),
        (["--unbar", "nobody"], "There is no player nobody."),
        (["--remove", "nobody"], "There is no player nobody."),
        (["--bar", "nobody"], "--bar ID and --reason TEXT must be used together."),
        (["--unbar", "x", "--json"], "--json, --bar, --unbar and --remove cannot be combined."),
        (["--bar", "x", "--reason", "\x1b[2J"], "A reason has at most 200 printable characters."),
    ],
)
def test_a_host_is_refused_in_a_sentence(words: list[str], sentence: str, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    from fivedice.server.storage.database import Database

    Database(address).close()
    assert refused("players", "--database", address, *words) == f"fivedice: {sentence}\n"


# --- Terminal ----------------------------------------------------------------------------------------------


def test_a_terminal_knows_you() -> None:
    """By a file that nobody else can read; the name is the usual one at a table."""
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
    """With twelve words, or with the link of another device; what is typed is not in what is printed."""
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
