"""Pages on paper: what tells something is printed, and nothing that belongs together is parted."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from fivedice.coach import accounts
from fivedice.play.match import start
from fivedice.review.page import page
from tests.review.conftest import Blank
from tests.web.browsing import chromium

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
    return page(accounts.review(match, knowing), knowing, "pips")


def style(sheet: Page, selector: str, name: str) -> str:
    """What a style comes to for the first thing that a selector finds."""
    return str(sheet.locator(selector).first.evaluate(f"one => getComputedStyle(one)['{name}']"))


def test_colours_that_tell_something_are_printed(paper: Page) -> None:
    """New dice stay dark, where a browser leaves backgrounds out; and a dark screen has no say."""
    paper.set_content(reviewed("Ann"))
    for told in (".die.new", ".key i"):
        assert style(paper, told, "printColorAdjust") == "exact"
    light, dark = "rgb(255, 255, 255)", "rgb(32, 36, 43)"
    assert (style(paper, ".die.new", "backgroundColor"), style(paper, ".die.new", "color")) == (dark, light)
    assert style(paper, "body", "color") == dark


def test_nothing_that_belongs_together_is_parted(paper: Page) -> None:
    """A heading stays with its plot, a moment with its dice; no plot of ten players takes a whole page."""
    paper.set_content(reviewed(*PLAYERS))
    for before in ("h2", "h2 + .note", ".note + .key"):
        assert style(paper, before, "breakAfter") == "avoid"
    for whole in (".plot", ".moments > li", "details", ".scroll"):
        assert style(paper, whole, "breakInside") == "avoid"
    heights = paper.locator(".wide .plot").evaluate_all("all => all.map(one => one.clientHeight)")
    assert len(heights) == 2 + len(PLAYERS)
    assert max(heights) < 600


def test_what_is_closed_or_scrolled_on_a_screen_is_seen_on_paper(paper: Page) -> None:
    """Every turn is open, and the tables of ten players are no wider than the sheet."""
    paper.set_content(reviewed(*PLAYERS))
    assert not paper.get_by_text("Open a turn").is_visible()
    assert paper.locator("details:not([open]) .log .dice").first.is_visible()
    widths = paper.locator(".scroll").evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")
    assert widths == [0, 0, 0]
