"""A process in a real terminal."""

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import cast

PATIENCE = 60
CONTROLLED = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal the one that controls the process, as a window does, and then becomes the process.

It minds the end of the window, though the tests were started by `nohup`.
"""
SWITCHED_ON = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
USUALLY_ON = {b"7", b"25"}
"""Lines wrap and the cursor is seen; every other mode of a terminal is off."""


class Terminal:
    """A window of 80 columns in which a process runs."""

    def __init__(self, *command: str) -> None:
        self.master, self._slave = os.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.modes = termios.tcgetattr(self._slave)
        self.written = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", CONTROLLED, sys.executable, *command],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color"},
        )

    def types(self, text: str) -> None:
        os.write(self.master, text.encode())

    def until(self, text: str, times: int = 1) -> None:
        self._until(lambda: self.written.count(text.encode()) >= times)

    def until_modes_differ(self) -> None:
        self._until(lambda: termios.tcgetattr(self._slave) != self.modes)

    def until_stopped(self) -> None:
        """Waits until the process is suspended; a signal to continue sent earlier is lost."""
        held = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
        self._until(lambda: os.waitid(os.P_PID, self.process.pid, held) is not None)

    def until_is_as_before(self) -> None:
        self._until(self.is_as_before)

    def _until(self, there: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < end, self.written[-2000:]
            self._read(0.02)

    def ends(self) -> int:
        """Reads until the process ends; returns its exit status, negative for a signal."""
        self._until(lambda: self.process.poll() is not None)
        while self._read(0):
            pass
        return cast(int, self.process.returncode)

    def is_as_before(self) -> bool:
        on = set(USUALLY_ON)
        for names, switch in SWITCHED_ON.findall(self.written):
            for name in names.split(b";"):
                (on.add if switch == b"h" else on.discard)(name)
        return on == USUALLY_ON and termios.tcgetattr(self._slave) == self.modes

    def hangs_up(self) -> None:
        os.close(self.master)
        self.master = -1

    def _read(self, wait: float) -> bool:
        ready = self.master >= 0 and bool(select.select([self.master], [], [], wait)[0])
        if ready:
            self.written += os.read(self.master, 65536)
        return ready

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for file in (self.master, self._slave):
            with suppress(OSError):
                os.close(file)


@contextmanager
def terminal(*command: str) -> Iterator[Terminal]:
    opened = Terminal(*command)
    try:
        yield opened
    finally:
        opened.close()
