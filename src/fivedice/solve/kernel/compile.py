"""The one place where functions are compiled, with numba.

Compiled code is kept on disk only if a folder is named for it (`keep_in`), under a fingerprint of all sources
that may be part of it: numba's own cache does not notice a change in a function of another file that it
inlined, and would go on running the old one.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from fivedice import private_files
from fivedice.core.extras import Lacking
from fivedice.solve.kernel import settings, tables

try:
    import numba
    from numba.core.event import Event, Listener, register
except ModuleNotFoundError:
    raise Lacking("solve") from None

F = TypeVar("F", bound=Callable[..., object])

int64 = cast(Callable[[Any], int], np.int64)
"""A whole number of the usual width: for each other width, and for a bare 0, all that is called with it
would be compiled once more."""

_PACKAGE = Path(__file__).parents[2]
_SOURCES = ("core/*.py", "cards/*.py", "games/*.py", "solve/*/*.py", "solve/*/*/*.py")
_places: list[Path] = []
"""Where code is kept: the last one, if any."""


def keep_in(folder: Path) -> None:
    """What modules imported from now on compile is kept in a folder, for the next process to find.

    A folder that cannot be written to is passed over: all is compiled again each time.
    """
    sources = sorted(path for pattern in _SOURCES for path in _PACKAGE.glob(pattern))
    place = folder / tables.fingerprint(path.relative_to(_PACKAGE).as_posix() for path in sources)[:16]
    try:
        private_files.make_folder(place)
    except OSError:
        return
    if os.access(place, os.W_OK):
        numba.config.CACHE_DIR = str(place)  # type: ignore[attr-defined]
        _places.append(place)


class _Compiling(Listener):
    """Passes on that something is being compiled."""

    def on_start(self, event: Event) -> None:  # noqa: ARG002 - as numba calls it
        """It begins."""
        settings.notify(True)

    def on_end(self, event: Event) -> None:  # noqa: ARG002 - as numba calls it
        """It is done."""
        settings.notify(False)


register("numba:compile", _Compiling())  # type: ignore[no-untyped-call]

if (_folder := settings.compiled_folder()) is not None:
    keep_in(_folder)


def compiled(function: F) -> F:
    """The function as machine code, compiled at its first call; it lets other threads run meanwhile."""
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cfunc_wrapper": True,
        "cache": bool(_places),
    }
    return cast(F, numba.njit(**options)(function))


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
