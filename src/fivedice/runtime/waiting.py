"""Slow work in a thread that can be abandoned, with a status line meanwhile.

The work reports its stage to `working`. The caller that waits shows it as a line, but only to people: at a
terminal, and after half a second. A pipe gets none of it.
"""

import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextvars import copy_context
from threading import Thread
from typing import Any, NoReturn, TypeVar
from weakref import WeakSet

from fivedice import private_files
from fivedice.language import comma, percent, tr
from fivedice.language.lines import cells, wrapped

Result = TypeVar("Result")

_begun = WeakSet[Future[Any]]()


def run_in_thread(work: Callable[[], Result]) -> Future[Result]:
    """Starts the work, in the language of the caller, in a thread that does not delay the end."""
    future = Future[Result]()
    future.set_running_or_notify_cancel()  # it can no longer be cancelled, only ignored

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # raised again in the waiting caller
            future.set_exception(error)

    _begun.add(future)
    Thread(target=copy_context().run, args=(run,), daemon=True).start()
    return future


SILENT = 0.5
"""Seconds of waiting before the line appears."""
BETWEEN = 0.1
"""Seconds between two checks of the work."""
SHOW_CURSOR = "\x1b[?25h"
"""An interrupted progress bar leaves the cursor hidden."""


class Working:
    """The current computation of this process: the name of the stage and its progress."""

    def __init__(self) -> None:
        self.stage, self._part = "", ""
        self._compiled = 0
        self.has_bar = False
        """Whether a progress bar is drawn in place of the line."""

    def begin(self, stage: str) -> None:
        """Begins a stage, named for what it does: "solving the score cards"."""
        self.stage, self._part = stage, ""

    def part(self, done: int, total: int) -> None:
        """Reports progress within the stage."""
        self._part = percent(done / total)

    def compiling(self, begins: bool) -> None:
        """Reports that compiling begins or ends."""
        self._compiled += 1 if begins else -1

    @property
    def line(self) -> str:
        """The stage in a line; empty if nothing is being computed, as while a person is prompted."""
        return self._lines()[0]

    def line_in(self, width: int) -> str:
        """The longest form of the line that fits this width, or else the shortest."""
        lines = self._lines()
        return next((line for line in lines if cells(line) <= width), lines[-1])

    def _lines(self) -> tuple[str, ...]:
        """The line and shorter forms of it; each has the progress."""
        if not self.stage:
            return ("",)
        stage, part = tr(self.stage), [self._part] if self._part else []
        rest = [tr("compiling"), *part] if self._compiled else part
        ready = tr("Getting ready: {stage}", stage=comma([stage, *rest]))
        alone = stage[:1].upper() + stage[1:]
        return f"{ready} …", f"{comma([alone, *rest])} …", f"{comma([alone, *part])} …"


working = Working()
_drawing = threading.Lock()
_is_drawn = False
"""Whether the line is now at the terminal."""


def wait_for(work: Callable[[], Result]) -> Result:
    """The result of the work. A terminal shows its progress; Ctrl+C takes effect at once."""
    working.begin("")
    future, began = run_in_thread(work), time.monotonic()
    while not wait([future], BETWEEN).done:
        if time.monotonic() - began > SILENT:
            _show()
    clear_line()
    return future.result()


def clear_line() -> None:
    """Clears the line, so that the next output begins on an empty line."""
    global _is_drawn  # noqa: PLW0603 - a terminal has one line
    with _drawing:
        working.begin("")
        if _is_drawn:
            print("\r" + " " * _width(), end="\r", file=sys.stderr, flush=True)
        _is_drawn = False


_cleanups: list[Callable[[], None]] = []


def when_let_go(cleanup: Callable[[], None]) -> None:
    """Registers a function for `let_go` to call."""
    _cleanups.append(cleanup)


def let_go() -> None:
    """Abandons all work in progress: ends all started programs and deletes unfinished files."""
    for cleanup in _cleanups:
        cleanup()
    private_files.drop_unfinished()


def leave(code: int) -> NoReturn:
    """Ends the process, at once if abandoned work still runs; another Ctrl+C ends it silently."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if all(future.done() for future in _begun):
        sys.exit(code)
    let_go()
    draws = os.environ.get("TERM", "dumb") != "dumb"
    if draws and sys.__stderr__ is not None and sys.__stderr__.isatty():
        print(SHOW_CURSOR, end="", file=sys.__stderr__, flush=True)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _show() -> None:
    """Redraws the line, if standard error is a terminal without a progress bar."""
    global _is_drawn  # noqa: PLW0603 - as above
    with _drawing:
        line = working.line
        if line and sys.stderr.isatty() and not working.has_bar:
            first = next(iter(wrapped(line, "", _width())), "")
            _is_drawn = True  # first, as Ctrl+C may come before the end of this line
            print("\r" + first + " " * (_width() - cells(first)), end="", file=sys.stderr, flush=True)


def _width() -> int:
    """One column less than the terminal: at the full width the cursor would move to the next line."""
    return shutil.get_terminal_size().columns - 1
