"""Every page by itself: all can use it, it fits a small phone, it is light to fetch."""

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from tests.server import clients
from tests.server.browsing import SMALL, TITLES, WIDE, Look, Person, ended, play
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
FORCED: Look = {**WIDE, "color_scheme": "dark", "forced_colors": "active", "drawn": True}
LOOKS = {"wide and light": WIDE, "small and dark": SMALL}
MOST = 115_000
"""Bytes that the first page may take, all in all: 107,000 today, in 66 answers compressed one by one."""
FETCHED = "file => performance.getEntriesByType('resource').some(({name}) => name.endsWith(file))"


@pytest.fixture(scope="module")
def over(server: Process) -> clients.Message:
    """A seat at a match that has ended."""
    return ended(server.url, "junior")


def home(person: Person, _: clients.Message) -> None:
    """The first page, with its games."""
    person.goes("/")
    person.button(f"Play now: {TITLES['junior']}").wait_for()


def friends(person: Person, _: clients.Message) -> None:
    """The form for a table, with all that can be agreed."""
    person.opens("traditional", "Ann")
    person.press(person.page.locator("summary"))


def gather(person: Person, _: clients.Message) -> None:
    """A table that waits for players."""
    person.invites("piecepack", "Ann")


def door(person: Person, _: clients.Message) -> None:
    """A table at which there is a chair."""
    code = clients.opened(person.url, "challenge", "Ann", free=1)[0]["code"]
    person.goes(f"/t/{code}")
    person.button("Take a chair").wait_for()


def table(game: str) -> Callable[[Person, clients.Message], None]:
    """A table in the middle of my turn."""

    def go(person: Person, _: clients.Message) -> None:
        person.goes("/")
        person.press(f"Play now: {TITLES[game]}")
        play(person, until=person.is_asked)
        if game == "challenge":  # then nothing moves any more
            person.page.get_by_text("decided", exact=True).wait_for()

    return go


def rules(person: Person, over: clients.Message) -> None:
    """The rules beside a table."""
    table("junior")(person, over)
    person.press("Rules")
    person.page.locator(".rules h1, .rules h2").first.wait_for()


def end(person: Person, over: clients.Message) -> None:
    """The result of a match."""
    person.remembers(over, "junior")
    person.goes(f"/t/{over['code']}")
    person.page.locator(".end").wait_for()


def records(person: Person, over: clients.Message) -> None:
    """My matches."""
    person.remembers(over, "junior")
    person.goes("/records")
    person.page.locator(".bests").wait_for()


def review(person: Person, over: clients.Message) -> None:
    """A match looked back at, in the middle of it, by somebody who sat there."""
    person.remembers(over, "junior")
    person.goes(f"/review/{over['code']}#9")
    person.page.locator(".weighed").first.wait_for()
    person.page.locator(".sums table").wait_for()


PAGES = {page.__name__: page for page in (home, friends, gather, door, rules, end, records, review)} | {
    f"table of {game}": table(game) for game in TITLES
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("page", PAGES)
def test_all_can_use_a_page(
    page: str, look: str, server: Process, arrives: Arrives, over: clients.Message
) -> None:
    """axe finds nothing that bars anybody, and nothing has to be scrolled sideways."""
    person = arrives(server.url, LOOKS[look])
    PAGES[page](person, over)
    assert person.barred() == []
    width = person.page.evaluate("[document.documentElement.scrollWidth, visualViewport.width]")
    assert width[0] <= LOOKS[look]["viewport"]["width"] == width[1]


def test_what_bars_somebody_is_found(server: Process, arrives: Arrives) -> None:
    """A picture of which nothing is said is called so."""
    ann = arrives(server.url, SMALL)
    ann.goes("/records")
    ann.page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    assert [found.partition(":")[0] for found in ann.barred()] == ["image-alt"]


def test_dice_and_cards_are_seen_in_forced_colours(
    server: Process, arrives: Arrives, over: clients.Message
) -> None:
    """Dice and cards are as light as ever where a system makes all black; whose turn it is, is outlined."""
    ann = arrives(server.url, FORCED)
    table("showdown")(ann, over)
    for drawn in (".tray .die", ".log .face-icon", ".rack .slab"):
        with Image.open(BytesIO(ann.page.locator(drawn).last.screenshot())) as shot:
            shades = shot.convert("L").histogram()
        assert sum(shades[160:]) > sum(shades) / 3, drawn
    assert (
        ann.page.locator(".plate[aria-current]").evaluate("one => getComputedStyle(one).outlineStyle")
        == "solid"
    )


def test_the_first_page_is_light(server: Process, arrives: Arrives) -> None:
    """All that comes over the network for the first page, what it fetches ahead included."""
    ann = arrives(server.url, SMALL)
    ann.goes("/")
    ann.page.wait_for_function(FETCHED, arg="/table/table.js")
    ann.page.wait_for_load_state("networkidle")
    sizes = ann.page.evaluate("""performance.getEntriesByType('navigation')
        .concat(performance.getEntriesByType('resource')).map(one => one.transferSize)""")
    assert min(sizes) > 0
    assert sum(sizes) < MOST
