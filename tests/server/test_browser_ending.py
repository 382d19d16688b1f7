"""The end of a match, and what a table makes much of before: moments, drawn dice, bonuses."""

import re

import pytest
from playwright.sync_api import expect

from fivedice.notation import record
from fivedice.table.terms import Terms
from tests.golden import make
from tests.server import clients
from tests.server.browsing import (
    AT_THE_EDGE,
    MAIN,
    PHONE,
    WIDE,
    Arrives,
    Look,
    Person,
    both_ended,
    ended,
)
from tests.server.serving import Process
from tests.server.stored import put
from tests.spread import one_in


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


def sits(person: Person, game: str) -> Person:
    """Somebody with the first turn at a table with a bot, who takes boxes at once."""
    seat = clients.opened(person.url, game, "Ann", bots=1)[0]
    person.remembers(seat, game)
    person.keeps("settings", {"taking": "now"})
    person.goes(f"/t/{seat['code']}")
    person.page.locator(MAIN).wait_for()
    return person
