"""The bots that play the best that is known: `expert` for mean score, `champion` for winning.

Both ask the judge; they differ only in what a worth counts.
"""

from collections.abc import Callable
from random import Random

from fivedice.analysis import evaluate
from fivedice.analysis.evaluate import Share
from fivedice.analysis.solver_api import Estimates, Knowing
from fivedice.core.ties import SAME
from fivedice.match.events import Decision
from fivedice.match.state import State


def expert(knowing: Knowing) -> Callable[[State, int, Random], Decision]:
    """A bot that wants the best mean score."""

    def decide(state: State, seat: int, chance: Random) -> Decision:  # noqa: ARG001 - every bot is offered chance
        return _best(knowing, "score", state, seat)

    return decide


def champion(knowing: Knowing) -> Callable[[State, int, Random], Decision]:
    """A bot that wants to win, by however little; alone it wants the best mean score.

    Where it matters what others foresee, and that is solved, it draws among what is best. Where chances are
    estimated, it does as the expert does unless it gains more than may be doubted; of choices that win as
    often it takes the expert's.
    """

    def decide(state: State, seat: int, chance: Random) -> Decision:
        wins = knowing(state.setup.game, len(state.setup.players), "wins")
        mixed = evaluate.mixture(state, seat, wins)
        if mixed:
            return _drawn(mixed, chance)
        if not isinstance(wins, Estimates):
            return evaluate.best(state, seat, wins)
        expected = _best(knowing, "score", state, seat)
        rated = evaluate.rate(state, seat, wins)
        cost = next(choice.cost for choice in rated if choice.decision == expected)
        doubt = evaluate.spanning(state, wins).doubt(state.position, seat)
        return expected if cost <= doubt + SAME else rated[0].decision

    return decide


def _drawn(mixed: tuple[Share, ...], chance: Random) -> Decision:
    """One of these, by their chances; nothing is drawn where there is only one."""
    if len(mixed) == 1:
        return mixed[0].decision
    (share,) = chance.choices(mixed, [share.chance for share in mixed])
    return share.decision


def _best(knowing: Knowing, aim: str, state: State, seat: int) -> Decision:
    return evaluate.best(state, seat, knowing(state.setup.game, len(state.setup.players), aim))
