"""The folders of this user, for records and for what can always be made again.

The environment decides, so every process finds the same: a command, a server, and the processes they start.
"""

import os
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from fivedice import private_files

HOME_VARIABLE = "FIVEDICE_HOME"
"""Names one folder for everything."""
COMPILED_VARIABLE = "FIVEDICE_COMPILED"
"""Names another folder for compiled code."""
NOWHERE = Path(os.devnull, "fivedice")
"""A path below which nothing can be written or found."""


def records() -> Path | None:
    """The folder of records; None if the system does not know the user's home. Raises `RuntimeError` if
    FIVEDICE_HOME names the home of a user who does not exist; so does `tables`.
    """
    home = _home() or _of_user(user_data_path)
    return home / "records" if home else None


def tables() -> Path:
    """The folder of solved tables; `NOWHERE` if the system does not know the user's home."""
    home = _home()
    return home / "tables" if home else _of_user(user_cache_path) or NOWHERE


def compiled() -> Path:
    """The folder of compiled code; `NOWHERE` if there is none, or if others could change its contents."""
    named = os.environ.get(COMPILED_VARIABLE)
    try:
        return trusted(Path(named)) if named else trusted(tables()) / "compiled"
    except RuntimeError:  # there is no such user
        return NOWHERE


def trusted(folder: Path) -> Path:
    """The folder, or `NOWHERE` if others could change its contents."""
    return NOWHERE if private_files.distrust(folder) else folder


def _home() -> Path | None:
    """The folder that FIVEDICE_HOME names. It may begin with ~, which no shell expands for a service."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home).expanduser() if home else None


def _of_user(find: Callable[[str], Path]) -> Path | None:
    """A folder of this user; None if the system does not know their home."""
    try:
        place = find("fivedice")
    except RuntimeError:
        return None
    return place if place.is_absolute() else None  # older versions of platformdirs leave the ~ there
