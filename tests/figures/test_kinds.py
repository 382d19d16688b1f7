"""Matches are compared with those of the same game and options, and of as many players where that matters."""

import pytest

from fivedice.cards import written
from fivedice.games.owncard import OwnCard
from fivedice.match.setup import Player, Setup, game_called
from fivedice.statistics import kinds

ANN, BEN = Player("Ann"), Player("Ben")
CARD = 'title = "{}"\n[[sections]]\ntitle = "All"\nboxes = [{{ name = "Chance" }}, {{ name = "Sixes" }}]'


def own_card(title: str) -> Setup:
    return Setup(OwnCard(written.read(CARD.format(title))), (ANN,))


@pytest.mark.parametrize(
    ("game", "options", "kind", "title"),
    [
        ("traditional", {}, "traditional joker=forced", "Traditional"),
        ("traditional", {"joker": "free"}, "traditional joker=free", "Traditional, joker free"),
        ("junior", {}, "junior for 2", "Junior for 2"),
        ("showdown", {"pawns": "8,0"}, "showdown pawns=8,0 for 2", "Showdown, pawns 8,0 for 2"),
        ("kniffel", {}, "kniffel", "Kniffel"),
    ],
)
def test_the_options_belong_to_the_kind(game: str, options: dict[str, str], kind: str, title: str) -> None:
    setup = Setup(game_called(game, options), (ANN, BEN))
    assert (kinds.kind(setup), kinds.title(setup)) == (kind, title)


def test_own_cards_differ_unless_they_are_equal() -> None:
    one, other = own_card("One"), own_card("Other")
    assert kinds.kind(one) == kinds.kind(own_card("One")) != kinds.kind(other)
    assert kinds.title(one) == "One"
    assert len(kinds.kind(one)) <= 64


def test_the_longest_kind_fits_into_the_database() -> None:
    showdown = Setup(game_called("showdown", {"pawns": "12,8,4,0"}), (ANN, BEN, Player("Cy"), Player("Di")))
    assert len(kinds.kind(showdown)) <= 64
