"""How much one sender may send: so many at once, and so many a second after that; and hold at a time."""

import time
from collections import Counter


class Allowance:
    """A bucket of `most` that fills again at `rate` a second."""

    def __init__(self, rate: float, most: int) -> None:
        """Full at first."""
        self._rate, self._most = rate, most
        self._left, self._at = float(most), time.monotonic()

    def take(self) -> bool:
        """Takes one, if there is one."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_spent(self) -> bool:
        """Whether there is none to take now."""
        return self._left + (time.monotonic() - self._at) * self._rate < 1

    @property
    def wait(self) -> float:
        """Seconds until there is one to take."""
        return max(0.0, (1 - self._left) / self._rate)

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken for as long as matters."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


class Senders:
    """An allowance for every sender by address; those not heard of for a while are forgotten."""

    MANY = 10_000

    def __init__(self, rate: float, most: int) -> None:
        """Nobody has sent anything."""
        self._rate, self._most = rate, most
        self._senders: dict[str, Allowance] = {}

    def take(self, sender: str) -> bool:
        """Takes one from the sender's allowance, if there is one."""
        if len(self._senders) > self.MANY:
            self._senders = {who: kept for who, kept in self._senders.items() if not kept.is_full}
        return self._senders.setdefault(sender, Allowance(self._rate, self._most)).take()

    def is_spent(self, sender: str) -> bool:
        """Whether the sender has nothing left to take now."""
        return sender in self._senders and self._senders[sender].is_spent


class Held:
    """How many of something every sender holds at once."""

    def __init__(self, most: int) -> None:
        """Nobody holds any."""
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, sender: str) -> bool:
        """One more, if the sender may hold it."""
        if self._held[sender] >= self._most:
            return False
        self._held[sender] += 1
        return True

    def give_back(self, sender: str) -> None:
        """One that was taken."""
        self._held[sender] -= 1
        if not self._held[sender]:
            del self._held[sender]
