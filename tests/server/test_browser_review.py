"""A match looked back at in the browser: steps, graph, marks, and a table that goes on from a step."""

from typing import Any

import pytest
from playwright.sync_api import Position, Route

from fivedice.core.faces import NUMBER_NAMES
from tests.golden import make
from tests.server import clients
from tests.server.browsing import AT_THE_EDGE, PHONE, TITLES, WIDE, Arrives, Person, both_ended
from tests.server.serving import Process

BLANK = """() => document.querySelector('.foot').getBoundingClientRect().top
    - document.querySelector('.summed').getBoundingClientRect().bottom"""
"""How much of the page lies between the last of what is told and the foot."""
BELOW = 50
CUT = """all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""
HEARD = {"?!": "doubtful", "?": "bad", "??": "a blunder"}
IS_ABOVE = """([one, other]) => {
    const [upper, lower] = [one, other].map(css => document.querySelector(css).getBoundingClientRect())
    return upper.top >= 0 && upper.bottom <= lower.top
}"""
A_STEP = 1500
"""Milliseconds in which a match that plays by itself goes one step on, and not two."""
LEFT, ACROSS = 46 / 640, 586 / 640
"""Where the lines of the graph begin, and how wide they are, in parts of its width."""
HELD = """([key, times]) => {
    for (let made = 0; made < times; made += 1)
        dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, repeat: made > 0}))
}"""
PLACES = """() => ['.controls', '.this-step', '.graph', '.turns', '.as-it-stood', '.board'].map(css => {
    const box = document.querySelector(css).getBoundingClientRect()
    return [css, Math.round(box.top), Math.round(box.height)]
})"""


@pytest.fixture(scope="module")
def codes(server: Process) -> dict[str, str]:
    records = {game: (make.FOLDER / f"{game}-2seats.jsonl").read_bytes() for game in TITLES}
    return {game: clients.brought(server.url, text) for game, text in records.items()}


def stands_at(person: Person, number: int, last: int) -> None:
    """The page is at this step, and shows it: the number changes with a press, all else once it has come."""
    shows = person.page.locator("main:not([aria-busy])")
    shows.get_by_text(f"{number} of {last}", exact=True).wait_for()


def has_all(person: Person) -> None:
    person.page.locator(".progress.soft").wait_for(timeout=90_000)


def looks_back(person: Person, code: str) -> Person:
    person.goes(f"/review/{code}")
    has_all(person)
    return person


def test_buttons_slider_keys_graph_and_list_lead_to_any_step(
    server: Process, arrives: Arrives, codes: dict[str, str]
) -> None:
    """Ann goes through a match by all that leads to a step, at the old address of the replay, too."""
    ann = arrives(server.url, PHONE)
    ann.page.clock.install(time=0)
    held: list[Route] = []

    def holds(asked: Route) -> None:
        held.append(asked)

    ann.page.route("**/steps/20", holds)
    code = codes["piecepack"]
    last = clients.get(server.url, f"tables/{code}/steps/0")["of"]
    ann.goes(f"/replay/{code}")
    stands_at(ann, 0, last)
    ann.page.evaluate(HELD, ["ArrowRight", 20])  # the number goes on with the press; the rest is busy
    ann.page.locator("main[aria-busy=true]").get_by_text(f"20 of {last}", exact=True).wait_for()
    while not held:
        ann.page.wait_for_timeout(20)
    held[0].continue_()
    stands_at(ann, 20, last)
    for key, times, number in (("ArrowRight", 21, 41), ("ArrowLeft", 12, 29), ("ArrowRight", 1000, last)):
        ann.page.evaluate(HELD, [key, times])
        stands_at(ann, number, last)
    for press, number in (("Start", 0), ("Next", 1), ("Next", 2), ("Back", 1), ("End", last), ("Start", 0)):
        ann.press(press)
        stands_at(ann, number, last)
    ann.page.get_by_role("slider").fill(str(last // 2))
    stands_at(ann, last // 2, last)
    ann.page.keyboard.press("End")
    stands_at(ann, last, last)
    ann.page.locator(".said", has_text="The match is over").wait_for()
    has_all(ann)
    graph = ann.page.locator(".graph svg")
    drawn = graph.locator(".worth").evaluate_all("lines => lines.map(one => getComputedStyle(one).stroke)")
    assert len(set(drawn) - {"none"}) == 2
    for part in (0.25, 0.7):
        graph.scroll_into_view_if_needed()
        box = graph.bounding_box()
        assert box is not None
        graph.tap(position=Position(x=box["width"] * (LEFT + ACROSS * part), y=box["height"] / 2))
        stands_at(ann, round(last * part), last)
    turn = clients.get(server.url, f"tables/{code}/review")["turns"][5]
    ann.press(ann.page.locator(".turn").nth(5))
    stands_at(ann, turn["steps"][0], last)
    assert ann.page.locator(".turn.current").count() == 1
    ann.press("Start")
    stands_at(ann, 0, last)
    ann.page.clock.pause_at(3600)
    ann.press("Play")
    for number in (1, 2):
        ann.page.clock.run_for(A_STEP)
        stands_at(ann, number, last)


@pytest.mark.proof
def test_nothing_jumps_from_step_to_step(server: Process, arrives: Arrives, codes: dict[str, str]) -> None:
    """Ann goes through matches on a board of each kind: wide or on a phone, every part keeps its place."""

    def places() -> dict[int, Any]:
        found = {}
        for look in (WIDE, PHONE):
            ann.page.set_viewport_size(look["viewport"])
            width = look["viewport"]["width"]
            found[width] = ann.page.evaluate(PLACES)
            if look is PHONE:  # what is said may need more room, so that none of it is cut off
                found[width] = [(css, top) for css, top, _ in found[width][:2]]
            assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
        return found

    ann = arrives(server.url, WIDE)
    for game in ("traditional", "showdown", "junior"):
        last = clients.get(server.url, f"tables/{codes[game]}/steps/0")["of"]
        ann.goes(f"/review/{codes[game]}#20")
        has_all(ann)
        ann.page.locator(".board table, .board .spaces").locator("visible=true").first.wait_for()
        before = places()
        for steps in (1, 1, 5, 20):
            ann.page.evaluate(HELD, ["ArrowRight", steps])
            ann.page.wait_for_function("() => !document.querySelector('main[aria-busy], main [aria-busy]')")
        stands_at(ann, 47, last)
        assert places() == before, game


def test_marks_are_those_of_the_review(server: Process, arrives: Arrives, codes: dict[str, str]) -> None:
    """Ben reads his mistakes on a phone: marks, reasons, the costliest choice and sums; then he is asked."""
    code = codes["showdown"]
    ann = looks_back(arrives(server.url, PHONE), code)
    told: dict[str, Any] = clients.get(server.url, f"tables/{code}/review")
    marks = {(one["number"], one["seat"]): one["mark"] for one in told["moments"]}
    wanted = ["".join(marks[number, turn["seat"]] for number in turn["steps"]) for turn in told["turns"]]
    shown = ann.page.locator(".turn .marks").all_text_contents()
    assert ["".join(text.split()) for text in shown] == wanted
    heard = ann.page.locator("main [role=img]:is(.doubtful, .bad, .blunder)")
    pairs = heard.evaluate_all("all => all.map(one => `${one.textContent} ${one.ariaLabel}`)")
    assert set(pairs) == {f"{mark} {HEARD[mark]}" for mark in marks.values() if mark}
    assert ann.page.locator(".turn .used").evaluate_all(CUT) == []
    assert ann.page.locator(".sums .scrolls").evaluate_all(CUT) == []
    assert ann.page.evaluate(BLANK) < BELOW
    first = next(one for one in told["moments"] if one["mark"])
    ann.press(ann.page.locator(".this-step").get_by_role("button", name="Next mistake"))
    ann.page.get_by_text(f"{first['number']} of ", exact=False).wait_for()
    said = ann.page.locator(".said")
    said.get_by_text(first["reason"]["words"]).wait_for()
    said.get_by_text(first["reason"]["best"], exact=False).wait_for()
    said.get_by_text(first["outcome"]).first.wait_for()
    assert said.evaluate("one => one.scrollHeight <= one.clientHeight")
    ann.page.evaluate("scrollTo(0, 0)")  # as a link to this step is opened
    ann.page.wait_for_function(IS_ABOVE, arg=[".said .outcome", ".controls"])
    costliest = max((one for one in told["moments"] if one["mark"]), key=lambda one: float(one["cost"]))
    last = clients.get(server.url, f"tables/{code}/steps/0")["of"]
    ann.press(ann.page.locator(".worst .choice").first)
    stands_at(ann, costliest["number"], last)
    ann.page.wait_for_function(IS_ABOVE, arg=[".said .outcome", ".controls"])
    ann.page.wait_for_url(f"**/{code}#{costliest['number']}")  # or the other may still stand there
    ann.page.evaluate(f"location.hash = '{first['number']}'")
    stands_at(ann, first["number"], last)
    ann.press("Start")
    ann.press("Go through them")
    ann.page.locator(".quiz").get_by_text("What would you do?").wait_for()
    answers = ann.page.locator(".outcome, .marks").filter(has_text="cost").locator("visible=true")
    assert answers.count() == 0  # nothing on the page answers what is asked


def test_on_paper_stands_all_and_nothing_to_press(
    server: Process, arrives: Arrives, codes: dict[str, str]
) -> None:
    """Ann prints a review: it has every turn, whose it was, and no button; a heading stays with its plot."""
    ann = looks_back(arrives(server.url, WIDE), codes["traditional"])
    ann.press("Start")
    ann.page.locator(".at-start").wait_for()
    ann.page.emulate_media(media="print")
    assert not ann.page.locator(".as-it-stood, .this-step").locator("visible=true").count()
    ann.page.emulate_media(media="screen")
    rolled = clients.get(server.url, f"tables/{codes['traditional']}/steps/1")["event"]["throw"]
    ann.press("Next")
    dice = ann.page.locator(".said .weighed [role=img]")
    dice.wait_for()
    assert dice.get_attribute("aria-label") == ", ".join(NUMBER_NAMES[int(die) - 1] for die in rolled)
    assert ann.page.locator("main .button:visible").count() > 0
    ann.page.emulate_media(media="print")
    assert ann.page.evaluate(AT_THE_EDGE, ".panel") == []
    assert ann.page.locator(".turns > ol").evaluate("list => list.scrollHeight <= list.clientHeight")
    assert ann.page.locator("main .button:visible").count() == 0
    mistakes = ann.page.locator(".worst li:visible")
    assert mistakes.count() == ann.page.locator(".turn .marks b").count() > 0
    assert all("cost" in told and "best: " in told for told in mistakes.all_inner_texts())
    assert ann.page.locator(".worst > ol").evaluate("list => list.scrollHeight <= list.clientHeight")
    assert ann.page.locator(".as-it-stood").is_visible()
    names = ann.page.locator(".sums thead th")
    assert names.last.evaluate("one => getComputedStyle(one).overflowWrap") == "break-word"
    graph = ann.page.locator(".worths")
    assert graph.evaluate("one => getComputedStyle(one).breakInside") == "avoid"
    dot = ann.page.locator(".turns .seat-dot").first  # else a browser leaves its colour out
    assert dot.evaluate("one => getComputedStyle(one).printColorAdjust") == "exact"


EXPLAINED = """() => {
    const box = css => document.querySelector(css).getBoundingClientRect()
    const written = new Range()
    written.selectNodeContents(document.querySelector('.this-step .figures'))
    const last = [...written.getClientRects()].at(-1)
    const there = document.elementFromPoint(last.left + 2, last.top + last.height / 2)
    return [there?.closest('.figures') !== null, last.bottom <= box('.this-step .try').top]
}"""
"""Whether the end of an explanation can be seen, and stands above the buttons."""


@pytest.mark.proof
def test_the_longest_explanation_stands_whole_above_its_buttons(server: Process, arrives: Arrives) -> None:
    """Ben's costly keep, which he may add to his drills: nothing of it has to be scrolled for."""
    seat = both_ended(server, "traditional")[1]
    ben = arrives(server.url, WIDE)
    ben.remembers(seat, "traditional")
    for width, height in ((1280, 800), (1500, 900), (1920, 1080), (1180, 820), (390, 844)):
        ben.page.set_viewport_size({"width": width, "height": height})
        ben.goes("/")
        ben.goes(f"/review/{seat['code']}#67")
        ben.button("Add to my drills").wait_for(timeout=90_000)
        assert ben.page.evaluate(EXPLAINED) == [True, True], width
