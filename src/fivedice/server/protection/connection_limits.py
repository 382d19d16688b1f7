"""Connection limits: connections per address, open files of the process, and peers that read nothing."""

import asyncio
import sys

from starlette.types import Scope

from fivedice.server.protection import addresses
from fivedice.server.protection.addresses import Proxies
from fivedice.server.protection.rate_limits import Allowance, HeldCounts, Senders
from fivedice.server.protection.throttle import FRAME, READ, REQUEST, SHORT_PIECE, Throttle
from fivedice.server.settings import Settings
from fivedice.server.storage.errors import Outages

CONNECTION_LIMITS = "connection_limits"
"""The key of the connection limits in the application's lifespan state."""
SHARE, LEAST = 20 * REQUEST, 400 * REQUEST
"""Bytes that a household may send per second, for each of its `--requests` and at least."""
AT_ONCE = 5
"""A household's burst, in seconds of its rate."""
FRAMES, FRAMES_AT_ONCE = 60, 200
"""Frames of a WebSocket per second, and in a burst; a long frame counts for more."""

RESERVE = 64
"""File descriptors reserved for the database, files and other processes."""
TOO_FEW_DESCRIPTORS = (
    "New connections are refused: this process has almost reached its limit of open files and connections. "
    "Raise the limit (LimitNOFILE= in a systemd unit, or ulimit -n before you start the server)."
)

Refusal = tuple[int, str]
TOO_MANY: Refusal = 429, "There are too many connections from your address."
FULL: Refusal = 503, "The server has too many connections; try again in a while."


class ConnectionLimits:
    """The limits of all connections. Counts them per household, except those of trusted proxies."""

    def __init__(self, settings: Settings) -> None:
        self.patience, self.slow = settings.patience, settings.slow
        self.buffer = bytearray(READ)
        self._proxies, self._held = Proxies(settings.proxies), HeldCounts(settings.connections)
        rate = max(LEAST, SHARE * settings.requests)
        self._shares = Senders(rate, AT_ONCE * rate)
        self._tracked: set[TrackedConnection] = set()
        self._outages = Outages()

    def enter(self, stay: "TrackedConnection") -> Refusal | None:
        """Tracks a new connection. Returns the refusal, if any."""
        if not self._tracked:
            self._look_later()
        self._tracked.add(stay)
        if _are_descriptors_short(stay.descriptor):
            self._outages.say(TOO_FEW_DESCRIPTORS)
            return FULL
        stay.is_counted = not self._proxies.trust(stay.peer) and self._held.take(stay.household)
        return None if stay.is_counted or self._proxies.trust(stay.peer) else TOO_MANY

    def leave(self, stay: "TrackedConnection") -> None:
        """Stops tracking a connection."""
        self._tracked.discard(stay)
        if stay.is_counted:
            stay.is_counted = False
            self._held.give_back(stay.household)

    def share(self, peer: str) -> Allowance | None:
        """The allowance of a peer's household; None for a proxy, which has its own limits."""
        return None if self._proxies.trust(peer) else self._shares.allowance(addresses.household(peer))

    def limit(self, throttle: Throttle, scope: Scope) -> None:
        """Gives a WebSocket its own allowance and its household's, also behind a proxy."""
        throttle.piece = SHORT_PIECE
        throttle.own = Allowance(FRAMES * FRAME, FRAMES_AT_ONCE * FRAME)
        throttle.share = self._shares.allowance(self._proxies.sender(scope))

    def _look_later(self) -> None:
        asyncio.get_running_loop().call_later(self.slow, self._look)

    def _look(self) -> None:
        """Checks all connections with one timer; one timer each would cost memory."""
        for stay in tuple(self._tracked):
            stay.look()
        if self._tracked:
            self._look_later()


class TrackedConnection:
    """A connection that counts towards the limits; `refusal` is the reason if it is refused.

    A peer that reads nothing is cut off. Closing the transport would wait for the peer, so it is aborted.
    """

    __slots__ = ("_limits", "_transport", "_waiting", "is_counted", "peer", "refusal")

    def __init__(
        self, limits: ConnectionLimits, transport: asyncio.Transport, client: tuple[str, int] | None
    ) -> None:
        self._limits, self._transport, self.peer = limits, transport, client[0] if client else ""
        self._waiting = 0
        self.is_counted = False
        self.refusal = limits.enter(self)

    @property
    def household(self) -> str:
        """The key of the peer's household."""
        return addresses.household(self.peer)

    @property
    def descriptor(self) -> int:
        """The file descriptor of its socket."""
        return int(self._transport.get_extra_info("socket").fileno())

    def end(self) -> None:
        """Stops counting the connection, because it has ended or another protocol counts it."""
        self._limits.leave(self)

    def look(self) -> None:
        """Aborts the connection if its write buffer has not shrunk since the last call."""
        waiting = self._transport.get_write_buffer_size()
        if 0 < self._waiting <= waiting:
            self._transport.abort()
        self._waiting = waiting


def _are_descriptors_short(descriptor: int) -> bool:
    """Whether few descriptors are left; the system gives a new connection the lowest free number."""
    return descriptor >= _limit() - RESERVE


if sys.platform == "win32":

    def _limit() -> float:
        return float("inf")

else:
    import resource

    def _limit() -> float:
        """The limit, read each time because `prlimit` can raise it while the server runs."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return float("inf") if soft == resource.RLIM_INFINITY else soft
