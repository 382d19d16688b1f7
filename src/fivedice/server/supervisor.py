"""The server as one process or several: uvicorn's configuration, and supervision of workers over PostgreSQL.

A worker ends when its supervisor has ended. A worker that cannot go on asks its supervisor to end the
server."""

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pickle import UnpicklingError
from typing import Any, cast

import msgspec
import uvicorn

from fivedice.server import metrics, monitoring
from fivedice.server.protection.protocols import Connection, WebSocketProtocol
from fivedice.server.protection.uvicorn_internals import STARTUP_FAILURE, Multiprocess, Process
from fivedice.server.routes.websocket import LONGEST_MESSAGE
from fivedice.server.settings import VARIABLE, Settings
from fivedice.server.storage.errors import DatabaseFailed, Outages

ENDED = "A worker ended (%s); starting another."
SLOW = "A worker was not ready within %d seconds; replacing it."
SILENT = "A worker has not answered for %d seconds; replacing it."
STAYS = "A new worker did not become ready; the old workers stay."
GONE = "The main process of the server has ended; this worker ends too."
GIVEN_UP = getattr(signal, "SIGUSR1", signal.SIGTERM)  # Windows has no SIGUSR1
"""The signal for a server that cannot continue; SIGTERM would end it with the exit code of success."""
ENDS = (signal.SIGINT, signal.SIGTERM, GIVEN_UP)
PATIENCE = 5
"""Seconds to wait for a connection to PostgreSQL."""
STARTING = 300
"""Seconds that a worker may take to start; on a busy machine it may not answer for minutes."""
ASKING = 0.1
"""Seconds between two health checks of a starting worker."""

log = logging.getLogger(__name__)


class Worker(Process):
    """uvicorn's worker process; its health check returns as soon as the process has ended.

    `serves` tells whether it has ever answered. `due` is the deadline for the first answer (monotonic clock).
    """

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self.serves, self.due, self._is_asked = False, 0.0, False

    def start(self) -> None:
        """Starts the process."""
        self.due = time.monotonic() + STARTING
        super().start()

    def _healthcheck(self, timeout: float) -> bool | None:
        """Whether the worker serves; None if it does not answer in time or has ended.

        Asks again only after an answer, so that old answers are not taken for new ones.
        """
        try:
            if not self._is_asked:
                self.parent_conn.send(b"ping")
                self._is_asked = True
            if self.parent_conn in wait((self.parent_conn, self.process.sentinel), timeout):
                answer = bool(self.parent_conn.recv())
                self._is_asked, self.serves = False, self.serves or answer
                return answer
        except (OSError, EOFError, UnpicklingError):
            pass
        return None


class Workers(Multiprocess):
    """uvicorn's supervisor; it also logs why workers end, and waits for the database.

    Calls `on_start` once, when the first worker answers. `gave_up` tells whether no worker could continue.
    """

    def __init__(
        self, config: uvicorn.Config, bound: socket.socket, database: str, on_start: Callable[[], None]
    ) -> None:
        super().__init__(config, [bound])
        self._database, self._on_start = database, on_start
        self._has_begun, self._outages = False, Outages()
        self._patience = config.timeout_worker_healthcheck
        self.gave_up = False

    def run(self) -> None:
        """Runs until the server ends; leaves no worker behind, whatever goes wrong."""
        try:
            super().run()
        finally:
            self.terminate_all()

    def init_processes(self) -> None:
        """Starts the workers."""
        self.processes += [self._started() for _ in range(self.processes_num)]

    def keep_subprocess_alive(self) -> None:
        """Replaces each worker that has ended or hangs; called twice a second."""
        workers = self._workers
        if any(not worker.process.is_alive() for worker in workers) and not self._may_start():
            return
        for place, worker in enumerate(workers):
            if worker.is_alive(self._patience if worker.serves else 0) or self._is_starting(worker):
                continue
            if self._is_ending:
                return
            self._replace(place, worker)
        if not self._has_begun and any(worker.serves for worker in self._workers):
            self._has_begun = True
            self._on_start()

    def restart_all(self) -> None:
        """Replaces each worker once its successor is ready (SIGHUP)."""
        for place, worker in enumerate(self._workers):
            following = self._started()
            if not self._gets_ready(following):
                following.kill()
                following.join()
                if not self._is_ending:
                    log.error(STAYS)
                return
            worker.terminate()
            worker.join()
            metrics.forget(worker.pid)
            self.processes[place] = following

    def handle_ttin(self) -> None:
        """Adds a worker (SIGTTIN)."""
        self.processes_num += 1
        self.processes.append(self._started())

    def handle_usr1(self) -> None:
        """Shuts down because a worker cannot continue and has logged why (see `give_up`)."""
        self.gave_up = True
        self.should_exit.set()

    @property
    def _is_ending(self) -> bool:
        """Whether the server is ending, including signals not yet handled, which workers may handle first."""
        return self.should_exit.is_set() or any(number in ENDS for number in self.signal_queue)

    @property
    def _workers(self) -> tuple[Worker, ...]:
        return tuple(cast(list[Worker], self.processes))

    def _is_starting(self, worker: Worker) -> bool:
        """Whether it does not serve yet and its time is not up."""
        return not (worker.serves or has_ended(worker.process)) and time.monotonic() < worker.due

    def _gets_ready(self, worker: Worker) -> bool:
        """Waits until a new worker serves; False if it does not or the server is ending."""
        while not worker.is_ready(0):
            if self._is_ending or not self._is_starting(worker):
                return False
            self.should_exit.wait(ASKING)
        return True

    def _replace(self, place: int, worker: Worker) -> None:
        """Starts another worker, unless this one has ended because none can serve."""
        why = self._what_became_of(worker)
        worker.kill()
        worker.join()
        metrics.forget(worker.pid)
        if worker.exitcode == STARTUP_FAILURE:
            self.handle_usr1()
            return
        log.error("%s", why)
        self.processes[place] = self._started()

    def _what_became_of(self, worker: Worker) -> str:
        if has_ended(worker.process):
            return ENDED % how(worker.process)
        return SILENT % self._patience if worker.serves else SLOW % STARTING

    def _started(self) -> Worker:
        worker = Worker(self.config, self.sockets)
        worker.start()
        return worker

    def _may_start(self) -> bool:
        """Whether the database accepts connections; otherwise new workers would only end again."""
        import psycopg  # noqa: PLC0415 - the driver of PostgreSQL is an extra

        try:
            psycopg.connect(self._database, connect_timeout=PATIENCE).close()
        except psycopg.Error as error:
            self._outages.add(DatabaseFailed(error))
            return False
        return True


def has_ended(worker: BaseProcess) -> bool:
    """Whether a process has ended; waits for one that is just ending."""
    if wait([worker.sentinel], 0):
        worker.join()
    return not worker.is_alive()


def how(worker: BaseProcess) -> str:
    """The signal or exit code with which a process has ended."""
    code = worker.exitcode or 0
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def follow_parent() -> None:
    """Ends this worker when its supervisor has ended.

    Otherwise workers would survive a kill and block the port for the next server.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=[parent], name="follow-parent", daemon=True).start()


def give_up() -> None:
    """Shuts the server and its workers down with the exit code of a failure."""
    parent = multiprocessing.parent_process()
    pid = parent.pid if parent is not None and parent.is_alive() else None
    os.kill(pid or os.getpid(), GIVEN_UP)


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    log.critical("%s", GONE)
    os._exit(1)  # at once, because everything is stored and the port is needed


APPLICATION = "fivedice.server.app:from_environment"
ANSWERING = 20
"""Seconds for a serving worker to answer a health check before it is replaced."""


def run(bound: socket.socket, workers: int, on_start: Callable[[], None]) -> bool:
    """Serves with the settings in the environment until a signal. Returns False after a failure.

    Calls `on_start` as soon as requests are answered.
    """
    settings = msgspec.json.decode(os.environ[VARIABLE], type=Settings)
    more = {"log_config": monitoring.JSON_LOG} if settings.log == "json" else {}
    if workers > 1:
        several = config(APPLICATION, factory=True, workers=workers, **more)
        group = Workers(several, bound, settings.database, on_start)
        group.run()
        return not group.gave_up
    one = Server(config(APPLICATION, factory=True, **more), on_start)
    signal.signal(GIVEN_UP, one.give_up)
    one.run(sockets=[bound])
    return not one.gave_up


class Server(uvicorn.Server):
    """uvicorn's server; reports when it is ready, and whether it gave up."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start, self.gave_up = on_start, False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts listening and calls `on_start`."""
        await super().startup(sockets)
        self._on_start()

    def give_up(self, *_: object) -> None:
        """Shuts down because it cannot continue."""
        self.gave_up = self.should_exit = True


def config(application: Any, **more: Any) -> uvicorn.Config:
    """The configuration for an application. Logs no warnings, because strangers could cause many.

    `ProtectionMiddleware` reads the headers of proxies, since it knows which proxies to trust.
    """
    return uvicorn.Config(
        application,
        interface="asgi3",
        log_level="error",
        use_colors=False,
        http=Connection,
        ws=WebSocketProtocol,
        ws_max_size=4 * LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        timeout_worker_healthcheck=ANSWERING,
        server_header=False,
        proxy_headers=False,
        **more,
    )
