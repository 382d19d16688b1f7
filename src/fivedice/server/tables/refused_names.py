"""The host's list of refused names: a file with a name or pattern on each line."""

import logging
import re
from pathlib import Path

from fivedice.core.rules import IllegalMove, quoted
from fivedice.names import resembles
from fivedice.runtime.store import StoreError, reason, shown

log = logging.getLogger(__name__)
COMMENT = re.compile(r"(^|\s)#.*")


def read(file: Path) -> list[str]:
    """The names and patterns of a list, without comments. Raises `StoreError`."""
    try:
        lines = file.read_text("utf-8-sig").splitlines()
    except OSError as error:
        why = reason(error)
    except UnicodeDecodeError:
        why = "it is not UTF-8 text"
    else:
        return [name for line in lines if (name := COMMENT.sub("", line).strip())]
    raise StoreError(f"The list of refused names {shown(file)} cannot be read: {why}.")


class RefusedNames:
    """The names that nobody may take, from a `file` that is read again when it changes."""

    def __init__(self, file: str = "") -> None:
        self._file = Path(file) if file else None
        self._is_refused, self._problem = resembles(()), ""
        self._version: tuple[int, int] | None = (0, 0)

    def check(self, name: str) -> None:
        """Raises `IllegalMove` for a refused name."""
        if self._file:
            self._renew(self._file)
        if self._is_refused(name):
            raise IllegalMove(
                f"The host of this server refuses the name {quoted(name)}; please choose another one."
            )

    def _renew(self, file: Path) -> None:
        """Reads a changed list. If it cannot be read, keeps the old list and logs the error once."""
        try:
            version = _version(file)
            if version != self._version:
                self._is_refused, self._version = resembles(read(file)), version
            self._problem = ""
        except StoreError as error:
            if self._problem != str(error):
                log.error("%s The previous list stays in effect.", error)
            self._problem = str(error)


def _version(file: Path) -> tuple[int, int] | None:
    """The time and size of a file, which change with its contents; None if there is no such file."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
