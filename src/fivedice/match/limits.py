"""Upper bounds for the events and hints of a match."""

from itertools import takewhile

from fivedice.core.rules import IllegalMove
from fivedice.match.events import Event, Hint
from fivedice.match.history import History
from fivedice.match.setup import Setup

EVENTS_A_TURN = 8
"""Three throws, two keeps and a use; in showdown a red die and a choice besides."""
ROLLS_OFF = 100
"""Throws of one seat in the roll-offs of a game: a tie comes again less than every second time."""
HINTS = 1000
"""Hints before one decision: more than a key that is held down asks for."""


def most_events(setup: Setup) -> int:
    """More events than a match of this setup can need, hints aside."""
    a_seat = EVENTS_A_TURN * setup.game.most_turns + ROLLS_OFF
    return setup.games * len(setup.players) * a_seat


class Length:
    """Counts the events of a match as they are read."""

    def __init__(self, setup: Setup) -> None:
        """Nothing has happened yet."""
        self._most, self._events, self._hints = most_events(setup), 0, 0

    def add(self, event: Event) -> None:
        """One event more. Raises `IllegalMove` where no match needs so many."""
        if isinstance(event, Hint):
            self._hints += 1
            _check_hints(self._hints)
            return
        self._events, self._hints = self._events + 1, 0
        if self._events > self._most:
            raise IllegalMove(f"This match never needs more than {self._most} events besides hints.")


def check_hint(events: History) -> None:
    """Raises `IllegalMove` where no further hint may be taken before the decision that is due."""
    latest = takewhile(lambda event: isinstance(event, Hint), reversed(events))
    _check_hints(len(list(latest)) + 1)


def _check_hints(number: int) -> None:
    if number > HINTS:
        raise IllegalMove(f"There are {HINTS} hints before this decision already; no more can be taken.")
