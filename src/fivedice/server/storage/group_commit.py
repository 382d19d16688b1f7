"""Group commit: entries that arrive during a write are stored together by the next one.

Whoever appends goes on when its own entries are on disk, or knows why they are not.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from fivedice.server.storage.append_entries import Append, Conflict

Waiting = tuple[Append, "asyncio.Future[None]"]
"""What is to be kept, and who waits for that."""


class GroupCommit:
    """One write at a time; what comes meanwhile is the next."""

    def __init__(self, write: Callable[[Sequence[Append]], Awaitable[None]]) -> None:
        """`write` keeps all or none, and raises `Conflict` or `StoreError` for none."""
        self._write = write
        self._next: list[Waiting] = []
        self._writer: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> None:
        """Returns when the entries are kept. Raises `Conflict` or `StoreError`; then none of them is."""
        done = asyncio.get_running_loop().create_future()
        self._next.append((append, done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._work())
        await done

    async def finish(self) -> None:
        """Returns when nothing is left to be written."""
        if self._writer:
            await self._writer

    async def _work(self) -> None:
        while self._next:
            group, self._next = self._next, []
            await self._keep(group)

    async def _keep(self, group: list[Waiting]) -> None:
        """Keeps a group; one that has an entry whose number is taken is halved until that stands alone."""
        try:
            await self._write([append for append, _ in group])
        except Conflict as error:
            if len(group) == 1:
                _tell(group, error)
                return
            middle = len(group) // 2
            await self._keep(group[:middle])
            await self._keep(group[middle:])
        except Exception as error:
            _tell(group, error)
        else:
            _tell(group, None)


def _tell(group: list[Waiting], error: Exception | None) -> None:
    """Who has been given up is told nothing."""
    for _, done in group:
        if not done.done():
            done.set_result(None) if error is None else done.set_exception(error)
