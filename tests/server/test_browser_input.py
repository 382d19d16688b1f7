"""Presses that nobody meant: twice, too long, too early, beside. What is told waits for the dice.

Where times matter nobody waits for them: a press says when it was made, and the page's clock is stopped.
"""

import json
import re
import time
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from fivedice import Match
from tests.server import clients
from tests.server.browsing import CHOICES, MAIN, PHONE, TAKE, WIDE, Arrives, Look, Person, play, shown
from tests.server.serving import Process
from tests.spread import one_in, spread

MOVING: Look = {"reduced_motion": "no-preference"}
TABLET: Look = {**PHONE, "viewport": {"width": 820, "height": 1180}}
DESK, HAND = {**WIDE, **MOVING}, {**PHONE, **MOVING}
DOUBLE = 0.18
"""Seconds between the two presses of a double one."""
TWICE = 350
"""Milliseconds in which a second press is taken for the echo of the first."""
FLIGHT = 1080
"""Milliseconds from a throw until its last die lies."""
A_BIT = 100
"""Milliseconds that make no difference."""
BUTTON = ".doing .button.main"
ZOOMING = """() => [...document.querySelectorAll('a, button, label, .tray')]
    .filter(one => getComputedStyle(one).touchAction !== 'manipulation').map(one => one.outerHTML)"""
"""What can be pressed and zooms by a double tap."""
KEYS = """keys => keys.forEach(key =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))"""


class Sitting:
    """Somebody with the first turn at a table, and what the page has sent from there."""

    def __init__(
        self, person: Person, game: str = "traditional", taking: str = "touch", **terms: Any
    ) -> None:
        self.person, self.page = person, person.page
        self.sent: list[dict[str, Any]] = []
        seat = clients.opened(person.url, game, "Ann", bots=1, **terms)[0]
        person.page.on("websocket", lambda socket: socket.on("framesent", self._hear))
        person.remembers(seat, game)
        person.keeps("settings", {"taking": taking})
        person.goes(f"/t/{seat['code']}")
        person.page.locator(MAIN).wait_for()
        person.page.locator(".board:not(.empty)").wait_for()

    def _hear(self, text: Any) -> None:
        message = json.loads(text)
        if message["type"] in clients.MOVES:
            self.sent.append(message)

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.sent]

    def lies(self, throws: int = 1) -> None:
        line = self.page.locator(".log p", has_text=re.compile("^Ann throws"))
        expect(line).to_have_count(throws)

    def throws(self) -> None:
        """Throws once and lets the dice lie; the next press is none of the same moment."""
        self.person.press(self.page.locator(MAIN))
        self.lies()
        self.rests()

    def rests(self) -> None:
        self.page.wait_for_timeout(TWICE)

    def presses_twice(self, what: Locator) -> None:
        """A double press where a thing is now, whatever comes to be there."""
        box = what.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.person.is_touching:
            self._twice(
                "Touch", {"touchStart": {"touchPoints": [{"x": x, "y": y}]}, "touchEnd": {"touchPoints": []}}
            )
        else:
            where = {"x": x, "y": y, "button": "left", "clickCount": 1}
            self._twice("Mouse", {"mousePressed": where, "mouseReleased": where})

    def enters_twice(self) -> None:
        key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
        self._twice("Key", {"rawKeyDown": key, "keyUp": key})

    def _twice(self, kind: str, press: dict[str, Any]) -> None:
        """Both at once, with the times at which they are to have been made."""
        browser = self.page.context.new_cdp_session(self.page)
        now = time.time()
        for made in (now, now + DOUBLE):
            for part, how in press.items():
                browser.send(f"Input.dispatch{kind}Event", {"type": part, **how, "timestamp": made})
        browser.detach()

    def stops_the_clock(self) -> None:
        self.page.clock.pause_at(3600)

    def sees_the_throw_begin(self) -> None:
        """The dice are in the air, and stay there while the clock stands."""
        expect(self.page.locator(BUTTON)).to_have_text("Throwing …")
        self.page.clock.run_for(A_BIT)

    def told(self) -> list[str]:
        pays = self.page.locator(".board .pays").count()
        return [self.person.text(".prompt"), self.person.text(".log"), str(pays)]

    def places(self) -> list[Any]:
        """Where the buttons' row is, and where they are in it, however deep one is pressed."""
        row = self.page.locator(".doing .row").last
        buttons = "row => [...row.querySelectorAll('.button')].map(one => [one.offsetLeft, one.offsetWidth])"
        return [row.bounding_box(), *row.evaluate(buttons)]


@pytest.mark.parametrize("look", spread([DESK, PHONE], PHONE), ids=["mouse", "calm touch"])
def test_a_double_press_throws_once(look: Look, server: Process, arrives: Arrives) -> None:
    """Ann presses twice within 180 ms: each time it is one throw, no hint, and nothing moves or zooms."""
    ann = Sitting(arrives(server.url, look))
    places = ann.places()
    for throw in (1, 2, 3):
        ann.presses_twice(ann.page.locator(MAIN))
        ann.lies(throw)
        assert ann.kinds() == ["throw", "keep", "keep"][:throw]
        ann.page.get_by_role("img", name=f"{throw} of 3 throws made").wait_for()
        assert ann.places() == places
        ann.rests()
    assert ann.page.locator(BUTTON).is_disabled()
    assert "hint" not in " ".join(ann.person.log())
    assert ann.page.evaluate(ZOOMING) == []


def test_every_key_means_what_has_the_focus(server: Process, arrives: Arrives) -> None:
    """Ann plays two turns by keys, some held, pressed twice or faster than the page is drawn."""
    ann = Sitting(arrives(server.url, WIDE))
    keyboard, legend = ann.page.keyboard, ann.page.locator(".keys kbd")
    button = ann.page.locator(BUTTON)
    button.focus()
    for _ in range(20):  # held, it is heard as often and is one throw
        keyboard.down("Enter")
    keyboard.up("Enter")
    ann.lies()
    ann.rests()
    assert ann.kinds() == ["throw"]
    expect(legend).to_have_text(["1–5", "R", "H", "?"])
    button.evaluate("button => button.blur()")
    ann.page.evaluate(KEYS, ["1", "2"])
    expect(ann.page.locator(".tray .hold[aria-pressed=true]")).to_have_count(2)
    ann.page.evaluate(KEYS, ["3", "r"])
    ann.lies(2)
    assert len(ann.sent[-1]["dice"]) == 3
    ann.rests()
    ann.page.evaluate("document.activeElement.blur()")
    ann.enters_twice()
    expect(button).to_have_text("Stop")
    ann.rests()
    assert ann.kinds() == ["throw", "keep"]
    keyboard.press("Enter")
    expect(button).to_have_text("Choose a box")
    keyboard.press("ArrowDown")
    zero = shown(ann.page, ".board .pays.none")
    zero.focus()
    keyboard.press("Enter")
    expect(ann.person.button("Choose again")).to_be_focused()
    keyboard.press("Enter")
    expect(zero).to_be_focused()
    shown(ann.page, CHOICES).focus()
    keyboard.press("Enter")
    expect(button).to_be_focused()
    assert ann.kinds() == ["throw", "keep", "keep", "use"]
    ann.page.locator(MAIN).wait_for()
    for throw in (3, 4):  # a click without a press, as assistive technology makes it, is no echo of anything
        ann.page.locator(MAIN).evaluate("button => button.click()")
        ann.lies(throw)
    ann.rests()
    button.focus()
    keyboard.press("Enter")
    ann.lies(5)
    ann.rests()
    expect(button).to_be_focused()  # it keeps the focus while it rests: the key comes to mean nothing else
    keyboard.press("Enter")
    assert ann.kinds()[4:] == ["throw", "keep", "keep"]


def test_nothing_is_told_before_the_dice_lie(server: Process, arrives: Arrives) -> None:
    """Ann watches a throw to its end, then lands two by a press on the button and on the tray. The sign that
    skips a bot's turn lies on the tray, and the buttons have not moved.
    """
    person = arrives(server.url, HAND)
    person.page.clock.install(time=0)
    ann = Sitting(person, taking="now")
    ann.stops_the_clock()
    before, places = ann.told(), ann.places()
    ann.person.press(ann.page.locator(MAIN))
    ann.sees_the_throw_begin()
    ann.page.clock.run_for(FLIGHT - 2 * A_BIT)
    assert ann.told() == before
    assert ann.places() == places
    assert ann.person.button("Hint").is_disabled()
    assert before[-1] == "0"
    ann.page.clock.run_for(2 * A_BIT)
    ann.lies()
    assert all(now != then for now, then in zip(ann.told(), before, strict=True))
    assert ann.kinds() == ["throw"]
    for throw, way in enumerate((BUTTON, ".tray"), start=2):
        ann.page.clock.run_for(TWICE)
        ann.person.press(ann.page.locator(MAIN))
        ann.sees_the_throw_begin()
        ann.person.press(ann.page.locator(way))
        ann.lies(throw)
        assert len(ann.sent) == throw
    ann.page.clock.run_for(TWICE)
    places = ann.places()
    ann.person.press(shown(ann.page, CHOICES))
    ann.person.button("Skip").wait_for()
    assert ann.places() == places
    assert not overlap(ann.person.button("Skip"), ann.page.locator(".doing"))
    ann.person.press("Skip")
    expect(ann.person.button("Skip")).to_have_count(0)


def test_a_first_press_is_no_echo(server: Process, arrives: Arrives) -> None:
    """Ann goes on after a choice without waiting, skips what Juno does, and throws at once: no press is lost.
    A second press at the same place is none.
    """
    ann = Sitting(arrives(server.url, HAND), taking="undo")
    play(ann.person, until=lambda: ann.person.sees() == CHOICES)
    ann.person.press(shown(ann.page, CHOICES))
    assert "use" not in ann.kinds()
    expect(ann.page.locator(BUTTON)).to_have_text("Go on")
    expect(ann.page.locator(".prompt")).to_have_text(re.compile(r"taken\. You can still take this back"))
    ann.person.press(ann.page.locator(BUTTON))
    while not ann.page.locator(MAIN).count():
        if ann.person.button("Skip").count():
            ann.person.button("Skip").dispatch_event("click")
    ann.presses_twice(ann.page.locator(MAIN))
    ann.page.get_by_role("img", name="1 of 3 throws made").wait_for()
    assert ann.kinds()[-2:] == ["use", "throw"]


@pytest.mark.parametrize(
    ("game", "look"), one_in(3, [("traditional", TABLET), ("showdown", PHONE), ("junior", PHONE)])
)
def test_a_finger_selects_and_then_confirms(game: str, look: Look, server: Process, arrives: Arrives) -> None:
    """Ann taps a choice, lets it go by a die, taps it again, and confirms it there or by the button."""
    ann = Sitting(arrives(server.url, look), game)
    play(ann.person, until=lambda: ann.person.sees() == CHOICES)
    before, box = ann.kinds(), shown(ann.page, CHOICES)
    ann.presses_twice(box)
    expect(box).to_have_attribute("aria-pressed", "true")
    assert ann.person.barred() == []
    words = ann.page.locator(TAKE).inner_text()
    assert words in ann.person.text(".prompt")
    ann.person.press(ann.page.locator("button.hold").first)
    expect(ann.page.locator(TAKE)).to_have_count(0)
    assert ann.kinds() == before
    ann.person.press(box)
    ann.rests()
    ann.person.press(box if game == "traditional" else ann.page.locator(TAKE))
    ann.page.locator(".log p", has_text=re.compile(r"^Ann(:| (place|steal|raise)s) ")).wait_for()
    assert ann.kinds() == [*before, "use"]


def overlap(one: Locator, other: Locator) -> bool:
    first: Any = one.bounding_box()
    second: Any = other.bounding_box()
    return all(
        first[at] < second[at] + second[size] and second[at] < first[at] + first[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def lying(url: str, game: str, dice: str) -> clients.Message:
    """Ann's seat at a table for her alone, where she has just thrown these dice."""
    match, chance = Match.at(game, "", dice, names=("Ann",)), Random(1)
    while match.awaited.kind != "over":
        is_thrown = match.awaited.kind == "throw"
        match = match.roll(chance) if is_thrown else match.step(match.decisions()[-1])
    code = clients.brought(url, match.record())
    return clients.post(url, f"tables/{code}/try", {"number": 0, "seat": 0, "name": "Ann"})


def marks(person: Person) -> list[int]:
    """The slots whose dice are set aside."""
    dice = person.page.locator("button.hold")
    pressed = dice.evaluate_all("dice => dice.map(die => die.ariaPressed === 'true')")
    return [slot for slot, is_aside in enumerate(pressed) if is_aside]


@pytest.mark.proof
def test_the_very_die_that_was_pressed_stays(server: Process, arrives: Arrives) -> None:
    """Ann sets equal dice aside and reloads, in the air too: dice and log stay, also for who looks on."""
    ann = arrives(server.url, HAND)
    ann.sits(lying(server.url, "piecepack", "21311"), "piecepack")
    dice, first = ann.page.locator("button.hold"), ann.dice()
    for pressed in (3, 4):
        ann.press(dice.nth(pressed))
    assert marks(ann) == [3, 4]
    ann.page.wait_for_timeout(TWICE)
    ann.press(ann.page.locator(MAIN))
    expect(ann.page.locator(BUTTON)).to_have_text("Throwing …")
    ann.page.reload()
    ann.page.get_by_role("img", name="2 of 3 throws made").wait_for()
    expect(dice.nth(4)).to_have_attribute("aria-pressed", "true")
    assert marks(ann) == [3, 4]
    assert [stays.removesuffix(", kept") for stays in ann.dice()[3:]] == first[3:]
    ann.press(dice.nth(3))
    second, log = ann.dice(), ann.log()
    ann.page.reload()
    expect(dice.nth(4)).to_have_attribute("aria-pressed", "true")
    assert (ann.dice(), marks(ann), ann.log()) == (second, [4], log)
    late = arrives(server.url, PHONE)
    late.goes(ann.page.url.replace("/t/", "/watch/"))
    late.page.locator(".log p").nth(len(log) - 1).wait_for(state="attached")
    assert late.log() == log
    ann.press(ann.page.locator(MAIN))
    ann.page.get_by_role("img", name="3 of 3 throws made").wait_for()
    assert ann.dice()[4] == first[4]
