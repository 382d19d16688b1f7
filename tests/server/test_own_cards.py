"""A card of one's own at a server: a game like the others, with limits on what is done for it."""

import asyncio
import json
from pathlib import Path
from threading import Semaphore
from typing import Any

import httpx
import pytest

from fivedice.analysis.solver_api import Knowledge
from fivedice.cards import written
from fivedice.cards.written import LONGEST_TEXT
from fivedice.core.rules import Game, IllegalMove
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.runtime.library import Library, known_card, limit_own_cards
from fivedice.server.compute import solving
from fivedice.server.compute.solving import SolverPool
from fivedice.server.protection import rate_limits
from tests.server import clients
from tests.server.asking import asked, refusal
from tests.server.own_cards import BOXES, CARD, LARGE, TITLE
from tests.server.serving import Process, in_thread, unlimited
from tests.table.refusals import assert_sentence

TABLE = {"game": "card", "written": CARD, "chairs": ["", "greedy"], "name": "Ann"}


def over(server: Process) -> clients.Message:
    return clients.over(server.url, "Ann", "Ben", game="card", seed=3, written=CARD)[0]


def test_a_card_offers_what_a_game_offers(welcoming: Process) -> None:
    told = clients.post(welcoming.url, "cards", {"written": CARD})
    games = clients.get(welcoming.url, "games")
    assert games["own_cards"]
    assert all(game.keys() == told.keys() for game in games["games"])
    assert (told["name"], told["title"], told["seats"]) == ("card", TITLE, [1, 5])
    assert told["more"]
    assert told["distribution"]


def test_a_match_on_the_card_leaves_all_that_others_leave(welcoming: Process) -> None:
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
        told = refusal(asked(server, "POST", f"/api/{path}", body), 409)
        assert "--own-cards" in told
        if isinstance(body, dict):
            assert refusal(asked(server, "POST", f"/api/{path}", {**body, "written": "no card"}), 409) == told
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
    assert says in refusal(asked(welcoming, "POST", "/api/tables", {**TABLE, **change}), status)


def test_the_author_of_a_card_reads_the_fault_in_their_language(welcoming: Process) -> None:
    card = 'title = "Ours"\nseats = [4, 1]\n[[sections]]\ntitle = "All"\nboxes = [{ name = "Luck" }]\n'
    headers = {"accept-language": "de"}
    answer = httpx.post(f"{welcoming.url}/api/cards", json={"written": card}, headers=headers)
    told = "Zeile 2, seats: Die kleinste Zahl von Mitspielenden steht zuerst: [1, 4]."
    assert (answer.status_code, answer.json()["sentence"]) == (422, told)


async def test_a_card_too_large_to_be_solved_has_no_hints(welcoming: Process) -> None:
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


def test_a_record_without_its_card_is_told_what_it_lacks(welcoming: Process) -> None:
    lines = httpx.get(f"{welcoming.url}/api/tables/{over(welcoming)['code']}/record").text.splitlines()
    header = {**json.loads(lines[0]), "options": {}}
    record = "\n".join([json.dumps(header), *lines[1:], ""]).encode()
    told = refusal(asked(welcoming, "POST", "/api/records", record), 422)
    assert "in a record it is the option 'written'" in told


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


def card(number: int) -> OwnCard:
    return OwnCard(written.read(_text(number)))


def _text(number: int) -> str:
    return CARD.replace(TITLE, f"Card {number}").replace("bonus = 20", f"bonus = {20 + number}")


class Counting(Library):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.asked = list[str]()
        self.at_once = self.most = 0
        self.go_on = Semaphore(0)

    def __call__(self, game: Game, seats: int, aim: str) -> Knowledge:
        self.asked.append(game.title)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        assert self.go_on.acquire(timeout=60)
        self.at_once -= 1
        return super().__call__(game, seats, aim)


async def test_cards_of_ones_own_are_solved_one_after_another(tmp_path: Path) -> None:
    library = Counting(tmp_path)
    asks = SolverPool(library)
    brought = [asyncio.create_task(asks.knowledge(card(number), 1, "score")) for number in range(3)]
    house = asyncio.create_task(asks.knowledge(GAMES["yacht"], 1, "score"))
    while len(library.asked) < 2:
        await asyncio.sleep(0.01)
    assert sorted(library.asked) == ["Card 0", "Yacht"]
    library.go_on.release(4)
    await asyncio.gather(*brought, house)
    assert library.most == 2


async def test_of_many_cards_few_stay_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "OWN_KEPT", 2)
    library = Library(tmp_path)
    asks = SolverPool(library)
    for game in (GAMES["yacht"], card(0), card(1), card(0), card(2)):
        await asks.knowledge(game, 1, "score")
    titles = ["Yacht", "Card 0", "Card 2"]
    assert [known[0].title for known in asks._known] == titles
    assert [known[0].title for known in library._known] == titles
    assert len(library._points) == len(titles)
    assert await asks.knowledge(card(1), 1, "score")


def test_a_server_solves_no_card_that_fills_its_memory() -> None:
    game = card(0)
    assert known_card(game) == game.card
    limit_own_cards(20)
    try:
        with pytest.raises(IllegalMove, match="more than 20 different fillings"):
            known_card(game)
        assert known_card(GAMES["yacht"])
    finally:
        limit_own_cards(solving.OWN_FILLINGS)


def test_the_largest_cards_of_the_house_would_be_solved_as_ones_own() -> None:
    limit_own_cards(solving.OWN_FILLINGS)
    for name in ("yatzy", "yams", "kniffel"):
        game = GAMES[name]
        assert isinstance(game, OwnCard)
        assert known_card(OwnCard(game.written))


def test_an_address_may_bring_so_many_new_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "CARDS_AN_HOUR", 2)
    settings = unlimited(tmp_path, own_cards=True)
    with in_thread(settings) as url:
        for number in (0, 1, 0, 1):
            assert httpx.post(f"{url}/api/cards", json={"written": _text(number)}).status_code == 200
        table = {"game": "card", "chairs": ["", "greedy"], "name": "Ann"}
        opened = httpx.post(f"{url}/api/tables", json={**table, "written": _text(1)})
        assert opened.status_code == 201
        for path, more in (("cards", {}), ("tables", table)):
            refused = httpx.post(f"{url}/api/{path}", json={**more, "written": _text(2)})
            assert (refused.status_code, refused.json()) == (
                429,
                {"sentence": rate_limits.TOO_MANY_CARDS},
            )
