"""A table that nobody may watch: during its match and after it, only its seats are shown anything of it."""

from collections.abc import Iterator

import httpx
import pytest

from fivedice.table.log import Closed
from fivedice.table.protocol import visibility
from fivedice.table.protocol.picture import Door
from fivedice.table.state import opened as room_opened
from fivedice.table.terms import Terms
from tests.server import clients
from tests.server.asking import asked
from tests.server.clients import Message, opened, post
from tests.server.serving import Process
from tests.table import tables
from tests.table.refusals import assert_sentence

READ_BY_CODE = ("/record", "/steps/0", "/steps/5")


@pytest.fixture(scope="module")
def over(server: Process) -> list[Message]:
    """The seats of a private table whose match has ended."""
    return clients.over(server.url, "Ann", "Ben", watching=False)


@pytest.fixture(scope="module")
def going_on(server: Process) -> list[Message]:
    """The seats of a private table whose match has begun."""
    return opened(server.url, "traditional", "Ann", "Ben", watching=False)


@pytest.fixture(scope="module")
def elsewhere(server: Process) -> str:
    """The token of a seat at another table."""
    return str(opened(server.url, "junior", "Ann", "Ben")[0]["token"])


def shown_to(server: Process, path: str, token: str, *, by_cookie: bool = False) -> httpx.Response:
    """The answer to who shows this token, as a program or as a page does."""
    cookies = {"fivedice_seat": token} if by_cookie else {}
    headers = {} if by_cookie or not token else {"authorization": f"Bearer {token}"}
    return httpx.get(f"{server.url}{path}", headers=headers, cookies=cookies, timeout=60)


def described(server: Process) -> Iterator[str]:
    """Every path that shows something of a table, as the description of the REST interface has it."""
    for path, ways in clients.get(server.url, "openapi.json")["paths"].items():
        if "get" in ways and "{code}" in path and not path.startswith("/api/clubs/"):
            needed = [one["name"] for one in ways["get"].get("parameters", ()) if one.get("required")]
            yield path + ("?cost=1" if "cost" in needed else "")


@pytest.mark.parametrize("token", ["", "made-up", "elsewhere"])
@pytest.mark.parametrize("table", ["over", "going_on"])
def test_a_stranger_is_shown_no_more_than_the_door(
    table: str, token: str, server: Process, request: pytest.FixtureRequest, elsewhere: str
) -> None:
    """Whatever path is described, during the match and after it, with any token that holds no seat there."""
    code = request.getfixturevalue(table)[0]["code"]
    token = elsewhere if token == "elsewhere" else token
    paths = list(described(server))
    assert len(paths) >= 4
    for path in paths:
        for by_cookie in (False, True):
            answer = shown_to(
                server, path.format(code=code, number=0, part="pad"), token, by_cookie=by_cookie
            )
            assert answer.headers["cache-control"] == "no-store"
            if answer.status_code == 200:
                assert set(answer.json()) == set(Door.__struct_fields__)
            else:
                assert answer.status_code == 403
                assert "no spectators" in answer.json()["sentence"]
                assert_sentence(answer.json()["sentence"])


def test_the_door_of_a_closed_table_says_so() -> None:
    """Nobody can take a chair there any more, and only the door tells a stranger."""
    room = room_opened(Terms("junior", ("", ""), watching=False))
    for after, closed in ((room, False), (room.after(Closed()), True)):
        assert visibility.picture(after, "ABCDEF", None).closed is closed


@pytest.mark.parametrize("game", ["junior", "challenge"])
def test_the_door_says_no_more_the_longer_the_match_goes_on(game: str) -> None:
    """Who looks again and again counts no decisions: while it is played and nobody goes, it is the same."""
    agreed = Terms(game, ("", ""), watching=False)
    rooms = [step.after for step in tables.life(agreed, seed=1, restless=0)]
    doors = [visibility.picture(room, "ABCDEF", None) for room in rooms if room.match and not room.is_over]
    assert len(doors) > 20
    assert all(door == doors[0] for door in doors)


@pytest.mark.parametrize("table", ["over", "going_on"])
def test_a_code_alone_tells_nothing_of_a_private_table(
    table: str, server: Process, request: pytest.FixtureRequest
) -> None:
    """Among my matches it stands by its token, and not by its code or by a token that holds nothing."""
    seats = request.getfixturevalue(table)
    code = seats[0]["code"]
    assert post(server.url, "mine", {"codes": [code], "tokens": [[code, ""], [code, "made-up"]]}) == []
    (mine,) = post(server.url, "mine", {"tokens": [[code, seats[1]["token"]]]})
    assert mine["seat"] == 1
    assert "scores" in mine


def test_who_held_a_seat_has_all_of_it_after_the_end(server: Process, over: list[Message]) -> None:
    """Record, every step and the review, for each seat, as a bearer or as a cookie."""
    code = over[0]["code"]
    for seat in over:
        for by_cookie in (False, True):
            for path in (f"/api/tables/{code}{part}" for part in READ_BY_CODE):
                answer = shown_to(server, path, seat["token"], by_cookie=by_cookie)
                assert answer.status_code == 200
                assert answer.headers["cache-control"] == "no-store"
            review = shown_to(server, f"/review/{code}/report", seat["token"], by_cookie=by_cookie)
            assert "Ann" in review.text
            assert review.headers["cache-control"] == "no-store"
            assert review.status_code == 200


def test_a_seat_sees_its_private_table_over_rest_as_well(server: Process, going_on: list[Message]) -> None:
    """With its token the whole picture; record, steps, review and rematch wait for the end even for it."""
    code, token = going_on[0]["code"], going_on[0]["token"]
    assert "position" in shown_to(server, f"/api/tables/{code}", token).json()
    for path in (f"/api/tables/{code}/record", f"/api/tables/{code}/steps/0", f"/review/{code}/report"):
        assert shown_to(server, path, token).status_code == 409
    assert asked(server, "POST", f"/api/tables/{code}/again", {"token": token}).status_code == 409
