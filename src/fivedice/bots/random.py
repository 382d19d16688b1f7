"""Any legal decision, each as likely as another. Knows no game."""

from random import Random

from fivedice.play.events import Decision
from fivedice.play.questions import decision
from fivedice.play.state import State


def random(state: State, seat: int, chance: Random) -> Decision:
    """One of the legal decisions at random."""
    return decision(state, seat, chance.choice)
