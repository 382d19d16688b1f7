"""What the process above the workers does, without any worker; and what one process says when it answers."""

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Pipe, wait
from threading import Timer
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import multiprocess

from fivedice.server import supervisor
from fivedice.server.supervisor import ANSWERING, Server, Workers, config, has_ended, how
from tests.patience import PATIENCE
from tests.server.descriptors import closes_all_and_waits

NOWHERE = "postgresql://ann:secret@127.0.0.1:1/x"


class Worker:
    """One that can be asked how it is, instead of a process."""

    def __init__(self, lives: bool = True, answers: bool = True, code: int = 1) -> None:
        """It has not begun to serve, and has had its time for that."""
        self.serves, self.answers, self.exitcode, self.due = False, answers, code, 0.0
        self.done: list[str] = []
        watched, self._held = Pipe(duplex=False)  # its end is seen, as that of a process
        if not lives:
            self._held.close()
        told = {"is_alive": lambda: lives, "exitcode": code, "sentinel": watched, "join": lambda: None}
        self.process = SimpleNamespace(**told)

    def is_alive(self, timeout: float) -> bool:  # noqa: ARG002 - as it is called
        return bool(self.process.is_alive()) and self.answers

    def __getattr__(self, name: str) -> Callable[[], None]:
        """What else is done with it is noted: `start`, `kill`, `join`, `terminate`."""
        return lambda: self.done.append(name)

    def is_ready(self, timeout: float) -> bool:  # noqa: ARG002 - as it is called
        return self.serves


Looks = Callable[[list[Worker]], tuple[Any, list[str]]]


@pytest.fixture
def looking_after(monkeypatch: pytest.MonkeyPatch) -> Looks:
    """Who looks after some workers, and what is said when the first answers."""
    monkeypatch.setattr(multiprocess, "SIGNALS", {})

    def over(them: list[Worker]) -> tuple[Any, list[str]]:
        said: list[str] = []
        with socket.socket() as unused:
            looking: Any = Workers(config(None, workers=2), unused, NOWHERE, lambda: said.append("Play"))
        looking.processes = them
        return looking, said

    return over


def test_several_say_where_they_are_when_the_first_answers(looking_after: Looks) -> None:
    one, other = Worker(), Worker()
    looking, said = looking_after([one, other])
    looking.keep_subprocess_alive()
    assert said == []
    for worker in (other, one):
        worker.serves = True
        looking.keep_subprocess_alive()
        assert said == ["Play"]


def test_no_worker_is_started_while_the_database_lets_nobody_in(
    looking_after: Looks, caplog: pytest.LogCaptureFixture
) -> None:
    """It would only end again; the log has one line, however long that goes on."""
    dead = [Worker(lives=False)]
    looking, said = looking_after(dead)
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
    monkeypatch.setattr(supervisor, "Worker", lambda *_: next_ones.pop(0))
    monkeypatch.setattr(Workers, "_may_start", lambda _: True)
    return next_ones


@pytest.mark.parametrize(
    ("worker", "had_served", "line"),
    [
        (Worker(lives=False, code=-9), True, "A worker ended (signal 9); starting another."),
        (Worker(answers=False), False, supervisor.SLOW % supervisor.STARTING),
        (Worker(answers=False), True, supervisor.SILENT % ANSWERING),
    ],
    ids=["ended", "never served", "answers no more"],
)
def test_the_log_says_why_a_worker_is_replaced(
    worker: Worker,
    had_served: bool,
    line: str,
    following: list[Worker],
    looking_after: Looks,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One that we end ourselves, since it was too slow, has not ended by a signal that came from nowhere."""
    (another,) = following
    looking, _ = looking_after([worker])
    worker.serves = had_served
    looking.keep_subprocess_alive()
    assert (looking.processes, another.done) == ([another], ["start"])
    assert [entry.getMessage() for entry in caplog.records] == [line]


def test_a_worker_that_is_starting_is_let_be(
    following: list[Worker], looking_after: Looks, caplog: pytest.LogCaptureFixture
) -> None:
    starting, (another,) = Worker(answers=False), following
    starting.due = time.monotonic() + PATIENCE
    looking, said = looking_after([starting])
    for _ in range(3):
        looking.keep_subprocess_alive()
    assert (looking.processes, starting.done, said, caplog.records) == ([starting], [], [], [])
    starting.due = 0.0
    looking.keep_subprocess_alive()
    assert looking.processes == [another]


def test_a_worker_is_asked_once_until_it_answers() -> None:
    starting: Any = supervisor.Worker(config(None, workers=2), [])
    gone, kept = socket.socketpair()
    starting.process = SimpleNamespace(is_alive=lambda: True, sentinel=kept)
    assert not any(starting.is_alive(0) for _ in range(5))
    starting._server = SimpleNamespace(started=False)
    starting.pong()
    assert not starting.child_conn.poll(0)
    assert (starting.is_ready(0), starting.serves) == (False, False)
    starting._server = SimpleNamespace(started=True)
    assert not starting.is_ready(0)
    starting.pong()
    assert (starting.is_ready(0), starting.serves) == (True, True)
    gone.close()
    kept.close()


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM, signal.SIGUSR1])
def test_while_all_end_no_worker_is_started(
    asked: int, following: list[Worker], looking_after: Looks, caplog: pytest.LogCaptureFixture
) -> None:
    """All were asked at once, and a worker is quicker than the process above it: nothing is said of it."""
    ended = [Worker(lives=False, code=-15)]
    looking, _ = looking_after(ended)
    looking.signal_queue.append(asked)
    looking.keep_subprocess_alive()
    following[0].answers = False
    looking.restart_all()
    assert (looking.processes, caplog.records) == (ended, [])


def test_who_has_ended_is_not_waited_for() -> None:
    """It was there when it was asked, and can answer no more; what all ends is not held up by that."""
    ending: Any = supervisor.Worker(config(None, workers=2), [])
    gone, kept = socket.socketpair()
    ending.process = SimpleNamespace(is_alive=lambda: True, sentinel=kept)
    gone.close()
    begun = time.monotonic()
    assert not ending.is_alive(10 * PATIENCE)
    assert time.monotonic() - begun < PATIENCE
    kept.close()


def test_where_no_worker_can_serve_the_server_fails(following: list[Worker], looking_after: Looks) -> None:
    (another,) = following
    looking, _ = looking_after([Worker(lives=False, code=STARTUP_FAILURE)])
    looking.keep_subprocess_alive()
    assert (looking.gave_up, looking.should_exit.is_set(), another.done) == (True, True, [])


def test_workers_are_started_anew_one_after_another(
    following: list[Worker], looking_after: Looks, caplog: pytest.LogCaptureFixture
) -> None:
    """By SIGHUP: each goes when the next is ready. Where one does not get ready, the others stay."""
    one, other = Worker(), Worker()
    following.append(Worker(answers=False))
    first, second = following
    first.serves = True
    looking, _ = looking_after([one, other])
    looking.handle_hup()
    assert looking.processes == [first, other]
    assert (one.done, first.done) == (["terminate", "join"], ["start"])
    assert (other.done, second.done) == ([], ["start", "kill", "join"])
    assert [entry.getMessage() for entry in caplog.records] == [supervisor.STAYS]


@pytest.mark.parametrize(("code", "words"), [(-9, "signal 9"), (1, "exit code 1"), (0, "exit code 0")])
def test_how_a_process_has_ended_is_said_in_words(code: int, words: str) -> None:
    ended: Any = SimpleNamespace(exitcode=code)
    assert how(ended) == words


def test_a_process_that_is_just_ending_has_ended() -> None:
    """Its end is seen a moment before the system tells how: it was said not to have answered for long."""
    worker = get_context("spawn").Process(target=closes_all_and_waits)
    worker.start()
    assert wait([worker.sentinel], PATIENCE)
    assert worker.is_alive()
    Timer(0.2, worker.kill).start()
    assert (has_ended(worker), how(worker)) == (True, "signal 9")


def test_one_process_says_where_it_is_when_it_answers() -> None:
    done: list[str] = []

    async def slow(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001 - as it is called
        for moment in ("startup", "shutdown"):
            await receive()
            done.append(moment)
            await send({"type": f"lifespan.{moment}.complete"})

    def begun() -> None:
        done.append("said")
        assert serving.started
        serving.should_exit = True

    serving = Server(config(slow), begun)
    asyncio.run(serving.serve([socket.create_server(("127.0.0.1", 0))]))
    assert done == ["startup", "said", "shutdown"]


@pytest.mark.parametrize("lives", [True, False])
def test_only_the_process_above_is_ended(lives: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it has gone its number may be that of a stranger, so the worker ends itself."""
    parent = SimpleNamespace(pid=12345, is_alive=lambda: lives)
    killed: list[tuple[int, int]] = []
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: parent)
    monkeypatch.setattr(os, "kill", lambda *told: killed.append(told))
    supervisor.give_up()
    assert killed == [(12345 if lives else os.getpid(), signal.SIGUSR1)]
