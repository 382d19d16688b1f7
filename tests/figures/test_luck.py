"""The share of matches with less luck: exact on score cards, measured in junior and showdown."""

from itertools import pairwise

import numpy as np
import pytest

from fivedice.cards import written
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.games.owncard import OwnCard
from fivedice.match.setup import Player, Setup, game_called
from fivedice.statistics import kinds, luck
from fivedice.statistics.luck import DIGITS, with_less
from tests.typed import as_a

MEASURED = luck.measured()


def test_every_game_without_totals_is_measured_with_each_number_of_seats() -> None:
    without = [game for game in GAMES.values() if card_of(game) is None]
    wanted = [kinds.kind(Setup(game, (Player("Ann"),) * seats)) for game in without for seats in game.seats]
    assert list(MEASURED) == wanted
    assert all(len(known.quantiles) == 100 and known.count >= 2000 for known in MEASURED.values())


@pytest.mark.parametrize("kind", MEASURED)
def test_more_luck_is_never_less_lucky(kind: str) -> None:
    shares = [as_a(float, with_less(number, kind, 1, None)) for number in np.linspace(-60, 60, 1000)]
    assert all(one <= other for one, other in pairwise(shares))
    assert (shares[0], shares[-1]) == (0.0, 1.0)


def test_equal_luck_is_not_less() -> None:
    """Alone in junior luck differs by whole columns, so that matches often have the same."""
    known, close = MEASURED["junior for 1"].quantiles, 0.1 * 10**-DIGITS
    shares = [with_less(known[50] + by, "junior for 1", 1, None) for by in (-close, 0.0, close, 0.01)]
    less, no_more = (sum(one < known[50] + by for one in known) / 100 for by in (0.0, 0.01))
    assert shares == [less, less, less, no_more]
    assert less < no_more


@pytest.mark.parametrize("kind", ["junior for 5", "showdown pawns=8,0 for 2", "traditional joker=forced"])
def test_nothing_is_said_of_a_kind_that_was_not_measured(kind: str) -> None:
    """Other numbers of seats or options would be other luck; cards have their exact totals."""
    assert with_less(0.0, kind, 1, None) is None


def test_totals_are_exact_where_they_are_known() -> None:
    alike = np.full(4, 1 / 4)
    assert [with_less(number, "", 1, alike) for number in (-2, -1.5, -0.5, 0.5, 2)] == [0, 0, 0.25, 0.5, 1]
    assert with_less(0.0, "", 2, alike) == pytest.approx(6 / 16)


# --- Kinds of matches ---------------------------------------------------------------------------------------


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
