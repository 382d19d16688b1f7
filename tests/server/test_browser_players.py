"""Players at browsers: seats that come back, twelve words, other devices, and being forgotten."""

import re
import time

import httpx
import pytest
from playwright.sync_api import expect

from fivedice.runtime.identity import COLOURS
from tests.server import clients
from tests.server.browsing import MAIN, PHONE, TITLES, WIDE, Arrives, Person
from tests.server.serving import Process

GAME = "junior"
IS_TURN = "() => document.title.startsWith('● Your turn')"
WIPED = "localStorage.clear()"
SEATS = "JSON.parse(localStorage['fivedice.seats'] ?? '[]').map(({code}) => code)"
PUSHED = """new MutationObserver(() => {
    const [tile, list] = ['.tile', '.going-on'].map(css => document.querySelector(css))
    if (tile && !list) sessionStorage.pushed = 'yes'
}).observe(document, {childList: true, subtree: true})"""
HAS_PLAYER = "() => JSON.parse(localStorage['fivedice.player'] ?? '{}').id"


def by_correspondence(server: Process) -> clients.Message:
    """Ann's seat at a table with Ben, where she begins."""
    return clients.opened(server.url, GAME, "Ann", "Ben", days=3)[0]


def sat(server: Process, person: Person) -> clients.Message:
    """Somebody with one seat, whom the server knows."""
    seat = by_correspondence(server)
    person.remembers(seat, GAME)
    person.goes("/")
    person.page.wait_for_function(HAS_PLAYER)
    return seat


@pytest.mark.proof
def test_a_match_by_correspondence_survives_the_loss_of_all_storage(
    server: Process, arrives: Arrives
) -> None:
    """At its address, where no form to join appears, and in lists; titles say whose turn it is."""
    ann = arrives(server.url, PHONE)
    seat = by_correspondence(server)
    ann.sits(seat, GAME)
    ann.page.wait_for_function(HAS_PLAYER)
    ann.page.evaluate(WIPED)
    ann.page.evaluate("document.cookie.split('; ').map(one => document.cookie = `${one}; Max-Age=0`)")
    forms: list[str] = []
    ann.page.on("request", lambda request: forms.append(request.url))
    ann.goes(f"/t/{seat['code']}")
    ann.press(ann.page.locator(MAIN, has_text="Throw"))
    ann.page.locator("button.hold[aria-disabled=false]").first.wait_for()
    assert not [url for url in forms if url.endswith("/join.js")]
    ann.page.wait_for_function(IS_TURN)
    ann.page.evaluate(WIPED)
    ann.goes("/")
    ann.page.get_by_role("heading", name="Continue").wait_for()
    ann.page.get_by_role("link", name=re.compile("Your turn")).wait_for()
    ann.page.wait_for_function(IS_TURN)
    ann.page.evaluate(WIPED)
    ann.goes("/records")
    ann.page.locator(".match .your-turn").wait_for()
    ann.page.wait_for_function(IS_TURN)
    ann.goes(f"/t/{seat['code']}")
    ann.begins_to_hurry()
    ann.page.wait_for_function(f"() => !({IS_TURN})()")


def test_restored_tables_push_nothing_away_that_could_be_pressed(server: Process, arrives: Arrives) -> None:
    """*Continue* stands above the games; a press that begins while it comes would end on another tile."""
    ann = arrives(server.url, PHONE)
    sat(server, ann)
    ann.page.evaluate(WIPED)
    ann.page.route("**/api/player?*", lambda route: (time.sleep(0.3), route.continue_()))
    ann.page.add_init_script(PUSHED)
    ann.goes("/")
    ann.page.get_by_role("heading", name="Continue").wait_for()
    ann.button(f"Play now: {TITLES[GAME]}").wait_for()
    assert ann.page.evaluate("sessionStorage.pushed") is None


def test_words_and_links_bring_a_player_to_other_devices(server: Process, arrives: Arrives) -> None:
    """Twelve words are written down on the phone, and typed on a laptop that has nothing. A link
    is asked about first, works once, and is not in the address for long.
    """
    phone, laptop, tablet, late = (arrives(server.url, look) for look in (PHONE, WIDE, WIDE, WIDE))
    seat, other = sat(server, phone), sat(server, tablet)
    phone.goes("/me")
    phone.press(phone.page.get_by_role("heading", name="Twelve words", exact=True))
    phone.press("Get twelve words")
    phone.page.locator(".twelve li").first.wait_for()
    words = phone.page.locator(".twelve li").all_inner_texts()
    assert len(words) == 12
    phone.press("I wrote them down")
    phone.page.get_by_text("These words bring you back on any device.").wait_for()
    assert phone.barred() == []
    laptop.goes("/me")
    laptop.press(laptop.page.get_by_role("heading", name="Come back with twelve words"))
    laptop.page.get_by_label("Your twelve words").fill("abandon " * 12)
    laptop.press("Come back")
    laptop.page.get_by_text("All of these words are in the list, but one of them is wrong").wait_for()
    listed = "\n".join(f"{number}. {word}" for number, word in enumerate(words, 1))
    laptop.page.get_by_label("Your twelve words").fill(listed)
    laptop.press("Come back")
    laptop.page.get_by_role("heading", name="Who is playing here?").wait_for()
    assert laptop.page.evaluate(SEATS) == [seat["code"]]
    assert laptop.barred() == []
    phone.press("Add a device")
    link = phone.page.get_by_role("img", name="QR code of the link").get_attribute("data-text") or ""
    assert "#pass=" in link
    for person in (tablet, late):
        person.page.goto(link)
        person.press("Play on this device")
    tablet.page.wait_for_function(f"() => {SEATS}.length === 2")
    assert tablet.page.url == f"{server.url}/me"
    assert {*tablet.page.evaluate(SEATS)} == {seat["code"], other["code"]}
    expect(tablet.page.locator(".people li")).to_have_count(1)
    late.page.get_by_text("This link was already used or has expired.").wait_for()
    assert late.page.evaluate(SEATS) == []
    for person in (laptop, late):
        person.complaints = [told for told in person.complaints if "404" not in told]


def test_people_take_turns_at_a_device_and_are_forgotten(server: Process, arrives: Arrives) -> None:
    """Each sees their own matches; a new name is kept for the next match. Neither browser nor table knows who
    was forgotten.
    """
    ann = arrives(server.url, WIDE)
    seat = sat(server, ann)
    ann.goes("/me")
    ann.page.get_by_label("Your name").fill("Anna")
    colours = ann.page.get_by_label("Your colour")
    assert colours.locator("option").all_inner_texts() == ["none", *COLOURS]
    colours.select_option("teal")
    ann.press("Save")
    ann.page.get_by_text("Saved.").wait_for()
    ann.page.get_by_label("Somebody else").fill("Ben")
    ann.press("Add")
    ann.button("Anna plays now").wait_for()
    assert ann.page.evaluate(SEATS) == []
    expect(ann.page.get_by_label("Your name")).to_have_value("Ben")
    ann.press("Anna plays now")
    ann.button("Ben plays now").wait_for()
    assert ann.page.evaluate(SEATS) == [seat["code"]]
    ann.press("Sign Ben out of this device")
    ann.button("Sign out").dispatch_event("click")  # a press so soon would be taken for an echo
    ann.button("Sign Anna out of this device").wait_for()
    expect(ann.page.locator(".people li")).to_have_count(1)
    ann.press(ann.page.get_by_role("heading", name="Forget me"))
    ann.press("Forget me")
    forget = ann.page.get_by_role("dialog").get_by_role("button", name="Forget me")
    forget.dispatch_event("click")
    ann.page.get_by_text("Play a match, and this page is yours.").wait_for()
    chairs = httpx.get(f"{server.url}/api/tables/{seat['code']}").json()["chairs"]
    assert [chair["name"] for chair in chairs] == ["someone", "Ben"]
    assert ann.page.evaluate("Object.keys(localStorage).sort()") == ["fivedice.player", "fivedice.settings"]
    assert ann.context.cookies() == []
