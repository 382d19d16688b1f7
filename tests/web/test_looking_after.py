"""What the process above the workers does, without any worker; and what one process says when it answers."""

import asyncio
import logging
import socket
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.supervisors import multiprocess

from fivedice.web.server import Server, config
from fivedice.web.workers import Workers, how

NOWHERE = "postgresql://ann:secret@127.0.0.1:1/x"


class Worker:
    """One that can be asked how it is, instead of a process."""

    def __init__(self, lives: bool = True) -> None:
        """It has not begun to serve."""
        self.serves = False
        self.process = SimpleNamespace(is_alive=lambda: lives, exitcode=1)

    def is_alive(self, timeout: float) -> bool:  # noqa: ARG002 - as it is called
        """As the process says."""
        return bool(self.process.is_alive())

    def is_ready(self, timeout: float) -> bool:  # noqa: ARG002 - as it is called
        """Whether it serves."""
        return self.serves


def looking_after(workers: list[Worker], monkeypatch: pytest.MonkeyPatch) -> tuple[Workers, list[str]]:
    """Who looks after these, and what is said when the first answers."""
    monkeypatch.setattr(multiprocess, "SIGNALS", {})
    said: list[str] = []
    with socket.socket() as unused:
        looking = Workers(config(None, workers=2), unused, NOWHERE, lambda: said.append("Play"))
    looking.processes = workers  # type: ignore[assignment]
    return looking, said


def test_several_say_where_they_are_when_the_first_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not before, and not again for the others."""
    one, other = Worker(), Worker()
    looking, said = looking_after([one, other], monkeypatch)
    looking.keep_subprocess_alive()
    assert said == []
    for worker in (other, one):
        worker.serves = True
        looking.keep_subprocess_alive()
        assert said == ["Play"]


def test_no_worker_is_started_while_the_database_lets_nobody_in(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It would only end again; the log has one line, however long that goes on."""
    dead = [Worker(lives=False)]
    looking, said = looking_after(dead, monkeypatch)
    for _ in range(3):
        looking.keep_subprocess_alive()
    assert (looking.processes, said) == (dead, [])
    lines = [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.ERROR]
    assert len(lines) == 1
    assert lines[0].endswith("Connection refused.")
    assert "secret" not in lines[0]


@pytest.mark.parametrize(("code", "words"), [(-9, "signal 9"), (1, "exit code 1"), (0, "exit code 0")])
def test_how_a_process_has_ended_is_said_in_words(code: int, words: str) -> None:
    """By a signal, or by itself."""
    assert how(SimpleNamespace(exitcode=code)) == words  # type: ignore[arg-type]


def test_one_process_says_where_it_is_when_it_answers() -> None:
    """What a start does first is done by then."""
    done: list[str] = []

    async def slow(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001 - as it is called
        for moment in ("startup", "shutdown"):
            await receive()
            done.append(moment)
            await send({"type": f"lifespan.{moment}.complete"})

    def begun() -> None:
        done.append("said")
        assert server.started
        server.should_exit = True

    server = Server(config(slow), begun)
    asyncio.run(server.serve([socket.create_server(("127.0.0.1", 0))]))
    assert done == ["startup", "said", "shutdown"]
