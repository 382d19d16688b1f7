"""How uvicorn is set to serve the application, in one process or several. Knows no argument and no table."""

import socket
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from fivedice.web.arrivals import Arrival
from fivedice.web.connections import Connection, Socket
from fivedice.web.sockets import LONGEST

APPLICATION = "fivedice.web.app:from_environment"
STARTING = 20
"""Seconds that a worker may take to start on a busy machine, before it is ended and another is started."""


def run(bound: socket.socket, workers: int) -> None:
    """Serves what the settings in the environment say, until the process is to end."""
    if workers > 1:
        several = config(APPLICATION, Arrival, factory=True, workers=workers)
        Multiprocess(several, sockets=[bound]).run()
    else:
        uvicorn.Server(config(APPLICATION, factory=True)).run(sockets=[bound])


def config(application: Any, connection: type[Connection] = Connection, **more: Any) -> uvicorn.Config:
    """How any application of ours is served. Strangers can cause warnings as they like, so none are logged.

    Who sent a request behind a proxy is worked out by the guard, which knows whom to believe.
    """
    return uvicorn.Config(
        application,
        interface="asgi3",
        log_level="error",
        http=connection,
        ws=Socket,
        ws_max_size=4 * LONGEST,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        timeout_worker_healthcheck=STARTING,
        server_header=False,
        proxy_headers=False,
        **more,
    )
