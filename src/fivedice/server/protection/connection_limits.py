"""Connection limits: connections per address, open files of the process, and peers that read nothing."""

import asyncio
import sys

from starlette.types import Scope

from fivedice.server.protection import addresses
from fivedice.server.protection.client_address import Proxies
from fivedice.server.protection.rate_limits import Allowance, Held, Senders
from fivedice.server.protection.throttle import FRAME, READ, REQUEST, SHORT_PIECE, Throttle
from fivedice.server.settings import Settings
from fivedice.server.storage.errors import Outages

DOOR = "door"
"""Under which every connection finds the door in what the application says when it starts."""
SHARE, LEAST = 20 * REQUEST, 400 * REQUEST
"""What a household may send a second: so much for each of `--requests`, and never less than the second."""
AT_ONCE = 5
"""For how many seconds of that it may send at once."""
FRAMES, FRAMES_AT_ONCE = 60, 200
"""Frames that come over one WebSocket in a second, and at once; a long one counts for more."""

RESERVE = 64
"""Descriptors that no connection takes, kept for the database, files and other processes."""
TOO_FEW_DESCRIPTORS = (
    "New connections are refused: this process has nearly as many files and connections open as it may. "
    "Raise the limit (LimitNOFILE= in a systemd unit, or ulimit -n before you start the server)."
)

Refusal = tuple[int, str]
TOO_MANY: Refusal = 429, "There are too many connections from your address."
FULL: Refusal = 503, "The server has too many connections; try again in a while."


class ConnectionLimits:
    """What holds for all connections; it counts those of each household, but not of proxies."""

    def __init__(self, settings: Settings) -> None:
        """Nobody is here yet."""
        self.patience, self.slow = settings.patience, settings.slow
        self.buffer = bytearray(READ)
        self._proxies, self._held = Proxies(settings.proxies), Held(settings.connections)
        rate = max(LEAST, SHARE * settings.a_second)
        self._shares = Senders(rate, AT_ONCE * rate)
        self._stays: set[Stay] = set()
        self._outages = Outages()

    def enter(self, stay: "Stay") -> Refusal | None:
        """A connection begins; why it may not stay."""
        if not self._stays:
            self._look_later()
        self._stays.add(stay)
        if _are_descriptors_short(stay.descriptor):
            self._outages.say(TOO_FEW_DESCRIPTORS)
            return FULL
        stay.is_counted = not self._proxies.trust(stay.peer) and self._held.take(stay.household)
        return None if stay.is_counted or self._proxies.trust(stay.peer) else TOO_MANY

    def leave(self, stay: "Stay") -> None:
        """A connection has ended."""
        self._stays.discard(stay)
        if stay.is_counted:
            stay.is_counted = False
            self._held.give_back(stay.household)

    def share(self, peer: str) -> Allowance | None:
        """What the household of a peer may send; a proxy has limits of its own."""
        return None if self._proxies.trust(peer) else self._shares.allowance(addresses.household(peer))

    def limit(self, throttle: Throttle, scope: Scope) -> None:
        """A WebSocket has an allowance of its own, and its household's also where a proxy forwards it."""
        throttle.piece = SHORT_PIECE
        throttle.own = Allowance(FRAMES * FRAME, FRAMES_AT_ONCE * FRAME)
        throttle.share = self._shares.allowance(self._proxies.sender(scope))

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

    __slots__ = ("_door", "_transport", "_waiting", "is_counted", "peer", "refusal")

    def __init__(
        self, door: ConnectionLimits, transport: asyncio.Transport, client: tuple[str, int] | None
    ) -> None:
        """It has begun."""
        self._door, self._transport, self.peer = door, transport, client[0] if client else ""
        self._waiting = 0
        self.is_counted = False
        self.refusal = door.enter(self)

    @property
    def household(self) -> str:
        """What all of its household have in common."""
        return addresses.household(self.peer)

    @property
    def descriptor(self) -> int:
        """The number that the system has given its socket."""
        return int(self._transport.get_extra_info("socket").fileno())

    def end(self) -> None:
        """The connection is no more, or another's."""
        self._door.leave(self)

    def look(self) -> None:
        """Cuts the connection if no less waits to be taken than at the last look."""
        waiting = self._transport.get_write_buffer_size()
        if 0 < self._waiting <= waiting:
            self._transport.abort()
        self._waiting = waiting


def _are_descriptors_short(descriptor: int) -> bool:
    """Whether few are left, by the number of a new connection: the system gives it the lowest free one."""
    return descriptor >= _limit() - RESERVE


if sys.platform == "win32":

    def _limit() -> float:
        return float("inf")

else:
    import resource

    def _limit() -> float:
        """Asked each time, since `prlimit` can raise it while the server runs."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return float("inf") if soft == resource.RLIM_INFINITY else soft
