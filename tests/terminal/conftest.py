"""Fixtures of the terminal tests."""

import pytest

from fivedice.runtime.library import Library


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The solved games, shared by all tests."""
    return Library(tmp_path_factory.mktemp("tables"))
