"""Records on disk: a file a match, written line by line, each line safe before anybody hears of it.

Knows files and folders, and of a record only that it is made of lines.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

SUFFIX = ".jsonl"
HOME_VARIABLE = "FIVEDICE_HOME"


class StoreError(Exception):
    """Something that the disk would not do, told in a sentence."""


def folder() -> Path:
    """The folder of this user's records: under FIVEDICE_HOME if that is set, else under the user's data."""
    home = os.environ.get(HOME_VARIABLE)
    return (Path(home) if home else user_data_path("fivedice")) / "records"


def tables() -> Path:
    """The folder of solved tables, which can always be made again."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) / "tables" if home else user_cache_path("fivedice")


def records(where: Path) -> list[Path]:
    """The records in a folder, the oldest first."""
    try:
        return sorted(where.glob(f"*{SUFFIX}"))
    except OSError as error:
        raise StoreError(f"The folder {where} cannot be read: {reason(error)}.") from None


def read(path: Path) -> bytes:
    """A file's bytes. Raises `StoreError`."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {reason(error)}.") from None


def reason(error: OSError) -> str:
    """What the operating system says, as the end of a sentence."""
    return (error.strerror or str(error)).lower()


class Log:
    """One record being written. Every line is on the disk when `append` returns."""

    def __init__(self, path: Path, descriptor: int, length: int) -> None:
        """A log over an open file of which the first `length` bytes are good."""
        self.path = path
        self._descriptor = descriptor
        self._length = length

    @classmethod
    def create(cls, where: Path, game: str, header: str) -> "Log":
        """A new record in a folder, named by the time and the game. Raises `StoreError`."""
        stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        try:
            where.mkdir(parents=True, exist_ok=True)
            path, descriptor = _new_file(where, f"{stamp}-{game}")
        except OSError as error:
            raise StoreError(f"No record can be kept in {where}: {reason(error)}.") from None
        log = cls(path, descriptor, 0)
        try:
            log.append(header)
        except StoreError:
            log.close()
            with suppress(OSError):
                path.unlink()
            raise
        return log

    @classmethod
    def reopen(cls, path: Path, length: int) -> "Log":
        """A record to go on with; what lies behind its first `length` bytes was cut short and is dropped."""
        try:
            descriptor = os.open(path, os.O_WRONLY | _binary())
            os.ftruncate(descriptor, length)
            os.lseek(descriptor, length, os.SEEK_SET)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {reason(error)}.") from None
        return cls(path, descriptor, length)

    def append(self, *lines: str) -> None:
        """Adds lines, all or none. Raises `StoreError` when the disk refuses; what was stored stays."""
        data = "".join(line + "\n" for line in lines).encode()
        try:
            _write_all(self._descriptor, data)
            os.fsync(self._descriptor)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._descriptor, self._length)
                os.lseek(self._descriptor, self._length, os.SEEK_SET)
            raise StoreError(f"{self.path} cannot be written: {reason(error)}.") from None
        self._length += len(data)

    def close(self) -> None:
        """Lets go of the file."""
        with suppress(OSError):
            os.close(self._descriptor)


def write_new(path: Path, lines: Iterable[str]) -> None:
    """A whole record at once, over whatever stood there. Raises `StoreError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("".join(lines).encode())
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {reason(error)}.") from None


def _new_file(where: Path, stem: str) -> tuple[Path, int]:
    """A file nobody has yet: matches begun within one second are told apart by a number."""
    number = 1
    while True:
        path = where / (f"{stem}{SUFFIX}" if number == 1 else f"{stem}-{number}{SUFFIX}")
        try:
            return path, os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _binary(), 0o644)
        except FileExistsError:
            number += 1


def _binary() -> int:
    """Lines end with a line feed on every system; Windows would write two characters for it."""
    return getattr(os, "O_BINARY", 0)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
