"""Settings of compiled code, readable without loading the compiler: vector length and listeners."""

import os
from collections.abc import Callable

LANES = 16
"""The length of a vector: with AVX2, shorter ones cost more per number, and longer ones often go unused."""

listeners: list[Callable[[bool], None]] = []
"""Called with true when compiling begins and with false when it ends."""


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
