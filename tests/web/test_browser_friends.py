"""Friends at browsers: whose turn it is wherever I am, how they reach a table, and who sits there."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.web import clients
from tests.web.browsing import PHONE, WIDE, Look, Person
from tests.web.serving import Process

Arrives = Callable[[str, Look], Person]
BOTH = pytest.mark.parametrize("look", [PHONE, WIDE], ids=["phone", "wide"])
TURN = "● Your turn"


@BOTH
def test_every_page_says_whose_turn_it_is(
    look: Look, server: Process, arrives: Arrives, pictures: Path
) -> None:
    """The first page, my matches and the table, in words and in the tab."""
    seats = clients.opened(server.url, "junior", "Ann", "Ben", days=1)
    ann, ben = arrives(server.url, look), arrives(server.url, look)
    for person, seat in ((ann, seats[0]), (ben, seats[1])):
        person.remembers(seat, "junior")
        person.goes("/")
        person.page.locator(".going-on a", has_text="Ann").wait_for()
    ann.page.locator(".going-on .your-turn").wait_for()
    assert ann.page.title().startswith(TURN)
    ann.shot(pictures / "turn-home.png")
    ben.page.locator(".going-on").get_by_text("Ann to play").wait_for()
    assert TURN not in ben.page.title()
    ann.goes("/records")
    ann.page.locator(".match .your-turn").wait_for()
    assert ann.page.title().startswith(TURN)
    assert Axe().run(ann.page).violations_count == 0
    ann.goes(f"/t/{seats[0]['code']}")
    ann.page.wait_for_function("turn => document.title.startsWith(turn)", arg=TURN)
    ann.begins_to_hurry()
    ann.page.wait_for_function("turn => !document.title.startsWith(turn)", arg=TURN)
    ben.goes("/")
    ben.page.locator(".going-on .your-turn").wait_for()
