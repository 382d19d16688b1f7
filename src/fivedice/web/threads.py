"""Work in threads that can be given up: what never ends holds up neither others nor the end of the server.

Knows nothing of the work.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


class Threads:
    """So much work at once; more of it waits for its turn."""

    def __init__(self, at_once: int) -> None:
        """Nothing is under way."""
        self._free = asyncio.Semaphore(at_once)

    async def do(self, work: Callable[[], Result], seconds: float) -> Result:
        """What comes of work. Raises what it raises, and `TimeoutError` where it takes longer than that.

        What was given up may go on, but its thread counts no more and nothing waits for it.
        """
        async with self._free:
            future: Future[Result] = Future()
            Thread(target=_run, args=(work, future), daemon=True).start()
            try:
                return await asyncio.wait_for(asyncio.wrap_future(future), seconds)
            except TimeoutError:
                raise TimeoutError(f"nothing came in {seconds:g} seconds") from None


def _run(work: Callable[[], Result], future: "Future[Result]") -> None:
    future.set_running_or_notify_cancel()  # from here on it cannot be cancelled, only ignored
    try:
        future.set_result(work())
    except Exception as error:
        future.set_exception(error)
