"""Settings of compiled code, readable without loading the compiler: vector length, folder, listeners."""

import os
from collections.abc import Callable
from pathlib import Path

LANES = 16
"""The length of a vector: with AVX2, shorter ones cost more per number, and longer ones often go unused."""

_folders: list[Path] = []
_listeners: list[Callable[[bool], None]] = []


def keep_compiled_in(folder: Path) -> None:
    """Sets the folder for the compiled code of modules imported from now on."""
    _folders.append(folder)


def compiled_folder() -> Path | None:
    """The folder that was set last, if any."""
    return _folders[-1] if _folders else None


def on_compiling(listener: Callable[[bool], None]) -> None:
    """Registers a listener, called with true when compiling begins and with false when it ends."""
    _listeners.append(listener)


def notify(begins: bool) -> None:
    """Calls the listeners."""
    for listener in _listeners:
        listener(begins)


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
