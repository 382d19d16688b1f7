"""Signals that end or pause the program; the terminal is restored first.

Code that has changed the terminal receives the signal as the exception `Stopped`. It restores the terminal
and then ends as the signal demands.
"""

import errno
import os
import signal
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

INTERVAL = 0.5
"""Seconds between two interruptions of a wait for input."""
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))


class Stopped(BaseException):
    """A signal stops the program."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    def end(self) -> NoReturn:
        """Ends the process as the signal would have: shells see 128 plus its number."""
        signal.signal(self.number, signal.SIG_DFL)
        signal.raise_signal(self.number)
        os._exit(128 + self.number)


def end_if_hung_up(error: OSError) -> None:
    """Ends the process as SIGHUP would, if the error says that its terminal is gone.

    The kernel lets reads and writes fail (EIO) before it sends the signal of a closed window.
    """
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is None or error.errno != errno.EIO or signal.getsignal(hangup) == signal.SIG_IGN:
        return
    if stat.S_ISCHR(os.fstat(0).st_mode):
        Stopped(hangup).end()


@contextmanager
def signals_raised() -> Iterator[None]:
    """Turns signals into `Stopped` inside the block, so that files are closed and modes restored.

    A signal that the program was started to ignore, as by `nohup`, stays ignored.
    """
    minded = [number for number in ENDING if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, _raise) for number in minded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _raise(number: int, _frame: FrameType | None) -> NoReturn:
    raise Stopped(number)


@contextmanager
def signal_blocked(number: int) -> Iterator[None]:
    """Blocks the signal, where possible, for this thread, and for good in processes that it starts."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [number])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def interrupted() -> Iterator[None]:
    """Interrupts a wait for input inside the block again and again; the wait continues each time.

    Python handles a signal once the waiting system call has returned. A signal that arrives just before the
    call interrupts nothing: without a second interruption it would be handled only when the player presses
    Enter. Does nothing outside the main thread, the only one that handles signals.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda _number, _frame: None)
    signal.setitimer(signal.ITIMER_REAL, INTERVAL, INTERVAL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
