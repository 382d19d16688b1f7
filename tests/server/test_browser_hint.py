"""What the panel of a hint says in a browser: drawn by itself, of choices that are made up."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from fivedice.server.site import PAGES

HOUSE = "http://house.test/"
DRAWN = """async ({seen, first}) => {
    const {html, render} = await import('/vendor/htm-preact.js')
    const {default: Hint} = await import('/table/panels/hint.js')
    const acts = new Proxy({able: true}, {get: (made, name) => made[name] ?? (() => 0)})
    for (const each of [first, seen]) {
        render(html`<${Hint} seen=${each} acts=${acts} onClose=${() => 0} />`, document.body)
        window.line ??= document.querySelector('[role=status]')
    }
}"""
"""Draws the panel as it is first, while the hint is worked out, and then as it is seen."""
PIPS = [
    [sign, name] for sign, name in zip("123456", ("one", "two", "three", "four", "five", "six"), strict=True)
]
PICTURE = {"board": "cards", "set": "pips", "faces": PIPS, "unit": "points", "chairs": [{}, {}]}
Shows = Callable[..., Page]


@pytest.fixture
def shows(browser: Browser) -> Shows:
    """Draws a hint with these choices, for somebody who is asked what the first of them is about."""
    page = browser.new_page()

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(HOUSE)
        kind = "text/javascript" if name else "text/html"
        route.fulfill(body=(PAGES / name).read_text("utf-8") if name else "<body>", content_type=kind)

    def shown(
        *choices: dict[str, Any], you: Any = None, hinted: Any = None, hints: str = "", **picture: Any
    ) -> Page:
        page.route(f"{HOUSE}**", answer)
        page.goto(HOUSE)
        asked = next(name for name in ("keep", "use", "choose") if name in choices[0]["event"])
        hint = {
            "aim": "points",
            "exact": True,
            "choices": choices,
            "chances": ["bonus", "wins"],
            "aims": ["score"],
            **(hinted or {}),
        }
        seen = {
            "hint": hint,
            "hinting": hints,
            "picture": {**PICTURE, **picture},
            "you": {"asked": asked, "uses": [], **(you or {})},
        }
        page.evaluate(DRAWN, {"seen": seen, "first": {**seen, "hint": None, "hinting": "score"}})
        return page

    return shown


def choice(
    worth: float = 20.0, cost: float = 0.0, why: str = "", beside: Any = None, **event: str
) -> dict[str, Any]:
    """A choice as the server sends it."""
    return {"event": event, "worth": worth, "cost": cost, "why": why, "beside": beside or {}}


def use(name: str, title: str, pays: int, waives: str = "") -> dict[str, Any]:
    """A use that somebody is offered."""
    return {"name": name, "title": title, "pays": pays, "waives": waives}


def names(page: Page) -> list[str]:
    """What the buttons of the choices are called."""
    labels = page.locator(".hint li button").evaluate_all("all => all.map(one => one.ariaLabel)")
    return [str(label) for label in labels]


TOLD = [
    (
        {"bonus": 0.5, "wins": 0.1},
        2,
        "Bonus and win: how likely, if everybody then plays for points. "
        "To win, another choice may be better.",
    ),
    ({"bonus": 0.5}, 1, "Bonus: how likely, if you then play for points."),
    (
        {"Low bonus": 0.5, "Mid bonus": 0.5, "High bonus": 0.5},
        1,
        "Low bonus, Mid bonus and High bonus: how likely, if you then play for points.",
    ),
    ({}, 2, ""),
]


@pytest.mark.parametrize(("beside", "seats", "told"), TOLD)
def test_chances_beside_a_choice_are_said_to_be_those_of_play_for_points(
    beside: dict[str, float], seats: int, told: str, shows: Shows
) -> None:
    """Nobody who sees "win 5%" is left to think that the choice was rated by it."""
    page = shows(choice(keep="2345", beside=beside), chairs=[{}] * seats, hinted={"chances": [*beside]})
    assert " ".join(page.locator(".hint > p.soft").all_inner_texts()) == told


def test_a_choice_on_a_board_has_the_words_of_the_button_there(shows: Shows) -> None:
    """Moving on, staying, and ending a turn that gains nothing, which is no zero in any box."""
    asked = shows(choice(choose="move"), choice(choose="stay"), board="ring")
    assert asked.locator(".hint .what").all_inner_texts() == ["Move on", "Stay and raise"]
    ended = shows(choice(use="nothing"), you={"uses": [use("nothing", "Nothing", 0)]}, board="ring")
    assert ended.locator(".hint li button").inner_text() == "End the turn"


def test_each_button_of_a_hint_says_which_choice_it_makes(shows: Shows) -> None:
    """Also to who goes from button to button and hears nothing of the rows between them."""
    keeps = shows(*(choice(keep=dice) for dice in ("2345", "12345", "")))
    assert names(keeps) == ["Set aside two, three, four, five", "Set all aside", "Set none aside"]
    offered = [
        use("yahtzee", "YAHTZEE", 0),
        use("chance", "Chance", 20),
        use("zero-chance", "Chance", 0, "chance"),
    ]
    uses = shows(*(choice(use=one["name"]) for one in offered), you={"uses": offered})
    assert names(uses) == ["Take the zero: YAHTZEE", "Do it: Chance", "Take the zero: Zero in Chance"]


def test_the_best_choice_is_spoken_when_it_is_known(shows: Shows) -> None:
    """In the line that said before that it is being worked out, so that a screen reader notices."""
    page = shows(choice(20.123, keep="2345"), choice(18, 2.123, keep=""))
    spoken = page.get_by_role("status")
    assert spoken.inner_text() == "The best: Keep two, three, four, five, 20.12."
    assert spoken.evaluate("line => line === window.line")


def test_a_hint_says_why_it_is_not_ranked_as_asked(shows: Shows) -> None:
    """The server's sentence stands above the choices."""
    page = shows(choice(keep="2345"), hinted={"note": "Not yet."})
    assert page.locator(".hint .note").inner_text() == "Not yet."


def test_a_hint_can_be_ranked_by_the_chance_to_win_where_that_is_known(shows: Shows) -> None:
    """What it is ranked by is pressed, and a cost is a chance too; alone there is nothing to press."""
    wins = {"aim": "wins", "exact": False, "aims": ["score", "wins"]}
    page = shows(choice(0.5, keep="2345"), choice(0.476, 0.024, keep=""), hinted=wins, games=3)
    pressed = page.get_by_role("group", name="Rank by").locator("[aria-pressed=true]")
    assert pressed.inner_text() == "chance to win"
    assert page.locator(".hint .worth").all_inner_texts() == ["50.0%", "47.6% −2.4%"]
    told = "Chance to win the match after each choice, estimated"
    assert page.locator(".hint header .soft").inner_text() == told
    assert shows(choice(keep="2345"), chairs=[{}]).locator(".aims").count() == 0


def test_the_choices_stay_while_they_are_ranked_anew(shows: Shows) -> None:
    """It is said that this is worked out, and by what; meanwhile each button does what it did."""
    both = {"aims": ["score", "wins"]}
    page = shows(choice(20.123, keep="2345"), hinted=both, hints="wins")
    assert page.get_by_role("status").inner_text() == "Working it out …"
    assert page.locator(".aims [aria-pressed=true]").inner_text() == "chance to win"
    assert page.locator(".hint .worth").all_inner_texts() == ["20.12"]
    assert page.locator(".hint li button").is_enabled()
