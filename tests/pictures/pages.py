"""How somebody comes to each page that pictures are taken of. Knows the pages; takes no picture."""

from collections.abc import Callable

from fivedice.notation import record
from tests.golden import make
from tests.pictures import stories
from tests.server import clients
from tests.server.browsing import MAIN, THOUGHT, TITLES, Person, play, played
from tests.server.serving import Process
from tests.server.test_club_nights import Guest

Opens = Callable[[Person, str], None]
"""Comes to a page about a game."""
ASIDE = 2
"""So many dice are set aside at the table."""
BEFORE = 8
"""So often something is pressed there before."""


def home(ann: Person, _: str) -> None:
    ann.goes("/")


def options(ann: Person, game: str) -> None:
    ann.opens(game, "Ann")


def waits(ann: Person, game: str) -> None:
    ann.invites(game, "Ann")


def invited(ann: Person, game: str) -> None:
    ann.goes(f"/t/{clients.opened(ann.url, game, 'Ben', free=1)[0]['code']}")
    ann.button("Take a chair").wait_for()


def table(ann: Person, game: str) -> None:
    seat = clients.opened(ann.url, game, "Ann", bots=1)[0]
    ann.remembers(seat, game)
    ann.goes(f"/t/{seat['code']}")
    ann.page.locator(MAIN).first.wait_for()
    play(ann, moves=BEFORE)
    play(ann, until=ann.is_asked)
    for die in ann.page.locator("button.hold[aria-disabled=false]").all()[:ASIDE]:
        ann.press(die)


def hint(ann: Person, game: str) -> None:
    table(ann, game)
    ann.press("Hint")
    ann.page.locator(".hint .advice").wait_for(timeout=THOUGHT)


def rules(ann: Person, game: str) -> None:
    table(ann, game)
    ann.press("Rules")
    ann.page.locator("article.rules h2").first.wait_for()


def end(ann: Person, game: str) -> None:
    seat = played(ann.url, game)
    ann.remembers(seat, game)
    ann.goes(f"/t/{seat['code']}")
    ann.page.locator(".account .plain-words").wait_for(timeout=THOUGHT)


def review(ann: Person, game: str) -> None:
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
    ann.goes(f"/learn/{game}")
    ann.page.locator(".lesson .asks").wait_for()


def month(server: Process, path: str, ready: str) -> Opens:
    def opens(ann: Person, _: str) -> None:
        ann.keeps("seats", list(stories.month(server)))
        ann.goes("/records")
        ann.page.locator(".match").first.wait_for()
        ann.goes(path)
        ann.page.locator(ready).first.wait_for(timeout=THOUGHT)
        if "stats" in path:
            ann.page.locator(".charts svg").nth(1).wait_for(timeout=THOUGHT)
            ann.page.locator("[role=status]:empty").first.wait_for(state="attached", timeout=THOUGHT)

    return opens


def drill(ann: Person, game: str) -> None:
    ann.goes(f"/train/{game}")
    ann.page.locator(".training .board > *").first.wait_for(state="attached")


def test(ann: Person, game: str) -> None:
    ann.goes(f"/train/{game}/test")
    ann.press("Begin")
    ann.page.locator(".training .board > *").first.wait_for(state="attached")


def today(ann: Person, _: str) -> None:
    """The deals of the day, with the board of one that Ann and others have played."""
    ann.goes("/daily")
    ann.page.get_by_label("Your name on the board").fill("Ann")
    ann.press(f"Play: {stories.DAILY.capitalize()}")
    ann.page.wait_for_url("**/t/*")
    ann.page.locator(MAIN).first.wait_for()
    stories.day(ann.url, ann.page.evaluate("JSON.parse(localStorage['fivedice.seats'])[0]"))
    ann.goes("/daily")
    ann.press(f"Board: {stories.DAILY.capitalize()}")
    ann.page.locator(".share").wait_for(timeout=THOUGHT)
    ann.page.locator(".share").scroll_into_view_if_needed()


def a_past_day(ann: Person, _: str) -> None:
    """A day before there were deals."""
    ann.goes("/daily/2026-01-31")
    ann.page.get_by_text("This server had no deals on this day.").wait_for()


def new_club_night(ann: Person, _: str) -> None:
    ann.goes("/club")
    ann.button("Open the club night").wait_for()


def at_club_night(path: str, *, is_host: bool = False, under_way: bool = True) -> Opens:
    def opens(ann: Person, _: str) -> None:
        host, guests = stories.club_night(ann.url, under_way=under_way)
        is_(ann, host if is_host else guests[-1])
        ann.goes(path.format(host.code))
        ann.page.locator(".standings").first.wait_for()

    return opens


def is_(ann: Person, guest: Guest) -> None:
    jar = guest.cookies.jar
    ann.context.add_cookies([{"name": one.name, "value": one.value or "", "url": ann.url} for one in jar])


def same(ann: Person, _: str) -> None:
    ann.goes(f"/same/{stories.same_dice(ann.url)[0]['code']}")
    ann.page.locator(".door form").wait_for()


def beside(ann: Person, _: str) -> None:
    ann.goes(f"/beside/{stories.same_dice(ann.url)[1]['code']}")
    ann.page.locator(".beside tfoot tr:nth-child(2)").wait_for(timeout=THOUGHT)


def check(ann: Person, _: str) -> None:
    seat = stories.same_dice(ann.url)[0]
    ann.remembers(seat, "traditional")
    ann.goes(f"/review/{seat['code']}")
    ann.press("Check these dice", THOUGHT)
    ann.page.locator(".dice-check [role=status] p").wait_for()
    ann.page.locator(".dice-check").scroll_into_view_if_needed()


def verifier(ann: Person, _: str) -> None:
    code = stories.same_dice(ann.url)[0]["code"]
    record = ann.context.request.get(f"{ann.url}/api/tables/{code}/record").text()
    ann.page.goto("/verify.html")
    ann.page.locator("textarea").fill(record)
    ann.press("Check the text")
    ann.page.get_by_role("status").locator("h2").first.wait_for()


def all_dice(ann: Person, _: str) -> None:
    stories.same_dice(ann.url)
    ann.goes("/dice")
    ann.page.locator(".of-game .chart").wait_for()


OF_A_GAME: tuple[Opens, ...] = (options, waits, invited, table, hint, rules, end, review, lesson, drill, test)
OF_NONE: dict[str, Opens] = {
    "home": home,
    "today": today,
    "past day": a_past_day,
    "new club night": new_club_night,
    "club host": at_club_night("/club/{}", is_host=True),
    "club guest": at_club_night("/club/{}"),
    "club between": at_club_night("/club/{}", under_way=False),
    "club wall": at_club_night("/club/{}/screen"),
    "same": same,
    "beside": beside,
    "check": check,
    "verifier": verifier,
    "all dice": all_dice,
}


def every(server: Process) -> dict[str, tuple[Opens, str]]:
    """How to come to each page, by what it is called in the sheet, and about which game."""
    of_month = {
        "matches": month(server, "/records", ".match"),
        "you": month(server, "/me", ".me form"),
        "statistics": month(server, "/me/stats", ".of-game"),
        "training": month(server, "/train", ".match"),
    }
    return {
        **{name: (opens, "junior") for name, opens in {**OF_NONE, **of_month}.items()},
        **{f"{game} {opens.__name__}": (opens, game) for game in TITLES for opens in OF_A_GAME},
    }
