"""The end of a match: other for who won and who lost, luck against choices, and who waits at the rematch."""

import re
import time
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from fivedice.notation import record
from fivedice.table.terms import Terms
from tests.golden import make
from tests.server import clients
from tests.server.browsing import AT_THE_EDGE, PHONE, WIDE, Look, Person, both_ended, ended, play_out
from tests.server.serving import Process
from tests.server.stored import put

Arrives = Callable[[str, Look], Person]


def back_at(person: Person, seat: clients.Message, game: str) -> Person:
    """Somebody who sits at a match that is over."""
    person.remembers(seat, game)
    person.goes(f"/t/{seat['code']}")
    person.page.locator(".end").wait_for()
    return person


@pytest.mark.parametrize("look", [WIDE, PHONE], ids=["mouse", "touch"])
@pytest.mark.parametrize("game", ["junior", "piecepack"])
def test_the_end_says_how_luck_and_choices_went(
    game: str, look: Look, server: Process, arrives: Arrives
) -> None:
    """It stands at once, and what has to be worked out comes below without moving a button.

    On paper there is nothing to press, no board is cut in two, and everybody's card stands there. Open rules
    are printed alone, and to their end.
    """
    seat = ended(server.url, game, watching=False)
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


def test_who_wins_a_roll_off_stands_before_who_loses_it(server: Process, arrives: Arrives) -> None:
    """Both have as much, and the winner sits after the other."""

    def tied(message: clients.Message) -> None:
        if "picture" in message:
            message["picture"] |= {"scores": [9, 9], "winners": [1]}

    ann = arrives(server.url, WIDE)
    ann.hears(tied)
    back_at(ann, ended(server.url, "junior"), "junior")
    expect(ann.page.locator(".ranking .who")).to_have_text(["Ben", "Ann"])


def test_no_turns_are_counted_once_there_are_none(server: Process, arrives: Arrives) -> None:
    """Beside the red die of showdown stands how many the Showdown Round still has, while it has any."""
    ann = back_at(arrives(server.url, WIDE), ended(server.url, "showdown"), "showdown")
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


def test_winner_and_loser_see_another_end(server: Process, arrives: Arrives) -> None:
    """A wreath and by how much for the one; for the other how far behind."""
    ann, ben = match_of_two(server, arrives)
    looks = {str(person.page.locator(".end").get_attribute("class")).split()[-1] for person in (ann, ben)}
    told = sorted(person.text(".end .kind").lower() for person in (ann, ben))
    if looks == {"won"}:
        assert told == ["you share the win"] * 2
    else:
        assert looks == {"won", "beaten"}
        lost, won = told
        assert won.replace("win", "lose") == lost


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
    ben.press(comes[0])
    for person in (ann, ben):
        person.page.locator(".doing").wait_for()
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


@pytest.mark.parametrize("look", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_match_is_ranked_among_mine(look: Look, server: Process, arrives: Arrives) -> None:
    """Among those of the same game that this browser has played to the end."""
    ann = arrives(server.url, look)
    seats = [ended(server.url, "junior") for _ in range(2)]
    ann.keeps("seats", [{**seat, "game": "junior", "when": int(time.time() * 1000)} for seat in seats])
    ann.goes(f"/t/{seats[1]['code']}")
    expect(ann.page.locator(".rank")).to_have_text(
        re.compile(r"^Your (best|2nd best) of 2 matches of Junior for 2\.$")
    )
    ann.page.locator(".tally").wait_for()


def test_the_end_says_who_has_won_how_many_this_evening(server: Process, arrives: Arrives) -> None:
    """Of all matches in a row with somebody who plays here, of whatever game; a shared win is one for each.

    One with others in between is none of them, nor one by correspondence, or of hours before. It says that
    these are mine on this device, which knows of no others.
    """
    evening = [
        (5, ended(server.url, "junior")),
        (4, ended(server.url, "yatzy")),
        (3, ended(server.url, "junior")),
    ]
    with_cid = clients.opened(server.url, "junior", "Ann", "Cid")
    play_out(server.url, with_cid)
    others = [(4, with_cid[0]), (4, ended(server.url, "junior", days=2)), (12, ended(server.url, "junior"))]
    hour, now = 3_600_000, int(time.time() * 1000)
    ann = arrives(server.url, WIDE)
    ann.keeps(
        "seats", [{**seat, "game": "junior", "when": now - ago * hour} for ago, seat in evening + others]
    )
    won = Counter[str]()
    for many, (_, seat) in enumerate(evening, start=1):
        ann.goes(f"/t/{seat['code']}")
        table = clients.get(server.url, f"tables/{seat['code']}")
        won.update({chair["name"]: int(at in table["winners"]) for at, chair in enumerate(table["chairs"])})
        if many == 1:
            ann.page.locator(".rank").wait_for()
            assert ann.page.locator(".tally").count() == 0
            continue
        told = " and ".join(f"{name} {wins}" for name, wins in won.most_common())
        expect(ann.page.locator(".tally")).to_have_text(
            f"Won so far in {many} matches in a row on this device: {told}."
        )
    ann.goes("/records")
    rows = ann.page.get_by_role("region", name="Matches, player by player").locator("tbody tr")
    expect(rows).to_have_count(2)
    (ben, *with_ben), (cid, played, mine, theirs) = (row.split("\t") for row in rows.all_inner_texts())
    assert (ben, with_ben[0]) == ("Ben", "5")
    assert (cid, played) == ("Cid", "1")
    assert 1 <= int(mine) + int(theirs) <= 2
    bests = ann.page.get_by_role("region", name="Bests, game by game").locator("tbody th")
    assert sorted(bests.all_inner_texts()) == ["Junior for 2 columns", "Yatzy points"]


@pytest.mark.parametrize("look", [WIDE, PHONE], ids=["wide", "phone"])
def test_what_is_tried_from_a_step_is_practice(look: Look, server: Process, arrives: Arrives) -> None:
    """It stands among my matches as such, counts in none of my bests, and is not ranked among them."""
    real = ended(server.url, "traditional")
    last = clients.get(server.url, f"tables/{real['code']}/steps/0")["of"] - 1
    body = {"number": last, "seat": 0, "name": "Ann"}
    tried = clients.post(server.url, f"tables/{real['code']}/try", body)
    play_out(server.url, [tried])
    ann = arrives(server.url, look)
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


@pytest.mark.parametrize("look", [WIDE, PHONE], ids=["wide", "phone"])
def test_what_the_game_played_for_me_is_none_of_my_matches(
    look: Look, server: Process, arrives: Arrives
) -> None:
    """Who left before the first throw reads so; no win, best, mean, cost or rival counts it (R6)."""
    left, played = clients.opened(server.url, "junior", "Ann", "Ben"), ended(server.url, "junior")
    play_out(server.url, left, leaving=0)
    ann = arrives(server.url, look)
    ann.keeps("seats", [{**one, "game": "junior", "when": 0} for one in (left[0], played)])
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
    first, second = both_ended(server.url, "junior")
    return (
        back_at(arrives(server.url, WIDE), first, "junior"),
        back_at(arrives(server.url, PHONE), second, "junior"),
    )
