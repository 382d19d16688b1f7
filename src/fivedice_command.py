"""The command `fivedice` before it is loaded, which takes a quarter of a second.

It stands beside the package, because importing anything of that loads what programs need of it.
"""

import os
import signal
from typing import NoReturn

STOPPED = 130
"""What shells see of a program that Ctrl+C ended."""


def main() -> None:
    """Runs the command. Until it is loaded Ctrl+C ends it without a word: Python would print a traceback.

    One that the program was started to ignore is still ignored.
    """
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, _end)
    from fivedice.__main__ import main as run  # noqa: PLC0415 - this is what takes long

    if heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _end(*_: object) -> NoReturn:
    os._exit(STOPPED)
