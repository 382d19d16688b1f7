"""Any card in browsers: one of a family's own, one of those that come with the house, and what is agreed."""

import json
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import get_args

import httpx
import pytest
from playwright.sync_api import expect

import fivedice
from fivedice.bots.simple import random
from fivedice.cards.boxes import USUAL, Box, Pays
from fivedice.match.events import Spend
from fivedice.match.match import Match, begin
from fivedice.match.questions import is_over
from fivedice.match.setup import Player
from fivedice.runtime.chance import happen
from fivedice.table.terms import Terms
from tests.server import clients
from tests.server.browsing import (
    CHOICES,
    END,
    PHONE,
    SMALL,
    THOUGHT,
    WIDE,
    Look,
    Person,
    Pictures,
    play,
    shown,
)
from tests.server.own_cards import BOXES, CARD, TITLE
from tests.server.serving import Process
from tests.server.stored import put

Arrives = Callable[[str, Look], Person]
ROLLING = ("throw", "first")
PASTE = "(field, text) => { field.value = text; field.dispatchEvent(new Event('input', {bubbles: true})) }"


def boxes(person: Person) -> list[str]:
    """The titles of the boxes of the card that is shown, in the order in which they stand there."""
    rows = person.page.locator(".row-box th:visible > span:not(.face-icon)")
    rows.first.wait_for()  # the board comes a moment after the rest
    return rows.all_inner_texts()


def test_a_familys_card_is_played_to_its_end(welcoming: Process, arrives: Arrives, tmp_path: Path) -> None:
    """Twenty lines from a file, against champion, with a hint; the review adds up to the record."""
    assert len(CARD.splitlines()) <= 20
    file = tmp_path / "ours.toml"
    file.write_text(CARD)
    ann = arrives(welcoming.url, WIDE)
    code = brings(ann, file, "champion")
    assert boxes(ann) == list(BOXES)
    play(ann, until=ann.is_asked)
    ann.press("Hint")
    ann.page.locator(".hint li.best").first.wait_for(timeout=THOUGHT)
    assert "estimated" not in ann.text(".hint header")
    ann.hurries()
    ann.page.locator(END).wait_for()
    record = ann.context.request.get(f"{welcoming.url}/api/tables/{code}/record").text()
    totals = json.loads(record.splitlines()[-1])["result"]["totals"]
    for total in totals:
        assert f"{total} points" in ann.text(".ranking")
    ann.press(ann.page.get_by_role("link", name="Review"))
    ann.page.get_by_text("Solved exactly").wait_for(timeout=60_000)
    review = ann.page.locator("main").inner_text()
    assert TITLE in review
    assert all(f" {total}: " in review for total in totals)
    ann.goes("/records")
    ann.page.locator(".compared", has_text=TITLE).locator(".spread").wait_for(timeout=60_000)
    ann.goes(f"/replay/{code}")
    ann.page.get_by_role("heading", name=TITLE).wait_for()


def brings(person: Person, file: Path, bot: str) -> str:
    """Brings a card and opens a table for it with a bot; its code."""
    person.goes("/")
    person.press("Bring a card")
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_label("From a file").set_input_files(file)
    person.press("Read the card")
    form = person.page.get_by_role("dialog", name=f"{TITLE} with friends")
    form.get_by_label("Your name").fill("Ann")
    form.get_by_label("Chair 2", exact=True).select_option(bot)
    person.press("Open the table")
    person.page.locator(".doing").wait_for()
    return person.page.url.rpartition("/")[2]


def test_a_card_that_cannot_be_read_says_where(welcoming: Process, arrives: Arrives) -> None:
    """The sentence names line and key, and the line is marked; what was written stays, and is read once it is
    right.
    """
    ann = arrives(welcoming.url, SMALL)
    ann.goes("/")
    ann.press("Bring a card")
    text = ann.page.get_by_label("The card, in TOML")
    text.fill(CARD.replace("face 5", "phase 5"))
    assert ann.barred() == []
    ann.press("Read the card")
    ann.page.locator(".wrong", has_text="line 9, needs: ").wait_for()
    expect(text).to_have_accessible_description(re.compile("^line 9, needs: "))
    expect(text).to_have_attribute("aria-invalid", "true")
    marked = text.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)")
    assert marked == CARD.splitlines()[8].replace("face 5", "phase 5")
    expect(text).to_be_focused()
    text.fill(text.input_value().replace("phase 5", "face 5"))
    ann.press("Read the card")
    ann.page.get_by_role("dialog", name=f"{TITLE} with friends").wait_for()
    ann.complaints = [said for said in ann.complaints if "422" not in said]


def test_a_file_that_is_no_card_is_left_where_it_is(
    welcoming: Process, arrives: Arrives, tmp_path: Path
) -> None:
    """A photo taken by mistake is refused in a sentence, and what was written before stays."""
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(bytes(100_000))
    ann = arrives(welcoming.url, WIDE)
    ann.goes("/")
    ann.press("Bring a card")
    ann.page.get_by_label("From a file").set_input_files(photo)
    ann.page.locator(".wrong", has_text="at most 10,000 characters").wait_for()
    saved = tmp_path / "card.toml"
    saved.write_bytes('title = "Fünf"'.encode("latin-1"))
    ann.page.get_by_label("From a file").set_input_files(saved)
    ann.page.locator(".wrong", has_text="no text in UTF-8: open it in an editor").wait_for()
    card = ann.page.get_by_label("The card, in TOML")
    assert card.input_value().startswith('title = "Ours"')
    card.evaluate(PASTE, "x" * 1_100_000)
    expect(ann.page.locator("#card-wrong")).to_have_count(0)
    ann.press("Read the card")
    ann.page.locator(".wrong", has_text="at most 10,000 characters").wait_for()


def test_a_file_that_was_changed_since_may_be_chosen_again(
    welcoming: Process, arrives: Arrives, tmp_path: Path
) -> None:
    """Whoever has put right what was wrong in it takes the same file, and browsers tell only of another."""
    file = tmp_path / "card.toml"
    file.write_text("title = ")
    ann = arrives(welcoming.url, WIDE)
    ann.goes("/")
    ann.press("Bring a card")
    taken = ann.page.get_by_label("From a file")
    taken.set_input_files(file)
    expect(taken).to_have_value(re.compile("card.toml$"))
    with ann.page.expect_file_chooser():
        taken.click()
    expect(taken).to_have_value("")


def test_a_name_of_one_long_word_fits_a_phone(welcoming: Process, arrives: Arrives) -> None:
    """A box may be called by 24 letters without a space between them, in either half of the card."""
    card = CARD.replace("Fives", "Donaudampfschifffahrtsge").replace("Straight", "W" * 24)
    ann = arrives(welcoming.url, SMALL)
    ann.sits(clients.opened(welcoming.url, "card", "Ann", bots=1, written=card)[0], "card")
    assert boxes(ann)[0] == "Donaudampfschifffahrtsge"
    assert ann.page.locator(".one-card table:visible").count() == 2
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= SMALL["viewport"]["width"]
    ann.press("All cards")
    assert ann.page.locator(".all-cards").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_all_that_a_box_may_say_stands_beside_the_card(welcoming: Process, arrives: Arrives) -> None:
    """Each kind of need and of pay, as a box takes it."""
    ann = arrives(welcoming.url, SMALL)
    ann.goes("/")
    ann.press("Bring a card")
    ann.press(ann.page.get_by_text("What a box may need and pay"))
    needs, pays = (one.locator("dt").all_inner_texts() for one in ann.page.locator(".own-card dl").all())
    assert all(Box("box", need).needs == need for need in needs)
    assert {kind(need) for need in needs} == {kind(need) for need in USUAL.values()}
    assert pays == ["30", *get_args(get_args(Pays)[1])]
    assert ann.barred() == []


def kind(need: str) -> str:
    """A need, whatever its number."""
    return re.sub(r"\d+", "4", need)


def test_cards_are_brought_only_where_that_is_allowed(server: Process, arrives: Arrives) -> None:
    """At a server that plays no cards of one's own the pages offer none; more cards stand apart."""
    ann = arrives(server.url, WIDE)
    ann.goes("/")
    ann.page.get_by_role("heading", name="More cards").wait_for()
    assert ann.button("Bring a card").count() == 0
    assert ann.page.locator(".games:not(.more) .tile").count() == 5
    assert ann.page.locator(".games.more .tile", has_text="Yatzy").count() == 1


def test_a_card_that_the_pages_do_not_know_looks_right(
    server: Process, arrives: Arrives, pictures: Pictures
) -> None:
    """Yatzy: its own name and boxes, each once, with pips; on a phone in two halves that fit."""
    ann = arrives(server.url, PHONE)
    ann.goes("/")
    ann.press("Play now: Yatzy")
    play(ann, until=ann.is_asked)
    pictures(ann, "yatzy-3-table-phone.png")
    offer = next(game for game in clients.get(server.url, "games")["games"] if game["name"] == "yatzy")
    assert ann.text(".at-game") == offer["title"]
    assert ann.page.locator(".tray .dice").get_attribute("data-set") == offer["set"] == "pips"
    titles = boxes(ann)
    assert len(titles) == len(set(titles)) == 15
    assert titles[0] == "Ones"
    assert titles[-1] == "Yatzy"
    assert "of 63" in shown(ann.page, ".row-sum").inner_text()
    assert ann.page.locator(".row-box:visible .face-icon").count() == 6
    assert ann.page.locator(".one-card table:visible").count() == 2
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


CHOSEN = [
    ("traditional", {"Joker": "free"}, {"joker": "free"}),
    ("showdown", {"Pawns: chair 2": "0"}, {"pawns": [4, 0]}),
    ("piecepack", {"Suits: die 1": "moon"}, {"suits": ["moon", "moon", "crown", "arms", "sun"]}),
]


@pytest.mark.parametrize(("game", "chosen", "agreed"), CHOSEN)
def test_every_option_can_be_chosen(
    game: str, chosen: dict[str, str], agreed: clients.Message, server: Process, arrives: Arrives
) -> None:
    """What the dialog lets choose is what the table is opened with; what is left alone is as usual."""
    ann = arrives(server.url, PHONE)
    form = ann.opens(game, "Ann")
    ann.press(form.locator("summary"))
    for label, value in chosen.items():
        form.get_by_label(label, exact=label.startswith(("Pawns", "Suits"))).select_option(value)
    code = ann.waits()
    assert clients.get(server.url, f"tables/{code}")["options"] == agreed
    assert all(str(value) in ann.text(".agreed") for value in agreed.values() if isinstance(value, str))


def test_a_roll_off_says_how_it_is_won(server: Process, arrives: Arrives) -> None:
    """The first seat goes to the highest total, a tie at junior to most wild dice, as its end says."""
    ann = arrives(server.url, WIDE)
    seat = clients.opened(server.url, "traditional", "Ann", "Ben", first="roll")[0]
    ann.remembers(seat, "traditional")
    ann.goes(f"/t/{seat['code']}")
    ann.page.locator(".prompt", has_text="highest total starts").wait_for()
    tied, other = tied_at_junior(server.database)
    ann.remembers(tied, "junior")
    ann.goes(f"/t/{tied['code']}")
    ann.page.locator(".prompt", has_text="most wild dice win").wait_for()
    assert ann.page.locator(".prompt", has_text="highest").count() == 0
    assert ann.sees() != CHOICES
    ben = arrives(server.url, PHONE)
    ben.sits(other, "junior")
    play(ann, ben)
    for person in (ann, ben):
        assert ", by the roll-off with " in person.text("#result")
    kinds = sorted(person.text(".end .kind").lower() for person in (ann, ben))
    assert kinds == ["you lose the roll-off", "you win the roll-off"]


def tied_at_junior(database: str) -> list[clients.Message]:
    """The seats of Ann and Ben at a table of junior that has come to a tie."""
    terms, names = Terms("junior", ("", ""), first=0), ("Ann", "Ben")
    begun = begin(terms.setup(tuple(map(Player, names))))
    events = next(tie.events for seed in count() if (tie := tie_of(begun, Random(seed))))
    return put(database, terms, names, events)


def tie_of(match: Match, chance: Random) -> Match | None:
    """The match played at random until its roll-off; nothing where one wins without."""
    while not is_over(match.state) and match.state.rolloff is None:
        awaited = match.awaited
        rolling = awaited.kind in ROLLING
        event = happen(awaited, chance) if rolling else random(match.state, awaited.seats[0], chance)
        match = match.step(event)
    return None if is_over(match.state) else match


def test_what_is_in_a_number_already_is_marked_by_no_plus(server: Process, arrives: Arrives) -> None:
    """A star says that bonuses are part of what a box would pay, and its title which they are."""
    last = fivedice.Match.at(
        "traditional", "3,6,-,12,15,18,20,18,25,30,40,50,20+0 0", "33333", 3, names=("Ann",)
    )
    record = last.step(Spend(0, "threes")).record()
    code = httpx.post(f"{server.url}/api/records", content=record).json()["code"]
    seat = clients.post(server.url, f"tables/{code}/try", {"number": 0, "seat": 0, "name": "Ann"})
    ann = arrives(server.url, WIDE)
    ann.sits(seat, "traditional")
    box = shown(ann.page, ".board .pays")
    box.wait_for()
    assert box.inner_text() == "150*"
    assert box.get_attribute("title") == "with 100 Yahtzee bonus, with 35 Upper bonus"
