"""`expert` and `champion`: they differ in what a worth counts, and in how far they trust an estimate."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest

from fivedice.analysis.solver_api import Knowledge
from fivedice.bots.solver_bots import champion, expert
from fivedice.core.rules import Game
from fivedice.core.worth import Worth
from fivedice.match.events import Decision, Spend
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, at
from fivedice.notation import read

CARD = "3,-,-,-,15,24,-,18,-,30,-,-,-+0"


@dataclass(frozen=True)
class Told:
    """Knowledge in which one use is worth so much more than every other."""

    aim: str
    favourite: str
    gain: float
    exact: bool = True

    def worth(self, position: Any, seat: int) -> float:  # noqa: ARG002 - all positions are alike
        """Half of everything."""
        return 0.5

    def rolls(self, position: Any, seat: int) -> Worth:  # noqa: ARG002 - as above
        """The same for every roll."""
        return np.full(252, 0.5)

    def uses(self, position: Any, seat: int, roll: tuple[int, ...]) -> dict[str, float]:
        """The favourite stands out."""
        offered = game_called("traditional").uses(position, seat, roll)
        return {use.name: 0.5 + self.gain * (use.name == self.favourite) for use in offered}


@dataclass(frozen=True)
class Doubted(Told):
    """The same, estimated."""

    def doubt(self, position: Any, seat: int) -> float:  # noqa: ARG002 - all positions are alike
        """Two of a hundred."""
        return 0.02


def knowing(wins: Told) -> Callable[[Game, int, str], Knowledge]:
    """Twos make the most points; the chance to win is as told."""
    return lambda game, seats, aim: wins if aim == "wins" else Told("points", "twos", 5)  # noqa: ARG005 - one game


@pytest.fixture
def asked() -> State:
    """Seat 0 of two has 22345 to use."""
    game = game_called("traditional")
    position = read.position(game, f"{CARD}/{CARD} 0")
    return at(Setup(game, (Player("Ann"), Player("Ben"))), position, read.turn("22345@3"))


def used(bot: Callable[[State, int, Random], Decision], state: State) -> str:
    """What a bot uses the dice for."""
    decision = bot(state, 0, Random(1))
    assert isinstance(decision, Spend)
    return decision.use


def test_the_expert_wants_points_and_the_champion_to_win(asked: State) -> None:
    """By however little, where the chances are solved."""
    wins = knowing(Told("wins", "chance", 1e-6))
    assert used(expert(wins), asked) == "twos"
    assert used(champion(wins), asked) == "chance"


@pytest.mark.parametrize(("gain", "use"), [(0.019, "twos"), (0.021, "chance")])
def test_a_gain_that_may_be_an_error_is_not_followed(gain: float, use: str, asked: State) -> None:
    """Where chances are estimated the champion does as the expert, unless it gains more than the doubt."""
    assert used(champion(knowing(Doubted("wins", "chance", gain))), asked) == use
