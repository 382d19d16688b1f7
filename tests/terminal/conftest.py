"""Fixtures of the terminal tests."""

from pathlib import Path

import pytest

from fivedice.runtime.library import Library
from fivedice.terminal.local_sitting import LocalSitting
from tests.terminal.lines import agreed
from tests.terminal.seated import sit


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("tables"))


@pytest.fixture
def sitting(home: Path) -> LocalSitting:
    """Ann against a bot in the traditional game; her first dice are 3 5 4 6 1."""
    return sit(agreed("traditional", "Ann,greedy"), home)
