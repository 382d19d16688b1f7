"""File names of records: the start time of the match, which also gives their order."""

import os
import re
import stat
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

TIME = "%Y-%m-%d-%H%M%S"
IN_UTC = "Z"
"""Follows a time in UTC. Older versions wrote the local time, and nothing behind it."""
NAMED = re.compile(rf"(\d{{4}}-\d\d-\d\d-\d{{6}})({IN_UTC}?)-.*?(?:-(\d+))?", re.DOTALL)
"""The time, the game, and a number where several matches began within one second."""


def stamp() -> str:
    """The present time as a name begins with it. In UTC, so that it is never earlier than one before."""
    return datetime.now(UTC).strftime(TIME) + IN_UTC


def in_order(paths: Iterable[Path]) -> list[Path]:
    """The regular files among these, by when their matches began.

    Anything else is passed over without being opened: a pipe would be waited for, a device may never end.
    """
    begun = {path: _begun(path, about.st_mtime) for path in paths if (about := _regular(path))}
    return sorted(begun, key=lambda path: begun[path])


def _regular(path: Path) -> os.stat_result | None:
    try:
        about = path.stat()
    except OSError:  # such as a link that leads nowhere
        return None
    return about if stat.S_ISREG(about.st_mode) else None


def _begun(path: Path, written: float) -> tuple[float, int, str]:
    """When a match began, and its number among those of that second.

    A local time is read as that of this place and, in the hour that comes twice, as the second one; but no
    match began after its record was `written` last. A file that is not named by a time has that alone.
    """
    named = NAMED.fullmatch(path.stem)
    began, number = written, 0
    if named is not None:
        number = int(named[3] or 1)
        try:
            time = datetime.strptime(named[1], TIME)
            local = min(time.replace(fold=1).timestamp(), written)
            began = time.replace(tzinfo=UTC).timestamp() if named[2] else local
        except (ValueError, OverflowError, OSError):  # no such day, or too long ago for the system's clock
            pass
    return began, number, path.name
