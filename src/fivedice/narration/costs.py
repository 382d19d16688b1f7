"""The cost of choices, in a sentence for everyone at the table."""

from collections.abc import Container

from msgspec.structs import replace

from fivedice.analysis import annotate
from fivedice.analysis.solver_api import Knowledge, is_chance
from fivedice.core.faces import DRAWN
from fivedice.core.rules import Hands
from fivedice.language import tr
from fivedice.match.events import Choose, Decision, Event
from fivedice.match.questions import revealed, view
from fivedice.match.state import Awaited, State
from fivedice.narration import reviews


def decisions(state: State, event: Event, skipped: Container[int] = ()) -> tuple[Decision, ...]:
    """The decisions that an event made public, without those of `skipped` seats."""
    public = (event,) if isinstance(event, Choose) else revealed(state, event)
    return tuple(one for one in public if isinstance(one, Decision) and one.seat not in skipped)


def judge(state: State, decision: Decision, knowledge: Knowledge) -> annotate.Moment:
    """A decision beside the best one. `state` is the one before the last of the decisions that became public
    together, which were made in secret.
    """
    return annotate.alone(view(_undecided(state), decision.seat), decision, knowledge)


def describe(moment: annotate.Moment, aim: str) -> str:
    """The cost of a decision, for example "Ann's choice cost 1.4 points. Better: 3 3 5."."""
    name = moment.state.setup.names[moment.seat]
    if moment.best is None:
        if moment.mixed:
            return tr("{name}'s choice was one of the best.", name=name)
        return tr("{name}'s choice was the best.", name=name)
    loss = reviews.amount(moment.cost, aim if is_chance(aim) else moment.state.setup.game.unit)
    better = reviews.better(moment, DRAWN)
    return tr("{name}'s choice cost {loss}. Better: {choice}.", name=name, loss=loss, choice=better)


def _undecided(state: State) -> State:
    """The state before any seat had decided."""
    if not isinstance(state.game_awaits, Hands):
        return state
    seats = state.game_awaits.seats
    return replace(state, pending=(None,) * len(seats), awaited=Awaited(state.awaited.kind, seats))
