"""Who goes away: the game plays for the seat after a while, and the person plays on when back (R6)."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import pytest

from fivedice.server.settings import Settings
from tests.server import clients
from tests.server.clients import Client, Message, at_table, opened
from tests.server.conftest import GRACE
from tests.server.serving import in_thread, unlimited

BREATH = 1.0
"""Seconds: a break on a busy machine is shorter than two of them."""


def is_entry(kind: str) -> Callable[[Message], bool]:
    """Whether a message tells of an entry of this kind."""
    return lambda message: bool(message.get("entry", {}).get("entry") == kind)


async def number_of(url: str, code: str) -> int:
    """The number of a table's last entry, asked without sitting down."""
    async with httpx.AsyncClient(base_url=url) as web:
        return int((await web.get(f"/api/tables/{code}")).json()["number"])


async def test_a_seat_that_is_gone_is_played_until_its_person_is_back(quick: str) -> None:
    """After the grace it is away and the game decides for it; connected again it is back and asked."""
    first, second = opened(quick, "traditional", "Ann", "Ben")
    async with Client(quick, first["code"], second["token"]) as ben:
        async with Client(quick, first["code"], first["token"]) as ann:
            await ann.say("throw")
            await ann.until(lambda _: ann.you["asked"] == "keep")
        left = await ben.until(is_entry("left"))
        assert left["told"] == ["Ann is away; the computer takes over."]
        await ben.asked()
        assert ben.picture["position"]["cards"][0]["boxes"] != [None] * 13
        async with Client(quick, first["code"], first["token"]) as ann:
            await ben.until(is_entry("back"))
            await ben.play(Random(2), until=lambda seen: seen["awaits"]["asked"] == [0])
            await ann.asked()


async def test_who_never_came_keeps_nobody_waiting(quick: str) -> None:
    first, second = opened(quick, "junior", "Ann", "Ben")
    async with Client(quick, first["code"], second["token"]) as ben:
        await ben.until(is_entry("left"))
        await ben.play(Random(3))
    assert clients.get(quick, f"tables/{first['code']}")["stage"] == "over"


async def test_a_short_break_is_no_absence(tmp_path: Path) -> None:
    with in_thread(unlimited(tmp_path, grace=2 * BREATH)) as url:
        first, second = opened(url, "traditional", "Ann", "Ben")
        ann = Client(url, first["code"], first["token"])
        async with Client(url, first["code"], second["token"]) as ben:
            for _ in range(3):
                async with ann:
                    pass
            async with ann:
                await asyncio.sleep(3 * BREATH)
                await ann.say("throw")
                await ben.until(lambda _: ben.picture["awaits"]["kind"] == "keep")
            assert not any(is_entry("left")(message) for message in ben.heard)


async def test_who_left_before_the_first_throw_has_neither_won_nor_lost(quick: str) -> None:
    """The picture, the end, my matches and the review all say that the game decided, and cost Ann nothing."""
    first, second = opened(quick, "junior", "Ann", "Ben")
    async with at_table(quick, (first, second)) as (ann, ben):
        await ann.say("leave")
        await ben.play(Random(5))
    seen = clients.get(quick, f"tables/{first['code']}")
    ann, ben = seen["credit"]
    assert (ann["by_game"], ann["counts"], ben["by_game"], ben["counts"]) == (ann["of"], False, 0, True)
    assert ann["told"].startswith(f"The computer made all {ann['of']} of your decisions")
    (mine,) = clients.post(quick, "mine", {"tokens": [[first["code"], first["token"]]], "codes": []})
    assert [one["counts"] for one in mine["credit"]] == [False, True]
    won = seen["result"].startswith("The match is over: Ann (played by the computer)")
    assert won == (0 in seen["winners"])  # a loser may be named, too, after a roll-off
    told = clients.get(quick, f"tables/{first['code']}/ending")[0]
    assert told["cost"] == 0
    assert "your choices" not in told["account"]
    moments = clients.get(quick, f"tables/{first['code']}/review")["moments"]
    assert all(one["by_game"] == (one["seat"] == 0) for one in moments if one["kind"])
    report = httpx.get(f"{quick}/review/{first['code']}/report").text
    assert "Computer's choices" in report


async def test_who_left_on_purpose_comes_back_on_purpose(tmp_path: Path) -> None:
    """A connection that drops and comes again is no return, nor is one after a restart; to say it is."""

    async def is_away_still(ann: Client, ben: Client) -> bool:
        await ann.say("say", phrase=0)
        await ben.until(is_entry("said"))
        return bool(ben.picture["chairs"][0]["away"])

    settings = unlimited(tmp_path, grace=GRACE)
    with in_thread(settings) as url:
        first, second = opened(url, "junior", "Ann", "Ben")
        async with Client(url, first["code"], second["token"]) as ben:
            async with Client(url, first["code"], first["token"]) as ann:
                await ann.say("leave")
                await ben.until(is_entry("left"))
            async with Client(url, first["code"], first["token"]) as ann:
                assert await is_away_still(ann, ben)
    with in_thread(settings) as url:
        async with at_table(url, (second, first)) as (ben, ann):
            assert await is_away_still(ann, ben)
            await ann.say("back")
            await ben.until(is_entry("back"))
            assert not ben.picture["chairs"][0]["away"]


async def test_the_game_plays_for_who_runs_out_of_time(quick: str) -> None:
    """With a clock agreed, a decision that does not come in time is the game's; saying back plays on."""
    first, second = opened(quick, "junior", "Ann", "Ben", free=1, clock=1)
    async with at_table(quick, (first, second)) as (ann, ben):
        await asyncio.to_thread(clients.start, quick, first)
        left = await ben.until(is_entry("left"))
        assert left["told"] == ["Time is up for Ann; the computer takes over."]
        assert ben.picture["chairs"][0]["away"]
        await ben.asked()
        await ann.until(lambda _: ann.picture["number"] == ben.picture["number"])
        await ann.say("back")
        await ben.play(Random(1), until=lambda seen: 0 in seen["awaits"]["asked"])
        assert not ben.picture["chairs"][0]["away"]


@pytest.mark.proof
async def test_who_is_back_at_a_table_at_rest_has_the_whole_time_again(quick: str) -> None:
    """The clock begins anew for the same question, and runs out once more, no earlier than it says."""
    (seat,) = opened(quick, "junior", "Ann", bots=1, clock=1)
    async with Client(quick, seat["code"], seat["token"]) as ann:
        await ann.say("leave")
        await ann.until(is_entry("left"))
        await asyncio.sleep(1.2)
        for _ in range(2):
            await ann.say("back")
            back = await ann.until(is_entry("back"))
            began = asyncio.get_running_loop().time()
            assert back["left"] > 0.9
            await ann.until(is_entry("left"))
            assert asyncio.get_running_loop().time() - began > 1.9


async def test_a_table_rests_while_nobody_is_there(quick: str) -> None:
    """When the last person goes nothing more happens, bots included; it goes on when somebody is back."""
    (seat,) = opened(quick, "traditional", "Ann", bots=2, first=1)
    await asyncio.sleep(GRACE)
    assert await number_of(quick, seat["code"]) == 2
    ann = Client(quick, seat["code"], seat["token"])
    async with ann:
        await ann.play(Random(1), until=lambda seen: seen["number"] > 30)
    await asyncio.sleep(GRACE)
    rested = await number_of(quick, seat["code"])
    async with Client(quick, seat["code"]):
        await asyncio.sleep(2 * GRACE)
    assert await number_of(quick, seat["code"]) == rested
    async with ann:
        await ann.asked()


async def test_all_see_who_is_gone_and_how_long_yet(quick: str) -> None:
    """Who is gone has the seconds that were agreed, and not the server's, until back."""
    first, second = opened(quick, "traditional", "Ann", "Ben", absence=3600)
    async with Client(quick, first["code"], second["token"]) as ben:
        missed = await ben.until(lambda message: message["type"] == "missed")
        assert list(missed["seats"]) == ["0"]
        assert 3590 < missed["seats"]["0"] <= 3600
        async with Client(quick, first["code"]) as spectator:
            assert (await spectator.next())["seats"].keys() == {"0"}
        async with Client(quick, first["code"], first["token"]):
            await ben.until(lambda message: message["type"] == "missed" and not message["seats"])
        await asyncio.sleep(2 * GRACE)
        await ben.say("say", phrase=0)
        await ben.until(is_entry("said"))
        assert not any(is_entry("left")(message) for message in ben.heard)


async def test_spectators_are_told_of_a_table_that_rests(quick: str) -> None:
    """Who looks on when the last person goes, and who comes later; until somebody is back."""
    (seat,) = opened(quick, "traditional", "Ann", bots=1, first=0)
    async with Client(quick, seat["code"]) as spectator:
        async with Client(quick, seat["code"], seat["token"]) as ann:
            await ann.asked()
        await spectator.until(lambda message: message.get("rests", False))
        async with Client(quick, seat["code"]) as later:
            await later.until(lambda message: message.get("rests", False))
        async with Client(quick, seat["code"], seat["token"]):
            back = await spectator.until(lambda message: message["type"] == "missed")
            assert not back["rests"]


def test_a_phone_may_be_locked_for_a_minute() -> None:
    """Where nothing was agreed and nothing set, half a minute costs nobody a turn."""
    assert Settings("sqlite:///t.sqlite3").grace >= 60
