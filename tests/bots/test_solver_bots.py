"""`casual`, `expert` and `champion`: what they aim at, how they err, how far they trust an estimate."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Knowledge
from fivedice.bots import make
from fivedice.bots.solver_bots import champion, expert
from fivedice.core.rules import Game
from fivedice.core.worth import Worth
from fivedice.games import GAMES
from fivedice.match.events import Decision, Spend, Throw
from fivedice.match.questions import decisions, is_over, scores, view
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, at, begin, step
from fivedice.notation import read
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play

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
    """Twos make the most points; the chance to win is as told."""
    return lambda game, seats, aim: wins if aim == "wins" else Told("twos", 5, "points")  # noqa: ARG005 - one game


@pytest.fixture
def asked() -> State:
    game = game_called("traditional")
    position = read.position(game, f"{CARD}/{CARD} 0")
    return at(Setup(game, (Player("Ann"), Player("Ben"))), position, read.turn("22345@3"))


def used(bot: Callable[[State, int, Random], Decision], state: State) -> str:
    decision = bot(state, 0, Random(1))
    assert isinstance(decision, Spend)
    return decision.use


def test_the_expert_wants_points_and_the_champion_to_win(asked: State) -> None:
    wins = knowing(Told("chance", 1e-6))
    assert used(expert(wins), asked) == "twos"
    assert used(champion(wins), asked) == "chance"


@pytest.mark.parametrize(("gain", "use"), [(0.019, "twos"), (0.021, "chance")])
def test_a_gain_that_may_be_an_error_is_not_followed(gain: float, use: str, asked: State) -> None:
    """Where chances are estimated the champion does as the expert, unless it gains more than the doubt."""
    assert used(champion(knowing(Doubted("chance", gain))), asked) == use


def setup_of(game: str, *bots: str, first: int = 0) -> Setup:
    players = tuple(Player(f"{bot} {seat}", bot) for seat, bot in enumerate(bots))
    return Setup(game_called(game), players, first=first)


def mean_alone(library: Library, strength: int, matches: int = 50) -> float:
    """The mean total alone at traditional, always on the same dice."""
    bot = make(f"casual:{strength}", library)
    played = (play(setup_of("traditional", "casual"), [bot], 3, number) for number in range(matches))
    return fmean(scores(match.state)[0] for match in played)


def test_more_strength_makes_more_points(library: Library) -> None:
    means = [mean_alone(library, strength) for strength in (0, 4, 7, 10)]
    assert means == sorted(means)
    assert 140 < means[0] < 180
    assert 225 < means[-1] < 260


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_every_game_to_its_end(library: Library, game: str) -> None:
    """A whole match with many mistakes, each decision a legal one, or the match would refuse it."""
    bot = make("casual:0", library)
    assert is_over(play(setup_of(game, "casual", "casual"), [bot, bot], 1, 1).state)


def test_small_mistakes_come_more_often_than_large_ones(library: Library) -> None:
    """Of 4,000 choices with one roll the best comes most often, and the dearer half of them seldom."""
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
