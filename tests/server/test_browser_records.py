"""Matches that have ended, in the browser: among my matches, taken along and brought back."""

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from fivedice.__main__ import run as fivedice
from tests.server import clients
from tests.server.browsing import PHONE, SMALL, WIDE, Look, Person, ended
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]

APART = """() => {
    const edges = (css, edge) => [...document.querySelectorAll(css)].map(
        one => one.getBoundingClientRect()[edge])
    return Math.min(...edges('.spread .tick', 'top')) >= Math.max(...edges('.bar-of', 'bottom'))
}"""
"""Whether the chart's numbers stand below its bars."""


@pytest.fixture(scope="module")
def over(server: Process) -> clients.Message:
    """A seat at a match that has ended."""
    return ended(server.url, "junior")


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
    ann.remembers(ended(server.url, "traditional"), "traditional")
    ann.goes("/records")
    ann.page.locator(".spread").wait_for()
    tables = ann.page.locator(".scrolls")
    assert tables.evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)") == [True, True]
    assert ann.page.evaluate(APART)
    ann.page.locator(".compared p", has_text="of 100 games of best play end with less.").wait_for()


def test_what_my_choices_cost_is_drawn_match_by_match(server: Process, arrives: Arrives) -> None:
    """The end of a match is kept, others are asked for by a press; the newest stands on the right."""
    ann = arrives(server.url, SMALL)
    seats = [ended(server.url, "junior") for _ in range(3)]
    made = [costs(server, seat["code"]) for seat in seats]
    ann.keeps("seats", [{**seat, "game": "junior", "when": 0} for seat in reversed(seats)])
    ann.goes(f"/t/{seats[0]['code']}")
    ann.page.locator(".account .plain-words").wait_for()
    ann.goes("/records")
    ann.page.locator(".course", has_text=f"{made[0]:.2f} columns a game in one match.").wait_for()
    ann.press(ann.page.get_by_role("button", name="Look back at 2 matches"))
    told = f"{sum(made) / 3:.2f} columns a game over 3 matches. The least was {min(made):.2f} columns."
    ann.page.locator(".course", has_text=told).wait_for()
    heights = ann.page.locator(".course circle").evaluate_all("all => all.map(one => -one.cy.baseVal.value)")
    assert sorted(range(3), key=made.__getitem__) == sorted(range(3), key=heights.__getitem__)
    assert ann.page.get_by_role("button", name="Look back").count() == 0


def costs(server: Process, code: str) -> float:
    """What Ann's choices cost, as the server says it."""
    told = httpx.get(f"{server.url}/api/tables/{code}/ending", timeout=60).json()
    return float(told[0]["cost"])


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
    seat = ended(server.url, "junior", watching=False)
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
