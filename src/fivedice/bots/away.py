"""The bot that plays for an absent player (R6)."""

from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Spend
from fivedice.match.state import State


def away(state: State, seat: int) -> Decision:
    """All dice are kept; then the use that pays the most, the first on the card among equals; of plain
    choices the first.
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
