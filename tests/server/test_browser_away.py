"""Coming back in the browser: what others and the game have played meanwhile."""

import pytest
from playwright.sync_api import expect

from fivedice.match.events import Event, Keep, Spend, Throw
from fivedice.table.terms import Terms
from tests.server.browsing import SMALL, THOUGHT, WIDE, Arrives, play
from tests.server.serving import Process
from tests.server.stored import put

TOLD = ".meanwhile li"
COMMON = (1, 2, 3, 4, 5)
EACH = (0, 1, 2)
ROUND: list[Event] = [
    Throw(0, COMMON),
    *[Keep(seat, COMMON) for seat in EACH * 2],
    *[Spend(seat, "chance") for seat in EACH],
    Throw(1, COMMON),
]
"""A round of challenge, in which Ann is the first to decide, and the dice of the next one."""


@pytest.mark.proof
def test_who_goes_away_and_returns_reads_what_was_played(server: Process, arrives: Arrives) -> None:
    """Ann reads what others made, on a phone a hint takes its place; she locks her phone and loses nothing;
    then the game plays for her, and says what.
    """
    terms = Terms("challenge", ("", "", "greedy"), first=0)
    seats = put(server.database, terms, ("Ann", "Ben"), ROUND)
    ann, ben = arrives(server.url, SMALL), arrives(server.url, WIDE)
    ben.sits(seats[1], "challenge")
    ann.sits(seats[0], "challenge")
    since, told = ann.page.locator(".since"), ann.page.locator(TOLD)
    for _ in range(2):
        expect(told).to_contain_text(["Ben: ", "Juno: "])
        ann.page.reload()
    ann.press("Hint")
    ann.page.locator(".hint li").first.wait_for(timeout=THOUGHT)
    assert ann.barred() == []
    for look in (WIDE, SMALL):
        ann.page.set_viewport_size(look["viewport"])
        assert since.is_visible() == (look is WIDE)
    ann.press("Close the hint")
    since.wait_for()
    dice = ann.dice()
    ann.page.goto("about:blank")
    ben.page.get_by_text("Ann is not at the table; the computer takes over in").wait_for()
    assert ben.page.get_by_role("timer").inner_text().startswith(("0:", "1:00"))
    assert ben.barred() == []
    ann.goes(f"/t/{seats[0]['code']}")
    ben.page.get_by_text("Ann is gone").wait_for(state="detached")
    ann.page.locator("button.hold[aria-disabled=false]").first.wait_for()
    assert ann.dice() == dice
    assert not any("away" in line for line in ben.log())
    ann.leaves()
    ann.page.get_by_text("You are away").wait_for()
    ben.page.locator(".players").get_by_text("away", exact=True).wait_for()
    play(ben, until=lambda: told.count() > 0 and since.count() == 0)
    ann.press("I am back")
    ann.page.get_by_text("While you were away, the computer played for you:").wait_for()
    played = told.all_inner_texts()
    assert ann.barred() == []
    ann.page.reload()
    told.first.wait_for()
    assert told.all_inner_texts() == played
    for person in (ann, ben):
        person.begins_to_hurry()
    told.first.wait_for(state="detached")
