"""Strangers bring cards of their own: what is done and kept for them has limits."""

import asyncio
from pathlib import Path
from threading import Semaphore

import httpx
import pytest

from fivedice.analysis.solver_api import Knowledge
from fivedice.cards import written
from fivedice.core.rules import Game, IllegalMove
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.runtime.library import Library, known_card, limit_own_cards
from fivedice.server.compute import solving
from fivedice.server.compute.solving import SolverPool
from fivedice.server.protection import rate_limits
from tests.server.own_cards import CARD, TITLE
from tests.server.serving import in_thread, unlimited


def card(number: int) -> OwnCard:
    """One of many cards."""
    return OwnCard(written.read(_text(number)))


def _text(number: int) -> str:
    return CARD.replace(TITLE, f"Card {number}").replace("bonus = 20", f"bonus = {20 + number}")


class Counting(Library):
    """Counts how many questions are answered at once."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.asked = list[str]()
        self.at_once = self.most = 0
        self.go_on = Semaphore(0)

    def __call__(self, game: Game, seats: int, aim: str) -> Knowledge:
        """The knowledge, once the test lets it go on."""
        self.asked.append(game.title)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        assert self.go_on.acquire(timeout=60)
        self.at_once -= 1
        return super().__call__(game, seats, aim)


async def test_cards_of_ones_own_are_solved_one_after_another(tmp_path: Path) -> None:
    """However many are asked for; meanwhile a game of the house is solved beside them."""
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
    """Those that were asked about last; a game of the house stays, and a card that is gone is known again."""
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
    """A terminal does: it is its user's own memory."""
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
    """So nobody's usual card is refused."""
    limit_own_cards(solving.OWN_FILLINGS)
    for name in ("yatzy", "yams", "kniffel"):
        game = GAMES[name]
        assert isinstance(game, OwnCard)
        assert known_card(OwnCard(game.written))


def test_an_address_may_bring_so_many_new_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was brought lately counts no more; one too many is refused by every way there is."""
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
