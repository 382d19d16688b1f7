"""Who is connected to a table, on this worker or another. A player without a connection is missing while
others are connected. Whoever is missing for the grace period is away: the game plays for them (R6)."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from fivedice.server.push.subscriptions import TurnAlert
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.tables.background_tasks import BackgroundTasks
from fivedice.server.tables.clock import loop_time
from fivedice.server.tables.subscribers import Client, Subscribers
from fivedice.table.log import Entry, SeatLeft, SeatReturned
from fivedice.table.protocol.messages import MissedMessage
from fivedice.table.state import TableState

if TYPE_CHECKING:
    from fivedice.server.push.sender import PushSender

BLINK = 2.0
"""Seconds before a missing player is announced, so that reloading a page does not count as an absence."""
ANSWER = 2.0
"""Seconds for another worker to answer that a player is connected there."""
PAUSE = 5.0
"""Seconds before a push, so that a page that is being reloaded can reconnect."""
WHO, HERE = "who", "here"
"""Notices between workers: "who" asks which one has a seat's player, "here" answers."""

Make = Callable[[TableState], Sequence[Entry]]
"""Makes the entries that follow the newest state, or raises `IllegalMove`."""


class WatchedTable(Protocol):
    """What `Presence` needs of a `TableSession`."""

    code: str
    state: TableState
    subscribers: Subscribers
    tasks: BackgroundTasks

    async def act(self, make: Make) -> TableState:
        """Appends entries."""

    async def catch_up(self) -> None:
        """Reads the entries of other workers."""


class Presence:
    """Watches the players of one table; `grace` is the limit for tables whose terms set none."""

    def __init__(
        self, table: WatchedTable, storage: AsyncDatabase, grace: float, post: "PushSender | None"
    ) -> None:
        self._table, self._storage, self._grace, self._post = table, storage, grace, post
        self._seen_elsewhere: dict[int, float] = {}
        self._grace_ends: dict[int, float] = {}
        self._missing: set[int] = set()
        self._all_gone = False

    async def arrived(self, seat: int) -> None:
        """Ends the absence of a player who connects, unless that player left on purpose."""
        self._end_absence(seat)
        await self._storage.notify(f"{self._table.code} {HERE} {seat}")
        if self._storage.is_shared:
            await self._table.catch_up()
        if _is_lost(self._table.state, seat):
            await self._table.act(lambda state: [SeatReturned(seat)] if _is_lost(state, seat) else [])

    def gone(self, seat: int) -> None:
        """Starts the grace period of a missing player, or tells spectators that nobody is left."""
        if self._is_deserted and self._table.subscribers.clients:
            self._table.tasks.later(BLINK, self._announce_empty)
        if seat in self._grace_ends or not self._is_missing(seat):
            return
        patience = float(self._table.state.terms.absence) or self._grace
        self._grace_ends[seat] = until = loop_time() + patience
        self._table.tasks.later(0, lambda: self._wait(seat, until))

    def watch(self) -> None:
        """Starts the grace period of every player who is not connected while others are."""
        for seat in set(self._table.state.people) - self._connected:
            self.gone(seat)

    async def _announce_empty(self) -> None:
        """Tells spectators that no player is connected."""
        people = self._table.state.people
        is_elsewhere = any([await self.is_elsewhere(seat) for seat in people])
        if self._is_deserted and not is_elsewhere and not self._all_gone:
            self._all_gone = True
            self._announce()

    def show(self, client: Client) -> None:
        """Sends the missing players to a new client."""
        if self._missing or self._all_gone:
            client.send(self._message)

    async def on_notice(self, word: str, seat: int) -> None:
        """Handles another worker's question about a seat, or its answer."""
        if word == WHO and seat in self._connected:
            await self._storage.notify(f"{self._table.code} {HERE} {seat}")
        elif word == HERE:
            self._seen_elsewhere[seat] = loop_time()
            self._end_absence(seat)

    async def _wait(self, seat: int, until: float) -> None:
        """Announces a missing player, and hands the seat to the game at the end of the grace period."""
        await asyncio.sleep(min(BLINK, until - loop_time()))
        if not await self.is_elsewhere(seat) and self._grace_ends.get(seat) == until > loop_time():
            self._missing.add(seat)
            self._announce()
            await asyncio.sleep(until - loop_time())
        if self._grace_ends.get(seat) == until:
            await self._hand_over(seat)
            self._end_absence(seat)

    async def _hand_over(self, seat: int) -> None:
        """Hands the seat to the game if its player is still missing while another is connected."""
        if self._is_missing(seat) and not await self.is_elsewhere(seat) and self._is_missing(seat):
            await self._table.act(lambda state: [] if _is_away(state, seat) else [SeatLeft(seat)])

    def _end_absence(self, seat: int) -> None:
        self._grace_ends.pop(seat, None)
        if seat in self._missing or self._all_gone:
            self._missing.discard(seat)
            self._all_gone = False
            self._announce()

    def _announce(self) -> None:
        self._table.subscribers.send_all(self._message)

    @property
    def _message(self) -> MissedMessage:
        left = {seat: max(0.0, self._grace_ends[seat] - loop_time()) for seat in self._missing}
        return MissedMessage(left, self._all_gone)

    @property
    def _connected(self) -> set[int]:
        """The seats of players connected to this worker."""
        return self._table.subscribers.seats(self._table.state)

    @property
    def _is_live(self) -> bool:
        """Whether a live match is in progress."""
        state = self._table.state
        return state.match is not None and not (state.is_over or state.closed or state.terms.days)

    @property
    def _is_deserted(self) -> bool:
        """Whether a live match has no connected player."""
        return self._is_live and not self._connected

    def _is_missing(self, seat: int) -> bool:
        """Whether this player of a live match is neither connected nor away, while another is connected."""
        state, connected = self._table.state, self._connected
        is_out = seat in state.people and seat not in connected and not _is_away(state, seat)
        return self._is_live and bool(connected) and is_out

    async def is_elsewhere(self, seat: int) -> bool:
        """Asks the other workers whether the player is connected to one of them."""
        if not self._storage.is_shared:
            return False
        since = loop_time()
        await self._storage.notify(f"{self._table.code} {WHO} {seat}")
        await asyncio.sleep(ANSWER)
        return self._seen_elsewhere.get(seat, 0.0) > since

    # --- Push messages -----------------------------------------------------------------------------------

    def alert(self, before: TableState, now: TableState) -> None:
        """Schedules a push for each newly asked seat; it is sent if the player is still disconnected."""
        if self._post is None:
            return
        for seat in {*now.waits_for.asked} - {*before.waits_for.asked} - self._connected:
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
        return state.asked_since == question and seat in state.waits_for.asked and seat not in self._connected


def _is_lost(state: TableState, seat: int) -> bool:
    return state.chairs[seat].is_lost and not state.closed


def _is_away(state: TableState, seat: int) -> bool:
    return seat in state.people and state.chairs[seat].away
