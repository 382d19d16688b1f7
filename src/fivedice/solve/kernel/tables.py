"""Tables on disk under a fingerprint of what made them.

A table file is one line of JSON (fingerprint, check sum, shape) and the float64 numbers after it. A file
that is cut short, damaged, made by other code or not ours at all reads as no table: it is solved again.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivedice import private_files

MADE_BY = ("numpy", "numba", "llvmlite")
"""The distributions whose version is part of every fingerprint."""

PACKAGE = Path(__file__).parents[2]
_unfinished: set[Path] = set()
"""Files being written, under names that are not theirs yet."""
_NUMBERS = np.dtype("<f8")
_held: dict[Path, NDArray[np.float64]] = {}
"""Tables that would be in these files if the disk took them."""
OF_CARDS = "card-*.table"
"""The tables that ever new ones are made of: anybody can write down a card."""
MOST_OF_CARDS = 1 << 30
"""Bytes of them in a folder; those that were not read for the longest time are deleted."""
LONGEST_HEAD = 1 << 16
"""No first line is longer; a file that is not ours may have no lines at all."""


def fingerprint(sources: Iterable[str], *parts: str) -> str:
    """One text for all that a table was made from: sources of the package by path, versions, and `parts`."""
    made_of = [*_versions(), *parts]
    for source in sources:
        made_of += [source, (PACKAGE / source).read_text("utf-8")]
    return hashlib.sha256(json.dumps(made_of).encode()).hexdigest()


@cache
def _versions() -> tuple[str, ...]:
    return tuple(map(_version, MADE_BY))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def read(path: Path, made_from: str) -> NDArray[np.float64] | None:
    """The table of a file, or None where there is none that is whole and has this fingerprint.

    One that came with the package has none and needs none; whoever put it there knows that it is right.
    """
    if path in _held:
        return _held[path]
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline(LONGEST_HEAD))
            if head["fingerprint"] not in (made_from, shipped_as(head["sum"])):
                return None
            numbers = np.fromfile(file, _NUMBERS)
        if head["sum"] != _sum(numbers):
            return None
        numbers.flags.writeable = False
        with suppress(OSError):
            os.utime(path)  # it is in use: see `make_room`
        return numbers.reshape(head["shape"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def shipped_as(numbers: str) -> str:
    """What a table that came with the package has as its fingerprint, by the sum of its numbers."""
    return f"shipped {numbers}"


def is_made(path: Path, made_from: str) -> bool:
    """Whether a file says that it has this fingerprint; only `read` finds out whether it is whole."""
    if path in _held:
        return True
    try:
        with path.open("rb") as file:
            return bool(json.loads(file.readline(LONGEST_HEAD))["fingerprint"] == made_from)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def hold(path: Path, table: NDArray[np.float64]) -> None:
    """Keeps in memory for `read` what the disk does not take, as long as the process runs."""
    table.flags.writeable = False
    _held[path] = table


def write(path: Path, made_from: str, table: NDArray[np.float64]) -> bool:
    """Put a table in its place, whole or not at all; False where the disk does not take it."""
    numbers = np.ascontiguousarray(table, _NUMBERS)
    head = {"fingerprint": made_from, "sum": _sum(numbers), "shape": table.shape}
    try:
        private_files.make_folder(path.parent)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
            unfinished = Path(file.name)
            _unfinished.add(unfinished)
            file.write(json.dumps(head).encode() + b"\n")
            file.write(_bytes(numbers))
        unfinished.replace(path)
    except OSError:
        with suppress(OSError, UnboundLocalError):
            unfinished.unlink()
        return False
    _unfinished.discard(unfinished)
    with suppress(OSError):  # another process may be making room at the same time
        make_room(path)
    return True


def make_room(new: Path, most: int | None = None) -> None:
    """Deletes tables of cards that nobody has read for the longest time, but never the new one."""
    found = [(path.stat(), path) for path in new.parent.glob(OF_CARDS) if path != new and path.is_file()]
    left = (MOST_OF_CARDS if most is None else most) - new.stat().st_size
    for about, path in sorted(found, key=lambda each: -each[0].st_mtime):
        left -= about.st_size
        if left < 0:
            path.unlink(missing_ok=True)


def drop_unfinished() -> None:
    """Takes away what is half written, where the process is about to end."""
    for path in tuple(_unfinished):
        path.unlink(missing_ok=True)


def _sum(numbers: NDArray[np.float64]) -> str:
    return hashlib.sha256(_bytes(numbers)).hexdigest()


def _bytes(numbers: NDArray[np.float64]) -> memoryview:
    """The bytes of contiguous numbers where they lie: a table may be too large to have twice."""
    return numbers.reshape(-1).view(np.uint8).data
