"""The bots that need no solved values: `random`, and `away`, which plays for an absent player (R6)."""

from random import Random

from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Spend
from fivedice.match.state import State


def random(state: State, seat: int, chance: Random) -> Decision:
    """One of the legal decisions at random."""
    return questions.decision(state, seat, chance.choice)


def away(state: State, seat: int) -> Decision:
    """Keeps all dice, then takes the use that pays the most, or the first plain choice.

    Among equal uses it takes the first on the card.
    """
    match state.awaited.kind:
        case "keep":
            return questions.stops(state, seat)
        case "use":
            offered = questions.uses(state, seat)
            return Spend(seat, max(offered, key=lambda use: use.pays).name)
        case _:
            (first, *_) = questions.decisions(state, seat)
            assert isinstance(first, Choose)
            return first
