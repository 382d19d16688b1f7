"""Tables on deals: what is promised when, what is revealed when, and that nothing else changes a throw."""

import base64
import sqlite3
from contextlib import closing
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from fivedice.__main__ import run as run_command
from fivedice.deals import verify
from fivedice.deals.deal import commitment
from fivedice.match.events import Throw
from fivedice.match.match import EventMatch
from fivedice.notation import record
from fivedice.notation.record import Replay
from fivedice.table.state import CONTRIBUTES
from tests.patience import awaited
from tests.server import clients
from tests.server.clients import Client, Message, play_on, run
from tests.server.serving import Process
from tests.spread import one_in

ANN, BEN = "a1" * 16, "b2" * 16


def refused(url: str, path: str, body: Message) -> str:
    answer = httpx.post(f"{url}/api/{path}", json=body)
    assert answer.is_client_error, answer.text
    return str(answer.json()["sentence"])


def text_of(url: str, code: str) -> str:
    answer = httpx.get(f"{url}/api/tables/{code}/record")
    assert answer.is_success, answer.text
    return answer.text


def ended(url: str, seats: list[Message], seed: int = 3) -> Replay:
    run(play_on(url, seats, seed))
    return record.replay(text_of(url, seats[0]["code"]))


def secret_of(server: Process, promised: str) -> str:
    wanted = "SELECT secret FROM fivedice_deals WHERE commitment = ?"
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as database:
        return str(database.execute(wanted, (promised,)).fetchone()[0])


def closed(server: Process, code: str) -> None:
    """The host closes a table, which the server sees soon."""
    command = ["tables", "--database", server.database, "--close", code, "--reason", "Good night."]
    assert run_command(command) == 0
    awaited(lambda: clients.get(server.url, f"tables/{code}")["closed"])


def test_the_commitment_comes_before_every_contribution(server: Process) -> None:
    url = server.url
    promised = clients.post(url, "deals", {})["commitment"]
    (ann,) = clients.opened(url, "junior", "Ann", free=1, commitment=promised, contribution=ANN)
    assert clients.get(url, f"tables/{ann['code']}")["commitment"] == promised
    ben = clients.post(url, f"tables/{ann['code']}/chairs", {"name": "Ben", "contribution": BEN})
    replayed = ended(url, [ann, ben])
    promise = replayed.match.setup.dice
    assert promise is not None
    assert (promise.commitment, promise.contributions) == (promised, (ANN, BEN))
    assert commitment(bytes.fromhex(replayed.secret)) == promised
    assert verify.check(replayed).verdict == "verified"


def test_who_sends_no_contribution_sits_all_the_same(server: Process) -> None:
    """Programs of an earlier protocol: the place is empty, a bot's is marked, and the dice are verified."""
    replayed = ended(server.url, clients.opened(server.url, "piecepack", "Ann", "Ben", bots=1))
    promise = replayed.match.setup.dice
    assert promise is not None
    assert promise.contributions == ("", "", "server")
    assert verify.check(replayed).verdict == "verified"


def test_a_table_may_refuse_who_sends_no_contribution(server: Process) -> None:
    url, opening = server.url, {"game": "piecepack", "chairs": ["", "", "greedy"], "contributed": True}
    assert refused(url, "tables", {**opening, "name": "Ann"}) == CONTRIBUTES
    ann = clients.post(url, "tables", {**opening, "name": "Ann", "contribution": ANN})
    chairs = f"tables/{ann['code']}/chairs"
    assert clients.get(url, f"tables/{ann['code']}")["terms"]["contributed"]
    assert refused(url, chairs, {"name": "Ben"}) == CONTRIBUTES
    ben = clients.post(url, chairs, {"name": "Ben", "contribution": BEN})
    promise = ended(url, [ann, ben]).match.setup.dice
    assert promise is not None
    assert promise.contributions == (ANN, BEN, "server")
    real = {**opening, "name": "Ann", "contribution": ANN, "dice": "own"}
    assert "real dice" in refused(url, "tables", real)


@pytest.mark.parametrize("wrong", ["server", "A1" * 16, "a1" * 15, "a1" * 17, "a1 " * 16])
def test_what_is_no_contribution_is_refused(wrong: str, server: Process) -> None:
    body = {"game": "junior", "chairs": ["", ""], "name": "Ann", "contribution": wrong}
    assert refused(server.url, "tables", body)


def test_offered_dice_serve_one_table(server: Process) -> None:
    """Two tabs, or a commitment seen elsewhere: a secret that is revealed at one table tells of no other."""
    url = server.url
    promised = clients.post(url, "deals", {})["commitment"]
    clients.opened(url, "junior", "Ann", free=1, commitment=promised)
    body = {"game": "junior", "chairs": ["", ""], "name": "Ben"}
    why = "These dice were not offered or are already used; request new ones."
    assert refused(url, "tables", {**body, "commitment": promised}) == why
    assert refused(url, "tables", {**body, "commitment": "0" * 64}) == why
    german = httpx.post(
        f"{url}/api/tables", json={**body, "commitment": promised}, headers={"accept-language": "de"}
    )
    assert "Diese Würfel" in german.text  # though a thread of the database says so


def test_real_dice_promise_nothing(server: Process) -> None:
    (ann,) = clients.opened(server.url, "junior", "Ann", free=1, dice="own", contribution=ANN)
    assert clients.get(server.url, f"tables/{ann['code']}")["commitment"] == ""


SHOWN = "/record /so-far /steps/3 /review /ending /steps/3/choices /print /rules"


async def test_a_player_cannot_find_the_secret_before_the_end(server: Process) -> None:
    """All that a player can ask for or is sent during a match, searched for the secret in any writing."""
    url = server.url
    ann, ben = clients.opened(url, "traditional", "Ann", "Ben", bots=1, contribution=ANN)
    code, heard = ann["code"], list[str]()
    played = await play_on(url, [ann, ben], 5, lambda picture: picture["number"] > 60)
    async with Client(url, code) as spectator:
        heard.extend(map(repr, [client.heard for client in [*played, spectator]]))
    bearer = {"authorization": f"Bearer {ann['token']}"}
    for part in ("", *SHOWN.split()):
        heard.append(httpx.get(f"{url}/api/tables/{code}{part}", headers=bearer).text)
    for path in (f"/t/{code}", "/api/dice", "/metrics"):
        heard.append(httpx.get(url + path, headers=bearer).text)
    sent = {"mine": {"tokens": [[code, ann["token"]]]}, f"tables/{code}/same": {"seat": 0, "name": "C"}}
    for path, body in {**sent, "deals": {}}.items():
        heard.append(httpx.post(f"{url}/api/{path}", json=body, headers=bearer).text)
    heard.append(server.complaints.read_text())
    secret = secret_of(server, clients.get(url, f"tables/{code}")["commitment"])
    writings = [secret, secret.upper(), base64.b64encode(bytes.fromhex(secret)).decode().rstrip("=")]
    assert len("".join(heard)) > 100_000
    assert not [one for one in writings if one in "".join(heard)]
    await play_on(url, [ann, ben], 3)
    replayed = record.replay(text_of(url, code))
    assert replayed.secret == secret


def test_an_abandoned_match_reveals_its_secret_when_its_table_is_closed(own_server: Process) -> None:
    url = own_server.url
    seats = clients.opened(url, "junior", "Ann", "Ben", contribution=ANN)
    run(play_on(url, seats, 5, lambda picture: picture["number"] > 8))
    code = seats[0]["code"]
    assert httpx.get(f"{url}/api/tables/{code}/record").status_code == httpx.codes.CONFLICT
    closed(own_server, code)
    replayed = record.replay(text_of(url, code))
    assert not replayed.complete
    assert verify.check(replayed).verdict == "verified"


def dice_of(replayed: Replay) -> list[Any]:
    return [event for event in replayed.match.events if isinstance(event, Throw)]


@pytest.mark.parametrize("game", one_in(2, ["showdown", "traditional", "junior", "challenge"]))
def test_the_same_dice_can_be_played_again(game: str, server: Process) -> None:
    url = server.url
    first = ended(url, ann := clients.opened(url, game, "Ann", bots=1, contribution=ANN), 7)
    code = ann[0]["code"]
    again = clients.post(url, f"tables/{code}/same", {"seat": 0, "name": "Ben"})
    picture = clients.get(url, f"tables/{again['code']}")
    assert first.match.setup.dice
    assert (picture["same"], picture["commitment"]) == (code, first.match.setup.dice.commitment)
    other = ended(url, [again], 7)
    assert dice_of(other)[:4] == dice_of(first)[:4]
    assert other.match.setup.dice == first.match.setup.dice
    assert verify.check(other).verdict == "verified"


def test_a_seat_can_be_played_alone(server: Process) -> None:
    url = server.url
    seats = clients.opened(url, "piecepack", "Ann", "Ben")
    first = ended(url, seats, 7)
    code = seats[0]["code"]
    assert clients.get(url, f"tables/{code}/same") == {"alone": [0, 1]}
    again = clients.post(url, f"tables/{code}/same", {"seat": 1, "name": "Cid", "alone": True})
    picture = clients.get(url, f"tables/{again['code']}")
    assert [chair["name"] for chair in picture["chairs"]] == ["Cid"]
    assert (picture["same"], picture["opens"]) == (code, "1/1/1")
    other = ended(url, [again], 7)
    assert dice_of(other)[0].dice == next(throw.dice for throw in dice_of(first) if throw.seat == 1)
    assert verify.check(other).verdict == "verified"
    assert clients.get(url, f"tables/{again['code']}/same") == {"alone": []}


def test_uploaded_records_can_be_played_again_too(server: Process) -> None:
    """The record brings the secret, so that any server can deal its dice."""
    url = server.url
    seats = clients.opened(url, "junior", "Ann")
    first = ended(url, seats)
    text = text_of(url, seats[0]["code"])
    uploaded = clients.brought(url, text)
    assert text_of(url, uploaded) == text
    again = clients.post(url, f"tables/{uploaded}/same", {"seat": 0, "name": "Ben"})
    assert dice_of(ended(url, [again]))[:1] == dice_of(first)[:1]


def test_dice_that_nobody_fixed_cannot_be_played_again(server: Process) -> None:
    url = server.url
    (ann,) = clients.opened(url, "junior", "Ann")
    body = {"seat": 0, "name": "Ben"}
    assert refused(url, f"tables/{ann['code']}/same", body) == "The match is not over yet."
    old = ended(url, [ann])
    plain = EventMatch(replace(old.match.setup, dice=None), old.match.events, old.match.state)
    uploaded = clients.brought(url, record.text(plain))
    assert "not fixed beforehand" in refused(url, f"tables/{uploaded}/same", body)
    assert refused(url, f"tables/{ann['code']}/same", {"seat": 5, "name": "Ben"})


def test_the_dice_of_finished_and_of_closed_tables_are_counted_once(own_server: Process) -> None:
    url = own_server.url
    before = clients.get(url, "dice")["dice"]
    replayed = ended(url, clients.opened(url, "junior", "Ann", bots=1))
    thrown = sum(len(event.dice) for event in dice_of(replayed))
    seats = clients.opened(url, "junior", "Ann", "Ben")
    run(play_on(url, seats, 5, lambda picture: picture["number"] > 8))
    assert clients.get(url, "dice")["dice"] == before + thrown
    closed(own_server, seats[0]["code"])
    abandoned = record.replay(text_of(url, seats[0]["code"]))
    assert clients.get(url, "dice")["dice"] == before + thrown + sum(
        len(event.dice) for event in dice_of(abandoned)
    )
