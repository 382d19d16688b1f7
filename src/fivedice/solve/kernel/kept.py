"""Where compiled code may be kept, told before the compiler is loaded. Knows no compiler."""

from pathlib import Path

_folders: list[Path] = []


def keep_compiled_in(folder: Path) -> None:
    """What is compiled by modules imported from now on may be kept there."""
    _folders.append(folder)


def folder() -> Path | None:
    """The folder that was told last, if any."""
    return _folders[-1] if _folders else None
