"""The events of a match as a persistent list: appending costs the same however long it is."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import overload

from fivedice.match.events import Event


class History(Sequence[Event]):
    """What has happened so far. It never changes: `plus` gives another history.

    Histories that grow out of one another share a list, of which each knows how much is its own. Only one
    that is not the longest (somebody has gone back and decided otherwise) is copied when it grows.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        """These events."""
        self._shared = list(events)
        self._length = len(self._shared)

    def plus(self, event: Event) -> "History":
        """The same with one event more."""
        longer = History.__new__(History)
        shared, length = self._shared, self._length
        if len(shared) == length:
            shared.append(event)
        if shared[length] is not event:  # the place was taken, or has just been by another thread
            shared = [*shared[:length], event]
        longer._shared, longer._length = shared, length + 1
        return longer

    def first(self, number: int) -> "History":
        """So many of its events, from the first on."""
        shorter = History.__new__(History)
        shorter._shared, shorter._length = self._shared, min(number, self._length)
        return shorter

    def __len__(self) -> int:
        """How many events."""
        return self._length

    def __iter__(self) -> Iterator[Event]:
        """From the first event on."""
        return islice(self._shared, self._length)

    @overload
    def __getitem__(self, place: int) -> Event: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, place: int | slice) -> Event | tuple[Event, ...]:
        """The event at a place from 0, or some of them."""
        if isinstance(place, slice):
            return tuple([self._shared[one] for one in range(*place.indices(self._length))])
        return self._shared[range(self._length)[place]]

    def __eq__(self, other: object) -> bool:
        """Equal to any history or tuple of the same events."""
        return isinstance(other, History | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """That of the tuple of the events."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """As a tuple."""
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type["History"], tuple[tuple[Event, ...]]]:
        """Its own events, not those of others that share the list."""
        return History, (tuple(self),)
