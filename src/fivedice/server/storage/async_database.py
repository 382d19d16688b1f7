"""Asynchronous access to the database: queries in threads, and appends in groups (group commit)."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import TypeVar

from fivedice.runtime.store import StoreError
from fivedice.server import metrics
from fivedice.server.storage import append_entries, schema, sqlite_file, table_rows
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.database import Answer, Database, Question, Work
from fivedice.server.storage.errors import DatabaseFailed, DatabaseLost, Outages

Outcome = TypeVar("Outcome")
Waiting = tuple[Append, "asyncio.Future[None]"]
"""Entries to store, and the future of their writer."""

ANSWER = 1.2
"""Seconds to retry a query while another program has the file locked."""
AGAIN = 0.03
"""Seconds between two attempts."""
WATCH = 1.0
"""Seconds between two checks that the database files exist and whether another process has written."""
GLANCE, PAUSES = 0.5, 20
"""Seconds that a check waits for the reading of all pages; the pause after it, in times of its duration."""
PARTING = 0.5
"""Seconds to tell clients the reason before the server ends."""
PROBES = (schema.probe, sqlite_file.data_version)
"""Statements whose outcome says nothing about other statements."""


TRIES = 20
"""Attempts to write against other workers before the sender is refused."""


async def retry_on_conflict(attempt: Callable[[], Awaitable[Outcome]], refusal: str) -> Outcome:
    """The outcome of the first attempt in which no other writer was faster. Raises `StoreError`."""
    for _ in range(TRIES):
        with suppress(Conflict):
            return await attempt()
    raise StoreError(refusal)


class AsyncDatabase:
    """A database for asyncio: one thread for SQLite, which has one writer, and several for PostgreSQL.

    `give_up` is called once, soon after the database is lost.
    """

    def __init__(self, database: Database, give_up: Callable[[str], None] | None = None) -> None:
        database.stop_waiting()
        self._database, self._give_up = database, give_up
        self.outages = Outages()
        self._failure: DatabaseFailed | None = None
        self._reading: asyncio.Task[None] | None = None
        self._due = 0.0
        self._uploading = asyncio.Lock()
        self._next = list[Waiting]()
        self._writing: asyncio.Task[None] | None = None
        self._appender = database.appender()
        self._threads = ThreadPoolExecutor(8 if database.is_shared else 1, "database")

    async def ask(
        self, work: Work[Question, Answer], *args: Question.args, **kwargs: Question.kwargs
    ) -> Answer:
        """Runs in a thread; see `Database.run`."""
        job = partial(self._database.run, work, *args, **kwargs)
        job = partial(copy_context().run, job)  # in the language of the request
        return await self._with_outages(self._retrying(job, ANSWER), counts=work not in PROBES)

    async def check(self) -> None:
        """Raises `StoreError` if the database cannot be written, or if a statement has failed and none has
        succeeded since. A damaged database fails until all of its pages can be read again.
        """
        await self.ask(schema.probe)
        is_due = self._is_corrupt or (not self.is_shared and time.monotonic() >= self._due)
        if is_due and (self._reading is None or self._reading.done()):
            self._reading = asyncio.create_task(self._read_all())
        if self._reading:
            await asyncio.wait([self._reading], timeout=GLANCE)
        if self._failure:
            raise self._failure

    async def _read_all(self) -> None:
        """Reads all pages, and plans the next time so that a thread reads for 5% of the time at most."""
        began = time.monotonic()
        try:
            await asyncio.to_thread(self._database.read_all)
        except DatabaseFailed as error:
            if error.is_corrupt:
                self.outages.add(error)
                self._failure = error
        except StoreError:
            pass  # the next statement says so
        else:
            self._failure = None if self._is_corrupt else self._failure
        self._due = time.monotonic() + PAUSES * (time.monotonic() - began)

    async def _retrying(self, job: Callable[[], Answer], patience: float) -> Answer:
        """Retries while the file is locked, without holding a thread in between."""
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        while True:
            try:
                return await loop.run_in_executor(self._threads, job)
            except DatabaseFailed as error:
                if not error.is_locked or loop.time() >= until:
                    raise
            await asyncio.sleep(AGAIN)

    async def _with_outages(self, answer: Awaitable[Answer], counts: bool = True) -> Answer:
        """Awaits an answer; logs outages, and ends the server if the database is lost. If `counts`, `check`
        reports a failure.
        """
        try:
            outcome = await answer
        except DatabaseLost as error:
            if self._give_up:
                asyncio.get_running_loop().call_later(PARTING, self._give_up, error.why)
                self._give_up = None
            raise
        except DatabaseFailed as error:
            self.outages.add(error)
            if counts and not self._is_corrupt:
                self._failure = error
            raise
        if counts and not self._is_corrupt:  # a success does not make up for damaged pages
            self._failure = None
        return outcome

    @property
    def _is_corrupt(self) -> bool:
        return self._failure is not None and self._failure.is_corrupt

    async def append(self, append: Append) -> None:
        """See `table_rows.append`. Raises `Conflict` or `StoreError` if none of the entries were stored."""
        done = asyncio.get_running_loop().create_future()
        self._next.append((append, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await done

    async def _write(self) -> None:
        """Stores one group at a time; entries that arrive meanwhile form the next group."""
        while self._next:
            group, self._next = self._next, []
            await self._keep(group)

    async def _keep(self, group: list[Waiting]) -> None:
        """Stores a group; on a conflict, halves it until the conflicting entries are alone."""
        failure: Exception | None = None
        try:
            with metrics.WRITE_SECONDS.time():
                await self._append_all([append for append, _ in group])
        except Exception as error:
            failure = error
        if isinstance(failure, Conflict) and len(group) > 1:
            middle = len(group) // 2
            await self._keep(group[:middle])
            await self._keep(group[middle:])
            return
        for done in [done for _, done in group if not done.done()]:
            done.set_exception(failure) if failure else done.set_result(None)

    async def _append_all(self, appends: Sequence[Append]) -> None:
        if self._appender and all(append.is_plain for append in appends):
            await self._with_outages(self._appender.add(appends, time.time()))
        else:
            job = partial(self._database.run, table_rows.append, appends)
            await self._with_outages(self._retrying(job, sqlite_file.LOCKED))

    @property
    def writer(self) -> int:
        """The PostgreSQL process that appends for this worker, or 0."""
        return self._appender.process if self._appender else 0

    @property
    def is_shared(self) -> bool:
        """See `Database.is_shared`."""
        return self._database.is_shared

    async def notify(self, notice: str) -> None:
        """See `append_entries.notify`; asks nothing of SQLite."""
        if self.is_shared:
            await self.ask(append_entries.notify, [notice])

    async def upload(self, code: str, record: str, summary: str) -> None:
        """See `table_rows.upload`. Uploads run one at a time, so that a move waits for at most one upload."""
        async with self._uploading:
            await self.ask(table_rows.upload, code, record, summary)

    async def finish(self) -> None:
        """Waits until all appends have succeeded or failed."""
        if self._writing:
            await self._writing

    async def watch(self, on_change: Callable[[], Awaitable[None]]) -> None:
        """Checks the files of a SQLite database regularly, until cancelled.

        Calls `on_change` after another process, such as a command of the host, has written.
        """
        last = None
        while not self.is_shared:
            with suppress(StoreError):
                version = await self.ask(sqlite_file.data_version)
                if last not in (None, version):
                    await on_change()
                last = version
            await asyncio.sleep(WATCH)

    def close(self) -> None:
        """Waits for the threads and closes the database; call `finish` first."""
        self._threads.shutdown(wait=True)
        if self._appender:
            self._appender.close()
        self._database.close()
