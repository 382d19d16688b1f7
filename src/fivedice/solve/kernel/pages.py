"""Arrays whose memory goes back to the operating system from the beginning on, while the rest is in use.

Where the system cannot take memory back, all of it stays until the end.
"""

import mmap

import numpy as np

from fivedice.core.worth import Worth

_OWN = {"flags": mmap.MAP_PRIVATE} if hasattr(mmap, "MAP_PRIVATE") else {}
"""What is shared with other processes would stay although it is given back."""


class Pages:
    """So many numbers, zero at first."""

    def __init__(self, count: int) -> None:
        """Memory that the system lends page by page, as it is written to."""
        self._map = mmap.mmap(-1, max(count, 1) * 8, **_OWN)
        self.numbers: Worth = np.frombuffer(self._map)

    def give_back(self, count: int) -> None:
        """The first so many numbers are not needed any more: none of them may be relied on."""
        whole = count * 8 // mmap.PAGESIZE * mmap.PAGESIZE
        if whole and hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED, 0, whole)
