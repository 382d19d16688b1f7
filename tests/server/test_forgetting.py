"""Players who are forgotten: nothing of them is left in any table of the database."""

import asyncio
import re
from random import Random
from typing import Any

import httpx
from sqlalchemy import MetaData, insert, select, update

from fivedice.runtime.identity import COOKIE
from fivedice.server import maintenance
from fivedice.server.players.drill_store import save
from fivedice.server.storage import schema
from fivedice.server.tables import codes
from fivedice.training import drills
from tests.server import stored
from tests.server.clients import Client, opened, play_on, post
from tests.server.serving import Process
from tests.server.test_players import Device, keeps

NAME = "Annabella Quux"
BEN = "Ben"


def found_in(database: str, *texts: str) -> list[str]:
    """Which of these texts is anywhere in the database, with the row."""
    with maintenance.transaction(database) as connection:
        every = MetaData()
        every.reflect(connection)
        rows = [
            f"{table.name}: {row}"
            for table in every.sorted_tables
            for row in connection.execute(select(table)).all()
        ]
    assert rows
    return [f"{text} in {row}" for text in texts for row in rows if text in row]


def with_figures(database: str, code: str, *players: str) -> None:
    """Players have results with the names of both, and the first one a rating and a drill."""
    with maintenance.transaction(database) as connection:
        for seat, player in enumerate(players):
            row = {"player": player, "code": code, "seat": seat, "kind": "junior", "imported": 0}
            figures = f'{{"against": ["{NAME}", "{BEN}"]}}'
            connection.execute(insert(schema.results).values(at=1.0, figures=figures, **row))
        rated = {"kind": "junior", "mu": 1.0, "sigma": 1.0, "matches": 1}
        connection.execute(insert(schema.ratings).values(player=players[0], **rated))
        save(connection, players[0], next(iter(drills.of_game("junior").values())), 1.0)


def figures_of(database: str, player: str) -> list[str]:
    with maintenance.transaction(database) as connection:
        wanted = select(schema.results.c.figures).where(schema.results.c.player == player)
        return list(connection.execute(wanted).scalars())


async def test_nothing_of_a_player_is_left(host: Process) -> None:
    alone = opened(host.url, "junior", NAME, bots=1)[0]
    waiting = opened(host.url, "junior", NAME, free=1)[0]
    gathering = opened(host.url, "junior", NAME, BEN, free=1)
    going_on = opened(host.url, "junior", NAME, BEN)
    over = opened(host.url, "junior", NAME, BEN)
    await play_on(host.url, over, 6)
    ann, ben = Device(host.url), Device(host.url)
    tokens = [alone, waiting, gathering[0], going_on[0], over[0]]
    player = keeps(ann, *tokens)["id"]
    other = keeps(ben, over[1])["id"]
    ann.asks("PATCH", json={"colour": "teal", "settings": {"motto": NAME}})
    words = ann.asks("POST", "words").json()["words"]
    ann.asks("POST", "pass")
    with_figures(host.database, over[0]["code"], player, other)
    listed = post(host.url, "mine", {"tokens": [[over[1]["code"], over[1]["token"]]]})
    assert NAME in str(listed)
    digests = [codes.digest(text) for text in (words, ann.cookies[COOKIE], *(s["token"] for s in tokens))]
    assert len(found_in(host.database, NAME)) > 5
    async with Client(host.url, going_on[1]["code"], going_on[1]["token"]) as client:
        assert (await asyncio.to_thread(ann.asks, "DELETE")).json() is None
        while client.picture["chairs"][0]["name"] == NAME:
            await client.next()
        chair = client.picture["chairs"][0]
        assert (chair["name"], chair["away"], client.you["seat"]) == ("someone", True, 1)
        await client.play(Random(7))
    assert found_in(host.database, NAME, player, words, *digests) == []
    for seat in (alone, waiting):
        assert httpx.get(f"{host.url}/api/tables/{seat['code']}").status_code == 404
    chairs = httpx.get(f"{host.url}/api/tables/{gathering[0]['code']}").json()["chairs"]
    assert [chair["name"] for chair in chairs] == ["", BEN, ""]
    record = httpx.get(f"{host.url}/api/tables/{over[0]['code']}/record").text
    assert re.findall(r"someone|Annabella", record) == ["someone"]
    (told,) = post(host.url, "mine", {"tokens": [[over[1]["code"], over[1]["token"]]]})
    assert [chair["name"] for chair in told["chairs"]] == ["someone", BEN]
    assert post(host.url, "mine", {"tokens": [[over[0]["code"], over[0]["token"]]]}) == []
    assert figures_of(host.database, other) == ['{"against":["someone","Ben"]}']
    assert stored.rooms(host.database, over[0]["code"])[-1].is_over
    assert ann.player is None
    assert ben.player["name"] == BEN


def test_what_cannot_be_read_does_not_keep_a_player(own_server: Process) -> None:
    seat = opened(own_server.url, "junior", NAME, BEN)[0]
    ann = Device(own_server.url)
    keeps(ann, seat)
    club, body = f"{own_server.url}/api/clubs", {"name": NAME}
    opening = httpx.post(club, json={**body, "game": "junior"}, cookies=ann.cookies)
    night = opening.json()["code"]
    assert httpx.post(f"{club}/{night}/players", json=body, cookies=ann.cookies).status_code == 204
    with maintenance.transaction(own_server.database) as connection:
        for code, number, line in ((seat["code"], 2, '{"entry":"sat"'), (night, 1, "{")):
            harmed = update(schema.entries).filter_by(code=code, number=number)
            connection.execute(harmed.values(entry=line))
    assert ann.asks("DELETE").status_code == 200
    assert found_in(own_server.database, NAME) == []
    log = (own_server.home / "complaints.txt").read_text()
    assert all(f"The data of {code} cannot be read" in log for code in (seat["code"], night))


def test_both_of_a_match_are_forgotten(server: Process) -> None:
    seats = opened(server.url, "junior", "Cleo", "Dan")
    people: list[Any] = []
    for seat in seats:
        people.append(Device(server.url))
        keeps(people[-1], seat)
    people[0].asks("DELETE")
    assert httpx.get(f"{server.url}/api/tables/{seats[0]['code']}").status_code == 200
    people[1].asks("DELETE")
    assert httpx.get(f"{server.url}/api/tables/{seats[0]['code']}").status_code == 404


def test_a_seat_that_another_player_has_too_stays_theirs(server: Process) -> None:
    seat = opened(server.url, "junior", "Eve", bots=1)[0]
    phone, laptop = Device(server.url), Device(server.url)
    keeps(phone, seat)
    keeps(laptop, seat)
    phone.asks("DELETE")
    (kept,) = laptop.player["seats"]
    assert kept["token"] == seat["token"]
