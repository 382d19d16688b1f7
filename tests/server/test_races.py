"""Several want the same at the same moment: one gets it, the others are told, and nothing is done twice."""

import asyncio

import httpx

from tests.server import clients
from tests.server.clients import Client
from tests.server.serving import Process
from tests.server.stored import kept


async def test_of_two_moves_for_the_same_number_one_wins(server: Process) -> None:
    """Ten connections of one seat throw at once: it is thrown once, and nine are refused."""
    seat = clients.opened(server.url, "traditional", "Ann", "Ben")[0]
    ten = [Client(server.url, seat["code"], seat["token"]) for _ in range(10)]
    for client in ten:
        await client.__aenter__()
    number = ten[0].picture["number"]
    await asyncio.gather(*(client.say("throw", after=number) for client in ten))
    await ten[0].say("say", phrase=1)
    for client in ten:
        await client.until(lambda message: message.get("entry", {}).get("entry") == "said")
        assert client.picture["number"] == number + 2
    refused = 0
    for client in ten:
        await client.say("leave")
        await client.until(lambda message: message.get("entry", {}).get("entry") in ("left", "back"))
        refused += sum(message["type"] == "refused" and message["stale"] for message in client.heard)
        await client.say("back")
        await client.until(lambda message: message.get("entry", {}).get("entry") == "back")
        await client.__aexit__()
    assert refused == 9


async def test_a_late_decision_is_told_that_it_is_stale(server: Process) -> None:
    """A keep for a throw that is gone is refused as stale, and the table is as it was."""
    seat = clients.opened(server.url, "traditional", "Ann", "Ben")[0]
    async with Client(server.url, seat["code"], seat["token"]) as ann:
        await ann.say("throw")
        await ann.until(lambda _: ann.you["asked"] == "keep")
        number = ann.picture["number"]
        await ann.say("keep", dice="")
        await ann.say("keep", dice="", after=number)
        refused = await ann.refusal()
        assert refused["stale"]
        assert ann.picture["number"] == number + 2


def test_a_chair_is_given_once(server: Process) -> None:
    """Of eight who want three chairs at once three sit, and five are told so."""
    code = clients.opened(server.url, "traditional", "Ann", free=3)[0]["code"]

    async def sit() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as web:
            wants = (web.post(f"/api/tables/{code}/chairs", json={"name": f"Guest {n}"}) for n in range(8))
            return await asyncio.gather(*wants)

    answers = asyncio.run(sit())
    seated = [answer.json() for answer in answers if answer.status_code == 201]
    assert sorted(seat["chair"] for seat in seated) == [1, 2, 3]
    assert [answer.status_code for answer in answers].count(409) == 5
    assert len(kept(server.database, code).entries) == 5


def test_a_match_begins_once(server: Process) -> None:
    """Of three who start it one does; the others hear that it has begun."""
    seat = clients.opened(server.url, "traditional", "Ann", free=1)[0]

    async def start() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as web:
            body = {"token": seat["token"], "fill": "greedy"}
            wants = (web.post(f"/api/tables/{seat['code']}/start", json=body) for _ in range(3))
            return [answer.status_code for answer in await asyncio.gather(*wants)]

    assert sorted(asyncio.run(start())) == [204, 409, 409]
