"""The smallest phones and the widest screens: what is pressed is large enough, what is told is in view."""

from collections.abc import Callable

import pytest

from tests.server.browsing import PHONE, WIDE, Look, Person
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
FINGER = 44
"""Pixels across the tip of one."""
CARDS = """() => [...document.querySelectorAll('.showdown .rack li')]
    .map(card => card.getBoundingClientRect())
    .map(({width, height}) => Math.round(Math.min(width, height)))"""
SMALL: Look = {**PHONE, "viewport": {"width": 320, "height": 568}}
NARROW: Look = {**PHONE, "viewport": {"width": 344, "height": 882}}

WIDEST: Look = {**WIDE, "viewport": {"width": 1920, "height": 1080}}


@pytest.mark.parametrize("look", [SMALL, NARROW], ids=["small", "narrow"])
def test_each_card_of_showdown_is_as_large_as_a_finger(look: Look, server: Process, arrives: Arrives) -> None:
    """A board that is narrow is higher than wide; the twelve cards in its middle are met one by one."""
    person = arrives(server.url, look)
    person.goes("/learn/showdown")
    person.page.locator(".showdown .rack li").first.wait_for()
    cards = person.page.evaluate(CARDS)
    assert len(cards) == 12
    assert min(cards) >= FINGER
    assert person.page.evaluate("document.documentElement.scrollWidth") <= look["viewport"]["width"]


@pytest.mark.parametrize("look", [SMALL, WIDEST], ids=["small", "widest"])
def test_what_a_lesson_says_is_in_view(look: Look, server: Process, arrives: Arrives) -> None:
    """Whole, and without scrolling, whatever shape the table has."""
    person = arrives(server.url, look)
    for game in ("traditional", "showdown", "junior"):
        person.goes(f"/learn/{game}")
        caption = person.page.locator(".lesson")
        caption.wait_for()
        box = caption.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= look["viewport"]["height"]
