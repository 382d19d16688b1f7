"""A PostgreSQL server to throw away: its own data, reached by a socket in its own folder. Asks no network."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from tests import shared
from tests.patience import PATIENCE, awaited

USER = "postgres"


class Server:
    """A PostgreSQL server that a test may stop, start again, and follow with a standby."""

    def __init__(self, folder: Path) -> None:
        """Its data and its socket are in this folder."""
        self.folder, self.data = folder, folder / "data"
        self.url = f"postgresql://{USER}@/postgres?host={folder}"
        self.process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            shutil.chown(folder, USER)

    def initialize(self) -> None:
        encoding = ("-E", "UTF8", "--locale=C")
        _done("initdb", "-D", str(self.data), "-U", USER, "--auth=trust", *encoding, "--no-sync")

    def copy(self, primary: "Server") -> None:
        """Makes the data of a standby, which has to have whatever the primary calls stored."""
        source = ("-h", str(primary.folder), "-U", USER)
        _done("pg_basebackup", *source, "-D", str(self.data), "-R", "-c", "fast", "--no-sync")
        self.start()
        primary.set("synchronous_standby_names", "*")

    def start(self) -> None:
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", "fsync=off"]
        options = [option for setting in settings for option in ("-c", setting)]
        self.process = _started("postgres", "-D", str(self.data), *options)
        _await(self.url, self.process)

    def stop(self, how: int = signal.SIGINT) -> None:
        """Ends it, by default without waiting for those who are still connected."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def set(self, name: str, value: str) -> None:
        self.ask(f"ALTER SYSTEM SET {name} = '{value}'")
        self.ask("SELECT pg_reload_conf()")

    def ask(self, statement: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement.encode())


def either(one: Server, other: Server) -> str:
    """The address of that one of two servers that is the primary."""
    return one.url.replace("host=", f"host={other.folder},") + "&target_session_attrs=read-write"


@contextmanager
def place() -> Iterator[Server]:
    """A folder for a server, which is stopped at the end if it runs."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir=os.environ.get(shared.RUN)))
    server = Server(folder)
    try:
        yield server
    finally:
        if server.process and server.process.poll() is None:
            server.stop()
        shutil.rmtree(folder)


@contextmanager
def running() -> Iterator[Server]:
    """A server with an empty database, for as long as it is needed."""
    with place() as server:
        server.initialize()
        server.start()
        yield server


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database, for as long as it is needed."""
    with running() as server:
        yield server.url


@contextmanager
def database(server: str, name: str, kept_as: str = "UTF8") -> Iterator[str]:
    """An empty database of that server, which keeps texts in this encoding."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE \"{name}\" ENCODING '{kept_as}' TEMPLATE template0")
    yield server.replace("/postgres?", f"/{name}?")


def _command(program: str, *arguments: str) -> list[str]:
    """The newest installed program; PostgreSQL does not run as root, so then as its own user."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: int(path.parts[4]))
    command = str(found[-1]) if found else program
    return [command, *arguments]


def _as_user() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam(USER)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _done(program: str, *arguments: str) -> None:
    done = subprocess.run(
        _command(program, *arguments), capture_output=True, text=True, check=False, cwd="/", **_as_user()
    )
    assert done.returncode == 0, done.stderr


def _started(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    return subprocess.Popen(_command(program, *arguments), stdout=quiet, stderr=quiet, cwd="/", **_as_user())


def _await(url: str, server: subprocess.Popen[bytes]) -> None:
    """Returns when it can be asked."""

    def answers() -> bool:
        assert server.poll() is None, "PostgreSQL has ended"
        with suppress(psycopg.OperationalError):
            psycopg.connect(url).close()
            return True
        return False

    awaited(answers)
