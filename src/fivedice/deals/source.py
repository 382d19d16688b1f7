"""Sources of dice: a source returns the next throw or draw. People with real dice need no source."""

from collections.abc import Callable

from fivedice.deals.deal import Deal
from fivedice.deals.places import FIRST, Trail, thrown
from fivedice.match.events import First, Throw
from fivedice.match.state import State

Source = Callable[[State, Trail], Throw | First]
"""Returns the chance event that a state awaits, given the trail of the throws so far."""


def dealt(deal: Deal) -> Source:
    """The dice of a deal."""
    return lambda state, trail: happen(deal, state, trail)


def happen(deal: Deal, state: State, trail: Trail) -> Throw | First:
    """The chance event that a deal has at this place."""
    return _happened(deal, state, trail)[0]


def _happened(deal: Deal, state: State, trail: Trail) -> tuple[Throw | First, Trail]:
    """The chance event that a deal has at this place, and the trail after it."""
    awaited = state.awaited
    if awaited.kind == "first":
        return First(awaited.seats[deal.draw(FIRST, len(awaited.seats))]), trail
    after, places = thrown(trail, state)
    return Throw(awaited.seats[0], deal.dice(places)), after


class Dealer:
    """The dice of one whole match without people; each match needs its own."""

    def __init__(self, deal: Deal) -> None:
        """Starts before the first throw."""
        self._deal, self._trail = deal, Trail()

    def happen(self, state: State) -> Throw | First:
        """The next chance event."""
        event, self._trail = _happened(self._deal, state, self._trail)
        return event
