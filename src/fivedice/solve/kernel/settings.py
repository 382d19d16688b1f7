"""Settings of compiled code, readable without loading the compiler: vector length, folder, listeners."""

from collections.abc import Callable
from pathlib import Path

LANES = 16
"""How many numbers a vector holds: with AVX2, fewer cost more each, and more would often stand empty."""

_folders: list[Path] = []
_listeners: list[Callable[[bool], None]] = []


def keep_compiled_in(folder: Path) -> None:
    """Keep in this folder what modules imported from now on compile."""
    _folders.append(folder)


def compiled_folder() -> Path | None:
    """The folder that was named last, if any."""
    return _folders[-1] if _folders else None


def on_compiling(listener: Callable[[bool], None]) -> None:
    """Call the listener with true whenever compiling begins, and with false when it ends."""
    _listeners.append(listener)


def notify(begins: bool) -> None:
    """Tell the listeners that compiling begins or ends."""
    for listener in _listeners:
        listener(begins)
