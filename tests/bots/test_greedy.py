"""The greedy bot decides by its plain definition, and knows what a card pays for all rolls at once."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.bots import random
from fivedice.bots.greedy import Pays, asked, greedy, of_card, outlook, pays
from fivedice.cards import filling
from fivedice.cards.scorecard import Written
from fivedice.core.dice import FACES, KEEPS_OF, ROLLS
from fivedice.core.rules import Choice, Game, Hands, RedDie
from fivedice.core.worth import KEEP_NUMBER, TurnWorth, turn_worth
from fivedice.games import GAMES, cardgame
from fivedice.games.cardgame import card_of
from fivedice.games.owncard import OwnCard
from fivedice.games.showdown import Showdown
from fivedice.games.showdown_board import FULL_VALUE, SPACES, WILD_SPACES, BoardCard, ShowdownPosition
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.questions import final_roll, is_over
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, at, begin, step
from fivedice.runtime import chance
from tests.cards.drawn import filled, score_cards


def plain_outlook(game: Game, position: Any, seat: int) -> tuple[dict[str, float], TurnWorth]:
    """The par of every use, each a turn that tries for nothing else; and the turn of pays less par."""
    offers = [
        {use.name: use.pays for use in game.uses(position, seat, roll) if not use.waives} for roll in ROLLS
    ]
    names = set().union(*offers)
    pars = {
        name: float(turn_worth(np.array([max(offer.get(name, 0), 0) for offer in offers], float)).turn)
        for name in names
    }
    gains = [max(pays - pars[name] for name, pays in offer.items()) for offer in offers]
    return pars, turn_worth(np.array(gains))


def plain_decision(state: State, seat: int) -> Decision:
    """The best keep, of equals that of most dice; the use that pays most above its par."""
    game = state.setup.game
    pars, turn = plain_outlook(game, state.position, seat)
    roll = final_roll(state, seat)
    if state.awaited.kind == "use":
        offered = [use for use in game.uses(state.position, seat, roll) if not use.waives]
        return Spend(seat, max(offered, key=lambda use: use.pays - pars[use.name]).name)
    assert state.turn is not None
    keeps = (turn.two_left if state.turn.step == 1 else turn.one_left).round(9)
    return Keep(seat, max(KEEPS_OF[roll], key=lambda keep: (keeps[KEEP_NUMBER[keep]], len(keep))))


@pytest.mark.parametrize("name", GAMES)
def test_its_decisions_are_those_of_the_plain_definition(name: str) -> None:
    setup = Setup(game_called(name), (Player("Ann"), Player("Ben")))
    state, luck = begin(setup), Random(name)
    compared = 0
    while not is_over(state):
        if state.awaited.kind in ("throw", "first"):
            state = step(state, chance.happen(state.awaited, luck))
            continue
        seat = state.awaited.seats[0]
        decided = greedy(state, seat, luck)
        if state.awaited.kind in ("keep", "use") and compared < 60:
            compared += 1
            assert decided == plain_decision(state, seat)
        state = step(state, decided if luck.random() < 0.6 else random(state, seat, luck))
    assert compared >= 20


def plain_promise(game: Showdown, position: Any, seat: int, red_dice: int) -> float:
    """What a seat's turn promises: the worth of its dice once they may be thrown, of a red die the mean over
    its faces, of a further choice the better; nothing once the turn has passed or the red dice are used up.
    """
    awaits = game.awaits(position)
    if isinstance(awaits, Hands) and awaits.seats == (seat,):
        return float(plain_outlook(game, position, seat)[1].turn)
    if isinstance(awaits, RedDie) and awaits.seat == seat and red_dice:
        moved = [game.move(position, face) for face in FACES]
        return sum(plain_promise(game, after, seat, red_dice - 1) for after in moved) / 6
    if isinstance(awaits, Choice) and awaits.seat == seat:
        return max(
            plain_promise(game, game.choose(position, option), seat, red_dice) for option in awaits.options
        )
    return 0.0


OWN_SIXES = BoardCard(space=6, owner=0, chips=1)
"""The card under the pawn: it may be raised, so the seat may stay."""
SPACES_OF_OTHERS = [space for space in range(SPACES) if space not in WILD_SPACES and space != OWN_SIXES.space]


def all_own(*chips: int) -> tuple[BoardCard, ...]:
    """All other cards as own ones, five with so many chips; those of a fixed worth cannot be raised."""
    return tuple(map(BoardCard, SPACES_OF_OTHERS, [0] * 11, [*chips, *FULL_VALUE[6:]]))


@pytest.mark.parametrize(
    ("others", "decided"),
    [
        ((None,) * 11, "move"),
        (all_own(1, 1, 1, 1, 1), "move"),
        (all_own(1, 1, 1, 1, 4), "move"),
        (all_own(4, 4, 4, 4, 4), "stay"),
    ],
    ids=["others off the board", "others may be raised", "a second red die may reach one", "no other may be"],
)
def test_it_moves_on_or_stays_by_what_two_red_dice_promise(
    others: tuple[BoardCard | None, ...], decided: str
) -> None:
    game, cards = Showdown(), (*others[:5], OWN_SIXES, *others[5:])
    position = ShowdownPosition((OWN_SIXES.space, 0), cards, 0, "choose", None if None in cards else 2)
    state = at(Setup(game, (Player("Ann"), Player("Ben"))), position)
    promised = {
        option: plain_promise(game, game.choose(position, option), 0, 2) for option in ("move", "stay")
    }
    assert max(promised, key=lambda option: promised[option]) == decided
    assert abs(promised["move"] - promised["stay"]) > 0.01
    assert greedy(state, 0, Random(1)) == Choose(0, decided)


@pytest.mark.parametrize("name", GAMES)
def test_the_pars_are_those_of_the_plain_definition(name: str) -> None:
    """At the start every use has the par of a turn that tries for it alone."""
    game = game_called(name)
    position = game.start(2, 0)
    if name == "showdown":
        position = Showdown().move(position, 2)
    pars, turn = plain_outlook(game, position, 0)
    found = outlook(game, position, 0)
    assert found.pars == pytest.approx(pars, abs=1e-12)
    assert found.worth.turn == pytest.approx(float(turn.turn), abs=1e-12)


CARD_GAMES = [game for game in map(game_called, GAMES) if card_of(game)]


def listed(found: Pays) -> dict[str, list[float]]:
    return {name: paid.tolist() for name, paid in found.items()}


@given(data=st.data())
def test_any_card_pays_at_once_what_it_pays_roll_by_roll(data: st.DataObject) -> None:
    form = data.draw(score_cards())
    card = data.draw(filled(form, vacant=1))
    game = OwnCard(Written("Drawn", form.sections, form.further))
    assert listed(of_card(form, card)) == listed(asked(game, cardgame.CardPosition((card,), 0), 0))


@given(data=st.data())
def test_every_game_of_cards_is_answered_for_by_its_card(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(CARD_GAMES))
    form = card_of(game)
    assert form
    cards = filling.empty(form), data.draw(filled(form, vacant=1, most_vacant=len(form.names)))
    position = game.position(cards, 1)
    assert listed(pays(game, position, 1)) == listed(asked(game, position, 1))
