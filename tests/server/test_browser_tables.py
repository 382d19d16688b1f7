"""Tables in browsers: a server that dies and comes back, and hints taken by finger and keys."""

import pytest
from playwright.sync_api import expect

from tests.server.browsing import CHOICES, MAIN, PHONE, THOUGHT, WIDE, Arrives, meet, play, shown
from tests.server.serving import Process


@pytest.mark.proof
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
