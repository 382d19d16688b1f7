"""The session of a table: stores each entry before it is sent, and plays bots, absent players and dice."""

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from fivedice.core.rules import IllegalMove, Untranslated
from fivedice.language import tr
from fivedice.match.events import Decision, Event
from fivedice.match.state import State
from fivedice.narration import costs
from fivedice.notation.read import BadText
from fivedice.runtime import chance
from fivedice.runtime.library import check_known
from fivedice.runtime.store import StoreError
from fivedice.server import metrics
from fivedice.server.compute.bot_runner import AIMS, BotRunner
from fivedice.server.storage import summary, table_rows
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.async_database import AsyncDatabase, retry_on_conflict
from fivedice.server.storage.deals import Secret
from fivedice.server.storage.errors import Damaged
from fivedice.server.tables import clock
from fivedice.server.tables.background_tasks import BackgroundTasks, HintRunner
from fivedice.server.tables.clock import Clock, overdue
from fivedice.server.tables.presence import Make, Presence
from fivedice.server.tables.subscribers import Client, Subscribers
from fivedice.table import advance, log
from fivedice.table.log import Entry, Happened, SeatLeft
from fivedice.table.protocol import requests
from fivedice.table.protocol.messages import HintMessage, RefusedMessage, Wish
from fivedice.table.protocol.narrated import RecentEntries
from fivedice.table.state import Due, Stale, TableState
from fivedice.table.terms import USUAL_ABSENCE

if TYPE_CHECKING:
    from fivedice.server.push.sender import PushSender

logger = logging.getLogger(__name__)

RETRY_AFTER = 1.0
"""Seconds to wait after a database failure."""
OTHER_WORKER_FIRST = 0.3
"""Seconds for the worker that appended to continue the table, before this one does."""


class TableServices(Struct, frozen=True):
    """What all tables of a worker share. Without a `post` no push messages are sent.

    `grace` are the seconds after which a missing player counts as absent.
    """

    storage: AsyncDatabase
    runner: BotRunner
    dice: Random
    grace: float = USUAL_ABSENCE
    post: "PushSender | None" = None


class LoadedTable(Struct, frozen=True):
    """A table from the database, with the entries that new clients are sent as log lines."""

    state: TableState
    recent: RecentEntries
    left: float | None
    """The seconds left for the open question of a correspondence match."""
    secret: Secret
    """The secret of the dice; empty for real dice."""


class TableSession:
    """A table with its clients. All changes go through `act`, one at a time."""

    def __init__(self, code: str, loaded: LoadedTable, services: TableServices) -> None:
        self.code, self.state, self.secret = code, loaded.state, loaded.secret
        self._storage, self._runner, self._dice = services.storage, services.runner, services.dice
        self.subscribers = Subscribers(code, loaded.recent)
        me: TableSession = weakref.proxy(self)  # so that a forgotten table is freed without the collector
        self.presence = Presence(me, services.storage, services.grace, services.post)
        self._lock = asyncio.Lock()
        self._driver: asyncio.Future[Any] | None = None
        self._clock, self.tasks = Clock(loaded.state, loaded.left), BackgroundTasks()
        self._hints = HintRunner(self._runner, self.tasks, lambda: me.state)
        self.is_behind = False
        """Whether entries were skipped while the table had no clients."""

    # --- Clients -----------------------------------------------------------------------------------------

    async def join(self, client: Client) -> None:
        """Adds a client with the seat of its token, if any, and sends it the whole table."""
        self.subscribers.clients.add(client)
        self.subscribers.show(client, self.state, self._clock.left(self.state))
        seat = self.state.chair_of(client.holder)
        if seat is not None:
            await self.presence.arrived(seat)
            self._look_ahead(None, self.state)
        self.presence.show(client)
        self.presence.watch()
        self._start_clock()
        self._go_on()

    def leave(self, client: Client) -> None:
        """Removes a client. If another player is connected, the grace period of its seat begins."""
        seat = self.state.chair_of(client.holder)
        self._hints.forget(client)
        self.subscribers.clients.remove(client)
        if seat is not None:
            self.presence.gone(seat)

    # --- Changes -----------------------------------------------------------------------------------------

    async def act(self, make: Make) -> TableState:
        """Appends the entries that `make` returns for the newest state, and the chance events after them.

        Raises `StoreError` and the exceptions of `make`; then nothing has changed. If another writer was
        faster, reads its entries and calls `make` again. Cancelling the caller does not stop the append.
        """
        with metrics.MOVE_SECONDS.time():
            return await self.tasks.finish(self._act(make))

    async def _act(self, make: Make) -> TableState:
        async with self._lock:
            refusal = tr("The table is too busy; try again.")
            if not await retry_on_conflict(lambda: self._append(make), refusal):
                return self.state
        self._go_on()
        return self.state

    async def _append(self, make: Make) -> bool:
        """Whether there was anything to append."""
        before = self.state
        steps = advance.steps(before, make(before))
        if not steps:
            return False
        if self._may_go_on:
            steps = advance.with_chance(steps, self._happen)
        try:
            await self._storage.append(self._to_store(before, steps))
        except Conflict:
            await self._read()
            raise
        except StoreError:
            self.tasks.later(RETRY_AFTER, self.catch_up)  # it may have been stored anyway
            raise
        metrics.count(entry for entry, _ in steps)
        self._announce(before, steps)
        self.presence.alert(before, self.state)
        return True

    async def hear(self, client: Client, message: Wish) -> None:
        """Carries out a client's message, or sends that client the reason why not."""
        try:
            if isinstance(message, HintMessage):
                await asyncio.to_thread(check_known, self.state.game)  # raises before others are notified
            watches = self.state.chair_of(client.holder) is None
            await self.act(lambda state: requests.from_device(message, state, client.holder, self._happen))
            if watches and (seat := self.state.chair_of(client.holder)) is not None:
                await self.presence.arrived(seat)  # it took its seat back
            if isinstance(message, HintMessage):
                self._hints.begin(client, self.state.chair_of(client.holder), message.aim)
        except Stale as error:
            client.send(RefusedMessage(str(error), stale=True))
        except (IllegalMove, BadText, StoreError) as error:
            if isinstance(error, Untranslated):  # a fault of the program
                raise
            client.send(RefusedMessage(str(error)))

    async def catch_up(self) -> None:
        """Reads entries that other workers have appended."""
        self.is_behind = False
        async with self._lock:
            await self._read()

    async def renew(self, load: Callable[[], Awaitable[LoadedTable | None]]) -> bool:
        """Sends the table from `load` to all clients, or ends their connections if it cannot be read."""
        async with self._lock:
            loaded = None
            with suppress(Damaged):
                loaded = await load()
            if loaded is None:
                for client in self.subscribers.clients:
                    client.end()
                return False
            self.state = loaded.state
            self.subscribers.renew(loaded.recent, self.state, self._clock.left(self.state))
            return True

    async def on_entries(self, number: int, texts: Sequence[str]) -> None:
        """Handles a notice that another worker has stored `texts` after entry `number`.

        Without clients here the table only notes that it is behind.
        """
        if texts and number + len(texts) <= self.state.number:
            return
        if self.is_idle and not self._may_go_on:
            self.is_behind = True
            return
        async with self._lock:
            if not texts or number > self.state.number:
                await self._read()
            else:
                self._follow(texts[self.state.number - number :])

    def _to_store(self, before: TableState, steps: Sequence[advance.TableStep]) -> Append:
        """Entries, a summary if the table is finished, and a correspondence deadline."""
        after = steps[-1].table
        changes = summary.changes(after)
        return Append(
            self.code,
            before.number,
            [log.text(entry) for entry, _ in steps],
            "" if changes else summary.text(summary.of(after, self.code)),
            after.asked_since,
            clock.within(before, after),
            reopens=changes and not summary.changes(before),
        )

    def _happen(self, table: TableState) -> Event:
        """The next dice of a match's deal; the system's dice at tables older than deals."""
        assert table.match is not None
        promise = table.match.setup.dice
        if promise and not self.secret.text:
            raise StoreError(tr("The secret of the dice of this table is missing in the database."))
        dice = chance.source(promise, bytes.fromhex(self.secret.text), self._dice)
        return dice(table.match.state, table.trail)

    def _announce(self, before: TableState, steps: list[advance.TableStep]) -> None:
        self._look_ahead(before, steps[-1].table if steps else before)
        for entry, state in steps:
            self.subscribers.tell(entry, before, state, self._clock.left(state))
            self._judge(entry, before, state.number)
            before = state
        self.state = before
        self.subscribers.dismiss(before)
        self._start_clock()

    def _judge(self, entry: Entry, before: TableState, number: int) -> None:
        """Announces the cost of the choices that an entry made public, if the table's terms say so."""
        if not (self.state.terms.costs and before.match and isinstance(entry, Happened)):
            return
        away = {seat for seat, chair in enumerate(before.chairs) if chair.away}
        decisions = costs.decisions(before.match.state, entry.event, away)
        if decisions:
            self.tasks.begin(self._tell_costs(before.match.state, decisions, number))

    async def _tell_costs(self, state: State, decisions: tuple[Decision, ...], number: int) -> None:
        moments = await self._runner.judge(state, decisions)
        self.subscribers.tell_costs(number, lambda: tuple(costs.describe(one, AIMS[0]) for one in moments))

    def _look_ahead(self, before: TableState | None, now: TableState) -> None:
        """Prepares hints for a new position if a player is connected here."""
        state = now.match.state if now.match else None
        old = before.match.state.position if before and before.match else None
        if state and state.position is not None and state.position is not old and self._has_player:
            self._runner.solving.foresee(state.setup.game, state.position)

    async def _read(self) -> None:
        self._follow(await self._storage.ask(table_rows.since, self.code, self.state.number))

    def _follow(self, texts: Sequence[str]) -> None:
        """Applies and announces entries of other workers."""
        self._announce(self.state, advance.steps(self.state, map(log.entry, texts)))
        if self.state.waits_for.due:
            self.tasks.later(OTHER_WORKER_FIRST, self._drive_on)

    # --- Bots and absent players -------------------------------------------------------------------------

    @property
    def _may_go_on(self) -> bool:
        """Whether the match goes on: a player is connected here, or it is by correspondence."""
        return self._has_player or clock.by_correspondence(self.state)

    @property
    def _has_player(self) -> bool:
        """Whether a player of this table is connected here."""
        return bool(self.subscribers.seats(self.state))

    def _go_on(self) -> None:
        if self._may_go_on and self.state.waits_for.due and (self._driver is None or self._driver.done()):
            self._driver = self.tasks.begin(self._drive())

    async def _drive_on(self) -> None:
        self._go_on()

    async def _drive(self) -> None:
        while self._may_go_on and (due := self.state.waits_for.due):
            state = self.state
            try:
                await self.act(await self._automatic(state, due))
            except StoreError:
                await asyncio.sleep(1)

    async def _automatic(self, state: TableState, due: Due) -> Make:
        """The next step that needs no person; the step does nothing if the table has moved on.

        A bot that fails counts as away from then on (R6).
        """

        def is_due(now: TableState) -> bool:
            return now.waits_for.due == due

        if due.kind == "chance":
            return lambda now: [Happened(self._happen(now))] if is_due(now) else []
        assert state.match is not None
        seat, chair = due.seat, state.chairs[due.seat]
        try:
            decision = Happened(await self._runner.decide(state.match.state, seat, chair.played_by))
        except Exception as error:
            line = "At table %s the bot %s failed; the computer plays for it: %r"
            logger.error(line, self.code, chair.bot, error)
            return lambda now: [SeatLeft(seat)] if is_due(now) and not now.chairs[seat].away else []
        return lambda now: [decision] if now.match is state.match and is_due(now) else []

    def _start_clock(self) -> None:
        seconds, question = self._clock.start(self.state), self.state.asked_since
        if seconds is not None:
            self.tasks.later(seconds, lambda: self.act(lambda state: self._late(state, question)))

    def _late(self, state: TableState, question: int) -> list[Entry]:
        """Marks late players as away, unless the clock was restarted meanwhile."""
        return [] if self._clock.left(state) else overdue(state, question)

    async def overdue(self, question: int) -> bool:
        """Lets the game decide for late correspondence players. Returns whether the table goes on."""
        await self.catch_up()
        await self.act(lambda state: overdue(state, question))
        self._go_on()
        return self.state.waits_for.due is not None

    # --- Tasks -------------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """Whether there are no clients and no tasks."""
        return not self.subscribers.clients and self.tasks.are_done and not self._lock.locked()

    def close(self) -> None:
        """Cancels all tasks."""
        self.tasks.cancel()
