"""Files of one user: private whatever the umask (except on Windows), locked, changed by nobody else."""

import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

FOLDER, FILE = 0o700, 0o600
OTHERS = stat.S_IRWXG | stat.S_IRWXO
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def make_folder(where: Path) -> None:
    """Makes a folder and its parents; an existing folder keeps its mode. Raises `OSError`."""
    for folder in reversed(where.parents):
        if not folder.exists():
            folder.mkdir(FOLDER, exist_ok=True)
    where.mkdir(FOLDER, exist_ok=True)


def tighten(path: Path) -> None:
    """Removes the permissions of others on this user's file; older versions set them."""
    if os.name == "nt":
        return
    with suppress(OSError):
        found = path.stat()
        if found.st_uid == os.geteuid() and found.st_mode & OTHERS:
            path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)


_unfinished = set[Path]()


@contextmanager
def replacing(path: Path, *, private: bool = True) -> Iterator[BinaryIO]:
    """A file under another name, which takes this name when the block ends and vanishes if it fails. It has
    the mode of the file that it replaces. Raises `OSError`.
    """
    unfinished = path.with_name(f"{path.name}.{os.urandom(4).hex()}.part")
    _unfinished.add(unfinished)
    try:
        unfinished.touch(FILE if private else 0o666)
        if path.exists():
            shutil.copymode(path, unfinished)
        with unfinished.open("wb") as file:
            yield file
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
        _unfinished.discard(unfinished)


def drop_unfinished() -> None:
    """Deletes unfinished files when the process is about to end."""
    for path in tuple(_unfinished):
        path.unlink(missing_ok=True)


# --- Locks -------------------------------------------------------------------------------------------------
# A lock is held until the file is closed or the process ends; it keeps nobody from reading.

if sys.platform == "win32":
    import msvcrt

    FAR = 0x7FFF_FFF0
    """A byte beyond the end of every record, because Windows prevents reading of a locked byte."""

    def lock(descriptor: int) -> bool:
        """Locks an open file; false if it is locked already."""
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        try:
            os.lseek(descriptor, FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)
        return True

else:
    import fcntl

    def lock(descriptor: int) -> bool:
        """Locks an open file; false if it is locked already. True if its file system has no locks."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True
        return True


# --- Trust -------------------------------------------------------------------------------------------------
# Code in a cache folder runs with this user's rights. So, as for sshd, this user or root must own all of it,
# and nobody else may be able to write there.

ROOT = 0
OWNED = "belongs to another user."
CLOSE = ", or, if you trust what is in it, run: chmod -R go-w {}"


@cache
def distrust(folder: Path) -> str:
    """Why a folder cannot be trusted and how to fix that, or "". Checked once, as there may be many files."""
    if not hasattr(os, "getuid"):
        return ""
    compiled = folder / "compiled"
    tops = (folder, compiled.resolve()) if compiled.is_symlink() else (folder,)
    try:
        inside = next((wrong for top in tops for wrong in _untrusted(top)), "")
        above = next(filter(_is_open_to_all, folder.resolve().parents), None)
    except PermissionError:  # code that cannot be listed cannot be read either
        return ""
    if inside:
        return f"{inside} Remove {folder}{'.' if inside.endswith(OWNED) else CLOSE.format(folder)}"
    return f"Others can replace what is in {above}. Run: chmod o-w {above}" if above else ""


def _untrusted(top: Path) -> Iterator[str]:
    """The problems of a folder and everything below it, if it exists. Where only the owner can enter, files
    may be writable for a group, because numba creates them with the umask.
    """
    if not top.exists():
        return
    forbidden = OTHERS_WRITE if top.stat().st_mode & OTHERS else stat.S_IWOTH
    for each in (top, *_below(top)):
        try:
            about = each.stat() if each == top else each.lstat()
        except FileNotFoundError:  # another process has just renamed it
            continue
        if about.st_uid not in (os.getuid(), ROOT):
            yield f"{each} {OWNED}"
        elif about.st_mode & forbidden and not stat.S_ISLNK(about.st_mode):
            yield f"Others can write to {each}."


def _below(top: Path) -> Iterator[Path]:
    for where, folders, files in os.walk(top):
        yield from (Path(where, name) for name in (*folders, *files))


def _is_open_to_all(folder: Path) -> bool:
    """Whether anybody can rename its files; in a folder such as /tmp, only their owners can."""
    if not folder.is_dir():
        return False
    mode = folder.stat().st_mode
    return bool(mode & stat.S_IWOTH) and not mode & stat.S_ISVTX
