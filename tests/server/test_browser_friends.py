"""Friends at browsers: whose turn it is wherever I am, how they reach a table, and who sits there."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from fivedice.server.routes import public_url
from tests.server import clients
from tests.server.browsing import MAIN, PHONE, WIDE, Arrives
from tests.server.serving import Process, process

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
    laptop.page.locator(".sitting", has_text="Ann you").wait_for()
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
    ben.page.get_by_text("Ben you").wait_for()
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


UNSAFE = "The Cross-Origin-Opener-Policy header has been ignored"
"""What a browser says of any page that comes without encryption from another machine."""


@pytest.mark.proof
def test_a_friend_comes_by_the_link_that_is_shown(arrives: Arrives, tmp_path: Path) -> None:
    """Ann opens a table at localhost and sends the address that others reach; Ben sees what is played."""
    with process(tmp_path / "server", "--host", "0.0.0.0") as server:
        ann = arrives(server.url.replace("127.0.0.1", "localhost"), WIDE)
        ann.page.add_init_script("navigator.share = what => (window.shared = what, Promise.resolve())")
        code = ann.invites("showdown", "Ann")
        origin = (public_url.nearby() or "localhost") + f":{server.port}"
        link = ann.page.get_by_label("The link", exact=True)
        ann.page.wait_for_function(
            "origin => document.querySelector('.input.link').value.includes(origin)", arg=origin
        )
        given = link.input_value()
        ann.page.get_by_role("img", name="QR code of the link").wait_for()
        assert ann.page.locator("svg.camera").get_attribute("data-text") == given
        ann.press("Send the link")
        assert ann.page.evaluate("window.shared.url") == given
        ben = arrives(given.removesuffix(f"/t/{code}"), WIDE)
        ben.goes(f"/t/{code}")
        turn = ben.page.get_by_role("list", name="How a turn goes")
        expect(turn).to_contain_text("Throw the red die: it moves your pawn. Then throw five dice.")
        ben.page.get_by_text("A ring of sixteen spaces").wait_for()
        ben.page.get_by_label("Your name").fill("Ben")
        ben.press("Take a chair")
        for person in (ann, ben):
            person.page.locator(".plates").get_by_text("Ben").wait_for()
        for person in (ann, ben):
            person.closes()
        ben.complaints = [told for told in ben.complaints if UNSAFE not in told]
