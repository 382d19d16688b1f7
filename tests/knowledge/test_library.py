"""The library caches what it finds, and of many cards only the latest."""

from pathlib import Path

import pytest

from fivedice.cards.boxes import Box
from fivedice.cards.scorecard import KEPT_CARDS, Section, Written
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.runtime.library import Library

GOLDEN = Path(__file__).parents[1] / "golden"


def paying(points: int) -> OwnCard:
    """A card of one box that any dice fill, at so many points."""
    return OwnCard(Written(f"Pays {points}", (Section("All", (Box("luck", "any dice", points),)),)))


def test_a_chance_to_win_is_promised_only_where_it_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among several seats, of a game that is known; of score cards only where it can be worked out."""
    for seats in (2, 4):
        assert all(Library.has_wins(game, seats) for game in GAMES.values())
    assert not any(Library.has_wins(game, 1) for game in GAMES.values())
    monkeypatch.setattr("fivedice.runtime.library.has", lambda _: False)
    promised = {name for name, game in GAMES.items() if Library.has_wins(game, 2)}
    assert promised == {"challenge", "junior", "showdown"}


def test_of_very_many_cards_the_last_are_remembered_and_every_answer_is_right(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for points in (*range(KEPT_CARDS + 8), 0, 1):
        game = paying(points)
        assert library(game, 1, "score").worth(game.start(1, 0), 0) == pytest.approx(points, abs=1e-9)
    assert len(library._known) == len(library._points) == KEPT_CARDS


def test_the_total_that_a_game_is_played_for_is_worked_out_once(tmp_path: Path) -> None:
    library, two = Library(tmp_path), paying(2)

    def chance(game: OwnCard, total: int) -> float:
        return library.reach(game, total).worth(game.start(1, 0), 0)

    assert library.reach(two, 2) is library.reach(two, 2)
    assert (chance(two, 2), chance(two, 3), chance(paying(3), 3), chance(two, 2)) == (1, 0, 1, 1)
