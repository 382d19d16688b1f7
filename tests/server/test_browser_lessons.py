"""Lessons in a browser: a minute on the real board that anybody can play to its end, or leave."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.browsing import PHONE, TITLES, WIDE, Look, Person
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
ASKS, LEARNT = ".lesson .asks", ".learnt"
WANTED = "[data-wanted]"
TINY: Look = {**PHONE, "viewport": {"width": 320, "height": 640}}
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
STEPS = {"traditional": 6, "challenge": 4, "showdown": 8, "piecepack": 6, "junior": 6, "kniffel": 6}
BOARDS = ("showdown", "junior")
KINDS = ("traditional", *BOARDS)
"""One game of each kind of board: a card, a ring, rows of seats."""
NOT_NOW = "That can be done too, but not in this lesson:"


def learns(person: Person, game: str) -> None:
    """Comes to a lesson, which asks for its first press."""
    person.goes(f"/learn/{game}")
    expect(person.page.locator(ASKS)).to_be_visible()


def step(person: Person) -> int:
    """How many steps are done."""
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


def assert_usable(person: Person, look: Look, *, is_new: bool) -> None:
    """Nothing has to be scrolled sideways, and axe finds nothing on a page of a new kind."""
    if is_new:
        assert person.barred() == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= look["viewport"]["width"]


@pytest.mark.parametrize(("game", "look"), list(zip(STEPS, [WIDE, PHONE] * 3, strict=True)), ids=STEPS)
def test_a_lesson_is_played_to_its_end_by_what_it_asks_for(
    game: str, look: Look, server: Process, arrives: Arrives
) -> None:
    """Each step is pressed on the real board and all can use it; the end leads to a table and the rules."""
    ann = arrives(server.url, look)
    learns(ann, game)
    said = set()
    for done in range(STEPS[game]):
        assert step(ann) == done
        said.add(ann.text(".says p"))
        if done in (1, STEPS[game] - 1):
            assert_usable(ann, look, is_new=done > 1 or game in KINDS)
        does(ann)
    assert len(said) == STEPS[game]
    expect(ann.page.locator(f"{LEARNT} h2")).to_be_focused()
    assert ann.page.locator("[aria-current]").count() == 0
    assert_usable(ann, look, is_new=game in KINDS)
    ann.press("Read the rules")
    ann.page.locator(".rules h1").wait_for()
    expect(ann.page.locator(".board-picture section")).to_have_count(int(game in BOARDS))
    ann.press("Close")
    ann.press("Play now")
    ann.page.locator(".doing .main").wait_for()
    assert "/t/" in ann.page.url


@pytest.mark.parametrize("game", ["challenge", *KINDS])
def test_what_is_asked_for_stays_in_view(game: str, server: Process, arrives: Arrives) -> None:
    """On phones, also on their side, it and what is to be pressed are not hidden, wherever the page is."""
    ann = arrives(server.url, PHONE)
    learns(ann, game)
    does(ann)
    for width, height in PHONES:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(HIDDEN) == [], (width, height)


def test_names_on_the_picture_of_a_board_are_not_covered(server: Process, arrives: Arrives) -> None:
    """In the rules beside a lesson of junior every name ends before the first hollow, however small."""
    ann = arrives(server.url, TINY)
    learns(ann, "junior")
    ann.press(ann.page.get_by_role("button", name="Rules", exact=True))
    ann.page.locator(".board-picture .called").first.wait_for()
    rooms = ann.page.locator(".board-picture tbody tr").evaluate_all(ROOMS)
    assert len(rooms) == 5
    assert min(rooms) >= 0


def test_from_its_card_on_the_first_page_a_game_can_be_learnt_and_a_lesson_left(
    server: Process, arrives: Arrives
) -> None:
    """Every game has its lesson; one press skips what is left of it. No table is opened, nothing is kept."""
    ann = arrives(server.url, PHONE)
    ann.goes("/")
    for title in TITLES.values():
        ann.page.get_by_role("link", name=f"Learn in a minute: {title}").wait_for()
    ann.press(ann.page.get_by_role("link", name="Learn in a minute: Showdown"))
    ann.page.locator(ASKS).wait_for()
    does(ann)
    assert step(ann) == 1
    ann.press("Skip lesson")
    expect(ann.page.locator(f"{LEARNT} h2")).to_be_focused()
    assert ann.page.locator(".board [data-use]").count() == 0
    assert ann.page.evaluate("Object.keys(localStorage)") == []
    ann.press(ann.page.get_by_role("link", name="To the games"))
    ann.page.get_by_role("link", name="Learn in a minute: Junior").wait_for()
    assert ann.page.locator(".going-on").count() == 0


def test_another_press_than_the_one_asked_for_does_nothing(server: Process, arrives: Arrives) -> None:
    """What the rules allow but the lesson does not ask for is answered gently; what it asks stays there."""
    ann = arrives(server.url, PHONE)
    learns(ann, "traditional")
    does(ann)
    dice, asked = ann.dice(), ann.text(ASKS)
    while not ann.page.locator(".not-now").count():  # what comes too soon is no press
        ann.press(ann.page.locator(".doing .main"))  # throws all five, where two are to be set aside
    expect(ann.page.locator(".not-now")).to_have_text(NOT_NOW)
    assert (ann.dice(), ann.text(ASKS), step(ann)) == (dice, asked, 1)
    does(ann)
    assert step(ann) == 2
    assert ann.page.locator(".not-now").count() == 0


def test_a_lesson_takes_nothing_but_keys(server: Process, arrives: Arrives) -> None:
    """Numbers set aside, R throws, arrows lead to the board, Enter takes; Tab comes to what is at the end."""
    ann = arrives(server.url, WIDE)
    learns(ann, "traditional")
    keyboard, page = ann.page.keyboard, ann.page
    for number, keys in enumerate(("r", "13r", "4r"), start=1):
        for key in keys:
            page.wait_for_timeout(400 * (key == "r"))  # no key is taken for the echo of the one before
            keyboard.press(key)
        expect(page.locator(".lesson progress")).to_have_attribute("value", str(number))
        page.locator(ASKS).wait_for()
        assert "hint" not in page.locator(".keys").inner_text()  # no lesson has one
    for use, number in (("fours", 4), ("large-straight", 6)):
        if number == 6:
            page.wait_for_timeout(400)
            keyboard.press("r")
            expect(page.locator(".lesson progress")).to_have_attribute("value", "5")
            page.locator(ASKS).wait_for()
        wanted = page.locator(f".board [data-use={use}]:focus")
        while not wanted.count():
            keyboard.press("ArrowDown")
        keyboard.press("Enter")
        page.locator(f"{ASKS}, {LEARNT}").first.wait_for()
    expect(page.locator(f"{LEARNT} h2")).to_be_focused()
    keyboard.press("Tab")
    expect(ann.button("Play now")).to_be_focused()


def test_what_others_do_is_seen_one_thing_after_another(server: Process, arrives: Arrives) -> None:
    """Where things move, somebody else's turn is shown at its pace with a word about it, or skipped."""
    ann = arrives(server.url, {**PHONE, "reduced_motion": "no-preference"})
    learns(ann, "junior")
    for _ in range(3):
        does(ann)
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


def test_there_is_a_sentence_where_there_is_no_lesson(server: Process, arrives: Arrives) -> None:
    """An address that somebody has made up says so, and leads home."""
    ann = arrives(server.url, WIDE)
    ann.goes("/learn/chess")
    ann.page.get_by_role("heading", name="There is no lesson here").wait_for()
    assert "There is no game 'chess'" in ann.text("main [role=status]")
    ann.complaints.clear()  # a browser complains of every answer that is a refusal


def test_what_a_lesson_asks_for_is_in_view_on_a_low_screen(server: Process, arrives: Arrives) -> None:
    """A laptop magnified to twice its size shows the button that is to be pressed, below lesson and dice."""
    ann = arrives(server.url, {**WIDE, "viewport": {"width": 960, "height": 540}})
    ann.goes("/learn/challenge")
    ann.page.locator(ASKS).wait_for()
    expect(ann.page.locator(".doing .main")).to_be_in_viewport(ratio=1)


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
