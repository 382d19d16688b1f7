"""Whole matches in browsers by mouse and touch, on translated pages, and over the death of a server."""

import time

import pytest
from playwright.sync_api import Dialog, expect

from fivedice.notation import record
from fivedice.table.terms import Terms
from tests.golden import make
from tests.server import browsing
from tests.server.browsing import (
    CHOICES,
    END,
    FIRST_SHOWN,
    LONGEST,
    PATIENCE,
    PHONE,
    SMALL,
    THOUGHT,
    WANTED,
    WIDE,
    Arrives,
    Person,
    play,
)
from tests.server.serving import Process
from tests.server.stored import put
from tests.spread import spread

STRANGE = "<img src=x onerror=alert(1)>", "<b>&amp;'\"</b>"
A_WHILE = 12
"""Moves by pointer, after which there is something to see on the board."""


@pytest.mark.parametrize("game", spread(["challenge", "showdown", "junior"], "junior"))
def test_two_play_a_match_in_browsers(game: str, server: Process, arrives: Arrives) -> None:
    """Two people with strange names agree on no hints, meet by a code, chat, and play from the first page to
    the same result, on a board of each kind. Each name is read as it was written.
    """
    ann, ben = both = arrives(server.url, WIDE), arrives(server.url, PHONE)
    asked: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    for person in both:
        person.page.on("dialog", dismiss)
    form = ann.opens(game, STRANGE[0])
    ann.press(form.locator("summary"))
    ann.press(form.get_by_label("Allow hints"))
    code = ann.waits()
    assert "No hints" in ann.text(".agreed")
    assert STRANGE[0] in ann.text(".sitting")
    ben.joins(code, STRANGE[1])
    ben.page.locator(".doing").wait_for()
    assert ben.button("Hint").count() == 0
    ben.press("Say something")
    ben.press("Good luck!")
    ann.page.locator(".bubble", has_text="Good luck!").wait_for()
    assert STRANGE[1] in ann.text(".bubble")
    expect(ann.page.locator(".log p", has_text="Good luck!")).to_have_text(f"{STRANGE[1]}: Good luck!")
    play(*both, moves=A_WHILE)
    for person in both:
        play(*both, until=person.is_asked)
        keeps_and_takes_back(person)
    ben.begins_to_hurry()
    if game == "showdown":  # it can be long: the game plays on for one of them, who comes back for the end
        ann.leaves()
        ann.page.goto("about:blank")
        ben.page.locator(END).wait_for(timeout=1000 * LONGEST)
        ann.goes(f"/t/{code}")
    else:
        ann.begins_to_hurry()
    for person in both:
        person.page.locator(END).wait_for(timeout=1000 * LONGEST)
        for name in STRANGE:
            person.page.locator(".ranking", has_text=name).wait_for()
        assert any(STRANGE[0] in line for line in person.log())
        assert person.page.locator("img, .log b, .end b").count() == 0
    assert ann.text(".ranking") == ben.text(".ranking") != ""
    assert asked == []


def keeps_and_takes_back(person: Person) -> None:
    """A die is set aside by a press on it, and lies with the others again after the next."""
    die = person.page.locator("button.hold").nth(2)
    before = die.get_attribute("aria-pressed")
    person.press(die)
    assert die.get_attribute("aria-pressed") != before
    person.press(die)
    assert die.get_attribute("aria-pressed") == before


TRANSLATOR = """always => {
    const isText = text => text.data.trim() && !text.parentElement.closest('font, [translate=no]')
    const translate = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const texts = []
        while (walker.nextNode()) texts.push(walker.currentNode)
        for (const text of texts.filter(isText)) {
            const [outer, inner] = [document.createElement('font'), document.createElement('font')]
            inner.textContent = text.data
            outer.append(inner)
            text.replaceWith(outer)
        }
    }
    translate()
    if (always) new MutationObserver(translate).observe(document.body, {
        childList: true, characterData: true, subtree: true})
}"""
"""Puts each text into elements of its own, word for word, so that the page should read as before."""
READ = """() => [
    [...document.querySelectorAll(
        'main > :not(.side), .side > :not(.beside), .hint, .log p:nth-last-child(-n + 6)')]
        .map(one => one.innerText).join('\\n'),
    document.documentElement.scrollWidth,
    [...document.querySelectorAll('main button')].map(one => {
        const {left, width, height} = one.getBoundingClientRect()
        return [left, width, height].map(Math.round).join()
    }).join(' '),
]"""
"""What the page says, how wide it is, and where its buttons are."""
HINTED = "junior"
"""The game in which a hint is taken; others would look the same."""
LATE = 9
"""Events before its end at which a match is entered: the last turns."""


def reads_like(translated: Person, plain: Person) -> None:
    """The one page comes to say the same as the other, in the same places."""
    until = time.monotonic() + PATIENCE / 1000
    while (is_read := translated.page.evaluate(READ)) != (wanted := plain.page.evaluate(READ)):
        if time.monotonic() > until:
            assert is_read == wanted
        plain.page.wait_for_timeout(50)


def takes_hints(people: list[Person]) -> None:
    play(people[-1], until=people[0].is_asked)
    for person in people:
        person.press("Hint")
        person.page.locator(".hint li").first.wait_for(timeout=THOUGHT)


@pytest.mark.parametrize("game", spread(["traditional", "showdown", HINTED], HINTED))
def test_a_table_stays_right_while_its_page_is_translated(
    game: str, server: Process, arrives: Arrives
) -> None:
    """A match is played to its end from pages that are translated once, or whenever a text changes."""
    played = record.replay((make.FOLDER / f"{game}-2seats.jsonl").read_bytes()).match
    terms = Terms(
        game,
        ("", "greedy"),
        make.OPTIONS.get(f"{game}-2seats", {}),
        games=played.setup.games,
        first=played.setup.first,
    )
    (seat,) = put(server.database, terms, ("Ann",), played.events[:-LATE])
    plain, once, always = people = [arrives(server.url, SMALL) for _ in range(3)]
    for person in people:
        person.keeps("settings", {"taking": "now", "chatter": False})
        person.sits(seat, game)
    once.page.evaluate(TRANSLATOR, False)
    always.page.evaluate(TRANSLATOR, True)
    if game == HINTED:
        takes_hints(people)
    while plain.sees() != END:
        for person in (once, always):
            person.acts()
            for translated in (once, always):
                reads_like(translated, plain)
    assert once.page.locator("font").count() > 0


@pytest.mark.proof
def test_pages_come_back_when_the_server_does(own_server: Process, arrives: Arrives) -> None:
    """The server is killed in the middle of a turn: Ann and Ben see the same when it is back, and go on."""
    both = ann, ben = arrives(own_server.url, WIDE), arrives(own_server.url, PHONE)
    browsing.meet("traditional", ann, ben)
    play(ann, ben, until=lambda: any(person.sees() == browsing.CHOICES for person in both))
    mover, other = both if ann.sees() == browsing.CHOICES else (ben, ann)
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
    mover.press(browsing.shown(mover.page, browsing.CHOICES))
    play(mover, other, until=lambda: other.sees() == browsing.CHOICES)
    for person in both:  # the only thing that a page may say of it
        person.complaints = [text for text in person.complaints if "ERR_CONNECTION_REFUSED" not in text]


MADE = "document.querySelectorAll('.throws .made').length"


def places(person: Person, css: str) -> None:
    """Presses Enter where Tab leads to, unless the table has moved on since it was looked at."""
    if tab_to(person, css):
        person.page.keyboard.press("Enter")
    else:
        assert person.page.locator(css).count() == 0, f"Tab does not lead to {css}"


OUTLINE = """css => document.activeElement.matches(css)
    && getComputedStyle(document.activeElement).outlineStyle"""


def by_keys(person: Person) -> str:
    """Does by keys what is to be done now: keeps the first die once, then places a token."""
    seen, step = person.page.evaluate(f"wanted => [({FIRST_SHOWN})(wanted), {MADE}]", WANTED)
    keys, seen = person.page.keyboard, WANTED[seen] if seen >= 0 else ""
    if seen == CHOICES and step > 1:
        places(person, ".board .offer:not(.rash)")
    elif seen == CHOICES or (seen and step > 0 and person.page.locator("button.hold").count()):
        keys.press("1")
        keys.press("r")
    elif seen and seen != END and step > 0:
        places(person, ".board .offer")
    elif seen and seen != END:
        keys.press("r")
    return seen


def tab_to(person: Person, css: str) -> bool:
    """Presses Tab until the focus is there, where it must be seen to be; whether it came there."""
    for _ in range(60):
        person.page.keyboard.press("Tab")
        outline = person.page.evaluate(OUTLINE, css)
        if outline:
            assert outline != "none"
            return True
    return False


@pytest.mark.proof
def test_a_match_by_keys_alone(server: Process, arrives: Arrives) -> None:
    """Ann needs Tab, Enter, a digit and R from the first page to the result, the focus always in sight."""
    ann = arrives(server.url, WIDE)
    ann.goes("/")
    assert tab_to(ann, "[aria-label='Play now: Junior']")
    ann.page.keyboard.press("Enter")
    ann.page.locator(".doing").wait_for()
    latest = time.monotonic() + LONGEST
    while (seen := by_keys(ann)) != END:
        assert time.monotonic() < latest, seen
        ann.page.wait_for_timeout(50)
    result = ann.page.locator("#result")
    expect(result).to_be_focused()
    expect(ann.page).to_have_title(f"{result.inner_text().rstrip('!')} · Junior")
    assert tab_to(ann, ".end .button.main")
