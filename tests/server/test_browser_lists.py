"""My tables and my matches: how each stands, and records taken along and brought back."""

import re
import time
from pathlib import Path

from playwright.sync_api import Response, expect

from fivedice.__main__ import run as fivedice
from tests.server import clients
from tests.server.browsing import PHONE, SMALL, WIDE, Arrives, Person, ended
from tests.server.serving import Process
from tests.server.test_assets import LITTLE, SHIFTED
from tests.typed import as_a

LONG = "Benjamin of the Seven Long Corridors"
UNCUT = """row => [...document.querySelectorAll(`${row} :is(span:not(.who, .name), p)`)]
    .every(one => one.scrollWidth <= Math.max(one.clientWidth, one.offsetWidth))"""
"""Whether all that is written in these rows is seen, but for names, which may end in dots."""
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


def holds(person: Person, **seats: clients.Message) -> None:
    """These seats, of games by their names, the newest first."""
    now = int(time.time() * 1000)
    person.keeps("seats", [{**seat, "game": game, "when": now} for game, seat in seats.items()])


def of_several_paces(url: str) -> dict[str, clients.Message]:
    """Ann's seats at three tables by correspondence; at the second it is Ben's turn."""
    return {
        "challenge": clients.opened(url, "challenge", "Ann", "Ben", days=7)[0],
        "piecepack": clients.opened(url, "piecepack", "Ben", "Ann", days=3, first=0)[1],
        "junior": clients.opened(url, "junior", "Ann", LONG, "Cid", "Dee", days=1, first=0)[0],
    }


def test_lists_say_whose_turn_it_is_and_hide_what_i_am_done_with(server: Process, arrives: Arrives) -> None:
    """Ann looks at three matches on a small phone, in large type, and while the server has not answered; one
    that she hides on the first page is among her matches until she goes there again.
    """
    ann = arrives(server.url, {**SMALL, "drawn": True})
    holds(ann, **of_several_paces(server.url))
    for path, row, line in (("/", ".going-on li", ".soft"), ("/records", ".match", ".scores")):
        ann.goes(path)
        expect(ann.page.locator(row).first).to_contain_text("left")
        told = [" ".join(text.split()) for text in ann.page.locator(row).all_inner_texts()]
        assert LONG in told[0]
        ends = ("Your turn · 24 hours left", "Your turn · 7 days left", "Ben to play · 3 days left")
        assert all(words in text for words, text in zip(ends, told, strict=True))
        assert [text.count("last move 1 minute ago") for text in told] == [int(path == "/records")] * 3
        assert ann.page.evaluate(UNCUT, row)
        for size in ("100%", "150%", "200%"):
            ann.page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
            assert (path, size, *ann.page.evaluate(ROOMY, f"{row} {line}")) == (path, size, True, True, True)
    ann.looks_home()
    expect(ann.page.locator(".going-on li").first).to_contain_text("24 hours")
    assert ann.page.evaluate(SHIFTED) < LITTLE  # they are drawn at once, as they were
    ann.page.route("**/api/mine", lambda _: None)
    ann.goes("/")
    expect(ann.page.locator(".going-on li").first).to_contain_text(LONG)
    assert ann.page.locator(".going-on").get_by_text("Your turn").count() == 0
    ann.page.unroute_all()
    ann.press(ann.page.get_by_role("button", name=re.compile("^Hide Junior: ")))
    expect(ann.page.get_by_text("Hidden until you open it again")).to_be_focused()
    assert ann.barred() == []
    ann.looks_home()
    expect(ann.page.locator(".going-on li")).to_have_count(2)
    ann.goes("/records")
    ann.press(ann.page.get_by_role("link", name="Play: Junior"))
    ann.page.locator(".doing").wait_for()
    ann.looks_home()
    expect(ann.page.locator(".going-on li")).to_have_count(3)


def test_a_record_is_taken_along_and_brought_back(server: Process, arrives: Arrives, tmp_path: Path) -> None:
    """Ann takes a private match along, and Ben brings the file to his matches; Eve may not look."""
    seat = ended(server, "junior", watching=False)
    code, kept = seat["code"], tmp_path / f"fivedice-{seat['code']}.jsonl"
    ann, ben, eve = arrives(server.url, WIDE), arrives(server.url, PHONE), arrives(server.url, PHONE)
    ann.remembers(seat, "junior")
    for page in (f"/t/{code}", "/records"):
        ann.goes(page)
        ann.press(ann.page.locator(".end summary, .match summary"))
        with ann.page.expect_download() as asked:
            ann.press(ann.page.get_by_role("link", name="Download"))
        assert asked.value.suggested_filename == kept.name
        asked.value.save_as(kept)
        assert fivedice(["verify", str(kept)]) == 0
        ann.press(ann.page.get_by_role("link", name="Review").first)
        ann.page.get_by_role("heading", name="Worth over time").wait_for()
    ann.context.clear_cookies()
    ann.goes(f"/replay/{code}")
    ann.press("End")
    ann.page.locator(".said", has_text="The match is over").wait_for()
    eve.goes(f"/replay/{code}")
    eve.page.get_by_text("only its players see the match").wait_for()
    assert as_a(Response, eve.page.goto(f"/review/{code}/report")).status == 403
    ben.goes("/records")
    ben.page.get_by_text("Your matches will stand here").wait_for()
    ben.press(ben.page.get_by_text("Import a record"))
    (wrong := tmp_path / "wrong.jsonl").write_text("nothing of the kind\n")
    ben.page.locator("input[type=file]").set_input_files(wrong)
    ben.page.locator(".bring [role=status]:not(:empty)").wait_for()
    assert "is among" not in ben.text(".bring [role=status]")
    assert ben.page.locator(".match").count() == 0
    ben.page.locator("input[type=file]").set_input_files(kept)
    ben.page.get_by_text(f"{kept.name} was added to your matches in this browser.").wait_for()
    assert "Ann" in ben.text(".match")
    ben.press(ben.page.locator(".match").get_by_role("link", name="Review"))
    ben.page.get_by_role("slider").wait_for()
    ben.goes("/records")
    ben.press(ben.page.get_by_text("Import a record"))
    ben.page.get_by_label("Or its text").fill(kept.read_text().strip())  # as a QR code holds it
    ben.press(ben.page.get_by_role("button", name="Import the text"))
    ben.page.get_by_text("The record was added to your matches in this browser.").wait_for()
    expect(ben.page.locator(".match")).to_have_count(2)
    for person, refused in ((eve, "403"), (ben, "422")):
        person.complaints = [text for text in person.complaints if refused not in text]
