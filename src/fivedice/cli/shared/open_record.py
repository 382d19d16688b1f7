"""Finds and reads the record that an argument names."""

import sys
from pathlib import Path

from msgspec import Struct

from fivedice.match.match import Match
from fivedice.notation import record
from fivedice.notation.record import BadRecord, Replay
from fivedice.runtime import store
from fivedice.runtime.store import StoreError

STDIN = Path("-")
"""What the standard input is called."""


class Opened(Struct, frozen=True):
    """A record that may still be written on: the match so far, and how many of its bytes are good."""

    match: Match
    complete: bool
    length: int


def find(name: str) -> Path:
    """The file of that name, in the present folder or among this user's records; `-` is `STDIN`."""
    path = Path(name)
    if path == STDIN or path.exists() or path.name != name:
        return path
    kept = store.folder() / name
    return kept if kept.exists() else path


def newest() -> Path:
    """The newest record of this user that can be read. Raises `StoreError` where there is none."""
    where = store.folder()
    path = next(filter(_is_good, reversed(store.records(where))), None)
    if path is None:
        raise StoreError(f"No match is kept yet in {store.shown(where)}.")
    return path


def _is_good(path: Path) -> bool:
    try:
        so_far(path)
    except (BadRecord, StoreError):
        return False
    return True


def whole(name: str) -> Replay:
    """The record of that name as it stands. Raises `StoreError` or `BadRecord`."""
    return record.replay(_read(find(name)))


def so_far(path: Path) -> Opened:
    """The record without a last line that was cut short as it was written."""
    return opened(_read(path))


def _read(path: Path) -> bytes:
    """The bytes of a record. Raises `StoreError`."""
    return store.read_from(sys.stdin.buffer, "The standard input") if path == STDIN else store.read(path)


def opened(data: bytes) -> Opened:
    """The same of a record's bytes. Raises `BadRecord`."""
    good = record.complete_lines(data) or data
    replayed = record.replay(good)
    return Opened(replayed.match, replayed.complete, len(good))


def good_part(data: bytes) -> tuple[Opened, BadRecord | None]:
    """The same of a record that may be damaged: what comes before the damage, and the damage.

    Raises `BadRecord` where that is nothing to go on with: no header, or a match that has its result.
    """
    try:
        return opened(data), None
    except BadRecord as damage:
        good = b"".join(line + b"\n" for line in data.split(b"\n")[: damage.line - 1])
        part = opened(good) if good else None
        if part is None or part.complete:
            raise
        return part, damage
