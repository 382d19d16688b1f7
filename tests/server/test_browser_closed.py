"""Pages of a table that the host closes: players and onlookers read why, and so does who waits there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from fivedice.__main__ import run
from tests.server import clients
from tests.server.browsing import PHONE, WIDE, Look, Person
from tests.server.serving import Process

WHY = "Choose other names."
TOLD = f"The host closed this table: {WHY}"


def close(server: Process, code: str) -> None:
    """The command of the host."""
    assert run(["tables", "--database", server.database, "--close", code, "--reason", WHY]) == 0


@pytest.mark.parametrize("game", ["challenge", "showdown"])
def test_who_plays_and_who_watches_reads_why(
    game: str, server: Process, arrives: Callable[[str, Look], Person]
) -> None:
    """As soon as the table is closed, and after a reload; nothing can be pressed any more."""
    seats = clients.opened(server.url, game, "Ann", "Ben")
    ann, eve = arrives(server.url, PHONE), arrives(server.url, WIDE)
    ann.sits(seats[0], game)
    eve.goes(f"/watch/{seats[0]['code']}")
    for person in (ann, eve):
        person.page.locator(".doing").wait_for()
    close(server, seats[0]["code"])
    for person in (ann, eve):
        expect(person.page.locator(".notice")).to_have_text(TOLD)
        person.page.reload()
        expect(person.page.locator(".notice")).to_have_text(TOLD)
        expect(person.page.locator(".doing")).to_contain_text("The table is closed")
        assert person.barred() == []
    expect(ann.page.locator(".doing .button.main")).to_have_text("Closed")
    expect(ann.page.locator(".doing .button.main")).to_have_attribute("aria-disabled", "true")
    ann.goes("/records")
    expect(ann.page.locator(".match")).to_contain_text(TOLD)


def test_who_waits_for_players_and_who_would_join_reads_why(
    server: Process, arrives: Callable[[str, Look], Person]
) -> None:
    """In the waiting room and at the door."""
    (seat,) = clients.opened(server.url, "junior", "Ann", free=1)
    ann, ben = arrives(server.url, PHONE), arrives(server.url, WIDE)
    ann.remembers(seat, "junior")
    ann.goes(f"/t/{seat['code']}")
    ann.page.locator(".big-code").wait_for()
    close(server, seat["code"])
    ann.page.get_by_role("heading", name="This table is closed").wait_for()
    ben.goes(f"/t/{seat['code']}")
    for person in (ann, ben):
        expect(person.page.locator("main")).to_contain_text(TOLD)
        assert person.barred() == []
