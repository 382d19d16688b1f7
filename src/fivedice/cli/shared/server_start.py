"""The start of a web server: its settings, what can fail, and what it prints."""

import os
import re
import sys
import webbrowser
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click
import msgspec
import segno

from fivedice.cli.shared import console, listening, on_database, open_database
from fivedice.core import extras
from fivedice.language import all_of
from fivedice.runtime import store, streams
from fivedice.server import supervisor
from fivedice.server.monitoring import json_line
from fivedice.server.protection.addresses import Proxies, plain
from fivedice.server.routes import health, public_url
from fivedice.server.settings import VARIABLE, Settings
from fivedice.server.storage import database, schema, sqlite_file
from fivedice.server.storage.database import Database, shown_url
from fivedice.server.storage.errors import DatabaseFailed
from fivedice.server.storage.sqlite_file import SQLITE
from fivedice.server.tables.policy import read_names

ROOT_FORM = re.compile(r"(/[A-Za-z0-9._~-]+)+")
BURST = 5
"""Seconds whose requests may come at once."""


def start(options: Settings, exported: tuple[str, int]) -> None:
    """Starts the server, or checks what can fail at a start. Ends the command if it cannot go on."""
    settings = _complete_settings(options)
    _check(settings, exported) if options.check else _run(settings)


def _complete_settings(options: Settings) -> Settings:
    """The settings for the workers. Ends the command if an option is invalid."""
    if options.workers > 1 and not options.database.startswith("postgres"):
        console.fail("Several workers need PostgreSQL: --database postgresql://...")
    for name in options.names:
        if plain(name) is None:
            console.fail(f"{name!r} is not a host name; a host name has no space, no port and no path.")
    _check_proxies(options)
    return replace(
        options,
        database=on_database.database_url(options.database),
        host=options.host.strip("[]"),  # IPv6
        at_once=int(BURST * options.requests),
        refused_names=_refused_names(options.refused_names),
        push_key=_push_key(options),
        root=_root(options.root),
    )


def _check_proxies(options: Settings) -> None:
    """Ends the command if the address of a proxy is invalid."""
    try:
        Proxies(options.proxies)
    except ValueError:
        wanted = "valid ones look like 10.0.0.2 or 10.0.0.0/24"
        console.fail(f"{options.behind_proxy!r} are not proxy addresses; {wanted}.")


def _refused_names(file: str) -> str:
    """The absolute path of the list. Raises `StoreError` if it cannot be read."""
    if not file:
        return ""
    read_names(Path(file))
    return str(Path(file).absolute())


def _push_key(options: Settings) -> str:
    """The absolute path of the key, created if missing. Ends the command if the contact is missing."""
    key, contact = options.push_key, options.push_contact
    if not key:
        return "" if not contact else console.fail("--push-contact needs --push-key FILE.")
    if not contact:
        console.fail("Push services need a contact: add --push-contact mailto:you@example.org.")
    extras.need("push")
    from fivedice.server.push import sender  # noqa: PLC0415 - an extra

    whole = Path(key).absolute()
    if options.check:
        if whole.exists():
            sender.PushEncryption(whole, contact)
    elif sender.prepare(whole, contact):
        again = "with a new key, players must allow notifications again"
        _say(f"Created a key for push notifications: {key}. Keep it: {again}.", options.log)
    return str(whole)


def _root(root: str) -> str:
    """The path prefix of the server, without a trailing slash."""
    path = root.rstrip("/")
    if path and not ROOT_FORM.fullmatch(path):
        console.fail(f"--root takes a path such as /dice, not {root!r}.")
    return path


def _run(settings: Settings) -> None:
    """Serves until a signal. Ends the command if the server cannot go on."""
    with database.serving(settings.database):
        _prepare(settings.database)
        bound = listening.bound(settings.host, settings.port)
        settings = replace(settings, port=bound.getsockname()[1])
        os.environ[VARIABLE] = msgspec.json.encode(settings).decode()
        if not supervisor.run(bound, settings.workers, lambda: _say_where(settings)):
            raise click.exceptions.Exit(console.BAD_INPUT)  # the log has the message


def _check(settings: Settings, exported: tuple[str, int]) -> None:
    """Checks what can fail at a start, and changes nothing. Ends the command at the first failure."""
    url = settings.database
    console.say(f"The database {store.printable(shown_url(url))} {_state_of(url)}.")
    if health.is_full(url):
        console.fail(health.NO_ROOM)
    for address in ((settings.host, settings.port), exported):
        if address[0] and listening.is_busy(*address):
            busy = listening.address_text(*address)
            console.say(f"{busy} is in use, perhaps by a running server; stop it first.")
    console.say(f"The options{', the push key' if settings.push_key else ''} and the disk are fine.")


def _state_of(url: str) -> str:
    """The effect of a start on a database, as the end of a sentence. Ends the command if it would fail."""
    try:
        if url.startswith(SQLITE):
            if not os.access((file := Path(url.removeprefix(SQLITE)).absolute()).parent, os.W_OK):
                console.fail(
                    f"{store.printable(file)} cannot be written: its folder is missing or not writable."
                )
            sqlite_file.check_file(file)
            _check_pages(url)
            damage = open_database.unreadable(file)
        else:
            database.rehearse(url)
            Database(url, serves=False).close()
            damage = ""
    except schema.NothingKept:
        return "will be created"
    except DatabaseFailed as error:
        console.fail(error.why)
    return f"has schema {schema.VERSION}{damage and f' and {damage}'}"


def _prepare(url: str) -> None:
    """Opens the database once, which creates a missing one. Ends the command if that fails."""
    try:
        with suppress(schema.NothingKept):
            _check_pages(url)
        Database(url).close()
    except DatabaseFailed as error:
        console.fail(error.why)


def _check_pages(url: str) -> None:
    """Ends the command if a SQLite file is damaged, which `Database` may not detect. Raises `NothingKept`."""
    file = Path(url.removeprefix(SQLITE))
    if url.startswith(SQLITE) and (damage := sqlite_file.damage(file)):
        console.fail(f"The database {store.printable(file)} {damage}.")


def _say(line: str, log: str) -> None:
    """Prints a line in the form of the log."""
    console.say(json_line(line) if log == "json" else line)


def _say_where(settings: Settings) -> None:
    """Prints the addresses and the database; it is not an error if a start script has closed the output."""
    lines = _addresses(settings.host, f"{settings.port}{settings.root}")
    if settings.names:
        lines.append(f"The server also answers to {all_of(settings.names)}.")
    lines.append(f"Tables are stored in {store.printable(shown_url(settings.database))}.")
    if not extras.has("print"):
        lines.append(f"For printed rules and score pads: {extras.command('print')}")
    try:
        for line in lines:
            _say(line, settings.log)
        if settings.browser:
            _open_browser(settings)
    except OSError:
        streams.drop(sys.stdout)


def _open_browser(settings: Settings) -> None:
    """Shows the address for phones as a QR code, and opens the games here."""
    if address := public_url.origin(settings):
        segno.make(f"{address}/").terminal(compact=True)
    webbrowser.open(f"http://localhost:{settings.port}{settings.root}/")


def _addresses(host: str, port: str) -> list[str]:
    """The addresses for this machine and for others in the network; the port includes the root path."""
    if host not in public_url.EVERYWHERE:
        return [f"Play at http://{public_url.in_address(host)}:{port}/ (Ctrl+C ends)."]
    lines = [f"Play at http://localhost:{port}/ (Ctrl+C ends)."]
    nearby = public_url.nearby()
    return [*lines, f"Others in this network join at http://{nearby}:{port}/"] if nearby else lines
