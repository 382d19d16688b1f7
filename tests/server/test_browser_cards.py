"""Any card in browsers: one of a family's own, and those that come with the house."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server import clients
from tests.server.browsing import PHONE, SMALL, THOUGHT, WIDE, Arrives, Person, play, play_out, shown
from tests.server.own_cards import BOXES, CARD, TITLE
from tests.server.serving import Process


def boxes(person: Person) -> list[str]:
    """The titles of the boxes of the card that is shown, in the order in which they stand there."""
    rows = person.page.locator(".row-box th:visible > span:not(.face-icon)")
    rows.first.wait_for()  # the board comes a moment after the rest
    return rows.all_inner_texts()


@pytest.mark.proof
def test_a_familys_card_is_made_in_a_form_shared_and_mended(
    welcoming: Process, arrives: Arrives, tmp_path: Path
) -> None:
    """The sheet follows the form; a wrong box is named; the link shows the card to another browser. As text
    Ann brings twenty lines, mends them, and plays a champion with her boxes.
    """
    assert len(CARD.splitlines()) <= 20
    ann, ben = arrives(welcoming.url, WIDE), arrives(welcoming.url, SMALL)
    ann.goes("/")
    ann.press("Add a card")
    ann.page.get_by_label("Title").fill("Grün")
    ann.press("Add a box")
    ann.page.get_by_label("Box 7: name").fill("Fives")
    ann.page.get_by_label("Box 7: what it needs").select_option("full house")
    ann.page.get_by_label("Box 7: what it pays").select_option("Points")
    ann.page.get_by_label("Box 7: points").fill("25")
    sheet = ann.page.locator(".live-sheet summary")
    expect(sheet.last).to_have_text("Fives25")
    ann.press("Play with this card")
    expect(ann.page.locator("#card-wrong")).to_contain_text('"Fives": ')
    ann.page.get_by_label("Box 7: name").fill("House")
    ann.press("Share")
    square = ann.page.get_by_role("img", name="QR code of the link")
    ben.goes((square.get_attribute("data-text") or "").replace(welcoming.url, ""))
    expect(ben.page.locator(".live-sheet summary")).to_have_text(sheet.all_inner_texts(), use_inner_text=True)
    assert "#" not in ben.page.url
    ben.press("Play with this card")
    ben.page.get_by_role("dialog", name="Grün with friends").wait_for()
    ann.press("As text")
    text = ann.page.get_by_label("The card, in TOML")
    assert text.input_value().startswith('title = "Grün"')
    text.fill(wrong := CARD.replace("face 5", "phase 5"))
    ann.press("Play with this card")
    ann.page.locator(".wrong", has_text="line 9, needs: ").wait_for()
    marked = text.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)")
    assert marked == wrong.splitlines()[8]
    (file := tmp_path / "ours.toml").write_text(CARD)
    ann.page.get_by_label("From a file").set_input_files(file)
    expect(text).to_have_value(CARD)
    ann.press("Play with this card")
    form = ann.page.get_by_role("dialog", name=f"{TITLE} with friends")
    form.get_by_label("Your name").fill("Ann")
    form.get_by_label("Chair 2", exact=True).select_option("champion")
    ann.press("Open the table")
    ann.page.locator(".doing").wait_for()
    assert boxes(ann) == list(BOXES)
    play_out(welcoming.url, [ann.page.evaluate("JSON.parse(localStorage['fivedice.seats'])[0]")])
    ann.press(ann.page.get_by_role("link", name="Review"))
    ann.page.get_by_text("Solved exactly").wait_for(timeout=THOUGHT)
    ann.goes("/me/stats")
    ann.page.get_by_role("heading", name=TITLE).wait_for(timeout=THOUGHT)
    ann.page.get_by_role("img", name="Your totals and best play").wait_for(timeout=THOUGHT)
    ann.complaints = [said for said in ann.complaints if "422" not in said]


def test_a_card_that_the_pages_do_not_know_looks_right_on_a_phone(
    welcoming: Process, arrives: Arrives
) -> None:
    """Ann plays Yatzy, then a card of long words: each has its own boxes, in two halves that fit."""

    def fits() -> None:
        assert ann.page.locator(".one-card table:visible").count() == 2
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= SMALL["viewport"]["width"]

    ann = arrives(welcoming.url, PHONE)
    ann.goes("/")
    ann.press("Play now: Yatzy")
    play(ann, until=ann.is_asked)
    offer = next(game for game in clients.get(welcoming.url, "games")["games"] if game["name"] == "yatzy")
    assert ann.text(".at-game") == offer["title"]
    assert ann.page.locator(".tray .dice").get_attribute("data-set") == offer["set"] == "pips"
    titles = boxes(ann)
    assert len(titles) == len(set(titles)) == 15
    assert titles[0] == "Ones"
    assert titles[-1] == "Yatzy"
    assert "of 63" in shown(ann.page, ".row-sum").inner_text()
    assert ann.page.locator(".row-box:visible .face-icon").count() == 6
    ann.page.set_viewport_size(SMALL["viewport"])
    fits()
    card = CARD.replace("Fives", "Donaudampfschifffahrtsge").replace("Straight", "W" * 24)
    ann.sits(clients.opened(welcoming.url, "card", "Ann", bots=1, written=card)[0], "card")
    assert boxes(ann)[0] == "Donaudampfschifffahrtsge"
    fits()
    ann.press("All cards")
    assert ann.page.locator(".all-cards").evaluate("one => one.scrollWidth <= one.clientWidth")
