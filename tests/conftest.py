"""What tests share: a folder of records of their own each, and compiled code of all."""

import asyncio
import gc
import os
import signal
import ssl
import sys
from functools import cache
from inspect import iscoroutinefunction, signature
from pathlib import Path

import pytest
from hypothesis import settings

from fivedice.runtime.library import Library
from tests import shared

# No example is timed: a busy machine would fail what is right.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

# Who asks this machine needs no list of whom to trust; reading it takes 28 ms, for thousands of requests.
vars(ssl)["create_default_context"] = cache(ssl.create_default_context)

LIMIT = 180.0
"""Seconds that an asynchronous test may take."""
LONGEST = """
server/test_browser_pages solve/test_wins server/test_browser_matches server/test_several_servers
cli/test_light solve/test_distribution research/test_showdown server/test_workers solve/test_tables
server/test_browser_lessons solve/test_challenge printing/test_leaflets test_wheel
server/test_browser_input solve/test_junior_many server/test_browser_review solve/test_showdown
server/test_absent terminal/test_screen_table server/test_browser_players terminal/test_screen_footer
"""
"""The files that take longest, in the order in which they begin: that none of them is left alone at the end,
and that those which wait for browsers and those which compute go on beside each other."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Beside other processes the longest files come first; within a file the order is as it is written."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return
    places = {f"tests/{name}.py": place for place, name in enumerate(LONGEST.split())}
    items.sort(key=lambda item: places.get(item.nodeid.partition("::")[0], len(places)))


def pytest_collection_finish() -> None:
    """All that has been loaded stays: to look through it for cycles, again and again, took 7% of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


def pytest_configure(config: pytest.Config) -> None:
    """What one test process compiles or solves the others find; a change of any source makes it anew.

    Sentences say "fivedice resume", because PATH finds the program.

    Where the tests run in the background of a script, what they start can be interrupted all the same.
    """
    shared.begin(config)
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is asynchronous runs to its end, no longer than it may."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in signature(pyfuncitem.obj).parameters}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), LIMIT))
    return True


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Records of a test go to its own folder."""
    monkeypatch.setenv("FIVEDICE_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "records"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """All that is known, solved when first asked for."""
    return Library(tmp_path_factory.mktemp("tables"))
