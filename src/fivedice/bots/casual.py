"""A bot that makes plausible mistakes: the more a choice costs, the less likely it is.

It knows what every choice is worth, but not quite: a choice is made with a chance in proportion to
exp(-cost / tolerance). The tolerance is a share of what a choice made at random would cost here. So it errs
by points where points are at stake and by chips where chips are, where much is at stake it errs by more, and
mistakes that cost little come more often than those that cost much.
"""

from collections.abc import Callable
from math import exp
from random import Random
from statistics import fmean

from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Knowing
from fivedice.match.events import Decision
from fivedice.match.state import State

SHARE_OF_A_BEGINNER = 0.32
"""The tolerance at strength 0, as a share of what a random choice costs: alone at traditional, 160 points."""
A_STEP = 0.022
"""What each step of strength takes off: alone at traditional, six to eleven points each."""


def casual(knowing: Knowing, strength: int) -> Callable[[State, int, Random], Decision]:
    """A bot of this strength: at 0 a beginner, at 10 nearly an expert."""
    share = SHARE_OF_A_BEGINNER - A_STEP * strength

    def decide(state: State, seat: int, chance: Random) -> Decision:
        rated = evaluate.rate(state, seat, knowing(state.setup.game, len(state.setup.players), "score"))
        tolerance = share * fmean(choice.cost for choice in rated)
        if not tolerance:
            return chance.choice(rated).decision
        likely = [exp(-choice.cost / tolerance) for choice in rated]
        return chance.choices(rated, likely)[0].decision

    return decide
