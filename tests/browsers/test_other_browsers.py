"""A match of each game in Firefox and in WebKit: by presses and keys, from the first page to its review."""

from pathlib import Path

import pytest

from tests.browsers.browser import ARROW_RIGHT
from tests.browsers.player import PHONE, Browser, Player
from tests.server.browsing import TITLES
from tests.server.serving import Process

HOLD = ".tray button.hold[aria-disabled=false]"
KEPT = ".hold[aria-pressed=true]"


@pytest.mark.parametrize("game", TITLES)
def test_a_match_is_played_to_its_end_and_looked_back_at(
    game: str, browser: Browser, server: Process, pictures: Path
) -> None:
    """With a finger on a phone; the console has nothing to say, at the table nor in the review."""
    browser.complaints.clear()
    player = Player(browser, server.url, pictures, finger=True)
    browser.size(*PHONE)
    player.sits_down(game)
    player.plays(until=HOLD)
    player.press(HOLD)
    browser.type("2")
    player.sees(f"li:nth-child(1) {KEPT}")
    player.sees(f"li:nth-child(2) {KEPT}")
    player.looks(game)
    browser.type("r")
    player.plays()
    player.looks(f"{game}-end")
    player.press(".end a[href^='/review/']")
    player.sees("input[type=range]")
    browser.type(ARROW_RIGHT)
    player.sees(".said .faces, .said [role=status]:not(:empty)")
    player.looks(f"{game}-review")
    assert browser.complaints == []
