"""Today's deal in a browser: playing it, the line to share, the board, and past days."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.browsing import PHONE, Arrives, Look, Person, play_out
from tests.server.serving import Process

GAME = "Yatzy"
SMALL_PHONE: Look = {**PHONE, "viewport": {"width": 320, "height": 568}}
ACROSS = "() => document.documentElement.scrollWidth - innerWidth"
SEAT = "JSON.parse(localStorage['fivedice.seats'])[0]"
SHARED = re.compile(r"^fivedice, Yatzy, \d+ \w+: \d+ points?, \d+\.\d lost, luckier than \d+%$")


def begins(person: Person, name: str) -> Any:
    """Comes by the first page, and begins the deal; the seat."""
    person.goes("/")
    person.press(person.page.get_by_role("link", name="Today's deal"))
    person.page.get_by_label("Your name on the board").fill(name)
    person.press(person.page.get_by_role("button", name=f"Play: {GAME}"))
    person.page.wait_for_url("**/t/*")
    person.page.get_by_role("button", name="Throw").first.wait_for()
    return person.page.evaluate(SEAT)


def returns(person: Person, seat: Any) -> None:
    """From the end of the match to the board of the day."""
    person.goes(f"/t/{seat['code']}")
    person.press(person.page.get_by_role("link", name="The board"))
    person.page.locator(".share").wait_for()


@pytest.mark.proof
def test_the_deal_of_the_day_is_played_shared_and_compared(server: Process, arrives: Arrives) -> None:
    """A press on Play later is practice; nothing is wider than the page."""
    ann = arrives(server.url, SMALL_PHONE)
    seat = begins(ann, "Ann")
    ann.goes("/daily")
    expect(ann.page.get_by_role("link", name=f"Continue: {GAME}")).to_be_visible()
    play_out(server.url, [seat])
    returns(ann, seat)
    expect(ann.page.locator(".share")).to_have_text(SHARED)
    expect(ann.page.locator(".company .you")).to_contain_text("Ann")
    ann.press(ann.page.get_by_role("button", name="Least lost"))
    expect(ann.page.get_by_role("button", name="Least lost")).to_have_attribute("aria-pressed", "true")
    rows = ann.page.locator(".company tbody tr")  # others may have played today on this server
    place = ann.page.locator(".company .you td").first.inner_text()
    expect(ann.page.locator(".results h3")).to_have_text(f"Place {place} of {rows.count()}")
    assert ann.page.evaluate(ACROSS) == 0
    ann.press(ann.page.get_by_role("button", name=f"Play for practice: {GAME}"))
    ann.page.wait_for_url("**/t/*")
    assert ann.page.evaluate(SEAT)["code"] != seat["code"]
