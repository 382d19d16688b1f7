"""The bots that use solved values: `casual`, `expert` and `champion`."""

from collections.abc import Callable
from math import exp
from random import Random
from statistics import fmean

from fivedice.analysis import evaluate
from fivedice.analysis.evaluate import Share
from fivedice.analysis.solver_api import Knowing, Knowledge
from fivedice.core.ties import SAME
from fivedice.match.events import Decision
from fivedice.match.state import State

SHARE_OF_A_BEGINNER = 0.32
"""The tolerance at strength 0, as a share of a random choice's cost: 160 points in solo traditional."""
A_STEP = 0.022
"""The loss per step of strength: six to eleven points each in solo traditional."""


def casual(knowing: Knowing, strength: int) -> Callable[[State, int, Random], Decision]:
    """A bot that makes plausible mistakes: at strength 0 a beginner, at 10 nearly an expert.

    The chance of a choice is proportional to exp(-cost / tolerance). The tolerance is a share of the cost of
    a random choice here. So the bot errs by points in one game and by chips in another, and small mistakes
    are the most frequent.
    """
    share = SHARE_OF_A_BEGINNER - A_STEP * strength

    def decide(state: State, seat: int, chance: Random) -> Decision:
        rated = evaluate.rate(state, seat, _knowledge(knowing, "score", state))
        tolerance = share * fmean(choice.cost for choice in rated)
        if not tolerance:
            return chance.choice(rated).decision
        likely = [exp(-choice.cost / tolerance) for choice in rated]
        return chance.choices(rated, likely)[0].decision

    return decide


def expert(knowing: Knowing) -> Callable[[State, int, Random], Decision]:
    """A bot that plays for the best mean score."""

    def decide(state: State, seat: int, chance: Random) -> Decision:  # noqa: ARG001 - every bot is offered chance
        return evaluate.best(state, seat, _knowledge(knowing, "score", state))

    return decide


def champion(knowing: Knowing) -> Callable[[State, int, Random], Decision]:
    """A bot that plays to win, by however little; alone it plays for the best mean score.

    In a solved position with a mixed strategy, the bot draws from the mix. Where chances are estimated, it
    decides as the expert does unless it gains more than the estimate's doubt.
    """

    def decide(state: State, seat: int, chance: Random) -> Decision:
        wins = _knowledge(knowing, "wins", state)
        mixed = evaluate.mixture(state, seat, wins)
        if mixed:
            return _drawn(mixed, chance)
        doubt = evaluate.spanning(state, wins).doubt(state.position, seat)
        if doubt is None:
            return evaluate.best(state, seat, wins)
        expected = evaluate.best(state, seat, _knowledge(knowing, "score", state))
        rated = evaluate.rate(state, seat, wins)
        cost = next(choice.cost for choice in rated if choice.decision == expected)
        return expected if cost <= doubt + SAME else rated[0].decision

    return decide


def _drawn(mixed: tuple[Share, ...], chance: Random) -> Decision:
    """One of these decisions, drawn by their chances; a single one needs no random number."""
    if len(mixed) == 1:
        return mixed[0].decision
    (share,) = chance.choices(mixed, [share.chance for share in mixed])
    return share.decision


def _knowledge(knowing: Knowing, aim: str, state: State) -> Knowledge:
    return knowing(state.setup.game, len(state.setup.players), aim)
