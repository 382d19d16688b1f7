"""Whom a worker asks to end the server."""

import multiprocessing
import os
import signal
from types import SimpleNamespace

import pytest

from fivedice.server import supervisor


@pytest.mark.parametrize("lives", [True, False])
def test_only_the_process_above_is_ended(lives: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it has gone its number may be that of a stranger, so the worker ends itself."""
    parent = SimpleNamespace(pid=12345, is_alive=lambda: lives)
    killed: list[tuple[int, int]] = []
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: parent)
    monkeypatch.setattr(os, "kill", lambda *told: killed.append(told))
    supervisor.give_up()
    assert killed == [(12345 if lives else os.getpid(), signal.SIGUSR1)]
