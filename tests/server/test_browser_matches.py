"""Whole matches in browsers: mouse, touch, translated pages, the death of a server; moments and the end."""

import re
import time

import pytest
from playwright.sync_api import Dialog, expect

from fivedice.notation import record
from fivedice.table.terms import Terms
from tests.golden import make
from tests.server import clients
from tests.server.browsing import (
    AT_THE_EDGE,
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
    Look,
    Person,
    both_ended,
    ended,
    play,
)
from tests.server.serving import Process
from tests.server.stored import put
from tests.spread import one_in, spread

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
            person.page.locator(".ranking, .junior .plates", has_text=name).wait_for()
        assert any(STRANGE[0] in line for line in person.log())
        assert person.page.locator("img, .log b, .end b").count() == 0
    assert ann.page.locator(".ranking").all_inner_texts() == ben.page.locator(".ranking").all_inner_texts()
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
        person.page.locator(".hint .advice").wait_for(timeout=THOUGHT)


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


def back_at(person: Person, seat: clients.Message, game: str) -> Person:
    person.remembers(seat, game)
    person.goes(f"/t/{seat['code']}")
    person.page.locator(".end").wait_for()
    return person


NEWEST = """() => {
    const log = document.querySelector('.log').getBoundingClientRect()
    const line = document.querySelector('.log p:last-child').getBoundingClientRect()
    return line.top >= log.top && line.bottom <= log.bottom && line.bottom <= innerHeight
}"""


@pytest.mark.parametrize(("game", "look"), one_in(2, [("showdown", PHONE), ("piecepack", WIDE)]))
def test_the_end_says_how_luck_and_choices_went(
    game: str, look: Look, server: Process, arrives: Arrives
) -> None:
    """Ann reads at once how she did; how lucky she was comes below it and moves no button; she prints it."""
    seat = ended(server, game, watching=False)
    ann = back_at(arrives(server.url, look), seat, game)
    place = ann.button("Rematch").bounding_box()
    expect(ann.page.locator("#result")).to_have_text(re.compile("^You (win|lose|share the win)"))
    expect(ann.page.locator(".account .plain-words")).to_have_text(
        re.compile(r"^You were .+ than \w+\. Your choices cost .+; \w+'s cost [\d.]+\.( The rest: .+)?$"),
        timeout=90_000,
    )
    assert ann.button("Rematch").bounding_box() == place
    if look is WIDE:
        ann.page.wait_for_function(NEWEST)  # the log follows when something comes above it
    assert ann.page.locator(".account .face-icon").count() >= 5
    assert ann.barred() == []
    ann.page.emulate_media(media="print")
    assert ann.page.evaluate(AT_THE_EDGE, ".end") == []
    assert ann.page.locator("main .button:visible").count() == 0
    assert ann.page.locator("main .board").evaluate("one => getComputedStyle(one).breakInside") == "avoid"
    if game == "piecepack":
        assert ann.page.locator(".all-cards").is_visible()
        assert not ann.page.locator(".one-card").is_visible()
        assert ann.page.locator(".all-cards").evaluate("one => getComputedStyle(one).overflowX") == "visible"
    ann.page.emulate_media(media="screen")
    ann.press("Rules")
    ann.page.locator(".rules h2").first.wait_for()
    ann.page.emulate_media(media="print")
    body = ann.page.locator("dialog .body")
    assert body.evaluate("one => one.scrollHeight <= one.parentElement.clientHeight")
    assert ann.page.locator("dialog").evaluate("one => one.scrollHeight <= one.clientHeight")
    assert not ann.page.locator("main").is_visible()


def test_the_result_is_in_sight_wherever_the_page_was(server: Process, arrives: Arrives) -> None:
    """Ann's last choice is far down a phone with large type: the page does not stay there."""
    last = record.replay((make.FOLDER / "traditional-1seats.jsonl").read_bytes()).match
    terms = Terms("traditional", ("",), first=last.setup.first)
    (seat,) = put(server.database, terms, ("Ann",), last.events[:-1])
    ann = arrives(server.url, PHONE)
    ann.sets_type(32)
    ann.sits(seat, "traditional")
    ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    ann.hurries()
    ann.page.locator(".account").wait_for()
    expect(ann.page.locator("#result")).to_be_in_viewport()


def test_a_rematch_is_a_press_away_wherever_i_am(server: Process, arrives: Arrives) -> None:
    """Ann sees the end and asks for a rematch; Ben comes from the first page, and too late on his tablet."""
    seats = both_ended(server, "junior")
    ann, ben, also_ben, looker = (arrives(server.url, look) for look in (WIDE, PHONE, WIDE, WIDE))
    for person, seat in ((ann, seats[0]), (ben, seats[1]), (also_ben, seats[1])):
        person.remembers(seat, "junior")
    for _ in range(2):
        ann.looks_home()
        expect(ann.page.locator(".going-on li")).to_contain_text("You ")
    ann.press(ann.page.locator(".going-on a"))
    ann.page.locator(".end").wait_for()
    ann.looks_home()
    expect(ann.page.locator(".going-on")).to_have_count(0)
    for person in (ann, ben, also_ben):
        person.goes(f"/t/{seats[0]['code']}")
        person.button("Rematch").wait_for()
    looker.goes(f"/watch/{seats[0]['code']}")
    ann.press("Rematch")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Waiting for Ben")
    ann.page.get_by_text(
        "Ben can join by pressing “Join the rematch” at the end of the last match."
    ).wait_for()
    rematch = ann.page.url
    for person, told in ((ben, "for you."), (looker, "for Ben.")):
        expect(person.page.locator(".at-rematch")).to_have_text(
            f"Ann has joined the rematch and is waiting {told}"
        )
    late = also_ben.page.get_by_role("link", name="Join the rematch")
    late.wait_for()
    also_ben.page.route("**/api/tables/*", lambda _: None)  # it does not hear that the rematch begins
    ann.goes("/")
    expect(ann.page.locator(".going-on li").first).to_contain_text("Waiting for Ben")
    ben.goes("/")
    expect(ben.page.locator(".going-on li")).to_contain_text("Ann asks for a rematch")
    assert ben.barred() == []
    ben.press(ben.page.get_by_role("link", name=f"Join the rematch: Junior {seats[0]['code']}"))
    ben.page.locator(".doing").wait_for()
    assert ben.page.url == rematch
    also_ben.press(late)
    also_ben.page.unroute_all()
    also_ben.page.get_by_text("This match has already started. You can watch.").wait_for()
    ann.looks_home()
    expect(ann.page.locator(".going-on li").first).to_contain_text(re.compile("Your turn|Ben to play"))
    assert ann.page.get_by_text("asks for a rematch").count() == 0
    also_ben.complaints = [text for text in also_ben.complaints if "409" not in text]
