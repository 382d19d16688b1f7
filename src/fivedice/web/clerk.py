"""The database as the server asks it: in threads, so that nobody waits for another's disk. Knows no room."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fivedice.web.database import Database, Kept

Found = TypeVar("Found")


class Clerk:
    """One thread for SQLite, which has one writer at a time; several for a server."""

    def __init__(self, database: Database) -> None:
        """A clerk of this database."""
        self._database = database
        self._uploading = asyncio.Lock()
        self._threads = ThreadPoolExecutor(8 if database.is_shared else 1, "clerk")

    async def open(self, code: str, terms: str, entries: Sequence[str]) -> None:
        """See `Database.open`."""
        await self._do(lambda: self._database.open(code, terms, entries))

    async def append(self, code: str, number: int, entries: Sequence[str], summary: str = "") -> None:
        """See `Database.append`."""
        await self._do(lambda: self._database.append(code, number, entries, summary))

    @property
    def is_shared(self) -> bool:
        """See `Database.is_shared`."""
        return self._database.is_shared

    async def call(self, notice: str) -> None:
        """See `Database.call`."""
        if self.is_shared:
            await self._do(lambda: self._database.call(notice))

    async def since(self, code: str, number: int) -> tuple[str, ...]:
        """See `Database.since`."""
        return await self._do(lambda: self._database.since(code, number))

    async def load(self, code: str) -> Kept | None:
        """See `Database.load`."""
        return await self._do(lambda: self._database.load(code))

    async def idle(self, before: float) -> tuple[str, ...]:
        """See `Database.idle`."""
        return await self._do(lambda: self._database.idle(before))

    async def upload(self, code: str, record: str, summary: str) -> None:
        """See `Database.upload`; one at a time, so that no move waits for more than one."""
        async with self._uploading:
            await self._do(lambda: self._database.upload(code, record, summary))

    async def sum_up(self, code: str, summary: str) -> None:
        """See `Database.sum_up`."""
        await self._do(lambda: self._database.sum_up(code, summary))

    async def summaries(self, codes: Sequence[str]) -> dict[str, str]:
        """See `Database.summaries`."""
        return await self._do(lambda: self._database.summaries(codes))

    async def uploaded(self, code: str) -> str | None:
        """See `Database.uploaded`."""
        return await self._do(lambda: self._database.uploaded(code))

    def close(self) -> None:
        """Finishes what was asked and lets go of the database."""
        self._threads.shutdown(wait=True)
        self._database.close()

    async def _do(self, work: Callable[[], Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
