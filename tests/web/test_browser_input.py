"""Presses that nobody meant: twice, too long, too early, beside. What is told waits for the dice."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from tests.web import clients
from tests.web.browsing import CHOICES, MAIN, MEANT, PHONE, TAKE, WIDE, Look, Person, play, shown
from tests.web.serving import Process

Arrives = Callable[[str, Look], Person]
MOVING: Look = {"reduced_motion": "no-preference"}
DESK, HAND = {**WIDE, **MOVING}, {**PHONE, **MOVING}
LOOKS = pytest.mark.parametrize("look", [DESK, HAND], ids=["mouse", "touch"])
DOUBLE = 180
"""Milliseconds between the two presses of a double one."""
TWICE = 350
"""Milliseconds in which a second press is taken for the echo of the first."""
HELD = 600
"""Milliseconds that a key is held."""
UNDO = 4.0
"""Seconds in which a choice can be undone."""
BUTTON = ".doing .button.main"
FLYING = "document.getAnimations().filter(({id}) => id === 'flying').length"
LOOKED_AT = """() => new Promise(done => {
    const seen = []
    const text = css => document.querySelector(css)?.innerText ?? ''
    const look = () => {
        const flying = document.getAnimations().filter(({id}) => id === 'flying').length
        seen.push({flying, pays: document.querySelectorAll('.board .pays').length,
            prompt: text('.prompt'), log: text('.log')})
        if (seen.some(({flying}) => flying) && !flying) setTimeout(() => done(seen), 50)
        else requestAnimationFrame(look)
    }
    document.querySelector('.doing .main').click()
    look()
})"""
"""Throws, and looks at what is told in every frame until the dice lie."""


KEYS = """keys => keys.forEach(key =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))"""


class Sitting:
    """Somebody with the first turn at a table, and what the page has sent from there."""

    def __init__(self, person: Person, game: str = "traditional", taking: str = "") -> None:
        """The dice are to be thrown."""
        self.person, self.page = person, person.page
        self.sent: list[dict[str, Any]] = []
        seat = clients.opened(person.url, game, "Ann", bots=1)[0]
        person.page.on("websocket", lambda socket: socket.on("framesent", self._hear))
        person.remembers(seat, game)
        likes = "way => localStorage.setItem('fivedice.settings', JSON.stringify({taking: way}))"
        person.page.evaluate(likes, taking)
        person.goes(f"/t/{seat['code']}")
        person.page.locator(MAIN).wait_for()

    def _hear(self, text: Any) -> None:
        message = json.loads(text)
        if message["type"] in clients.MOVES:
            self.sent.append(message)

    def kinds(self) -> list[str]:
        """What moves were sent, in words."""
        return [message["type"] for message in self.sent]

    def lies(self, throws: int = 1) -> None:
        """Waits until so many throws lie, and the next may follow."""
        line = self.page.locator(".log p", has_text=re.compile("^Ann throws"))
        expect(line).to_have_count(throws)
        self.page.locator(f"{BUTTON}:not([aria-disabled])").wait_for()

    def throws(self, times: int = 1) -> None:
        """Throws, and lets the dice lie."""
        for throw in range(1, times + 1):
            self.person.press(self.page.locator(MAIN))
            self.lies(throw)

    def presses_twice(self, what: Locator) -> None:
        """A double press where a thing is now, whatever comes to be there."""
        box = what.bounding_box()
        assert box is not None
        place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for pause in (DOUBLE, 0):
            if self.person.is_touching:
                self.page.touchscreen.tap(*place)
            else:
                self.page.mouse.click(*place)
            self.page.wait_for_timeout(pause)

    def places(self) -> list[Any]:
        """Where the buttons are, from the left to the right."""
        return [button.bounding_box() for button in self.page.locator(".doing .row .button").all()]


@LOOKS
def test_a_double_press_throws_once(look: Look, server: Process, arrives: Arrives) -> None:
    """Two presses 180 ms apart are one throw, and its dice stay to be seen; the next throw is another one."""
    ann = Sitting(arrives(server.url, look))
    for throw, kinds in enumerate((["throw"], ["throw", "keep"]), start=1):
        ann.presses_twice(ann.page.locator(MAIN))
        ann.lies(throw)
        assert ann.kinds() == kinds
        ann.page.get_by_role("img", name=f"{throw} of 3 throws made").wait_for()


@pytest.mark.parametrize("look", [WIDE, PHONE], ids=["mouse", "touch"])
def test_a_double_press_throws_once_where_nothing_moves(
    look: Look, server: Process, arrives: Arrives
) -> None:
    """Nor is there a second throw where the dice lie at once."""
    ann = Sitting(arrives(server.url, look))
    ann.presses_twice(ann.page.locator(MAIN))
    ann.lies()
    assert ann.kinds() == ["throw"]


@pytest.mark.parametrize("look", [DESK, WIDE], ids=["moving", "calm"])
@pytest.mark.parametrize("key", ["r", "Enter on the button"])
def test_a_held_key_throws_once(key: str, look: Look, server: Process, arrives: Arrives) -> None:
    """R, or Enter on the button, held for 0.6 s: one throw."""
    ann = Sitting(arrives(server.url, look))
    if " " in key:
        ann.page.locator(MAIN).focus()
    until = time.monotonic() + HELD / 1000
    while time.monotonic() < until:
        ann.page.keyboard.down(key.partition(" ")[0])
        ann.page.wait_for_timeout(30)
    ann.page.keyboard.up(key.partition(" ")[0])
    ann.lies()
    assert ann.kinds() == ["throw"]


@LOOKS
def test_nothing_is_told_before_the_dice_lie(look: Look, server: Process, arrives: Arrives) -> None:
    """Card, prompt and log are as before until the last die has landed, and then tell of the throw."""
    ann = Sitting(arrives(server.url, look))
    seen = ann.page.evaluate(LOOKED_AT)
    in_air = [frame for frame in seen if frame["flying"]]
    for what in ("prompt", "log", "pays"):
        assert {frame[what] for frame in in_air} == {seen[0][what]}
    assert seen[0]["pays"] == 0
    ann.lies()
    assert ann.page.locator(".board .pays").count() > 0
    assert ann.person.text(".prompt") != seen[0]["prompt"]


@LOOKS
def test_150_ms_after_throw_nothing_else_has_happened(look: Look, server: Process, arrives: Arrives) -> None:
    """The dice are in the air; buttons are where they were, and none of them does anything else yet."""
    ann = Sitting(arrives(server.url, look))
    places = ann.places()
    ann.person.press(ann.page.locator(MAIN))
    ann.page.wait_for_timeout(150)
    assert ann.kinds() == ["throw"]
    assert ann.places() == places
    assert ann.person.button("Hint").is_disabled()


@pytest.mark.parametrize("way", ["button", "tray", "Space", "r"])
@LOOKS
def test_a_press_in_the_air_lands_the_dice(way: str, look: Look, server: Process, arrives: Arrives) -> None:
    """By the button, on the tray or by a key: they lie at once, and nothing is sent."""
    ann = Sitting(arrives(server.url, look))
    ann.person.press(ann.page.locator(MAIN))
    ann.page.wait_for_function(f"() => {FLYING} === 10")
    if way in ("button", "tray"):
        ann.person.press(ann.page.locator(BUTTON if way == "button" else ".tray"))
    else:
        ann.page.keyboard.press(way)
    assert ann.page.evaluate(FLYING) == 0
    assert ann.page.locator(".board .pays").count() > 0
    assert ann.kinds() == ["throw"]


@LOOKS
def test_a_double_press_on_the_third_throw_takes_no_hint(
    look: Look, server: Process, arrives: Arrives
) -> None:
    """Nothing comes to be where Throw was, through all three throws, and nobody is told of a hint."""
    ann = Sitting(arrives(server.url, look))
    places = ann.places()
    for throw in (1, 2, 3):
        ann.presses_twice(ann.page.locator(MAIN))
        ann.lies(throw)
        assert ann.places() == places
    assert ann.kinds() == ["throw", "keep", "keep"]
    assert ann.page.locator(BUTTON).is_disabled()
    assert "hint" not in " ".join(ann.person.log())


def test_two_keys_within_5_ms_both_count(server: Process, arrives: Arrives) -> None:
    """The digits set both dice aside, and a throw right after them keeps both."""
    ann = Sitting(arrives(server.url, WIDE))
    ann.throws()
    ann.page.evaluate(KEYS, ["1", "2"])
    expect(ann.page.locator(".tray .hold[aria-pressed=true]")).to_have_count(2)
    ann.page.evaluate(KEYS, ["3", "r"])
    ann.lies(2)
    assert len(ann.sent[-1]["dice"]) == 3


def test_a_double_enter_does_not_stop(server: Process, arrives: Arrives) -> None:
    """Enter sets all dice aside; only another one, and not the echo of the first, ends the throws."""
    ann = Sitting(arrives(server.url, WIDE))
    ann.throws()
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_timeout(DOUBLE)
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(BUTTON)).to_have_text("Stop")
    assert ann.kinds() == ["throw"]
    ann.page.wait_for_timeout(TWICE)
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(BUTTON)).to_have_text("Choose a box")
    assert ann.kinds() == ["throw", "keep"]


@pytest.mark.parametrize("game", ["traditional", "showdown", "junior"])
def test_a_finger_selects_and_then_confirms(game: str, server: Process, arrives: Arrives) -> None:
    """A tap, or two, takes nothing; what is selected is marked, said, let go by a die, or confirmed."""
    ann = Sitting(arrives(server.url, PHONE), game)
    play(ann.person, until=lambda: ann.person.sees() == CHOICES)
    before, box = ann.kinds(), shown(ann.page, CHOICES)
    ann.presses_twice(box)
    assert box.get_attribute("aria-pressed") == "true"
    assert Axe().run(ann.page).violations_count == 0
    words = ann.page.locator(TAKE).inner_text()
    assert words in ann.person.text(".prompt")
    ann.person.press(ann.page.locator("button.hold").first)
    expect(ann.page.locator(TAKE)).to_have_count(0)
    assert ann.kinds() == before
    ann.person.press(box)
    ann.page.wait_for_timeout(TWICE)
    ann.person.press(ann.page.locator(TAKE))
    ann.page.locator(".log p", has_text=re.compile("^Ann: ")).wait_for()
    assert ann.kinds() == [*before, "use"]


def test_a_second_tap_on_a_box_confirms_it(server: Process, arrives: Arrives) -> None:
    """It is the same as a press on the button, once 350 ms have passed."""
    ann = Sitting(arrives(server.url, PHONE))
    ann.throws()
    box = shown(ann.page, CHOICES)
    ann.person.press(box)
    ann.page.wait_for_timeout(TWICE)
    ann.person.press(box)
    ann.page.locator(".log p", has_text=re.compile("^Ann: ")).wait_for()
    assert ann.kinds() == ["throw", "use"]


def test_a_needless_zero_is_asked_about_once(server: Process, arrives: Arrives) -> None:
    """By finger, too, the question is the confirmation."""
    ann = Sitting(arrives(server.url, PHONE))
    ann.throws()
    ann.person.press(shown(ann.page, ".board .pays.none"))
    ann.page.wait_for_timeout(TWICE)
    ann.person.press(ann.page.locator(MEANT))
    ann.page.locator(".log p", has_text=re.compile("^Ann: ")).wait_for()
    assert ann.kinds() == ["throw", "use"]


def test_a_mouse_takes_a_box_at_once(server: Process, arrives: Arrives) -> None:
    """It points before it presses."""
    ann = Sitting(arrives(server.url, WIDE))
    ann.throws()
    ann.person.press(shown(ann.page, CHOICES))
    ann.page.locator(".log p", has_text=re.compile("^Ann: ")).wait_for()


@pytest.mark.parametrize("look", [WIDE, PHONE], ids=["mouse", "touch"])
def test_what_is_taken_can_be_undone(look: Look, server: Process, arrives: Arrives) -> None:
    """Who prefers that has 4 s; then it is sent, and at once when anything else is pressed."""
    ann = Sitting(arrives(server.url, look))
    ann.person.press("This table")
    ann.page.get_by_label("How a box is taken").select_option("undo")
    ann.person.press("Close")
    ann.throws()
    box = shown(ann.page, CHOICES)
    ann.person.press(box)
    assert Axe().run(ann.page).violations_count == 0
    ann.person.press("Undo")
    expect(ann.page.locator(".undo")).to_have_count(0)
    ann.page.wait_for_timeout(TWICE)
    ann.person.press(box)
    since = time.monotonic()
    ann.page.locator(".undo").wait_for()
    assert ann.kinds() == ["throw"]
    if look is PHONE:
        ann.person.press(ann.page.locator(".tray"))
    ann.page.locator(".log p", has_text=re.compile("^Ann: ")).wait_for()
    assert (time.monotonic() - since > UNDO - 0.1) == (look is WIDE)
    assert ann.kinds() == ["throw", "use"]
