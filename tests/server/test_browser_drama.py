"""What a table makes much of: a moment that any press ends, dice drawn in what is told, a way to a bonus."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.server import clients
from tests.server.browsing import CHOICES, MAIN, PHONE, WIDE, Look, Person, play, shown
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
MOVING: Look = {"reduced_motion": "no-preference"}
LOOKS = pytest.mark.parametrize("look", [WIDE, PHONE], ids=["mouse", "touch"])
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


def two_at(arrives: Arrives, server: Process, game: str, look: Look) -> tuple[Person, Person]:
    """Ann with this look and Ben at a desk, at a new table."""
    people = arrives(server.url, look), arrives(server.url, WIDE)
    for person, seat in zip(people, clients.opened(server.url, game, "Ann", "Ben"), strict=True):
        person.remembers(seat, game)
        person.keeps("settings", {"taking": "now"})
        person.goes(f"/t/{seat['code']}")
    return people


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


@pytest.mark.parametrize("look", [{**WIDE, **MOVING}, PHONE], ids=["mouse", "calm touch"])
def test_a_moment_holds_nothing_up(look: Look, server: Process, arrives: Arrives) -> None:
    """It says who and what; the press that ends it does what it does. Where nothing moves it is a line."""
    ann = sits(hears_of_a_bonus(arrives(server.url, look)), "traditional")
    stands_still(ann)
    ann.press(ann.page.locator(MAIN))
    moment = has_its_moment(ann)
    expect(moment).to_have_text(re.compile(r"Ann\s+Upper bonus\s+\+35"))
    calm = "reduced_motion" not in look
    assert ("plain" in str(moment.get_attribute("class"))) == calm
    assert (moment.locator(".spark").count() == 0) == calm
    ann.press(ann.page.locator("button.hold").first)
    expect(moment).to_have_count(0)
    expect(ann.page.locator("button.hold").first).to_have_attribute("aria-pressed", "true")


COVERED = """() => {
    const box = document.querySelector('.moment').getBoundingClientRect()
    const isUnder = ({left, right, top, bottom}) =>
        left < box.right && right > box.left && top < box.bottom && bottom > box.top
    const all = [...document.querySelectorAll('button, a')].filter(one => one.checkVisibility())
    return all.filter(one => isUnder(one.getBoundingClientRect())).map(one => one.textContent)
}"""


@LOOKS
def test_a_moment_covers_nothing_that_can_be_pressed(look: Look, server: Process, arrives: Arrives) -> None:
    """It stands by the names."""
    ann = sits(hears_of_a_bonus(arrives(server.url, look)), "traditional")
    stands_still(ann)
    ann.press(ann.page.locator(MAIN))
    has_its_moment(ann)
    assert ann.page.evaluate(COVERED) == []


@LOOKS
def test_a_column_taken_has_its_moment(look: Look, server: Process, arrives: Arrives) -> None:
    """What happened is the server's to say: a junior token in a column."""
    ann, _ = two_at(arrives, server, "junior", look)
    play(ann, until=lambda: ann.sees() == CHOICES)
    stands_still(ann)
    ann.press(shown(ann.page, CHOICES))
    expect(has_its_moment(ann)).to_have_text(re.compile(r"Ann\s+\S.* [1-5]\s+\+[1-5]"))
    ann.page.clock.resume()  # axe takes its time, too
    assert ann.barred() == []


FLIES = """() => {
    window.flown = []
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, how) {
        if (this.matches('.figure')) flown.push([this.textContent, frames[0].transform])
        return animate.call(this, frames, how)
    }
}"""


@pytest.mark.parametrize(
    "look", [{**WIDE, **MOVING}, {**PHONE, **MOVING}, WIDE], ids=["mouse", "touch", "calm"]
)
def test_points_fly_from_the_dice_to_their_box(look: Look, server: Process, arrives: Arrives) -> None:
    """Those that were just written, once, from elsewhere; where nothing moves they stand there at once."""
    ann, ben = two_at(arrives, server, "traditional", look)
    play(ann, ben, until=ann.is_asked)
    ann.page.evaluate(FLIES)
    play(ann, until=lambda: ann.page.locator(".figure.fresh").count() > 0)
    flown, fresh = ann.page.evaluate("flown"), ann.page.locator(".figure.fresh").all_inner_texts()
    assert [points for points, _ in flown] == (fresh if "reduced_motion" in look else [])
    assert all(re.fullmatch(r"translate\(-?\d.*", way) for _, way in flown)


@LOOKS
@pytest.mark.parametrize("game", ["traditional", "piecepack", "junior"])
def test_dice_in_what_is_told_are_drawn(game: str, look: Look, server: Process, arrives: Arrives) -> None:
    """No letters and numbers for them in the log, but the faces of the game, each with its name."""
    ann = sits(arrives(server.url, look), game)
    ann.press(ann.page.locator(MAIN))
    line = ann.page.locator(".log p", has_text=re.compile("^Ann throws"))
    expect(line.locator(".face-icon svg")).to_have_count(5)
    assert "(" not in line.inner_text()
    names = [str(die.get_attribute("aria-label")) for die in line.locator(".face-icon").all()]
    told = [die.partition(": ")[2].partition(" of ")[0].lower() for die in ann.dice()]
    assert sorted(name.lower() for name in names) == sorted(told)


@pytest.mark.parametrize(
    "look", [WIDE, {**WIDE, "viewport": {"width": 1024, "height": 768}}], ids=["wide", "low"]
)
def test_a_meter_shows_the_way_to_the_bonus(look: Look, server: Process, arrives: Arrives) -> None:
    """As far as the sum is of its goal."""
    ann = sits(arrives(server.url, look), "piecepack")
    ann.press(ann.page.locator(MAIN))
    box = ann.page.locator(".all-cards .row-box .pays:not(.none)").first
    points = int(box.inner_text())
    ann.press(box)
    meter = ann.page.locator(".all-cards .row-sum td.me .meter")
    expect(meter).to_have_attribute("style", re.compile(f"--part: ?{points / 63:.9f}"[:-4]))


@LOOKS
def test_what_each_kept_is_turned_over_together(look: Look, server: Process, arrives: Arrives) -> None:
    """In challenge: face down from a decision on, all up with the last one, and then the gap in points."""
    ann, ben = two_at(arrives, server, "challenge", look)
    play(ann, ben, until=lambda: ann.is_asked() and ben.is_asked())
    hands = ann.page.locator(".their-hand")
    assert len({hand.inner_html() for hand in hands.all()}) == 1
    ben.page.locator("button.hold").nth(1).click()
    ben.press("Throw 4 dice")
    expect(hands.nth(1).locator(".back")).to_have_count(5)
    expect(hands.nth(0).locator(".back")).to_have_count(0)
    for slot in (0, 1):
        ann.press(ann.page.locator("button.hold").nth(slot))
    ann.press("Throw 3 dice")
    expect(hands.nth(0).locator(".kept")).to_have_count(2)
    expect(hands.nth(1).locator(".kept")).to_have_count(1)
    expect(ann.page.locator(".their-hand .back")).to_have_count(0)
    play(ann, ben, until=lambda: ann.page.locator(".booked").count() == 2)
    paid = [int(points) for points in ann.page.locator(".booked b").all_inner_texts()]
    gaps = [int(gap.removeprefix("−")) for gap in ann.page.locator(".booked i").all_inner_texts()]
    assert gaps == [max(paid) - points for points in paid if points < max(paid)]
    assert ann.barred() == []


@LOOKS
def test_rules_have_their_dice_drawn(look: Look, server: Process, arrives: Arrives) -> None:
    """The numerals of the traditional dice need no font of the reader's."""
    ann = sits(arrives(server.url, look), "traditional")
    ann.press("Rules")
    rules = ann.page.locator("article.rules")
    expect(rules.locator(".face-icon svg")).to_have_count(6)
    assert not set("一二三四五六") & set(rules.inner_text())
    assert ann.page.locator(".legend-of-dice li").count() == 6
    assert ann.barred() == []
