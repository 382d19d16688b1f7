"""The end of a match, and what a table makes much of before: moments, drawn dice, bonuses."""

import re

import pytest
from playwright.sync_api import Locator, expect

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
    play,
    play_out,
)
from tests.server.serving import Process
from tests.server.stored import put
from tests.spread import one_in


def back_at(person: Person, seat: clients.Message, game: str) -> Person:
    """Somebody who sits at a match that is over."""
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


MOVING: Look = {"reduced_motion": "no-preference"}
A_BIT = 100
"""Milliseconds, of which a moment lasts many."""
BONUS = {"kind": "bonus", "seat": 0, "what": "Upper bonus", "pays": 35}


def sits(person: Person, game: str) -> Person:
    """Somebody with the first turn at a table with a bot, who takes boxes at once."""
    seat = clients.opened(person.url, game, "Ann", bots=1)[0]
    person.remembers(seat, game)
    person.keeps("settings", {"taking": "now"})
    person.goes(f"/t/{seat['code']}")
    person.page.locator(MAIN).wait_for()
    return person


def hears_of_a_bonus(person: Person) -> Person:
    """Somebody to whom every throw is told as if a bonus came of it."""

    def change(message: clients.Message) -> None:
        if "throw" in message.get("entry", {}).get("event", {}):
            message["feats"] = [BONUS]

    person.hears(change)
    return person


def stands_still(person: Person) -> None:
    """From now on time passes in the page only as it is told to."""
    person.page.clock.install(time=0)
    person.page.clock.pause_at(3600)


def has_its_moment(person: Person) -> Locator:
    """Lets just so much time pass as it takes to come and to hear of presses: then it stands, for ever."""
    moment = person.page.locator(".moment")
    for _ in range(5000):
        if moment.count():
            break
        person.page.clock.run_for(A_BIT)
    person.page.clock.run_for(A_BIT)
    expect(moment).to_be_visible()
    return moment


COVERED = """() => {
    const box = document.querySelector('.moment').getBoundingClientRect()
    const isUnder = ({left, right, top, bottom}) =>
        left < box.right && right > box.left && top < box.bottom && bottom > box.top
    const all = [...document.querySelectorAll('button, a')].filter(one => one.checkVisibility())
    return all.filter(one => isUnder(one.getBoundingClientRect())).map(one => one.textContent)
}"""


FLIES = """() => {
    window.flown = []
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, how) {
        if (this.matches('.figure')) flown.push([this.textContent, frames[0].transform])
        return animate.call(this, frames, how)
    }
}"""


def test_what_moves_holds_nothing_up(server: Process, arrives: Arrives) -> None:
    """Points fly from the dice to their box, once, and not where Ann asks for calm. Bea earns a bonus:
    it says who and what, and covers no button; the press that ends it acts, too.
    """
    ann = sits(arrives(server.url, {**PHONE, **MOVING}), "traditional")
    play(ann, until=ann.is_asked)
    ann.page.evaluate(FLIES)
    play(ann, until=lambda: ann.page.locator(".figure.fresh").count() > 0)
    flown, fresh = ann.page.evaluate("flown"), ann.page.locator(".figure.fresh").all_inner_texts()
    assert [points for points, _ in flown][-len(fresh) :] == fresh  # on a busy machine a turn may go unseen
    assert all(re.fullmatch(r"translate\(-?\d.*", way) for _, way in flown)
    ann.page.emulate_media(reduced_motion="reduce")
    ann.page.reload()
    ann.page.evaluate(FLIES)
    booked = ann.page.locator(".log p", has_text=re.compile("^Ann: "))
    play(ann, until=lambda: booked.count() > 1)
    assert ann.page.evaluate("flown") == []
    bea = sits(hears_of_a_bonus(arrives(server.url, {**PHONE, **MOVING})), "traditional")
    stands_still(bea)
    bea.press(bea.page.locator(MAIN))
    moment = has_its_moment(bea)
    expect(moment).to_have_text(re.compile(r"Ann\s+Upper bonus\s+\+35"))
    for look in (WIDE, PHONE):
        bea.page.set_viewport_size(look["viewport"])
        assert bea.page.evaluate(COVERED) == []
    bea.press(bea.page.locator("button.hold").first)
    expect(moment).to_have_count(0)
    expect(bea.page.locator("button.hold").first).to_have_attribute("aria-pressed", "true")


def test_a_friend_is_challenged_with_one_press(server: Process, arrives: Arrives) -> None:
    """Ann copies a link; Ben opens it and meets her dice; both matches are compared at the end."""
    (seat,) = clients.opened(server.url, "junior", "Ann", bots=1)
    play_out(server.url, [seat])
    ann = back_at(arrives(server.url, WIDE), seat, "junior")
    ann.page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text }")
    ann.press("Challenge a friend")
    expect(ann.page.get_by_role("status").filter(has_text="The link is copied")).to_be_visible()
    link = ann.page.evaluate("window.copied")
    ben = arrives(server.url, PHONE)
    ben.goes(f"/same/{link.partition('/same/')[2]}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.press("Play")
    ben.page.locator(MAIN).wait_for()
    code = ben.page.url.rpartition("/")[2]
    dice = [clients.get(server.url, f"tables/{at}")["commitment"] for at in (seat["code"], code)]
    assert dice[0] == dice[1] != ""
    held = ben.page.evaluate("JSON.parse(localStorage['fivedice.seats'])[0]")
    play_out(server.url, [held])
    expect(ben.page.locator("#result")).to_have_text(re.compile("wins!$"))
    ben.page.get_by_role("link", name="Where you differed").tap()
    ben.page.get_by_text("turns were played alike").wait_for()
