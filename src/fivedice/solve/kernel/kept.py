"""What a compiler has to know before it is loaded: where to keep code, and who wants to hear of its work."""

from collections.abc import Callable
from pathlib import Path

_folders: list[Path] = []
_listeners: list[Callable[[bool], None]] = []


def keep_compiled_in(folder: Path) -> None:
    """What is compiled by modules imported from now on may be kept there."""
    _folders.append(folder)


def folder() -> Path | None:
    """The folder that was named last, if any."""
    return _folders[-1] if _folders else None


def tell_of_compiling(listener: Callable[[bool], None]) -> None:
    """Something is to hear whenever code begins to be compiled (true) and when it is (false)."""
    _listeners.append(listener)


def compiling(begins: bool) -> None:
    """Tells those who want to know it."""
    for listener in _listeners:
        listener(begins)
