"""Connection limits: connections per address, open files of the process, and peers that read nothing."""

import asyncio
import sys

from starlette.types import Scope

from fivedice.server.protection import addresses
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
    """The limits of all connections. Counts them per household, except those of trusted proxies.

    A peer that reads nothing is cut off. Closing the transport would wait for the peer, so it is aborted.
    """

    def __init__(self, settings: Settings) -> None:
        self.patience, self.slow = settings.patience, settings.slow
        self.buffer = bytearray(READ)
        self._proxies, self._held = addresses.Proxies(settings.proxies), HeldCounts(settings.connections)
        rate = max(LEAST, SHARE * settings.requests)
        self._shares = Senders(rate, AT_ONCE * rate)
        self._unsent: dict[Throttle, int] = {}
        """All connections, with the bytes in the write buffer when it was last looked at."""
        self._households: dict[Throttle, str] = {}
        """The households of counted connections."""
        self._outages = Outages()

    def enter(self, connection: Throttle, client: tuple[str, int] | None) -> Refusal | None:
        """Tracks a new connection, which shares its household's allowance. Returns the refusal, if any."""
        if not self._unsent:
            self._look_later()
        self._unsent[connection] = 0
        # the system gives a new connection the lowest free descriptor
        if connection.get_extra_info("socket").fileno() >= _limit() - RESERVE:
            self._outages.add(TOO_FEW_DESCRIPTORS)
            return FULL
        peer = client[0] if client else ""
        if self._proxies.trust(peer):  # which has its own limits
            return None
        household = addresses.household(peer)
        connection.share = self._shares.allowance(household)
        if not self._held.take(household):
            return TOO_MANY
        self._households[connection] = household
        return None

    def leave(self, connection: Throttle) -> None:
        """Stops tracking a connection."""
        del self._unsent[connection]
        if connection in self._households:
            self._held.give_back(self._households.pop(connection))

    def limit(self, throttle: Throttle, scope: Scope) -> None:
        """Gives a WebSocket its own allowance and its household's, also behind a proxy."""
        throttle.piece = SHORT_PIECE
        throttle.own = Allowance(FRAMES * FRAME, FRAMES_AT_ONCE * FRAME)
        throttle.share = self._shares.allowance(self._proxies.sender(scope))

    def _look_later(self) -> None:
        asyncio.get_running_loop().call_later(self.slow, self._look)

    def _look(self) -> None:
        """Aborts connections whose write buffer has not shrunk; one timer for each would cost memory."""
        for connection, before in tuple(self._unsent.items()):
            now = self._unsent[connection] = connection.get_write_buffer_size()
            if 0 < before <= now:
                connection.abort()
        if self._unsent:
            self._look_later()


if sys.platform == "win32":

    def _limit() -> float:
        return float("inf")

else:
    import resource

    def _limit() -> float:
        """The limit, read each time because `prlimit` can raise it while the server runs."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return float("inf") if soft == resource.RLIM_INFINITY else soft
