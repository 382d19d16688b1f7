"""The one place where functions are compiled; knows numba and nothing of any game.

Nothing compiled is cached on disk: numba's cache does not notice a change in a function of another file
that it inlined, and would go on running the old one. What is solved is cached instead, by `store`.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

F = TypeVar("F", bound=Callable[..., object])

int64 = cast(Callable[[Any], int], np.int64)
"""A whole number of the usual width: for each other width, and for a bare 0, all that is called with it
would be compiled once more."""


def compiled(function: F) -> F:
    """The function as machine code, compiled at its first call; it lets other threads run meanwhile."""
    return cast(F, njit(nogil=True, error_model="numpy")(function))


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
