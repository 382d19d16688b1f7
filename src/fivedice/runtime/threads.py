"""Threads that end with the process."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")

_under_way: set[Future[Any]] = set()


def begun(work: Callable[[], Result]) -> Future[Result]:
    """The work begins in a thread of its own, which does not hold up the end of the process."""
    future = Future[Result]()
    future.set_running_or_notify_cancel()  # from here on it cannot be cancelled, only ignored
    _under_way.add(future)
    Thread(target=_run, args=(work, future), daemon=True).start()
    return future


def any_under_way() -> bool:
    """Whether any of it has not come to its end."""
    return bool(_under_way)


def _run(work: Callable[[], Result], future: Future[Result]) -> None:
    try:
        result = work()
    except BaseException as error:  # raised again where it is waited for
        _under_way.discard(future)
        future.set_exception(error)
    else:
        _under_way.discard(future)
        future.set_result(result)
