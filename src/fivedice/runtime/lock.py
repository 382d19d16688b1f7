"""An exclusive lock on an open file, held until the file is closed or the process ends.

Never waits. The lock is advisory: it excludes others that ask for it, not readers.
"""

import os
import sys

if sys.platform == "win32":
    import msvcrt

    FAR = 0x7FFF_FFF0
    """A byte beyond the end of every record, because Windows prevents reading of a locked byte."""

    def take(descriptor: int) -> bool:
        """Locks an open file; false if it is locked already."""
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        try:
            os.lseek(descriptor, FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)
        return True

else:
    import fcntl

    def take(descriptor: int) -> bool:
        """Locks an open file; false if it is locked already. True if its file system has no locks."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True
        return True
