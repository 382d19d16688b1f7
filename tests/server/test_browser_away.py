"""Coming back in the browser: what others and the game have played meanwhile, and bots that fail."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from fivedice import bots
from fivedice.match.events import Event, Keep, Spend, Throw
from fivedice.notation import record
from fivedice.server.app import Settings
from fivedice.table.terms import Terms
from tests.golden import make
from tests.server import clients
from tests.server.browsing import PHONE, SMALL, THOUGHT, WIDE, Look, Person, Pictures, meet, play
from tests.server.serving import Process, in_thread
from tests.server.stored import put
from tests.server.test_failing_bots import TOLD as FAILED
from tests.server.test_failing_bots import raises

Arrives = Callable[[str, Look], Person]
TOLD = ".meanwhile li"
TWICE = "one => { one.click(); setTimeout(() => one.click()) }"


def test_who_returns_reads_what_was_played(server: Process, arrives: Arrives, pictures: Pictures) -> None:
    """While away and when back; a reload shows it again; it goes when they play on."""
    ann, ben = arrives(server.url, PHONE), arrives(server.url, WIDE)
    meet("challenge", ann, ben)
    ann.leaves()
    ann.page.get_by_text("You are away").wait_for()
    play(ben, until=lambda: ann.page.locator(TOLD).count() > 0)
    ann.press("I am back")
    ann.page.get_by_text("While you were away, the game played for you:").wait_for()
    told = ann.page.locator(TOLD).all_inner_texts()
    pictures(ann, "challenge-back.png")
    assert ann.barred() == []
    ann.page.reload()
    ann.page.locator(TOLD).first.wait_for()
    assert ann.page.locator(TOLD).all_inner_texts() == told
    for person in (ann, ben):
        person.begins_to_hurry()
    ann.page.locator(TOLD).first.wait_for(state="detached")


def take_turns(url: str, seats: list[clients.Message]) -> None:
    """Each of these goes on to the end of a turn, one after another; who has ended one plays no other."""

    async def turns() -> None:
        for seat in seats:
            async with clients.Client(url, seat["code"], seat["token"]) as person:
                mine = [seat["chair"]]
                await person.play(Random(1), until=lambda seen, mine=mine: seen["awaits"]["seats"] != mine)

    with ThreadPoolExecutor(1) as beside:  # a browser's loop runs in this thread
        beside.submit(clients.run, turns()).result()


def test_who_comes_back_reads_what_all_others_have_made(
    server: Process, arrives: Arrives, pictures: Pictures
) -> None:
    """Not only the last of them; after a reload too, until the next throw; before a first turn as well."""
    seats = clients.opened(server.url, "traditional", "Ann", "Ben", "Cid", days=3, first=1)
    take_turns(server.url, seats[1:])
    ann = arrives(server.url, PHONE)
    ann.sits(seats[0], "traditional")
    told = expect(ann.page.locator(TOLD))
    told.to_contain_text(["Ben: ", "Cid: "])
    ann.page.get_by_text("Meanwhile:").wait_for()
    pictures(ann, f"since-{ann.page.viewport_size['width']}.png")  # type: ignore[index]
    assert ann.barred() == []
    ann.page.reload()
    told.to_contain_text(["Ben: ", "Cid: "])
    ann.press("Throw")
    told.to_have_count(0)
    take_turns(server.url, seats)
    ann.goes(f"/t/{seats[0]['code']}")
    told.to_contain_text(["Ben: ", "Cid: "])
    expect(ann.page.locator(TOLD, has_text="Ann: ")).to_have_count(0)


COMMON = (1, 2, 3, 4, 5)
EACH = (0, 1, 2)
ROUND: list[Event] = [
    Throw(0, COMMON),
    *[Keep(seat, COMMON) for seat in EACH * 2],
    *[Spend(seat, "chance") for seat in EACH],
    Throw(1, COMMON),
]
"""A round of challenge, in which Ann is the first to decide, and the dice of the next one."""


@pytest.mark.parametrize(("look", "is_beside"), [(SMALL, False), (WIDE, True)], ids=["phone", "wide"])
def test_on_a_phone_a_hint_takes_the_place_of_what_was_played(
    look: Look, is_beside: bool, server: Process, arrives: Arrives, pictures: Pictures
) -> None:
    """Both would leave nothing of the board; where there is room both stay, and it is back with the board."""
    terms = Terms("challenge", ("", "", ""), first=0)
    seats = put(server.database, terms, ("Ann", "Ben", "Cid"), ROUND)
    ann = arrives(server.url, look)
    ann.sits(seats[0], "challenge")
    told = ann.page.locator(".since")
    told.wait_for()
    ann.press("Hint")
    ann.page.locator(".hint li").first.wait_for(timeout=THOUGHT)
    assert told.is_visible() == is_beside
    pictures(ann, f"hint-for-since-{is_beside}.png")
    assert ann.barred() == []
    ann.press("Close the hint")
    told.wait_for()


def comes_late(person: Person, database: str) -> None:
    """To a match of showdown that is near its end: a whole one can be long."""
    played = record.replay((make.FOLDER / "showdown-2seats.jsonl").read_bytes()).match
    terms = Terms("showdown", ("", "greedy"), first=played.setup.first)
    (seat,) = put(database, terms, ("Ann",), played.events[:-50])
    person.remembers(seat, "showdown")
    person.goes(f"/t/{seat['code']}")


def test_a_bot_that_fails_is_told_and_played_for(
    arrives: Arrives, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says that it gives no answer, shows it as away, and the match goes to its end."""
    monkeypatch.setitem(bots.BOTS, "greedy", lambda knowing, strength: raises)  # noqa: ARG005
    database = f"sqlite:///{tmp_path / 'bots.sqlite3'}"
    with in_thread(Settings(database)) as url:
        ann = arrives(url, WIDE)
        comes_late(ann, database)
        play(ann, until=lambda: FAILED in ann.log())
        ann.page.locator(".players, .plates").get_by_text("away", exact=True).wait_for()
        ann.hurries()
        ann.page.locator(".end").wait_for()
        ann.closes()


def test_who_locks_and_returns_loses_no_turn(server: Process, arrives: Arrives, pictures: Pictures) -> None:
    """The other sees who is gone and until when, and nothing is played; back again, it is the same throw."""
    ann, ben = arrives(server.url, PHONE), arrives(server.url, WIDE)
    ben.page.clock.install(time=0)
    code = meet("traditional", ann, ben)
    play(ann, ben, until=ann.is_asked)
    dice = ann.dice()
    ben.page.clock.pause_at(3600)
    ann.page.goto("about:blank")
    ben.page.get_by_text("Ann is gone; the game plays on in").wait_for()
    assert ben.page.get_by_role("timer").inner_text().startswith(("0:", "1:00"))
    ben.page.clock.resume()
    pictures(ben, f"gone-{ben.page.viewport_size['width']}.png")  # type: ignore[index]
    assert ben.barred() == []
    ann.goes(f"/t/{code}")
    ben.page.get_by_text("Ann is gone").wait_for(state="detached")
    ann.page.locator("button.hold[aria-disabled=false]").first.wait_for()
    assert ann.dice() == dice
    assert not any("away" in line for line in ben.log())


def kind(text: str) -> str:
    """What a message does."""
    return str(json.loads(text)["type"])


def test_a_table_that_everybody_has_left_says_that_it_rests(
    server: Process, arrives: Arrives, pictures: Pictures
) -> None:
    """To onlookers, to who looks at it while away, in the log and in lists; else all wait for ever."""
    (seat,) = clients.opened(server.url, "showdown", "Ann", bots=1, first=0)
    ann, onlooker = arrives(server.url, PHONE), arrives(server.url, SMALL)
    ann.sits(seat, "showdown")
    onlooker.goes(f"/watch/{seat['code']}")
    onlooker.page.get_by_text("You are watching.").wait_for()
    ann.goes("/")
    onlooker.page.get_by_text("Nobody is at the table; the match rests until somebody is back.").wait_for()
    pictures(onlooker, "deserted.png")
    assert onlooker.barred() == []
    ann.goes(f"/t/{seat['code']}")
    onlooker.page.get_by_text("You are watching.").wait_for()
    ann.leaves()
    ann.page.get_by_text("You are away, and the match rests until somebody is back.").wait_for()
    expect(ann.page.locator(".doing .button.main")).to_have_text("You are away")
    assert ann.log()[-1] == "Ann is away; the match rests until somebody is back."
    onlooker.page.get_by_text("Nobody is at the table; the match rests until somebody is back.").wait_for()
    for person in (ann, onlooker):
        expect(person.page.locator(".prompt")).to_have_text("The match rests")
    pictures(ann, "all-away.png")
    ann.goes("/")
    ann.page.locator(".going-on").get_by_text("The match rests").wait_for()
    sent: list[str] = []
    ann.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(kind(text))))
    ann.goes(f"/t/{seat['code']}")
    ann.button("I am back").evaluate(TWICE)
    onlooker.page.get_by_text("You are watching.").wait_for()
    assert sent == ["hello", "back"]


def test_a_match_by_correspondence_is_agreed_and_shows_its_days(
    server: Process, arrives: Arrives, pictures: Pictures
) -> None:
    """Both read what was agreed; who is asked has days, and nobody is gone for not being there."""
    ann, ben = arrives(server.url, PHONE), arrives(server.url, PHONE)
    form = ann.opens("traditional", "Ann")
    ann.press(form.get_by_text("Table options"))
    form.get_by_label("How you play").select_option("By correspondence: three days")
    form.get_by_text("the game plays for whoever takes longer, until they are back").wait_for()
    form.get_by_label("Who starts").select_option("I start")
    assert form.get_by_label("Clock").is_disabled()
    pictures(ann, "correspondence.png")
    code = ann.waits()
    assert "by correspondence, 3 days a decision" in ann.text(".agreed")
    ben.joins(code, "Ben")
    ann.page.get_by_text("Time left for you to decide:").wait_for()
    ben.page.get_by_text("Time left for Ann to decide:").wait_for()
    assert ben.page.get_by_role("timer").inner_text() == "3 days"
    ann.goes("/")
    assert ben.page.get_by_text("is gone").count() == 0


@pytest.mark.parametrize("days", [0, 7])
def test_who_starts_by_correspondence_is_drawn_unless_somebody_says_otherwise(
    days: int, server: Process, arrives: Arrives
) -> None:
    """A roll-off would have everybody come once before the first move; the form tells what is usual."""
    ann = arrives(server.url, PHONE)
    form = ann.opens("traditional", "Ann")
    if days:
        form.get_by_label("How you play").select_option("By correspondence: a week")
    ann.press(form.get_by_text("Table options"))
    usual = form.get_by_label("Who starts").locator("option").first.inner_text()
    assert usual == f"{'Drawn by lot' if days else 'Highest roll'}, as usual"
    code = ann.waits()
    assert ann.page.locator(".begin").get_by_role("link", name="My matches").count() == (days > 0)
    clients.post(server.url, f"tables/{code}/chairs", {"name": "Ben"})
    ann.page.locator(".doing").wait_for()
    assert ann.page.locator(".prompt", has_text="highest total starts").count() == (days == 0)


def test_by_correspondence_the_game_plays_only_for_who_asks_for_it(server: Process, arrives: Arrives) -> None:
    """A page is just closed there; that the game plays, and waits no days, is asked about first."""
    seat = clients.opened(server.url, "junior", "Ann", "Ben", days=3)[0]
    person = arrives(server.url, PHONE)
    person.sits(seat, "junior")
    for answer in ("I play myself", "Let it play"):
        person.press("This table")
        person.page.get_by_text("Just close this page when you like: you have 3 days").wait_for()
        person.page.get_by_text("After that the game plays for you until you are back.").wait_for()
        assert person.button("Leave for a while").count() == person.button("I am back").count() == 0
        person.press("Let the game play for me")
        person.page.get_by_text("without waiting 3 days").wait_for()
        assert person.barred() == []
        person.button(answer).dispatch_event("click")  # a finger so soon would be taken for an echo
    person.button("I am back").wait_for()
