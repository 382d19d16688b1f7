"""Lessons in a browser: a minute on the real board that anybody can play to its end, or leave."""

import pytest
from playwright.sync_api import expect

from tests.server import clients
from tests.server.browsing import PHONE, TITLES, WIDE, Arrives, Look, Person
from tests.server.serving import Process
from tests.spread import spread

ASKS, LEARNT = ".lesson .asks", ".learnt"
WANTED = "[data-wanted]"
ROOMS = """rows => rows.map(row => {
    const named = document.createRange()
    named.selectNodeContents(row.querySelector('.called'))
    const hole = row.querySelector('td').getBoundingClientRect()
    const width = parseFloat(getComputedStyle(row.querySelector('td'), '::before').width)
    return hole.left + hole.width / 2 - width / 2 - named.getBoundingClientRect().right
})"""
"""How far each row's name ends before its first hollow, in pixels."""
HIDDEN = """() => [0, 150, 1e6].flatMap(place => {
    scrollTo(0, place)
    return ['.asks', '.lesson .button', '.doing .main'].filter(css => {
        const one = document.querySelector(css)
        const {left, right, top, bottom} = one.getBoundingClientRect()
        const middle = (left + right) / 2
        return ![top + 2, bottom - 2].every(y => one.contains(document.elementFromPoint(middle, y)))
    })
})"""
"""What of a lesson is not in view where the page is scrolled, each time."""
PHONES = ((390, 844), (360, 740), (740, 360), (844, 390))
BEGINS = ((1920, 1080), (960, 540), (344, 882), (320, 568))
"""Screens on which a lesson begins: a wide one, a laptop magnified to twice its size, two small phones."""
KINDS = ("traditional", "challenge", "showdown", "junior")
"""A game of each kind of board, and one in which the others have dice in view."""
LESSONS = list(zip(KINDS, [PHONE, WIDE] * 2, strict=True))
NOT_NOW = "You can do that in a game, but not in this lesson:"
FINGER = 44
"""Pixels across the tip of one."""
CARDS = """() => [...document.querySelectorAll('.showdown .rack li')]
    .map(card => card.getBoundingClientRect())
    .map(({width, height}) => Math.round(Math.min(width, height)))"""


def step(person: Person) -> int:
    return int(person.page.locator(".lesson progress").evaluate("bar => bar.value"))


def does(person: Person) -> None:
    """Presses what is marked, one after another, until the lesson is a step further."""
    before = step(person)
    page = person.page
    while not page.locator(LEARNT).count() and step(person) == before:
        marked = page.locator(WANTED).locator("visible=true").first
        is_die = "die" in (marked.get_attribute("class") or "").split()
        person.press(marked.locator(".hold") if is_die else marked)
    page.locator(f"{ASKS}, {LEARNT}").first.wait_for()


def begins_in_view(ann: Person, game: str) -> None:
    """What a lesson says and asks for is seen whole without scrolling, and a card is as large as a finger."""
    for width, height in BEGINS:
        ann.sizes(width, height)
        expect(ann.page.locator(".lesson")).to_be_in_viewport(ratio=1)
        if (game, height) == ("challenge", 540):  # the lowest of them, with two hands above the button
            expect(ann.page.locator(".doing .main")).to_be_in_viewport(ratio=1)
        if game == "showdown" and width < 390:
            cards = ann.page.evaluate(CARDS)
            assert len(cards) == 12
            assert min(cards) >= FINGER


@pytest.mark.parametrize(("game", "look"), spread(LESSONS, LESSONS[1]), ids=KINDS)
def test_a_lesson_is_played_to_its_end_by_what_it_asks_for(
    game: str, look: Look, server: Process, arrives: Arrives
) -> None:
    """Somebody presses what the lesson asks for on the real board, reads the rules, and plays."""
    ann = arrives(server.url, look)
    ann.goes(f"/learn/{game}")
    expect(ann.page.locator(ASKS)).to_be_visible()
    begins_in_view(ann, game)
    steps = len(clients.get(server.url, f"lessons/{game}")["steps"])
    said = set()
    for done in range(steps):
        assert step(ann) == done
        said.add(ann.text(".says p"))
        for width, height in PHONES if done == 1 else ():
            ann.sizes(width, height)
            assert ann.page.evaluate(HIDDEN) == [], (width, height)
        ann.sizes(**look["viewport"])
        if done in (1, steps - 1):
            assert ann.barred() == []
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= look["viewport"]["width"]
        if look is WIDE and done == 0:
            assert "hint" not in ann.page.locator(".keys").inner_text()  # no lesson has one
            ann.page.keyboard.press("r")  # keys do here what they do at a table
            expect(ann.page.locator(".lesson progress")).to_have_attribute("value", "1")
            ann.page.locator(ASKS).wait_for()
        else:
            does(ann)
    assert len(said) == steps
    expect(ann.page.locator(f"{LEARNT} h2")).to_be_focused()
    assert ann.page.locator("[aria-current]").count() == 0
    assert ann.barred() == []
    ann.press("Read the rules")
    ann.page.locator(".rules h2").first.wait_for()
    expect(ann.page.locator(".board-picture section")).to_have_count(int(game in ("showdown", "junior")))
    if game == "junior":
        ann.sizes(320, 640)
        rooms = ann.page.locator(".board-picture tbody tr").evaluate_all(ROOMS)
        assert len(rooms) == 5
        assert min(rooms) >= 0
    ann.press("Close")
    ann.press("Play now")
    ann.page.locator(".doing .main").wait_for()
    assert "/t/" in ann.page.url


@pytest.mark.proof
def test_a_lesson_from_the_first_page_goes_at_its_own_pace_and_can_be_left(
    server: Process, arrives: Arrives
) -> None:
    """Somebody tries another press than the one asked for, watches a bot's turn, and skips what is left."""
    ann = arrives(server.url, {**PHONE, "reduced_motion": "no-preference"})
    ann.goes("/")
    for title in TITLES.values():
        ann.page.get_by_role("link", name=f"Learn in a minute: {title}").wait_for()
    ann.press(ann.page.get_by_role("link", name="Learn in a minute: Junior"))
    expect(ann.page.locator(ASKS)).to_be_visible()
    does(ann)
    dice, asked = ann.dice(), ann.text(ASKS)
    while not ann.page.locator(".not-now").count():  # what comes too soon is no press
        ann.press(ann.page.locator(".doing .main"))  # throws all five, where some are to be set aside
    expect(ann.page.locator(".not-now")).to_have_text(NOT_NOW)
    assert (ann.dice(), ann.text(ASKS), step(ann)) == (dice, asked, 1)
    for _ in range(2):
        does(ann)
        assert ann.page.locator(".not-now").count() == 0
    assert ann.text(ASKS) == "Press “Goofy”: it pays 4."
    ann.press(ann.page.locator(WANTED).locator("visible=true").first)
    expect(ann.page.locator(ASKS)).to_have_text("To confirm, press “Place on Goofy: 4”.")
    while ann.page.locator(ASKS).count():  # a finger's choice is confirmed, and not too soon
        ann.press(ann.page.locator(WANTED).locator("visible=true").first)
    expect(ann.page.locator(".says")).to_have_text("Your token counts 4. Now it is Juno's turn: watch.")
    while not ann.page.locator(ASKS).count():
        if ann.button("Skip").count():
            ann.button("Skip").dispatch_event("click")
    assert ann.text(".says p").startswith("Juno has Donald with 4.")
    ann.press("Skip lesson")
    expect(ann.page.locator(f"{LEARNT} h2")).to_be_focused()
    assert ann.page.locator(".board [data-use]").count() == 0
    kept = ann.page.evaluate("Object.keys(localStorage).sort()")
    assert kept == ["fivedice.player", "fivedice.settings"]
    ann.press(ann.page.get_by_role("link", name="All games"))
    ann.page.get_by_role("link", name="Learn in a minute: Junior").wait_for()
    assert ann.page.locator(".going-on").count() == 0
    ann.goes("/learn/chess")
    ann.page.get_by_role("heading", name="There is no lesson here").wait_for()
    assert "There is no game 'chess'" in ann.text("main [role=alert]")
    ann.complaints.clear()  # a browser complains of every answer that is a refusal
