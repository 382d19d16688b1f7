"""The end of a match, and what a table makes much of before: moments, drawn dice, bonuses."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from fivedice.notation import record
from fivedice.table.terms import Terms
from tests.golden import make
from tests.server import clients
from tests.server.browsing import (
    AT_THE_EDGE,
    CHOICES,
    MAIN,
    PHONE,
    WIDE,
    Look,
    Person,
    both_ended,
    ended,
    play,
    play_out,
    played,
    shown,
)
from tests.server.serving import Process
from tests.server.stored import put

Arrives = Callable[[str, Look], Person]


def back_at(person: Person, seat: clients.Message, game: str) -> Person:
    """Somebody who sits at a match that is over."""
    person.remembers(seat, game)
    person.goes(f"/t/{seat['code']}")
    person.page.locator(".end").wait_for()
    return person


@pytest.mark.parametrize(("game", "look"), [("junior", PHONE), ("piecepack", WIDE)])
def test_the_end_says_how_luck_and_choices_went(
    game: str, look: Look, server: Process, arrives: Arrives
) -> None:
    """It stands at once, and what has to be worked out comes below without moving a button."""
    seat = ended(server, game, watching=False)
    ann = back_at(arrives(server.url, look), seat, game)
    place = ann.button("Rematch").bounding_box()
    expect(ann.page.locator(".end .kind")).to_have_text(re.compile("^You (win|lose|share the win)"))
    expect(ann.page.locator(".account .plain-words")).to_have_text(
        re.compile(r"^You were .+ (luckier|unluckier|lucky) .+, and your choices cost .+\.$"), timeout=90_000
    )
    assert ann.button("Rematch").bounding_box() == place
    assert ann.page.locator(".account dd .face-icon").count() >= 5
    assert ann.barred() == []
    ann.page.emulate_media(media="print")
    assert ann.page.evaluate(AT_THE_EDGE, ".end") == []
    assert ann.page.locator("main .button:visible").count() == 0
    assert ann.page.locator("main .board").evaluate("one => getComputedStyle(one).breakInside") == "avoid"
    if game == "piecepack":
        assert ann.page.locator(".all-cards").is_visible()
        assert not ann.page.locator(".one-card").is_visible()
        assert ann.page.locator(".all-cards").evaluate("one => getComputedStyle(one).overflowX") == "visible"
    ann.page.emulate_media(media="screen")
    ann.press("Rules")
    ann.page.locator(".rules h1, .rules h2").first.wait_for()
    ann.page.emulate_media(media="print")
    body = ann.page.locator("dialog .body")
    assert body.evaluate("one => one.scrollHeight <= one.parentElement.clientHeight")
    assert ann.page.locator("dialog").evaluate("one => one.scrollHeight <= one.clientHeight")
    assert not ann.page.locator("main").is_visible()


def test_no_turns_are_counted_once_there_are_none(server: Process, arrives: Arrives) -> None:
    """Beside the red die of showdown stands how many the Showdown Round still has, while it has any."""
    ann = back_at(arrives(server.url, WIDE), ended(server, "showdown"), "showdown")
    expect(ann.page.locator(".head p")).to_have_text("Showdown Round")


@pytest.mark.parametrize("game", ["traditional", "junior"])
def test_the_result_is_in_sight_wherever_the_page_was(game: str, server: Process, arrives: Arrives) -> None:
    """In large type on a phone the last choice may be far down: the page does not stay there."""
    played = record.replay((make.FOLDER / f"{game}-1seats.jsonl").read_bytes()).match
    terms = Terms(game, ("",), first=played.setup.first)
    (seat,) = put(server.database, terms, ("Ann",), played.events[:-1])
    ann = arrives(server.url, PHONE)
    ann.sets_type(32)
    ann.sits(seat, game)
    ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    ann.hurries()
    ann.page.locator(".account").wait_for()
    expect(ann.page.locator("#result")).to_be_in_viewport()


def test_the_rematch_says_who_waits_for_whom(server: Process, arrives: Arrives) -> None:
    """By name, at the rematch and at the match that is over; also for somebody called as a bot there is."""
    seats = clients.opened(server.url, "junior", "Ann", "Juno", bots=1)
    play_out(server.url, seats)
    ann, juno = (back_at(arrives(server.url, WIDE), seat, "junior") for seat in seats)
    ann.press("Rematch")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Waiting for Juno")
    ann.page.get_by_text("Juno need only press “To the rematch” at the end of the last match.").wait_for()
    expect(juno.page.locator(".at-rematch")).to_have_text("Ann is at the rematch and waits for you.")
    ann.goes("/")
    ann.page.locator(".going-on").get_by_text("Waiting for Juno").wait_for()


def test_one_press_brings_me_to_the_rematch(server: Process, arrives: Arrives) -> None:
    """Nobody is asked for a name again; of who finds no chair there the rematch's door says why."""
    ann, ben = match_of_two(server, arrives)
    also_ben = arrives(server.url, WIDE)
    also_ben.keeps("seats", ben.page.evaluate("JSON.parse(localStorage.getItem('fivedice.seats'))"))
    also_ben.goes(ben.page.url)
    ann.press("Rematch")
    comes = [person.page.get_by_role("link", name="To the rematch") for person in (ben, also_ben)]
    comes[1].wait_for()
    also_ben.page.route("**/api/tables/*", lambda _: None)  # it does not hear that the rematch begins
    ben.press(comes[0])
    for person in (ann, ben):
        person.page.locator(".doing").wait_for()
    also_ben.page.unroute_all()
    also_ben.press(comes[1])
    also_ben.page.get_by_text("The match has begun without you: nobody else can sit down now.").wait_for()
    assert len({person.page.url for person in (ann, ben, also_ben)}) == 1
    also_ben.complaints = [text for text in also_ben.complaints if "409" not in text]


def test_who_is_left_out_of_the_rematch_reads_so_and_can_ask_for_another(
    server: Process, arrives: Arrives
) -> None:
    """Nobody waits there any more: they may look on, or ask again, and then the others find that match."""
    (ann, ben), looker = match_of_two(server, arrives), arrives(server.url, WIDE)
    looker.goes(f"/watch/{ann.page.url[-6:]}")
    ann.press("Rematch")
    ann.press("Alone")
    ann.button("Begin now").dispatch_event("click")  # a finger so soon would be taken for an echo
    ann.page.locator(".doing").wait_for()
    expect(ben.page.locator(".at-rematch")).to_have_text("The rematch began without you.")
    expect(looker.page.locator(".at-rematch")).to_have_text("Ann is at the rematch.")
    watch = [person.page.get_by_role("link", name="Watch the rematch") for person in (ben, looker)]
    assert {str(link.get_attribute("href")) for link in watch} == {f"/watch/{ann.page.url[-6:]}"}
    assert ben.barred() == []
    ben.press("Rematch")
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Waiting for Ann")
    expect(looker.page.locator(".at-rematch")).to_have_text("Ben is at the rematch and waits for Ann.")


def test_a_match_is_ranked_among_mine(server: Process, arrives: Arrives) -> None:
    """Among those of the same game that this browser has played to the end."""
    ann = arrives(server.url, PHONE)
    seats = [ended(server, "junior") for _ in range(2)]
    ann.keeps("seats", [{**seat, "game": "junior", "when": int(time.time() * 1000)} for seat in seats])
    ann.goes(f"/t/{seats[1]['code']}")
    expect(ann.page.locator(".rank")).to_have_text(
        re.compile(r"^(Your best of|Number 2 of your) 2 matches of Junior for 2\.$")
    )
    ann.page.locator(".tally").wait_for()


def test_what_is_tried_from_a_step_is_practice(server: Process, arrives: Arrives) -> None:
    """It stands among my matches as such, counts in none of my bests, and is not ranked among them."""
    real = played(server.url, "traditional")
    last = clients.get(server.url, f"tables/{real['code']}/steps/0")["of"] - 1
    body = {"number": last, "seat": 0, "name": "Ann"}
    tried = clients.post(server.url, f"tables/{real['code']}/try", body)
    play_out(server.url, [tried])
    ann = arrives(server.url, PHONE)
    ann.keeps("seats", [{**one, "game": "traditional", "when": 0} for one in (tried, real)])
    ann.goes("/records")
    names = ann.page.locator(".match h2")
    expect(names).to_have_text(["Traditional practice", "Traditional"])
    expect(ann.page.locator(".bests td").first).to_have_text("1")
    ann.page.locator(".spread").wait_for()
    assert ann.page.locator(".spread .mine circle").count() == 1
    for seat in (tried, real):
        ann.goes(f"/t/{seat['code']}")
        ann.page.locator(".account dl, .account p:not(.soft)").first.wait_for()
        assert ann.page.locator(".rank").count() == 0


def test_what_the_game_played_for_me_is_none_of_my_matches(server: Process, arrives: Arrives) -> None:
    """Who left before the first throw reads so; no win, best, mean, cost or rival counts it (R6)."""
    left, seen = clients.opened(server.url, "junior", "Ann", "Ben"), ended(server, "junior")
    play_out(server.url, left, leaving=0)
    ann = arrives(server.url, PHONE)
    ann.keeps("seats", [{**one, "game": "junior", "when": 0} for one in (left[0], seen)])
    ann.goes(f"/t/{left[0]['code']}")
    expect(ann.page.locator(".end .kind")).to_have_text("The match is over")
    expect(ann.page.locator(".end .credit")).to_have_text(
        re.compile(
            r"^The game made all your \d+ decisions in this match .+; it does not count among your match"
        )
    )
    expect(ann.page.locator(".account .plain-words")).to_have_text(
        re.compile(r", and the game's choices for you cost .+\.$"), timeout=90_000
    )
    assert ann.page.locator(".rank, .tally, .laurel").count() == 0
    assert ann.barred() == []
    ann.goes("/records")
    expect(ann.page.locator(".match .how")).to_have_text(["The game played for you", re.compile("^You ")])
    expect(ann.page.locator(".bests td").first).to_have_text("1")
    expect(ann.page.locator(".company td").first).to_have_text("1")
    expect(ann.page.get_by_role("button", name="Look back at one match")).to_be_visible()
    ann.goes(f"/review/{left[0]['code']}#2")
    expect(ann.page.locator("main")).to_contain_text(re.compile(r"You\s*\(the game\)\s*kept all five"))
    expect(ann.page.get_by_role("rowheader", name="The game's choices")).to_be_visible()


def match_of_two(server: Process, arrives: Arrives) -> tuple[Person, Person]:
    """Ann and Ben at the end of their match."""
    first, second = both_ended(server, "junior")
    return (
        back_at(arrives(server.url, WIDE), first, "junior"),
        back_at(arrives(server.url, PHONE), second, "junior"),
    )


MOVING: Look = {"reduced_motion": "no-preference"}
A_BIT = 100
"""Milliseconds, of which a moment lasts many."""
BONUS = {"kind": "bonus", "seat": 0, "what": "Upper bonus", "pays": 35}


def sits(person: Person, game: str) -> Person:
    """Somebody with the first turn at a table with a bot, who takes boxes at once."""
    seat = clients.opened(person.url, game, "Ann", bots=1)[0]
    person.remembers(seat, game)
    person.keeps("settings", {"taking": "now"})
    person.goes(f"/t/{seat['code']}")
    person.page.locator(MAIN).wait_for()
    return person


def two_at(arrives: Arrives, server: Process, game: str, look: Look) -> tuple[Person, Person]:
    """Ann with this look and Ben at a desk, at a new table."""
    people = arrives(server.url, look), arrives(server.url, WIDE)
    for person, seat in zip(people, clients.opened(server.url, game, "Ann", "Ben"), strict=True):
        person.remembers(seat, game)
        person.keeps("settings", {"taking": "now"})
        person.goes(f"/t/{seat['code']}")
    return people


def hears_of_a_bonus(person: Person) -> Person:
    """Somebody to whom every throw is told as if a bonus came of it."""

    def change(message: clients.Message) -> None:
        if "throw" in message.get("entry", {}).get("event", {}):
            message["feats"] = [BONUS]

    person.hears(change)
    return person


def stands_still(person: Person) -> None:
    """From now on time passes in the page only as it is told to."""
    person.page.clock.install(time=0)
    person.page.clock.pause_at(3600)


def has_its_moment(person: Person) -> Locator:
    """Lets just so much time pass as it takes to come and to hear of presses: then it stands, for ever."""
    moment = person.page.locator(".moment")
    for _ in range(5000):
        if moment.count():
            break
        person.page.clock.run_for(A_BIT)
    person.page.clock.run_for(A_BIT)
    expect(moment).to_be_visible()
    return moment


@pytest.mark.parametrize("look", [{**WIDE, **MOVING}, PHONE], ids=["mouse", "calm touch"])
def test_a_moment_holds_nothing_up(look: Look, server: Process, arrives: Arrives) -> None:
    """It says who and what, and covers no button; the press that ends it acts, too."""
    ann = sits(hears_of_a_bonus(arrives(server.url, look)), "traditional")
    stands_still(ann)
    ann.press(ann.page.locator(MAIN))
    moment = has_its_moment(ann)
    expect(moment).to_have_text(re.compile(r"Ann\s+Upper bonus\s+\+35"))
    calm = "reduced_motion" not in look
    assert ("plain" in str(moment.get_attribute("class"))) == calm
    assert (moment.locator(".spark").count() == 0) == calm
    assert ann.page.evaluate(COVERED) == []
    ann.press(ann.page.locator("button.hold").first)
    expect(moment).to_have_count(0)
    expect(ann.page.locator("button.hold").first).to_have_attribute("aria-pressed", "true")


COVERED = """() => {
    const box = document.querySelector('.moment').getBoundingClientRect()
    const isUnder = ({left, right, top, bottom}) =>
        left < box.right && right > box.left && top < box.bottom && bottom > box.top
    const all = [...document.querySelectorAll('button, a')].filter(one => one.checkVisibility())
    return all.filter(one => isUnder(one.getBoundingClientRect())).map(one => one.textContent)
}"""


def test_a_column_taken_has_its_moment(server: Process, arrives: Arrives) -> None:
    """What happened is the server's to say: a junior token in a column."""
    ann, _ = two_at(arrives, server, "junior", PHONE)
    play(ann, until=lambda: ann.sees() == CHOICES)
    stands_still(ann)
    ann.press(shown(ann.page, CHOICES))
    expect(has_its_moment(ann)).to_have_text(re.compile(r"Ann\s+\S.* [1-5]\s+\+[1-5]"))
    ann.page.clock.resume()  # axe takes its time, too
    assert ann.barred() == []


FLIES = """() => {
    window.flown = []
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, how) {
        if (this.matches('.figure')) flown.push([this.textContent, frames[0].transform])
        return animate.call(this, frames, how)
    }
}"""


@pytest.mark.parametrize("look", [{**PHONE, **MOVING}, WIDE], ids=["touch", "calm"])
def test_points_fly_from_the_dice_to_their_box(look: Look, server: Process, arrives: Arrives) -> None:
    """Those that were just written, once, from elsewhere; where nothing moves they stand there at once."""
    ann, ben = two_at(arrives, server, "traditional", look)
    play(ann, ben, until=ann.is_asked)
    ann.page.evaluate(FLIES)
    play(ann, until=lambda: ann.page.locator(".figure.fresh").count() > 0)
    flown, fresh = ann.page.evaluate("flown"), ann.page.locator(".figure.fresh").all_inner_texts()
    assert [points for points, _ in flown] == (fresh if "reduced_motion" in look else [])
    assert all(re.fullmatch(r"translate\(-?\d.*", way) for _, way in flown)


def test_dice_in_what_is_told_are_drawn(server: Process, arrives: Arrives) -> None:
    """No letters and numbers for them in the log, but the faces of the game, each with its name."""
    ann = sits(arrives(server.url, PHONE), "piecepack")
    ann.press(ann.page.locator(MAIN))
    line = ann.page.locator(".log p", has_text=re.compile("^Ann throws"))
    expect(line.locator(".face-icon svg")).to_have_count(5)
    assert "(" not in line.inner_text()
    names = [str(die.get_attribute("aria-label")) for die in line.locator(".face-icon").all()]
    told = [die.partition(": ")[2].partition(" of ")[0].lower() for die in ann.dice()]
    assert sorted(name.lower() for name in names) == sorted(told)


def test_rules_have_their_dice_drawn(server: Process, arrives: Arrives) -> None:
    """The numerals of the traditional dice need no font of the reader's."""
    ann = sits(arrives(server.url, PHONE), "traditional")
    ann.press("Rules")
    rules = ann.page.locator("article.rules")
    expect(rules.locator(".face-icon svg")).to_have_count(6)
    assert not set("一二三四五六") & set(rules.inner_text())
    assert ann.page.locator(".legend-of-dice li").count() == 6
