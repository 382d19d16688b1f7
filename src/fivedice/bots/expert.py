"""Plays the best that is known: `expert` for the best mean score, `champion` for the best chance to win.

Both ask the judge; they differ only in what a worth counts.
"""

from collections.abc import Callable
from random import Random

from fivedice import judge
from fivedice.knowledge import Knowing
from fivedice.play.events import Decision
from fivedice.play.state import State


def expert(knowing: Knowing) -> Callable[[State, int, Random], Decision]:
    """A bot that wants the best mean score."""
    return _by_worth(knowing, "score")


def champion(knowing: Knowing) -> Callable[[State, int, Random], Decision]:
    """A bot that wants to win, by however little; alone it wants the best mean score."""
    return _by_worth(knowing, "wins")


def _by_worth(knowing: Knowing, aim: str) -> Callable[[State, int, Random], Decision]:
    def decide(state: State, seat: int, chance: Random) -> Decision:  # noqa: ARG001 - every bot is offered chance
        return judge.best(state, seat, knowing(state.setup.game, len(state.setup.players), aim))

    return decide
