"""Signals that end or pause the program; the terminal is restored first.

Who has changed the terminal hears of the signal as `Stopped`, puts it right on the way out,
and then ends as the signal says.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

PATIENCE = 3.0
"""Seconds until a program that is to stop ends in any case, whatever it is still working out."""
INTERVAL = 0.5
"""Seconds between two interruptions of a wait for what is typed."""
_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))


class Stopped(BaseException):
    """A signal stops the program."""

    def __init__(self, number: int) -> None:
        """Stopped by the signal of this number."""
        super().__init__(number)
        self.number = number

    def end(self) -> NoReturn:
        """Ends the process as the signal would have: shells see 128 and its number."""
        signal.signal(self.number, signal.SIG_DFL)
        signal.raise_signal(self.number)
        os._exit(128 + self.number)


@contextmanager
def heard() -> Iterator[None]:
    """Within it a signal raises `Stopped`, so that everything opened is closed and every mode put back.

    One that the program was started to ignore, as `nohup` does, is still ignored.
    """
    minded = [number for number in _ENDING if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, _raise) for number in minded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _raise(number: int, _frame: FrameType | None) -> NoReturn:
    raise Stopped(number)


@contextmanager
def withheld(number: int) -> Iterator[None]:
    """Within it this thread does not hear the signal, and a process that it starts never will.

    Nothing changes where signals cannot be held back.
    """
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
    """Within it a wait for what is typed is interrupted again and again, and goes on.

    Python acts on a signal once the system call that waits has returned. One that arrives in the instant
    before this call interrupts nothing: without a second interruption it would be heard only when somebody
    presses Enter. Only the main thread hears of signals; a wait of another thread is left alone.
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


def hear_in_loop(stop: Callable[[int], None]) -> None:
    """The running loop calls `stop` with the signal; should that not help, the process ends all the same."""

    from asyncio import get_running_loop  # noqa: PLC0415 - slow to load; where a loop runs it is there

    def called(number: int) -> None:
        ending = threading.Timer(PATIENCE, os._exit, [128 + number])
        ending.daemon = True
        ending.start()
        stop(number)

    if sys.platform != "win32":
        for number in (*_ENDING, signal.SIGINT):
            with suppress(RuntimeError, ValueError):
                get_running_loop().add_signal_handler(number, called, number)


def pause_in_loop() -> None:
    """Ctrl+Z's signal reaches its handler between two steps of the running loop.

    Textual's handler ends the thread that writes. Called in the middle of a write, it would wait for itself.
    """
    from asyncio import get_running_loop  # noqa: PLC0415 - as above

    if sys.platform != "win32" and callable(pause := signal.getsignal(signal.SIGTSTP)):
        with suppress(RuntimeError, ValueError):
            get_running_loop().add_signal_handler(signal.SIGTSTP, pause, signal.SIGTSTP, None)


def pause() -> None:
    """What Ctrl+Z does in lines: all that was started together stands still, and the shell hears of it.

    Nothing happens where no shell would: who is alone in a window could never be woken again.
    """
    if sys.platform != "win32" and os.getpgrp() != os.getsid(0):
        os.killpg(0, signal.SIGTSTP)
