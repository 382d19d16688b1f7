"""Real dice in browsers, and several people on one device."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.server import clients
from tests.server.browsing import END, MAIN, PHONE, WIDE, Look, Person, Pictures, both_ended
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
BOX = ".pays.enters:visible"
MINE = ".player.on:has(small) .name"
"""The name of the player who has this device, when it is that player's turn."""
TABLET: Look = {**PHONE, "viewport": {"width": 820, "height": 1180}}
COUNT = "addEventListener('click', () => (window.presses = (window.presses ?? 0) + 1), true)"


def enters(person: Person, dice: str) -> None:
    """Enters dice by digits."""
    person.page.locator(".pad").wait_for(state="attached")
    for digit in dice:
        person.page.keyboard.press(digit)
    person.page.locator(".prompt", has_text=f"{len(dice)} of {len(dice)}").wait_for()
    person.page.keyboard.press("Enter")


def told(person: Person, words: str) -> None:
    """The log says so."""
    person.page.locator(".log p", has_text=words).last.wait_for()


def test_a_score_takes_two_presses(server: Process, arrives: Arrives, pictures: Pictures) -> None:
    """Ann plays a whole match of thirteen turns on the score pad, and takes an entry back."""
    ann = arrives(server.url, PHONE)
    ann.page.add_init_script(COUNT)
    ann.sits(clients.opened(server.url, "traditional", "Ann", dice="own", detail="score")[0], "traditional")
    for turn in range(13):
        expect(ann.page.locator(BOX)).to_have_count(13 - turn)
        ann.press(ann.page.locator(BOX).first)
        key = ann.page.locator(".pad-key")
        if turn == 3:
            assert key.all_inner_texts() == ["0", "4", "8", "12", "16", "20"]
            pictures(ann, "score-pad.png")
        ann.press(key.nth(1))
    ann.page.locator(END).wait_for()
    assert ann.page.evaluate("presses") == 2 * 13
    assert ann.barred() == []


def test_entries_are_seen_by_all_and_taken_back(server: Process, arrives: Arrives) -> None:
    """Ann enters her throws and those of a bot; Ben sees each, and takes the latest one back."""
    seats = clients.opened(server.url, "traditional", "Ann", "Ben", bots=1, dice="own")
    ann, ben = arrives(server.url, WIDE), arrives(server.url, WIDE)
    ann.sits(seats[0], "traditional")
    ben.sits(seats[1], "traditional")
    assert ben.page.locator(".pad").count() == 0  # it is not his turn
    enters(ann, "66512")
    expect(ben.page.locator(".tray .hold").first).to_have_attribute("aria-label", "Die 1: Six")
    assert ann.dice() == [
        f"Die {at + 1}: {face}" for at, face in enumerate(["Six", "Six", "Five", "One", "Two"])
    ]
    ann.page.keyboard.press("1")
    ann.page.keyboard.press("2")
    ann.page.keyboard.press("r")
    ann.page.locator(".prompt", has_text="Your 3 dice").wait_for()
    ben.press("Take back")
    told(ann, "Ben takes back: Ann keeps")
    ann.page.locator("button.hold[aria-disabled=false]").last.wait_for()
    ann.press("Take back")
    told(ben, "Ann takes back: Ann throws")
    ann.press("This table")
    ann.page.get_by_label("What you enter of your dice").select_option("final")
    told(ben, "Ann enters only the final dice of each turn from now on.")
    ann.press("Close")
    enters(ann, "44455")
    ann.press(ann.page.locator("[data-use=full-house]:visible"))
    told(ben, "Full House")


def test_final_dice_of_a_shared_turn_are_secret(server: Process, arrives: Arrives) -> None:
    """Ann and Ben enter theirs on two devices; neither sees the other's before both are entered."""
    seats = clients.opened(server.url, "challenge", "Ann", "Ben", dice="own", detail="final")
    ann, ben = arrives(server.url, PHONE), arrives(server.url, WIDE)
    ann.sits(seats[0], "challenge")
    ben.sits(seats[1], "challenge")
    enters(ann, "66666")
    told(ben, "Ann has")
    assert ben.page.locator(".their-hand .face-icon").count() == 0
    enters(ben, "11122")
    for person in (ann, ben):
        expect(person.page.locator(".their-hand .face-icon")).to_have_count(10)


def test_a_tablet_shows_the_whole_card_above_the_keys(server: Process, arrives: Arrives) -> None:
    """The longest card, with the keys for dice below it; nothing has to be scrolled."""
    seat, _ = clients.opened(server.url, "challenge", "Ann", "Ben", dice="own")
    ann = arrives(server.url, TABLET)
    ann.sits(seat, "challenge")
    ann.page.locator(".pad").wait_for()
    assert ann.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_refused_entries_are_shown(server: Process, arrives: Arrives) -> None:
    """An impossible score, nothing to take back, two who enter at once, and a reload during an entry."""
    seats = clients.opened(server.url, "traditional", "Ann", "Ben", bots=1, dice="own", detail="score")
    ann, ben = arrives(server.url, WIDE), arrives(server.url, WIDE)
    deaf: list[bool] = []

    def relay(socket: Any) -> None:
        table = socket.connect_to_server()
        socket.on_message(lambda text: table.send(str(text).replace('"pays":3', '"pays":31')))
        table.on_message(lambda text: socket.send(text) if not deaf or "refused" in str(text) else None)

    ben.page.route_web_socket("**/ws/*", relay)
    ann.page.route_web_socket("**/ws/*", relay)
    ann.sits(seats[0], "traditional")
    ben.sits(seats[1], "traditional")
    ann.press("Take back")
    ann.page.locator(".toast").wait_for()
    for wrong in (True, False):
        ann.press(ann.page.locator(BOX).first)
        ann.press(ann.button("3" if wrong else "2"))
        if wrong:
            expect(ann.page.locator(".toast")).to_contain_text("31")
            ann.press("Another box")
    ann.page.locator(".log p", has_text="Aces 2").wait_for()
    ben.press(ben.page.locator(BOX).first)
    ben.press(ben.button("1"))
    ben.page.locator(".prompt", has_text="dice 0 of 5").wait_for()  # the bot's
    ben.page.keyboard.press("1")
    ben.page.reload()
    ben.page.locator(".prompt", has_text="dice 1 of 5").wait_for()
    deaf.append(True)
    for person in (ann, ben):
        for digit in "12345":
            person.page.keyboard.press(digit)
    ann.page.keyboard.press("Enter")
    ben.page.wait_for_timeout(500)
    ben.page.keyboard.press("Enter")
    ben.page.locator(".toast", has_text="look again").wait_for()
    deaf.clear()
    ben.page.reload()
    told(ben, "throws")


def test_two_play_on_one_device(server: Process, arrives: Arrives, pictures: Pictures) -> None:
    """Ann and Ben share a tablet; Ben goes on at his own phone, and comes back."""
    tablet, phone = arrives(server.url, WIDE), arrives(server.url, PHONE)
    form = tablet.opens("traditional", "Ann")
    form.get_by_label("Chair 2", exact=True).select_option("On this device")
    form.get_by_label("Name of chair 2").fill("Ben")
    form.get_by_label(re.compile("^Dice")).select_option("Our own: score pad")
    tablet.press("Open the table")
    tablet.press("Ben")  # starts, by mistake
    tablet.press("Take back")
    tablet.press("Ann")
    on = tablet.page.locator(MINE)

    def plays() -> None:
        tablet.press(tablet.page.locator(BOX).first)
        tablet.press(tablet.page.locator(".pad-key").nth(1))

    expect(on).to_have_text("Ann")
    plays()
    tablet.page.get_by_text("Hand it to Ben").wait_for()
    expect(on).to_have_text("Ben")
    pictures(tablet, "handed.png")
    code = tablet.page.url[-6:]
    tablet.press("This table")
    tablet.press("Move Ben to another device")
    link = tablet.page.get_by_role("img", name="QR code of the link").get_attribute("data-text") or ""
    phone.goes(link)
    phone.page.locator(MINE, has_text="Ben").wait_for()
    tablet.press("Ben plays on another device now")
    tablet.page.locator(".player:has(small) .name", has_text="Ann").wait_for()
    phone.press("This table")
    phone.press("Continue on another device")
    link = phone.page.get_by_role("img", name="QR code of the link").get_attribute("data-text") or ""
    phone.closes()
    tablet.page.goto("/")
    tablet.page.goto(link)
    expect(on).to_have_text("Ben")
    plays()
    expect(on).to_have_text("Ann")
    tablet.page.reload()
    expect(on).to_have_text("Ann")
    kept = json.loads(tablet.page.evaluate("localStorage['fivedice.seats']"))
    assert [(seat["code"], len(seat["also"])) for seat in kept] == [(code, 1)]


def test_a_device_takes_the_chairs_named_and_gives_them_all_back(server: Process, arrives: Arrives) -> None:
    """Ann keeps the second chair for a friend and gives Ben the third; when she leaves, both are open."""
    tablet = arrives(server.url, WIDE)
    form = tablet.opens("traditional", "Ann")
    form.get_by_role("button", name="Add a chair").click()
    form.get_by_label("Chair 3", exact=True).select_option("On this device")
    form.get_by_label("Name of chair 3").fill("Ben")
    code = tablet.waits()
    expect(tablet.page.locator(".sitting .who")).to_contain_text(["Ann", "Open chair", "Ben"])
    tablet.press("Leave the table")
    tablet.page.wait_for_url(server.url + "/")
    tablet.goes(f"/watch/{code}")
    expect(tablet.page.locator(".sitting li.open")).to_have_count(3)


def test_a_secret_decision_is_covered_on_one_device(server: Process, arrives: Arrives) -> None:
    """Ann decides in challenge; Ben has to say that he looks before the table is shown to him."""
    ann, ben = clients.opened(server.url, "challenge", "Ann", "Ben")
    tablet = arrives(server.url, WIDE)
    tablet.keeps("seats", [{**ann, "game": "challenge", "when": 1, "also": [ben["token"]]}])
    tablet.goes(f"/t/{ann['code']}")
    tablet.press(tablet.page.locator(MAIN))
    tablet.press(tablet.page.locator("button.hold[aria-disabled=false]").first)
    tablet.press(tablet.page.locator(MAIN, has_text="Throw"))
    tablet.page.get_by_role("heading", name="Hand it to Ben").wait_for()
    assert tablet.page.locator(".tray").count() == 0
    assert tablet.barred() == []
    tablet.press("I am Ben")
    tablet.page.locator(MINE, has_text="Ben").wait_for()
    tablet.page.locator(".together", has_text="decided").wait_for()


def test_a_rematch_takes_everyone_on_a_device(server: Process, arrives: Arrives) -> None:
    """Ann asks for it on the tablet that she shares with Ben: he has his chair there at once."""
    ann, ben = both_ended(server, "junior")
    tablet = arrives(server.url, WIDE)
    tablet.keeps("seats", [{**ann, "game": "junior", "when": 1, "also": [ben["token"]]}])
    tablet.goes(f"/t/{ann['code']}")
    tablet.press("Rematch")
    tablet.page.locator(MAIN, has_text="Throw").wait_for()
    assert tablet.page.locator(".player .name").all_inner_texts() == ["Ann", "Ben"]  # who roll off
    kept = json.loads(tablet.page.evaluate("localStorage['fivedice.seats']"))
    assert len(kept[0]["also"]) == 1
