"""The entry point of `fivedice`, which handles Ctrl+C while the command is loading (a quarter of a second).

It is outside the package because importing any part of the package loads the whole public API.
"""

import os
import signal
from typing import NoReturn

STOPPED = 130
"""The exit code that shells report for a program ended by Ctrl+C."""


def main() -> None:
    """Runs the command. While it is loading, Ctrl+C ends it silently; Python would print a traceback.

    If the program was started with Ctrl+C ignored, it stays ignored.
    """
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, _end)
    from fivedice import __main__  # noqa: PLC0415 - the slow import

    if heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    __main__.main()


def _end(*_: object) -> NoReturn:
    os._exit(STOPPED)
