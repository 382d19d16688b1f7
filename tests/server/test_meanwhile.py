"""Who comes back is told what the game has played for the seat, also after a restart of the server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from tests.server.clients import Client, Message, opened, run
from tests.server.serving import Process
from tests.server.test_absent import is_entry

GAMES = ("traditional", "challenge", "showdown", "piecepack", "junior")


@asynccontextmanager
async def at_table(url: str, seats: list[Message]) -> AsyncIterator[Client]:
    """Ann, while Ben plays."""
    ann, ben = (Client(url, seat["code"], seat["token"]) for seat in seats)
    async with ann, ben:
        plays = asyncio.create_task(ben.play(Random(1)))
        try:
            yield ann
        finally:
            plays.cancel()


async def goes_away_and_returns(url: str, seats: list[Message]) -> list[str]:
    """What Ann is told who has left until something was played for her."""
    async with at_table(url, seats) as ann:
        await ann.say("leave")
        await ann.until(lambda _: bool(ann.you["meanwhile"]))
        await ann.say("back")
        await ann.until(is_entry("back"))
        return list(ann.you["meanwhile"])


async def plays_on(url: str, seats: list[Message]) -> list[str]:
    """What Ann is told when she comes again; it is gone once she has played on herself."""
    async with at_table(url, seats) as ann:
        told = list(ann.you["meanwhile"])
        await ann.play(Random(2), until=lambda _: not ann.you["meanwhile"])
        assert ann.you["seat"] == ann.heard[-1]["entry"]["event"]["seat"]
        return told


@pytest.mark.parametrize("game", GAMES)
def test_who_returns_is_told_until_playing_on(game: str, server: Process) -> None:
    """In every game, and the same in a connection that is opened anew."""
    seats = opened(server.url, game, "Ann", "Ben")

    async def play() -> None:
        told = await goes_away_and_returns(server.url, seats)
        assert told
        assert await plays_on(server.url, seats) == told

    run(play())


def test_it_is_told_after_a_restart_as_well(own_server: Process) -> None:
    """It follows from the log, which is all that a server keeps."""
    seats = opened(own_server.url, "traditional", "Ann", "Ben")

    async def play() -> None:
        told = await goes_away_and_returns(own_server.url, seats)
        own_server.kill()
        own_server.start()
        assert told == await plays_on(own_server.url, seats) != []

    run(play())
