"""What a score card pays for all rolls at once is what it pays for one after another."""

from hypothesis import given
from hypothesis import strategies as st

from fivedice.bots.greedy import Pays, asked, of_card, pays
from fivedice.cards import filling
from fivedice.cards.scorecard import Written
from fivedice.games import GAMES
from fivedice.games.cardgame import Position, card_of
from fivedice.games.owncard import OwnCard
from fivedice.match.setup import game_called
from tests.cards.drawn import filled, score_cards

CARD_GAMES = [game for game in map(game_called, GAMES) if card_of(game)]


def listed(found: Pays) -> dict[str, list[float]]:
    """The same, to be compared."""
    return {name: paid.tolist() for name, paid in found.items()}


@given(data=st.data())
def test_any_card_pays_at_once_what_it_pays_roll_by_roll(data: st.DataObject) -> None:
    """Points, bonuses of sections and of further Yahtzees, whatever the Joker rules leave to be filled."""
    form = data.draw(score_cards())
    card = data.draw(filled(form, vacant=1))
    game = OwnCard(Written("Drawn", form.sections, form.further))
    assert listed(of_card(form, card)) == listed(asked(game, Position((card,), 0), 0))


@given(data=st.data())
def test_every_game_of_cards_is_answered_for_by_its_card(data: st.DataObject) -> None:
    """What a game says of the second seat is what its card says."""
    game = data.draw(st.sampled_from(CARD_GAMES))
    form = card_of(game)
    assert form
    cards = filling.empty(form), data.draw(filled(form, vacant=1, most_vacant=len(form.names)))
    position = game.position(cards, 1)
    assert listed(pays(game, position, 1)) == listed(asked(game, position, 1))
