"""Hints over real sockets: ranked as they are asked for, and nobody waits for them but who asked."""

from itertools import pairwise
from threading import Event

import pytest

from fivedice import Match
from fivedice.analysis.solver_api import Knowledge
from fivedice.core.rules import Game
from fivedice.core.ties import SAME
from fivedice.runtime.library import Library
from tests.patience import PATIENCE
from tests.server import clients
from tests.server.clients import Client, Message, at_table, opened
from tests.server.serving import Process
from tests.server.test_absent import is_entry


async def asked(client: Client) -> None:
    """Throws, as dice are hinted on that lie there."""
    await client.asked()
    await client.say("throw")
    await client.until(lambda _: client.you["asked"] == "keep")


async def hinted(client: Client) -> Message:
    return await client.until(lambda message: message["type"] == "hinted")


async def test_a_hint_is_ranked_by_what_is_asked_for(server: Process) -> None:
    """By the score where nothing is said, or by the chance to win; it says which, and which there are.

    The choices come to the asker alone; everybody is told that a hint was taken.
    """
    async with at_table(server.url, opened(server.url, "junior", "Ann", "Ben")) as (ann, ben):
        await asked(ann)
        for fields, aim in (({}, "columns"), ({"aim": "wins"}, "wins"), ({"aim": "score"}, "columns")):
            await ann.say("hint", **fields)
            hint = await hinted(ann)
            assert (hint["aim"], hint["aims"]) == (aim, ["score", "wins"])
            worths = [choice["worth"] for choice in hint["choices"]]
            assert all(after <= before + SAME for before, after in pairwise(worths))
            assert (max(worths) < 1) == (aim == "wins")
            assert hint["choices"][0]["cost"] == 0
        await ben.until(lambda message: message.get("entry", {}).get("event") == {"hint": 0})
        await ben.say("say", phrase=0)
        await ben.until(is_entry("said"))
        assert all(message["type"] != "hinted" for message in ben.heard)


LAST_ROUND = "3,6,9,12,15,18,20,0,25,30,40,0,-+0/3,6,9,12,15,18,21,0,25,30,40,0,-+0 0"


async def test_a_hint_says_how_to_draw_where_the_other_may_foresee_a_keep(server: Process) -> None:
    last = Match.at("challenge", LAST_ROUND, "23566/23566", 2, names=("Ann", "Ben"))
    for seat in (0, 1):
        last = last.keep("23566", seat)
    last = last.use("chance", 0).use("chance", 1)
    code = clients.brought(server.url, last.record())
    seat = clients.post(server.url, f"tables/{code}/try", {"number": 0, "seat": 0, "name": "Ann"})
    async with Client(server.url, seat["code"], seat["token"]) as ann:
        await ann.asked()
        await ann.say("hint")
        assert (await hinted(ann))["mixed"].startswith("Best to win: 62% keep ")


async def test_alone_there_is_nothing_to_win(server: Process) -> None:
    (seat,) = opened(server.url, "junior", "Ann")
    async with Client(server.url, seat["code"], seat["token"]) as ann:
        await asked(ann)
        await ann.say("hint", aim="wins")
        hint = await hinted(ann)
        assert (hint["aim"], hint["aims"]) == ("columns", ["score"])


async def test_no_move_waits_for_a_hint(lenient: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known, let_go = Library.__call__, Event()

    def slow(library: Library, game: Game, seats: int, aim: str) -> Knowledge:
        if aim == "wins":
            assert let_go.wait(PATIENCE)
        return known(library, game, seats, aim)

    monkeypatch.setattr(Library, "__call__", slow)
    seat, _ = opened(lenient, "junior", "Ann", "Ben")
    try:
        async with Client(lenient, seat["code"], seat["token"]) as ann:
            await asked(ann)
            await ann.say("hint", aim="wins")
            await ann.say("keep", dice="")
            await ann.until(lambda _: ann.picture["turn"]["step"] == 2 and ann.you["asked"] == "keep")
            await ann.say("hint", aim="wins")
            await ann.say("hint")
            assert (await hinted(ann))["aim"] == "columns"
            let_go.set()
            await ann.say("hint", aim="wins")
            hint = await hinted(ann)
            assert (hint["aim"], hint["number"]) == ("wins", ann.picture["number"])
            assert [message["type"] for message in ann.heard].count("hinted") == 2
    finally:
        let_go.set()


@pytest.mark.parametrize("costs", [True, False])
async def test_what_a_choice_cost_is_told_to_everyone_who_agreed_to_it(costs: bool, server: Process) -> None:
    seat, _ = opened(server.url, "junior", "Ann", "Ben", costs=costs)
    async with (
        Client(server.url, seat["code"], seat["token"]) as ann,
        Client(server.url, seat["code"]) as eve,
    ):
        assert ann.picture["terms"]["costs"] == costs
        await asked(ann)
        await ann.say("keep", dice="")
        await ann.until(lambda _: ann.picture["turn"]["step"] == 2 and ann.you["asked"] == "keep")
        if not costs:
            await ann.say("hint")  # it is computed after the choice, too
            await hinted(ann)
            assert "costed" not in [message["type"] for message in ann.heard]
            return
        told = [await costed(client) for client in (ann, eve)]
        assert told[0] == told[1]
        assert told[0]["told"][0].startswith("Ann's choice ")
    async with Client(server.url, seat["code"]) as late:
        (line,) = (line for line in late.heard[0]["log"] if line["kind"] == "cost")
        assert (line["number"], line["told"]) == (told[0]["number"], told[0]["told"])


async def costed(client: Client) -> Message:
    """What a choice cost, heard already or next."""
    heard = [message for message in client.heard if message["type"] == "costed"]
    return heard[0] if heard else await client.until(lambda message: message["type"] == "costed")
