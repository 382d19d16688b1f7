"""The state after any event of a match, without replaying the match from its start."""

from itertools import islice

from msgspec import Struct

from fivedice.match import match as matches
from fivedice.match.match import Match
from fivedice.match.state import State, step

APART = 50
"""Events between two states that are kept: so many are played at most to come to any other."""


class Course(Struct, frozen=True):
    """A match, and the states that it went through: after none of its events, after `APART`, and so on."""

    match: Match
    states: tuple[State, ...]

    def after(self, number: int) -> Match:
        """The match after so many of its events, from 0 to all."""
        events = self.match.events.first(number)
        state = self.states[number // APART]
        for event in islice(events, number - number % APART, number):
            state = step(state, event)
        return Match(self.match.setup, events, state)


def course(match: Match) -> Course:
    """How a match came about."""
    state = matches.begin(match.setup).state
    states = [state]
    for number, event in enumerate(match.events, start=1):
        state = step(state, event)
        if number % APART == 0:
            states.append(state)
    return Course(match, tuple(states))
