"""`fivedice serve`: the table in the browser. Knows arguments and addresses; serves nothing itself."""

import os
import socket
from contextlib import ExitStack, suppress

import click
import msgspec

from fivedice import store
from fivedice.commands import arguments, console
from fivedice.commands.arguments import FloatRange, IntRange, usually

DATABASE_HELP = "Where tables are kept: postgresql://... or sqlite:///FILE; a file of yours if not said."
WORKERS_HELP = "How many processes serve; more than one needs PostgreSQL."
REQUESTS_HELP = "Requests a second that one address may make to change something."
GRACE_HELP = "Seconds that a player may be gone before the game plays on for the seat."
EVERYWHERE = "0.0.0.0"  # a household plays from several machines


@arguments.command
@usually("--host", EVERYWHERE, "The address to listen on.")
@usually("--port", 8000, "The port; 0 takes any that is free.", type=IntRange(0, 65535))
@click.option("--database", default="", help=DATABASE_HELP)
@usually("--workers", 1, WORKERS_HELP, type=IntRange(1, 64))
@usually("--requests", 20.0, REQUESTS_HELP, type=FloatRange(1))
@usually("--grace", 15.0, GRACE_HELP, type=FloatRange(0.1))
def serve(host: str, port: int, database: str, workers: int, requests: float, grace: float) -> None:
    """Serve the table in the browser, for this household or a club.

    \b
    Examples:
      fivedice serve
      fivedice serve --port 9000
      fivedice serve --database postgresql://localhost/fivedice --workers 4
    """
    from fivedice.web.app import SETTINGS, Settings  # noqa: PLC0415 - the server is loaded only where it runs
    from fivedice.web.database import Database  # noqa: PLC0415

    url = database or f"sqlite:///{_file()}"
    opened = Database(url)
    opened.close()
    if workers > 1 and not opened.is_shared:
        console.fail("Several workers need PostgreSQL: --database postgresql://...")
    bound = _bound(host, port)
    settings = Settings(url, a_second=requests, at_once=int(5 * requests), grace=grace)
    os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
    for line in _addresses(host, bound.getsockname()[1]):
        console.say(line)
    _run(bound, workers)


def _run(bound: socket.socket, workers: int) -> None:
    import uvicorn  # noqa: PLC0415 - as above
    from uvicorn.supervisors import Multiprocess  # noqa: PLC0415

    from fivedice.web.sockets import LONGEST  # noqa: PLC0415

    config = uvicorn.Config(
        "fivedice.web.app:from_environment",
        factory=True,
        workers=workers,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=4 * LONGEST,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    if workers > 1:
        Multiprocess(config, sockets=[bound]).run()
    else:
        uvicorn.Server(config).run(sockets=[bound])


def _file() -> str:
    folder = store.folder().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise store.StoreError(f"No tables can be kept in {folder}: {store.reason(error)}.") from None
    return str(folder / "tables.sqlite3")


def _bound(host: str, port: int) -> socket.socket:
    """The socket that is listened on. Ends the command where it cannot be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with ExitStack() as unless_bound:
            bound = unless_bound.enter_context(socket.socket(family))
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind((host, port))
            bound.set_inheritable(True)
            unless_bound.pop_all()
    except OSError as error:
        console.fail(f"{host}:{port} cannot be listened on: {store.reason(error)}.")
    return bound


def _addresses(host: str, port: int) -> list[str]:
    """Where the table is found, on this machine and from others nearby."""
    if host != EVERYWHERE:
        return [f"Play at http://{host}:{port}/ (Ctrl+C ends)."]
    told = [f"Play at http://localhost:{port}/ (Ctrl+C ends)."]
    nearby = _nearby()
    return [*told, f"Others in this network join at http://{nearby}:{port}/"] if nearby else told


def _nearby() -> str:
    """This machine's address in the local network, or nothing; no packet is sent to find it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.255.255.255", 1))
        return str(probe.getsockname()[0])
    return ""
