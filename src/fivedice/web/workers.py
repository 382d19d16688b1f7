"""Several workers over one PostgreSQL, as the process above them looks after them. Serves nothing itself."""

import logging
import socket
from collections.abc import Callable
from multiprocessing.process import BaseProcess

import psycopg
import uvicorn
from uvicorn.supervisors import Multiprocess

from fivedice.web.failing import DatabaseFailed, Outages

ENDED = "A worker ended (%s); another is started."
PATIENCE = 5
"""Seconds in which PostgreSQL is to let somebody in."""

log = logging.getLogger(__name__)


class Workers(Multiprocess):
    """uvicorn's, which says when the first worker answers, what became of one, and waits for the database."""

    def __init__(
        self, config: uvicorn.Config, bound: socket.socket, database: str, begun: Callable[[], None]
    ) -> None:
        """Nothing is started yet. `begun` is called once."""
        super().__init__(config, [bound])
        self._database, self._begun = database, begun
        self._has_begun, self._outages = False, Outages()

    def run(self) -> None:
        """Until the server is to end; no worker is left, whatever goes wrong here."""
        try:
            super().run()
        finally:
            self.terminate_all()

    def keep_subprocess_alive(self) -> None:
        """Starts another worker for each that has ended or hangs; is called twice a second."""
        before = tuple(self.processes)
        if any(not worker.process.is_alive() for worker in before) and not self._may_start():
            return
        super().keep_subprocess_alive()
        for worker, now in zip(before, self.processes, strict=True):
            if now is not worker:
                log.error(ENDED, how(worker.process))
        self._look_who_answers()

    def _may_start(self) -> bool:
        """Whether the database lets anybody in: a worker that it does not would only end, again and again."""
        try:
            psycopg.connect(self._database, connect_timeout=PATIENCE).close()
        except psycopg.Error as error:
            self._outages.add(DatabaseFailed(error))
            return False
        return True

    def _look_who_answers(self) -> None:
        patience = self.config.timeout_worker_healthcheck
        if not self._has_begun and any(worker.is_ready(patience) for worker in self.processes):
            self._has_begun = True
            self._begun()


def how(worker: BaseProcess) -> str:
    """How a process has ended."""
    code = worker.exitcode or 0
    return f"signal {-code}" if code < 0 else f"exit code {code}"
