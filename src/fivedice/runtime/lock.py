"""An exclusive lock on an open file, held until the file is closed or the process ends.

Never waits. A lock keeps out whoever asks for it; reading is free.
"""

import os
import sys

if sys.platform == "win32":
    import msvcrt

    FAR = 0x7FFF_FFF0
    """A byte behind the end of every record, since Windows lets nobody read a byte that is locked."""

    def take(descriptor: int) -> bool:
        """Locks an open file; false where somebody else has it."""
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
        """Locks an open file; false where somebody else has it. Where files know no locks it is not kept."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True
        return True
