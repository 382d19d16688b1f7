"""The event loop of the screen: signals that it hears, and slow work during which it stays alive."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from fivedice.runtime.stopping import ENDING
from fivedice.runtime.waiting import BETWEEN, SILENT, run_in_thread, working

Result = TypeVar("Result")

PATIENCE = 3.0
"""Seconds after which a stopping program ends, whatever it is still computing."""


async def follow(work: Callable[[], Result], show: Callable[[], None]) -> Result:
    """The result of the work, during which `show` redraws the screen."""
    working.begin("")
    future = asyncio.wrap_future(run_in_thread(work))
    await asyncio.wait([future], timeout=SILENT)
    while not future.done():
        show()
        await asyncio.wait([future], timeout=BETWEEN)
    working.begin("")
    return future.result()


def hear_signals(stop: Callable[[int], None]) -> None:
    """Makes the running loop call `stop` with the signal; the process ends anyway after `PATIENCE`."""

    def hear(number: int) -> None:
        ending = threading.Timer(PATIENCE, os._exit, [128 + number])
        ending.daemon = True
        ending.start()
        stop(number)

    if sys.platform != "win32":
        for number in (*ENDING, signal.SIGINT):
            with suppress(RuntimeError, ValueError):
                asyncio.get_running_loop().add_signal_handler(number, hear, number)


def hear_pause() -> None:
    """Makes the running loop call the handler of Ctrl+Z between two of its steps.

    Textual's handler ends the writing thread. In the middle of a write it would deadlock.
    """
    if sys.platform != "win32" and callable(pause := signal.getsignal(signal.SIGTSTP)):
        with suppress(RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTSTP, pause, signal.SIGTSTP, None)


def pause_group() -> None:
    """Handles Ctrl+Z: pauses the process group, if there is a shell that could resume it."""
    if sys.platform != "win32" and os.getpgrp() != os.getsid(0):
        os.killpg(0, signal.SIGTSTP)
