"""My tables on the first page and in My matches: how each stands, how long yet, who asks for a rematch."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from fivedice.server.storage.database import Database
from fivedice.table import log
from tests.server import clients
from tests.server.browsing import PHONE, SMALL, WIDE, Look, Person, both_ended
from tests.server.serving import Process
from tests.server.test_heads import LITTLE, SHIFTED

Arrives = Callable[[str, Look], Person]
LONG = "Benjamin of the Seven Long Corridors"
UNCUT = """row => [...document.querySelectorAll(`${row} span, ${row} p`)]
    .every(one => one.scrollWidth <= Math.max(one.clientWidth, one.offsetWidth))"""
"""Whether all that is written in these rows is seen."""
ROOMY = """css => {
    const box = one => one.getBoundingClientRect()
    const words = [...document.querySelectorAll(css)].map(one => box(one).width)
    const bar = [...document.querySelectorAll('.bar > *')].map(one => {
        const drawn = new Range()
        drawn.selectNodeContents(one)
        return box(drawn)
    })
    return [
        document.documentElement.scrollWidth <= screen.width,
        Math.min(...words) > screen.width / 2,
        bar.every((one, at) => at === 0 || bar[at - 1].right < one.left),
    ]
}"""
"""Whether the page is no wider than the screen, these lines wide, and what is in the bar apart."""
LISTS = pytest.mark.parametrize(("path", "row"), [("/", ".going-on li"), ("/records", ".match")])


def holds(person: Person, **seats: clients.Message) -> None:
    """These seats, of games by their names, the newest first."""
    now = int(time.time() * 1000)
    person.keeps("seats", [{**seat, "game": game, "when": now} for game, seat in seats.items()])


def looks_home(person: Person) -> None:
    """At the first page, when the server has said how the tables stand."""
    with person.page.expect_response("**/api/mine"):
        person.goes("/")


def test_an_end_that_i_have_not_seen_is_told_until_i_see_it(server: Process, arrives: Arrives) -> None:
    """The first page says who has won and leads to the end; then it says no more of it."""
    ann = arrives(server.url, PHONE)
    ann.remembers(both_ended(server.url, "junior")[0], "junior")
    for _ in range(2):
        looks_home(ann)
        expect(ann.page.locator(".going-on li")).to_contain_text("Over: you ")
    ann.press(ann.page.locator(".going-on a"))
    ann.page.locator(".end").wait_for()
    looks_home(ann)
    expect(ann.page.locator(".going-on")).to_have_count(0)


@LISTS
def test_a_rematch_that_is_asked_for_is_a_press_away(
    path: str, row: str, server: Process, arrives: Arrives
) -> None:
    """Also where I have seen the end; who asks reads who is waited for, not only that somebody is."""
    seats = both_ended(server.url, "junior")
    ann, ben = arrives(server.url, PHONE), arrives(server.url, WIDE)
    for person, seat in zip((ann, ben), seats, strict=True):
        person.remembers(seat, "junior")
        person.goes(f"/t/{seat['code']}")
        person.button("Rematch").wait_for()
    ann.goes("/records")
    ben.press("Rematch")
    ben.page.locator(".big-code").wait_for()
    ben.goes(path)
    expect(ben.page.locator(row).first).to_contain_text("Waiting for Ann")
    ann.goes(path)
    expect(ann.page.locator(row)).to_contain_text("Ben asks for a rematch")
    assert ann.barred() == []
    ann.press(ann.page.get_by_role("link", name=f"To the rematch: Junior {seats[0]['code']}"))
    ann.page.locator(".doing").wait_for()
    ann.goes(path)
    expect(ann.page.locator(row).first).to_contain_text(re.compile("Your turn|Ben to play"))
    assert ann.page.get_by_text("asks for a rematch").count() == 0


def test_who_is_at_the_rematch_on_another_device_is_not_asked_there(
    server: Process, arrives: Arrives
) -> None:
    """Nobody reads that they themselves ask for it, nor is led to a door that asks for a second name."""
    seat = both_ended(server.url, "junior")[0]
    phone, laptop = arrives(server.url, PHONE), arrives(server.url, WIDE)
    for person in (phone, laptop):
        person.remembers(seat, "junior")
    phone.goes(f"/t/{seat['code']}")
    phone.press("Rematch")
    phone.page.locator(".big-code").wait_for()
    laptop.goes("/records")
    expect(laptop.page.locator(".match .how")).to_have_text(re.compile("^You (won|lost|share the win)$"))
    laptop.goes(f"/t/{seat['code']}")
    laptop.page.get_by_text("You are at the rematch on another device.").wait_for()
    assert (
        laptop.page.get_by_role("link", name="To the rematch").count()
        == laptop.button("Rematch").count()
        == 0
    )


def test_a_rematch_that_was_closed_before_anybody_came_can_be_asked_for_anew(
    server: Process, arrives: Arrives
) -> None:
    """It is neither said to be played without me, nor, to who waited there, to wait still."""
    seats = both_ended(server.url, "junior")
    body = {"token": seats[0]["token"]}
    in_vain = clients.post(server.url, f"tables/{seats[0]['code']}/again", body)
    (writer := Database(server.database)).append(in_vain["code"], 1, [log.text(log.Closed())])
    writer.close()
    ann, ben = arrives(server.url, PHONE), arrives(server.url, WIDE)
    holds(ann, junior=in_vain)
    ann.goes(f"/t/{in_vain['code']}")
    ann.page.get_by_role("heading", name="This table is closed").wait_for()
    assert ann.page.locator(".invite").count() == ann.button("Alone").count() == 0
    assert ann.barred() == []
    held = [{**seat, "game": "junior", "when": 1} for seat in (seats[0], in_vain)]
    ann.keeps("seats", held)
    ben.remembers(seats[1], "junior")
    for person in (ann, ben):
        with person.page.expect_response(f"**/api/tables/{in_vain['code']}"):
            person.goes(f"/t/{seats[0]['code']}")
        person.button("Rematch").wait_for()
        assert person.page.get_by_text("at the rematch").count() == 0
        assert person.page.get_by_text("began without you").count() == 0


def of_several_paces(url: str) -> dict[str, clients.Message]:
    """Ann's seats at three tables by correspondence; at the second it is Ben's turn."""
    return {
        "challenge": clients.opened(url, "challenge", "Ann", "Ben", days=7)[0],
        "piecepack": clients.opened(url, "piecepack", "Ben", "Ann", days=3, first=0)[1],
        "junior": clients.opened(url, "junior", "Ann", LONG, "Cid", "Dee", days=1, first=0)[0],
    }


@LISTS
def test_lists_say_whose_turn_it_is_and_how_long_yet(
    path: str, row: str, server: Process, arrives: Arrives
) -> None:
    """My turns come first, of these what is most urgent; where others play, their names and their time.

    My matches have room to say how long ago somebody moved, too.
    """
    ann = arrives(server.url, SMALL)
    holds(ann, **of_several_paces(server.url))
    ann.goes(path)
    expect(ann.page.locator(row).first).to_contain_text("left")
    told = [" ".join(text.split()) for text in ann.page.locator(row).all_inner_texts()]
    assert f"Ann 0, {LONG} 0, Cid 0, Dee 0" in told[0]
    ends = ("Your turn · 24 hours left", "Your turn · 7 days left", "Ben to play · 3 days left")
    assert all(words in text for words, text in zip(ends, told, strict=True))
    assert [text.count("last move 1 minute ago") for text in told] == [int(path == "/records")] * 3
    assert ann.page.evaluate(UNCUT, row)


def test_the_time_beside_a_game_that_plays_for_me_is_said_to_be_another_s(
    server: Process, arrives: Arrives
) -> None:
    """Else who has missed a deadline would read that there is time yet to be back."""
    seat = clients.opened(server.url, "junior", "Ben", "Ann", days=1)[1]
    ann = arrives(server.url, PHONE)
    ann.sits(seat, "junior")
    ann.leaves(asked=True)
    ann.button("I am back").wait_for()
    ann.goes("/records")
    how = ann.page.locator(".match .how")
    expect(how).to_contain_text("The game plays for you · Ben to play · 24\u00a0hours\u00a0left")


@pytest.mark.parametrize("look", [PHONE, WIDE], ids=["phone", "wide"])
def test_my_tables_stand_where_they_stood_while_the_page_is_loaded_again(
    look: Look, server: Process, arrives: Arrives
) -> None:
    """They are drawn as they were until the server has answered, but not whose turn it was."""
    ann = arrives(server.url, {**look, "drawn": True})
    holds(ann, **of_several_paces(server.url))
    looks_home(ann)
    expect(ann.page.locator(".going-on li").first).to_contain_text("24 hours")
    looks_home(ann)
    expect(ann.page.locator(".going-on li").first).to_contain_text("24 hours")
    assert ann.page.evaluate(SHIFTED) < LITTLE
    ann.page.route("**/api/mine", lambda _: None)
    ann.goes("/")
    expect(ann.page.locator(".going-on li").first).to_contain_text(LONG)
    assert ann.page.locator(".going-on").get_by_text("Your turn").count() == 0


def test_a_table_that_i_am_done_with_is_hidden_until_i_go_there_again(
    server: Process, arrives: Arrives
) -> None:
    """The lists say that the game plays for me; the first page can let it go, and My matches keeps it."""
    seat = clients.opened(server.url, "junior", "Ann", "Ben", days=3)[0]
    ann = arrives(server.url, PHONE)
    ann.sits(seat, "junior")
    ann.leaves(asked=True)
    ann.page.get_by_text("You are away").wait_for()
    looks_home(ann)
    expect(ann.page.locator(".going-on li")).to_contain_text("The game plays for you")
    ann.press(ann.page.get_by_role("button", name=re.compile("^Hide Junior: Ann")))
    expect(ann.page.get_by_text("Hidden here until you go there again")).to_be_focused()
    assert ann.barred() == []
    ann.goes("/")
    assert ann.page.locator(".going-on").count() == 0
    ann.goes("/records")
    expect(ann.page.locator(".match")).to_contain_text("The game plays for you")
    ann.press(ann.page.get_by_role("link", name="Continue"))
    ann.page.get_by_text("You are away").wait_for()
    looks_home(ann)
    expect(ann.page.locator(".going-on li")).to_contain_text("The game plays for you")


@pytest.mark.parametrize("type_", ["100%", "150%", "200%"])
def test_lists_are_read_in_large_type_on_a_small_phone(type_: str, server: Process, arrives: Arrives) -> None:
    """Nothing is wider than the screen, no line has room for a letter or two, nothing lies on another."""
    ann = arrives(server.url, SMALL)
    holds(ann, **of_several_paces(server.url))
    for path, row in (("/", ".going-on li"), ("/records", ".match")):
        ann.goes(path)
        expect(ann.page.locator(row).first).to_contain_text("left")
        ann.page.evaluate("size => (document.documentElement.style.fontSize = size)", type_)
        assert (path, ann.page.evaluate(ROOMY, f"{row} .soft")) == (path, [True, True, True])
