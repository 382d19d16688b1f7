"""What tests share: a folder of records of their own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Records of a test go to its own folder."""
    monkeypatch.setenv("FIVEDICE_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "records"
