"""How others find a table and sit down: the address, its picture, passes for seats, chairs given back."""

import asyncio
import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import segno
from websockets.exceptions import ConnectionClosed

from fivedice.printing import qr
from fivedice.server.routes import public_url
from fivedice.server.settings import Settings
from fivedice.server.storage import schema
from fivedice.server.storage.database import Database
from fivedice.server.tables import codes, passes
from tests.server import clients
from tests.server.asking import asked, refusal
from tests.server.clients import Client, at_table, get, opened, post
from tests.server.serving import Process
from tests.server.stored import check_mirror, kept
from tests.server.test_absent import is_entry
from tests.server.test_players import keeps, sat_down


def test_who_listens_alone_is_told_how_to_let_others_in(server: Process) -> None:
    assert get(server.url, "reach") == {"origin": "", "sentence": public_url.ALONE}


NEARBY = "192.0.2.7"
NAMED = ("dice.example.org",)
HOSTS = ("127.0.0.1", "0.0.0.0", "192.0.2.7")


@pytest.mark.parametrize(
    ("nearby", "host", "more", "given", "why_not"),
    [
        (NEARBY, "192.0.2.8", {}, "http://192.0.2.8:80", ""),
        (NEARBY, "2001:db8::7", {}, "http://[2001:db8::7]:80", ""),
        (NEARBY, "::1", {}, "", public_url.ALONE),
        (NEARBY, "0.0.0.0", {}, "http://192.0.2.7:80", ""),
        ("", "0.0.0.0", {}, "", public_url.NO_NETWORK),
        (NEARBY, "", {"names": NAMED, "behind_proxy": "127.0.0.1"}, "https://dice.example.org", ""),
        *((NEARBY, host, {"behind_proxy": "127.0.0.1"}, "", public_url.NAMELESS) for host in HOSTS),
    ],
)
def test_the_address_that_is_given_away_is_one_that_others_reach(
    nearby: str, host: str, more: dict[str, Any], given: str, why_not: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that was chosen, or that of this machine; behind a proxy only its name, and never ours."""
    monkeypatch.setattr(public_url, "nearby", lambda: nearby)
    settings = Settings("sqlite:///t.sqlite3", host=host, port=80, **more)
    assert public_url.origin(settings) == given
    assert public_url.why_not(settings, given) == why_not


def test_a_picture_for_cameras_has_just_the_fields_of_the_code() -> None:
    text = "http://192.0.2.7:8000/t/ABC234"
    size, path = qr.draw(text)
    pieces = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path)
    dark = [(int(x) + step, int(y)) for x, y, many in pieces for step in range(int(many))]
    rows = list(segno.make_qr(text, error="m").matrix_iter(border=qr.QUIET))
    assert sorted(dark) == sorted((x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one)
    assert size == len(rows)


def test_a_pass_brings_a_seat_once_and_to_its_table_alone(server: Process) -> None:
    ann, other = opened(server.url, "junior", "Ann", "Ben")[0], opened(server.url, "junior", "Cid", free=1)[0]
    here = f"{server.url}/api/tables/{ann['code']}"
    given = post(server.url, f"tables/{ann['code']}/pass", {"token": ann["token"]})["pass"]
    assert ann["token"] not in given
    for path in (f"{server.url}/api/tables/{other['code']}/seat", f"{server.url}/api/tables/ZZZZZZ/seat"):
        assert httpx.post(path, json={"pass": given}).status_code == 404
    assert httpx.post(f"{here}/seat", json={"pass": "x" * 65}).status_code == 422
    moved = post(server.url, f"tables/{ann['code']}/seat", {"pass": given})
    assert {**moved, "token": ann["token"]} == ann
    assert "Make a new one" in refusal(httpx.post(f"{here}/seat", json={"pass": given}), 404)
    assert httpx.post(f"{here}/pass", json={"token": other["token"]}).status_code == 409


@pytest.mark.parametrize("watching", [True, False])
async def test_a_device_that_hands_its_seat_over_watches(watching: bool, server: Process) -> None:
    ann = opened(server.url, "traditional", "Ann", "Ben", first=0, watching=watching)[0]
    table = f"tables/{ann['code']}"
    async with Client(server.url, ann["code"], ann["token"]) as old:
        given = post(server.url, f"{table}/pass", {"token": ann["token"]})
        moved = post(server.url, f"{table}/seat", {"pass": given["pass"]})
        await old.until(lambda told: told.get("entry") == {"entry": "moved", "chair": 0})
        assert (old.you["seat"], old.you["asked"], old.you["handed"]) == (None, "", 0)
        await old.say("throw")
        assert "only watching" in (await old.next())["sentence"]
        (listed,) = post(server.url, "mine", {"tokens": [[ann["code"], ann["token"]]]})
        assert (listed["seat"], listed["asked"]) == (0, [])
        for path in ("pass", "again", "start"):
            refused = httpx.post(f"{server.url}/api/{table}/{path}", json={"token": ann["token"]})
            assert refused.json()["sentence"] == "This token does not hold a chair here."
        async with Client(server.url, ann["code"], moved["token"]) as new:
            for giver, taker in ((new, old), (old, new)):
                assert (giver.you["seat"], taker.you["handed"]) == (0, 0)
                await taker.say("back")
                for one in (old, new):
                    await one.until(lambda told: told.get("entry") == {"entry": "moved", "chair": 0})
            await new.say("throw")
            await old.until(lambda told: "throw" in told.get("entry", {}).get("event", {}))
            assert (old.you["seat"], old.you["handed"]) == (None, None)
            await old.say("back")
            assert "only watching" in (await old.next())["sentence"]


def test_a_seat_that_has_moved_is_one_seat_of_its_player(server: Process) -> None:
    client, seat = sat_down(server.url)
    given = post(server.url, f"tables/{seat['code']}/pass", {"token": seat["token"]})
    moved = post(server.url, f"tables/{seat['code']}/seat", {"pass": given["pass"]})
    assert [one["token"] for one in keeps(client, moved)["seats"]] == [moved["token"]]
    assert client.asks("DELETE").status_code == 200
    assert httpx.get(f"{server.url}/api/tables/{seat['code']}").status_code == 404


def test_a_pass_is_too_old_after_a_while_and_opens_nothing_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [time.time()]
    monkeypatch.setattr(passes, "time", SimpleNamespace(time=lambda: now[0]))
    kept, token = Database(f"sqlite:///{tmp_path / 't.sqlite3'}"), codes.new_token()
    pass_ = kept.run(passes.give, "ABC234", token)
    row = str(kept.run(lambda it: it.execute(schema.passes.select()).one()))
    assert token not in row
    assert pass_ not in row
    now[0] += passes.SECONDS + 1
    assert kept.run(passes.take, pass_, ["ABC234"]) is None
    pass_ = kept.run(passes.give, "ABC234", token)
    assert kept.run(passes.take, "another", ["ABC234"]) is None
    assert kept.run(passes.take, pass_, ["ABC235"]) is None
    assert kept.run(passes.take, pass_, ["ABC234"]) == ("ABC234", token)
    assert kept.run(passes.take, pass_, ["ABC234"]) is None
    kept.close()


async def leave(client: Client) -> None:
    await client.say("leave")
    await client.until(is_entry("rose"))


async def test_a_chair_is_given_back_and_taken_by_another(server: Process) -> None:
    first, second = opened(server.url, "traditional", "Ann", "Ben", free=1)
    code = first["code"]
    async with at_table(server.url, (first, second)) as (ann, ben):
        await leave(ann)
        assert (ann.you["seat"], ann.picture["chairs"][0]["open"]) == (None, True)
        told = await ben.until(is_entry("rose"))
        assert told["told"] == ["Ann gives the chair back."]
        await ann.say("leave")
        assert "only watching" in (await ann.refusal())["sentence"]
        body = {"token": first["token"], "fill": "greedy"}
        assert asked(server, "POST", f"/api/tables/{code}/start", body).status_code == 409
        assert post(server.url, "mine", {"tokens": [[code, first["token"]]]}) == []
        for name, chair in [("Ann", 0), ("Cy", 2)]:
            assert post(server.url, f"tables/{code}/chairs", {"name": name})["chair"] == chair
        await ben.until(lambda _: ben.picture["stage"] == "playing")
        await ann.until(lambda _: ann.picture["stage"] == "playing")
        check_mirror(server.database, code, [ann, ben])


def test_a_player_may_take_a_certain_chair(server: Process) -> None:
    (first,) = opened(server.url, "traditional", "Ann", free=3)
    path = f"/api/tables/{first['code']}/chairs"
    for chair, status in [(2, 201), (2, 409), (9, 409), (-1, 422)]:
        body = {"name": f"Ben {status} {chair + 1}", "chair": chair}
        assert asked(server, "POST", path, body).status_code == status
    taken = [asked(server, "POST", path, {"name": name}).json()["chair"] for name in ("Cy", "Dee")]
    assert taken == [1, 3]


async def test_who_left_sees_nothing_more_where_nobody_may_watch(server: Process) -> None:
    first, second = opened(server.url, "traditional", "Ann", "Ben", free=1, watching=False)
    async with (
        Client(server.url, first["code"], first["token"]) as ann,
        Client(server.url, first["code"], first["token"]) as same,
        Client(server.url, first["code"], second["token"]) as ben,
    ):
        await leave(ann)
        for client in (ann, same):
            assert "no spectators" in (await client.refusal())["sentence"]
            with pytest.raises(ConnectionClosed):
                await client.next()
        await ben.say("say", phrase=0)
        await ben.until(is_entry("said"))
        assert same.picture["number"] == 3


async def test_the_opener_removes_a_player_and_fills_and_adds_chairs(server: Process) -> None:
    first, second = opened(server.url, "traditional", "Ann", "Ben", free=1)
    code = first["code"]

    def arranges(seat: dict[str, Any], chair: int, **more: str) -> int:
        body = {"token": seat["token"], **more}
        return asked(server, "POST", f"/api/tables/{code}/chairs/{chair}", body).status_code

    async with at_table(server.url, (first, second)) as (ann, ben):
        assert arranges(second, 0, name="Ann") == arranges(first, 1) == arranges(first, 9) == 409
        assert arranges(first, 3) == arranges(first, 1, name="Ben") == 204
        told = await ben.until(is_entry("arranged"))
        told = await ben.until(is_entry("arranged"))
        assert told["told"] == ["Ann removes Ben from the table.", "A chair is open."]
        assert (ben.you["seat"], len(ben.picture["chairs"])) == (None, 4)
        await ben.say("leave")
        assert "only watching" in (await ben.refusal())["sentence"]
        assert [arranges(first, chair, bot="greedy") for chair in (1, 2, 3)] == [204] * 3
        await ann.until(lambda _: ann.picture["stage"] == "playing")
        await ben.until(lambda _: ben.picture["stage"] == "playing")
        assert arranges(first, 1) == 409
        check_mirror(server.database, code, [ann, ben])
    assert [chair["name"] for chair in clients.get(server.url, f"tables/{code}")["chairs"]] == [
        *("Ann", "Juno", "Juno 2", "Juno 3")
    ]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Greedy", "would be taken for a bot"),
        ("\u3164", "The name '\\u3164' would be invisible;"),
        ("jUNO", "already called 'Juno'"),
    ],
)
def test_a_name_is_refused_at_every_door(name: str, sentence: str, server: Process) -> None:
    code = opened(server.url, "junior", "Juno", free=1)[0]["code"]
    opening = {"game": "junior", "chairs": ["", ""], "name": name}
    doors = [("tables", opening), (f"tables/{code}/chairs", {"name": name})]
    for path, body in doors[name == "jUNO" :]:
        refused = asked(server, "POST", f"/api/{path}", body)
        assert (refused.status_code, sentence in refused.json()["sentence"]) == (409, True)


async def test_a_chair_is_given_once_and_a_match_begins_once(server: Process) -> None:
    full, waits = (opened(server.url, "traditional", "Ann", free=free)[0] for free in (3, 1))
    body = {"token": waits["token"], "fill": "greedy"}
    async with httpx.AsyncClient(base_url=f"{server.url}/api/tables", timeout=60) as web:
        wants = (web.post(f"{full['code']}/chairs", json={"name": f"Guest {n}"}) for n in range(8))
        answers = await asyncio.gather(*wants)
        begun = await asyncio.gather(*(web.post(f"{waits['code']}/start", json=body) for _ in range(3)))
    seated = [answer.json()["chair"] for answer in answers if answer.status_code == 201]
    assert sorted(seated) == [1, 2, 3]
    assert [answer.status_code for answer in answers].count(409) == 5
    assert len(kept(server.database, full["code"]).entries) == 5
    assert sorted(answer.status_code for answer in begun) == [204, 409, 409]
