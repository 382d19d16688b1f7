"""Records on disk: one file and one writer per match, every line flushed to disk before it is announced.

Does not parse records; it knows only that they consist of lines and have a maximum length.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from fivedice import folders, private_files
from fivedice.core.rules import Untranslated
from fivedice.folders import HOME_VARIABLE
from fivedice.language import mark, spoken, tr
from fivedice.language.languages import SOURCE
from fivedice.notation.record import LONGEST

SUFFIX = ".jsonl"
DAMAGED = ".damaged"
ELSEWHERE = f"{HOME_VARIABLE} can name another folder"
UNREAD, UNWRITTEN = mark("{file} cannot be read: {reason}."), mark("{file} cannot be written: {reason}.")

Kept = TypeVar("Kept", bound=msgspec.Struct)


class StoreError(Exception):
    """A failure of the disk, explained in a sentence in the reader's language."""


class HostError(Untranslated, StoreError):
    """A failure that only a host or a researcher meets."""


def folder() -> Path:
    """The folder of this user's records. Raises `StoreError` if the system does not know the user's home."""
    with _naming_home():
        where = folders.records()
    if where is None:
        unknown = mark("Your home folder cannot be found; {variable} can name a folder instead.")
        raise StoreError(tr(unknown, variable=HOME_VARIABLE))
    return where


def tables() -> Path:
    """The folder of solved tables, with nothing in it if there is no home, or if others could change it."""
    with _naming_home():
        return folders.trusted(folders.tables())


def cache_problem() -> str:
    """Says why the usual folder of tables and compiled code is not used, or returns "" if it is used."""
    with _naming_home():
        problem = private_files.distrust(folders.tables())
    costs = f"Solved tables and compiled code are not read or stored, which costs time: {problem}"
    return costs if problem else ""


@contextmanager
def _naming_home() -> Iterator[None]:
    try:
        yield
    except RuntimeError:
        unknown = mark("{variable} is {folder}, but there is no such user.")
        raise StoreError(tr(unknown, variable=HOME_VARIABLE, folder=os.environ[HOME_VARIABLE])) from None


def records(where: Path) -> list[Path]:
    """The records in a folder, oldest match first. Raises `StoreError`."""
    with explaining(mark("The folder {folder} cannot be read: {reason}."), folder=where):
        return _in_order(where.glob(f"*{SUFFIX}"))


def read(path: Path) -> bytes:
    """The bytes of a record. Raises `StoreError`, including for a file that is too long or endless."""
    return _no_longer(start(path, LONGEST + 1), printable(path))


def read_from(source: BinaryIO, name: str) -> bytes:
    """The bytes of a record from an open file; error messages refer to it as `name`."""
    with explaining(UNREAD, file=name):
        return _no_longer(source.read(LONGEST + 1), name)


def _no_longer(data: bytes, name: str) -> bytes:
    if len(data) > LONGEST:
        refused = mark("{file} has more than {most} bytes, so it is not a record.")
        raise StoreError(tr(refused, file=name, most=LONGEST))
    return data


def start(path: Path, most: int) -> bytes:
    """At most `most` first bytes of a file. Raises `StoreError`."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise StoreError(tr(UNREAD, file=printable(path), reason=denied(path) or reason(error))) from None


def printable(name: Path | str) -> str:
    """The name of a file for a message, with unprintable characters such as line feeds escaped."""
    letters = (each if each.isprintable() else each.encode("unicode_escape").decode() for each in str(name))
    return "".join(letters)


REASONS = {
    *(mark("no such file or directory"), mark("permission denied"), mark("no space left on device")),
    *(mark("is a directory"), mark("not a directory"), mark("file exists"), mark("disk quota exceeded")),
    *(mark("read-only file system"), mark("input/output error"), mark("file name too long")),
}
"""The reasons that have a translation; others are known by their number."""


def reason(error: OSError) -> str:
    """The operating system's reason, as the end of a sentence."""
    text = (error.strerror or str(error)).lower()
    is_known = text in REASONS or spoken() == SOURCE
    return tr(text) if is_known else tr("error {number} of the operating system", number=error.errno)


def denied(path: Path) -> str:
    """Says, as the end of a sentence, that this user may not read a file and who owns it; or returns ""."""
    nearest = next(one for one in (path, *path.parents) if os.path.lexists(one))
    if os.access(nearest, os.R_OK if nearest == path else os.X_OK):
        return ""
    try:
        owner = nearest.owner()
    except (KeyError, NotImplementedError):  # an account that is gone, or Windows
        owner = tr("another user")
    except OSError:  # such as a link to itself
        return ""
    file = tr("the file") if nearest == path else printable(nearest)
    return tr("permission denied; {file} belongs to {owner}", file=file, owner=owner)


@contextmanager
def explaining(sentence: str, **names: Path | str) -> Iterator[None]:
    """Raises `StoreError` with this sentence, names and the reason where the operating system refuses."""
    try:
        yield
    except OSError as error:
        shown_names = {key: printable(name) for key, name in names.items()}
        raise StoreError(tr(sentence, reason=reason(error), **shown_names)) from None


def writing(path: Path) -> AbstractContextManager[None]:
    """Raises `StoreError` where the operating system refuses to write a file."""
    return explaining(UNWRITTEN, file=path)


class Log:
    """One record being written. Every line is on the disk when `append` returns.

    While it is open it is locked, so no other terminal writes to it.
    """

    def __init__(self, path: Path, descriptor: int, length: int) -> None:
        """A log of an open file whose first `length` bytes are valid."""
        self.path = path
        self._descriptor = descriptor
        self._length = length

    @classmethod
    def create(cls, where: Path, game: str, header: str) -> "Log":
        """A new record, named by the time in UTC, the game and, if need be, a number. Raises `StoreError`."""
        stamp = datetime.now(UTC).strftime(TIME) + IN_UTC  # which has no daylight saving time
        refused = mark("No record can be kept in {folder}: {reason}. {variable} can name another folder.")
        with explaining(refused, folder=where, variable=HOME_VARIABLE):
            private_files.make_folder(where)
            begun_before = sum(1 for _ in where.glob(f"{stamp}-*{SUFFIX}"))
            path, descriptor = _new_file(where, f"{stamp}-{game}", SUFFIX, begun_before + 1)
        return cls._with(path, descriptor, header)

    @classmethod
    def _with(cls, path: Path, descriptor: int, *lines: str) -> "Log":
        """A new file with these lines, or no file."""
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
        """Whether the file of this name is still the open one, with the same length."""
        try:
            there = self.path.stat()
            same = os.path.samestat(there, os.fstat(self._descriptor))
        except OSError:
            return False
        return same and there.st_size == self._length

    def again(self, *lines: str) -> "Log":
        """Writes all lines to a new file, with the same name if that is free. Raises `StoreError`."""
        refused = mark(
            "{file} was deleted or changed by another program, and cannot be written again: {reason}."
        )
        with explaining(refused, file=self.path):
            private_files.make_folder(self.path.parent)
            path, descriptor = _new_file(self.path.parent, self.path.stem, self.path.suffix)
        return self._with(path, descriptor, *lines)

    @classmethod
    def reopen(cls, path: Path) -> "Log":
        """Opens an existing record for appending. Raises `StoreError`, as if another terminal locked it."""
        with writing(path):
            if not stat.S_ISREG(path.stat().st_mode):
                refused = mark("{file} is not a regular file, so no match can be kept in it.")
                raise StoreError(tr(refused, file=printable(path)))
            descriptor = os.open(path, os.O_RDWR | _binary())
            private_files.tighten(path)
            length = os.lseek(descriptor, 0, os.SEEK_END)
        return cls._locked(path, descriptor, length)

    @classmethod
    def _locked(cls, path: Path, descriptor: int, length: int) -> "Log":
        log = cls(path, descriptor, length)
        if not private_files.lock(descriptor):
            log.close()
            refused = mark("{file} is open in another terminal; only one can write to it.")
            raise StoreError(tr(refused, file=printable(path)))
        return log

    def read(self) -> bytes:
        """The content of the file. Raises `StoreError`."""
        with explaining(UNREAD, file=self.path), open(self._descriptor, "rb", closefd=False) as file:
            file.seek(0)
            return file.read()

    def cut(self, length: int) -> None:
        """Cuts the file to `length` bytes. Raises `StoreError`; then the file is unchanged."""
        self._check_alone()
        with writing(self.path):
            os.ftruncate(self._descriptor, length)
        self._length = length

    def drop(self, lines: int) -> None:
        """Removes the last lines. Raises `StoreError`; then the file is unchanged."""
        kept = self.read().split(b"\n")[: -lines - 1]
        self.cut(sum(len(line) + 1 for line in kept))

    def overwrite(self, start: bytes) -> None:
        """Replaces the first bytes of the file by as many others. Raises `StoreError`."""
        self._check_alone()
        with writing(self.path):
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            _write_all(self._descriptor, start)
            os.fsync(self._descriptor)

    def append(self, *lines: str) -> None:
        """Adds all lines or none. Raises `StoreError` if the disk refuses; then the file is unchanged."""
        data = "".join(line + "\n" for line in lines).encode()
        self._check_alone()
        with writing(self.path):
            try:
                os.lseek(self._descriptor, self._length, os.SEEK_SET)
                _write_all(self._descriptor, data)
                os.fsync(self._descriptor)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(self._descriptor, self._length)
                raise
        self._length += len(data)

    def _check_alone(self) -> None:
        if not self.is_in_place():
            lost = mark("{file} was deleted or changed by another program; nothing more is written there.")
            raise StoreError(tr(lost, file=printable(self.path)))

    def close(self) -> None:
        """Closes the file."""
        with suppress(OSError):
            os.close(self._descriptor)


def check_folder(path: Path) -> None:
    """Raises `StoreError` if the folder of a file does not exist: probably a typing error."""
    if not path.parent.is_dir():
        missing = tr("there is no folder {folder}", folder=printable(path.parent))
        raise StoreError(tr(UNWRITTEN, file=printable(path), reason=missing))


def make_folder(where: Path) -> None:
    """Makes a folder and its parents. Raises `StoreError`."""
    with explaining(mark("The folder {folder} cannot be created: {reason}."), folder=where):
        private_files.make_folder(where)


def write_new(path: Path, lines: Iterable[str], *, private: bool = False) -> None:
    """Writes a whole file, replacing an old one; a new one may be `private`. Raises `StoreError`."""
    write_bytes(path, "".join(lines).encode(), private=private)


def write_bytes(path: Path, data: bytes, *, private: bool = False) -> None:
    """Writes a whole file of bytes, replacing an old one; a new one may be `private`. Raises `StoreError`."""
    check_folder(path)
    with replacing(path, private=private) as file:
        file.write(data)
    _sync_folder(path.parent)


MENDING = {
    "remove": mark("{file} is damaged; remove it to begin anew."),
    "rename": mark("{file} is damaged; rename it to begin anew."),
}


def load(path: Path, kind: type[Kept], mend: str) -> Kept:
    """What a private file of JSON holds, or the defaults of its type. Raises `StoreError` for a damaged file,
    with what to do with it: `mend` is "remove" or "rename".
    """
    if not path.exists():
        return kind()
    private_files.tighten(path)
    try:
        return msgspec.json.decode(read(path), type=kind)
    except msgspec.DecodeError:
        raise StoreError(tr(MENDING[mend], file=printable(path))) from None


def save(path: Path, kept: msgspec.Struct) -> None:
    """Writes a private file of JSON and its folder. Raises `StoreError`."""
    make_folder(path.parent)
    write_bytes(path, msgspec.json.encode(kept), private=True)
    private_files.tighten(path)


@contextmanager
def replacing(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """A file under another name, which takes this name when the block ends and vanishes if it fails; a pipe
    is written directly. Raises `StoreError`.
    """
    with writing(path):
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
            return
        with private_files.replacing(Path(os.path.realpath(path)), private=private) as file:
            yield file


def set_aside(path: Path, data: bytes) -> Path:
    """Copies a damaged record to a new file beside it. Raises `StoreError`."""
    with explaining(mark("No copy of {file} can be kept: {reason}."), file=path):
        copy, descriptor = _new_file(path.parent, path.stem, DAMAGED)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
    return copy


def _new_file(where: Path, stem: str, suffix: str, number: int = 1) -> tuple[Path, int]:
    """A new file with this or the next free number after its name; number 1 is left out."""
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
    """Flushes a new file's entry in its folder to disk, if the system supports that."""
    with suppress(OSError):
        descriptor = os.open(where, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _binary() -> int:
    """The flag that keeps Windows from writing two characters at the end of a line."""
    return getattr(os, "O_BINARY", 0)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


# --- File names of records ----------------------------------------------------------------------------------

TIME = "%Y-%m-%d-%H%M%S"
IN_UTC = "Z"
"""The suffix of a time in UTC. Older versions wrote local times without a suffix."""
NAMED = re.compile(rf"(\d{{4}}-\d\d-\d\d-\d{{6}})({IN_UTC}?)-.*?(?:-(\d+))?", re.DOTALL)
"""The time, the game, and a number where several matches began within one second."""


def _in_order(paths: Iterable[Path]) -> list[Path]:
    """The regular files among these, by the start of their matches; opens no pipe, which would block."""
    times = {path: _start_time(path, about.st_mtime) for path in paths if (about := _regular(path))}
    return sorted(times, key=lambda path: times[path])


def start_time(path: Path) -> float:
    """When the match of a record began, in seconds. Raises `StoreError`."""
    with explaining(UNREAD, file=path):
        return _start_time(path, path.stat().st_mtime)[0]


def _regular(path: Path) -> os.stat_result | None:
    try:
        about = path.stat()
    except OSError:  # such as a link that leads nowhere
        return None
    return about if stat.S_ISREG(about.st_mode) else None


def _start_time(path: Path, written: float) -> tuple[float, int, str]:
    """When a match began, and its number among the matches of the same second.

    Local times are read in this time zone; a time that occurs twice counts as the second one. No match began
    after its record was last `written`; for a file name without a time, nothing else is known.
    """
    parts = NAMED.fullmatch(path.stem)
    began, number = written, 0
    if parts is not None:
        number = int(parts[3] or 1)
        try:
            time = datetime.strptime(parts[1], TIME)
            local = min(time.replace(fold=1).timestamp(), written)
            began = time.replace(tzinfo=UTC).timestamp() if parts[2] else local
        except (ValueError, OverflowError, OSError):  # no such day, or too long ago for the system's clock
            pass
    return began, number, path.name
