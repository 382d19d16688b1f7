"""Servers to test: `fivedice serve` as a process, and the application in a thread. Play nothing."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import httpx
import uvicorn
from httpx._config import DEFAULT_TIMEOUT_CONFIG

from fivedice.server.app import application
from fivedice.server.settings import Settings
from fivedice.server.supervisor import config
from tests.patience import PATIENCE, awaited
from tests.server import loop_watch

ROOT = str(Path(__file__).parents[2])
vars(DEFAULT_TIMEOUT_CONFIG).update(dict.fromkeys(("connect", "read", "write", "pool"), PATIENCE))
"""Instead of the five seconds of httpx."""
QUICK = 10_000.0
"""Requests a second that the tests' server takes, since all its clients have one address."""
FREE = ("--requests", str(QUICK), "--guesses", "1000000")


class Process:
    """`fivedice serve` with a folder of its own; it can be killed and started again on the same address."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.home, self.arguments = home, arguments
        home.mkdir(parents=True, exist_ok=True)
        self.complaints = home / "complaints.txt"
        self.port = 0
        self.database = f"sqlite:///{home / 'tables.sqlite3'}"
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it, the second time on the port of the first."""
        command = [sys.executable, "-m", "tests.server.loop_watch", "serve", "--host", "127.0.0.1", *FREE]
        home = str(self.home)
        with self.complaints.open("a") as complaints:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), *self.arguments],
                env={**os.environ, "FIVEDICE_HOME": home, "TMPDIR": home, "PYTHONPATH": ROOT},
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
                start_new_session=True,
            )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        self.port = int(told.rpartition(":")[2].partition("/")[0])
        self.await_ready()

    def again(self) -> Self:
        """Itself, started again if it has ended."""
        if self.process.poll() is not None:
            self.start()
        return self

    def await_ready(self) -> None:
        def is_ready() -> bool:
            assert self.process.poll() is None, "the server has ended"
            return answers(self.url)

        awaited(is_ready)

    def kill(self) -> None:
        """SIGKILL, to every process of it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.has_ended()

    def kill_main(self) -> None:
        """SIGKILL to the main process alone, as where memory runs out; workers end by themselves."""
        self.process.kill()
        self.has_ended()
        try:
            awaited(lambda: not is_listened_on(self.port))
        except AssertionError:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise

    def end(self) -> int:
        """Ctrl+C; its exit code."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.has_ended()

    def has_ended(self) -> int:
        """Its exit code, once it has ended."""
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def process(home: Path, *arguments: str) -> Iterator[Process]:
    """A server for as long as it is needed."""
    server = Process(home, *arguments)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
        told = server.complaints.read_text()
        assert "Traceback" not in told, told
        assert loop_watch.SLOW not in told, told


def unlimited(folder: Path, **more: Any) -> Settings:
    """Those of a server that keeps its tables in this folder, and limits nobody unless more is said."""
    few = {"requests": QUICK, "at_once": 10_000, **more}
    return Settings(f"sqlite:///{folder / 'tables.sqlite3'}", **few)


@contextmanager
def in_thread(settings: Settings, **more: Any) -> Iterator[str]:
    """The application of these settings in a thread of this process; gives its address."""
    bound = socket.create_server(("127.0.0.1", 0))
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
    if settings.host == Settings.host:
        settings = replace(settings, host="127.0.0.1")
    server = uvicorn.Server(config(application(settings, **more)))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    try:
        url = f"http://127.0.0.1:{bound.getsockname()[1]}"
        awaited(lambda: server.started)
        yield url
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        bound.close()


def is_listened_on(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return True
    return False


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/games").status_code == 200
    except httpx.TransportError:
        return False
