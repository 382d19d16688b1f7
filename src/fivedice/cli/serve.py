"""`fivedice serve`: the web server."""

import errno
import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import NoReturn

import click
import msgspec
from msgspec.structs import replace

from fivedice.cli.shared import arguments, console
from fivedice.cli.shared.arguments import FloatRange, IntRange, usually
from fivedice.core import extras
from fivedice.daily import days
from fivedice.narration import sentences
from fivedice.runtime import store, streams
from fivedice.runtime.store import StoreError
from fivedice.server.settings import Settings

WORKERS_HELP = "The number of server processes; more than one needs PostgreSQL."
REQUESTS_HELP = "Requests per second that change something, for one client address."
PATIENCE_HELP = (
    "Seconds to wait for the head of a request; a body or a response may take three times as long."
)
GRACE_HELP = "Seconds that a player may be absent before the computer plays for them."
CONNECTIONS_HELP = "Open connections for one client address."
GUESSES_HELP = "Wrong table codes per minute for one client address."
NAME_HELP = "A host name of this server"
OWN_CARDS_HELP = "Let players bring their own score cards (docs/reference/card-file.md)."
REFUSED_NAMES_HELP = (
    "Refuse the names in FILE, one per line; * stands for any text, and # begins a comment."
    " Names are the same if they look alike, or differ only in case, accents, spaces and punctuation."
)
PUSH_KEY_HELP = (
    "Notify players of their turn by Web Push, signed with the key in FILE; a missing key is created."
)
PUSH_CONTACT_HELP = "The contact for push services: mailto:SOMEBODY or https://PAGE."
PROXY_HELP = (
    "Trust the client address from proxies at these addresses, separated by commas; without ADDRESSES, "
    "from proxies on this machine."
)
ROOT_HELP = "The path that all addresses begin with behind a proxy, such as /dice."
METRICS_HELP = "The address of metrics for Prometheus, such as 127.0.0.1:9464. Default: none."
LOG_HELP = "Log lines as text or json."
ZONE_HELP = "The time zone in which the day of today's deal begins, such as Europe/Berlin."
CHECK_HELP = "Check the options, the addresses, the database, the push key and the disk, then exit."
ROOT_FORM = re.compile(r"(/[A-Za-z0-9._~-]+)+")
USUAL = Settings("")
HERE = "127.0.0.1,::1"
MANY = 1_000_000
"""An upper bound that is never reached."""
DAY = 24 * 3600


@arguments.command
@usually("--host", "0.0.0.0", "The address to listen on.")
@usually("--port", 8000, "The port; 0 picks a free one.", type=IntRange(0, 65535))
@arguments.database
@usually("--workers", 1, WORKERS_HELP, type=IntRange(1, 64))
@usually("--requests", USUAL.a_second, REQUESTS_HELP, type=FloatRange(1, MANY))
@usually("--connections", USUAL.connections, CONNECTIONS_HELP, type=IntRange(1, MANY))
@usually("--guesses", USUAL.guesses, GUESSES_HELP, type=IntRange(1, MANY))
@usually("--grace", float(USUAL.grace), GRACE_HELP, type=FloatRange(0.1, DAY))
@usually("--patience", USUAL.patience, PATIENCE_HELP, type=FloatRange(0.1, arguments.LONGEST_PATIENCE))
@arguments.flag("--own-cards", line=OWN_CARDS_HELP)
@click.option("--refused-names", default=None, type=arguments.PATH, metavar="FILE", help=REFUSED_NAMES_HELP)
@click.option("--push-key", default=None, type=arguments.PATH, metavar="FILE", help=PUSH_KEY_HELP)
@click.option("--push-contact", default="", metavar="WHOM", help=PUSH_CONTACT_HELP)
@arguments.several("--name", "names", line=NAME_HELP, metavar="NAME")
@click.option(
    "--behind-proxy", default="", is_flag=False, flag_value=HERE, metavar="[ADDRESSES]", help=PROXY_HELP
)
@click.option("--root", default="", metavar="PATH", help=ROOT_HELP)
@click.option("--metrics", default="", metavar="HOST:PORT", help=METRICS_HELP)
@usually("--zone", USUAL.zone, ZONE_HELP, metavar="ZONE")
@usually("--log", "text", LOG_HELP, type=click.Choice(["text", "json"]))
@arguments.flag("--check", line=CHECK_HELP)
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
    refused_names: Path | None,
    push_key: Path | None,
    push_contact: str,
    names: tuple[str, ...],
    behind_proxy: str,
    root: str,
    metrics: str,
    zone: str,
    log: str,
    check: bool,
) -> None:
    """Serve the games in the browser, for a household or a club.

    \b
    Examples:
      fivedice serve
      fivedice serve --port 9000
      fivedice serve --own-cards
      fivedice serve --database postgresql://localhost/fivedice --workers 4
      fivedice serve --host 127.0.0.1 --behind-proxy --name dice.example.org
      fivedice serve --host 127.0.0.1 --behind-proxy --name example.org --root /dice
      fivedice serve --push-key push.pem --push-contact mailto:you@example.org
    """
    arguments.need_database(database)
    days.zone(zone)
    exported = _address(metrics)
    with _failures_logged(), nullcontext() if check else _exporting(*exported):
        host = host.strip("[]")  # IPv6
        own, proxies = _names(host, names), _proxies(behind_proxy)
        settings = Settings(
            *(_kept(database, workers), requests, int(5 * requests), grace, own, proxies),
            *(connections, guesses, patience),
            own_cards=own_cards,
            refused_names=_refused_names(refused_names),
            called=names[0] if names else "",
            push_key=_push_key(push_key, push_contact, log, may_create=not check),
            push_contact=push_contact,
            host=host,
            port=port,
            root=_root(root),
            log=log,
            zone=zone,
        )
        _check(settings, exported) if check else _run(settings, workers, names)


serve.context_settings = {**arguments.HELP_NAMES, "auto_envvar_prefix": "FIVEDICE"}
for option in serve.params:
    if isinstance(option, click.Option):
        option.show_envvar = True


@contextmanager
def _failures_logged() -> Iterator[None]:
    """Ends the command if a `StoreError` is raised, in the format of the log."""
    try:
        yield
    except StoreError as error:
        console.fail(str(error))


def _run(settings: Settings, workers: int, names: tuple[str, ...]) -> None:
    """Serves until a signal. Ends the command if the server cannot go on."""
    from fivedice.server import supervisor  # noqa: PLC0415 - the server is loaded only where it runs
    from fivedice.server.settings import VARIABLE  # noqa: PLC0415 - as above
    from fivedice.server.storage.database import serving  # noqa: PLC0415 - as above

    with serving(settings.database):
        _check_pages(settings.database)
        _prepare(settings.database)
        bound = _bound(settings.host, settings.port)
        settings = replace(settings, port=bound.getsockname()[1])
        os.environ[VARIABLE] = msgspec.json.encode(settings).decode()
        if not supervisor.run(bound, workers, lambda: _say_where(settings, names)):
            raise click.exceptions.Exit(console.BAD_INPUT)  # the log has the message


def _check(settings: Settings, exported: tuple[str, int]) -> None:
    """Checks what can fail at a start, and changes nothing. Ends the command at the first failure."""
    from fivedice.server.routes import health  # noqa: PLC0415 - as above
    from fivedice.server.storage.database import shown_url  # noqa: PLC0415 - as above

    url = settings.database
    state = _state_of(url)
    _check_pages(url)
    console.say(f"The database {store.shown(shown_url(url))} {state}.")
    if health.is_full(url):
        console.fail(health.NO_ROOM)
    for host, port in ((settings.host, settings.port), exported):
        if host and _is_busy(host, port):
            console.say(f"{_shown(host, port)} is in use, perhaps by a running server; stop it first.")
    console.say(f"The options{', the push key' if settings.push_key else ''} and the disk are fine.")


def _state_of(url: str) -> str:
    """The effect of a start on a database, as the end of a sentence. Ends the command if it would fail."""
    from fivedice.server.storage import database, schema  # noqa: PLC0415 - as above
    from fivedice.server.storage.errors import DatabaseFailed  # noqa: PLC0415 - as above
    from fivedice.server.storage.sqlite_file import SQLITE  # noqa: PLC0415 - as above

    try:
        if not url.startswith(SQLITE):
            database.rehearse(url)
        elif not (file := Path(url.removeprefix(SQLITE))).exists():
            if not os.access(file.absolute().parent, os.W_OK):
                console.fail(f"{store.shown(file)} cannot be written: its folder is missing or not writable.")
            raise schema.NothingKept
        database.Database(url, serves=False).close()
    except schema.NothingKept:
        return "will be created"
    except DatabaseFailed as error:
        console.fail(error.why)
    return f"has schema {schema.VERSION}"


def _is_busy(host: str, port: int) -> bool:
    """Whether another program listens there. Ends the command if the address cannot be used."""
    try:
        _listening(host, port).close()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            _cannot_listen(host, port, error)
        return True
    return False


def _address(metrics: str) -> tuple[str, int]:
    """The host and port for metrics; no host for none. Ends the command if the address is invalid."""
    host, _, port = metrics.rpartition(":")
    if metrics and not (host and port.isdecimal() and int(port) < 2**16):
        console.fail(f"--metrics takes an address such as 127.0.0.1:9100, not {metrics!r}.")
    return host.strip("[]"), int(port or 0)


@contextmanager
def _exporting(host: str, port: int) -> Iterator[None]:
    """Exports metrics inside the block. Ends the command if the address is taken."""
    from fivedice.server.monitoring import exporting  # noqa: PLC0415 - as above

    with ExitStack() as stack:
        try:
            stack.enter_context(exporting(host, port))
        except OSError as error:
            _cannot_listen(host, port, error)
        yield


def _root(root: str) -> str:
    """The path prefix of the server, without a trailing slash."""
    path = root.rstrip("/")
    if path and not ROOT_FORM.fullmatch(path):
        console.fail(f"--root takes a path such as /dice, not {root!r}.")
    return path


def _kept(database: str, workers: int) -> str:
    """The URL of the database. Ends the command if several workers cannot share it."""
    if workers > 1 and not database.startswith("postgres"):
        console.fail("Several workers need PostgreSQL: --database postgresql://...")
    return arguments.database_url(database)


def _prepare(url: str) -> None:
    """Opens the database once, which creates a missing one. Ends the command if that fails."""
    from fivedice.server.storage.database import Database  # noqa: PLC0415 - as above
    from fivedice.server.storage.errors import DatabaseFailed  # noqa: PLC0415 - as above

    try:
        Database(url).close()
    except DatabaseFailed as error:
        console.fail(error.why)


def _check_pages(url: str) -> None:
    """Ends the command if pages of a SQLite file are damaged, which `Database` may not detect."""
    from fivedice.server.storage import sqlite_file  # noqa: PLC0415 - as above
    from fivedice.server.storage.errors import DOCTOR  # noqa: PLC0415 - as above

    file = Path(url.removeprefix(sqlite_file.SQLITE))
    if url.startswith(sqlite_file.SQLITE) and file.exists() and sqlite_file.is_damaged(file):
        console.fail(f"The database {store.shown(file)} has damaged pages; {DOCTOR}")


def _names(host: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Every host name of this machine. Ends the command if one is invalid."""
    from fivedice.server.protection.addresses import plain  # noqa: PLC0415 - as above

    for name in names:
        if plain(name) is None:
            console.fail(f"{name!r} is not a host name; a host name has no space, no port and no path.")
    own = socket.gethostname()
    return (*names, host, own, f"{own.partition('.')[0]}.local")


def _refused_names(file: Path | None) -> str:
    """The absolute path of the list. Raises `StoreError` if it cannot be read."""
    if file is None:
        return ""
    from fivedice.server.tables.policy import read_names  # noqa: PLC0415 - as above

    read_names(file)
    return str(file.absolute())


def _push_key(key: Path | None, contact: str, log: str, *, may_create: bool) -> str:
    """The absolute path of the key, created if missing. Ends the command if the contact is missing."""
    if key is None:
        return "" if not contact else console.fail("--push-contact needs --push-key FILE.")
    if not contact:
        console.fail("Push services need a contact: add --push-contact mailto:you@example.org.")
    extras.need("push")
    from fivedice.server.push import sender  # noqa: PLC0415 - as above

    whole = key.absolute()
    if not may_create:
        if whole.exists():
            sender.PushEncryption(whole, contact)
    elif sender.prepare(whole, contact):
        again = "with a new key, players must allow notifications again"
        _say(f"Created a key for push notifications: {key}. Keep it: {again}.", log)
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
        return _listening(host, port)
    except OSError as error:
        _cannot_listen(host, port, error)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens on this address. Raises `OSError`."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    with ExitStack() as unless_bound:
        bound = unless_bound.enter_context(socket.socket(family))
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen()  # an early client waits for the server
        bound.set_inheritable(True)
        unless_bound.pop_all()
    return bound


def _cannot_listen(host: str, port: int, error: OSError) -> NoReturn:
    console.fail(f"Cannot listen on {_shown(host, port)}: {store.reason(error)}.")


def _shown(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _say(line: str, log: str) -> None:
    """Prints a line in the form of the log."""
    from fivedice.server.monitoring import json_line  # noqa: PLC0415 - as above

    console.say(json_line(line) if log == "json" else line)


def _say_where(settings: Settings, names: tuple[str, ...]) -> None:
    """Prints the addresses and the database; it is not an error if a start script has closed the output."""
    from fivedice.server.storage.database import shown_url  # noqa: PLC0415 - as above
    from fivedice.server.storage.schema import VERSION  # noqa: PLC0415 - as above

    lines = _addresses(settings.host, f"{settings.port}{settings.root}")
    if names:
        lines.append(f"The server also answers to {sentences.listed(names)}.")
    lines.append(f"Tables are stored in {store.shown(shown_url(settings.database))}.")
    lines.append(f"The database has schema {VERSION}.")
    try:
        for line in lines:
            _say(line, settings.log)
    except OSError:
        streams.drop(sys.stdout)


def _addresses(host: str, port: str) -> list[str]:
    """The addresses for this machine and for others in the network; the port includes the root path."""
    from fivedice.server.routes import public_url  # noqa: PLC0415 - as above

    if host not in public_url.EVERYWHERE:
        return [f"Play at http://{public_url.in_address(host)}:{port}/ (Ctrl+C ends)."]
    lines = [f"Play at http://localhost:{port}/ (Ctrl+C ends)."]
    nearby = public_url.nearby()
    return [*lines, f"Others in this network join at http://{nearby}:{port}/"] if nearby else lines
