"""Tables on disk, under a fingerprint of their sources, and tables that come with the package.

A file that is cut off, damaged, made by other code or not a table counts as missing. Tables in the package
are compressed byte by byte, some as the difference from a similar one (`like`). An unpacked one is recognized
by the sum of its numbers, so editing a source does not invalidate it; a test checks that solving still gives
the same numbers.
"""

import hashlib
import json
import logging
import lzma
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from fivedice import private_files

MADE_BY = ("numpy", "numba", "llvmlite")
"""The distributions whose version is part of every fingerprint."""

PACKAGE = Path(__file__).parents[2]
_NUMBERS = np.dtype("<f8")
_in_memory: dict[Path, NDArray[np.float64]] = {}
"""Tables that could not be written to these files."""
OF_CARDS = "card-*.table"
"""The tables of cards. There can be many of them, because anybody can write a card."""
MOST_OF_CARDS = 1 << 30
"""The maximum size of a folder's card tables in bytes; beyond it, the least recently read are deleted."""
LONGEST_HEAD = 1 << 16
"""The longest first line; other files may have no lines at all."""
UNREADABLE = (OSError, ValueError, KeyError, TypeError, RecursionError)
"""The errors that a file which is not a table can cause."""

log = logging.getLogger(__name__)


def fingerprint(sources: Iterable[str], *parts: str) -> str:
    """A fingerprint of everything a table depends on: sources of the package by path, versions, `parts`."""
    made_of = [*map(_version, MADE_BY), *parts]
    for source in sources:
        made_of += [source, (PACKAGE / source).read_text("utf-8")]
    return hashlib.sha256(json.dumps(made_of).encode()).hexdigest()


@cache
def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def read(path: Path, made_from: str) -> NDArray[np.float64] | None:
    """The table in a file, if it is complete and has this fingerprint, or came with the package."""
    if path in _in_memory:
        return _in_memory[path]
    try:
        with _opened(path) as file:
            head = json.loads(file.readline(LONGEST_HEAD))
            if head["fingerprint"] not in (made_from, shipped_as(head["sum"])):
                return None
            numbers = np.fromfile(file, _NUMBERS)
        if head["sum"] != _sum(numbers):
            return None
        numbers.flags.writeable = False
        with suppress(OSError):
            os.utime(path)  # marks it as used: see `make_room`
        return numbers.reshape(head["shape"])
    except UNREADABLE:
        return None


def read_or_make(path: Path, made_from: str, make: Callable[[], NDArray[np.float64]]) -> NDArray[np.float64]:
    """The table in a file; if it has none with this fingerprint, a new one, which is stored there."""
    table = read(path, made_from)
    if table is None:
        table = make()
        write(path, made_from, table)
    return table


def shipped_as(numbers: str) -> str:
    """The fingerprint of a table that came with the package, from the sum of its numbers."""
    return f"shipped {numbers}"


def is_made(path: Path, made_from: str) -> bool:
    """Whether a file claims this fingerprint; only `read` checks that it is complete."""
    return path in _in_memory or _claimed(path) == made_from


def _claimed(path: Path) -> str | None:
    """The fingerprint in the first line of a file; None if it is not a table."""
    try:
        with _opened(path) as file:
            return str(json.loads(file.readline(LONGEST_HEAD))["fingerprint"])
    except UNREADABLE:
        return None


def _opened(path: Path) -> BinaryIO:
    """Opens a regular file; a pipe would block. Raises `OSError`."""
    if not path.is_file():
        raise FileNotFoundError(path)
    return path.open("rb")


def hold(path: Path, table: NDArray[np.float64]) -> None:
    """Keeps in memory, for `read`, a table that could not be written."""
    table.flags.writeable = False
    _in_memory[path] = table


def write(path: Path, made_from: str, table: NDArray[np.float64]) -> bool:
    """Writes a table atomically; False if the disk refuses."""
    numbers = np.ascontiguousarray(table, _NUMBERS)
    head = {"fingerprint": made_from, "sum": _sum(numbers), "shape": table.shape}
    try:
        private_files.make_folder(path.parent)
        with private_files.replacing(path) as file:
            file.write(json.dumps(head).encode() + b"\n")
            file.write(_bytes(numbers))
    except OSError:
        return False
    with suppress(OSError):  # another process may be making room at the same time
        make_room(path)
    return True


def make_room(new: Path) -> None:
    """Deletes the least recently read tables of cards, but never the new one."""
    others = [(path.stat(), path) for path in new.parent.glob(OF_CARDS) if path != new and path.is_file()]
    left = MOST_OF_CARDS - new.stat().st_size
    for about, path in sorted(others, key=lambda each: -each[0].st_mtime):
        left -= about.st_size
        if left < 0:
            path.unlink(missing_ok=True)


def _sum(numbers: NDArray[np.float64]) -> str:
    return hashlib.sha256(_bytes(numbers)).hexdigest()


def _bytes(numbers: NDArray[np.float64]) -> memoryview:
    """The bytes of contiguous numbers, without a copy: a table may be too large for two."""
    return numbers.reshape(-1).view(np.uint8).data


SHIPPED = PACKAGE / "solve" / "tables"
PACKED = ".xz"
_BITS = np.dtype("<u8")

Bits = NDArray[np.uint64]


def install(path: Path) -> None:
    """Unpacks the table in the package with this file's name, unless the file is that table."""
    head = shipped_head(path.name)
    if not head:
        return
    name, claimed = shipped_as(head["sum"]), _claimed(path)
    if path in _in_memory or (claimed == name and read(path, name) is not None):
        return
    if os.path.lexists(path) and claimed in (None, name):
        log.warning("%s is damaged; it is unpacked from the package again.", path)
    table = _unpacked(path.name).view(np.float64).reshape(head["shape"])
    if not write(path, name, table):
        hold(path, table)


def shipped_numbers(name: str) -> NDArray[np.float64] | None:
    """The table in the package with this name, if any, unpacked in memory."""
    head = shipped_head(name)
    return _unpacked(name).view(np.float64).reshape(head["shape"]) if head else None


def shipped_head(name: str) -> dict[str, Any]:
    """The first line of a packed table (fingerprint, sum, shape, `like`), or nothing."""
    try:
        with (SHIPPED / (name + PACKED)).open("rb") as file:
            return json.loads(file.readline(LONGEST_HEAD))
    except OSError:
        return {}


def pack(path: Path, like: str = "") -> int:
    """Packs a table solved here for the package and returns its size in bytes."""
    with path.open("rb") as file:
        head = json.loads(file.readline(LONGEST_HEAD))
        bits = np.fromfile(file, _BITS)
    if like:
        head["like"], bits = like, bits - _fitted(_unpacked(like), len(bits))
    shuffled = np.ascontiguousarray(bits.view(np.uint8).reshape(-1, _BITS.itemsize).T)
    packed = json.dumps(head).encode() + b"\n" + lzma.compress(shuffled.data, preset=9 | lzma.PRESET_EXTREME)
    SHIPPED.mkdir(exist_ok=True)
    return (SHIPPED / (path.name + PACKED)).write_bytes(packed)


def _unpacked(name: str) -> Bits:
    with (SHIPPED / (name + PACKED)).open("rb") as file:
        like = json.loads(file.readline(LONGEST_HEAD)).get("like")
        shuffled = np.frombuffer(lzma.decompress(file.read()), np.uint8)
    bits = np.ascontiguousarray(shuffled.reshape(_BITS.itemsize, -1).T).view(_BITS).ravel()
    return bits + _fitted(_unpacked(like), len(bits)) if like else bits


def _fitted(bits: Bits, size: int) -> Bits:
    """The bits, cut or filled with zeros to this size."""
    return np.pad(bits[:size], (0, max(size - len(bits), 0)))
