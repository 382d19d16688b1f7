"""How a test waits on a machine that may be busy: for an event, and long enough for any."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")
PATIENCE = 60.0
"""Seconds after which an event is missed."""


def awaited(find: Callable[[], Found]) -> Found:
    """What is found at last, asked for again and again."""
    latest = time.monotonic() + PATIENCE
    while not (found := find()):
        assert time.monotonic() < latest
        time.sleep(0.02)
    return found
