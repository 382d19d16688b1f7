"""The clock of a table: which question it runs for, and what is left for that one. Plays for nobody."""

import asyncio

from fivedice.room.entries import Entry, Left
from fivedice.room.room import Room, asked

LATE = 1.0
"""Seconds that a decision may come after the clock has run out, for the way it travels."""


class Clock:
    """Runs for one question after another, at a table where a clock was agreed."""

    def __init__(self) -> None:
        """No question is put yet."""
        self._question, self._ends = 0, 0.0

    def start(self, room: Room) -> float | None:
        """Seconds after which the question now open counts as not answered; None where none begins."""
        if not _is_timed(room) or self._question == room.asked_since:
            return None
        self._question = room.asked_since
        self._ends = asyncio.get_running_loop().time() + room.terms.clock
        return room.terms.clock + LATE

    def left(self, room: Room) -> float | None:
        """Seconds left for the question that is open in this room; None without a clock."""
        if not _is_timed(room):
            return None
        if room.asked_since != self._question:
            return float(room.terms.clock)
        return max(0.0, self._ends - asyncio.get_running_loop().time())


def overdue(room: Room, question: int) -> list[Entry]:
    """Who has not answered this question is away, so that the game plays for them; nobody if it is over."""
    return [Left(seat) for seat in asked(room)] if room.asked_since == question else []


def _is_timed(room: Room) -> bool:
    return room.terms.clock > 0 and bool(asked(room))
