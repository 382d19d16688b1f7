"""How sentences name this program."""

import os
import sys
from pathlib import Path

import pytest

from fivedice.runtime.program import program


def test_a_command_is_named_as_it_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert program() == "fivedice"
    monkeypatch.setenv("PATH", os.devnull)
    folder = tmp_path / "my games" / "bin"
    folder.mkdir(parents=True)
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    assert program() == "python -m fivedice"
    script = folder / "fivedice"
    script.touch(mode=0o755)
    assert program() == f"'{script}'"
    for here, typed in ((folder.parent, "bin/fivedice"), (folder, "./fivedice")):
        monkeypatch.chdir(here)
        assert program() == typed
