"""How somebody comes to each page that pictures are taken of. Knows the pages; takes no picture."""

from collections.abc import Callable

from fivedice.notation import record
from tests.golden import make
from tests.server import clients
from tests.server.browsing import MAIN, THOUGHT, TITLES, Person, play, played

Opens = Callable[[Person, str], None]
"""Comes to a page about a game."""
ASIDE = 2
"""So many dice are set aside at the table."""
BEFORE = 8
"""So often something is pressed there before."""


def home(ann: Person, _: str) -> None:
    """The first page."""
    ann.goes("/")


def options(ann: Person, game: str) -> None:
    """What can be agreed for a table with friends."""
    ann.opens(game, "Ann")


def waits(ann: Person, game: str) -> None:
    """The waiting room, with its link and its QR code."""
    ann.invites(game, "Ann")


def invited(ann: Person, game: str) -> None:
    """At the door of somebody's table."""
    ann.goes(f"/t/{clients.opened(ann.url, game, 'Ben', free=1)[0]['code']}")
    ann.button("Take a chair").wait_for()


def table(ann: Person, game: str) -> None:
    """In a match against a bot, some dice set aside."""
    seat = clients.opened(ann.url, game, "Ann", bots=1)[0]
    ann.remembers(seat, game)
    ann.goes(f"/t/{seat['code']}")
    ann.page.locator(MAIN).first.wait_for()
    play(ann, moves=BEFORE)
    play(ann, until=ann.is_asked)
    for die in ann.page.locator("button.hold[aria-disabled=false]").all()[:ASIDE]:
        ann.press(die)


def hint(ann: Person, game: str) -> None:
    """The same with a hint."""
    table(ann, game)
    ann.press("Hint")
    ann.page.locator(".hint li.best").wait_for(timeout=THOUGHT)


def rules(ann: Person, game: str) -> None:
    """The rules in their drawer."""
    table(ann, game)
    ann.press("Rules")
    ann.page.locator("article.rules h2").first.wait_for()


def end(ann: Person, game: str) -> None:
    """The end of a match, all worked out."""
    seat = played(ann.url, game)
    ann.remembers(seat, game)
    ann.goes(f"/t/{seat['code']}")
    ann.page.locator(".account .plain-words").wait_for(timeout=THOUGHT)


def review(ann: Person, game: str) -> None:
    """The analysis board, at a choice that cost something."""
    text = (make.FOLDER / f"{game}-2seats.jsonl").read_bytes()
    assert record.replay(text).complete
    code = ann.context.request.post(f"{ann.url}/api/records", data=text).json()["code"]
    ann.goes(f"/review/{code}")
    marked = ann.page.locator(".turn", has=ann.page.locator(".marks b")).first
    marked.wait_for(timeout=THOUGHT)
    ann.press(marked)
    ann.press(ann.page.locator(".step", has_text="cost").first)
    ann.page.locator(".said .faces").first.wait_for()


def lesson(ann: Person, game: str) -> None:
    """The first step of the lesson."""
    ann.goes(f"/learn/{game}")
    ann.page.locator(".lesson .asks").wait_for()


def matches(ann: Person, game: str) -> None:
    """My matches."""
    seat = played(ann.url, game)
    ann.remembers(seat, game)
    ann.goes("/records")
    ann.page.locator(".match").first.wait_for()


OF_A_GAME: tuple[Opens, ...] = (options, waits, invited, table, hint, rules, end, review, lesson)
OF_NONE: tuple[Opens, ...] = (home, matches)
PAGES: dict[str, tuple[Opens, str]] = {
    **{opens.__name__: (opens, "junior") for opens in OF_NONE},
    **{f"{game} {opens.__name__}": (opens, game) for game in TITLES for opens in OF_A_GAME},
}
"""By what it is called in the sheet."""
