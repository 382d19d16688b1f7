"""Records on disk: one file and one writer per match, every line flushed before anybody is told.

Knows files and folders, and of a record only that it is made of lines and how long it may be.
"""

import os
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from platformdirs import user_cache_path, user_data_path

from fivedice import private_files
from fivedice.notation.record import LONGEST
from fivedice.runtime import cache_permissions, lock, record_names

SUFFIX = ".jsonl"
DAMAGED = ".damaged"
HOME_VARIABLE = "FIVEDICE_HOME"
ELSEWHERE = f"{HOME_VARIABLE} can name another folder"
NOWHERE = Path(os.devnull, "fivedice")
"""No disk takes it, and nothing is found there."""


class StoreError(Exception):
    """Something that the disk would not do, explained in a sentence."""


def folder() -> Path:
    """The folder of this user's records: under FIVEDICE_HOME if that is set, else under the user's data.

    Raises `StoreError` where nobody knows where that is.
    """
    home = _home() or _of_user(user_data_path)
    if home is None:
        raise StoreError(
            f"Nobody knows where your home folder is; {HOME_VARIABLE} can name a folder instead."
        )
    return home / "records"


def tables() -> Path:
    """The folder of solved tables and compiled code, which can always be made again.

    So it is `NOWHERE` where nobody knows a home, and where others could change what is in it.
    """
    return NOWHERE if cache_problem() else _tables()


def cache_problem() -> str:
    """Why nothing is kept where tables and compiled code usually are, in a sentence; else empty."""
    problem = cache_permissions.problem(_tables())
    return f"No solved table or compiled code is read or kept, which costs time: {problem}" if problem else ""


def _tables() -> Path:
    home = _home()
    return home / "tables" if home else _of_user(user_cache_path) or NOWHERE


def records(where: Path) -> list[Path]:
    """The records in a folder, the one begun first at the head, wherever it was played."""
    try:
        return record_names.in_order(where.glob(f"*{SUFFIX}"))
    except OSError as error:
        raise StoreError(f"The folder {shown(where)} cannot be read: {reason(error)}.") from None


def read(path: Path) -> bytes:
    """The bytes of a record. Raises `StoreError`, also for a file that has more, and may never end."""
    return _no_longer(start(path, LONGEST + 1), shown(path))


def read_from(source: BinaryIO, called: str) -> bytes:
    """The same of what is open already, called so in a sentence."""
    try:
        return _no_longer(source.read(LONGEST + 1), called)
    except OSError as error:
        raise StoreError(f"{called} cannot be read: {reason(error)}.") from None


def _no_longer(data: bytes, called: str) -> bytes:
    if len(data) > LONGEST:
        raise StoreError(f"{called} has more than {LONGEST:,} bytes, and so is no record.")
    return data


def start(path: Path, most: int) -> bytes:
    """The first bytes of a file, at most so many. Raises `StoreError`."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise StoreError(f"{shown(path)} cannot be read: {reason(error)}.") from None


def shown(name: Path | str) -> str:
    """The name of a file as a sentence has it: whatever is not printable is escaped, such as line feeds."""
    letters = (each if each.isprintable() else each.encode("unicode_escape").decode() for each in str(name))
    return "".join(letters)


def reason(error: OSError) -> str:
    """What the operating system says, as the end of a sentence."""
    return (error.strerror or str(error)).lower()


class Log:
    """One record being written. Every line is on the disk when `append` returns.

    It is locked while it is open: nobody else writes on it, in this terminal or another.
    """

    def __init__(self, path: Path, descriptor: int, length: int) -> None:
        """A log over an open file of which the first `length` bytes are good."""
        self.path = path
        self._descriptor = descriptor
        self._length = length

    @classmethod
    def create(cls, where: Path, game: str, header: str) -> "Log":
        """A new record in a folder, named by the time in UTC and the game. Raises `StoreError`.

        Of those that begin within one second each further one has its number, whatever is played.
        """
        stamp = record_names.stamp()
        try:
            private_files.make_folder(where)
            begun_before = sum(1 for _ in where.glob(f"{stamp}-*{SUFFIX}"))
            path, descriptor = _new_file(where, f"{stamp}-{game}", SUFFIX, begun_before + 1)
        except OSError as error:
            raise StoreError(
                f"No record can be kept in {shown(where)}: {reason(error)}. {ELSEWHERE}."
            ) from None
        return cls._with(path, descriptor, header)

    @classmethod
    def _with(cls, path: Path, descriptor: int, *lines: str) -> "Log":
        """A new file with these lines, or none."""
        log = cls._locked(path, descriptor, 0)
        try:
            log.append(*lines)
        except StoreError:
            log.close()
            with suppress(OSError):
                path.unlink()
            raise
        return log

    def is_in_place(self) -> bool:
        """Whether the file under this name is still the one that is written, and as long as it was left."""
        try:
            there = self.path.stat()
            same = os.path.samestat(there, os.fstat(self._descriptor))
        except OSError:
            return False
        return same and there.st_size == self._length

    def again(self, *lines: str) -> "Log":
        """All the lines in a new file, of the same name where that is free. Raises `StoreError`."""
        try:
            private_files.make_folder(self.path.parent)
            path, descriptor = _new_file(self.path.parent, self.path.stem, self.path.suffix)
        except OSError as error:
            lost = f"{shown(self.path)} was deleted or changed by another program"
            raise StoreError(f"{lost}, and cannot be written again: {reason(error)}.") from None
        return self._with(path, descriptor, *lines)

    @classmethod
    def reopen(cls, path: Path) -> "Log":
        """A record to go on with, as it stands. Raises `StoreError`, also where another writes on it."""
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                raise StoreError(f"{shown(path)} is not a regular file, so no match can be kept in it.")
            descriptor = os.open(path, os.O_RDWR | _binary())
            private_files.tighten(path)
            length = os.lseek(descriptor, 0, os.SEEK_END)
        except OSError as error:
            raise StoreError(f"{shown(path)} cannot be written: {reason(error)}.") from None
        return cls._locked(path, descriptor, length)

    @classmethod
    def _locked(cls, path: Path, descriptor: int, length: int) -> "Log":
        log = cls(path, descriptor, length)
        if not lock.take(descriptor):
            log.close()
            raise StoreError(f"{shown(path)} is open in another terminal; only one can write on it.")
        return log

    def read(self) -> bytes:
        """All that is stored. Raises `StoreError`."""
        try:
            with open(self._descriptor, "rb", closefd=False) as file:
                file.seek(0)
                return file.read()
        except OSError as error:
            raise StoreError(f"{shown(self.path)} cannot be read: {reason(error)}.") from None

    def cut(self, length: int) -> None:
        """Drops what lies behind the first `length` bytes. Raises `StoreError`; then all of it stays."""
        self._check_alone()
        try:
            os.ftruncate(self._descriptor, length)
        except OSError as error:
            raise StoreError(f"{shown(self.path)} cannot be written: {reason(error)}.") from None
        self._length = length

    def drop(self, lines: int) -> None:
        """Takes back the last lines. Raises `StoreError`; then all of them stay."""
        kept = self.read().split(b"\n")[: -lines - 1]
        self.cut(sum(len(line) + 1 for line in kept))

    def append(self, *lines: str) -> None:
        """Adds lines, all or none. Raises `StoreError` when the disk refuses; what was stored stays."""
        data = "".join(line + "\n" for line in lines).encode()
        self._check_alone()
        try:
            os.lseek(self._descriptor, self._length, os.SEEK_SET)
            _write_all(self._descriptor, data)
            os.fsync(self._descriptor)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._descriptor, self._length)
            raise StoreError(f"{shown(self.path)} cannot be written: {reason(error)}.") from None
        self._length += len(data)

    def _check_alone(self) -> None:
        if not self.is_in_place():
            changed = f"{shown(self.path)} was deleted or changed by another program"
            raise StoreError(f"{changed}; nothing more is written there.")

    def close(self) -> None:
        """Lets go of the file."""
        with suppress(OSError):
            os.close(self._descriptor)


def check_folder(path: Path) -> None:
    """Raises `StoreError` for a file in a folder that is not there: a slip, and none is made for it."""
    if not path.parent.is_dir():
        raise StoreError(f"{shown(path)} cannot be written: there is no folder {shown(path.parent)}.")


def make_folder(where: Path) -> None:
    """A folder for many files, with those above it. Raises `StoreError`."""
    try:
        private_files.make_folder(where)
    except OSError as error:
        raise StoreError(f"The folder {shown(where)} cannot be made: {reason(error)}.") from None


def write_new(path: Path, lines: Iterable[str], *, private: bool = False) -> None:
    """A whole file at once, over whatever stood there; a new one may be `private`. Raises `StoreError`."""
    check_folder(path)
    try:
        if private:
            path.touch(private_files.FILE)
        path.write_bytes("".join(lines).encode())
        _sync_folder(path.parent)
    except OSError as error:
        raise StoreError(f"{shown(path)} cannot be written: {reason(error)}.") from None


def set_aside(path: Path, data: bytes) -> Path:
    """Keeps a damaged record as it is in a file of its own beside it. Raises `StoreError`."""
    try:
        copy, descriptor = _new_file(path.parent, path.stem, DAMAGED)
        try:
            _write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise StoreError(f"No copy of {shown(path)} can be kept: {reason(error)}.") from None
    return copy


def _home() -> Path | None:
    """What FIVEDICE_HOME names; a service is started by no shell that would know what ~ is."""
    home = os.environ.get(HOME_VARIABLE)
    if not home:
        return None
    try:
        return Path(home).expanduser()
    except RuntimeError:
        raise StoreError(f"{HOME_VARIABLE} is {home}, and there is no such home.") from None


def _of_user(found: Callable[[str], Path]) -> Path | None:
    """A folder of this user's; None where the system does not know their home."""
    try:
        place = found("fivedice")
    except RuntimeError:
        return None
    return place if place.is_absolute() else None  # older versions of platformdirs leave the ~ there


def _new_file(where: Path, stem: str, suffix: str, number: int = 1) -> tuple[Path, int]:
    """A file nobody has yet, with that number behind its name or the next that is free; 1 is none."""
    while True:
        path = where / (f"{stem}{suffix}" if number == 1 else f"{stem}-{number}{suffix}")
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _binary(), private_files.FILE)
        except FileExistsError:
            number += 1
        else:
            _sync_folder(where)
            return path, descriptor


def _sync_folder(where: Path) -> None:
    """That a file is new in it is on the disk, where the system lets a folder be synchronised."""
    with suppress(OSError):
        descriptor = os.open(where, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _binary() -> int:
    """Lines end with a line feed on every system; Windows would write two characters for it."""
    return getattr(os, "O_BINARY", 0)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
