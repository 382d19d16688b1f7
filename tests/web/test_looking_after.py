"""What the process above the workers does, without any worker; and what one process says when it answers."""

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Pipe, wait
from threading import Event, Timer
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import multiprocess

from fivedice.web import workers
from fivedice.web.server import STARTING, Server, config
from fivedice.web.workers import Workers, has_ended, how
from tests.web.serving import PATIENCE

NOWHERE = "postgresql://ann:secret@127.0.0.1:1/x"


class Worker:
    """One that can be asked how it is, instead of a process."""

    def __init__(self, lives: bool = True, answers: bool = True, code: int = 1) -> None:
        """It has not begun to serve."""
        self.serves, self.answers, self.exitcode = False, answers, code
        self.done: list[str] = []
        watched, self._held = Pipe(duplex=False)  # its end is seen, as that of a process
        if not lives:
            self._held.close()
        told = {"is_alive": lambda: lives, "exitcode": code, "sentinel": watched, "join": lambda: None}
        self.process = SimpleNamespace(**told)

    def is_alive(self, timeout: float) -> bool:  # noqa: ARG002 - as it is called
        """As the process says, and whether it answers."""
        return bool(self.process.is_alive()) and self.answers

    def wait_until_ready(self, timeout: float, should_exit: Event) -> bool:  # noqa: ARG002 - as it is called
        """Whether it answers, at once."""
        return self.answers

    def __getattr__(self, name: str) -> Callable[[], None]:
        """What else is done with it is noted: `start`, `kill`, `join`, `terminate`."""
        return lambda: self.done.append(name)

    def is_ready(self, timeout: float) -> bool:  # noqa: ARG002 - as it is called
        """Whether it serves."""
        return self.serves


def looking_after(them: list[Worker], monkeypatch: pytest.MonkeyPatch) -> tuple[Workers, list[str]]:
    """Who looks after these, and what is said when the first answers."""
    monkeypatch.setattr(multiprocess, "SIGNALS", {})
    said: list[str] = []
    with socket.socket() as unused:
        looking = Workers(config(None, workers=2), unused, NOWHERE, lambda: said.append("Play"))
    looking.processes = them  # type: ignore[assignment]
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


@pytest.fixture
def following(monkeypatch: pytest.MonkeyPatch) -> list[Worker]:
    """The workers that are started, the next first; the database lets anybody in."""
    next_ones = [Worker()]
    monkeypatch.setattr(workers, "Worker", lambda *_: next_ones.pop(0))
    monkeypatch.setattr(Workers, "_may_start", lambda _: True)
    return next_ones


@pytest.mark.parametrize(
    ("worker", "had_answered", "line"),
    [
        (Worker(lives=False, code=-9), True, "A worker ended (signal 9); another is started."),
        (Worker(answers=False), False, workers.SLOW % STARTING),
        (Worker(answers=False), True, workers.SILENT % STARTING),
    ],
    ids=["ended", "never answered", "answers no more"],
)
def test_the_log_says_why_a_worker_is_replaced(
    worker: Worker,
    had_answered: bool,
    line: str,
    following: list[Worker],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One that we end ourselves, since it was too slow, has not ended by a signal that came from nowhere."""
    (another,) = following
    looking, _ = looking_after([worker], monkeypatch)
    worker.answers, answers = True, worker.answers
    if had_answered:
        looking.keep_subprocess_alive()
    worker.answers = answers
    looking.keep_subprocess_alive()
    assert (looking.processes, another.done) == ([another], ["start"])
    assert [entry.getMessage() for entry in caplog.records] == [line]


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM, signal.SIGUSR1])
def test_while_all_end_no_worker_is_started(
    asked: int, following: list[Worker], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """All were asked at once, and a worker is quicker than the process above it: nothing is said of it."""
    ended = [Worker(lives=False, code=-15)]
    looking, _ = looking_after(ended, monkeypatch)
    looking.signal_queue.append(asked)
    looking.keep_subprocess_alive()
    following[0].answers = False
    looking.restart_all()
    assert (looking.processes, caplog.records) == (ended, [])


def test_who_has_ended_is_not_waited_for() -> None:
    """It was there when it was asked, and can answer no more; what all ends is not held up by that."""
    ending = workers.Worker(config(None, workers=2), [])
    gone, kept = socket.socketpair()
    ending.process = SimpleNamespace(is_alive=lambda: True, sentinel=kept)  # type: ignore[assignment]
    gone.close()
    begun = time.monotonic()
    assert not ending.is_alive(STARTING)
    assert time.monotonic() - begun < STARTING
    kept.close()


def test_where_no_worker_can_serve_the_server_fails(
    following: list[Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that ends so at its start has said why; another is not started in its place."""
    (another,) = following
    looking, _ = looking_after([Worker(lives=False, code=STARTUP_FAILURE)], monkeypatch)
    looking.keep_subprocess_alive()
    assert (looking.gave_up, looking.should_exit.is_set(), another.done) == (True, True, [])


def test_workers_are_started_anew_one_after_another(
    following: list[Worker], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """By SIGHUP: each goes when the next is ready. Where one does not get ready, the others stay."""
    one, other = Worker(), Worker()
    following.append(Worker(answers=False))
    first, second = following
    looking, _ = looking_after([one, other], monkeypatch)
    looking.handle_hup()
    assert looking.processes == [first, other]
    assert (one.done, first.done) == (["terminate", "join"], ["start"])
    assert (other.done, second.done) == ([], ["start", "kill", "join"])
    assert [entry.getMessage() for entry in caplog.records] == [workers.STAYS]


@pytest.mark.parametrize(("code", "words"), [(-9, "signal 9"), (1, "exit code 1"), (0, "exit code 0")])
def test_how_a_process_has_ended_is_said_in_words(code: int, words: str) -> None:
    """By a signal, or by itself."""
    assert how(SimpleNamespace(exitcode=code)) == words  # type: ignore[arg-type]


def _ends() -> None:
    """What a process does that is being ended: its files are closed before the system tells how it ended."""
    os.closerange(3, 1000)
    signal.pause()


def test_a_process_that_is_just_ending_has_ended() -> None:
    """Its end is seen a moment before the system tells how: it was said not to have answered for long."""
    worker = get_context("spawn").Process(target=_ends)
    worker.start()
    assert wait([worker.sentinel], PATIENCE)
    assert worker.is_alive()
    Timer(0.2, worker.kill).start()
    assert (has_ended(worker), how(worker)) == (True, "signal 9")


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
