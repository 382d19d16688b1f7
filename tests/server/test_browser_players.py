"""Players at browsers: seats that come back, twelve words, other devices, and being forgotten."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from fivedice.runtime.identity import COLOURS
from tests.server import clients
from tests.server.browsing import MAIN, PHONE, WIDE, Look, Person
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
GAME = "junior"
WIPED = "localStorage.clear()"
SEATS = "JSON.parse(localStorage['fivedice.seats'] ?? '[]').map(({code}) => code)"
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


@pytest.mark.parametrize("look", [PHONE, WIDE])
def test_a_match_by_correspondence_survives_the_loss_of_all_storage(
    server: Process, arrives: Arrives, look: Look
) -> None:
    """At its address, where no form to join appears; and on the first page, which lists it."""
    ann = arrives(server.url, look)
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
    ann.page.evaluate(WIPED)
    ann.goes("/")
    ann.page.get_by_role("heading", name="Continue").wait_for()
    ann.page.get_by_role("link", name=re.compile("Your turn")).wait_for()
    ann.page.evaluate(WIPED)
    ann.goes("/records")
    ann.page.locator(".match").wait_for()


def test_what_a_browser_remembers_moves_to_the_server(server: Process, arrives: Arrives) -> None:
    """On the first visit, more seats than go into one request, and once."""
    ann = arrives(server.url, WIDE)
    seats = [by_correspondence(server) for _ in range(2)]
    gone = [{"code": "ABCDEF", "token": f"gone {n}", "chair": 0, "game": GAME, "when": n} for n in range(110)]
    held = [{**seat, "game": GAME, "when": 1000 + n} for n, seat in enumerate(seats)]
    ann.keeps("seats", [*reversed(held), *gone])
    sent: list[str] = []
    ann.page.on(
        "request", lambda request: sent.append(request.method) if "/api/player" in request.url else None
    )
    ann.goes("/")
    ann.page.wait_for_function("() => JSON.parse(localStorage['fivedice.seats']).every(({kept}) => kept)")
    assert sent == ["GET", "POST", "POST"]
    ann.goes("/")
    ann.page.wait_for_load_state("networkidle")
    assert sent == ["GET", "POST", "POST", "GET"]
    (cookie,) = ann.context.cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"]) == ("fivedice_player", True, "Lax")
    ann.page.evaluate(WIPED)
    ann.goes("/")
    ann.page.wait_for_function(f"() => {SEATS}.length")
    assert ann.page.evaluate(SEATS) == [seat["code"] for seat in reversed(seats)]


def test_twelve_words_bring_a_player_back(server: Process, arrives: Arrives) -> None:
    """Written down and checked on the phone, typed on a laptop that has nothing."""
    phone, laptop = arrives(server.url, PHONE), arrives(server.url, WIDE)
    seat = sat(server, phone)
    phone.goes("/me")
    phone.press("Get twelve words")
    phone.page.locator(".twelve li").first.wait_for()
    words = phone.page.locator(".twelve li").all_inner_texts()
    assert len(words) == 12
    for right in (False, True):
        phone.press("I wrote them down")
        for field in phone.page.get_by_label(re.compile(r"^Word \d+$")).all():
            at = int((field.get_attribute("name") or "").removeprefix("word"))
            field.fill(words[at] if right else "wrong")
        phone.press("Check")
    phone.page.get_by_text("These words bring you back on any device.").wait_for()
    assert phone.barred() == []
    laptop.goes("/me")
    laptop.page.get_by_label("Your twelve words").fill("abandon " * 12)
    laptop.press("Come back")
    laptop.page.get_by_text("All of these words are in the list, but one of them is wrong").wait_for()
    listed = "\n".join(f"{number}. {word}" for number, word in enumerate(words, 1))
    laptop.page.get_by_label("Your twelve words").fill(listed)
    laptop.press("Come back")
    laptop.page.get_by_role("heading", name="Who is playing here?").wait_for()
    assert laptop.page.evaluate(SEATS) == [seat["code"]]
    assert laptop.barred() == []
    laptop.complaints = [told for told in laptop.complaints if "404" not in told]


def test_a_link_adds_a_device(server: Process, arrives: Arrives) -> None:
    """It is asked about first, works once, and is not in the address for long."""
    phone, laptop, late = (arrives(server.url, look) for look in (PHONE, WIDE, WIDE))
    seat, other = sat(server, phone), sat(server, laptop)
    phone.goes("/me")
    phone.press("Add a device")
    link = phone.page.get_by_role("img", name="QR code of the link").get_attribute("data-text") or ""
    assert "#pass=" in link
    for person in (laptop, late):
        person.page.goto(link)
        person.press("Play on this device")
    laptop.page.wait_for_function(f"() => {SEATS}.length === 2")
    assert laptop.page.url == f"{server.url}/me"
    assert {*laptop.page.evaluate(SEATS)} == {seat["code"], other["code"]}
    expect(laptop.page.locator(".people li")).to_have_count(1)
    late.page.get_by_text("This link was already used or has expired.").wait_for()
    assert late.page.evaluate(SEATS) == []
    late.complaints = [told for told in late.complaints if "404" not in told]


def test_people_take_turns_at_a_device(server: Process, arrives: Arrives) -> None:
    """Each sees their own matches; a new name is kept for the next match."""
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
    ann.goes("/")
    expect(ann.page.get_by_label("Your name")).to_have_value("Ben")
    ann.goes("/me")
    ann.press("Anna plays now")
    ann.button("Ben plays now").wait_for()
    assert ann.page.evaluate(SEATS) == [seat["code"]]
    ann.press("Sign Ben out of this device")
    ann.button("Sign out").dispatch_event("click")  # a press so soon would be taken for an echo
    ann.button("Sign Anna out of this device").wait_for()
    expect(ann.page.locator(".people li")).to_have_count(1)


def test_a_player_is_forgotten(server: Process, arrives: Arrives) -> None:
    """After a question; then neither the browser nor the table knows them."""
    ann = arrives(server.url, PHONE)
    seat = sat(server, ann)
    ann.goes("/me")
    ann.press("Forget me")
    forget = ann.page.get_by_role("dialog").get_by_role("button", name="Forget me")
    forget.dispatch_event("click")  # as above
    ann.page.get_by_text("This browser knows you from your first match on").wait_for()
    chairs = httpx.get(f"{server.url}/api/tables/{seat['code']}").json()["chairs"]
    assert [chair["name"] for chair in chairs] == ["someone", "Ben"]
    assert ann.page.evaluate("Object.keys(localStorage).sort()") == ["fivedice.player", "fivedice.settings"]
    assert ann.context.cookies() == []
