"""What tests share: a folder of records of their own each, and compiled code of all."""

from pathlib import Path

import pytest

from tests import shared


def pytest_configure(config: pytest.Config) -> None:
    """What one test process compiles or solves the others find; a change of any source makes it anew."""
    shared.begin(config)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Records of a test go to its own folder."""
    monkeypatch.setenv("FIVEDICE_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "records"
