"""Numbers each seat's turns within a game."""

from fivedice.core.rules import Choice, Hands, RedDie
from fivedice.match.state import State


class TurnNumbers:
    """Counts each seat's turns in the current game, while a match is followed state by state."""

    def __init__(self, seats: int) -> None:
        self.of = [0] * seats
        """The number of the latest turn of each seat, from 1; 0 before the first."""
        self._last: State | None = None

    def come_to(self, state: State) -> None:
        """A turn begins with a seat that starts to act, or plays again after its dice were used."""
        last = self._last
        if last is not None and len(state.finished) != len(last.finished):
            last, self.of = None, [0] * len(self.of)
        acted = _acting(last) if last else ()
        again = (
            last is not None
            and isinstance(last.game_awaits, Hands)
            and isinstance(state.game_awaits, Hands)
            and last.position is not state.position
        )
        for seat in _acting(state):
            self.of[seat] += again or seat not in acted
        self._last = state


def _acting(state: State) -> tuple[int, ...]:
    match state.game_awaits:
        case Hands(seats=seats):
            return seats
        case RedDie(seat=seat) | Choice(seat=seat):
            return (seat,)
    return ()
