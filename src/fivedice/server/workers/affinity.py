"""Which of several workers is the home of a table, and how a connection is handed to it. Reads no request.

Every worker that connections come to has a socket under a name of its own, in a folder that nobody but the
server may look into. All work out alike which of them is the home of a table, and what arrives elsewhere is
sent there with the bytes that were read of it. Where that cannot be, it is served where it arrived: homes
make tables cheap, and are never needed.
"""

import asyncio
import hashlib
import secrets
import socket
import tempfile
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

Welcome = Callable[[socket.socket, bytes], None]
"""Takes in a connection that was handed over, with what was read of it."""

LONGEST = 4096
"""Bytes that any system hands over in one piece; who begins with more is served where it arrived."""
WAITING = 1024
"""How many may wait to be taken in: many come at once when a worker has died."""
HALF_MADE = "."
"""What the name of a socket begins with before there is anybody behind it."""
ONE = socket.CMSG_SPACE(array("i").itemsize) if hasattr(socket, "CMSG_SPACE") else 0
"""Room for one descriptor; none where a system hands over none."""


@contextmanager
def folder(workers: int) -> Iterator[str]:
    """Where several workers find each other while they serve; nowhere for one, or where there is no way."""
    if workers < 2 or not ONE:
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="fivedice-", ignore_cleanup_errors=True) as made:
        yield made


class Homes:
    """The workers as one of them sees them."""

    def __init__(self, folder: str) -> None:
        """Nothing is handed to this worker yet, and nothing ever without a folder."""
        self._folder, self._name = folder, ""
        self._socket: socket.socket | None = None
        self._among: set[Any] = set()

    def open(self, welcome: Welcome, among: set[Any]) -> None:
        """From now on this worker is a home, until the server ends: those `among` whom this is are told."""
        if self._socket is not None or not self._folder:
            return
        name = secrets.token_hex(4)
        own = socket.socket(socket.AF_UNIX)
        own.setblocking(False)
        try:
            own.bind(self._place(HALF_MADE + name))
            own.listen(WAITING)
            Path(self._place(HALF_MADE + name)).rename(self._place(name))
        except OSError:
            own.close()
            return
        self._socket, self._name, self._among = own, name, among
        among.add(self)
        asyncio.get_running_loop().add_reader(own.fileno(), self._answer, own, welcome)

    def close(self) -> None:
        """This worker is no home until it is opened again."""
        own, self._socket = self._socket, None
        if own is not None:
            asyncio.get_running_loop().remove_reader(own.fileno())
            own.close()
            self._remove(self._name)
            self._among.discard(self)

    def shutdown(self) -> None:
        """The server ends, and this worker is no home any more."""
        self.close()
        self._folder = ""

    def hand(self, code: str, wire: int, read: bytes) -> bool:
        """Whether another worker, the home of this table, now has a connection; it is to be closed here."""
        if self._socket is None or len(read) > LONGEST:
            return False
        for name in self.nearest(code):
            if name == self._name:
                break
            try:
                self._send(name, wire, read)
            except (ConnectionRefusedError, FileNotFoundError):
                self._remove(name)  # it died, and the next is the home
            except OSError:
                break
            else:
                return True
        return False

    def nearest(self, code: str) -> list[str]:
        """The names of all workers, the home of this table first: if one goes, only its tables move."""
        try:
            names = [file.name for file in Path(self._folder).iterdir()]
        except OSError:
            return []
        names = [name for name in names if not name.startswith(HALF_MADE)]
        return sorted(names, key=lambda name: hashlib.sha256(f"{name} {code}".encode()).digest())

    def _send(self, name: str, wire: int, read: bytes) -> None:
        with socket.socket(socket.AF_UNIX) as other:
            other.setblocking(False)
            other.connect(self._place(name))
            other.sendmsg([read], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [wire]))])

    def _answer(self, own: socket.socket, welcome: Welcome) -> None:
        """Listens to who hands something over; without room for that, this is no home for now."""
        loop = asyncio.get_running_loop()
        try:
            while own is self._socket:
                other, _ = own.accept()
                other.setblocking(False)
                loop.add_reader(other.fileno(), self._receive, other, welcome)
        except BlockingIOError:
            return
        except OSError:
            self.close()

    def _receive(self, other: socket.socket, welcome: Welcome) -> None:
        """Takes in what is handed over; the request comes alone where there is no room for its connection."""
        asyncio.get_running_loop().remove_reader(other.fileno())
        with other, suppress(OSError):
            read, given, *_ = other.recvmsg(LONGEST, ONE)
            if given:
                wire = socket.socket(fileno=array("i", given[0][2])[0])
                wire.set_inheritable(False)
                welcome(wire, read)
            elif read:
                self.close()

    def _place(self, name: str) -> str:
        return str(Path(self._folder, name))

    def _remove(self, name: str) -> None:
        with suppress(OSError):
            Path(self._place(name)).unlink()
