"""uvicorn's configuration, and the server in one process or several."""

import os
import signal
import socket
from collections.abc import Callable
from typing import Any

import msgspec
import uvicorn

from fivedice.server.protection.protocols import Connection, WebSocketProtocol
from fivedice.server.routes.websocket import LONGEST
from fivedice.server.settings import VARIABLE, Settings
from fivedice.server.workers import supervisor
from fivedice.server.workers.supervisor import Workers

APPLICATION = "fivedice.server.app:from_environment"
ANSWERING = 20
"""Seconds in which a worker that serves is to answer whether it lives; else it is replaced."""


def run(bound: socket.socket, workers: int, begun: Callable[[], None]) -> bool:
    """Serves by the settings in the environment until a signal. Returns whether it ended well.

    `begun` is called as soon as requests are answered.
    """
    if workers > 1:
        settings = msgspec.json.decode(os.environ[VARIABLE], type=Settings)
        several = config(APPLICATION, factory=True, workers=workers)
        group = Workers(several, bound, settings.database, begun)
        group.run()
        return not group.gave_up
    one = Server(config(APPLICATION, factory=True), begun)
    signal.signal(supervisor.GIVEN_UP, one.give_up)
    one.run(sockets=[bound])
    return not one.gave_up


class Server(uvicorn.Server):
    """uvicorn's server; reports when it is ready, and whether it gave up."""

    def __init__(self, config: uvicorn.Config, begun: Callable[[], None]) -> None:
        """Not started yet."""
        super().__init__(config)
        self._begun, self.gave_up = begun, False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts listening and reports it."""
        await super().startup(sockets)
        self._begun()

    def give_up(self, *_: object) -> None:
        """Shuts down because it cannot go on."""
        self.gave_up = self.should_exit = True


def config(application: Any, **more: Any) -> uvicorn.Config:
    """The configuration for an application. Logs no warnings, since strangers can cause any number.

    `ProtectionMiddleware` reads the headers of proxies, since it knows which proxies to trust.
    """
    return uvicorn.Config(
        application,
        interface="asgi3",
        log_level="error",
        http=Connection,
        ws=WebSocketProtocol,
        ws_max_size=4 * LONGEST,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        timeout_worker_healthcheck=ANSWERING,
        server_header=False,
        proxy_headers=False,
        **more,
    )
