"""Who may be here: how many connections an address has, and which of them take nothing.

What is said in them is not known here.
"""

import asyncio

from fivedice.web import addresses
from fivedice.web.limits import Held
from fivedice.web.senders import Proxies
from fivedice.web.settings import Settings

DOOR = "door"
"""Under which every connection finds the door in what the application says when it starts."""


class Door:
    """What holds for all connections; it counts those of each household, but not of proxies."""

    def __init__(self, settings: Settings) -> None:
        """Nobody is here yet."""
        self.patience, self.slow = settings.patience, settings.slow
        self._proxies, self._held = Proxies(settings.proxies), Held(settings.connections)
        self._stays: set[Stay] = set()

    def enter(self, stay: "Stay") -> bool:
        """A connection begins; whether its address may have one more."""
        if not self._stays:
            self._look_later()
        self._stays.add(stay)
        return self._proxies.trust(stay.peer) or self._held.take(addresses.household(stay.peer))

    def leave(self, stay: "Stay") -> None:
        """A connection has ended."""
        self._stays.discard(stay)
        if stay.is_welcome and not self._proxies.trust(stay.peer):
            self._held.give_back(addresses.household(stay.peer))

    def _look_later(self) -> None:
        asyncio.get_running_loop().call_later(self.slow, self._look)

    def _look(self) -> None:
        """At all connections, for as long as there are any: a timer each would be held by each."""
        for stay in tuple(self._stays):
            stay.look()
        if self._stays:
            self._look_later()


class Stay:
    """The time from the beginning of a connection to its end; who takes nothing is cut off.

    Closing is not enough for that: it waits until all has been taken.
    """

    __slots__ = ("_door", "_transport", "_waiting", "is_welcome", "peer")

    def __init__(self, door: Door, transport: asyncio.Transport, client: tuple[str, int] | None) -> None:
        """It has begun."""
        self._door, self._transport, self.peer = door, transport, client[0] if client else ""
        self._waiting = 0
        self.is_welcome = door.enter(self)

    def end(self) -> None:
        """The connection is no more, or another's."""
        self._door.leave(self)

    def look(self) -> None:
        """Cuts the connection if no less waits to be taken than at the last look."""
        waiting = self._transport.get_write_buffer_size()
        if 0 < self._waiting <= waiting:
            self._transport.abort()
        self._waiting = waiting
