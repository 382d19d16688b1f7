"""The one place where functions are compiled, with numba.

Compiled code is kept on disk only in a folder chosen with `keep_in`, under a fingerprint of all sources that
may be part of it. numba's own cache does not notice a change in an inlined function of another file.
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
"""An integer of the usual width: every function called with another width, or a bare 0, is compiled again."""

_PACKAGE = Path(__file__).parents[2]
_SOURCES = ("core/*.py", "cards/*.py", "games/*.py", "solve/*/*.py")
_places: list[Path] = []
"""The folders of compiled code; the last one is in use."""


def keep_in(folder: Path) -> None:
    """Stores in a folder, for the next process, the compiled code of modules imported from now on.

    Ignores a folder that is not writable: then every process compiles again.
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
    """Notifies the listeners of `settings` about compiling."""

    def on_start(self, event: Event) -> None:  # noqa: ARG002 - as numba calls it
        """Compiling begins."""
        _notify(True)

    def on_end(self, event: Event) -> None:  # noqa: ARG002 - as numba calls it
        """Compiling ends."""
        _notify(False)


def _notify(begins: bool) -> None:
    for listener in settings.listeners:
        listener(begins)


register("numba:compile", _Compiling())  # type: ignore[no-untyped-call]

if settings.compiled_in:
    keep_in(settings.compiled_in[-1])


def compiled(function: F, **more: Any) -> F:
    """The function as machine code, compiled at its first call; it releases the GIL."""
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cfunc_wrapper": True,
        "cache": bool(_places),
    }
    return cast(F, numba.njit(**options, **more)(function))


def inner(function: F) -> F:
    """The same for compiled code to call: without the conversion of arguments from Python, which takes longer
    to compile than most functions, and without counting who uses an array, so it makes and returns none.
    """
    found: Any = compiled(function, no_cpython_wrapper=True, _nrt=False)
    found._insert, found._compile_for_args = _insert_nothing, _refuse  # else Python would call address 0
    return cast(F, found)


def _insert_nothing(*_: object, **__: object) -> None:
    pass


def _refuse(*_: object, **__: object) -> None:
    raise TypeError("Only compiled code can call this function.")
