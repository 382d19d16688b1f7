"""Players at browsers: words, devices and records they bring, a shared device, friends and their links."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Response, expect

from fivedice.__main__ import run as fivedice
from fivedice.runtime.identity import COLOURS
from fivedice.server.routes import public_url
from tests.server import clients
from tests.server.browsing import MAIN, PHONE, WIDE, Arrives, Look, Person, ended
from tests.server.serving import Process
from tests.typed import as_a

GAME = "junior"
SEATS = "JSON.parse(localStorage['fivedice.seats'] ?? '[]').map(({code}) => code)"
HAS_PLAYER = "() => JSON.parse(localStorage['fivedice.player'] ?? '{}').id"


def by_correspondence(server: Process) -> clients.Message:
    return clients.opened(server.url, GAME, "Ann", "Ben", days=3)[0]


def sat(server: Process, person: Person) -> clients.Message:
    seat = by_correspondence(server)
    person.remembers(seat, GAME)
    person.goes("/")
    person.page.wait_for_function(HAS_PLAYER)
    return seat


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
    colours = ann.page.get_by_role("group", name="Your colour").get_by_role("radio")
    named = [colour.get_attribute("aria-label") for colour in colours.all()]
    assert named == ["no colour", *COLOURS]
    ann.page.get_by_label("teal").check()
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


def test_a_record_is_taken_along_and_brought_back(server: Process, arrives: Arrives, tmp_path: Path) -> None:
    """Ann takes a private match along, and Ben brings the file to his matches; Eve may not look."""
    seat = ended(server, "junior", watching=False)
    code, kept = seat["code"], tmp_path / f"fivedice-{seat['code']}.jsonl"
    ann, ben, eve = arrives(server.url, WIDE), arrives(server.url, PHONE), arrives(server.url, PHONE)
    ann.remembers(seat, "junior")
    ann.goes("/records")
    ann.press(ann.page.locator(".match summary"))
    with ann.page.expect_download() as asked:
        ann.press(ann.page.get_by_role("link", name="Download"))
    assert asked.value.suggested_filename == kept.name
    asked.value.save_as(kept)
    assert fivedice(["verify", str(kept)]) == 0
    ann.press(ann.page.get_by_role("link", name="Review").first)
    ann.page.get_by_role("heading", name="Worth over time").wait_for()
    ann.context.clear_cookies()
    ann.goes(f"/replay/{code}")
    ann.press("End")
    ann.page.locator(".said", has_text="The match is over").wait_for()
    eve.goes(f"/replay/{code}")
    eve.page.get_by_text("only its players see the match").wait_for()
    assert as_a(Response, eve.page.goto(f"/review/{code}/report")).status == 403
    ben.goes("/records")
    ben.page.get_by_text("Your matches will stand here").wait_for()
    ben.press(ben.page.get_by_text("Import a record"))
    (wrong := tmp_path / "wrong.jsonl").write_text("nothing of the kind\n")
    ben.page.locator("input[type=file]").set_input_files(wrong)
    ben.page.locator(".bring [role=status]:not(:empty)").wait_for()
    assert "is among" not in ben.text(".bring [role=status]")
    assert ben.page.locator(".match").count() == 0
    ben.page.locator("input[type=file]").set_input_files(kept)
    ben.page.get_by_text(f"{kept.name} was added to your matches in this browser.").wait_for()
    assert "Ann" in ben.text(".match")
    ben.press(ben.page.locator(".match").get_by_role("link", name="Review"))
    ben.page.get_by_role("slider").wait_for()
    ben.goes("/records")
    ben.press(ben.page.get_by_text("Import a record"))
    ben.page.get_by_label("Or its text").fill(kept.read_text().strip())  # as a QR code holds it
    ben.press(ben.page.get_by_role("button", name="Import the text"))
    ben.page.get_by_text("The record was added to your matches in this browser.").wait_for()
    expect(ben.page.locator(".match")).to_have_count(2)
    for person, refused in ((eve, "403"), (ben, "422")):
        person.complaints = [text for text in person.complaints if refused not in text]


TABLET: Look = {**PHONE, "viewport": {"width": 820, "height": 1180}}
POINTS = ".player .points, .plate .score"
ASKS = """names => {
    const asked = document.querySelector('.cover .button')?.textContent.slice('I am '.length)
        ?? document.querySelector('.prompt')?.textContent.trim()
    return names.find(name => asked?.startsWith(name))
}"""
"""Whose table the page shows, or who is asked to take the device, if it is one of these."""


def enters(person: Person, dice: str) -> None:
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


IS_TURN = "() => document.title.startsWith('● Your turn')"


WIPED = "localStorage.clear()"


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


TAKEN = "addEventListener('copy', () => { window.taken = document.activeElement.value })"
MOVED = "You continue on another device, and this one watches."
USED = "This link was already used or has expired. Make a new one at the table."


@pytest.mark.proof
def test_a_seat_goes_on_on_another_device(server: Process, arrives: Arrives) -> None:
    """Ann moves her seat while she waits and while she plays: the device before watches, and may take it back
    until the other one moves; no link is good twice.
    """
    seat = clients.opened(server.url, "junior", "Ann", free=1, days=3)[0]
    path = f"/t/{seat['code']}"
    phone, laptop, tablet, late = (arrives(server.url, look) for look in (PHONE, WIDE, WIDE, PHONE))
    phone.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    phone.page.add_init_script(TAKEN)  # without encryption a page copies only what it selects in the dialog
    phone.remembers(seat, "junior")
    phone.goes(path)
    phone.page.get_by_text(public_url.ALONE).wait_for()
    phone.press("Continue on another device")
    square = phone.page.get_by_role("dialog").get_by_role("img", name="QR code of the link")
    square.wait_for()
    laptop.goes(square.get_attribute("data-text") or "")
    laptop.page.locator(".sitting", has_text="Ann (you)").wait_for()
    phone.page.get_by_text(MOVED).wait_for()
    assert phone.barred() == []
    phone.press("Continue here")
    laptop.page.get_by_text(MOVED).wait_for()
    clients.post(server.url, f"tables/{seat['code']}/chairs", {"name": "Ben"})
    phone.page.locator(MAIN, has_text="Throw").wait_for()
    laptop.page.locator(".notice", has_text=MOVED).wait_for()
    assert laptop.page.locator(MAIN).count() == 0
    phone.press("This table")
    phone.press("Continue on another device")
    square = phone.page.get_by_role("img", name="QR code of the link")
    expect(square).to_be_in_viewport(ratio=1)
    expect(phone.button("Copy the link")).to_be_in_viewport(ratio=1)
    keys = phone.page.get_by_role("list", name="Keys")
    assert keys.count() == 0  # for a finger; whoever opens the panel by a key has some
    link = square.get_attribute("data-text") or ""
    phone.press("Copy the link")
    phone.button("Copied").wait_for()
    assert phone.page.evaluate("taken") == link
    assert seat["token"] not in link
    phone.press("Close")
    phone.button("This table").press("Enter")
    keys.wait_for()
    phone.press("Close")
    tablet.goes(f"{path}#seat=ofyesterday")
    tablet.page.get_by_text(USED).wait_for()
    tablet.goes(link)
    tablet.page.locator(MAIN, has_text="Throw").wait_for()
    tablet.page.wait_for_url(link.partition("#")[0])
    assert tablet.page.locator(".plate .you, .plate .your-turn").count() == 1
    phone.page.get_by_text(MOVED).wait_for()
    tablet.press(tablet.page.locator(MAIN))
    phone.page.get_by_text("You are watching.").wait_for()
    assert phone.button("Continue here").count() == 0
    late.page.goto(link)
    late.page.get_by_text(USED).wait_for()
    for person in (tablet, late):
        person.complaints = [told for told in person.complaints if "404" not in told]


def test_the_opener_arranges_the_waiting_room(server: Process, arrives: Arrives) -> None:
    """Ann removes Ben, who reads by whom, and watches; Dora comes to the door too late: after
    a question Ann has begun with a bot on the chair left for her.
    """
    seats = clients.opened(server.url, "junior", "Ann", "Ben", free=1, days=7)
    code = seats[0]["code"]
    ann, ben, dora = (arrives(server.url, look) for look in (PHONE, WIDE, WIDE))
    for person, seat in zip((ann, ben), seats, strict=True):
        person.remembers(seat, "junior")
        person.goes(f"/t/{code}")
    ben.page.get_by_text("Ben (you)").wait_for()
    assert ben.page.locator(".sitting button").count() == 0
    ann.press("Add a chair")
    ann.press("Seat a bot in chair 4")
    ann.page.get_by_label("Bot for this chair").select_option("casual:1")
    ann.button("Seat the bot").dispatch_event("click")  # a finger so soon would be taken for an echo
    expect(ann.button("Add a chair")).to_have_count(0)
    ann.press("Remove Ben")
    ann.page.get_by_role("dialog").get_by_role("button", name="Remove Ben").dispatch_event("click")
    ben.page.get_by_role("heading", name="Ann has removed you from this table.").wait_for()
    ann.press("Remove Pip")
    expect(ann.page.locator(".sitting .open")).to_have_count(3)
    ben.page.get_by_role("link", name="Watch").click()
    ben.page.get_by_text("You are watching.").wait_for()
    ben.goes("/")
    assert ben.page.evaluate("JSON.parse(localStorage['fivedice.seats'])") == []
    dora.goes(f"/watch/{code}")
    dora.page.get_by_role("link", name="Take a chair").click()
    dora.page.get_by_label("Your name").fill("Dora")
    dora.button("Take a chair").wait_for()
    for way, answer in (("Alone", "Wait"), ("Bots in the open chairs", "Begin now")):
        assert clients.get(server.url, f"tables/{code}")["stage"] == "gathering"
        ann.press(way)
        ann.page.get_by_text("Players who have not joined yet will not be able to sit down.").wait_for()
        if way.startswith("Bots"):
            ann.page.get_by_label("Bot for the open chairs").select_option("casual:1")
        ann.button(answer).dispatch_event("click")
    ann.page.locator(".doing").wait_for()
    dora.page.get_by_text("This match has already started. You can watch.").wait_for()
    chairs = clients.get(server.url, f"tables/{code}")["chairs"]
    assert [chair["bot"] for chair in chairs] == ["", "casual:1", "casual:1", "casual:1"]
