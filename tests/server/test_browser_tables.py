"""Tables in browsers: a server that dies and comes back or hangs, strange names, hints that all hear of."""

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from fivedice import Match
from fivedice.match import questions
from fivedice.match.events import Event, Keep, Spend
from fivedice.match.state import begin, step
from fivedice.notation import record
from fivedice.table.terms import Terms
from tests.golden import make
from tests.server import clients
from tests.server.browsing import (
    CHOICES,
    MAIN,
    PHONE,
    SMALL,
    THOUGHT,
    WIDE,
    Look,
    Person,
    Pictures,
    meet,
    play,
    shown,
)
from tests.server.serving import Process
from tests.server.stored import put

Arrives = Callable[[str, Look], Person]
LAST_ROUND = "3,6,9,12,15,18,20,0,25,30,40,0,-+0/3,6,9,12,15,18,21,0,25,30,40,0,-+0 0"
STRANGE = "<img src=x onerror=alert(1)>", "<b>&amp;'\"</b>"


def test_pages_come_back_when_the_server_does(own_server: Process, arrives: Arrives) -> None:
    """Killed in the middle of a turn: both pages come back by themselves, show the same, and go on."""
    both = ann, ben = arrives(own_server.url, WIDE), arrives(own_server.url, PHONE)
    meet("traditional", ann, ben)
    play(ann, ben, until=lambda: any(person.sees() == CHOICES for person in both))
    mover, other = both if ann.sees() == CHOICES else (ben, ann)
    for die in (0, 3):
        mover.press(mover.page.locator("button.hold").nth(die))
    mover.press("Throw 3 dice")
    for person in both:
        person.page.get_by_role("img", name="2 of 3 throws made").wait_for()
    before = [(person.dice(), person.text(".players")) for person in both]
    own_server.kill()
    for person in both:
        person.page.locator(".lost p").wait_for()
    own_server.start()
    for person in both:
        person.page.locator(".lost p").wait_for(state="detached")
    assert [(person.dice(), person.text(".players")) for person in both] == before
    mover.press(shown(mover.page, CHOICES))
    play(mover, other, until=lambda: other.sees() == CHOICES)
    for person in both:  # the only thing that a page may say of it
        person.complaints = [text for text in person.complaints if "ERR_CONNECTION_REFUSED" not in text]


UNDO = 4000
"""Milliseconds in which a choice can be undone."""


def test_a_choice_that_can_be_undone_outlives_the_connection(own_server: Process, arrives: Arrives) -> None:
    """Its time is over while the server is away: it is made once the server is back, and could be undone."""
    ann = arrives(own_server.url, PHONE)
    ann.page.clock.install()
    ann.keeps("settings", {"taking": "undo"})
    ann.sits(clients.opened(own_server.url, "junior", "Ann")[0], "junior")
    play(ann, until=lambda: ann.page.locator(".undo").count() == 1)
    own_server.kill()
    ann.page.locator(".lost p").wait_for()
    ann.lets_pass(UNDO)
    ann.button("Undo").wait_for()
    own_server.start()
    ann.page.locator(".log p", has_text=re.compile("^Ann: ")).wait_for(state="attached")
    ann.complaints = [text for text in ann.complaints if "ERR_CONNECTION_REFUSED" not in text]


def test_a_move_that_hangs_is_said_to_wait(server: Process, arrives: Arrives) -> None:
    """After two seconds, and at once where the browser has no network; what was pressed is not lost."""
    ann = arrives(server.url, PHONE)
    ann.page.clock.install(time=0)
    hanging = hangs(ann)
    ann.sits(clients.opened(server.url, "showdown", "Ann", bots=1)[0], "showdown")
    ann.page.wait_for_load_state("networkidle")  # what the table needs has come
    ann.stops_the_clock()
    ann.context.set_offline(True)
    expect(ann.page.locator(".lost p")).to_have_text("You are offline")
    ann.press(ann.page.locator(MAIN))
    expect(ann.page.locator(".lost p")).to_have_text("You are offline; your move is waiting")
    ann.context.set_offline(False)
    while len(hanging) < 2:  # it is sent once more, for the network may be another
        ann.page.wait_for_timeout(20)
    expect(ann.page.locator(".lost p")).to_have_count(0)
    ann.page.clock.run_for(3000)
    expect(ann.page.locator(".lost p")).to_have_text("No answer yet; your move is waiting")
    server_side, message = hanging.pop()
    server_side.send(message)
    ann.page.locator(".log p", has_text="Ann throws").wait_for(state="attached")
    expect(ann.page.locator(".lost p")).to_have_count(0)


@pytest.mark.parametrize("returns", ["unlocked", "online"])
def test_who_returns_to_a_dead_connection_sees_the_table(
    returns: str, server: Process, arrives: Arrives
) -> None:
    """A phone was locked, or has changed its network: what looks open leads nowhere, and nothing says so."""
    ann = arrives(server.url, PHONE)
    ann.page.clock.install()
    dead = dies(ann)
    seat = clients.opened(server.url, "traditional", "Ann", "Ben", first=0)[0]
    ann.sits(seat, "traditional")
    dead.extend([True])
    ann.press(ann.page.locator(MAIN))
    if returns == "unlocked":
        ann.page.clock.fast_forward(60_000)
    else:
        ann.context.set_offline(True)
        ann.context.set_offline(False)
    ann.page.locator("button.hold[aria-disabled=false]").first.wait_for()
    assert ann.page.locator(".log p", has_text="Ann throws").count() == 1


def dies(person: Person) -> list[bool]:
    """The first connection goes silent both ways, and stays open, once anything is put into the list."""
    dead: list[bool] = []
    met: list[Any] = []

    def relay(socket: Any) -> None:
        met.append(socket)
        server = socket.connect_to_server()
        is_lost = lambda: bool(dead) and socket is met[0]  # noqa: E731
        socket.on_message(lambda text: None if is_lost() else server.send(text))
        server.on_message(lambda text: None if is_lost() else socket.send(text))

    person.page.route_web_socket(re.compile("/ws/"), relay)
    return dead


def test_a_bot_that_thinks_for_long_is_said_to(server: Process, arrives: Arrives) -> None:
    """After five seconds in which nothing comes; not where it has decided by then."""
    ann = arrives(server.url, PHONE)
    ann.page.clock.install(time=0)
    asked = holds_from_a_question_on(ann)
    ann.sits(clients.opened(server.url, "junior", "Ann", bots=1, first=1)[0], "junior")
    while not asked:
        ann.page.wait_for_timeout(20)
    ann.stops_the_clock()
    page_side, message = asked[0]
    page_side.send(message)
    ann.page.get_by_text("Juno to keep").wait_for()
    expect(ann.page.locator(".lost p")).to_have_count(0)
    ann.page.clock.run_for(6000)
    expect(ann.page.locator(".lost p")).to_have_text("Still thinking: Juno")


def holds_from_a_question_on(person: Person) -> list[tuple[Any, Any]]:
    """Nothing comes from the first question about dice on: it waits here, with the way to the page."""
    waiting: list[tuple[Any, Any]] = []

    def relay(socket: Any) -> None:
        def pass_on(text: Any) -> None:
            awaits = json.loads(text).get("picture", {}).get("awaits", {})
            is_held = bool(waiting) or awaits.get("kind") == "keep"
            waiting.append((socket, text)) if is_held else socket.send(text)

        socket.connect_to_server().on_message(pass_on)

    person.page.route_web_socket(re.compile("/ws/"), relay)
    return waiting


def hangs(person: Person) -> list[tuple[Any, Any]]:
    """Lets nothing through that is sent after the first word: it waits here, with the way to its server."""
    waiting: list[tuple[Any, Any]] = []

    def relay(socket: Any) -> None:
        server = socket.connect_to_server()

        def pass_on(text: Any) -> None:
            server.send(text) if "hello" in text else waiting.append((server, text))

        socket.on_message(pass_on)

    person.page.route_web_socket(re.compile("/ws/"), relay)
    return waiting


def test_a_move_that_was_cut_off_is_made_once(server: Process, arrives: Arrives) -> None:
    """The connection goes with it before the server has heard: it is made without another press."""
    ann = arrives(server.url, PHONE)
    sent = loses_the_first(ann)
    ann.sits(clients.opened(server.url, "traditional", "Ann", "Ben", first=0)[0], "traditional")
    ann.press(ann.page.locator(MAIN))
    ann.page.locator(".log p", has_text="Ann throws").wait_for(state="attached")
    expect(ann.page.locator(".lost p")).to_have_count(0)
    ann.page.locator("button.hold[aria-disabled=false]").first.wait_for()
    assert [move["type"] for move in sent] == ["throw"] * 2
    assert ann.page.locator(".log p", has_text="Ann throws").count() == 1
    assert ann.page.locator(".toast").count() == 0


def loses_the_first(person: Person) -> list[Any]:
    """The connection ends with the first move that is sent on it; all moves that the page has sent."""
    sent: list[Any] = []

    def relay(socket: Any) -> None:
        server = socket.connect_to_server()

        def pass_on(text: Any) -> None:
            is_first = "hello" not in text and not sent
            sent.extend([json.loads(text)] if "hello" not in text else [])
            socket.close() if is_first else server.send(text)

        socket.on_message(pass_on)

    person.page.route_web_socket(re.compile("/ws/"), relay)
    return sent


def test_names_are_text(server: Process, arrives: Arrives) -> None:
    """A name is shown as it was written, wherever it is shown, and never taken for a page."""
    ann, ben = arrives(server.url, WIDE), arrives(server.url, PHONE)
    asked: list[str] = []
    for person in (ann, ben):
        person.page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    ann.opens("junior", STRANGE[0])
    code = ann.waits()
    assert STRANGE[0] in ann.text(".sitting")
    ben.joins(code, STRANGE[1])
    ben.page.locator(".doing").wait_for()
    ben.press("Say something")
    ben.press("Good luck!")
    ann.page.locator(".bubble", has_text="Good luck!").wait_for()
    assert STRANGE[1] in ann.text(".bubble")
    ben.begins_to_hurry()
    ann.hurries()
    ben.page.locator(".end").wait_for()
    for person in (ann, ben):
        for name in STRANGE:
            person.page.locator(".ranking", has_text=name).wait_for()
        assert any(STRANGE[0] in line for line in person.log())
        assert person.page.locator("img, .log b, .end b").count() == 0
    assert asked == []


def test_a_hint_is_ranked_by_the_chance_to_win(server: Process, arrives: Arrives) -> None:
    """By a press, and then whenever one is taken at that table; it stays one hint, told to all once."""
    ann = arrives(server.url, PHONE)
    seat = clients.opened(server.url, "junior", "Ann", bots=1)[0]
    ann.sits(seat, "junior")
    play(ann, until=ann.is_asked)
    told = ann.page.locator(".hint header .soft:not([role])")
    ann.press("Hint")
    expect(told).to_have_text("Expected final columns after each choice", timeout=THOUGHT)
    for _ in range(2):
        ann.press("chance to win")
        expect(told).to_have_text("Chance to win after each choice", timeout=THOUGHT)
        assert "%" in ann.text(".hint .worth")
        ann.press("columns")
        expect(told).to_have_text("Expected final columns after each choice")
    ann.press("chance to win")
    assert ann.barred() == []
    expect(ann.page.locator(".log p", has_text="hint")).to_have_count(1)
    ann.goes(f"/t/{seat['code']}")
    ann.press("Hint")
    expect(told).to_have_text("Chance to win after each choice", timeout=THOUGHT)


def test_a_hint_stands_while_others_decide(server: Process, arrives: Arrives) -> None:
    """At challenge all are asked at once: what one decides takes no hint from another who still thinks."""
    ann, ben = arrives(server.url, PHONE), arrives(server.url, WIDE)
    meet("challenge", ann, ben)
    play(ann, ben, until=lambda: ann.is_asked() and ben.is_asked())
    ann.press("Hint")
    ann.page.locator(".hint li.best").first.wait_for(timeout=THOUGHT)
    ben.page.locator(MAIN).evaluate("button => button.click()")  # no second press of one moment
    ann.page.locator(".players", has_text="decided").wait_for()
    assert ann.page.locator(".hint li.best").first.is_visible()


def test_escape_closes_a_hint(server: Process, arrives: Arrives) -> None:
    """What is set aside stays there, and the keys are for the table again."""
    ann, ben = arrives(server.url, WIDE), arrives(server.url, PHONE)
    meet("junior", ann, ben)
    play(ann, ben, until=ann.is_asked)
    ann.page.keyboard.press("h")
    ann.page.locator(".hint li.best").first.wait_for(timeout=THOUGHT)
    for key in ("1", "ArrowDown", "Escape"):
        ann.page.keyboard.press(key)
    ann.page.locator(".hint").wait_for(state="detached")
    assert ann.page.locator(".tray .hold[aria-pressed=true]").count() == 1
    expect(ann.page.locator(MAIN)).to_be_focused()


def test_a_hint_is_done_by_its_button(server: Process, arrives: Arrives) -> None:
    """Its dice are set aside by finger or by H, arrow and Enter; Space or Enter then throws the others."""
    ann, ben = arrives(server.url, WIDE), arrives(server.url, PHONE)
    meet("piecepack", ann, ben)
    play(ann, ben, until=ann.is_asked)
    ann.page.keyboard.press("h")
    ann.page.locator(".hint li.best").first.wait_for(timeout=THOUGHT)
    listed = ann.page.locator(".hint li").all_inner_texts()
    keeps = [place for place, words in enumerate(listed) if "Stop" not in words]
    for place in keeps:
        choice = ann.page.locator(".hint li").nth(place)
        named = choice.locator(".face-icon").evaluate_all("faces => faces.map(face => face.ariaLabel)")
        if place % 2 and place != keeps[-1]:
            ann.press(choice.locator("button"))
        else:
            for _ in range(place + 1):
                ann.page.keyboard.press("ArrowDown")
            ann.page.keyboard.press("Enter")
        aside = ann.page.locator(".tray .hold[aria-pressed=true]")
        shown = [str(words) for words in aside.evaluate_all("dice => dice.map(die => die.ariaLabel)")]
        assert len(shown) == len(named)
        assert all(any(face.lower() in words.lower() for words in shown) for face in named)
    expect(ann.page.locator(MAIN)).to_be_focused()
    ann.page.keyboard.press("Space")
    ann.page.get_by_role("img", name="2 of 3 throws made").wait_for()


def test_a_hint_says_how_to_draw(server: Process, arrives: Arrives) -> None:
    """Where the other may foresee what I keep, a sentence with drawn dice stands above the choices."""
    last = Match.at("challenge", LAST_ROUND, "23566/23566", 2, names=("Ann", "Ben"))
    for decides in (
        Keep(0, (2, 3, 5, 6, 6)),
        Keep(1, (2, 3, 5, 6, 6)),
        Spend(0, "chance"),
        Spend(1, "chance"),
    ):
        last = last.step(decides)
    code = httpx.post(f"{server.url}/api/records", content=last.record()).json()["code"]
    ann = arrives(server.url, PHONE)
    seat = clients.post(server.url, f"tables/{code}/try", {"number": 0, "seat": 0, "name": "Ann"})
    ann.remembers(seat, "challenge")
    ann.goes(f"/t/{seat['code']}")
    ann.press("Hint")
    said = ann.page.locator(".hint .mixed")
    said.wait_for(timeout=THOUGHT)
    assert " ".join(said.inner_text().split()).startswith("Best to win: 62% keep , 38% keep")
    faces = said.locator(".face-icon").evaluate_all("faces => faces.map(face => face.ariaLabel)")
    assert faces == ["three", "five", "six", "six", "five", "six", "six"] * 2
    assert said.is_visible()


def test_no_hint_where_none_was_agreed(server: Process, arrives: Arrives) -> None:
    """A table that bars hints has no button for one, and its waiting room says so."""
    ann, ben = arrives(server.url, WIDE), arrives(server.url, PHONE)
    form = ann.opens("junior", "Ann")
    ann.press(form.locator("summary"))
    ann.press(form.get_by_label("Hints may be taken"))
    code = ann.waits()
    assert "no hints" in ann.text(".agreed")
    ben.joins(code, "Ben")
    play(ann, ben, until=lambda: ann.sees() == CHOICES)
    assert ann.page.locator(".doing button").count() == 1
    assert ann.button("Hint").count() == 0


def until_nothing_is_gained() -> tuple[Terms, list[Event], int]:
    """A match of showdown up to dice that gain nothing: its terms, what happened, and whose dice they are."""
    match = record.replay((make.FOLDER / "showdown-2seats.jsonl").read_bytes()).match
    now = begin(match.setup)
    for number, event in enumerate(match.events):
        seat, kind = next(iter(now.awaited.seats), 0), now.awaited.kind
        if kind == "use" and [use.name for use in questions.uses(now, seat)] == ["nothing"]:
            return Terms("showdown", ("", ""), first=match.setup.first), list(match.events[:number]), seat
        now = step(now, event)
    raise AssertionError


def test_nobody_is_asked_to_choose_where_there_is_no_choice(
    server: Process, arrives: Arrives, pictures: Pictures
) -> None:
    """On dice that gain nothing one can only end the turn; the tray says nothing else than the board."""
    terms, events, seat = until_nothing_is_gained()
    seats = put(server.database, terms, ("Ann", "Ben"), events)
    person = arrives(server.url, SMALL)
    person.sits(seats[seat], "showdown")
    person.page.get_by_text("These dice gain nothing here.").wait_for()
    assert person.text(".prompt") == "There is only one choice"
    pictures(person, "one-choice.png")
    assert person.barred() == []


BLOCKED = re.compile("The server answers, but its live connection is blocked")


def refuse(socket: Any) -> None:
    """As a proxy that answers the handshake itself."""
    socket.close()


def test_a_page_says_that_its_live_connection_is_blocked(server: Process, arrives: Arrives) -> None:
    """After a few attempts, instead of reconnecting for ever; it goes on as soon as one gets through."""
    (seat,) = clients.opened(server.url, "junior", "Ann", bots=1)
    ann = arrives(server.url, SMALL)
    ann.page.clock.install()
    ann.page.route_web_socket(re.compile("/ws/"), refuse)
    ann.remembers(seat, "junior")
    ann.page.goto(f"/t/{seat['code']}")
    ann.page.get_by_text("Going to the table").wait_for()
    expect(ann.page.locator(".lost")).to_have_text(BLOCKED)
    assert ann.barred() == []
    ann.complaints.clear()  # of the sockets that were refused
    ann.page.route_web_socket(re.compile("/ws/"), lambda socket: socket.connect_to_server())
    ann.page.clock.run_for(25_000)
    ann.page.locator(".doing").wait_for()
    expect(ann.page.locator(".lost")).to_have_text("")
    ann.complaints.clear()
