"""The events of a match as a persistent list with cheap appending, and the limits of their number."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import overload

from fivedice.core.rules import IllegalMove
from fivedice.language import mark, tr
from fivedice.match.events import Event, HintTaken
from fivedice.match.setup import Setup


class History(Sequence[Event]):
    """An immutable list of events; `plus` returns a longer one.

    Histories that grow from one another share a list and know their own length. A history that is not the
    longest is copied when it grows.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._shared = list(events)
        self._length = len(self._shared)

    def plus(self, event: Event) -> "History":
        """This history with one more event."""
        longer = History.__new__(History)
        shared, length = self._shared, self._length
        if len(shared) == length:
            shared.append(event)
        if shared[length] is not event:  # the place is taken, perhaps just now by another thread
            shared = [*shared[:length], event]
        longer._shared, longer._length = shared, length + 1
        return longer

    def first(self, number: int) -> "History":
        """The history of the first `number` events."""
        shorter = History.__new__(History)
        shorter._shared, shorter._length = self._shared, min(number, self._length)
        return shorter

    def __len__(self) -> int:
        """The number of events."""
        return self._length

    def __iter__(self) -> Iterator[Event]:
        """The events in order."""
        return islice(self._shared, self._length)

    @overload
    def __getitem__(self, place: int) -> Event: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, place: int | slice) -> Event | tuple[Event, ...]:
        """One event or a slice of them."""
        if isinstance(place, slice):
            return tuple([self._shared[one] for one in range(*place.indices(self._length))])
        return self._shared[range(self._length)[place]]

    def __eq__(self, other: object) -> bool:
        """Equal to any history or tuple of the same events."""
        return isinstance(other, History | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """The hash of the tuple of events."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """The events, shown as a tuple."""
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type["History"], tuple[tuple[Event, ...]]]:
        """Pickles its own events only."""
        return History, (tuple(self),)


# --- How long a match may be -------------------------------------------------------------------------------


EVENTS_A_TURN = 8
"""Three throws, two keeps and a use; in showdown also a red die and a choice."""
ROLLS_OFF = 100
"""The most throws of one seat in the roll-offs of a game; more than half of all roll-offs end at once."""
HINTS = 1000
"""The most hints before one decision, more than a key held down can request."""


def most_events(setup: Setup) -> int:
    """An upper bound for the events of a match, without hints."""
    a_seat = EVENTS_A_TURN * setup.game.most_turns + ROLLS_OFF
    return setup.games * len(setup.players) * a_seat


class Length:
    """Counts the events of a match while it is parsed."""

    def __init__(self, setup: Setup) -> None:
        self._most, self._events, self._hints = most_events(setup), 0, 0

    def add(self, event: Event) -> None:
        """Counts an event. Raises `IllegalMove` if no match needs this many."""
        if isinstance(event, HintTaken):
            self._hints += 1
            _check_hints(self._hints)
            return
        self._events, self._hints = self._events + 1, 0
        if self._events > self._most:
            enough = mark("This match never needs more than {most} events besides hints.")
            raise IllegalMove(tr(enough, most=self._most))


def check_hint(events: History) -> None:
    """Raises `IllegalMove` after too many hints before the current decision."""
    latest = takewhile(lambda event: isinstance(event, HintTaken), reversed(events))
    _check_hints(len(list(latest)) + 1)


def _check_hints(number: int) -> None:
    if number > HINTS:
        enough = mark("This decision already has {hints} hints; no more can be taken.")
        raise IllegalMove(tr(enough, hints=str(HINTS)))
