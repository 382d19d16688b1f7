"""Background and delayed tasks of a table; errors are logged."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from fivedice.core.rules import IllegalMove
from fivedice.notation.read import BadText
from fivedice.runtime.store import StoreError

Done = TypeVar("Done")

log = logging.getLogger(__name__)


class BackgroundTasks:
    """The tasks of one table."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def are_done(self) -> bool:
        """Whether no task is running."""
        return not self._tasks

    def begin(self, work: Awaitable[object]) -> asyncio.Task[None]:
        """Starts a task."""
        task = asyncio.ensure_future(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

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


async def _quietly(work: Awaitable[object]) -> None:
    """Ignores moves that came too late, and database failures, which the next visitor retries."""
    try:
        await work
    except (IllegalMove, BadText, StoreError):
        return
    except Exception:
        log.exception("A background task of a table failed.")
