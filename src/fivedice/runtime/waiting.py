"""Slow work in a thread that can be abandoned, with a status line meanwhile.

Whoever works tells `working` what it is at; whoever waits shows its line.
"""

import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import wait
from typing import NoReturn, TypeVar

from fivedice.runtime.threads import any_under_way, begun

Result = TypeVar("Result")

SILENT = 0.5
"""Seconds of waiting before anything is said."""
BETWEEN = 0.1
"""Seconds from one look at the work to the next."""
SHOW_CURSOR = "\x1b[?25h"
"""A bar that is cut short has left it hidden."""


class Working:
    """What this process works out at the moment: the name of the stage, and how far it has come."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.stage = ""
        self._part = ""
        self._compiled = 0

    def begin(self, stage: str) -> None:
        """A stage begins, called by what it does: "solving the score cards"."""
        self.stage, self._part = stage, ""

    def part(self, done: int, total: int) -> None:
        """So many of so many parts of the stage are done."""
        self._part = f", {100 * done // total}%"

    def compiling(self, begins: bool) -> None:
        """Some code begins to be compiled, or is."""
        self._compiled += 1 if begins else -1

    @property
    def line(self) -> str:
        """The stage in a line; empty where nothing is worked out, as while a person is prompted."""
        return self._lines()[0]

    def line_in(self, width: int) -> str:
        """The same in so many letters, where there is a way to say it."""
        lines = self._lines()
        return next((line for line in lines if len(line) <= width), lines[-1])

    def _lines(self) -> tuple[str, ...]:
        """The line, and shorter ones; how far the stage has come stands in each."""
        if not self.stage:
            return ("",)
        compiled = ", compiling" if self._compiled else ""
        begun = self.stage[:1].upper() + self.stage[1:]
        rest = f"{compiled}{self._part} …"
        return f"Getting ready: {self.stage}{rest}", f"{begun}{rest}", f"{begun}{self._part} …"


working = Working()
_drawing = threading.Lock()
_stands = ""
"""The line that stands at the terminal, or the last that was told elsewhere."""


def waited_for(work: Callable[[], Result], *, showing: bool = True) -> Result:
    """The result of the work. A line on the error output tells how it goes; Ctrl+C gets through at once."""
    working.begin("")
    future, began = begun(work), time.monotonic()
    while not wait([future], BETWEEN).done:
        if time.monotonic() - began > SILENT and showing:
            _show()
    done()
    return future.result()


async def followed(work: Callable[[], Result], show: Callable[[], None]) -> Result:
    """The result of the work, for a screen that goes on meanwhile; `show` is called again and again."""
    import asyncio  # noqa: PLC0415 - slow to load; where a screen is it is there

    working.begin("")
    future = asyncio.wrap_future(begun(work))
    await asyncio.wait([future], timeout=SILENT)
    while not future.done():
        show()
        await asyncio.wait([future], timeout=BETWEEN)
    working.begin("")
    return future.result()


def done() -> None:
    """Nothing is worked out any more, as far as anybody is told: what comes next begins on an empty line."""
    global _stands  # noqa: PLW0603 - a terminal has one line
    with _drawing:
        working.begin("")
        if _stands and sys.stderr.isatty():
            print("\r" + " " * _width(), end="\r", file=sys.stderr, flush=True)
        _stands = ""


_cleanups: list[Callable[[], None]] = []


def when_let_go(cleanup: Callable[[], None]) -> None:
    """Registers what `let_go` has to call."""
    _cleanups.append(cleanup)


def let_go() -> None:
    """Nobody waits any more: programs that were started end, and tables that are half written are dropped."""
    from fivedice.solve.kernel.tables import drop_unfinished  # noqa: PLC0415 - loaded by now, if by anybody

    for cleanup in _cleanups:
        cleanup()
    drop_unfinished()


def leave(code: int) -> NoReturn:
    """Ends the process with an exit code, at once where work goes on that nobody waits for any more.

    Ctrl+C once more ends it without a word: Python would print where its farewell was cut short.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if not any_under_way():
        sys.exit(code)
    let_go()
    if sys.__stderr__ is not None and sys.__stderr__.isatty():
        print(SHOW_CURSOR, end="", file=sys.__stderr__, flush=True)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _show() -> str:
    """Draws the line anew at a terminal; elsewhere each stage is printed once. Returns what stands there."""
    global _stands  # noqa: PLW0603 - as above
    with _drawing:
        line = working.line
        if not line:
            return ""
        if sys.stderr.isatty():
            print("\r" + line[: _width()].ljust(_width()), end="", file=sys.stderr, flush=True)
        elif _stage(line) != _stage(_stands):
            print(line, file=sys.stderr, flush=True)
        _stands = line
        return line


def _width() -> int:
    """One less than the terminal's, where the cursor would go on to the next line."""
    return shutil.get_terminal_size().columns - 1


def _stage(line: str) -> str:
    return line.rstrip("0123456789% …")
