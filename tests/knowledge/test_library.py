"""The library: what is found once is kept, and of very many cards only the last."""

from pathlib import Path

import pytest

from fivedice.cards.boxes import Box
from fivedice.cards.document import Written
from fivedice.cards.scorecard import KEPT_CARDS, Section
from fivedice.games.owncard import OwnCard
from fivedice.library import Library


def paying(points: int) -> OwnCard:
    """A card of one box that any dice fill, at so many points."""
    return OwnCard(Written(f"Pays {points}", (Section("All", (Box("luck", "any dice", points),)),)))


def test_of_very_many_cards_the_last_are_remembered_and_every_answer_is_right(tmp_path: Path) -> None:
    """Strangers may bring ever new cards to a server: what it holds of them does not grow without end."""
    library = Library(tmp_path)
    for points in (*range(KEPT_CARDS + 8), 0, 1):
        game = paying(points)
        assert library(game, 1, "score").worth(game.start(1, 0), 0) == pytest.approx(points, abs=1e-9)
    assert len(library._known) == len(library._points) == KEPT_CARDS
