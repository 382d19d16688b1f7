"""Chairs given back while a table gathers: open to others at once, and worth nothing to who had them."""

import asyncio
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server import clients
from tests.server.asking import asked
from tests.server.clients import Client, opened, post
from tests.server.serving import Process
from tests.server.stored import check_mirror
from tests.server.test_absent import is_entry


async def leave(client: Client) -> None:
    """Gives the chair back and hears that it was."""
    await client.say("leave")
    await client.until(is_entry("rose"))


async def test_a_chair_is_given_back_and_taken_by_another(server: Process) -> None:
    """All see it open at once; who left looks on, and the token starts nothing; once full it begins."""
    first, second = opened(server.url, "traditional", "Ann", "Ben", free=1)
    code = first["code"]
    async with (
        Client(server.url, code, first["token"]) as ann,
        Client(server.url, code, second["token"]) as ben,
    ):
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
    """The next who takes any gets the one left out; a chair that is taken or missing is refused."""
    (first,) = opened(server.url, "traditional", "Ann", free=3)
    path = f"/api/tables/{first['code']}/chairs"
    for chair, status in [(2, 201), (2, 409), (9, 409), (-1, 422)]:
        body = {"name": f"Ben {status} {chair + 1}", "chair": chair}
        assert asked(server, "POST", path, body).status_code == status
    taken = [asked(server, "POST", path, {"name": name}).json()["chair"] for name in ("Cy", "Dee")]
    assert taken == [1, 3]


async def test_who_left_sees_nothing_more_where_nobody_may_watch(server: Process) -> None:
    """Every connection of the seat is told so and let go; the others go on."""
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


async def test_a_table_that_all_have_left_goes_on_with_who_comes(server: Process) -> None:
    """Nothing of a match is to be had of it; the next to sit down can begin it."""
    (seat,) = opened(server.url, "junior", "Ann", free=1)
    code = seat["code"]
    async with Client(server.url, code, seat["token"]) as ann:
        await leave(ann)
    for path in (f"/api/tables/{code}/record", f"/api/tables/{code}/steps/0", f"/review/{code}/report"):
        assert (await asyncio.to_thread(asked, server, "GET", path)).status_code == 409
    taken: Any = await asyncio.to_thread(post, server.url, f"tables/{code}/chairs", {"name": "Ben"})
    await asyncio.to_thread(
        post, server.url, f"tables/{code}/start", {"token": taken["token"], "fill": "greedy"}
    )
    assert clients.get(server.url, f"tables/{code}")["stage"] == "playing"


async def test_the_opener_removes_a_player_and_fills_and_adds_chairs(server: Process) -> None:
    """All are told; the removed person looks on and can move nothing; with the last chair it begins."""
    first, second = opened(server.url, "traditional", "Ann", "Ben", free=1)
    code = first["code"]

    def arranges(seat: dict[str, Any], chair: int, **more: str) -> int:
        body = {"token": seat["token"], **more}
        return asked(server, "POST", f"/api/tables/{code}/chairs/{chair}", body).status_code

    async with (
        Client(server.url, code, first["token"]) as ann,
        Client(server.url, code, second["token"]) as ben,
    ):
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
    ("game", "chair", "bot", "sentence"),
    [
        ("showdown", 4, "", "Showdown"),
        ("junior", 1, "nobody", "nobody"),
    ],
)
def test_no_chair_is_arranged_beyond_what_a_table_could_be_opened_with(
    game: str, chair: int, bot: str, sentence: str, server: Process
) -> None:
    """No seat too many and no unknown bot."""
    (seat,) = opened(server.url, game, "Ann", free=3)
    body = {"token": seat["token"], "bot": bot}
    refused = asked(server, "POST", f"/api/tables/{seat['code']}/chairs/{chair}", body)
    assert (refused.status_code, sentence in refused.json()["sentence"]) == (409, True), refused.json()


@pytest.mark.parametrize("name", ["greedy", "Greedy", "greedy 2", "casual:7", "gredy:3", "\uff47reedy"])
def test_nobody_sits_down_as_a_bot(server: Process, name: str) -> None:
    """A person whom others would take for a bot is asked for another name, at either door."""
    opening = {"game": "junior", "chairs": ["", ""], "name": name}
    code = opened(server.url, "junior", "Ann", free=1)[0]["code"]
    for path, body in [("tables", opening), (f"tables/{code}/chairs", {"name": name})]:
        refused = asked(server, "POST", f"/api/{path}", body)
        assert (refused.status_code, "taken for a bot" in refused.json()["sentence"]) == (409, True)


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u115f \u2800", "\ufe0f", "\u0301"])
def test_nobody_sits_down_unseen(server: Process, name: str) -> None:
    """A name that shows nothing is refused at either door."""
    opening = {"game": "junior", "chairs": ["", ""], "name": name}
    code = opened(server.url, "junior", "Ann", free=1)[0]["code"]
    for path, body in [("tables", opening), (f"tables/{code}/chairs", {"name": name})]:
        refused = asked(server, "POST", f"/api/{path}", body)
        assert refused.status_code == 409
        assert refused.json()["sentence"].startswith(f"The name {name!a} would be invisible;")


@pytest.mark.parametrize("name", ["アン", "ㅇ", "⠁", "❤\ufe0f", "7", "!", "é", "के"])
def test_whoever_is_seen_sits_down(server: Process, name: str) -> None:
    """In any writing, and by any sign."""
    opened(server.url, "junior", name, free=1)


def test_no_two_at_a_table_look_alike(server: Process) -> None:
    """Neither wide letters nor what shows nothing tells one from another."""
    code = opened(server.url, "junior", "Ann", free=1)[0]["code"]
    for name in ("\uff21nn", "Ann\u3164", "A\u2800nn"):
        refused = asked(server, "POST", f"/api/tables/{code}/chairs", {"name": name})
        assert (refused.status_code, "already called 'Ann'" in refused.json()["sentence"]) == (409, True)


def test_no_two_at_a_table_are_told_apart_by_capitals_alone(server: Process) -> None:
    """Another person is asked for another name, and a bot takes one."""
    table = opened(server.url, "junior", "Juno", free=2)[0]
    refused = asked(server, "POST", f"/api/tables/{table['code']}/chairs", {"name": "jUNO"})
    assert (refused.status_code, "already called 'Juno'" in refused.json()["sentence"]) == (409, True)
    own = opened(server.url, "junior", "juno", bots=1)[0]
    chairs = clients.get(server.url, f"tables/{own['code']}")["chairs"]
    assert [chair["name"] for chair in chairs] == ["juno", "Juno 2"]


@pytest.mark.parametrize("name", ["Rando", "rando", "gredy", "Greta"])
def test_a_name_of_ones_own_is_nobodys_slip(server: Process, name: str) -> None:
    """Where a person types no bot, a name that is a little like one's is not asked about."""
    body = {"game": "junior", "chairs": ["", ""], "name": name}
    assert asked(server, "POST", "/api/tables", body).status_code == 201


def test_a_misspelt_bot_in_a_chair_is_refused_with_the_near_one(server: Process) -> None:
    """The sentence names the bot that may be meant."""
    body = {"game": "junior", "chairs": ["", "gredy:3"], "name": "Ann"}
    refused = asked(server, "POST", "/api/tables", body)
    assert (refused.status_code, "did you mean greedy?" in refused.json()["sentence"]) == (409, True)
