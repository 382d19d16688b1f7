"""A card of one's own at a server: where it is allowed, it is a game like the others."""

import json
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

import httpx
import pytest

from fivedice.cards.written import LONGEST_TEXT
from tests.server import clients
from tests.server.asking import asked
from tests.server.own_cards import BOXES, CARD, LARGE, SLOW, TITLE
from tests.server.serving import Process
from tests.table.refusals import assert_sentence

TABLE = {"game": "card", "written": CARD, "chairs": ["", "greedy"], "name": "Ann"}


def over(server: Process) -> clients.Message:
    """The first seat of a match on the card that has ended."""
    return clients.over(server.url, "Ann", "Ben", game="card", seed=3, written=CARD)[0]


def test_a_card_offers_what_a_game_offers(welcoming: Process) -> None:
    """What is told of a card before a table is opened has the fields that games have, and keeps nothing."""
    told = clients.post(welcoming.url, "cards", {"written": CARD})
    games = clients.get(welcoming.url, "games")
    assert games["own_cards"]
    assert all(game.keys() == told.keys() for game in games["games"])
    assert (told["name"], told["title"], told["seats"]) == ("card", TITLE, [1, 5])
    assert told["more"]
    assert told["distribution"]


def test_a_match_on_the_card_leaves_all_that_others_leave(welcoming: Process) -> None:
    """Sheet, rules, spread, record, review and rematch are the card's; its record comes back too."""
    seat = over(welcoming)
    code, url = seat["code"], welcoming.url
    seen = clients.get(url, f"tables/{code}")
    assert (seen["game"], seen["title"]) == ("card", TITLE)
    assert [row["title"] for row in seen["sheet"]["rows"] if row["kind"] == "box"] == list(BOXES)
    rules = clients.get(url, f"tables/{code}/rules")["html"]
    assert f"<h1>{TITLE}</h1>" in rules
    assert "typed" not in rules
    assert sum(clients.get(url, f"tables/{code}/spread")["chances"]) == pytest.approx(1)
    assert TITLE in httpx.get(f"{url}/review/{code}/report", timeout=60).text
    record = httpx.get(f"{url}/api/tables/{code}/record").content
    up = asked(welcoming, "POST", "/api/records", record).json()["code"]
    assert clients.get(url, f"tables/{up}/rules") == clients.get(url, f"tables/{code}/rules")
    (mine,) = clients.post(url, "mine", {"codes": [up]})
    assert mine["title"] == TITLE
    again = clients.post(url, f"tables/{code}/again", {"token": seat["token"]})["code"]
    assert clients.get(url, f"tables/{again}")["options"] == seen["options"]


def test_where_no_cards_are_brought_none_is_played(server: Process, welcoming: Process) -> None:
    """A server does not play them unless it was told to: no table, no look at a card, no record of one."""
    record = httpx.get(f"{welcoming.url}/api/tables/{over(welcoming)['code']}/record").content
    for path, body in (("tables", TABLE), ("cards", {"written": CARD}), ("records", record)):
        answer = asked(server, "POST", f"/api/{path}", body)
        assert answer.status_code == 409
        assert "--own-cards" in answer.json()["sentence"]
        if isinstance(body, dict):
            assert (
                asked(server, "POST", f"/api/{path}", {**body, "written": "no card"}).json() == answer.json()
            )
    assert not clients.get(server.url, "games")["own_cards"]


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"written": CARD.replace("face 5", "phase 5")}, 422, "line 9"),
        ({"written": "title = "}, 422, "'title' has no value"),
        ({"written": "\x00"}, 422, "not valid TOML"),
        ({"written": "x" * (LONGEST_TEXT + 1)}, 422, "A card can have at most 10,000 characters."),
        ({"written": CARD, "options": {"joker": "free"}}, 409, "no options"),
        ({"game": "junior", "written": CARD}, 409, "card"),
        ({"written": ""}, 409, "as TOML in `written`"),
        ({"chairs": [""] * 6}, 409, "1 to 5"),
        ({"chairs": ["", "casual:1"], "written": LARGE}, 409, "So Pip cannot play it; Juno and Dodo can."),
        ({"chairs": ["", "champion"], "written": CARD.replace("goal = 60", "goal = 0")}, 422, "goal"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    change: dict[str, Any], status: int, says: str, welcoming: Process
) -> None:
    """The document is named by line and key, the terms by what is wrong with them."""
    answer = asked(welcoming, "POST", "/api/tables", {**TABLE, **change})
    assert answer.status_code == status
    assert_sentence(answer.json()["sentence"])
    assert says in answer.json()["sentence"]


async def test_a_card_too_large_to_be_solved_has_no_hints(welcoming: Process) -> None:
    """Who asks for one is told why there is none, and nobody reads that one was taken."""
    (seat,) = clients.opened(welcoming.url, "card", "Ann", bots=1, written=LARGE)
    async with clients.Client(welcoming.url, seat["code"], seat["token"]) as ann:
        await ann.asked()
        await ann.say("throw")
        await ann.until(lambda _: ann.you["asked"] == "keep")
        number = ann.picture["number"]
        await ann.say("hint")
        sentence = (await ann.next())["sentence"]
        assert "too large to be solved" in sentence
        assert_sentence(sentence)
        assert ann.picture["number"] == number


@pytest.mark.proof
def test_nobody_waits_for_anothers_card(welcoming: Process) -> None:
    """Whether a card can be solved may take long to find out, when read, for a bot and at the first hint."""
    (seat,) = clients.opened(welcoming.url, "card", "Ann", bots=1, written=SLOW.replace("60", "61"))

    async def asks_for_a_hint() -> None:
        async with clients.Client(welcoming.url, seat["code"], seat["token"]) as ann:
            await ann.asked()
            await ann.say("throw")
            await ann.until(lambda _: ann.you["asked"] == "keep")
            await ann.say("hint")
            await ann.next()

    champion = {**TABLE, "chairs": ["", "champion"], "written": SLOW.replace("60", "62")}
    for slow in (
        lambda: asked(welcoming, "POST", "/api/cards", {"written": SLOW}),
        lambda: asked(welcoming, "POST", "/api/tables", champion),
        lambda: clients.run(asks_for_a_hint()),
    ):
        with ThreadPoolExecutor(1) as pool:
            begun, answer, waits = monotonic(), pool.submit(slow), list[float]()
            while not answer.done():
                before = monotonic()
                assert asked(welcoming, "GET", f"/api/tables/{seat['code']}").status_code == 200
                waits.append(monotonic() - before)
        assert max(waits) < max(1.0, (monotonic() - begun) / 2)


def test_a_record_without_its_card_is_told_what_it_lacks(welcoming: Process) -> None:
    """Whoever brings one may have no terminal, so the option is named as well as a file."""
    lines = httpx.get(f"{welcoming.url}/api/tables/{over(welcoming)['code']}/record").text.splitlines()
    header = {**json.loads(lines[0]), "options": {}}
    record = "\n".join([json.dumps(header), *lines[1:], ""]).encode()
    answer = asked(welcoming, "POST", "/api/records", record)
    assert answer.status_code == 422
    assert "in a record it is the option 'written'" in answer.json()["sentence"]
    assert_sentence(answer.json()["sentence"])


def test_a_card_is_shown_as_text(welcoming: Process) -> None:
    code = clients.opened(
        welcoming.url, "card", "Ann", bots=1, written=CARD.replace(TITLE, "<img src=x onerror=alert(1)>")
    )[0]["code"]
    assert "<img" not in clients.get(welcoming.url, f"tables/{code}/rules")["html"]


def test_the_database_has_the_card_after_a_restart(welcoming: Process) -> None:
    code = clients.opened(welcoming.url, "card", "Ann", bots=1, written=CARD)[0]["code"]
    before = clients.get(welcoming.url, f"tables/{code}")
    welcoming.kill()
    welcoming.start()
    assert clients.get(welcoming.url, f"tables/{code}") == before
