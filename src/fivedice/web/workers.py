"""Several workers over one PostgreSQL, as the process above them looks after them. Serves nothing itself."""

import logging
import signal
import socket
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pickle import UnpicklingError

import psycopg
import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from fivedice.web import above
from fivedice.web.failing import DatabaseFailed, Outages

ENDED = "A worker ended (%s); another is started."
SLOW = "A worker was not ready within %d seconds; it is ended and another is started."
SILENT = "A worker has not answered for %d seconds; it is ended and another is started."
STAYS = "A new worker did not get ready; the others go on as they are."
ENDS = (signal.SIGINT, signal.SIGTERM, above.GIVEN_UP)
PATIENCE = 5
"""Seconds in which PostgreSQL is to let somebody in."""

log = logging.getLogger(__name__)


class Worker(Process):
    """uvicorn's, but waited for no longer than it lives: one that is just ending answers nothing any more."""

    def _healthcheck(self, timeout: float) -> bool | None:
        """Whether it has begun; None if it does not answer within so many seconds, or ends before it does."""
        try:
            self.parent_conn.send(b"ping")
            if self.parent_conn in wait((self.parent_conn, self.process.sentinel), timeout):
                return bool(self.parent_conn.recv())
        except (OSError, EOFError, UnpicklingError):
            pass
        return None


class Workers(Multiprocess):
    """uvicorn's, which says when the first worker answers, what became of one, and waits for the database.

    `gave_up` says whether it ended since no worker could go on.
    """

    def __init__(
        self, config: uvicorn.Config, bound: socket.socket, database: str, begun: Callable[[], None]
    ) -> None:
        """Nothing is started yet. `begun` is called once."""
        super().__init__(config, [bound])
        self._database, self._begun = database, begun
        self._has_begun, self._outages = False, Outages()
        self._patience = config.timeout_worker_healthcheck
        self._have_answered: set[Process] = set()
        self.gave_up = False

    def run(self) -> None:
        """Until the server is to end; no worker is left, whatever goes wrong here."""
        try:
            super().run()
        finally:
            self.terminate_all()

    def init_processes(self) -> None:
        """Starts as many as were asked for."""
        self.processes += [self._started() for _ in range(self.processes_num)]

    def keep_subprocess_alive(self) -> None:
        """Starts another worker for each that has ended or hangs; is called twice a second."""
        workers = tuple(self.processes)
        if any(not worker.process.is_alive() for worker in workers) and not self._may_start():
            return
        for place, worker in enumerate(workers):
            if worker.is_alive(self._patience):
                self._have_answered.add(worker)
            elif self._is_ending:
                return
            else:
                self._replace(place, worker)
        self._look_who_answers()

    def restart_all(self) -> None:
        """Starts each worker anew, and lets the one before go when the next is ready; SIGHUP asks for it."""
        for place, worker in enumerate(self.processes):
            following = self._started()
            if not following.wait_until_ready(self._patience, self.should_exit):
                following.kill()
                following.join()
                if not self._is_ending:
                    log.error(STAYS)
                return
            worker.terminate()
            worker.join()
            self.processes[place] = following

    def handle_usr1(self) -> None:
        """A worker has said that it cannot go on, and why; nor can another (`above.give_up`)."""
        self.gave_up = True
        self.should_exit.set()

    @property
    def _is_ending(self) -> bool:
        """Also where that was asked and not yet looked at: workers that were asked, too, may be quicker."""
        return self.should_exit.is_set() or any(asked in ENDS for asked in self.signal_queue)

    def _replace(self, place: int, worker: Process) -> None:
        """Starts another worker, unless this one has ended since none can serve (and has said why)."""
        why = self._what_became_of(worker)
        worker.kill()
        worker.join()
        if worker.exitcode == STARTUP_FAILURE:
            self.handle_usr1()
            return
        log.error("%s", why)
        self._have_answered.discard(worker)
        self.processes[place] = self._started()

    def _what_became_of(self, worker: Process) -> str:
        if has_ended(worker.process):
            return ENDED % how(worker.process)
        return (SILENT if worker in self._have_answered else SLOW) % self._patience

    def _started(self) -> Process:
        worker = Worker(self.config, self.sockets)
        worker.start()
        return worker

    def _may_start(self) -> bool:
        """Whether the database lets anybody in: a worker that it does not would only end, again and again."""
        try:
            psycopg.connect(self._database, connect_timeout=PATIENCE).close()
        except psycopg.Error as error:
            self._outages.add(DatabaseFailed(error))
            return False
        return True

    def _look_who_answers(self) -> None:
        if not self._has_begun and any(worker.is_ready(self._patience) for worker in self.processes):
            self._has_begun = True
            self._begun()


def has_ended(worker: BaseProcess) -> bool:
    """Whether a process has ended. One that is just ending, and answers no more, is waited for."""
    if wait([worker.sentinel], 0):
        worker.join()
    return not worker.is_alive()


def how(worker: BaseProcess) -> str:
    """How a process has ended."""
    code = worker.exitcode or 0
    return f"signal {-code}" if code < 0 else f"exit code {code}"
