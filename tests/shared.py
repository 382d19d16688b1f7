"""What the processes of one run of the tests share: solved tables, compiled code, a place for files."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from numba.core.caching import FunctionCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

from fivedice.folders import COMPILED_VARIABLE

RUN = "FIVEDICE_TEST_RUN"
"""Names the folder of a run to the processes that it starts."""
MEMORY = Path("/dev/shm")
"""A folder that is no disk, on Linux."""
ENOUGH = 4 << 30
"""Bytes that all tests at once do not fill by far."""


def begin(config: pytest.Config) -> None:
    """The first process of a run makes its folder, and takes it away at the end.

    The folder of compiled code outlives the run. All processes find it, because nothing is compiled before.
    """
    if getattr(config, "cache", None) is not None:
        compiled = config.cache.mkdir("compiled")
        compiled.chmod(0o700)
        os.environ[COMPILED_VARIABLE] = str(compiled)
        compile_in_turn(compiled)
    if RUN not in os.environ:
        write_to_memory()
        os.environ[RUN] = tempfile.mkdtemp(prefix="fivedice-run-")
        Path(os.environ[RUN]).chmod(0o711)  # root's PostgreSQL is another user, with a folder in this one
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(RUN), ignore_errors=True))


def write_to_memory() -> None:
    """Files of tests are kept in memory where the system lends enough of it: a disk would be waited for."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ["TMPDIR"], tempfile.tempdir = str(MEMORY), None


def compile_in_turn(folder: Path) -> None:
    """What another process is compiling is waited for and found, not compiled once more beside it.

    Nobody waits in a ring: who compiles a function waits only for those that it calls.
    """
    held = set[str]()

    def in_turn(plain: Callable[..., Any]) -> Callable[..., Any]:
        def compile_or_find(function: Any, *signature: Any) -> Any:
            name = f"{function.__wrapped__.__module__}.{function.__qualname__}"
            with global_compiler_lock:  # one thread of this process
                if name in held or not isinstance(function._cache, FunctionCache):
                    return plain(function, *signature)
                held.add(name)
                try:
                    with (folder / f"{name}.lock").open("w") as lock:
                        fcntl.flock(lock, fcntl.LOCK_EX)
                        return plain(function, *signature)
                finally:
                    held.remove(name)

        return compile_or_find

    setattr(Dispatcher, "compile", in_turn(Dispatcher.compile))  # noqa: B010 - mypy assigns to no method


@contextmanager
def tables(what: str) -> Iterator[Path]:
    """The run's folder of tables, for one process at a time of those that want the same."""
    folder = Path(os.environ[RUN])
    with (folder / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder
