"""Rate limits: token buckets per sender, for requests, wrong table codes and new cards."""

import time
from collections import Counter

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from fivedice.language import mark, tr

CARDS_AN_HOUR = 60
"""New cards per hour and address: each may take seconds to read and a minute to solve."""
TOO_MANY_CARDS = mark("You have sent too many new cards; try again in a while.")
WRONG_CODE, NEW_CARD = "fivedice.wrong", "fivedice.bring"
"""The keys, in a request's scope, of the functions that count wrong codes and new cards."""
SENDER = "fivedice.sender"
"""The key of the household that sends a request."""


class Allowance:
    """A token bucket of size `most` that refills at `rate` per second; initially full."""

    __slots__ = ("_at", "_left", "_most", "_out", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._at = float(most), time.monotonic()
        self._out: float | None = None

    def take(self) -> bool:
        """Takes one token, if there is one."""
        if self.is_spent:
            return False
        self.charge(1)
        return True

    def charge(self, amount: float) -> None:
        """Takes this much for work already done, even if less is left; then the next wait is longer.

        The debt is limited to the size of the bucket.
        """
        self._refill()
        self._left = max(-self._most, self._left - amount)
        if self._out is None and self._left < 1:
            self._out = self._at

    @property
    def is_spent(self) -> bool:
        """Whether no token is left."""
        return self.wait > 0

    @property
    def wait(self) -> float:
        """Seconds until there is a token."""
        self._refill()
        return max(0.0, (1 - self._left) / self._rate)

    @property
    def excess(self) -> float:
        """Seconds since the bucket ran out; 0 once it is half full again."""
        self._refill()
        return 0.0 if self._out is None else self._at - self._out

    @property
    def is_full(self) -> bool:
        """Whether the bucket is full again."""
        self._refill()
        return self._left >= self._most

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= self._most / 2:
            self._out = None


class Senders:
    """An allowance per sender; senders with a full allowance are forgotten when there are many."""

    MANY = 10_000

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._senders: dict[str, Allowance] = {}

    def allowance(self, sender: str) -> Allowance:
        """The sender's allowance."""
        if len(self._senders) > self.MANY:
            self._senders = {
                who: allowance for who, allowance in self._senders.items() if not allowance.is_full
            }
        return self._senders.setdefault(sender, Allowance(self._rate, self._most))

    def take(self, sender: str) -> bool:
        """Takes one token of the sender, if there is one."""
        return self.allowance(sender).take()

    def is_spent(self, sender: str) -> bool:
        """Whether the sender has no token left."""
        return sender in self._senders and self._senders[sender].is_spent


class HeldCounts:
    """Counts the connections or other items that each sender holds at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, sender: str) -> bool:
        """Counts one more item, if the sender may hold it."""
        if self._held[sender] >= self._most:
            return False
        self._held[sender] += 1
        return True

    def give_back(self, sender: str) -> None:
        """Counts one item fewer."""
        self._held[sender] -= 1
        if not self._held[sender]:
            del self._held[sender]


def count_wrong_codes(connection: HTTPConnection, times: int = 1) -> None:
    """Counts wrong codes of a request."""
    for _ in range(times):
        connection.scope[WRONG_CODE]()


def count_new_card(connection: HTTPConnection) -> None:
    """Counts one new card for the sender of a request. Raises `HTTPException` if there are too many."""
    if not connection.scope[NEW_CARD]():
        raise HTTPException(429, tr(TOO_MANY_CARDS))
