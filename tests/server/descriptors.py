"""What a process has open, as Linux tells it: the only witness that a connection is really gone."""

import os
import signal
from pathlib import Path

from tests.patience import awaited

LISTENS = "0A"


def opened_by(pid: int) -> set[str]:
    found = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found.add(str(file.readlink()))
        except FileNotFoundError:
            continue
    return found


def connections(pid: int, port: int) -> int:
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    came = {f"socket:[{row[9]}]" for row in rows if int(row[1][-4:], 16) == port and row[3] != LISTENS}
    return len(came & opened_by(pid))


def await_connections(pid: int, port: int, wanted: int) -> None:
    """Returns when a process has so many connections open."""
    awaited(lambda: connections(pid, port) == wanted)


def closes_all_and_waits() -> None:
    """What a process does that is being ended: its files are closed before the system tells how it ended."""
    os.closerange(3, 1000)
    signal.pause()
