"""A bot that picks any legal decision with equal chance."""

from random import Random

from fivedice.match.events import Decision
from fivedice.match.questions import decision
from fivedice.match.state import State


def random(state: State, seat: int, chance: Random) -> Decision:
    """One of the legal decisions at random."""
    return decision(state, seat, chance.choice)
