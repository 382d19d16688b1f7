"""My tables and my matches: how each stands, who asks for a rematch, records taken along and brought back."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fivedice.__main__ import run as fivedice
from fivedice.server.storage.database import Database
from fivedice.table import log
from tests.server import clients
from tests.server.browsing import PHONE, SMALL, WIDE, Look, Person, both_ended, ended, played
from tests.server.serving import Process
from tests.server.test_assets import LITTLE, SHIFTED

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
    ann.remembers(both_ended(server, "junior")[0], "junior")
    for _ in range(2):
        looks_home(ann)
        expect(ann.page.locator(".going-on li")).to_contain_text("Over: you ")
    ann.press(ann.page.locator(".going-on a"))
    ann.page.locator(".end").wait_for()
    looks_home(ann)
    expect(ann.page.locator(".going-on")).to_have_count(0)


def test_a_rematch_that_is_asked_for_is_a_press_away(server: Process, arrives: Arrives) -> None:
    """Also where I have seen the end; who asks reads who is waited for, not only that somebody is."""
    seats = both_ended(server, "junior")
    ann, ben = arrives(server.url, PHONE), arrives(server.url, WIDE)
    for person, seat in zip((ann, ben), seats, strict=True):
        person.remembers(seat, "junior")
        person.goes(f"/t/{seat['code']}")
        person.button("Rematch").wait_for()
    ann.goes("/records")
    ben.press("Rematch")
    ben.page.locator(".big-code").wait_for()
    ben.goes("/")
    expect(ben.page.locator(".going-on li").first).to_contain_text("Waiting for Ann")
    ann.goes("/")
    expect(ann.page.locator(".going-on li")).to_contain_text("Ben asks for a rematch")
    assert ann.barred() == []
    ann.press(ann.page.get_by_role("link", name=f"To the rematch: Junior {seats[0]['code']}"))
    ann.page.locator(".doing").wait_for()
    ann.goes("/")
    expect(ann.page.locator(".going-on li").first).to_contain_text(re.compile("Your turn|Ben to play"))
    assert ann.page.get_by_text("asks for a rematch").count() == 0


def test_a_rematch_that_was_closed_before_anybody_came_can_be_asked_for_anew(
    server: Process, arrives: Arrives
) -> None:
    """It is neither said to be played without me, nor, to who waited there, to wait still."""
    seats = both_ended(server, "junior")
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
    """My turns come first, of these what is most urgent; where others play, their names and their time."""
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


def test_my_tables_stand_where_they_stood_while_the_page_is_loaded_again(
    server: Process, arrives: Arrives
) -> None:
    """They are drawn as they were until the server has answered, but not whose turn it was."""
    ann = arrives(server.url, {**PHONE, "drawn": True})
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
    seat = clients.opened(server.url, "junior", "Ben", "Ann", days=1)[1]
    ann = arrives(server.url, PHONE)
    ann.sits(seat, "junior")
    ann.leaves(asked=True)
    ann.button("I am back").wait_for()
    looks_home(ann)
    expect(ann.page.locator(".going-on li")).to_contain_text("The game plays for you")
    ann.press(ann.page.get_by_role("button", name=re.compile("^Hide Junior: ")))
    expect(ann.page.get_by_text("Hidden here until you go there again")).to_be_focused()
    assert ann.barred() == []
    ann.goes("/")
    assert ann.page.locator(".going-on").count() == 0
    ann.goes("/records")
    how = ann.page.locator(".match .how")
    expect(how).to_contain_text("The game plays for you · Ben to play · 24\u00a0hours\u00a0left")
    ann.press(ann.page.get_by_role("link", name="Continue"))
    ann.button("I am back").wait_for()
    looks_home(ann)
    expect(ann.page.locator(".going-on li")).to_contain_text("The game plays for you")


def test_lists_are_read_in_large_type_on_a_small_phone(server: Process, arrives: Arrives) -> None:
    """Nothing is wider than the screen, no line has room for a letter or two, nothing lies on another."""
    ann = arrives(server.url, SMALL)
    holds(ann, **of_several_paces(server.url))
    for path, row in (("/", ".going-on li"), ("/records", ".match")):
        ann.goes(path)
        expect(ann.page.locator(row).first).to_contain_text("left")
        for size in ("100%", "150%", "200%"):
            ann.page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
            assert (path, size, *ann.page.evaluate(ROOMY, f"{row} .soft")) == (path, size, True, True, True)


APART = """() => {
    const edges = (css, edge) => [...document.querySelectorAll(css)].map(
        one => one.getBoundingClientRect()[edge])
    return Math.min(...edges('.spread .tick', 'top')) >= Math.max(...edges('.bar-of', 'bottom'))
}"""
"""Whether the chart's numbers stand below its bars."""


@pytest.fixture(scope="module")
def over(server: Process) -> clients.Message:
    """A seat at a match that has ended."""
    return ended(server, "junior")


def test_a_record_is_taken_along_and_brought_back(
    server: Process, arrives: Arrives, over: clients.Message, tmp_path: Path
) -> None:
    """What My matches gives is a record that the rules accept; somebody else who brings it has it too."""
    ann, ben = arrives(server.url, WIDE), arrives(server.url, PHONE)
    ann.remembers(over, "junior")
    ann.goes("/records")
    with ann.page.expect_download() as asked:
        ann.page.get_by_role("link", name=f"Download the record of {over['code']}").click()
    kept = tmp_path / asked.value.suggested_filename
    asked.value.save_as(kept)
    assert kept.name == f"fivedice-{over['code']}.jsonl"
    assert fivedice(["verify", str(kept)]) == 0
    ben.goes("/records")
    ben.page.get_by_text("Nothing yet.").wait_for()
    ben.page.locator("input[type=file]").set_input_files(kept)
    ben.page.get_by_text(f"{kept.name} is among your matches now.").wait_for()
    assert "Ann" in ben.text(".match")
    ben.press(ben.page.locator(".match").get_by_role("link", name="Review"))
    ben.page.get_by_role("slider").wait_for()


def test_my_bests_are_seen_whole_on_a_phone(server: Process, arrives: Arrives) -> None:
    """No column is cut, no number of the chart lies on its bars; my best is told beside a hundred games."""
    ann = arrives(server.url, SMALL)
    ann.remembers(played(server.url, "traditional"), "traditional")
    ann.goes("/records")
    ann.page.locator(".spread").wait_for()
    tables = ann.page.locator(".scrolls")
    assert tables.evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)") == [True, True]
    assert ann.page.evaluate(APART)
    ann.page.locator(".compared p", has_text="of 100 games of best play end with less.").wait_for()


def test_what_is_no_record_is_refused_in_a_sentence(
    server: Process, arrives: Arrives, tmp_path: Path
) -> None:
    """A file of anything else is not kept, and the page says why."""
    ann = arrives(server.url, PHONE)
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("nothing of the kind\n")
    ann.goes("/records")
    ann.page.locator("input[type=file]").set_input_files(wrong)
    ann.page.locator(".bring [role=status]:not(:empty)").wait_for()
    assert "is among" not in ann.text(".bring [role=status]")
    assert ann.page.locator(".match").count() == 0
    ann.complaints = [text for text in ann.complaints if "422" not in text]


def test_a_private_match_is_looked_back_at_from_its_seats_alone(
    server: Process, arrives: Arrives, tmp_path: Path
) -> None:
    """Who held a seat follows the links from the end and from My matches; a stranger is told why not."""
    seat = ended(server, "junior", watching=False)
    code, ann, eve = seat["code"], arrives(server.url, WIDE), arrives(server.url, PHONE)
    ann.remembers(seat, "junior")
    for page in (f"/t/{code}", "/records"):
        ann.goes(page)
        with ann.page.expect_download() as asked:
            ann.press(ann.page.get_by_role("link", name="Record"))
        asked.value.save_as(tmp_path / "private.jsonl")
        assert fivedice(["verify", str(tmp_path / "private.jsonl")]) == 0
        ann.press(ann.page.get_by_role("link", name="Review").first)
        ann.page.get_by_role("heading", name="Worth over time").wait_for()
    ann.context.clear_cookies()
    ann.goes(f"/replay/{code}")
    ann.press("End")
    ann.page.locator(".said", has_text="The match is over").wait_for()
    eve.goes(f"/replay/{code}")
    eve.page.get_by_text("only its players see the match").wait_for()
    assert eve.page.goto(f"/review/{code}/report").status == 403  # type: ignore[union-attr]
    eve.complaints = [text for text in eve.complaints if "403" not in text]
