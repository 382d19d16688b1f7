"""Tables in browsers: a server that dies and comes back or hangs, strange names, hints that all hear of."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.server import clients
from tests.server.browsing import (
    CHOICES,
    MAIN,
    PHONE,
    SMALL,
    THOUGHT,
    WIDE,
    Look,
    Person,
    meet,
    play,
    shown,
)
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
LAST_ROUND = "3,6,9,12,15,18,20,0,25,30,40,0,-+0/3,6,9,12,15,18,21,0,25,30,40,0,-+0 0"
STRANGE = "<img src=x onerror=alert(1)>", "<b>&amp;'\"</b>"


def test_pages_come_back_when_the_server_does(own_server: Process, arrives: Arrives) -> None:
    """The server is killed in the middle of a turn: Ann and Ben see the same when it is back, and go on."""
    both = ann, ben = arrives(own_server.url, WIDE), arrives(own_server.url, PHONE)
    meet("traditional", ann, ben)
    play(ann, ben, until=lambda: any(person.sees() == CHOICES for person in both))
    mover, other = both if ann.sees() == CHOICES else (ben, ann)
    for die in (0, 3):
        mover.press(mover.page.locator("button.hold").nth(die))
    mover.press("Throw 3 dice")
    for person in both:
        person.page.get_by_role("img", name="2 of 3 throws made").wait_for()
    before = [(person.dice(), person.text(".players")) for person in both]
    own_server.kill()
    for person in both:
        person.page.locator(".lost p").wait_for()
    own_server.start()
    for person in both:
        person.page.locator(".lost p").wait_for(state="detached")
    assert [(person.dice(), person.text(".players")) for person in both] == before
    mover.press(shown(mover.page, CHOICES))
    play(mover, other, until=lambda: other.sees() == CHOICES)
    for person in both:  # the only thing that a page may say of it
        person.complaints = [text for text in person.complaints if "ERR_CONNECTION_REFUSED" not in text]


def test_a_move_that_hangs_is_said_to_wait(server: Process, arrives: Arrives) -> None:
    """Ann is offline, then her server does not answer: she reads so, and what she pressed is not lost."""
    ann = arrives(server.url, PHONE)
    ann.page.clock.install(time=0)
    hanging = hangs(ann)
    ann.sits(clients.opened(server.url, "showdown", "Ann", bots=1)[0], "showdown")
    ann.page.wait_for_load_state("networkidle")  # what the table needs has come
    ann.stops_the_clock()
    ann.context.set_offline(True)
    expect(ann.page.locator(".lost p")).to_have_text("You are offline.")
    ann.press(ann.page.locator(MAIN))
    expect(ann.page.locator(".lost p")).to_have_text("You are offline. Your move is waiting.")
    ann.context.set_offline(False)
    while len(hanging) < 2:  # it is sent once more, for the network may be another
        ann.page.wait_for_timeout(20)
    expect(ann.page.locator(".lost p")).to_have_count(0)
    ann.page.clock.run_for(3000)
    expect(ann.page.locator(".lost p")).to_have_text("No response yet. Your move is waiting.")
    server_side, message = hanging.pop()
    server_side.send(message)
    ann.page.locator(".log p", has_text="Ann throws").wait_for(state="attached")
    expect(ann.page.locator(".lost p")).to_have_count(0)


def hangs(person: Person) -> list[tuple[Any, Any]]:
    """Lets nothing through that is sent after the first word: it waits here, with the way to its server."""
    waiting: list[tuple[Any, Any]] = []

    def relay(socket: Any) -> None:
        server = socket.connect_to_server()

        def pass_on(text: Any) -> None:
            server.send(text) if "hello" in text else waiting.append((server, text))

        socket.on_message(pass_on)

    person.page.route_web_socket(re.compile("/ws/"), relay)
    return waiting


def test_a_bot_that_thinks_for_long_is_said_to(server: Process, arrives: Arrives) -> None:
    """Ann hears nothing of a bot's decision, and after five seconds reads who is thinking."""
    ann = arrives(server.url, PHONE)
    ann.page.clock.install(time=0)
    asked = holds_from_a_question_on(ann)
    ann.sits(clients.opened(server.url, "junior", "Ann", bots=1, first=1)[0], "junior")
    while not asked:
        ann.page.wait_for_timeout(20)
    ann.stops_the_clock()
    page_side, message = asked[0]
    page_side.send(message)
    ann.page.get_by_text("Juno to keep").wait_for()
    expect(ann.page.locator(".lost p")).to_have_count(0)
    ann.page.clock.run_for(6000)
    expect(ann.page.locator(".lost p")).to_have_text("Still thinking: Juno")


def holds_from_a_question_on(person: Person) -> list[tuple[Any, Any]]:
    """Nothing comes from the first question about dice on: it waits here, with the way to the page."""
    waiting: list[tuple[Any, Any]] = []

    def relay(socket: Any) -> None:
        def pass_on(text: Any) -> None:
            awaits = json.loads(text).get("picture", {}).get("awaits", {})
            is_held = bool(waiting) or awaits.get("kind") == "keep"
            waiting.append((socket, text)) if is_held else socket.send(text)

        socket.connect_to_server().on_message(pass_on)

    person.page.route_web_socket(re.compile("/ws/"), relay)
    return waiting


def test_names_are_text(server: Process, arrives: Arrives) -> None:
    """Two people with strange names agree on no hints, chat and play: each name is read as it was written."""
    ann, ben = arrives(server.url, WIDE), arrives(server.url, PHONE)
    asked: list[str] = []
    for person in (ann, ben):
        person.page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    form = ann.opens("junior", STRANGE[0])
    ann.press(form.locator("summary"))
    ann.press(form.get_by_label("Allow hints"))
    code = ann.waits()
    assert "no hints" in ann.text(".agreed")
    assert STRANGE[0] in ann.text(".sitting")
    ben.joins(code, STRANGE[1])
    ben.page.locator(".doing").wait_for()
    assert ben.page.locator(".doing button").count() == 1
    assert ben.button("Hint").count() == 0
    ben.press("Say something")
    ben.press("Good luck!")
    ann.page.locator(".bubble", has_text="Good luck!").wait_for()
    assert STRANGE[1] in ann.text(".bubble")
    expect(ann.page.locator(".log p").last).to_have_text(f"{STRANGE[1]}: Good luck!")
    ben.begins_to_hurry()
    ann.hurries()
    ben.page.locator(".end").wait_for()
    for person in (ann, ben):
        for name in STRANGE:
            person.page.locator(".ranking", has_text=name).wait_for()
        assert any(STRANGE[0] in line for line in person.log())
        assert person.page.locator("img, .log b, .end b").count() == 0
    assert asked == []


def test_a_hint_is_done_by_its_button(server: Process, arrives: Arrives) -> None:
    """Ann closes a hint by Escape and asks again; she sets its dice aside by finger or key, and throws."""
    ann, ben = arrives(server.url, WIDE), arrives(server.url, PHONE)
    meet("piecepack", ann, ben)
    play(ann, ben, until=ann.is_asked)
    aside = ann.page.locator(".tray .hold[aria-pressed=true]")
    ann.page.keyboard.press("h")
    ann.page.locator(".hint li.best").first.wait_for(timeout=THOUGHT)
    for key in ("1", "ArrowDown", "Escape"):
        ann.page.keyboard.press(key)
    ann.page.locator(".hint").wait_for(state="detached")
    expect(aside).to_have_count(1)
    expect(ann.page.locator(MAIN)).to_be_focused()
    ann.page.evaluate("document.activeElement.blur()")
    ann.page.keyboard.press("h")
    ann.page.locator(".hint li.best").first.wait_for(timeout=THOUGHT)
    listed = ann.page.locator(".hint li").all_inner_texts()
    keeps = [place for place, words in enumerate(listed) if "Stop" not in words]
    for place in keeps:
        choice = ann.page.locator(".hint li").nth(place)
        named = choice.locator(".face-icon").evaluate_all("faces => faces.map(face => face.ariaLabel)")
        if place % 2 and place != keeps[-1]:
            ann.press(choice.locator("button"))
        else:
            for _ in range(place + 1):
                ann.page.keyboard.press("ArrowDown")
            ann.page.keyboard.press("Enter")
        shown = [str(words) for words in aside.evaluate_all("dice => dice.map(die => die.ariaLabel)")]
        assert len(shown) == len(named)
        assert all(any(face.lower() in words.lower() for words in shown) for face in named)
    expect(ann.page.locator(MAIN)).to_be_focused()
    ann.page.keyboard.press("Space")
    ann.page.get_by_role("img", name="2 of 3 throws made").wait_for()


BLOCKED = re.compile("The server can be reached, but live connections are blocked")


def refuse(socket: Any) -> None:
    """As a proxy that answers the handshake itself."""
    socket.close()


def test_a_page_says_that_its_live_connection_is_blocked(server: Process, arrives: Arrives) -> None:
    """Ann's proxy lets no socket pass: after a few attempts she reads so, and plays once one gets through."""
    (seat,) = clients.opened(server.url, "junior", "Ann", bots=1)
    ann = arrives(server.url, SMALL)
    ann.page.clock.install()
    ann.page.route_web_socket(re.compile("/ws/"), refuse)
    ann.remembers(seat, "junior")
    ann.page.goto(f"/t/{seat['code']}")
    ann.page.get_by_text("Opening the table").wait_for()
    expect(ann.page.locator(".lost")).to_have_text(BLOCKED)
    assert ann.barred() == []
    ann.complaints.clear()  # of the sockets that were refused
    ann.page.route_web_socket(re.compile("/ws/"), lambda socket: socket.connect_to_server())
    ann.page.clock.run_for(25_000)
    ann.page.locator(".doing").wait_for()
    expect(ann.page.locator(".lost")).to_have_text("")
    ann.complaints.clear()
