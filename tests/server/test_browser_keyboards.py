"""Keyboards of other languages: keys are known by where they lie, whatever they write there."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server import clients
from tests.server.browsing import WIDE, Look, Person
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
PRESS = """key => document.body.dispatchEvent(new KeyboardEvent('keydown', {...key, bubbles: true}))"""
AZERTY = (("&", "Digit1"), ("(", "Digit5"))
THROWS = {"Russian": "к", "Greek": "ρ", "Arabic": "ق", "Dvorak": "r"}


def press(person: Person, key: str, code: str, **held: Any) -> None:
    """A key that writes one thing and lies where another is on an American keyboard."""
    person.page.evaluate(PRESS, {"key": key, "code": code, **held})


@pytest.mark.parametrize("layout", THROWS)
def test_keys_are_known_by_where_they_lie(layout: str, server: Process, arrives: Arrives) -> None:
    """R throws, digits set dice aside; Latin letters go by what they write, and Ctrl is the browser's."""
    (seat,) = clients.opened(server.url, "junior", "Ann", bots=1)
    ann = arrives(server.url, WIDE)
    ann.sits(seat, "junior")
    place = "KeyO" if layout == "Dvorak" else "KeyR"
    for held in ("ctrlKey", "altKey", "metaKey", "modifierAltGraph"):
        press(ann, THROWS[layout], place, **{held: True})
    press(ann, "o" if layout == "Dvorak" else "з", "KeyR" if layout == "Dvorak" else "KeyP")
    expect(ann.page.locator(".log p", has_text="Ann throws")).to_have_count(0)
    press(ann, THROWS[layout], place)
    expect(ann.page.locator(".log p", has_text="Ann throws")).to_have_count(1)
    for key, code in AZERTY:
        press(ann, key, code)
    pressed = ann.page.locator("button.hold[aria-pressed=true]")
    expect(pressed).to_have_count(2)
    press(ann, "1", "Digit1", shiftKey=True)
    expect(pressed).to_have_count(1)
    press(ann, "!", "Digit1", shiftKey=True)
    expect(pressed).to_have_count(1)
    press(ann, "5", "Numpad5")
    expect(pressed).to_have_count(0)


def test_a_double_tap_does_not_zoom(server: Process, arrives: Arrives) -> None:
    """Nothing that is pressed at a table does: the button that throws, dice, boxes, the bar."""
    (seat,) = clients.opened(server.url, "traditional", "Ann", bots=1)
    ann = arrives(server.url, WIDE)
    ann.sits(seat, "traditional")
    ann.press("Throw")
    ann.page.locator(".board .pays").first.wait_for()
    zooming = """() => [...document.querySelectorAll('a, button, label, .tray')]
        .filter(one => getComputedStyle(one).touchAction !== 'manipulation').map(one => one.outerHTML)"""
    assert ann.page.evaluate(zooming) == []
