"""The limit on open files and connections of this process, and whether it is nearly reached."""

import sys

RESERVE = 64
"""Descriptors that no connection takes, kept for the database, files and other processes."""
SHORT = (
    "New connections are refused: this process has nearly as many files and connections open as it may. "
    "Raise the limit (LimitNOFILE= in a systemd unit, or ulimit -n before you start the server)."
)


def are_short(descriptor: int) -> bool:
    """Whether few are left, by the number of a new connection: the system gives it the lowest free one."""
    return descriptor >= _limit() - RESERVE


if sys.platform == "win32":

    def _limit() -> float:
        return float("inf")

else:
    import resource

    def _limit() -> float:
        """Asked each time, since `prlimit` can raise it while the server runs."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return float("inf") if soft == resource.RLIM_INFINITY else soft
