"""Absent players of a table: connected to no worker while a match waits for them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.tables.subscribers import Client, Subscribers
from fivedice.table.log import Back, Entry, Left
from fivedice.table.protocol.messages import Missed
from fivedice.table.state import TableState

Make = Callable[[TableState], Sequence[Entry]]
"""Entries that follow the newest state; raises `IllegalMove` where they cannot."""

BLINK = 2.0
"""Seconds before anybody is told that a person is gone: a page that is loaded again is no absence."""
ANSWER = 2.0
"""Seconds in which another worker says that a person is connected there."""
WHO, HERE = "who", "here"
"""What workers ask and tell each other of a seat."""


class Attended(Protocol):
    """What is needed of a table whose persons come and go."""

    code: str
    state: TableState
    subscribers: Subscribers

    @property
    def seats_here(self) -> set[int]:
        """The seats whose persons are connected here."""

    async def act(self, make: Make) -> TableState:
        """Appends entries."""

    async def catch_up(self) -> None:
        """Reads what other workers have appended."""

    def later(self, seconds: float, do: Callable[[], Awaitable[object]]) -> None:
        """Has something done after so many seconds."""


class Presence:
    """Watches over the persons of one table; who is missed for longer than was agreed is away."""

    def __init__(self, table: Attended, storage: AsyncDatabase, grace: float) -> None:
        self._table, self._storage, self._grace = table, storage, grace
        self._elsewhere: dict[int, float] = {}
        self._until: dict[int, float] = {}
        self._missed: set[int] = set()
        self._rests = False

    async def arrived(self, seat: int) -> None:
        """Who is connected is back from an absence, but not who left on purpose."""
        self._found(seat)
        await self._storage.call(f"{self._table.code} {HERE} {seat}")
        if self._storage.is_shared:
            await self._table.catch_up()
        if self._table.state.chairs[seat].is_lost:
            await self._table.act(lambda state: [Back(seat)] if state.chairs[seat].is_lost else [])

    def gone(self, seat: int) -> None:
        """The last connection of a seat has ended: it is left to the game after a while."""
        self._look_whether_it_rests()
        if seat in self._until or not self._is_missed(seat):
            return
        patience = float(self._table.state.terms.absence) or self._grace
        self._until[seat] = until = _now() + patience
        self._table.later(0, lambda: self._wait(seat, until))

    def watch(self) -> None:
        """Persons that are not here when others are, are waited for no longer than anybody who leaves."""
        for seat in set(self._table.state.people) - self._table.seats_here:
            self.gone(seat)

    def _look_whether_it_rests(self) -> None:
        """Onlookers are told, after a moment, where nobody whom the match waits for is here any more."""
        if self._is_deserted and not self._table.subscribers.is_empty:
            self._table.later(BLINK, self._rest)

    async def _rest(self) -> None:
        people = self._table.state.people
        is_elsewhere = any([await self.is_elsewhere(seat) for seat in people])
        if self._is_deserted and not is_elsewhere and not self._rests:
            self._rests = True
            self._tell()

    def show(self, client: Client) -> None:
        """Says to one who has just come who is missed."""
        if self._missed or self._rests:
            self._table.subscribers.miss(self._message, client)

    async def called(self, word: str, seat: int) -> None:
        """A worker asks whether a seat's person is connected anywhere, or says that it is so there."""
        if word == WHO and seat in self._table.seats_here:
            await self._storage.call(f"{self._table.code} {HERE} {seat}")
        elif word == HERE:
            self._elsewhere[seat] = _now()
            self._found(seat)

    async def _wait(self, seat: int, until: float) -> None:
        """All are told that the seat is missed; it is left to the game if its person stays away so long."""
        await asyncio.sleep(min(BLINK, until - _now()))
        if not await self.is_elsewhere(seat) and self._until.get(seat) == until > _now():
            self._missed.add(seat)
            self._tell()
            await asyncio.sleep(until - _now())
        if self._until.get(seat) == until:
            await self._miss(seat)
            self._found(seat)

    async def _miss(self, seat: int) -> None:
        """The seat is left to the game if its person is still gone and another's is not."""
        if self._is_missed(seat) and not await self.is_elsewhere(seat) and self._is_missed(seat):
            await self._table.act(lambda state: [] if _is_away(state, seat) else [Left(seat)])

    def _found(self, seat: int) -> None:
        self._until.pop(seat, None)
        if seat in self._missed or self._rests:
            self._missed.discard(seat)
            self._rests = False
            self._tell()

    def _tell(self) -> None:
        self._table.subscribers.miss(self._message)

    @property
    def _message(self) -> Missed:
        return Missed(self._left, self._rests)

    @property
    def _left(self) -> dict[int, float]:
        """The seconds that are left to those who are missed."""
        return {seat: max(0.0, self._until[seat] - _now()) for seat in self._missed}

    @property
    def _is_played(self) -> bool:
        """Whether a match goes on here, and not by correspondence."""
        state = self._table.state
        return state.match is not None and not state.is_over and not state.terms.days

    @property
    def _is_deserted(self) -> bool:
        """Whether nobody plays on a match because nobody of it is here."""
        return self._is_played and not self._table.seats_here

    def _is_missed(self, seat: int) -> bool:
        """Whether a match waits for a person who is not here, with another who is."""
        state, here = self._table.state, self._table.seats_here
        is_waited_for = seat in state.people and seat not in here and not _is_away(state, seat)
        return self._is_played and bool(here) and is_waited_for

    async def is_elsewhere(self, seat: int) -> bool:
        """Whether another worker answers that the person is connected there."""
        if not self._storage.is_shared:
            return False
        since = _now()
        await self._storage.call(f"{self._table.code} {WHO} {seat}")
        await asyncio.sleep(ANSWER)
        return self._elsewhere.get(seat, 0.0) > since


def _is_away(state: TableState, seat: int) -> bool:
    return seat in state.people and state.chairs[seat].away


def _now() -> float:
    return asyncio.get_running_loop().time()
