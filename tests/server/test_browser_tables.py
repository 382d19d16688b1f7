"""Tables in browsers: a server that dies and comes back or hangs, and hints taken by finger and keys."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.server import clients
from tests.server.browsing import (
    CHOICES,
    MAIN,
    PHONE,
    THOUGHT,
    WIDE,
    Arrives,
    Person,
    meet,
    play,
    shown,
)
from tests.server.serving import Process


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
