"""What has happened on a server before pictures of it are taken: a month of matches, a club night, a day."""

import time
from functools import cache

from sqlalchemy import update

from fivedice.bots import make
from fivedice.folders import NOWHERE
from fivedice.match.setup import Player, Setup, game_called
from fivedice.runtime import simulation
from fivedice.runtime.library import Library
from fivedice.server import maintenance
from fivedice.server.storage import schema
from fivedice.table.terms import Terms
from tests.server import clients
from tests.server.browsing import play_out, played
from tests.server.clients import Message
from tests.server.serving import Process
from tests.server.stored import put
from tests.server.test_club_nights import Guest

DAY = 86_400
MATCHES = (("traditional", 9), ("junior", 5), ("showdown", 2))
"""How many matches of each game Ann has played in a month."""
OTHERS = ("Ben", "Carla", "David")
GUESTS = (*OTHERS, "Elisabeth", "Farid")
DAILY = "yatzy"
"""The game of the day that Ann has played."""


@cache
def month(server: Process) -> tuple[Message, ...]:
    """Ann's seats at the matches that she has played in a month, as a browser keeps them."""
    seats: list[Message] = []
    every = [(game, number) for game, many in MATCHES for number in range(many)]
    for place, (game, number) in enumerate(every):
        names = ("Ann", OTHERS[number % len(OTHERS)])
        setup = Setup(game_called(game), tuple(map(Player, names)))
        bots = [make("greedy", Library(NOWHERE)), make("casual:4", Library(NOWHERE))]
        played = simulation.play(setup, bots, seed=11, number=place + 1)
        seat = put(server.database, Terms(game, ("", ""), first=0), names, played.events)[0]
        ended = time.time() - place * 30 * DAY / len(every) - 3600
        _ended_at(server, seat["code"], ended)
        seats.append({**seat, "game": game, "when": int(ended * 1000)})
    return tuple(seats)


def _ended_at(server: Process, code: str, at: float) -> None:
    """A table is as old as that."""
    with maintenance.transaction(server.database) as connection:
        connection.execute(update(schema.entries).where(schema.entries.c.code == code).values(at=at))
        connection.execute(update(schema.tables).where(schema.tables.c.code == code).values(opened=at))


@cache
def club_night(url: str, *, under_way: bool) -> tuple[Guest, tuple[Guest, ...]]:
    """The host of a club night and her guests, after a round; the next one may be under way, in which the
    first table has finished.
    """
    host = Guest(url, "Ann")
    code = host.opens(game="junior", rounds=3, deals=1, minutes=0)
    guests = tuple(Guest(url, name, code) for name in GUESTS)
    assert host.post("rounds", what="begin").is_success
    play_out(url, [guest.seat for guest in guests if guest.seat])
    assert host.sees["played"][0]["over"]
    if under_way:
        assert host.post("rounds", what="begin").is_success
        seats = [guest.seat for guest in guests if guest.seat]
        play_out(url, [seat for seat in seats if seat["code"] == seats[0]["code"]])
    return host, guests


@cache
def same_dice(url: str) -> tuple[Message, Message]:
    """Ann's seat at a match with Ben, and that of Carla, who has played Ben's dice again."""
    first = played(url, "traditional")
    again = clients.post(url, f"tables/{first['code']}/same", {"seat": 1, "name": "Carla"})
    play_out(url, [again])
    return first, again


def day(url: str, mine: Message) -> None:
    others = [clients.post(url, f"daily/{DAILY}/play", {"name": name}) for name in OTHERS]
    play_out(url, [mine, *others])
