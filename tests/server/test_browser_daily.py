"""Today's deal in a browser: playing it, the line to share, the board, and past days."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server import clients
from tests.server.browsing import PHONE, WIDE, Look, Person
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
GAME = "Yatzy"
SMALL_PHONE: Look = {**PHONE, "viewport": {"width": 320, "height": 568}}
ACROSS = "() => document.documentElement.scrollWidth - innerWidth"
SEAT = "JSON.parse(localStorage['fivedice.seats'])[0]"
SHARED = re.compile(r"^fivedice, yatzy, \d+ \w+: \d+ points?, \d+\.\d lost, luckier than \d+%$")


def begins(person: Person, name: str) -> Any:
    """Comes by the first page, and begins the deal; the seat."""
    person.goes("/")
    person.press(person.page.get_by_role("link", name="Today's deal"))
    person.page.get_by_label("Your name on the board").fill(name)
    person.press(person.page.get_by_role("button", name=f"Play: {GAME}"))
    person.page.wait_for_url("**/t/*")
    person.page.get_by_role("button", name="Throw").first.wait_for()
    return person.page.evaluate(SEAT)


def played(server: Process, seat: Any) -> None:
    """Plays the match to its end elsewhere; the browser's thread runs no other event loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(clients.run, _finish(server, seat)).result()


async def _finish(server: Process, seat: Any) -> None:
    await clients.play_on(server.url, [seat], 1)


def returns(person: Person, seat: Any) -> None:
    """From the end of the match to the board of the day."""
    person.goes(f"/t/{seat['code']}")
    person.press(person.page.get_by_role("link", name="The day's board"))
    person.page.locator(".share").wait_for()


@pytest.mark.parametrize("look", [SMALL_PHONE, WIDE])
def test_the_deal_of_the_day_is_played_shared_and_compared(
    server: Process, arrives: Arrives, look: Look
) -> None:
    """The board is closed before; a press on Play later is practice; nothing is wider than the page."""
    ann = arrives(server.url, look)
    seat = begins(ann, "Ann")
    ann.goes("/daily")
    board = ann.page.get_by_role("button", name=f"Board: {GAME}")
    expect(ann.page.get_by_role("link", name=f"Continue: {GAME}")).to_be_visible()
    ann.press(board)
    expect(ann.page.locator(".results")).to_contain_text("opens for you when you have played")
    played(server, seat)
    returns(ann, seat)
    expect(ann.page.locator(".share")).to_have_text(SHARED)
    expect(ann.page.locator(".company .you")).to_contain_text("Ann")
    ann.press(ann.page.get_by_role("button", name="Least lost"))
    expect(ann.page.get_by_role("button", name="Least lost")).to_have_attribute("aria-pressed", "true")
    expect(ann.page.locator(".results")).to_contain_text("standard deviation")
    assert ann.page.evaluate(ACROSS) == 0
    ann.press(ann.page.get_by_role("button", name=f"Play for practice: {GAME}"))
    ann.page.wait_for_url("**/t/*")
    assert ann.page.evaluate(SEAT)["code"] != seat["code"]


def test_another_day_says_why_it_cannot_be_played(server: Process, arrives: Arrives) -> None:
    ann = arrives(server.url, WIDE)
    ann.goes("/daily/2020-02-29")
    expect(ann.page.get_by_role("heading", name="A past deal")).to_be_visible()
    expect(ann.page.locator("main")).to_contain_text("This server had no deals on this day.")
