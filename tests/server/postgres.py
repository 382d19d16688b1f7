"""A PostgreSQL server to throw away: its own data, reached by a socket in its own folder. Asks no network."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

USER = "postgres"
PATIENCE = 60.0


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database, for as long as it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="fivedice-"))
    data = folder / "data"
    if os.geteuid() == 0:
        shutil.chown(folder, USER)
    settings = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}", "-c", "fsync=off"]
    try:
        _done("initdb", "-D", str(data), "-U", USER, "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync")
        server = _started("postgres", "-D", str(data), *settings)
        try:
            url = f"postgresql://{USER}@/postgres?host={folder}"
            _await(url, server)
            yield url
        finally:
            server.send_signal(signal.SIGINT)  # without waiting for those who are still connected
            server.wait(PATIENCE)
    finally:
        shutil.rmtree(folder)


@contextmanager
def database(server: str, name: str, kept_as: str = "UTF8") -> Iterator[str]:
    """An empty database of that server, which keeps texts in this encoding."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE \"{name}\" ENCODING '{kept_as}' TEMPLATE template0")  # type: ignore[call-overload]
    yield server.replace("/postgres?", f"/{name}?")


def _command(program: str, *arguments: str) -> list[str]:
    """The newest installed program; PostgreSQL does not run as root, so then as its own user."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: int(path.parts[4]))
    command = str(found[-1]) if found else program
    return [command, *arguments]


def _as_user() -> dict[str, object]:
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam(USER)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _done(program: str, *arguments: str) -> None:
    done = subprocess.run(  # type: ignore[call-overload]
        _command(program, *arguments), capture_output=True, text=True, check=False, cwd="/", **_as_user()
    )
    assert done.returncode == 0, done.stderr


def _started(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        _command(program, *arguments),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        **_as_user(),
    )


def _await(url: str, server: subprocess.Popen[bytes]) -> None:
    """Returns when it can be asked."""
    until = time.monotonic() + PATIENCE
    while True:
        assert server.poll() is None, "PostgreSQL has ended"
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            assert time.monotonic() < until, "PostgreSQL does not answer"
            time.sleep(0.1)
        else:
            return
