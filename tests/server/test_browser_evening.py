"""A family with real dice in browsers: two people share a tablet, each of the others has a phone."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.server import clients
from tests.server.browsing import PHONE, WIDE, Arrives, Look, Person
from tests.server.serving import Process

TABLET: Look = {**PHONE, "viewport": {"width": 820, "height": 1180}}
POINTS = ".player .points, .plate .score"
ASKS = """names => {
    const asked = document.querySelector('.cover .button')?.textContent.slice('I am '.length)
        ?? document.querySelector('.player:has(small) .name, .plate:has(.you, .your-turn) b')?.textContent
    return names.find(name => name === asked)
}"""
"""Whose table the page shows, or who is asked to take the device, if it is one of these."""


def enters(person: Person, dice: str) -> None:
    """Taps what was rolled."""
    person.page.locator(".prompt", has_text="0 of 5").wait_for()
    for die in dice:
        person.press(person.page.locator(".pad-key").nth(int(die) - 1))
    person.press("Enter")


def takes_a_chance(person: Person) -> None:
    """Uses the dice in the box that pays any."""
    person.press(person.page.locator("[data-use=chance]:visible"))


def test_a_family_of_three_enters_a_shared_turn_on_two_devices(server: Process, arrives: Arrives) -> None:
    """Ann and Ben share a tablet, which covers what was decided in secret; Cy has a phone. All show
    the points of what was rolled.
    """
    first, second, third = clients.opened(
        server.url, "challenge", "Ann", "Ben", "Cy", dice="own", detail="final"
    )
    tablet, phone = arrives(server.url, TABLET), arrives(server.url, PHONE)
    for person, seat, also in ((tablet, first, {"also": [second["token"]]}), (phone, third, {})):
        person.keeps("settings", {"taking": "now", "pace": "instant"})
        person.keeps("seats", [{**seat, "game": "challenge", "when": 1, **also}])
        person.goes(f"/t/{seat['code']}")
        person.page.locator(".doing").wait_for()
    for is_rolled in (True, False):
        left = {"Ann": "66655", "Ben": "12345"}
        while left:  # in the order in which the tablet asks for them
            name = str(tablet.page.wait_for_function(ASKS, arg=[*left]).json_value())
            dice, cover = left.pop(name), tablet.button(f"I am {name}")
            if cover.is_visible():
                tablet.press(cover)
            enters(tablet, dice) if is_rolled else takes_a_chance(tablet)
        enters(phone, "44444") if is_rolled else takes_a_chance(phone)
    for person in (tablet, phone):
        expect(person.page.locator(POINTS)).to_have_text(
            [re.compile(rf"^\s*{points}\b") for points in (28, 15, 20)]
        )


MINE = ".player.on:has(small) .name"
"""The name of the player who has this device, when it is that player's turn."""


@pytest.mark.proof
def test_two_play_on_one_device(server: Process, arrives: Arrives) -> None:
    """Ann and Ben share a tablet; Ben goes on at his own phone, and comes back."""
    tablet, phone = arrives(server.url, WIDE), arrives(server.url, PHONE)
    tablet.goes("/kitchen")
    tablet.page.get_by_label("Player 1", exact=True).fill("Ann")
    tablet.page.get_by_label("Player 2", exact=True).fill("Ben")
    tablet.page.get_by_label("Real dice").check()
    tablet.press("Start")
    tablet.press("Ben")  # starts, by mistake
    tablet.press("Take back")
    tablet.press("Ann")
    on = tablet.page.locator(MINE)

    def plays() -> None:
        tablet.press(tablet.page.locator(".pays.enters:visible").first)
        tablet.press(tablet.page.locator(".pad-key").nth(1))

    expect(on).to_have_text("Ann")
    plays()
    tablet.page.get_by_text("Ben’s turn: choose a box").wait_for()
    assert not tablet.page.get_by_text("Hand it to").count()
    expect(on).to_have_text("Ben")
    code = tablet.page.url[-6:]
    tablet.press("This table")
    tablet.press("Move Ben to another device")
    link = tablet.page.get_by_role("img", name="QR code of the link").get_attribute("data-text") or ""
    phone.goes(link)
    phone.page.locator(MINE, has_text="Ben").wait_for()
    tablet.page.locator(".player:has(small) .name", has_text="Ann").wait_for()
    phone.press("This table")
    phone.press("Continue on another device")
    link = phone.page.get_by_role("img", name="QR code of the link").get_attribute("data-text") or ""
    phone.closes()
    tablet.page.goto("/")
    tablet.page.goto(link)
    expect(on).to_have_text("Ben", timeout=15_000)  # before the connection is looked at
    plays()
    expect(on).to_have_text("Ann")
    tablet.page.reload()
    expect(on).to_have_text("Ann")
    kept = json.loads(tablet.page.evaluate("localStorage['fivedice.seats']"))
    assert [(seat["code"], len(seat["also"])) for seat in kept] == [(code, 1)]
