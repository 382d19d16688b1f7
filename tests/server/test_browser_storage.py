"""Browsers that keep nothing from one page to the next: cookies blocked, a full disk, Safari's lockdown."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server import clients
from tests.server.browsing import SMALL, THOUGHT, WIDE, Look, Person, ended
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
DENIED = "get() { throw new DOMException('denied', 'SecurityError') }"
WITHOUT = {
    "access": f"Object.defineProperty(window, 'localStorage', {{{DENIED}}})",
    "room": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
    "any": "Object.defineProperty(window, 'localStorage', {value: null})",
    "anything else": f"""
        for (const name of [
            'localStorage', 'sessionStorage', 'indexedDB', 'Notification', 'PushManager', 'caches'])
            Object.defineProperty(window, name, {{{DENIED}}})
        Object.defineProperty(navigator, 'serviceWorker', {{{DENIED}}})
        Object.defineProperty(document, 'cookie', {{{DENIED}, set() {{ document.cookie }}}})
        delete window.BroadcastChannel
    """,
}
"""Run before the scripts of every page, each takes away what such a browser lacks."""
LOST = "This browser remembers nothing: if you reload or close this page, you lose your seat."


def without(arrives: Arrives, url: str, what: str, look: Look = SMALL) -> Person:
    """Somebody whose browser lacks this."""
    person = arrives(url, look)
    person.page.add_init_script(WITHOUT[what])
    return person


@pytest.mark.parametrize("what", WITHOUT)
def test_a_browser_that_remembers_nothing_can_play(what: str, server: Process, arrives: Arrives) -> None:
    """It is told once that a reload loses the seat, with a link that brings it to another device."""
    ann = without(arrives, server.url, what)
    ann.goes("/")
    ann.press("Play now: Junior")
    ann.press("Throw")
    expect(ann.page.locator(".log p").last).to_contain_text("throws")
    notice = ann.page.get_by_text(LOST)
    notice.wait_for()
    assert ann.barred() == []
    ann.press("Continue on another device")
    link = ann.page.get_by_role("dialog").get_by_label("The link").input_value()
    other = arrives(server.url, WIDE)
    other.goes(link.partition(server.url)[2] or link[link.index("/t/") :])
    other.page.locator(".doing").wait_for()
    assert other.page.get_by_text(LOST).count() == 0
    ann.press(ann.page.get_by_role("dialog").get_by_role("button", name="Close"))
    ann.press("OK")
    expect(notice).to_have_count(0)
    ann.press("This table")
    ann.page.get_by_role("dialog").get_by_role("button", name="Continue on another device").wait_for()


@pytest.mark.parametrize("what", ["access", "anything else"])
def test_who_takes_the_last_chair_without_storage_sits_there(
    what: str, server: Process, arrives: Arrives
) -> None:
    """Their friend's match begins with them; the first page knows the way back, and so does a rematch."""
    seat = clients.opened(server.url, "junior", "Ann", free=1)[0]
    ben = without(arrives, server.url, what)
    ben.joins(seat["code"], "Ben")
    ben.page.locator(".doing").wait_for()
    ben.press(ben.page.get_by_role("link", name="fivedice, home"))
    ben.page.locator(".going-on a.to-table").click()
    ben.page.locator(".doing").wait_for()
    over = ended(server.url, "junior")
    given = clients.post(server.url, f"tables/{over['code']}/pass", {"token": over["token"]})
    ben.goes(f"/t/{over['code']}#seat={given['pass']}")
    ben.press("Rematch")
    ben.page.locator(".big-code").wait_for()
    ben.page.get_by_text(LOST).wait_for()


def test_the_warning_fits_a_phone_with_large_type(server: Process, arrives: Arrives) -> None:
    """Its last button is in view at once; a hint takes its place, for there is none for both."""
    ann = without(arrives, server.url, "access", {**SMALL, "viewport": {"width": 360, "height": 640}})
    ann.sets_type(32)
    ann.goes("/")
    ann.press("Play now: Junior")
    expect(ann.button("OK")).to_be_in_viewport(ratio=1)
    ann.press("Throw")
    ann.press("Hint")
    ann.page.locator(".hint li").first.wait_for(timeout=THOUGHT)
    expect(ann.page.get_by_text(LOST)).not_to_be_visible()
