"""The browsers and the server of these tests."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browsers import firefox, webkit
from tests.browsers.firefox import Firefox
from tests.browsers.player import Browser
from tests.browsers.webkit import WebKit
from tests.server.serving import Process, process

KINDS: dict[str, tuple[type[Firefox | WebKit], Callable[[], object]]] = {
    "firefox": (Firefox, firefox.program),
    "webkit": (WebKit, webkit.program),
}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module", params=KINDS)
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    kind, program = KINDS[request.param]
    assert program() is not None, f"There is no {request.param} here; make browsers installs it."
    running = kind(tmp_path_factory.mktemp(request.param))
    yield running
    running.end()


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go: a folder of the run, or the one that FIVEDICE_SCREENSHOTS names."""
    base = tmp_path_factory.getbasetemp() / "screenshots"
    folder = Path(os.environ.get("FIVEDICE_SCREENSHOTS", "") or base)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
