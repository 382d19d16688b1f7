"""Friends at browsers: whose turn it is wherever I am, how they reach a table, and who sits there."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fivedice.server.routes import public_url
from tests.server import clients
from tests.server.browsing import END, MAIN, PHONE, WIDE, Look, Person, Pictures, meet
from tests.server.serving import Process, process

Arrives = Callable[[str, Look], Person]
TURN = "● Your turn"
IS_TURN = "turn => document.title.startsWith(turn)"
UNSAFE = "The Cross-Origin-Opener-Policy header has been ignored"
"""What a browser says of any page that comes without encryption from another machine."""


def test_every_page_says_whose_turn_it_is(server: Process, arrives: Arrives, pictures: Pictures) -> None:
    """The first page, my matches and the table, in words and in the tab."""
    seats = clients.opened(server.url, "junior", "Ann", "Ben", days=1)
    ann, ben = arrives(server.url, PHONE), arrives(server.url, PHONE)
    for person, seat in ((ann, seats[0]), (ben, seats[1])):
        person.remembers(seat, "junior")
        person.goes("/")
        person.page.locator(".going-on a", has_text="Ann").wait_for()
    ann.page.locator(".going-on .your-turn").wait_for()
    ann.page.wait_for_function(IS_TURN, arg=TURN)
    pictures(ann, "turn-home.png")
    ben.page.locator(".going-on").get_by_text("Ann to play").wait_for()
    assert TURN not in ben.page.title()
    ann.goes("/records")
    ann.page.locator(".match .your-turn").wait_for()
    ann.page.wait_for_function(IS_TURN, arg=TURN)
    ann.goes(f"/t/{seats[0]['code']}")
    ann.page.wait_for_function(IS_TURN, arg=TURN)
    ann.begins_to_hurry()
    ann.page.wait_for_function("turn => !document.title.startsWith(turn)", arg=TURN)
    ben.goes("/")
    ben.page.locator(".going-on .your-turn").wait_for()


def test_a_friend_comes_by_the_link_that_is_shown(
    arrives: Arrives, tmp_path: Path, pictures: Pictures
) -> None:
    """Opened at localhost, the page gives an address that others reach; there a guest sees what is played."""
    with process(tmp_path / "server", "--host", "0.0.0.0") as server:
        ann = arrives(server.url.replace("127.0.0.1", "localhost"), WIDE)
        code = ann.invites("showdown", "Ann")
        origin = (public_url.nearby() or "localhost") + f":{server.port}"
        link = ann.page.get_by_label("The link", exact=True)
        ann.page.wait_for_function(
            "origin => document.querySelector('.input.link').value.includes(origin)", arg=origin
        )
        given = link.input_value()
        ann.page.get_by_role("img", name="The link as a QR code").wait_for()
        assert ann.page.locator("svg.camera").get_attribute("data-text") == given
        pictures(ann, f"invite-{ann.page.viewport_size['width']}.png")  # type: ignore[index]
        ben = arrives(given.removesuffix(f"/t/{code}"), WIDE)
        ben.goes(f"/t/{code}")
        turn = ben.page.get_by_role("list", name="How a turn goes")
        expect(turn).to_contain_text("Throw the red die: it moves your pawn. Then throw five dice.")
        ben.page.get_by_text("A ring of sixteen spaces").wait_for()
        pictures(ben, f"guest-{ben.page.viewport_size['width']}.png")  # type: ignore[index]
        ben.page.get_by_label("Your name").fill("Ben")
        ben.press("Take a chair")
        for person in (ann, ben):
            person.page.locator(".plates").get_by_text("Ben").wait_for()
        for person in (ann, ben):
            person.closes()
        ben.complaints = [told for told in ben.complaints if UNSAFE not in told]


def test_the_phone_has_a_way_of_its_own_to_send_the_link(server: Process, arrives: Arrives) -> None:
    """Where the browser can share, a button does it; where the server is alone, a sentence says so."""
    ann = arrives(server.url, PHONE)
    ann.page.add_init_script("navigator.share = what => (window.shared = what, Promise.resolve())")
    code = ann.invites("junior", "Ann")
    ann.press("Send the link")
    assert ann.page.evaluate("window.shared.url").endswith(f"/t/{code}")
    ann.page.get_by_text(public_url.ALONE).wait_for()


def test_a_seat_goes_on_on_another_device(server: Process, arrives: Arrives, pictures: Pictures) -> None:
    """A code to look at holds a pass and no token; it brings the seat once, and leaves no trace of itself."""
    laptop, phone = arrives(server.url, WIDE), arrives(server.url, PHONE)
    meet("traditional", laptop, arrives(server.url, WIDE))
    laptop.press("This table")
    laptop.press("Continue on another device")
    square = laptop.page.get_by_role("img", name="My seat as a QR code")
    square.wait_for()
    pictures(laptop, f"move-{laptop.page.viewport_size['width']}.png")  # type: ignore[index]
    link = square.get_attribute("data-text") or ""
    token = laptop.page.evaluate("JSON.parse(localStorage.getItem('fivedice.seats'))[0].token")
    assert token not in link
    phone.page.goto(link)
    phone.page.locator(".doing").wait_for()
    assert phone.page.url == link.partition("#")[0]
    assert phone.page.locator(".player").first.inner_text().startswith("Ann")
    assert phone.page.locator(".player small", has_text="you").count() == 1
    late = arrives(server.url, PHONE)
    late.page.goto(link)
    late.page.get_by_text(
        "This link was already used or has expired. Make a new one at the table."
    ).wait_for()
    late.complaints = [told for told in late.complaints if "404" not in told]


@pytest.mark.parametrize("is_there", [False, True], ids=["a new page", "at the table"])
def test_a_device_that_has_a_seat_takes_no_other(is_there: bool, server: Process, arrives: Arrives) -> None:
    """Who opens the link where it was asked for reads so, also in the tab of the table; it stays good for
    another device, where another link was too old.
    """
    seat = clients.opened(server.url, "junior", "Ann", "Ben", days=3)[0]
    path = f"/t/{seat['code']}"
    given = clients.post(server.url, f"tables/{seat['code']}/pass", {"token": seat["token"]})
    link = f"{path}#seat={given['pass']}"
    ann, other = arrives(server.url, WIDE), arrives(server.url, WIDE)
    ann.remembers(seat, "junior")
    if is_there:
        ann.goes(path)
        ann.page.locator(".doing").wait_for()
    ann.goes(link)
    ann.page.get_by_text("This device has a seat at this table already").wait_for()
    assert ann.page.url == f"{server.url}{path}"
    ann.press("To the table")
    ann.page.locator(".doing").wait_for()
    other.goes(f"{path}#seat=ofyesterday")
    other.page.get_by_text("This link was already used or has expired").wait_for()
    other.goes(link)
    other.page.locator(MAIN, has_text="Throw").wait_for()
    assert other.page.url == f"{server.url}{path}"
    other.complaints = [told for told in other.complaints if "404" not in told]


def test_a_seat_goes_on_elsewhere_before_the_match_begins(server: Process, arrives: Arrives) -> None:
    """Who waits has the same link; no square but that of the seat is in view, or a friend might scan it."""
    waits, other = arrives(server.url, PHONE), arrives(server.url, PHONE)
    seat = clients.opened(server.url, "junior", "Ann", free=1)[0]
    waits.remembers(seat, "junior")
    waits.goes(f"/t/{seat['code']}")
    waits.press("Continue on another device")
    square = waits.page.get_by_role("dialog").get_by_role("img", name="My seat as a QR code")
    square.wait_for()
    other.goes(square.get_attribute("data-text") or "")
    other.page.locator(".sitting", has_text="Ann (you)").wait_for()


def test_the_door_asks_once_for_a_table_that_there_is_not(server: Process, arrives: Arrives) -> None:
    """Wrong codes are counted for all at one address, so a page that stays open names its code no more."""
    ann = arrives(server.url, PHONE)
    ann.page.clock.install()
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.goes("/t/AAAAAA")
    expect(ann.page.get_by_role("alert")).to_contain_text("AAAAAA")
    ann.lets_pass(20_000)
    assert [url.rpartition("/")[2] for url in asked if "/api/tables/" in url] == ["AAAAAA"]
    ann.complaints = [told for told in ann.complaints if "404" not in told]


def test_why_nobody_is_let_in_stands_while_it_is_so(server: Process, arrives: Arrives) -> None:
    """At a table that nobody may watch no page says that a connection was lost; it asks again later."""
    shut = clients.opened(server.url, "junior", "Ann", "Ben", watching=False)[0]["code"]
    dora = arrives(server.url, PHONE)
    dora.page.clock.install()
    asked: list[str] = []
    dora.page.on("websocket", lambda socket: asked.append(socket.url))
    dora.page.goto(f"/watch/{shut}")
    told = dora.page.locator("main", has_text="no onlookers")
    told.wait_for()
    dora.lets_pass(64_000)
    assert len(asked) == 2
    expect(told).to_have_count(1, timeout=1)
    expect(dora.page.locator(".lost p")).to_have_count(0)


@pytest.mark.parametrize("code", ["", "AAAAAA"], ids=["there", "not there"])
def test_the_door_says_that_the_server_is_away_while_it_is(
    code: str, server: Process, arrives: Arrives
) -> None:
    """Once the server answers, the page says what it answers, be it that there is no such table."""
    there = clients.opened(server.url, "junior", "Ann", free=1)[0]["code"]
    dora = arrives(server.url, PHONE)
    dora.page.clock.install()
    dora.page.route("**/api/tables/*", lambda asked: asked.abort())
    dora.page.goto(f"/t/{code or there}")
    away = dora.page.get_by_text("The server cannot be reached")
    away.wait_for()
    dora.page.unroute_all()
    dora.lets_pass(8_000)
    expect(away).to_have_count(0)
    if not code:
        dora.button("Take a chair").wait_for()
        dora.page.route("**/api/tables/*", lambda asked: asked.abort())
        dora.lets_pass(8_000)
        away.wait_for()
        dora.page.unroute_all()
        dora.lets_pass(8_000)
        expect(away).to_have_count(0)
    dora.complaints = []


TAKEN = "addEventListener('copy', () => { window.taken = document.activeElement.value })"


def test_the_link_to_go_on_elsewhere_is_in_sight_and_can_be_taken_along(
    server: Process, arrives: Arrives
) -> None:
    """Without encryption too, as at home, where a page may copy only what it selects in the open dialog."""
    person = arrives(server.url, PHONE)
    person.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    person.page.add_init_script(TAKEN)
    person.sits(clients.opened(server.url, "junior", "Ann", "Ben", days=3)[0], "junior")
    person.press("This table")
    person.press("Continue on another device")
    square = person.page.get_by_role("img", name="My seat as a QR code")
    expect(square).to_be_in_viewport(ratio=1)
    expect(person.button("Copy the link")).to_be_in_viewport(ratio=1)
    person.press("Copy the link")
    person.button("Copied").wait_for()
    assert person.page.evaluate("taken") == square.get_attribute("data-text")


def test_the_keys_of_a_table_are_listed_where_there_may_be_keys(server: Process, arrives: Arrives) -> None:
    """Not for a finger on a phone, but beside a mouse, and for whoever opens the panel by a key."""
    person = arrives(server.url, PHONE)
    person.sits(clients.opened(server.url, "junior", "Ann", "Ben", days=3)[0], "junior")
    keys = person.page.get_by_role("list", name="Keys")
    person.press("This table")
    person.button("Continue on another device").wait_for()
    assert keys.count() == 0
    person.press("Close")
    person.button("This table").press("Enter")
    keys.wait_for()


@pytest.mark.parametrize("way", ["Bots in the open chairs", "Only who is here"])
def test_a_match_begins_without_those_who_are_awaited_only_if_that_is_meant(
    way: str, server: Process, arrives: Arrives
) -> None:
    """Whoever wants to begin is asked about the others, and which bot it may be instead of them."""
    seats = clients.opened(server.url, "traditional", "Ann", "Ben", free=1, days=7)
    ben, dora = arrives(server.url, PHONE), arrives(server.url, WIDE)
    ben.remembers(seats[1], "traditional")
    for person in (ben, dora):
        person.goes(f"/t/{seats[0]['code']}")
    dora.button("Take a chair").wait_for()
    assert ben.page.locator(".begin .main").count() == 0
    for answer in ("Wait", "Begin now"):
        assert clients.get(server.url, f"tables/{seats[0]['code']}")["stage"] == "gathering"
        ben.press(way)
        ben.page.get_by_text("Whoever has not come yet can then no longer sit down.").wait_for()
        if way.startswith("Bots"):
            ben.page.get_by_label("Who plays there").select_option("casual:1")
        ben.button(answer).dispatch_event("click")  # a finger so soon would be taken for an echo
    ben.page.locator(".doing").wait_for()
    dora.page.get_by_text("The match has begun without you: nobody else can sit down now.").wait_for()
    bots = [chair["bot"] for chair in clients.get(server.url, f"tables/{seats[0]['code']}")["chairs"]]
    assert bots == (["", "", "casual:1"] if way.startswith("Bots") else ["", ""])


def test_who_looks_on_before_the_match_may_yet_sit_down(server: Process, arrives: Arrives) -> None:
    """The waiting room says that one is watching, and leads to the door as long as a chair is open."""
    seats = clients.opened(server.url, "junior", "Ann", free=2)
    dora = arrives(server.url, WIDE)
    dora.goes(f"/watch/{seats[0]['code']}")
    dora.page.get_by_text("You are watching.").wait_for()
    way_in = dora.page.get_by_role("link", name="Take a chair")
    way_in.click()
    dora.page.get_by_label("Your name").fill("Dora")
    dora.press("Take a chair")
    dora.page.get_by_text("Dora (you)").wait_for()
    late = arrives(server.url, WIDE)
    late.goes(f"/watch/{seats[0]['code']}")
    late.page.get_by_role("link", name="Take a chair").wait_for()


def test_who_reloads_or_comes_late_finds_the_log_and_the_dice_set_aside(
    server: Process, arrives: Arrives
) -> None:
    """A reload shows what was told and the same dice aside, after another throw too; the log is for all."""
    seats = clients.opened(server.url, "traditional", "Ann", "Ben")
    ann = arrives(server.url, PHONE)
    ann.remembers(seats[0], "traditional")
    ann.goes(f"/t/{seats[0]['code']}")
    ann.press(ann.page.locator(MAIN))
    for throw in (1, 2):
        ann.page.locator("button.hold[aria-disabled=false]").first.wait_for()
        ann.press(ann.page.locator("button.hold").nth(throw))
        ann.page.locator("button.hold[aria-pressed=true]").nth(throw - 1).wait_for()
        aside, log = ann.page.locator("button.hold[aria-pressed=true]").count(), ann.log()
        dice = ann.dice()
        ann.page.reload()
        ann.page.locator("button.hold[aria-pressed=true]").nth(throw - 1).wait_for()
        assert (ann.dice(), ann.page.locator("button.hold[aria-pressed=true]").count()) == (dice, aside)
        assert ann.log() == log
        if throw == 1:
            ann.press(ann.page.locator(MAIN))
            ann.page.get_by_role("img", name="2 of 3 throws made").wait_for()
    late = arrives(server.url, PHONE)
    late.goes(f"/watch/{seats[0]['code']}")
    late.page.locator(".log p").nth(len(log) - 1).wait_for(state="attached")
    assert late.log() == log


def test_play_now_asks_against_whom_and_remembers(
    server: Process, arrives: Arrives, pictures: Pictures
) -> None:
    """Faces, names and strengths stand in the row of the button; a bot at the table is somebody."""
    ann = arrives(server.url, PHONE)
    ann.goes("/")
    ann.page.get_by_label("You play against").select_option("Pip, beginner")
    pictures(ann, f"rival-{ann.page.viewport_size['width']}.png")  # type: ignore[index]
    ann.press("Play now: Junior")
    ann.page.locator(".plates").get_by_text("Pip", exact=True).wait_for()
    ann.page.locator(".plates .somebody").wait_for()
    assert clients.get(server.url, f"tables/{ann.page.url[-6:]}")["chairs"][1]["bot"] == "casual:1"
    ann.goes("/")
    assert ann.page.get_by_label("You play against").input_value() == "casual:1"
    ann.page.get_by_text("Plays for fun.").wait_for()


def test_what_is_wrong_with_a_table_is_in_view(server: Process, arrives: Arrives) -> None:
    """Also far down the first page, where the button is that was pressed; pressed again, it is told anew."""
    ann = arrives(server.url, PHONE)
    ann.goes("/")
    ann.page.route("**/api/tables", lambda asked: asked.abort())
    ann.press("Play now: Yacht")
    told = ann.page.locator(".home > .wrong")
    expect(told).to_have_text("The server cannot be reached; try again in a moment.")
    expect(told).to_be_in_viewport(ratio=1)
    assert ann.barred() == []
    ann.page.unroute_all()
    ann.press("Play now: Yacht")
    ann.page.locator(".doing").wait_for()
    ann.complaints = [told for told in ann.complaints if "ERR_FAILED" not in told]


def test_who_plays_alone_says_so_where_a_game_can_be_played_by_one(server: Process, arrives: Arrives) -> None:
    """Nobody is among the opponents, but not in showdown; a table's second chair can be taken away, too."""
    ann = arrives(server.url, PHONE)
    ann.goes("/")
    ann.page.get_by_label("You play against").select_option("Nobody, alone")
    ann.page.get_by_text("Games for two or more players are against Juno.").wait_for()
    ann.press("Play now: Traditional")
    ann.page.locator(".doing").wait_for()
    assert len(clients.get(server.url, f"tables/{ann.page.url[-6:]}")["chairs"]) == 1
    ann.opens("showdown", "Ann")
    assert ann.button("Remove chair 2").is_disabled()
    ann.opens("junior", "Ann")
    ann.press("Remove chair 2")
    ann.press("Open the table")
    ann.page.locator(".doing").wait_for()
    assert len(clients.get(server.url, f"tables/{ann.page.url[-6:]}")["chairs"]) == 1
    ann.hurries()
    ann.page.locator(END).wait_for()
    assert ann.page.locator(".laurel, .plate.won, .plate .wins").count() == 0


def test_what_is_said_again_and_again_covers_nothing(server: Process, arrives: Arrives) -> None:
    """The same words count up, in one bubble and one line; two bubbles stand at most, or none if I like."""
    ann, ben = arrives(server.url, PHONE), arrives(server.url, WIDE)
    ann.page.clock.install(time=0)
    meet("traditional", ann, ben)
    ann.page.clock.pause_at(3600)
    bubbles = ann.page.locator(".bubble")
    for told in ("Oh no!", "Oh no! ×2", "Oh no! ×3"):
        says(ben, "Oh no!")
        hears(ann, f"Ben: {told}")
    expect(bubbles).to_have_text(["Ben: Oh no! ×3"])
    for phrase in ("Good luck!", "Well played!"):
        says(ben, phrase)
        hears(ann, f"Ben: {phrase}")
    expect(bubbles).to_have_text(["Ben: Good luck!", "Ben: Well played!"])
    ann.page.clock.run_for(5000)
    expect(bubbles).to_have_count(0)
    ann.page.clock.resume()
    ann.press("This table")
    ann.press(ann.page.get_by_label("Show what people say"))
    ann.page.reload()
    ann.page.locator(".log p").first.wait_for(state="attached")
    assert ann.page.locator(".told-said").count() == 0


def hears(person: Person, told: str) -> None:
    """Waits until that was said last; the page's clock stands but for what it takes to show it."""
    lines = person.page.locator(".told-said")
    for _ in range(500):
        if told in lines.all_inner_texts()[-1:]:
            break
        person.page.clock.run_for(1)
    expect(lines.last).to_have_text(told)
    person.page.clock.run_for(20)


def says(person: Person, phrase: str) -> None:
    """One of the phrases."""
    person.press("Say something")
    person.press(phrase)


@pytest.mark.parametrize(("look", "talks"), [(PHONE, True), (WIDE, False)], ids=["said", "turned off"])
def test_a_bot_has_a_last_word_that_can_be_turned_off(
    look: Look, talks: bool, server: Process, arrives: Arrives
) -> None:
    """At the end it says a line in a bubble, which is in no log; unless I want none."""
    (seat,) = clients.opened(server.url, "junior", "Ann", bots=1)
    ann = arrives(server.url, look)
    ann.remembers(seat, "junior")
    ann.goes(f"/t/{seat['code']}")
    ann.press("This table")
    box = ann.page.get_by_label("Bots say a line now and then")
    if not talks:
        ann.press(box)
    assert box.is_checked() == talks
    ann.press("Close")
    ann.page.evaluate("""() => {
        window.said = []
        const hear = () => document.querySelectorAll('.bubble').forEach(one => said.push(one.textContent))
        new MutationObserver(hear).observe(document.body, {childList: true, subtree: true})
    }""")
    ann.hurries()
    ann.page.locator(".end").wait_for()
    if talks:
        ann.page.wait_for_function("said.some(line => line.startsWith('Juno: '))")
    said = ann.page.evaluate("said")
    assert bool(said) == talks
    assert not set(said) & set(ann.log())
