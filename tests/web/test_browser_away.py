"""Coming back in the browser: what the game has played for the seat meanwhile, and bots that fail."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from fivedice import bots
from fivedice.web.app import Settings
from tests.web.browsing import PHONE, TITLES, WIDE, Look, Person, meet, play
from tests.web.serving import Process, in_thread
from tests.web.test_failing_bots import TOLD as FAILED
from tests.web.test_failing_bots import raises

Arrives = Callable[[str, Look], Person]
TOLD = ".meanwhile li"


@pytest.mark.parametrize("game", TITLES)
def test_who_returns_reads_what_was_played(
    game: str, server: Process, arrives: Arrives, pictures: Path
) -> None:
    """In every game, while away and when back; a reload shows it again; it goes with the next decision."""
    ann, ben = arrives(server.url, PHONE), arrives(server.url, WIDE)
    meet(game, ann, ben)
    ann.leaves()
    ann.page.get_by_text("You are away").wait_for()
    play(ben, until=lambda: ann.page.locator(TOLD).count() > 0)
    ann.press("I am back")
    ann.page.get_by_text("While you were away, the game played for you:").wait_for()
    told = ann.page.locator(TOLD).all_inner_texts()
    ann.shot(pictures / f"{game}-back.png")
    assert Axe().run(ann.page).violations_count == 0
    ann.page.reload()
    ann.page.locator(TOLD).first.wait_for()
    assert ann.page.locator(TOLD).all_inner_texts() == told
    for person in (ann, ben):
        person.begins_to_hurry()
    ann.page.locator(TOLD).first.wait_for(state="detached")


@pytest.mark.parametrize("game", ["traditional", "showdown"])
def test_a_bot_that_fails_is_told_and_played_for(
    game: str, arrives: Arrives, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says that it gives no answer, shows it as away, and the match goes to its end."""
    monkeypatch.setitem(bots.BOTS, "greedy", lambda knowing, strength: raises)  # noqa: ARG005
    with in_thread(Settings(f"sqlite:///{tmp_path / 'bots.sqlite3'}")) as url:
        ann = arrives(url, WIDE)
        ann.goes("/")
        ann.press(f"Play now: {TITLES[game]}")
        play(ann, until=lambda: FAILED in ann.log())
        ann.page.locator(".players, .plates").get_by_text("away", exact=True).wait_for()
        ann.hurries()
        ann.page.locator(".end").wait_for()
        ann.goes("/")
