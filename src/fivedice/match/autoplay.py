"""Plays a whole match without people; dice and decisions come from the caller."""

from collections.abc import Callable

from fivedice.match.events import Decision, Event, First, Throw
from fivedice.match.history import History
from fivedice.match.match import Match
from fivedice.match.questions import view
from fivedice.match.setup import Setup
from fivedice.match.state import State, begin, step

Chance = Callable[[State], Throw | First]
"""The chance event that a state awaits."""
Decides = Callable[[State, int], Decision]
"""What a seat decides by a state as it sees it."""


def played(setup: Setup, dice: Chance, decides: Decides) -> Match:
    """The match from its first event to its last; of several seats that are asked the first decides.

    Raises `IllegalMove` for a decision that cannot be.
    """
    state, events = begin(setup), list[Event]()
    while (awaited := state.awaited).kind != "over":
        if awaited.kind in ("throw", "first"):
            event: Event = dice(state)
        else:
            seat = awaited.seats[0]
            event = decides(view(state, seat), seat)
        state = step(state, event)
        events.append(event)
    return Match(setup, History(events), state)
