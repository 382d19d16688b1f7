"""The choices of a hint as values, each with its worth and what else is known."""

from typing import Any

from msgspec import Struct

from fivedice.analysis import explain
from fivedice.analysis.evaluate import Rated, Share
from fivedice.analysis.solver_api import Beside, Knowledge
from fivedice.match.state import State
from fivedice.notation import write


class Choice(Struct, frozen=True):
    """One legal choice and what it is worth; what else comes of it `beside`, by name; `why` in a line."""

    event: dict[str, Any]
    worth: float
    cost: float
    beside: dict[str, float]
    why: str


def choices(
    state: State, seat: int, rated: tuple[Rated, ...], known: Knowledge, others: tuple[Beside, ...]
) -> tuple[Choice, ...]:
    """These choices of a seat with what there is to say of them, the event as a record has it."""
    return tuple(
        Choice(
            write.fields(choice.decision),
            choice.worth,
            choice.cost,
            explain.beside(state, seat, choice.decision, known, others) if others else {},
            explain.why(state, seat, choice, known),
        )
        for choice in rated
    )


def mixed(shares: tuple[Share, ...]) -> list[dict[str, Any]]:
    """What a decision should be mixed of, each with its chance and what the other gains who foresees it."""
    return [{**write.fields(share.decision), "chance": share.chance, "gain": share.gain} for share in shares]
