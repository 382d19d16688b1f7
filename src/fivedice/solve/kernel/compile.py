"""The one place where functions are compiled, with numba.

Compiled code is stored in the folder of `folders.compiled`, under a fingerprint of all sources that may be
part of it: numba's own cache does not notice a change in an inlined function of another file.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from fivedice import folders, private_files
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


def place_in(folder: Path) -> str:
    """The place in a folder for code compiled from the present sources; "" if it is not writable."""
    sources = sorted(path for pattern in _SOURCES for path in _PACKAGE.glob(pattern))
    place = folder / tables.fingerprint(path.relative_to(_PACKAGE).as_posix() for path in sources)[:16]
    with suppress(OSError):
        private_files.make_folder(place)
    return str(place) if os.access(place, os.W_OK) else ""


numba.config.CACHE_DIR = place_in(folders.compiled())  # type: ignore[attr-defined]


class _Compiling(Listener):
    """Notifies the listeners of `settings` about compiling."""

    def on_start(self, event: Event) -> None:  # noqa: ARG002 - as numba calls it
        """Compiling begins."""
        for listener in settings.listeners:
            listener(True)

    def on_end(self, event: Event) -> None:  # noqa: ARG002 - as numba calls it
        """Compiling ends."""
        for listener in settings.listeners:
            listener(False)


register("numba:compile", _Compiling())  # type: ignore[no-untyped-call]


def compiled(function: F, **more: Any) -> F:
    """The function as machine code, compiled at its first call; it releases the GIL."""
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cfunc_wrapper": True,
        "cache": bool(numba.config.CACHE_DIR),  # type: ignore[attr-defined]
    }
    return cast(F, numba.njit(**options, **more)(function))


def inner(function: F) -> F:
    """The same for compiled code to call: it cannot be called from Python, and makes and returns no array.

    It lacks the conversion of arguments from Python, which takes longer to compile than most functions, and
    counts no references to arrays: with them, solving takes a fifth longer, and best play two thirds.
    """
    # Three names are numba's own, and may change: `_nrt` would then be refused when this is imported; the
    # others would no longer keep Python from calling address 0, which tests/solve/test_compile.py notices.
    dispatcher: Any = compiled(function, no_cpython_wrapper=True, _nrt=False)
    dispatcher._insert, dispatcher._compile_for_args = lambda *_, **__: None, _refuse
    return cast(F, dispatcher)


def _refuse(*_: object, **__: object) -> None:
    raise TypeError("Only compiled code can call this function.")
