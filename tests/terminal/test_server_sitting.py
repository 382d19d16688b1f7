"""A match on a server that is played in the terminal, whatever happens to the server and its connections."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

from fivedice.__main__ import run
from fivedice.match.events import Event, Keep, Spend
from fivedice.match.questions import decisions, final_roll
from fivedice.notation import record
from fivedice.runtime.library import Library
from fivedice.runtime.store import StoreError
from fivedice.runtime.table_link import ELSEWHERE, LinkError, TableLink
from fivedice.table.state import Throws
from fivedice.table.terms import Terms
from fivedice.terminal.server_sitting import ServerSitting
from tests.server import clients
from tests.server.serving import Process, process
from tests.spread import spread
from tests.terminal.seated import at_table
from tests.terminal.test_screen_footer import footer

GAMES = ("traditional", "challenge", "showdown", "piecepack", "junior")
BOTS = {"traditional": 1, "showdown": 1}
"""Beside the player; in challenge they would hide their decisions."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server of this module's, which tests kill and start again."""
    with process(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def seats(server: Process, tmp_path: Path) -> Iterator[Any]:
    links = list[TableLink]()

    def sits(
        game: str = "traditional", seat: Any = None, throws: Throws = "none"
    ) -> tuple[ServerSitting, Any]:
        if seat is None:
            (seat,) = clients.opened(server.url, game, "Ann", bots=BOTS.get(game, 0))
        link = TableLink(server.url, seat["code"], seat["token"])
        links.append(link)
        terms = Terms(game, ("", *["greedy"] * BOTS.get(game, 0)))
        return ServerSitting(link, terms, Library(tmp_path), throws, "Come back."), seat

    yield sits
    for link in links:
        link.close()


def plays(sitting: ServerSitting, most: int = 10_000) -> None:
    """Plays on to the end, or for so many events: what comes by itself, and the last of the decisions."""
    for _ in range(most):
        happened = sitting.automatic()
        if happened is None and sitting.table.is_over:
            return
        sitting.step(happened or decides(sitting))


def waits(sitting: ServerSitting) -> None:
    while happened := sitting.automatic():
        sitting.step(happened)


def decides(sitting: ServerSitting) -> Event:
    seat = sitting.decider()
    assert seat is not None
    return decisions(sitting.match.state, seat)[-1]


def stored(server: Process, seat: Any) -> str:
    told = clients.get(server.url, f"tables/{seat['code']}/so-far")["record"]
    return record.text(record.replay(told).match)


@pytest.mark.parametrize("game", spread(GAMES, "challenge", "junior"))
def test_every_game_is_played_to_its_end(game: str, server: Process, seats: Any) -> None:
    """Here and on the server the same has happened."""
    sitting, seat = seats(game)
    plays(sitting)
    assert sitting.table.is_over
    assert record.text(sitting.match) == stored(server, seat)


async def test_a_match_is_played_on_the_full_screen(server: Process, seats: Any) -> None:
    """By keys, like one that is kept here; only a rematch is not offered."""
    sitting, seat = seats("piecepack", throws="opening")
    async with at_table(sitting) as seated:
        assert "a Away" not in footer(seated)
        await seated.press("a")
        assert not await seated.shows("Let the computer play")
        await seated.play_on()
        assert await seated.shows(f"The match is stored on {server.url}.")
        assert not await seated.shows("Rematch (r)")
        assert "r Rematch" not in footer(seated)
        await seated.press("r")
        assert await seated.shows("v: review. q: leave the table.")
        assert not await seated.shows("r: rematch.")
        assert "r Rematch" not in footer(seated)
    assert record.text(sitting.match) == stored(server, seat)


def test_a_server_that_is_gone_is_said_to_be_gone(server: Process, seats: Any) -> None:
    """A decision is not taken before the server has it; it can be sent again."""
    sitting, seat = seats()
    waits(sitting)
    events, decision = sitting.match.events, decides(sitting)
    server.kill()
    with pytest.raises(StoreError, match="cannot be reached"):
        sitting.step(decision)
    assert sitting.match.events == events
    server.start()
    sitting.step(decision)
    assert sitting.match.events[-1] == decision
    waits(sitting)
    assert record.text(sitting.match) == stored(server, seat)


def test_a_decision_that_was_stored_before_the_answer_was_lost_counts_once(seats: Any) -> None:
    """The connection ends after the message is sent: the answer is found after connecting again."""
    sitting, _ = seats()
    waits(sitting)
    link, keep = sitting._link, Keep(0, final_roll(sitting.match.state, 0))

    def lost() -> Any:
        TableLink.receive(link)
        del link.receive
        raise LinkError("The connection is lost.")

    link.receive = lost
    sitting.step(keep)
    sitting.step(Spend(0, "chance"))
    plays(sitting)
    assert sitting.table.is_over


def test_a_seat_that_is_played_elsewhere_too_follows(server: Process, seats: Any) -> None:
    """Whoever is late is told, and goes on from where the match is."""
    one, seat = seats()
    waits(one)
    other, _ = seats(seat=seat)
    late = decides(one)
    other.step(Keep(0, ()))
    with pytest.raises(StoreError, match=ELSEWHERE):
        one.step(late)
    assert Keep(0, ()) in one.match.events
    plays(one)
    assert record.text(one.match) == stored(server, seat)
    begun = monotonic()
    other._link.close()  # with many messages unread
    assert monotonic() - begun < 5


def test_a_seat_that_has_moved_to_another_device_is_not_played_here(server: Process, seats: Any) -> None:
    _, seat = seats()
    given = clients.post(server.url, f"tables/{seat['code']}/pass", {"token": seat["token"]})
    clients.post(server.url, f"tables/{seat['code']}/seat", {"pass": given["pass"]})
    with pytest.raises(StoreError, match=ELSEWHERE):
        seats(seat=seat)


async def test_a_seat_that_was_left_is_taken_again(server: Process, seats: Any) -> None:
    """Somebody who has left on the page goes on here."""
    sitting, seat = seats()
    waits(sitting)
    async with clients.Client(server.url, seat["code"], seat["token"]) as client:
        await client.say("leave")
        await client.until(lambda message: message.get("entry", {}).get("entry") == "left")
    again, _ = seats(seat=seat)
    plays(again)
    assert again.table.is_over


def test_a_table_that_the_host_closes_says_so(server: Process, seats: Any) -> None:
    """With the reason of the host, instead of waiting for ever."""
    sitting, seat = seats()
    waits(sitting)
    command = ["tables", "--database", server.database, "--close", seat["code"], "--reason", "Good night."]
    assert run(command) == 0
    with pytest.raises(StoreError, match="Good night"):
        plays(sitting, 100)


@pytest.mark.parametrize(
    "told", [{"type": "told"}, {"type": "told", "number": "9"}, {"type": "told", "number": 99}]
)
def test_what_is_not_of_the_protocol_ends_the_connection(
    told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something else than fivedice answers there."""
    link = TableLink("http://example.org", "ABC234", "token")
    monkeypatch.setattr(link, "_messages", lambda: iter([told]))
    with pytest.raises(LinkError, match="is lost"):
        link.receive()


async def test_a_record_so_far_is_refused_while_a_decision_is_hidden(server: Process) -> None:
    """In challenge Ann has decided and Ben has not: only she may see it."""
    ann, ben = clients.opened(server.url, "challenge", "Ann", "Ben")
    await clients.play_on(server.url, [ann], 1, lambda picture: bool((picture["turn"] or {})["decided"]))
    assert "keep" in so_far(server, ann).text
    refused = so_far(server, ben)
    assert refused.status_code == HTTPStatus.CONFLICT
    assert "hidden" in refused.json()["sentence"]


def so_far(server: Process, seat: Any) -> httpx.Response:
    bearer = {"authorization": f"Bearer {seat['token']}"}
    return httpx.get(f"{server.url}/api/tables/{seat['code']}/so-far", headers=bearer)
