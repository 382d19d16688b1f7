"""Work in so many threads at once, each of which can be given up: what never ends holds up nobody.

Knows nothing of the work.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from fivedice.threads import begun

Result = TypeVar("Result")


class Threads:
    """So much work at once; more of it waits for its turn."""

    def __init__(self, at_once: int) -> None:
        """Nothing is under way."""
        self._free = asyncio.Semaphore(at_once)

    async def do(self, work: Callable[[], Result], seconds: float | None = None) -> Result:
        """What comes of work. Raises what it raises, and `TimeoutError` where it takes longer than that.

        What was given up may go on, but its thread counts no more and nothing waits for it.
        """
        async with self._free:
            future = asyncio.wrap_future(begun(work))
            if seconds is None:
                return await future
            try:
                return await asyncio.wait_for(future, seconds)
            except TimeoutError:
                raise TimeoutError(f"nothing came in {seconds:g} seconds") from None
