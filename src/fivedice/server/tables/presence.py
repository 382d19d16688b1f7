"""Players of a table who are connected to no worker: absences, and push messages when their turn has come."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from fivedice.server.push.subscriptions import TurnAlert
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.tables.background_tasks import BackgroundTasks
from fivedice.server.tables.subscribers import Client, Subscribers
from fivedice.table.log import Entry, SeatLeft, SeatReturned
from fivedice.table.protocol.messages import MissedMessage
from fivedice.table.state import TableState, asked

if TYPE_CHECKING:
    from fivedice.server.push.sender import PushSender

Make = Callable[[TableState], Sequence[Entry]]
"""Makes the entries that follow the newest state, or raises `IllegalMove`."""

BLINK = 2.0
"""Seconds before a missing player is announced, so that reloading a page does not count as an absence."""
ANSWER = 2.0
"""Seconds for another worker to answer that a player is connected there."""
PAUSE = 5.0
"""Seconds before a push, so that a page that is being reloaded can reconnect."""
WHO, HERE = "who", "here"
"""Notices between workers: "who" asks which one has a seat's player, "here" answers."""


class Attended(Protocol):
    """The part of a table session that this module needs."""

    code: str
    state: TableState
    subscribers: Subscribers
    tasks: BackgroundTasks

    async def act(self, make: Make) -> TableState:
        """Appends entries."""

    async def catch_up(self) -> None:
        """Reads entries that other workers have appended."""


class Presence:
    """Watches the players of one table; a player missing for too long becomes absent.

    `grace` is the limit in seconds for tables whose terms set none.
    """

    def __init__(
        self, table: Attended, storage: AsyncDatabase, grace: float, post: "PushSender | None"
    ) -> None:
        self._table, self._storage, self._grace, self._post = table, storage, grace, post
        self._elsewhere: dict[int, float] = {}
        self._until: dict[int, float] = {}
        self._missed: set[int] = set()
        self._rests = False

    async def arrived(self, seat: int) -> None:
        """Ends the absence of a player who connects, unless that player left on purpose."""
        self._found(seat)
        await self._storage.notify(f"{self._table.code} {HERE} {seat}")
        if self._storage.is_shared:
            await self._table.catch_up()
        if _is_lost(self._table.state, seat):
            await self._table.act(lambda state: [SeatReturned(seat)] if _is_lost(state, seat) else [])

    def gone(self, seat: int) -> None:
        """Starts the grace period of a seat whose last connection has ended."""
        if self._is_deserted and self._table.subscribers:
            self._table.tasks.later(BLINK, self._rest)
        if seat in self._until or not self._is_missed(seat):
            return
        patience = float(self._table.state.terms.absence) or self._grace
        self._until[seat] = until = _now() + patience
        self._table.tasks.later(0, lambda: self._wait(seat, until))

    def watch(self) -> None:
        """Starts the grace period of every player who is not connected while others are."""
        for seat in set(self._table.state.people) - self._here:
            self.gone(seat)

    async def _rest(self) -> None:
        """Tells spectators that all players are gone."""
        people = self._table.state.people
        is_elsewhere = any([await self.is_elsewhere(seat) for seat in people])
        if self._is_deserted and not is_elsewhere and not self._rests:
            self._rests = True
            self._tell()

    def show(self, client: Client) -> None:
        """Sends the missing players to a new client."""
        if self._missed or self._rests:
            client.send(self._message)

    async def on_notice(self, word: str, seat: int) -> None:
        """Handles another worker's question about a seat, or its answer."""
        if word == WHO and seat in self._here:
            await self._storage.notify(f"{self._table.code} {HERE} {seat}")
        elif word == HERE:
            self._elsewhere[seat] = _now()
            self._found(seat)

    async def _wait(self, seat: int, until: float) -> None:
        """Announces a missing player, and hands the seat to the game at the end of the grace period."""
        await asyncio.sleep(min(BLINK, until - _now()))
        if not await self.is_elsewhere(seat) and self._until.get(seat) == until > _now():
            self._missed.add(seat)
            self._tell()
            await asyncio.sleep(until - _now())
        if self._until.get(seat) == until:
            await self._miss(seat)
            self._found(seat)

    async def _miss(self, seat: int) -> None:
        """Hands the seat to the game if its player is still missing while another is connected."""
        if self._is_missed(seat) and not await self.is_elsewhere(seat) and self._is_missed(seat):
            await self._table.act(lambda state: [] if _is_away(state, seat) else [SeatLeft(seat)])

    def _found(self, seat: int) -> None:
        self._until.pop(seat, None)
        if seat in self._missed or self._rests:
            self._missed.discard(seat)
            self._rests = False
            self._tell()

    def _tell(self) -> None:
        self._table.subscribers.send_all(self._message)

    @property
    def _message(self) -> MissedMessage:
        left = {seat: max(0.0, self._until[seat] - _now()) for seat in self._missed}
        return MissedMessage(left, self._rests)

    @property
    def _here(self) -> set[int]:
        """The seats of players connected to this worker."""
        return self._table.subscribers.seats(self._table.state)

    @property
    def _is_played(self) -> bool:
        """Whether a live match is in progress."""
        state = self._table.state
        return state.match is not None and not (state.is_over or state.closed or state.terms.days)

    @property
    def _is_deserted(self) -> bool:
        """Whether a live match has no connected player."""
        return self._is_played and not self._here

    def _is_missed(self, seat: int) -> bool:
        """Whether a live match waits for this disconnected player while another is connected."""
        state, here = self._table.state, self._here
        is_waited_for = seat in state.people and seat not in here and not _is_away(state, seat)
        return self._is_played and bool(here) and is_waited_for

    async def is_elsewhere(self, seat: int) -> bool:
        """Asks the other workers whether the player is connected to one of them."""
        if not self._storage.is_shared:
            return False
        since = _now()
        await self._storage.notify(f"{self._table.code} {WHO} {seat}")
        await asyncio.sleep(ANSWER)
        return self._elsewhere.get(seat, 0.0) > since

    # --- Push messages -----------------------------------------------------------------------------------

    def alert(self, before: TableState, now: TableState) -> None:
        """Schedules a push for each newly asked seat; it is sent if the player is still disconnected."""
        for seat in (set(asked(now)) - set(asked(before)) - self._here) if self._post else ():
            self._table.tasks.later(min(PAUSE, self._grace), partial(self._call, seat, now.asked_since))

    async def _call(self, seat: int, question: int) -> None:
        if not self._waits(seat, question) or await self.is_elsewhere(seat):
            return
        if self._post and self._waits(seat, question):
            code, state = self._table.code, self._table.state
            others = tuple(chair.name for place, chair in enumerate(state.chairs) if place != seat)
            holder, title, days = state.chairs[seat].holder, state.game.title, state.terms.days
            self._post.take(TurnAlert(code, holder, question, title, others, days))

    def _waits(self, seat: int, question: int) -> bool:
        state = self._table.state
        return state.asked_since == question and seat in asked(state) and seat not in self._here


def _is_lost(state: TableState, seat: int) -> bool:
    return state.chairs[seat].is_lost and not state.closed


def _is_away(state: TableState, seat: int) -> bool:
    return seat in state.people and state.chairs[seat].away


def _now() -> float:
    return asyncio.get_running_loop().time()
