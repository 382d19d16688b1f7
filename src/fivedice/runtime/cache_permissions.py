"""Checks that a cache folder belongs to this user alone: code read from it runs with this user's rights.

Like sshd, it requires that this user or root owns everything and that nobody else can write there.
"""

import os
import stat
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = 0
OTHERS = stat.S_IRWXG | stat.S_IRWXO
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
OWNED = "belongs to another user."
CLOSE = ", or, if you trust what is in it, run: chmod -R go-w {}"


@cache
def problem(folder: Path) -> str:
    """Why a folder cannot be trusted and how to fix that; empty if it can, and on Windows.

    Checked once per process, because there may be thousands of files.
    """
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
    """What is wrong with a folder and everything below it, if it exists.

    In a folder that only its owner can enter, files may be writable for a group, because numba creates them
    with the umask.
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
