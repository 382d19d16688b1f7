"""Training in a browser: drills on the real board of each game."""

import pytest
from playwright.sync_api import expect

from tests.server.browsing import PHONE, TITLES, Arrives, Look, Person
from tests.server.serving import Process
from tests.spread import spread

SMALL_PHONE: Look = {**PHONE, "viewport": {"width": 360, "height": 640}}
VERDICT, NEXT = ".verdict", ".verdict .main"
MAIN = ".doing .main"
OFFERED = ".board button[data-use]:not(:disabled)"
ACROSS = "() => document.documentElement.scrollWidth - innerWidth"


def comes(person: Person, address: str) -> None:
    """Comes to an exercise, with its board."""
    person.goes(address)
    person.page.locator(".training .board > *").first.wait_for(state="attached")
    expect(person.page.locator(".says")).to_contain_text("What would you do?")


def answers(person: Person) -> None:
    """Some choice: to throw all dice, or the first use or option."""
    page = person.page
    if page.locator(".tray .hold[aria-pressed]").count():
        person.press(page.locator(MAIN))
    else:
        chosen = page.locator(OFFERED).or_(page.locator(".question button, .doing .row button:not(.main)"))
        person.press(chosen.locator("visible=true").first)
        page.locator(f"{VERDICT}, dialog[open], {MAIN}.take").first.wait_for()
        if page.locator("dialog[open]").count():  # a zero is confirmed
            page.wait_for_timeout(400)
            person.press(page.locator("dialog .doubt .button").last)
        if page.locator(f"{MAIN}.take").count():  # a finger confirms
            page.wait_for_timeout(400)  # not by the echo of the first press
            person.press(page.locator(MAIN))
    page.locator(VERDICT).wait_for()


@pytest.mark.parametrize("game", spread(TITLES, "showdown"))
def test_a_drill_is_answered_on_the_board_of_its_game(game: str, server: Process, arrives: Arrives) -> None:
    """On a small phone the answer is in view with its buttons, and the next drill is another one."""
    ann = arrives(server.url, SMALL_PHONE)
    comes(ann, f"/train/{game}")
    answers(ann)
    assert ann.page.locator(f"{VERDICT} dd").count() in (1, 2)
    expect(ann.page.locator(f"{VERDICT} h2")).to_be_in_viewport(ratio=1)
    expect(ann.page.locator(NEXT)).to_be_in_viewport(ratio=1)
    expect(ann.page.locator(NEXT)).to_be_focused()  # Enter goes on
    assert ann.page.evaluate(ACROSS) == 0
    assert ann.page.locator(OFFERED).count() == 0
    ann.page.wait_for_timeout(400)
    ann.press(ann.page.locator(NEXT))
    ann.page.locator(VERDICT).wait_for(state="detached")
    ann.page.locator(".tray .die").first.wait_for(state="attached")
