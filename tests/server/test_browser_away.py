"""Coming back in the browser: what others and the game have played meanwhile."""

from collections.abc import Callable

from playwright.sync_api import expect

from fivedice.match.events import Event, Keep, Spend, Throw
from fivedice.table.terms import Terms
from tests.server import clients
from tests.server.browsing import PHONE, SMALL, THOUGHT, WIDE, Look, Person, Pictures, meet, play
from tests.server.serving import Process
from tests.server.stored import put

Arrives = Callable[[str, Look], Person]
TOLD = ".meanwhile li"


def test_who_goes_away_and_returns_reads_what_was_played(
    server: Process, arrives: Arrives, pictures: Pictures
) -> None:
    """Ann locks her phone and loses nothing; then the game plays for her, and says what."""
    ann, ben = arrives(server.url, PHONE), arrives(server.url, WIDE)
    code = meet("challenge", ann, ben)
    play(ann, ben, until=ann.is_asked)
    dice = ann.dice()
    ann.page.goto("about:blank")
    ben.page.get_by_text("Ann is disconnected; the computer takes over in").wait_for()
    assert ben.page.get_by_role("timer").inner_text().startswith(("0:", "1:00"))
    assert ben.barred() == []
    ann.goes(f"/t/{code}")
    ben.page.get_by_text("Ann is gone").wait_for(state="detached")
    ann.page.locator("button.hold[aria-disabled=false]").first.wait_for()
    assert ann.dice() == dice
    assert not any("away" in line for line in ben.log())
    ann.leaves()
    ann.page.get_by_text("You are away").wait_for()
    ben.page.locator(".players").get_by_text("away", exact=True).wait_for()
    play(ben, until=lambda: ann.page.locator(TOLD).count() > 0)
    ann.press("I am back")
    ann.page.get_by_text("While you were away, the computer played for you:").wait_for()
    told = ann.page.locator(TOLD).all_inner_texts()
    pictures(ann, "challenge-back.png")
    assert ann.barred() == []
    ann.page.reload()
    ann.page.locator(TOLD).first.wait_for()
    assert ann.page.locator(TOLD).all_inner_texts() == told
    for person in (ann, ben):
        person.begins_to_hurry()
    ann.page.locator(TOLD).first.wait_for(state="detached")


COMMON = (1, 2, 3, 4, 5)
EACH = (0, 1, 2)
ROUND: list[Event] = [
    Throw(0, COMMON),
    *[Keep(seat, COMMON) for seat in EACH * 2],
    *[Spend(seat, "chance") for seat in EACH],
    Throw(1, COMMON),
]
"""A round of challenge, in which Ann is the first to decide, and the dice of the next one."""


def test_who_comes_back_reads_what_all_others_have_made(
    server: Process, arrives: Arrives, pictures: Pictures
) -> None:
    """Ann reads it until she plays on; on a phone a hint takes its place, to leave room for the board."""
    terms = Terms("challenge", ("", "", ""), first=0)
    seats = put(server.database, terms, ("Ann", "Ben", "Cid"), ROUND)
    ann = arrives(server.url, SMALL)
    ann.sits(seats[0], "challenge")
    since, told = ann.page.locator(".since"), expect(ann.page.locator(TOLD))
    for _ in range(2):
        told.to_contain_text(["Ben: ", "Cid: "])
        ann.page.get_by_text("Meanwhile:").wait_for()
        ann.page.reload()
    ann.press("Hint")
    ann.page.locator(".hint li").first.wait_for(timeout=THOUGHT)
    pictures(ann, "hint-for-since.png")
    assert ann.barred() == []
    for look in (WIDE, SMALL):
        ann.page.set_viewport_size(look["viewport"])
        assert since.is_visible() == (look is WIDE)
    ann.press("Close the hint")
    since.wait_for()
    ann.hurries(1)
    told.to_have_count(0)


def test_a_table_that_everybody_has_left_says_that_it_rests(
    server: Process, arrives: Arrives, pictures: Pictures
) -> None:
    """Ann looks elsewhere, then leaves: she and an onlooker read that nobody plays until she is back."""
    (seat,) = clients.opened(server.url, "showdown", "Ann", bots=1, first=0)
    ann, onlooker = arrives(server.url, PHONE), arrives(server.url, SMALL)
    ann.sits(seat, "showdown")
    onlooker.goes(f"/watch/{seat['code']}")
    watching = onlooker.page.get_by_text("You are watching.")
    nobody = onlooker.page.get_by_text("Nobody is at the table. The match is paused until someone returns.")
    watching.wait_for()
    ann.goes("/")
    nobody.wait_for()
    pictures(onlooker, "deserted.png")
    assert onlooker.barred() == []
    ann.goes(f"/t/{seat['code']}")
    watching.wait_for()
    ann.leaves()
    ann.page.get_by_text("You are away. The match is paused until someone returns.").wait_for()
    expect(ann.page.locator(".doing .button.main")).to_have_text("You are away")
    assert ann.log()[-1] == "Ann is away; the match is paused until someone returns."
    nobody.wait_for()
    expect(onlooker.page.locator(".prompt")).to_have_text("Match paused")
    pictures(ann, "all-away.png")
    ann.goes("/")
    ann.page.locator(".going-on").get_by_text("Match paused").wait_for()
    ann.goes(f"/t/{seat['code']}")
    ann.press("I am back")
    watching.wait_for()


def test_a_match_by_correspondence_is_agreed_and_shows_its_days(
    server: Process, arrives: Arrives, pictures: Pictures
) -> None:
    """Ann and Ben agree on three days a decision; the game plays only when Ann asks for it."""
    ann, ben = arrives(server.url, PHONE), arrives(server.url, PHONE)
    form = ann.opens("traditional", "Ann")
    ann.press(form.get_by_text("Table options"))
    starts, pace = form.get_by_label("Who starts"), form.get_by_label("How you play")
    expect(starts.locator("option").first).to_have_text("Highest roll (default)")
    pace.select_option("Correspondence (3 days per decision)")
    expect(starts.locator("option").first).to_have_text("Random (default)")
    form.get_by_text("The computer plays for anyone who takes longer.").wait_for()
    starts.select_option("I start")
    form.get_by_label("Joker").select_option("free")
    assert form.get_by_label("Clock").is_disabled()
    pictures(ann, "correspondence.png")
    code = ann.waits()
    assert "Joker free · correspondence, 3 days per decision" in ann.text(".agreed")
    ann.page.locator(".begin").get_by_role("link", name="My matches").wait_for()
    ben.joins(code, "Ben")
    ann.page.get_by_text("Time left for you to decide:").wait_for()
    ben.page.get_by_text("Time left for Ann to decide:").wait_for()
    assert ben.page.get_by_role("timer").inner_text() == "3 days"
    ann.goes("/")
    assert ben.page.get_by_text("is gone").count() == 0
    ann.goes(f"/t/{code}")
    for answer in ("No, I will play", "Let it play"):
        ann.press("This table")
        ann.page.get_by_text("You can close this page at any time: you have 3 days").wait_for()
        ann.page.get_by_text("After that, the computer plays for you until you return.").wait_for()
        assert ann.button("Leave for a while").count() == ann.button("I am back").count() == 0
        ann.press("Let the computer play for me")
        ann.page.get_by_text("without waiting 3 days").wait_for()
        assert ann.barred() == []
        ann.button(answer).dispatch_event("click")  # a finger so soon would be taken for an echo
    ann.button("I am back").wait_for()
