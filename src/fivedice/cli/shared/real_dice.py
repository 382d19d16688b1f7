"""Remembers which matches use real dice: an empty file beside the record.

Knows files, and nothing of what is thrown.
"""

from pathlib import Path

from fivedice import private_files
from fivedice.runtime import store
from fivedice.runtime.store import StoreError

SUFFIX = ".real-dice"


def are_thrown(record: Path) -> bool:
    """Whether the match of this record was last played with real dice."""
    return _mark(record).exists()


def keep(record: Path, *, thrown: bool) -> None:
    """Keeps for the next time whether they are. Raises `StoreError`."""
    mark = _mark(record)
    try:
        mark.touch(private_files.FILE) if thrown else mark.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{store.shown(mark)} cannot be written: {store.reason(error)}.") from None


def _mark(record: Path) -> Path:
    return record.with_suffix(SUFFIX)
