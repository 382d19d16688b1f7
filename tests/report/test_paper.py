"""Printed pages: complete, and without unfortunate page breaks."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from fivedice.analysis import luck_and_cost
from fivedice.match.match import start
from fivedice.report.page import page
from tests.report.conftest import Blank, Playing
from tests.report.test_coach import Known
from tests.server.browsing import AT_THE_EDGE, chromium

A4, LETTER = (688, 1016), (710, 949)
"""What margins of 14 mm leave of such a sheet, in pixels."""
PLAYERS = tuple(f"Player {number}" for number in range(1, 11))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all of these pages."""
    with chromium() as running:
        yield running


@pytest.fixture
def paper(browser: Browser) -> Iterator[Page]:
    """A sheet of paper, upright, of somebody whose screen is dark."""
    sheet = browser.new_page(viewport={"width": 718, "height": 1047}, color_scheme="dark")
    sheet.emulate_media(media="print")
    yield sheet
    sheet.close()


def reviewed(*names: str) -> str:
    """The page of a match that has just begun; its first player has thrown twice and decided."""
    match = (
        start("traditional", *names)
        .throw("66615")
        .keep("666")
        .throw("12")
        .keep("6661")
        .throw("5")
        .use("sixes")
    )
    knowing = Blank(match.setup.game)
    return page(luck_and_cost.review(match, knowing), knowing, "pips")


def style(sheet: Page, selector: str, name: str) -> str:
    """What a style comes to for the first thing that a selector finds."""
    return str(sheet.locator(selector).first.evaluate(f"one => getComputedStyle(one)['{name}']"))


def test_colours_that_tell_something_are_printed(paper: Page) -> None:
    paper.set_content(reviewed("Ann"))
    for told in (".die.new", ".key i"):
        assert style(paper, told, "printColorAdjust") == "exact"
    light, dark = "rgb(255, 255, 255)", "rgb(32, 36, 43)"
    assert (style(paper, ".die.new", "backgroundColor"), style(paper, ".die.new", "color")) == (dark, light)
    assert style(paper, "body", "color") == dark


def test_nothing_that_belongs_together_is_parted(paper: Page) -> None:
    paper.set_content(reviewed(*PLAYERS))
    for before in ("h2", "h2 + .note", ".note + .key"):
        assert style(paper, before, "breakAfter") == "avoid"
    for whole in (".plot", ".moments > li", "details", ".scroll"):
        assert style(paper, whole, "breakInside") == "avoid"
    heights = paper.locator(".wide .plot").evaluate_all("all => all.map(one => one.clientHeight)")
    assert len(heights) == 2 + len(PLAYERS)
    assert max(heights) < 600


def test_what_is_closed_or_scrolled_on_a_screen_is_seen_on_paper(paper: Page) -> None:
    paper.set_content(reviewed(*PLAYERS))
    assert not paper.get_by_text("Open a turn").is_visible()
    assert paper.locator("details:not([open]) .log .dice").first.is_visible()
    widths = paper.locator(".scroll").evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")
    assert widths == [0, 0, 0]


@pytest.mark.parametrize("game", ["traditional", "yatzy"])
def test_a_match_of_four_is_printed_on_four_sheets(
    game: str, paper: Page, played: Playing, known: Known
) -> None:
    match = played(game, "casual:3", "greedy", "casual:5", "greedy", seed=2)
    paper.set_content(page(luck_and_cost.review(match, known(match)), known(match), "pips"))
    for sheet in ("A4", "Letter"):
        assert len(re.findall(rb"/Type */Page\b", paper.pdf(format=sheet, print_background=True))) == 4


@pytest.mark.parametrize(("width", "height"), [A4, LETTER], ids=["A4", "letter"])
def test_no_border_lies_at_the_edge_of_the_paper(paper: Page, width: int, height: int) -> None:
    paper.set_viewport_size({"width": width, "height": height})
    paper.set_content(reviewed("Ann"))
    assert paper.evaluate(AT_THE_EDGE, "main > *") == []
