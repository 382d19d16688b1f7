"""Chairs given back while a table gathers: open to others at once, and worth nothing to who had them."""

import asyncio
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server import clients
from tests.server.asking import asked
from tests.server.clients import Client, at_table, opened, post
from tests.server.serving import Process
from tests.server.stored import check_mirror, kept
from tests.server.test_absent import is_entry


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
