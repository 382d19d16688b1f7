"""`fivedice serve`: the web server."""

import os
import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import click
import msgspec

from fivedice.cli.shared import arguments, console
from fivedice.cli.shared.arguments import FloatRange, IntRange, usually
from fivedice.core import extras
from fivedice.runtime import store, streams
from fivedice.server.settings import Settings

WORKERS_HELP = "The number of server processes; more than one needs PostgreSQL."
REQUESTS_HELP = "Requests per second that change something, for one client address."
PATIENCE_HELP = (
    "Seconds to wait for the head of a request; a body or a response may take three times as long."
)
GRACE_HELP = "Seconds that a player may be absent before the game plays for the seat."
CONNECTIONS_HELP = "Open connections for one client address."
GUESSES_HELP = "Wrong table codes per minute for one client address."
NAME_HELP = "A host name of this server; may be given several times."
OWN_CARDS_HELP = "Let players bring their own score cards (docs/reference/card-file.md)."
PUSH_KEY_HELP = (
    "Notify players of their turn by Web Push, signed with the key in FILE; a missing key is created."
)
PUSH_CONTACT_HELP = "The contact for push services: mailto:SOMEBODY or https://PAGE."
PROXY_HELP = (
    "Trust the client address from proxies at these addresses, separated by commas; alone: from this machine."
)
USUAL = Settings("")
HERE = "127.0.0.1,::1"
MANY = 1_000_000
"""A limit so high that it limits nothing."""
DAY = 24 * 3600


@arguments.command
@usually("--host", "0.0.0.0", "The address to listen on.")
@usually("--port", 8000, "The port; 0 picks a free one.", type=IntRange(0, 65535))
@click.option("--database", default="", help=arguments.DATABASE_HELP)
@usually("--workers", 1, WORKERS_HELP, type=IntRange(1, 64))
@usually("--requests", USUAL.a_second, REQUESTS_HELP, type=FloatRange(1, MANY))
@usually("--connections", USUAL.connections, CONNECTIONS_HELP, type=IntRange(1, MANY))
@usually("--guesses", USUAL.guesses, GUESSES_HELP, type=IntRange(1, MANY))
@usually("--grace", float(USUAL.grace), GRACE_HELP, type=FloatRange(0.1, DAY))
@usually("--patience", USUAL.patience, PATIENCE_HELP, type=FloatRange(0.1, arguments.LONGEST_PATIENCE))
@arguments.flag("--own-cards", line=OWN_CARDS_HELP)
@click.option("--push-key", default=None, type=arguments.PATH, metavar="FILE", help=PUSH_KEY_HELP)
@click.option("--push-contact", default="", metavar="WHOM", help=PUSH_CONTACT_HELP)
@click.option("--name", "names", multiple=True, help=NAME_HELP)
@click.option(
    "--behind-proxy", default="", is_flag=False, flag_value=HERE, metavar="[ADDRESSES]", help=PROXY_HELP
)
def serve(
    host: str,
    port: int,
    database: str,
    workers: int,
    requests: float,
    connections: int,
    guesses: int,
    grace: float,
    patience: float,
    own_cards: bool,
    push_key: Path | None,
    push_contact: str,
    names: tuple[str, ...],
    behind_proxy: str,
) -> None:
    """Serve the table in the browser, for this household or a club.

    \b
    Examples:
      fivedice serve
      fivedice serve --port 9000
      fivedice serve --own-cards
      fivedice serve --database postgresql://localhost/fivedice --workers 4
      fivedice serve --host 127.0.0.1 --behind-proxy --name dice.example.org
      fivedice serve --push-key push.pem --push-contact mailto:you@example.org
    """
    arguments.need_database(database)
    from fivedice.server import supervisor  # noqa: PLC0415 - the server is loaded only where it runs
    from fivedice.server.settings import VARIABLE, Settings  # noqa: PLC0415
    from fivedice.server.storage import sqlite_file  # noqa: PLC0415 - the server is loaded only where it runs

    host = host.strip("[]")  # IPv6
    key = _push_key(push_key, push_contact)
    own, proxies = _names(host, names), _proxies(behind_proxy)
    url = _kept(database, workers)
    with sqlite_file.serving(url):
        _check(url)
        bound = _bound(host, port)
        settings = Settings(
            *(url, requests, int(5 * requests), grace, own, proxies, connections, guesses, patience),
            own_cards=own_cards,
            called=names[0] if names else "",
            push_key=key,
            push_contact=push_contact,
            host=host,
            port=bound.getsockname()[1],
        )
        os.environ[VARIABLE] = msgspec.json.encode(settings).decode()
        if not supervisor.run(bound, workers, lambda: _say_where(host, settings.port)):
            raise click.exceptions.Exit(console.BAD_INPUT)  # the log has the sentence


def _kept(database: str, workers: int) -> str:
    """The URL of the database. Ends the command if several workers cannot share it."""
    if workers > 1 and not database.startswith("postgres"):
        console.fail("Several workers need PostgreSQL: --database postgresql://...")
    return arguments.database_url(database)


def _check(url: str) -> None:
    """Opens the database once, which migrates it to this version. Ends the command if that fails."""
    from fivedice.server.storage.database import Database  # noqa: PLC0415 - as above
    from fivedice.server.storage.errors import DatabaseFailed  # noqa: PLC0415 - as above

    try:
        Database(url).close()
    except DatabaseFailed as error:
        console.fail(error.why)


def _names(host: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Every host name of this machine. Ends the command if one is invalid."""
    from fivedice.server.protection.addresses import plain  # noqa: PLC0415 - as above

    for name in names:
        if plain(name) is None:
            console.fail(f"{name!r} is not a host name; a host name has no port and no path.")
    own = socket.gethostname()
    return (*names, host, own, f"{own.partition('.')[0]}.local")


def _push_key(key: Path | None, contact: str) -> str:
    """The absolute path of the key, created if missing. Ends the command if the contact is missing."""
    if key is None:
        return "" if not contact else console.fail("--push-contact needs --push-key FILE.")
    if not contact:
        console.fail("Push services need a contact: add --push-contact mailto:you@example.org.")
    extras.need("push")
    from fivedice.server.push import sender  # noqa: PLC0415 - as above

    whole = key.absolute()
    if sender.prepare(whole, contact):
        again = "with a new key, players must allow notifications again"
        console.say(f"Created a key for push notifications: {key}. Keep it: {again}.")
    return str(whole)


def _proxies(addresses: str) -> tuple[str, ...]:
    """The trusted proxies. Ends the command if an address is invalid."""
    from fivedice.server.protection.addresses import Proxies  # noqa: PLC0415 - as above

    proxies = tuple(address.strip() for address in addresses.split(",") if address.strip())
    try:
        Proxies(proxies)
    except ValueError:
        console.fail(f"{addresses!r} are not proxy addresses; valid ones look like 10.0.0.2 or 10.0.0.0/24.")
    return proxies


def _bound(host: str, port: int) -> socket.socket:
    """The listening socket. Ends the command if the address cannot be used."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with ExitStack() as unless_bound:
            bound = unless_bound.enter_context(socket.socket(family))
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind((host, port))
            bound.listen()  # an early client waits for the server
            bound.set_inheritable(True)
            unless_bound.pop_all()
    except OSError as error:
        console.fail(f"Cannot listen on {host}:{port}: {store.reason(error)}.")
    return bound


def _say_where(host: str, port: int) -> None:
    """Prints the addresses; a start script may have closed the output, and the server runs anyway."""
    try:
        for line in _addresses(host, port):
            console.say(line)
    except OSError:
        streams.drop(sys.stdout)


def _addresses(host: str, port: int) -> list[str]:
    """The addresses for this machine and for others in the network."""
    from fivedice.server.routes import public_url  # noqa: PLC0415 - as above

    if host not in public_url.EVERYWHERE:
        return [f"Play at http://{public_url.in_address(host)}:{port}/ (Ctrl+C ends)."]
    lines = [f"Play at http://localhost:{port}/ (Ctrl+C ends)."]
    nearby = public_url.nearby()
    return [*lines, f"Others in this network join at http://{nearby}:{port}/"] if nearby else lines
