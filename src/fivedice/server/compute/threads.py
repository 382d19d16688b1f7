"""A thread pool whose threads can be abandoned: work that never ends blocks nothing else."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from fivedice.runtime.threads import begun

Result = TypeVar("Result")


class Threads:
    """So much work at once; more of it waits for its turn."""

    def __init__(self, at_once: int) -> None:
        """Nothing is under way."""
        self._free = asyncio.Semaphore(at_once)

    async def do(self, work: Callable[[], Result]) -> Result:
        """What comes of work. Raises what it raises. Until it ends its thread is taken, whoever waits."""
        await self._free.acquire()
        loop, under_way = asyncio.get_running_loop(), begun(work)
        under_way.add_done_callback(lambda _: self._ended(loop))
        return await asyncio.wrap_future(under_way)

    async def do_within(self, seconds: float, work: Callable[[], Result]) -> Result:
        """The same, but `TimeoutError` where it takes longer than that.

        What was given up may go on, but its thread counts no more and nothing waits for it.
        """
        async with self._free:
            try:
                return await asyncio.wait_for(asyncio.wrap_future(begun(work)), seconds)
            except TimeoutError:
                raise TimeoutError(f"nothing came in {seconds:g} seconds") from None

    def _ended(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called in its thread: the next may begin."""
        with suppress(RuntimeError):  # the loop has ended as well, and nobody waits for a turn
            loop.call_soon_threadsafe(self._free.release)
