"""Training in a browser: drills and the test on the real board, and drills from one's own matches."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server import clients
from tests.server.browsing import PHONE, WIDE, Look, Person, both_ended
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
SMALL_PHONE: Look = {**PHONE, "viewport": {"width": 360, "height": 640}}
VERDICT, NEXT = ".verdict", ".verdict .main"
MAIN = ".doing .main"
OFFERED = ".board button[data-use]:not(:disabled)"
ACROSS = "() => document.documentElement.scrollWidth - innerWidth"
GAMES = ("traditional", "challenge", "showdown", "piecepack", "junior")


def comes(person: Person, address: str) -> None:
    """Comes to an exercise, with its board."""
    person.goes(address)
    person.page.locator(".training .board > *").first.wait_for(state="attached")
    expect(person.page.locator(".says")).to_contain_text("What would you do?")


def answers(person: Person) -> None:
    """Some choice: to throw all dice, or the first use or option."""
    page = person.page
    if page.locator(".tray .hold[aria-pressed]").count():
        person.press(page.locator(MAIN))
    else:
        chosen = page.locator(OFFERED).or_(page.locator(".question button, .doing .row button:not(.main)"))
        person.press(chosen.locator("visible=true").first)
        page.locator(f"{VERDICT}, dialog[open], {MAIN}.take").first.wait_for()
        if page.locator("dialog[open]").count():  # a zero is confirmed
            page.wait_for_timeout(400)
            person.press(page.locator("dialog .doubt .button").last)
        if page.locator(f"{MAIN}.take").count():  # a finger confirms
            page.wait_for_timeout(400)  # not by the echo of the first press
            person.press(page.locator(MAIN))
    page.locator(VERDICT).wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_drill_is_answered_on_the_board_of_its_game(game: str, server: Process, arrives: Arrives) -> None:
    """On a small phone the answer is in view with its buttons, and the next drill is another one."""
    ann = arrives(server.url, SMALL_PHONE)
    comes(ann, f"/train/{game}")
    answers(ann)
    assert ann.page.locator(f"{VERDICT} dd").count() in (1, 2)
    expect(ann.page.locator(f"{VERDICT} h2")).to_be_in_viewport(ratio=1)
    expect(ann.page.locator(NEXT)).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate(ACROSS) == 0
    assert ann.page.locator(OFFERED).count() == 0
    ann.page.wait_for_timeout(400)
    ann.press(ann.page.locator(NEXT))
    ann.page.locator(VERDICT).wait_for(state="detached")
    ann.page.locator(".tray .die").first.wait_for(state="attached")


def test_drills_are_answered_by_keys(server: Process, arrives: Arrives) -> None:
    """An arrow leads to the board, Enter takes, and goes on to the next drill."""
    ann = arrives(server.url, WIDE)
    for _ in range(4):
        comes(ann, "/train/traditional")
        if ann.page.locator(".tray .hold[aria-pressed]").count():
            ann.page.keyboard.press("1")
            ann.page.keyboard.press("r")
        else:
            ann.page.keyboard.press("ArrowDown")
            while ann.page.evaluate("document.activeElement.textContent") == "0":
                ann.page.keyboard.press("ArrowDown")  # a zero would have to be confirmed
            ann.page.keyboard.press("Enter")
        expect(ann.page.locator(NEXT)).to_be_focused()
        ann.page.wait_for_timeout(400)
        ann.page.keyboard.press("Enter")
        ann.page.locator(VERDICT).wait_for(state="detached")


def test_the_answers_of_a_day_are_counted(server: Process, arrives: Arrives) -> None:
    """The first answer makes a player, who then chooses a goal and whether mistakes are added."""
    ann = arrives(server.url, PHONE)
    comes(ann, "/train/junior")
    answers(ann)
    ann.goes("/train")
    expect(ann.page.locator(".daily p")).to_have_text("Today: 1 of 5 drills.")
    ann.page.locator(".daily select").select_option("0")
    expect(ann.page.locator(".daily p")).to_have_text("Drills today: 1.")
    ann.press(ann.page.locator(".daily [type=checkbox]"))
    ann.goes("/train")
    expect(ann.page.locator(".daily [type=checkbox]")).not_to_be_checked()
    expect(ann.page.locator(".daily select")).to_have_value("0")


def test_a_drill_can_be_played_on(server: Process, arrives: Arrives) -> None:
    """At a table for practice, with the position of the drill."""
    ann = arrives(server.url, WIDE)
    comes(ann, "/train/showdown")
    answers(ann)
    chips = ann.page.locator(".plates").inner_text()
    ann.press("Try it from here")
    ann.page.wait_for_url("**/t/*")
    expect(ann.page.locator(".plates")).to_contain_text(chips.split("\n")[0])


def test_a_test_has_the_same_positions_for_everyone_with_its_address(
    server: Process, arrives: Arrives
) -> None:
    """It goes on where it was left, on the same address."""
    ann, ben = (arrives(server.url, WIDE) for _ in range(2))
    comes(ann, "/train/traditional/test")
    shown = ann.dice()
    address = ann.page.url.removeprefix(server.url)
    comes(ben, address)
    assert ben.dice() == shown
    answers(ann)
    ann.page.reload()
    expect(ann.page.locator(".says .soft")).to_have_text("Position 2 of at most 40")
    expect(ben.page.locator(".says .soft")).to_have_text("Position 1 of at most 40")
    with ben.page.expect_response(lambda answer: "seed=friday" in answer.url):
        ben.page.evaluate("location.hash = '#seed=friday'")  # as if the link were opened in this tab


def test_a_mistake_of_mine_becomes_a_drill(server: Process, arrives: Arrives) -> None:
    """On the review, with one press; then it is among the drills."""
    seat: clients.Message = both_ended(server, "junior")[1]
    ben = arrives(server.url, WIDE)
    ben.remembers(seat, "junior")
    ben.goes(f"/review/{seat['code']}")
    ben.press(ben.page.locator(".worst .choice").first)
    ben.press("Add to my drills")
    expect(ben.page.locator(".try [role=status]")).to_have_text("This is now one of your drills.")
    ben.goes("/train/junior")
    expect(ben.page.locator(".says .soft")).to_have_text("From one of your matches")


def test_a_match_ends_with_a_tip_from_the_last_ones(server: Process, arrives: Arrives) -> None:
    """Once three matches are counted; its link leads to the drills of the game."""
    ann = arrives(server.url, SMALL_PHONE)
    seats = [both_ended(server, "traditional")[0] for _ in range(3)]
    ann.keeps("seats", [{**seat, "game": "traditional", "when": 1e12} for seat in seats])
    ann.goes("/")
    while ann.page.request.get("/api/player/profile").json().get("pending") != 0:
        ann.page.wait_for_timeout(200)
    ann.goes(f"/t/{seats[0]['code']}")
    expect(ann.page.locator(".tip")).to_contain_text("This habit cost you most lately.")
    ann.press(ann.page.get_by_role("link", name="Train this"))
    expect(ann.page.locator(".says")).to_contain_text("From one of your matches")
