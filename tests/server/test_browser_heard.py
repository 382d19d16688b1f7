"""Who does not see the pages: what a screen reader says, where the focus is, and what things are called."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server import clients
from tests.server.browsing import MAIN, WIDE, Arrives, Person, shown
from tests.server.serving import Process

BUTTON = ".doing .main"
EARS = """() => {
    window.heard = []
    const LIVE = '[aria-live=polite], [role=status], [role=alert], [role=log]:not([aria-live=off])'
    new MutationObserver(changes => {
        const added = changes.flatMap(({addedNodes}) => [...addedNodes])
        for (const {target, addedNodes} of changes) {
            const place = (target.closest ? target : target.parentElement)?.closest(LIVE)
            if (!place || added.some(one => one.contains(place))) continue
            const words = addedNodes.length ? [...addedNodes].map(one => one.textContent) : [target.data]
            heard.push(...words.map(one => one?.trim()).filter(Boolean))
        }
    }).observe(document, {childList: true, subtree: true, characterData: true})
}"""
"""Run before the scripts of every page: what is added to a live region that was there before is heard."""
HEARS = "words => heard.some(line => line.includes(words))"


GONE = """() => {
    window.gone = []
    const all = changes => changes.flatMap(({removedNodes}) => [...removedNodes])
    const keep = changes => gone.push(...all(changes).map(one => new WeakRef(one)))
    new MutationObserver(keep).observe(document.querySelector('.aloud'), {childList: true})
}"""
"""What has been heard and is no longer there, as far as anything still holds it."""


def listening(person: Person) -> Person:
    person.page.add_init_script(f"({EARS})()")
    return person


def hears(person: Person, words: str) -> None:
    person.page.wait_for_function(HEARS, arg=words)


def heard(person: Person) -> list[str]:
    return list(person.page.evaluate("heard"))


def sits(person: Person, game: str, **terms: Any) -> None:
    listening(person).sits(clients.opened(person.url, game, "Ann", bots=1, **terms)[0], game)
    person.page.locator(MAIN).wait_for()


def test_a_waiting_room_becomes_a_match_that_is_heard(server: Process, arrives: Arrives) -> None:
    """Ann hears that Bea comes and what is wanted; her focus goes to the button that throws."""
    ann = listening(arrives(server.url, WIDE))
    (seat,) = clients.opened(server.url, "junior", "Ann", free=1)
    ann.remembers(seat, "junior")
    ann.goes(f"/t/{seat['code']}")
    ann.button("Alone").focus()
    clients.post(server.url, f"tables/{seat['code']}/chairs", {"name": "Bea"})
    hears(ann, "Throw the dice")
    assert heard(ann)[-3:] == ["Bea sits down.", "The match begins.", "Throw the dice"]
    expect(ann.page.locator(BUTTON)).to_be_focused()


@pytest.mark.proof
def test_a_match_is_played_by_ear(server: Process, arrives: Arrives) -> None:
    """Ann plays a turn by ear, turns single keys off and on again, and plays on: no line stays in memory."""
    ann = arrives(server.url, WIDE)
    sits(ann, "traditional")
    keys, own = ann.page.keyboard, ann.page.get_by_role("list", name="My dice")
    expect(own).to_have_count(0)  # what lies there before is none of mine
    keys.press("r")
    hears(ann, "Choose what to keep (throw 1 of 3)")
    expect(own).to_have_count(1)
    keys.press("2")
    hears(ann, f"{ann.dice()[1]}, kept")
    keys.press("2")
    hears(ann, f"{ann.dice()[1]}, put back")
    keys.press("Enter")
    hears(ann, "All five kept. Press Enter again to stop.")
    expect(ann.page.locator("button.hold").first).to_have_attribute("aria-label", ann.dice()[0])
    assert "kept" not in ann.dice()[0]
    ann.page.wait_for_timeout(400)  # no key is taken for the echo of the one before
    keys.press("Enter")
    hears(ann, "Choose what to use the dice for")
    ann.page.get_by_role("img", name="1 of 3 throws made").wait_for()
    before, told = len(heard(ann)), len(ann.log())
    shown(ann.page, ".board .pays:not(.none)").evaluate("box => box.click()")
    ann.page.locator(MAIN).wait_for()
    ann.page.wait_for_function("before => heard.slice(before).includes('Throw the dice')", arg=before)
    lines = heard(ann)[before:]
    assert lines[-1] == "Throw the dice"
    assert lines[-2].startswith("Juno: ")
    assert len(lines) == len(ann.log()) - told + 1
    told = len(ann.log())  # Space scrolls what scrolls
    for place in (".log", ".all-cards"):
        ann.page.locator(place).focus()
        keys.press("Space")
    ann.press("This table")
    keys_told = ann.page.get_by_role("list", name="Keys").get_by_role("listitem")
    expect(keys_told).to_have_count(8)
    ann.press(ann.page.get_by_label("Use keyboard shortcuts"))
    ann.press("Close")
    ann.page.reload()
    ann.page.locator(MAIN).wait_for()
    expect(ann.page.locator(".keys kbd")).to_have_count(0)
    for key in ("r", "Space", "?"):
        keys.press(key)
    assert ann.page.locator("dialog").count() == 0
    assert len(ann.log()) == told
    ann.press("This table")
    ann.press(ann.page.get_by_label("Use keyboard shortcuts"))
    ann.press("Close")
    ann.page.locator(BUTTON).evaluate("button => document.activeElement.blur()")
    keys.press("r")
    hears(ann, "Ann throws")
    ann.page.evaluate(GONE)
    ann.hurries(24)
    assert ann.page.evaluate("gone.length") > 20
    ann.context.new_cdp_session(ann.page).send("HeapProfiler.collectGarbage")
    assert ann.page.evaluate("gone.filter(one => one.deref()).length") <= 3


def test_first_page_form_lesson_and_lists_are_told_apart_by_ear(server: Process, arrives: Arrives) -> None:
    """Ann mends a code, fills in a form, learns what was thrown before what to do, and finds her match."""
    ann = listening(arrives(server.url, WIDE))
    ann.goes("/")
    ann.press("With friends: Junior")
    ann.page.get_by_label("Join by code").fill("abc234")
    ann.page.keyboard.press("Enter")
    why = "There is no table ABC234."
    ann.page.get_by_role("alert").get_by_text(why).wait_for()
    field = ann.page.get_by_label("Join by code")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(why)
    expect(field).to_have_attribute("aria-invalid", "true")
    ann.complaints.clear()  # a browser complains of every answer that is a refusal
    ann.goes("/")
    ann.press("With friends: Junior")
    form = ann.page.get_by_role("dialog")
    expect(form.get_by_label("Your name")).to_be_focused()
    ann.button("Remove chair 2").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.button("Add a chair")).to_be_focused()
    ann.goes("/learn/showdown")
    hears(ann, "Press “Throw the die”.")
    for thrown, words in (("throws the red die: ", "The red die moved"), ("throws ", "Two fives.")):
        before = len(heard(ann))
        ann.page.locator(BUTTON).evaluate("button => button.click()")
        hears(ann, words)
        lines = heard(ann)[before:]
        places = [next(at for at, line in enumerate(lines) if part in line) for part in (thrown, words)]
        assert places == sorted(places), lines
    (seat,) = clients.opened(server.url, "junior", "Ann", bots=1)
    ann.remembers(seat, "junior")
    ann.goes("/records")
    ann.page.get_by_role("link", name=f"Play: Junior {seat['code']}").wait_for()
