"""Runs the background and delayed tasks of a table, logs their errors, and computes hints."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from fivedice.analysis.solver_api import Aim
from fivedice.core.rules import IllegalMove
from fivedice.language import tr
from fivedice.notation.read import BadText
from fivedice.runtime.store import StoreError
from fivedice.server.compute.bot_runner import BotRunner
from fivedice.server.tables.subscribers import Client
from fivedice.table.protocol.messages import HintedMessage, RefusedMessage
from fivedice.table.state import TableState

Done = TypeVar("Done")

log = logging.getLogger(__name__)


class BackgroundTasks:
    """The tasks of one table."""

    def __init__(self) -> None:
        self._tasks = set[asyncio.Future[Any]]()

    @property
    def are_done(self) -> bool:
        """Whether no task is running."""
        return not self._tasks

    def begin(self, work: Awaitable[object]) -> asyncio.Future[Any]:
        """Starts a task."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Future[Any]) -> None:
        """Ignores moves that came too late, and database failures, which the next visitor retries."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, IllegalMove | BadText | StoreError):
            log.error("A background task of a table failed.", exc_info=error)

    def later(self, seconds: float, do: Callable[[], Awaitable[object]]) -> None:
        """Starts a task after this many seconds."""

        async def wait() -> None:
            await asyncio.sleep(seconds)
            await do()

        self.begin(wait())

    async def finish(self, work: Awaitable[Done]) -> Done:
        """Awaits work that runs to its end even if the caller is cancelled."""
        task = asyncio.ensure_future(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self.begin(task)
            raise

    def cancel(self) -> None:
        """Cancels all tasks."""
        for task in self._tasks:
            task.cancel()


# --- Hints -------------------------------------------------------------------------------------------------


class HintRunner:
    """Computes hints for the clients of one table, the latest for each; `now` is its current state."""

    def __init__(self, runner: BotRunner, tasks: BackgroundTasks, now: Callable[[], TableState]) -> None:
        self._runner, self._tasks, self._now = runner, tasks, now
        self._latest: dict[Client, asyncio.Future[Any]] = {}

    def begin(self, client: Client, seat: int | None, aim: Aim) -> None:
        """Starts a hint for the open question of a client's seat, and cancels an earlier one."""
        self.forget(client)
        state = self._now()
        if seat is not None and _is_asked(state, seat):
            self._latest[client] = self._tasks.begin(self._give(client, state, seat, aim))

    def forget(self, client: Client) -> None:
        """Cancels a client's hint."""
        if client in self._latest:
            self._latest.pop(client).cancel()

    async def _give(self, client: Client, state: TableState, seat: int, aim: Aim) -> None:
        """Sends a hint, unless the seat has decided meanwhile."""
        assert state.match is not None
        answer: HintedMessage | RefusedMessage
        try:
            answer = await self._runner.hint(state.match.state, seat, state.number, aim)
        except (IllegalMove, BadText) as error:
            answer = RefusedMessage(str(error))
        except Exception:
            log.exception("A hint failed.")
            answer = RefusedMessage(tr("The hint could not be computed."))
        now = self._now()
        if now.asked_since == state.asked_since and _is_asked(now, seat):
            client.send(answer)


def _is_asked(state: TableState, seat: int) -> bool:
    return state.match is not None and seat in state.match.awaited.seats
