"""Tables that come with the package, packed without loss.

A packed table is the first line of a table file and its numbers, compressed byte by byte: the first bytes of
all numbers, then the second ones. One that is much like another is packed as the difference from it (`like`).
It is unpacked beside the tables that are solved here and known there by the sum of its numbers: an edit of
a source does not invalidate it, and a test says whether it still is what solving gives.
"""

import json
import lzma
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.solve.kernel import tables

FOLDER = tables.PACKAGE / "solve" / "tables"
SUFFIX = ".xz"
_BITS = np.dtype("<u8")

Bits = NDArray[np.uint64]


def put(path: Path) -> None:
    """The table that comes with the package under this file's name, if any, is there from now on."""
    head = head_of(path.name)
    if head and not tables.is_made(path, tables.shipped_as(head["sum"])):
        found = _unpacked(path.name).view(np.float64).reshape(head["shape"])
        if not tables.write(path, tables.shipped_as(head["sum"]), found):
            tables.hold(path, found)


def numbers(name: str) -> NDArray[np.float64] | None:
    """The table that comes with the package under this name, if any: for one that is unpacked at once."""
    head = head_of(name)
    return _unpacked(name).view(np.float64).reshape(head["shape"]) if head else None


def head_of(name: str) -> dict[str, Any]:
    """What the first line says of a packed table: what made it, sum, shape, what it is like; or nothing."""
    try:
        with (FOLDER / (name + SUFFIX)).open("rb") as file:
            head: dict[str, Any] = json.loads(file.readline(tables.LONGEST_HEAD))
            return head
    except OSError:
        return {}


def pack(path: Path, like: str = "") -> int:
    """Packs a table that was solved here to come with the package, and gives the bytes it takes."""
    with path.open("rb") as file:
        head = json.loads(file.readline(tables.LONGEST_HEAD))
        bits = np.fromfile(file, _BITS)
    if like:
        head["like"], bits = like, bits - _fitted(_unpacked(like), len(bits))
    shuffled = np.ascontiguousarray(bits.view(np.uint8).reshape(-1, _BITS.itemsize).T)
    packed = json.dumps(head).encode() + b"\n" + lzma.compress(shuffled.data, preset=9 | lzma.PRESET_EXTREME)
    FOLDER.mkdir(exist_ok=True)
    return (FOLDER / (path.name + SUFFIX)).write_bytes(packed)


def _unpacked(name: str) -> Bits:
    with (FOLDER / (name + SUFFIX)).open("rb") as file:
        like = json.loads(file.readline(tables.LONGEST_HEAD)).get("like")
        shuffled = np.frombuffer(lzma.decompress(file.read()), np.uint8)
    bits = np.ascontiguousarray(shuffled.reshape(_BITS.itemsize, -1).T).view(_BITS).ravel()
    return bits + _fitted(_unpacked(like), len(bits)) if like else bits


def _fitted(bits: Bits, size: int) -> Bits:
    """The same cut off or filled up with zeros to so many numbers."""
    return np.pad(bits[:size], (0, max(size - len(bits), 0)))
