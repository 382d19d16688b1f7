"""Club nights over real sockets: guests arrive, play the same dice at several tables, come and go."""

import asyncio
import base64
import csv
import hmac
import io
import re
from collections.abc import Coroutine
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from fivedice.deals import verify
from fivedice.notation import record
from fivedice.server import maintenance
from fivedice.server.club.rounds import ROUND_OVER, _token
from fivedice.server.players.store import KnownPlayer
from fivedice.server.storage import schema
from fivedice.server.tables import codes
from tests.server import clients
from tests.server.clients import Client, run
from tests.server.serving import Process
from tests.server.test_players import Device, found_in

PLAN = {"game": "junior", "rounds": 2, "deals": 1, "minutes": 0}


class Guest(Device):
    """A browser of somebody who comes."""

    def __init__(self, url: str, name: str, code: str = "") -> None:
        """With a code, sits down there."""
        super().__init__(url, "clubs")
        self.name, self.code = name, code
        if code:
            assert self.post("players", name=name).status_code == 204

    def post(self, path: str, /, **body: Any) -> httpx.Response:
        return self.asks("POST", f"{self.code}/{path}", json=body)

    def opens(self, **plan: Any) -> str:
        answer = self.asks("POST", json={**PLAN, **plan, "name": self.name})
        assert answer.status_code == 201, answer.text
        self.code = answer.json()["code"]
        return self.code

    @property
    def sees(self) -> Any:
        answer = self.asks("GET", self.code)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def is_forgotten(self) -> None:
        with httpx.Client(cookies=self.cookies, timeout=60) as client:
            assert client.delete(f"{self.url}/api/player").status_code == 200

    @property
    def seat(self) -> Any:
        return self.sees["you"]["seat"]

    async def plays(self) -> None:
        seat = self.seat
        async with Client(self.url, seat["code"], seat["token"]) as client:
            await client.play(Random(self.name))


def together(*work: Coroutine[Any, Any, None]) -> None:

    async def every() -> None:
        await asyncio.gather(*work)

    run(every())


def opened(url: str, number: int, **plan: Any) -> tuple[Guest, list[Guest]]:
    """A club night with its host, who does not play, and its players."""
    host = Guest(url, "Host")
    code = host.opens(**plan)
    return host, [Guest(url, f"Player {n}", code) for n in range(number)]


def test_all_tables_play_the_same_dice_from_the_same_seats(host: Process) -> None:
    """A whole club night of two rounds: pairings, results, order, records that can be verified."""
    night, guests = opened(host.url, 4)
    assert night.post("rounds", what="begin").status_code == 204
    seats = [guest.seat for guest in guests]
    assert len({seat["code"] for seat in seats}) == 2
    assert [seat["chair"] for seat in seats] == [0, 1, 0, 1]
    together(*(guest.plays() for guest in guests))
    seen = night.sees
    (one,) = seen["played"]
    assert one["over"]
    assert all(len(table["results"][0]["scores"]) == 2 for table in one["tables"])
    assert sum(line["cross"] for line in seen["standings"]) == 0
    assert {guest.sees["you"]["told"].partition(" of ")[2] for guest in guests} <= {
        "4; you won your match.",
        "4; you lost your match.",
    }
    texts = [records(host.url, seat) for seat in seats[::2]]
    replayed = [record.replay(text) for text in texts]
    assert {verify.check(one).verdict for one in replayed} == {"verified"}
    first = [one.match.setup.dice for one in replayed]
    assert first[0] == first[1]
    night.post("rounds", what="begin")
    assert [guest.seat["chair"] for guest in guests] == [1, 0, 1, 0]


def records(url: str, seat: dict[str, Any]) -> str:
    return at_seat(url, seat, "/record").text


def at_seat(url: str, seat: dict[str, Any], what: str = "") -> httpx.Response:
    token = {"authorization": f"Bearer {seat['token']}"}
    answer = httpx.get(f"{url}/api/tables/{seat['code']}{what}", headers=token)
    assert answer.status_code == 200, answer.text
    return answer


def test_nothing_reveals_the_dice_while_others_still_play_them(server: Process) -> None:
    host, guests = opened(server.url, 4)
    host.post("rounds", what="begin")
    fast = guests[0].seat
    together(*(guest.plays() for guest in guests[:2]))
    assert '"secret"' not in records(server.url, fast)
    assert httpx.get(f"{server.url}/api/tables/{fast['code']}/record").status_code == 403
    again = f"{server.url}/api/tables/{fast['code']}/same"
    token = {"authorization": f"Bearer {fast['token']}"}
    refused = httpx.post(again, json={"seat": 0, "name": "Ann"}, headers=token)
    assert refused.json()["sentence"] == "Others are still playing these dice; wait until the round is over."
    host.post("rounds", what="over")
    assert '"secret"' in records(server.url, fast)


def test_the_wall_shows_the_scores_of_matches_in_progress(server: Process) -> None:
    host, guests = opened(server.url, 4)
    host.post("rounds", what="begin")
    together(*(guest.plays() for guest in guests[:2]))
    (at,) = {guest.seat["code"] for guest in guests[2:]}
    seen = host.asks("GET", host.code, params={"live": True, "since": host.sees["version"]}).json()
    assert seen == {"left": None, "live": {at: [0, 0]}}


def test_a_table_that_never_ends_counts_as_not_played(server: Process) -> None:
    host, guests = opened(server.url, 4)
    host.post("rounds", what="begin")
    slow = guests[2].seat
    together(*(guest.plays() for guest in guests[:2]))
    assert host.post("rounds", what="over").status_code == 204
    assert host.sees["played"][0]["tables"][1]["results"] == [None]
    assert guests[2].seat is None
    assert at_seat(server.url, slow).json()["closed_told"] == f"This table is closed: {ROUND_OVER}"
    for wrong in (["12", 7], [True, 7], [1.5, 7]):
        assert host.post("results", round=0, table=1, deal=0, scores=wrong).status_code == 422
    assert host.post("results", round=0, table=1, deal=0, scores=[12, 7]).status_code == 204
    result = host.sees["played"][0]["tables"][1]["results"][0]
    assert result == {"scores": [12, 7], "winners": [0]}


def test_the_clock_ends_a_round(server: Process) -> None:
    host, _ = opened(server.url, 2, minutes=1)
    host.post("rounds", what="begin")
    seen = host.sees
    assert 50 < seen["left"] <= 60
    assert host.asks("GET", f"{host.code}", params={"since": seen["version"]}).json().keys() == {"left"}


def test_a_restart_during_a_round_loses_nothing(own_server: Process) -> None:
    host, guests = opened(own_server.url, 2)
    host.post("rounds", what="begin")
    seat = guests[0].seat
    own_server.end()
    own_server.start()
    assert guests[0].seat == seat
    together(*(guest.plays() for guest in guests))
    assert host.sees["played"][0]["over"]


def test_only_the_host_runs_the_club_night(server: Process) -> None:
    host, (guest,) = opened(server.url, 1)
    for what in ("begin", "over", "end"):
        answer = guest.post("rounds", what=what)
        assert (answer.status_code, answer.json()["sentence"]) == (
            409,
            "Only the host of this club night may do this.",
        )
    assert guest.post("results", round=0, table=0, deal=0, scores=None).status_code == 409
    for code in ("ABCDEF", clients.opened(server.url, "junior", "Ann")[0]["code"]):
        assert Guest(server.url, "Nobody").asks("GET", f"{code}").status_code == 404
    at_table = httpx.get(f"{server.url}/api/tables/{host.code}")
    assert at_table.json() == {"instead": f"/club/{host.code}"}
    refused = host.post("rounds", what="begin")
    assert refused.json()["sentence"] == "A round needs at least 2 players who are present."
    assert host.post("leave", player=0).status_code == 204
    assert guest.post("leave").status_code == 409
    assert host.post("rounds", what="end").status_code == 204
    assert guest.post("players", name="Again").json()["sentence"] == "This club night is over."


def test_names_are_told_apart(server: Process) -> None:
    host, _ = opened(server.url, 1)
    twin = Guest(server.url, "Twin")
    twin.code = host.code
    assert twin.post("players", name="Player 0").status_code == 409
    assert twin.post("players", name="greedy").status_code == 409
    assert twin.post("players", name="Player O").status_code == 409


def test_results_as_csv(server: Process) -> None:
    """A name that a spreadsheet would take for a formula is only a name."""
    host, guests = opened(server.url, 1)
    guests += [Guest(server.url, "=1+1", host.code)]
    host.post("rounds", what="begin")
    together(*(guest.plays() for guest in guests))
    (won,) = [table["results"][0] for table in host.sees["played"][0]["tables"]]
    rows = list(csv.DictReader(io.StringIO(host.asks("GET", f"{host.code}/results.csv").text)))
    assert [row["Player"] for row in rows] == ["Player 0", "'=1+1"]
    assert [int(row["Result"]) for row in rows] == won["scores"]
    for language, matches in (("en", "Matches"), ("de", "Partien"), ("ja", "対戦"), ("zh", "场数")):
        told = host.asks("GET", f"{host.code}/standings.csv", headers={"accept-language": language})
        order = list(csv.DictReader(io.StringIO(told.text)))
        assert [row[matches] for row in order] == ["1", "1"]
        assert None not in order[0]
    assert host.asks("GET", f"{host.code}/secrets.csv").status_code == 422


def test_a_deleted_player_becomes_someone(own_server: Process) -> None:
    host, guests = opened(own_server.url, 2)
    guests[0].is_forgotten()
    own_server.end()
    own_server.start()
    players = host.sees["players"]
    assert [(one["name"], one["here"]) for one in players] == [("someone 2", False), ("Player 1", True)]


def test_after_a_forgotten_host_a_present_player_is_the_host(server: Process) -> None:
    host, guests = opened(server.url, 3)
    host.post("rounds", what="begin")
    guests[0].post("leave")
    before = guests[1].sees["version"]
    host.is_forgotten()
    now = guests[1].asks("GET", guests[1].code, params={"since": before}).json()
    assert [guest.sees["you"]["host"] for guest in guests] == [False, True, False]
    assert now["you"]["host"]
    assert guests[1].post("rounds", what="over").status_code == 204
    assert guests[1].post("rounds", what="begin").status_code == 204
    seat = guests[2].seat
    assert guests[1].name in at_seat(server.url, seat).text
    guests[2].post("leave")
    guests[1].is_forgotten()
    table = at_seat(server.url, seat)
    assert table.json()["closed"]
    assert guests[1].name not in table.text
    ended = guests[0].sees
    assert (ended["ended"], [one["over"] for one in ended["played"]]) == (True, [True, True])
    assert len(ended["standings"]) == 3


def guesses(text: str, code: str) -> list[str]:
    """What somebody who has a text of the database might take for a token of this club night."""
    once = [as_once(text, f"1/0/0/{chair}") for chair in (0, 1)]
    return [text, _token(code, KnownPlayer("", text, ""), 0), *once]


def as_once(seal: str, place: str) -> str:
    """How tokens followed from a seal in the database, once."""
    made = hmac.digest(seal.encode(), place.encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode()[:22]


def test_a_stolen_database_opens_no_seat_of_a_club_night(host: Process) -> None:
    """Neither a text that is stored nor anything that once followed from one holds a chair."""
    night, guests = opened(host.url, 2)
    night.post("rounds", what="begin")
    tokens = {guest.seat["token"] for guest in guests}
    texts = {text for row in found_in(host.database, "") for text in re.findall(r"[\w-]+", row)}
    holders = {text for text in texts if re.fullmatch("[0-9a-f]{64}", text)}
    assert {codes.digest(token) for token in tokens} <= holders
    assert not {codes.digest(one) for text in texts for one in guesses(text, night.code)} & holders


@pytest.mark.proof
def test_a_club_night_of_an_earlier_version_goes_on_without_its_seal(own_server: Process) -> None:
    host, guests = opened(own_server.url, 2)
    own_server.end()
    with maintenance.transaction(own_server.database) as connection:
        for number, was, then in (
            (1, "}}", '},"seal":"d1"}'),
            (2, '"holders"', '"once"'),
            (3, '"holders"', '"once"'),
        ):
            line = connection.execute(select(schema.entries.c.entry).filter_by(code=host.code, number=number))
            changed = update(schema.entries).filter_by(code=host.code, number=number)
            connection.execute(changed.values(entry=line.scalar_one().replace(was, then)))
    own_server.start()
    assert found_in(own_server.database, '"seal"') == []
    assert guests[0].sees["you"]["seat"] is None
    host.post("rounds", what="begin")
    assert at_seat(own_server.url, guests[0].seat).status_code == 200


@pytest.mark.proof
def test_a_damaged_night_of_an_earlier_version_holds_up_no_start(own_server: Process) -> None:
    host, _ = opened(own_server.url, 1)
    own_server.end()
    with maintenance.transaction(own_server.database) as connection:
        first = update(schema.entries).filter_by(code=host.code, number=1)
        connection.execute(first.values(entry='{"entry":"opened","seal":"d1"'))
    own_server.start()
    assert Guest(own_server.url, "Ann").opens()


def test_a_host_who_moves_to_a_phone_goes_on_there(server: Process) -> None:
    host, (guest,) = opened(server.url, 1)
    with httpx.Client(cookies=host.cookies) as client:
        given = client.post(f"{server.url}/api/player/pass").json()["pass"]
    with httpx.Client(cookies=guest.cookies) as client:
        moved = client.post(f"{server.url}/api/player/move", json={"pass": given, "together": True})
        assert moved.status_code == 200
        guest.cookies = client.cookies
    assert guest.sees["you"] == {"host": True, "player": 0, "seat": None, "told": ""}
    Guest(server.url, "Another", host.code)
    guest.post("rounds", what="begin")
    assert at_seat(server.url, guest.seat).status_code == 200
