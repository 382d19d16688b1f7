"""Makes plausible mistakes: the more a choice costs, the less likely it is made. Knows no game.

A choice is made with a chance in proportion to exp(-cost / tolerance), the way a careless but not clueless
player errs. At strength 10 the tolerance is nil and the best is played.
"""

from collections.abc import Callable
from math import exp
from random import Random

from fivedice import judge
from fivedice.knowledge import Knowing
from fivedice.play.events import Decision
from fivedice.play.state import State

TOLERANCE: dict[str, float] = {"points": 16.0, "columns": 0.6, "chips": 2.0, "wins": 0.08}
"""The cost that a player of strength 0 hardly minds, by what a worth counts; halved by each two steps up."""
STEPS_TO_HALF = 2


def casual(knowing: Knowing, strength: int) -> Callable[[State, int, Random], Decision]:
    """A bot of this strength, 0 to 10."""

    def decide(state: State, seat: int, chance: Random) -> Decision:
        known = knowing(state.setup.game, len(state.setup.players), "score")
        rated = judge.rate(state, seat, known)
        if strength == 10:
            return rated[0].decision
        tolerance = TOLERANCE[known.aim] / 2 ** (strength / STEPS_TO_HALF)
        likely = [exp(-choice.cost / tolerance) for choice in rated]
        return chance.choices(rated, likely)[0].decision

    return decide
