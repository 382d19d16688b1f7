"""Queries about a state for programs, with clear errors."""

from fivedice.core import texts
from fivedice.core.rules import IllegalMove, Use, quoted
from fivedice.match import questions
from fivedice.match.events import Decision
from fivedice.match.state import State


def decisions(state: State, seat: int) -> tuple[Decision, ...]:
    """Every decision that this seat may make now; none if it is not asked.

    Raises `IllegalMove` for a seat that there is not, `TypeError` for what is no state.

    >>> decisions(start("junior", "Ann").throw("12334").state, 0)[-1]
    Keep(seat=0, dice=(4,))
    """
    return questions.decisions(state, _seat(state, seat))


def uses(state: State, seat: int) -> tuple[Use, ...]:
    """What the dice of this seat, if they were final, could be used for; nothing where it has no five.

    Raises `IllegalMove` for a seat that there is not, `TypeError` for what is no state.

    >>> [use.pays for use in uses(start("junior", "Ann").throw("12334").state, 0)]
    [2, 3, 2, 1, 1]
    """
    return questions.uses(state, _seat(state, seat))


def _seat(state: State, seat: int) -> int:
    """The seat as a plain number, which there is."""
    if not isinstance(state, State):
        raise TypeError(f"This is asked of a state, such as match.state, not of {quoted(state)}.")
    asked = texts.whole(seat)
    if type(asked) is int and 0 <= asked < len(state.setup.players):
        return asked
    raise IllegalMove(
        f"There is no seat {quoted(seat)}: seats are numbers from 0 to {len(state.setup.players) - 1}."
    )
