"""Files and folders that only their owner may read, whatever the umask.

On Windows they inherit permissions.
"""

import os
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

FOLDER, FILE = 0o700, 0o600
OTHERS = 0o077


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
            path.chmod(S_IMODE(found.st_mode) & ~OTHERS)
