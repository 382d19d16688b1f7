"""The clock of a table: the question it runs for and the time left.

By correspondence it only shows the time; the deadline is stored in the database.
"""

import asyncio

from fivedice.server.tables.correspondence import DAY
from fivedice.table.log import Entry, Left
from fivedice.table.state import TableState, asked

LATE = 1.0
"""Seconds that a decision may come after the clock has run out, for the way it travels."""


class Clock:
    """Runs for one question after another, at a table where a clock or days were agreed."""

    def __init__(self, state: TableState, left: float | None = None) -> None:
        """With so much left for the question that is open in this state, if it is running already."""
        self._question, self._ends = 0, 0.0
        if left is not None:
            self._question, self._ends = state.asked_since, _now() + left

    def start(self, state: TableState) -> float | None:
        """Seconds after which the question now open counts as not answered; None where none begins.

        A question that nobody is asked any more, since all are away, begins anew for who is back.
        """
        if not _is_timed(state):
            self._question = 0
            return None
        if self._question == state.asked_since:
            return None
        self._question, self._ends = state.asked_since, _now() + _agreed(state)
        return None if state.terms.days else state.terms.clock + LATE

    def left(self, state: TableState) -> float | None:
        """Seconds left for the question that is open in this state; None without a clock."""
        if not _is_timed(state):
            return None
        if state.asked_since != self._question:
            return _agreed(state)
        return max(0.0, self._ends - _now())


def overdue(state: TableState, question: int) -> list[Entry]:
    """Who has not answered this question is away, so that the game plays for them; nobody if it is over."""
    return [Left(seat, late=True) for seat in asked(state)] if state.asked_since == question else []


def _is_timed(state: TableState) -> bool:
    return _agreed(state) > 0 and bool(asked(state))


def _agreed(state: TableState) -> float:
    """Seconds for a decision."""
    return state.terms.days * DAY if state.terms.days else float(state.terms.clock)


def _now() -> float:
    return asyncio.get_running_loop().time()
