"""The greedy bot decides by its plain definition, and knows what a card pays for all rolls at once."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Knowledge
from fivedice.bots import make, random
from fivedice.bots.greedy import Pays, greedy, of_card, of_game, pays
from fivedice.bots.solver_bots import champion, expert
from fivedice.cards import filling
from fivedice.cards.scorecard import Written
from fivedice.core.dice import FACES, KEEPS_OF, ROLLS
from fivedice.core.rules import Choice, Game, Hands, RedDie
from fivedice.core.worth import KEEP_NUMBER, TurnWorth, Worth, turn_worth
from fivedice.games import GAMES, cardgame
from fivedice.games.cardgame import card_of
from fivedice.games.owncard import OwnCard
from fivedice.games.showdown import Showdown
from fivedice.games.showdown_board import FULL_VALUE, SPACES, WILD_SPACES, BoardCard, ShowdownPosition
from fivedice.match.events import Choose, Decision, Keep, Spend, Throw
from fivedice.match.questions import decisions, final_roll, is_over, scores, view
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, at, begin, step
from fivedice.notation import read
from fivedice.runtime import chance
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play
from tests.cards.drawn import filled, score_cards
from tests.spread import one_in


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
        return max(plain_promise(game, game.choose(position, one), seat, red_dice) for one in awaits.options)
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
    promised = {each: plain_promise(game, game.choose(position, each), 0, 2) for each in ("move", "stay")}
    assert max(promised, key=lambda option: promised[option]) == decided
    assert abs(promised["move"] - promised["stay"]) > 0.01
    assert greedy(state, 0, Random(1)) == Choose(0, decided)


CARD_GAMES = [game for game in map(game_called, GAMES) if card_of(game)]


def listed(found: Pays) -> dict[str, list[float]]:
    return {name: paid.tolist() for name, paid in found.items()}


@given(data=st.data())
def test_any_card_pays_at_once_what_it_pays_roll_by_roll(data: st.DataObject) -> None:
    form = data.draw(score_cards())
    card = data.draw(filled(form, vacant=1))
    game = OwnCard(Written("Drawn", form.sections, form.further))
    assert listed(of_card(form, card)) == listed(of_game(game, cardgame.CardPosition((card,), 0), 0))


@given(data=st.data())
def test_every_game_of_cards_is_answered_for_by_its_card(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(CARD_GAMES))
    form = card_of(game)
    assert form
    cards = filling.empty(form), data.draw(filled(form, vacant=1, most_vacant=len(form.names)))
    position = game.position(cards, 1)
    assert listed(pays(game, position, 1)) == listed(of_game(game, position, 1))


# --- Bots that know the game --------------------------------------------------------------------------------


CARD = "3,-,-,-,15,24,-,18,-,30,-,-,-+0"


@dataclass(frozen=True)
class Told(Knowledge):
    """Knowledge in which one use is worth so much more than every other."""

    favourite: str
    gain: float
    aim: str = "wins"
    exact: bool = True

    def worth(self, position: Any, seat: int) -> float:  # noqa: ARG002 - all positions are alike
        return 0.5

    def rolls(self, position: Any, seat: int) -> Worth:  # noqa: ARG002 - as above
        return np.full(252, 0.5)

    def uses(self, position: Any, seat: int, roll: tuple[int, ...]) -> dict[str, float]:
        offered = game_called("traditional").uses(position, seat, roll)
        return {use.name: 0.5 + self.gain * (use.name == self.favourite) for use in offered}


@dataclass(frozen=True)
class Doubted(Told):
    """The same, estimated."""

    def doubt(self, position: Any, seat: int) -> float:  # noqa: ARG002 - all positions are alike
        return 0.02


def knowing(wins: Told) -> Callable[[Game, int, str], Knowledge]:
    return lambda game, seats, aim: wins if aim == "wins" else Told("twos", 5, "points")  # noqa: ARG005 - one game


@pytest.fixture
def at_a_use() -> State:
    game = game_called("traditional")
    position = read.position(game, f"{CARD}/{CARD} 0")
    return at(Setup(game, (Player("Ann"), Player("Ben"))), position, read.turn("22345@3"))


def used(bot: Callable[[State, int, Random], Decision], state: State) -> str:
    decision = bot(state, 0, Random(1))
    assert isinstance(decision, Spend)
    return decision.use


def test_the_expert_wants_points_and_the_champion_to_win(at_a_use: State) -> None:
    wins = knowing(Told("chance", 1e-6))
    assert used(expert(wins), at_a_use) == "twos"
    assert used(champion(wins), at_a_use) == "chance"


@pytest.mark.parametrize(("gain", "use"), [(0.019, "twos"), (0.021, "chance")])
def test_a_gain_that_may_be_an_error_is_not_followed(gain: float, use: str, at_a_use: State) -> None:
    """Where chances are estimated the champion does as the expert, unless it gains more than the doubt."""
    assert used(champion(knowing(Doubted("chance", gain))), at_a_use) == use


def setup_of(game: str, *bots: str, first: int = 0) -> Setup:
    players = tuple(Player(f"{bot} {seat}", bot) for seat, bot in enumerate(bots))
    return Setup(game_called(game), players, first=first)


def mean_alone(library: Library, strength: int, matches: int = 50) -> float:
    bot = make(f"casual:{strength}", library)
    played = (play(setup_of("traditional", "casual"), [bot], 3, number) for number in range(matches))
    return fmean(scores(match.state)[0] for match in played)


def test_more_strength_makes_more_points(library: Library) -> None:
    means = [mean_alone(library, strength) for strength in (0, 4, 7, 10)]
    assert means == sorted(means)
    assert 140 < means[0] < 180
    assert 225 < means[-1] < 260


@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_it_plays_every_game_to_its_end(library: Library, game: str) -> None:
    bot = make("casual:0", library)
    assert is_over(play(setup_of(game, "casual", "casual"), [bot, bot], 1, 1).state)


def test_small_mistakes_come_more_often_than_large_ones(library: Library) -> None:
    state = after_first_throw(setup_of("traditional", "casual:2"), (1, 3, 3, 4, 6))
    bot, chance = make("casual:2", library), Random(1)
    rated = evaluate.rate(state, 0, library(state.setup.game, 1, "score"))
    chosen = [bot(state, 0, chance) for _ in range(4000)]
    counts = [chosen.count(choice.decision) for choice in rated]
    half = len(counts) // 2
    assert counts[0] == max(counts)
    assert counts[0] < sum(counts) * 0.9
    assert sum(counts[:half]) > 3 * sum(counts[half:]) > 0


def test_it_decides_by_its_view(library: Library) -> None:
    state = after_first_throw(setup_of("challenge", "casual", "casual"), (2, 2, 5, 6, 6))
    bot = make("casual:3", library)
    for handed_in in decisions(state, 0):
        shown = step(state, handed_in)
        assert bot(shown, 1, Random(7)) == bot(view(shown, 1), 1, Random(7)) == bot_first(library, state)


@cache
def bot_first(library: Library, state: State) -> object:
    return make("casual:3", library)(state, 1, Random(7))


def after_first_throw(setup: Setup, dice: tuple[int, ...]) -> State:
    state = begin(setup)
    return step(state, Throw(state.awaited.seats[0], dice))
