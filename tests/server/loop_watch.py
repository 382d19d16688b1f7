"""Notices what computes on a server's event loop, in processor time, so that a busy machine matters little.

As a program it is `fivedice`: python -m tests.server.loop_watch serve …
"""

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import uvloop

LIMIT = 0.1
"""Seconds of processor time. At most 0.05 are meant on a quiet machine; a busy one takes twice as long."""
SLOW = "Too long on the event loop"
EXEMPT = ("Server.serve", "LifespanOn.main", "maintain")
"""What a server does before it answers, and collecting all garbage while nobody is at a table."""
REQUEST = "RequestResponseCycle.run_asgi"
slow: list[str] = []
"""What took too long in this process."""


class WatchedLoop(uvloop.Loop):
    """An event loop that times each callback, among them each step of a task."""

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Any = None) -> asyncio.Handle:  # type: ignore[override]
        return super().call_soon(_timed, callback, args, context=context)


def _timed(callback: Callable[..., Any], args: tuple[Any, ...]) -> None:
    what, begin = _described(callback), time.thread_time()
    try:
        callback(*args)
    finally:
        spent = time.thread_time() - begin
        if spent > LIMIT and not what.startswith(EXEMPT):
            slow.append(f"{SLOW}: {what} took {spent:.2f} s.")
            print(slow[-1], file=sys.stderr, flush=True)


def _described(callback: Callable[..., Any]) -> str:
    """A task by its outermost coroutine, and the path if it answers a request."""
    task = getattr(callback, "__self__", None)
    if not isinstance(task, asyncio.Task):
        return repr(callback)
    coroutine: Any = task.get_coro()
    name: str = coroutine.__qualname__
    if name != REQUEST or coroutine.cr_frame is None:
        return name
    return f"{name} {coroutine.cr_frame.f_locals['self'].scope.get('path')}"  # keeps the locals alive


if __name__ in ("__main__", "__mp_main__"):  # workers, too; aiohttp in the process of tests does not bear it
    uvloop.new_event_loop = WatchedLoop


def _end_with(tests: int) -> None:
    """Kills the server and its workers once the tests are gone, which may be interrupted or killed."""
    while os.getppid() == tests:
        time.sleep(1)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    from fivedice.__main__ import main

    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    main()
